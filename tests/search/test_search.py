"""The search core: common random numbers, halving, what it returns and what it refuses."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from statistics import mean, pstdev
from typing import Any

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from bastide.catan.base.island import Island
from bastide.kernel.chooser import M1, M2, Chooser
from bastide.kernel.codes import Codes
from bastide.kernel.errors import IllegalAction, OutOfRange
from bastide.kernel.families import configure
from bastide.kernel.fingerprint import state_hash
from bastide.kernel.playout import first_actor, random_action
from bastide.kernel.resample import resample
from bastide.kernel.rules import Rules
from bastide.kernel.state import CHANCE, OVER, State
from bastide.players.policies import policy
from bastide.search import Evaluation, Found, Policy, search
from bastide.search.chance import APART, Streams
from bastide.search.halving import Halving
from bastide.search.policy import WHOLE, share_win
from bastide.search.tree import tree_search

TINY: dict[str, Any] = {"seats": 2, "options": {"goal": 3}}


class Points(Evaluation):
    """Shares by points; a counter of turns in the clock of chance events."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.terms = ["points"]

    def values(self, s: State, out: vec[i64]) -> None:
        if s.cells[OVER] != 0:
            share_win(self.rules.winners(s), self.rules.seats, out)
            return
        points = [int(self.rules.total_points(s, seat)) + 1 for seat in range(int(self.rules.seats))]
        for seat, number in enumerate(points):
            out[seat] = number * WHOLE // sum(points)

    def explain(self, s: State, seat: i64, out: vec[i64]) -> None:
        out[0] = self.rules.total_points(s, seat)


def choices(config: dict[str, Any], seed: int) -> Iterator[tuple[Rules, State, int]]:
    """The positions of a random game at which a seat has a choice."""
    rules = configure(config, random.Random(seed))
    s, chooser = rules.start(), Chooser(seed)
    while not rules.is_over(s):
        seat = first_actor(rules, s)
        if seat != CHANCE and len(rules.legal(s, seat)) > 1:
            yield rules, s.copy(), int(seat)
        rules.apply(s, seat, random_action(rules, s, seat, chooser))


def at_dice(rules: Rules) -> State:
    """A position in which the dice are rolled."""
    s, chooser = rules.start(), Chooser(3)
    while rules.phase_name(s) != "dice":
        seat = first_actor(rules, s)
        rules.apply(s, seat, random_action(rules, s, seat, chooser))
    return s


def look(rules: Rules, s: State, seat: int, budget: int = 12, **more: Any) -> Found:
    return search(rules, s, seat, budget, policy=Policy(rules), evaluation=Points(rules), **more)


@pytest.mark.compiled
def test_equal_arguments_give_equal_results_and_change_nothing() -> None:
    for n, (rules, s, seat) in enumerate(choices(TINY, 3)):
        if n % 8 == 0:
            before = state_hash(s)
            found = look(rules, s, seat, seed=4)
            assert found == look(rules, s, seat, seed=4)
            assert state_hash(s) == before
            assert int(found.best) in [int(code) for code in rules.legal(s, seat)]
        if n > 60:
            break
    assert any(look(rules, s, seat, seed=k) != found for k in range(5, 9))


def test_what_is_hidden_changes_nothing() -> None:
    seen = 0
    for n, (rules, s, seat) in enumerate(choices({"seats": 3}, 8)):
        if n % 25 == 10:
            found = look(rules, s, seat, seed=n, turns=0)
            worlds = [resample(rules, s, seat, k) for k in range(4)]
            seen += len({state_hash(world) for world in worlds}) - 1
            assert all(look(rules, world, seat, seed=n, turns=0) == found for world in worlds)
        if n > 250:
            break
    assert seen > 5


