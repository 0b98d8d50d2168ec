"""Every bot: legal, deterministic, honest, and never stuck."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, Final

import pytest

from bastide.catan.family import IslandGame, configure
from bastide.cli.configs import bots
from bastide.kernel.errors import ConfigError, IllegalAction
from bastide.kernel.game import Game
from bastide.kernel.resample import resample
from bastide.kernel.rules import Rules
from bastide.kernel.state import BITS, CHANCE, State
from bastide.players import LEVELS, Bot, make_bot, thinks

ISLAND: dict[str, Any] = {"game": "island", "seats": 4, "layout": "random"}

PLAYED: Final = [
    pytest.param(level, marks=pytest.mark.slow) if thinks(level) else level for level in LEVELS if level != "master"
]
"""The levels; `master` is `strong` with more rollouts. Those that search need the compiled engine."""


def island(seats: int, seed: int, **options: object) -> IslandGame:
    return configure({**ISLAND, "seats": seats, "options": options}, random.Random(seed))


def positions(rules: Rules, bots: list[Bot], seed: int) -> Iterator[tuple[State, int, int]]:
    """Every decision of a game: the position, the seat, and the code it chose."""
    rng = random.Random(seed)
    s = rules.start()
    while not rules.is_over(s):
        mask = int(rules.actors(s))
        if mask == 0:
            pairs = [int(n) for n in rules.outcomes(s)]
            rules.apply(s, CHANCE, rng.choices(pairs[::2], pairs[1::2])[0])
            continue
        seat = next(seat for seat in range(rules.seats) if mask & BITS[seat])
        code = int(bots[seat].act(rules, s, seat, bots[seat].rng))
        yield s, seat, code
        rules.apply(s, seat, code)


def test_an_unknown_level_is_refused_with_the_levels_there_are() -> None:
    with pytest.raises(ConfigError, match=r"'clever' is unknown.*random, easy, greedy"):
        make_bot("clever")


@pytest.mark.compiled
@pytest.mark.parametrize("level", PLAYED)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_action_is_legal_and_changes_nothing_before_it_is_played(level: str, seats: int) -> None:
    rules = island(seats, 1)
    bots = [make_bot(level, seat) for seat in range(seats)]
    for count, (s, seat, code) in enumerate(positions(rules, bots, 2)):
        before = s.cells[:]
        assert rules.is_legal(s, seat, code)
        bots[seat].act(rules, s, seat, random.Random(count))
        assert s.cells == before
        if count == 400:
            break


@pytest.mark.parametrize("level", PLAYED)
def test_whole_decisions_are_notation_that_the_game_takes(level: str) -> None:
    game = Game.new({**ISLAND, "seats": 3, "options": {"goal": 5}}, seed=3)
    bot = make_bot(level, 3)
    rng = random.Random(3)
    while not game.over and game.version < 1500:
        seat = game.actors[0]
        if seat == CHANCE:
            game.draw(rng)
        else:
            game.play(bot.choose(game, seat), seat)
    assert game.version > 50
    assert Game.load(game.save()).hash() == game.hash()


@pytest.mark.compiled
@pytest.mark.parametrize("level", PLAYED)
def test_the_same_seed_plays_the_same_game(level: str) -> None:
    def record() -> list[tuple[int, int]]:
        rules = island(4, 4)
        bots = [make_bot(level, seat) for seat in range(4)]
        return [(seat, code) for _, (_, seat, code) in zip(range(500), positions(rules, bots, 4), strict=False)]

    assert record() == record()


@pytest.mark.compiled
@pytest.mark.parametrize("level", PLAYED)
@pytest.mark.parametrize("seats", [2, 4])
def test_what_a_seat_cannot_know_changes_no_decision(level: str, seats: int) -> None:
    rules = island(seats, 5)
    bots = [make_bot(level, seat) for seat in range(seats)]
    deal = random.Random(5)
    changed = 0
    for count, (s, seat, _) in enumerate(positions(rules, bots, 6)):
        if count % 2 == 0:
            other = resample(rules, s, seat, deal)
            changed += other.cells != s.cells
            here = bots[seat].act(rules, s, seat, random.Random(count))
            there = bots[seat].act(rules, other, seat, random.Random(count))
            assert here == there, f"decision {count} of seat {seat} depends on hidden cards"
        if count == 900:
            break
    assert changed > 5


@pytest.mark.compiled
@pytest.mark.parametrize("level", PLAYED)
def test_a_seat_that_may_act_meanwhile_can_be_asked(level: str) -> None:
    rules = island(4, 7)
    asked = 0
    bots = [make_bot("greedy", seat) for seat in range(4)]
    bot = make_bot(level, 7)
    for s, _, _ in positions(rules, bots, 7):
        optional = int(rules.optional(s))
        if optional:
            seat = next(seat for seat in range(4) if optional & BITS[seat])
            assert rules.is_legal(s, seat, bot.act(rules, s, seat, bot.rng))
            asked += 1
    assert asked


@pytest.mark.parametrize("level", LEVELS)
def test_a_seat_with_nothing_to_decide_is_told_so(level: str) -> None:
    game = Game.new({**ISLAND, "options": {"first": 0}}, seed=8)
    with pytest.raises(IllegalAction, match="nothing to decide"):
        make_bot(level, 1).choose(game, 1)


@pytest.mark.compiled
@pytest.mark.parametrize(
    "options",
    [{"trade": "bank"}, {"offers": 0}, {"goal": 4}, {"goal": 14, "turns": 300}, {"hand_limit": 3}, {"first": 1}],
    ids=str,
)
def test_options_stop_no_bot(options: dict[str, Any]) -> None:
    rules = island(3, 9, **options)
    bots = [make_bot(level, 9) for level in ("greedy", "greedy", "random")]
    assert sum(1 for _ in positions(rules, bots, 9)) > 20


def test_steady_is_another_name_of_greedy() -> None:
    assert type(make_bot("steady", 1)) is type(make_bot("greedy", 1))
    assert bots("steady,random") == ["greedy", "random"]
