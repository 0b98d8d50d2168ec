"""The bots that search: the quick policy, the ranking of actions, and decisions that use nothing hidden."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from bastide.catan.base.island import Island
from bastide.kernel.chooser import Chooser
from bastide.kernel.codes import Codes
from bastide.kernel.errors import ConfigError
from bastide.kernel.families import configure
from bastide.kernel.playout import first_actor, random_action
from bastide.kernel.resample import resample
from bastide.kernel.rules import Rules
from bastide.kernel.state import CHANCE, State
from bastide.players.greedy.island.bot import IslandBot
from bastide.players.greedy.island.quick import QuickPolicy
from bastide.players.greedy.island.tables import Tables
from bastide.players.policies import POLICIES, evaluation, policy
from bastide.players.strong.island.bot import SearchBot
from bastide.players.strong.island.weights import Effort
from bastide.search.policy import WHOLE, Policy
from tests.differential.sets import Set, alone_or_maximal
from tests.search.test_tree import Heap

EFFORT = Effort(16, 4, 1, 0, True)


def decisions(rules: Rules, plays: Policy, seed: int, most: int) -> Iterator[tuple[State, int, int]]:
    """The positions, seats and codes of a game in which a policy decides for all seats."""
    s, chooser = rules.start(), Chooser(seed)
    for _step in range(most):
        if rules.is_over(s):
            return
        seat = int(first_actor(rules, s))
        code = random_action(rules, s, CHANCE, chooser) if seat == CHANCE else plays.choose(s, seat, chooser)
        if seat != CHANCE:
            yield s.copy(), seat, int(code)
        rules.apply(s, seat, code)


@pytest.mark.compiled
@pytest.mark.parametrize("one", alone_or_maximal("island"), ids=lambda one: one.name)
def test_the_quick_policy_plays_what_is_legal_in_every_set(one: Set) -> None:
    rules = configure({"game": "island", **one.config(1)}, random.Random(1))
    for s, seat, code in decisions(rules, policy(rules, "quick"), 3, 150):
        assert rules.is_legal(s, seat, code)


class Bare(SearchBot):
    """Has no part of the rooms' own, as where they bring nothing."""

    def tables(self, rules: Rules, state: State) -> Tables:
        if self._tables is None or self._tables.r is not rules:
            assert isinstance(rules, Island)
            super().tables(rules, state)
            self._tables = Tables(rules, [])
        return super().tables(rules, state)


@pytest.mark.slow
@pytest.mark.parametrize("one", [one for one in alone_or_maximal("island") if one.modules], ids=lambda one: one.name)
def test_bots_search_where_rooms_bring_nothing_to_them(one: Set) -> None:
    rules = configure({"game": "island", **one.config(2)}, random.Random(2))
    assert isinstance(rules, Island)
    bot, choices = Bare(3, effort=Effort(6, 3, 1, 0, True)), 0
    for s, seat, _code in decisions(rules, QuickPolicy(Tables(rules, [])), 4, 600):
        if len(rules.legal(s, seat)) > 2:
            choices += 1
            if choices % 20 == 7:
                code = bot.act(rules, s, seat, bot.rng)
                assert rules.is_legal(s, seat, code)
    assert choices > 40, "it searched at several"


def test_the_quick_policy_finishes_games_and_decides_by_what_its_seat_sees() -> None:
    rules = configure({"game": "island", "seats": 2}, random.Random(2))
    plays = policy(rules, "quick")
    last = None
    for n, (s, seat, code) in enumerate(decisions(rules, plays, 2, 3000)):
        last = s, seat, code
        if n % 20 == 7:
            for world in range(3):
                assert plays.choose(resample(rules, s, seat, world), seat, Chooser(1)) == code
    assert last is not None
    rules.apply(*last)
    assert rules.is_over(last[0])


def test_rankings_begin_with_the_choice_of_greedy() -> None:
    rules = configure({"game": "island", "seats": 3}, random.Random(5))
    bot = IslandBot(1)
    ranks = policy(rules, "greedy")
    ranked = 0
    for n, (s, seat, code) in enumerate(decisions(rules, ranks, 5, 400)):
        out = Codes()
        ranks.rank(s, seat, out, 4)
        codes = [int(found) for found in out.row()]
        assert len(codes) == len(set(codes)) <= 4
        assert all(rules.is_legal(s, seat, found) for found in codes)
        if len(codes) > 1:
            ranked += 1
            assert codes[0] == code
            own = int(bot.act(rules, s, seat, bot.rng))
            assert own == code or rules.form(own, whole=True)
        if n > 120:
            break
    assert ranked > 20


def test_values_are_shares_of_the_win() -> None:
    rules = configure({"game": "island", "seats": 3}, random.Random(5))
    judge = evaluation(rules)
    judged = policy(rules, "quick")

    out = vec[i64]([0] * 3)
    for s, _seat, _code in decisions(rules, judged, 5, 300):
        judge.values(s, out)
        assert int(WHOLE) - 3 <= sum(out) <= int(WHOLE)
        assert min(out) >= 0
    rules.finish(s, 0b101)
    judge.values(s, out)
    assert list(out) == [WHOLE // 2, 0, WHOLE // 2]


@pytest.mark.slow
def test_decisions_of_a_search_use_nothing_hidden_and_are_the_same_in_a_new_bot() -> None:
    rules = configure({"game": "island", "seats": 3}, random.Random(6))
    searched = 0
    for n, (s, seat, code) in enumerate(decisions(rules, policy(rules, "greedy"), 6, 400)):
        if n % 9 == 0 and len(rules.legal(s, seat)) > 3:
            bot = SearchBot(7, effort=EFFORT)
            own = bot.act(rules, s, seat, bot.rng)
            searched += own != code
            for world in range(3):
                other = SearchBot(7, effort=EFFORT)
                assert other.act(rules, resample(rules, s, seat, world), seat, other.rng) == own
    assert searched > 0


def test_a_bot_that_is_made_anew_offers_seldom() -> None:
    rules = configure({"game": "island", "seats": 3, "layout": "random"}, random.Random(4))
    assert isinstance(rules, Island)
    bots = [SearchBot(seat, effort=Effort(1, 1, 0, 0, True)) for seat in range(3)]
    s, rng = rules.start(), random.Random(4)
    offers: list[tuple[int, int]] = []
    while not rules.is_over(s):
        seat = int(first_actor(rules, s))
        if seat == CHANCE:
            rules.apply(s, CHANCE, random_action(rules, s, CHANCE, Chooser(rng.getrandbits(30))))
            continue
        code = bots[seat].act(rules, s, seat, bots[seat].rng)
        if rules.verb_of[code].word == "offer":
            offers.append((int(s.cells[rules.turn]), seat))
        rules.apply(s, seat, code)
    assert len(offers) == len(set(offers)) > 0
    for seat in range(3):
        turns = [turn for turn, by in offers if by == seat]
        assert all(later - turn >= 4 for turn, later in pairwise(turns))


def test_unknown_policies_and_families_are_refused() -> None:
    island = configure({"game": "island"}, random.Random(1))
    heap = Heap(2, 20)
    with pytest.raises(ConfigError, match="policy 'best' is unknown; there is quick, greedy, uniform"):
        policy(island, "best")
    for asked in (evaluation, policy):
        with pytest.raises(ConfigError, match="island only"):
            asked(heap)
    assert {type(policy(island, name)).__name__ for name in POLICIES} == {"QuickPolicy", "GreedyPolicy", "Policy"}