@pytest.mark.compiled
def test_a_winning_action_is_found() -> None:
    for rules, s, seat in choices(TINY, 5):
        for code in rules.legal(s, seat):
            after = s.copy()
            rules.apply(after, seat, code)
            if rules.is_over(after):
                count = len(rules.legal(s, seat))
                found = look(rules, s, seat, budget=40 * count, width=count)
                won = s.copy()
                rules.apply(won, seat, found.best)
                assert rules.winners(won) == 1 << seat
                best = found.ranked()[0]
                assert (best.value, best.wins[seat], len(best.line)) == (1.0, best.visits, 1)
                return
    pytest.fail("the game ended by no action of a seat")


def test_the_budget_is_spent_in_halving_rounds() -> None:
    rules, s, seat = next(choices(TINY, 2))
    found = look(rules, s, seat, budget=64, width=4)
    visits = sorted(c.visits for c in found.candidates)
    assert sum(visits) == found.rollouts <= 64
    assert visits[0] == visits[1] < visits[2] == visits[3]
    assert found.candidates[0].visits == visits[3], "the policy's own choice is never left out"
    assert look(rules, s, seat, budget=1, width=4).rollouts >= 4
    assert look(rules, s, seat, width=1).best == found.candidates[0].code


def test_a_margin_keeps_the_first_candidate() -> None:
    for n, (rules, s, seat) in enumerate(choices({"seats": 2}, 9)):
        free, held = look(rules, s, seat, seed=n), look(rules, s, seat, seed=n, margin=1.0)
        assert held.best == held.candidates[0].code
        if free.best != held.best:
            chosen = next(c for c in free.candidates if c.code == free.best)
            assert chosen.lead > 0
            return
    pytest.fail("no search departed from the first candidate")


def test_terms_are_means_at_the_ends() -> None:
    rules, s, seat = next(choices(TINY, 2))
    for candidate in look(rules, s, seat, explain=True, turns=2).candidates:
        assert candidate.terms == {"points": pytest.approx(candidate.points[seat])}
    assert look(rules, s, seat).candidates[0].terms == {}


def test_an_outcome_depends_on_its_number_alone() -> None:
    rules = configure({"seats": 2}, random.Random(1))
    s = at_dice(rules)
    dice = rules.phase(s)
    streams = Streams(rules)
    streams.begin(5, 7)
    alone = [int(streams.sample(dice, s)) for _ in range(20)]
    streams.begin(5, 7)
    others = [phase for phase in rules.phases if phase.name != "dice"]
    mixed = []
    for n in range(20):
        mixed.append(int(streams.sample(dice, s)))
        streams._a[others[n % len(others)].id] += n
    assert alone == mixed
    assert len(set(alone)) > 5
    streams.begin(6, 7)
    assert alone != [int(streams.sample(dice, s)) for _ in range(20)]


def test_the_streams_of_phases_lie_apart() -> None:
    rules = configure({"seats": 2}, random.Random(1))
    streams = Streams(rules)
    phases = range(len(rules.phases))
    assert [int(far) for far in streams._far_a] == [pow(40014, phase * int(APART), int(M1)) for phase in phases]
    assert [int(far) for far in streams._far_b] == [pow(40692, phase * int(APART), int(M2)) for phase in phases]


