"""What learners and searchers ask of rules: winners, returns, codes of chance, phases, and a board from a seed."""

from __future__ import annotations

import random
from itertools import chain, combinations
from math import fsum
from typing import Any

import pytest

from bastide.kernel.chooser import Chooser
from bastide.kernel.errors import ConfigError, OutOfRange
from bastide.kernel.families import configure
from bastide.kernel.game import Game
from bastide.kernel.playout import first_actor, random_action
from bastide.kernel.rules import Rules
from bastide.kernel.state import BITS, CHANCE, WINNERS

CONFIGS: dict[str, dict[str, Any]] = {
    "island": {"seats": 3, "layout": "random", "modules": ["cities_knights"]},
    "six seats": {"seats": 6, "layout": "random", "modules": ["five_six"]},
    "carcassonne": {"game": "carcassonne", "seats": 2, "modules": ["inns", "river", "hills"]},
}


@pytest.fixture(params=CONFIGS)
def rules(request: pytest.FixtureRequest) -> Rules:
    return configure(CONFIGS[request.param], seed=4)


def test_winners_share_one_and_the_others_lose_it(rules: Rules) -> None:
    seats = range(int(rules.seats))
    for won in chain.from_iterable(combinations(seats, count) for count in range(len(seats) + 1)):
        s = rules.start()
        s.cells[WINNERS] = sum(int(BITS[seat]) for seat in won)  # of no meaning while the game runs
        assert (rules.winners(s), rules.returns(s)) == (0, [0.0] * len(seats))
        rules.finish(s, s.cells[WINNERS])
        assert [seat for seat in seats if rules.winners(s) & BITS[seat]] == list(won)
        returns = rules.returns(s)
        assert abs(fsum(returns)) < 1e-9
        if 0 < len(won) < len(seats):
            assert fsum(returns[seat] for seat in won) == pytest.approx(1)
            assert (
                len({returns[seat] for seat in won}) == len({returns[seat] for seat in seats if seat not in won}) == 1
            )
        else:
            assert returns == [0.0] * len(seats)


def test_a_game_says_who_won_as_its_rules_do(rules: Rules) -> None:
    game = Game(rules)
    assert game.winners == []
    rules.finish(game.state, 0b10)
    assert game.winners == [1]


def test_codes_of_chance_are_the_outcomes_and_no_seat_plays_one(rules: Rules) -> None:
    s, chooser = rules.start(), Chooser(1)
    assert rules.num_distinct_actions == rules.actions
    names = rules.phase_names()
    assert len(set(names)) == len(names)
    seen = set()
    for _ in range(600):
        if rules.is_over(s):
            break
        assert rules.phase_name(s) in names
        seen.add(rules.phase_name(s))
        for seat in (CHANCE, *range(int(rules.seats))):
            assert {rules.is_chance(code) for code in rules.legal(s, seat)} <= {seat == CHANCE}
        seat = first_actor(rules, s)
        rules.perform(s, seat, random_action(rules, s, seat, chooser))
    assert len(seen) >= 2
    for code in (-1, rules.num_distinct_actions):
        with pytest.raises(OutOfRange, match=rf"^{code} is no action"):
            rules.is_chance(code)
    rules.finish(s, 0)
    assert rules.phase_name(s) == ""


def test_a_position_of_another_game_is_refused(rules: Rules) -> None:
    other = configure({"seats": 2, "options": {"first": 0}}).start()
    for ask in (rules.winners, rules.returns, rules.phase_name):
        with pytest.raises(OutOfRange, match="is no position of this game"):
            ask(other)


@pytest.mark.parametrize("seed", [0, 5, -5])
@pytest.mark.parametrize("kind", CONFIGS)
def test_a_seed_deals_the_board_of_the_game_of_that_seed(kind: str, seed: int) -> None:
    dealt = configure(CONFIGS[kind], seed=seed).resolved()
    assert dealt == Game.new(CONFIGS[kind], seed=seed).rules.resolved()
    if seed == 5:
        assert dealt == configure(CONFIGS[kind], random.Random(5)).resolved()


def test_a_board_needs_one_source_of_chance() -> None:
    random_board = CONFIGS["island"]
    with pytest.raises(ConfigError, match="dealt at random: give a seed"):
        configure(random_board)
    with pytest.raises(TypeError, match="give seed or rng, not both; got 3 and "):
        configure(random_board, random.Random(1), seed=3)
    wrong: Any
    for wrong in ("5", 0.5, True, random.Random(1)):
        for ask in (configure, Game.new):
            with pytest.raises(TypeError, match=r"^seed must be a whole number, such as 5, or None; got "):
                ask(random_board, seed=wrong)