def test_dice_do_not_follow_from_the_cards_that_were_dealt() -> None:
    rules = configure({"seats": 3, "layout": "random", "options": {"first": 0}}, random.Random(2))
    assert isinstance(rules, Island)
    s, chooser = rules.start(), Chooser(5)
    while rules.phase_name(s) != "main" or rules.hand_size(s, 1) < 2:
        seat = first_actor(rules, s)
        rules.apply(s, seat, random_action(rules, s, seat, chooser))
    halving = Halving(rules, s, 0, rules.legal(s, 0), Policy(rules), Points(rules), 1, 50, 5, False)
    streams, dice = Streams(rules), rules.phases[rules.dice_phase]
    dealt: dict[tuple[int, ...], list[int]] = {}
    for number in range(300):
        halving._open()
        streams.begin(halving._numbers[number].a, halving._numbers[number].b)
        hand = tuple(int(n) for n in halving._worlds[number].cells[rules.hand + 5 : rules.hand + 10])
        dealt.setdefault(hand, []).append(int(streams.sample(dice, s)) % 36 // 6)
    often = [rolls for rolls in dealt.values() if len(rolls) > 40]
    assert often
    assert all(len(set(rolls)) == 6 for rolls in often)


def test_where_nothing_is_ranked_the_own_choice_comes_first() -> None:
    seen = 0
    for n, (rules, s, seat) in enumerate(choices({"seats": 3, "layout": "random"}, 4)):
        plays = policy(rules, "greedy")
        out = Codes()
        plays.rank(s, seat, out, 3)
        if out.count == 0:
            seen += 1
            found = search(rules, s, seat, 4, policy=plays, evaluation=Points(rules), width=3, turns=0, margin=1.0)
            assert found.best == plays.choose(s, seat, Chooser(0))
        if n > 150:
            break
    assert seen > 3


def test_streams_draw_all_dice() -> None:
    rules = configure({"seats": 2}, random.Random(1))
    s = at_dice(rules)
    streams = Streams(rules)
    counts = dict.fromkeys((int(code) for code in rules.legal(s, CHANCE)), 0)
    for world in range(3600):
        chooser = Chooser(world)
        streams.begin(chooser.a, chooser.b)
        counts[int(streams.sample(rules.phase(s), s))] += 1
    assert len(counts) == 36
    # Mean 100, standard deviation below 10.
    assert 50 < min(counts.values()) <= max(counts.values()) < 150


def test_bad_arguments_are_refused() -> None:
    rules, s, seat = next(choices(TINY, 2))
    other = configure({**TINY, "layout": "random"}, random.Random(3))
    with pytest.raises(ValueError, match="budget must be at least 1, got 0"):
        look(rules, s, seat, budget=0)
    with pytest.raises(ValueError, match="turns must be at least 0, got -1"):
        look(rules, s, seat, turns=-1)
    with pytest.raises(OutOfRange):
        look(rules, s, 7)
    with pytest.raises(OutOfRange, match="of another game"):
        search(rules, s, seat, 5, policy=Policy(other), evaluation=Points(rules))
    with pytest.raises(IllegalAction, match="nothing to decide"):
        look(rules, s, 1 - seat)
    illegal = next(code for code in range(int(rules.actions)) if code not in list(rules.legal(s, seat)))
    with pytest.raises(IllegalAction, match="is not legal"):
        look(rules, s, seat, codes=[illegal])


@pytest.mark.parametrize(
    ("given", "error", "words"),
    [
        ({"budget": 2.5}, TypeError, "budget must be a whole number, got 2.5"),
        ({"seat": "0"}, TypeError, "seat must be a whole number, got '0'"),
        ({"seed": None}, TypeError, "seed must be a whole number, got None"),
        ({"turns": 10**30}, ValueError, "turns must be at most 1000000000, got 1000000000000000000000000000000"),
        ({"errors": float("nan")}, ValueError, "errors must be at least 0, got nan"),
        ({"margin": "1"}, TypeError, "margin must be a number, got '1'"),
        ({"margin": float("inf")}, ValueError, "margin must be at most 1000000000, got inf"),
        ({"codes": ["end"]}, TypeError, "codes must be the numbers of actions, got 'end'"),
        ({"policy": "quick"}, TypeError, "policy must be a bastide.search.Policy, .*got 'quick'"),
        ({"evaluation": None}, TypeError, "evaluation must be a bastide.search.Evaluation, .*got None"),
    ],
)
def test_what_is_no_such_number_or_policy_is_named(given: dict[str, Any], error: type[Exception], words: str) -> None:
    rules, s, seat = next(choices(TINY, 2))
    right: dict[str, Any] = {"seat": seat, "budget": 4, "policy": Policy(rules), "evaluation": Points(rules)}
    with pytest.raises(error, match=words):
        search(rules, s, **(right | given))


class Ranks(Policy):
    """Ranks the actions that it is given, whatever the position."""

    def __init__(self, rules: Rules, codes: list[int]) -> None:
        super().__init__(rules)
        self.ranked = codes

    def rank(self, s: State, seat: i64, out: Codes, most: i64) -> None:
        for code in self.ranked:
            out.add(code)


def test_a_policy_that_ranks_what_is_no_legal_action_is_refused() -> None:
    rules, s, seat = next(choices(TINY, 2))
    legal = [int(code) for code in rules.legal(s, seat)]
    illegal = next(code for code in range(int(rules.actions)) if code not in legal)
    for code, error in ((illegal, IllegalAction), (-1, OutOfRange), (int(rules.actions), OutOfRange)):
        plays = Ranks(rules, [legal[0], code])
        with pytest.raises(error):
            search(rules, s, seat, 4, policy=plays, evaluation=Points(rules))
        with pytest.raises(error):
            tree_search(rules, s, seat, 4, policy=plays, evaluation=Points(rules), width=2, seed=1)
    many = search(rules, s, seat, 4, policy=Ranks(rules, legal), evaluation=Points(rules), width=2)
    assert [one.code for one in many.candidates] == legal[:2]


@pytest.mark.compiled
def test_numbers_that_no_machine_word_holds_are_refused_alike() -> None:
    rules, s, seat = next(choices(TINY, 2))
    for great in (2**70, -(2**70)):
        with pytest.raises(OutOfRange, match="is no seat"):
            look(rules, s, great)
        with pytest.raises(OutOfRange, match="is no action"):
            look(rules, s, seat, codes=[great])
    assert look(rules, s, seat, codes=iter(())) == look(rules, s, seat)
    with pytest.raises(ValueError, match="no number may be more than"):
        tree_search(rules, s, seat, 10**10, policy=Policy(rules), evaluation=Points(rules), width=2, seed=1)


class Records(Points):
    """Keeps what it was asked to judge: shares, points and ranks of every rollout."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.met: list[tuple[list[float], list[int], list[int]]] = []

    def values(self, s: State, out: vec[i64]) -> None:
        super().values(s, out)
        seats = range(int(self.rules.seats))
        ranks = [rank for seat in seats for rank, tied in enumerate(self.rules.ranking(s)) if seat in tied]
        before = [sum(len(tied) for tied in self.rules.ranking(s)[:rank]) for rank in ranks]
        points = [int(self.rules.total_points(s, seat)) for seat in seats]
        self.met.append(([int(out[seat]) / int(WHOLE) for seat in seats], points, before))


def test_a_candidate_has_means_and_spreads_of_every_seat() -> None:
    for number, goal in ((3, 3), (40, 10)):
        rules, s, seat = list(itertools.islice(choices({"seats": 3, "options": {"goal": goal}}, 5), number))[-1]
        judge = Records(rules)
        found = search(rules, s, seat, 12, policy=Policy(rules), evaluation=judge, width=1)
        [one] = found.candidates
        assert len(judge.met) == one.visits == 12
        given = [(one.values, one.spreads), (one.points, one.point_spreads), (one.ranks, one.rank_spreads)]
        for kind, (means, spreads) in enumerate(given):
            for other in range(3):
                numbers = [met[kind][other] for met in judge.met]
                assert means[other] == pytest.approx(mean(numbers), abs=1e-5)
                assert spreads[other] == pytest.approx(pstdev(numbers), abs=1e-2)
        assert (one.value, one.spread) == (one.values[seat], one.spreads[seat])
        assert max(one.point_spreads) > 0


def test_ranked_by_the_lead_in_the_same_worlds() -> None:
    rules, s, seat = next(choices(TINY, 2))
    codes = rules.legal(s, seat)[:3]
    halving = Halving(rules, s, seat, codes, Policy(rules), Points(rules), 4, 500, 1, False)
    halving.run(30)
    assert halving.lead(0, 0) == 0
    for k in range(3):
        assert halving.lead(k, 100) <= halving.lead(k, 0)
