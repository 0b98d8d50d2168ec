"""Scores, ratings and sequential tests, on results made up with a known truth."""

from __future__ import annotations

import math
import random
from dataclasses import replace

import pytest

from bastide.arena.games import Played, play
from bastide.arena.plan import Plan, Sequential, read
from bastide.arena.statistics import (
    block_scores,
    bradley_terry,
    expected,
    interval,
    pentanomial,
    ratings,
    score,
    verdict,
)
from tests.arena.test_plan import DUEL
from tests.sizes import sized

TEST = Sequential((0, 1), (0, 40), 0.05, 0.05, 50)
GAME = Played(0, 0, "duel", "", ("a", "b"), (0,), True, (10, 5), 60, 200, (0.1, 0.1), "", "", "")


def made_up(plan: Plan, elo: dict[str, float], seed: int) -> list[Played]:
    """Results in which an entrant is stronger by so much: who sits in a seat wins by the odds of its strength."""
    rng = random.Random(seed)
    games = []
    for number in range(plan.games):
        seating = tuple(plan.entrants[entrant].name for entrant in plan.unit(number).seating)
        odds = [10 ** (elo[name] / 400) for name in seating]
        winner = rng.choices(range(len(seating)), odds)[0]
        games.append(replace(GAME, number=number, block=plan.block(number), seating=seating, winners=(winner,)))
    return games


@pytest.mark.parametrize(
    ("seating", "winners", "told"),
    [
        (("a", "b"), (0,), 1),
        (("a", "b"), (1,), 0),
        (("a", "b"), (), 0.5),
        (("a", "b"), (0, 1), 0.5),
        (("a", "b", "b"), (0, 1), 0.5),
        (("a", "b", "b"), (1, 2), 0),
        (("a", "b", "c"), (2,), 0.5),
        (("a", "c", "c"), (0,), None),
    ],
)
def test_the_score_of_a_game(seating: tuple[str, ...], winners: tuple[int, ...], told: float | None) -> None:
    game = replace(GAME, seating=seating, winners=winners)
    assert score(game, "a", "b") == told
    if told is not None:
        assert score(game, "b", "a") == 1 - told


def test_a_block_counts_when_all_its_games_have_been_played() -> None:
    plan = read(DUEL)
    games = [replace(GAME, number=n, block=n // 2, seating=("greedy", "dice"), winners=(n % 2,)) for n in range(3)]
    assert block_scores(plan, games, 0, 1) == [0.5]
    assert pentanomial([0, 0.25, 0.5, 0.5, 1]) == (1, 1, 2, 0, 1)


def test_equal_bots_score_a_half_at_any_table() -> None:
    plan = read(DUEL.replace("seats = 2", "seats = 4").replace("blocks = 2", "blocks = 400"))
    games = made_up(plan, {"greedy": 0, "dice": 0}, 1)
    mean, low, high = interval(block_scores(plan, games, 0, 1))
    assert low < 0.5 < high
    assert high - low < 0.05
    assert mean == pytest.approx(0.5, abs=0.03)


def test_ratings_find_the_strength_that_was_put_in() -> None:
    third = DUEL.replace("blocks = 2", "blocks = 300") + '[[entrant]]\nname = "third"\nbot = "random"\n'
    plan = read(third)
    found = ratings(plan, made_up(plan, {"greedy": 100, "dice": -80, "third": -20}, 2), samples=200)
    assert [rating.name for rating in found] == ["greedy", "third", "dice"]
    for rating, truth in zip(found, (100, -20, -80), strict=True):
        assert rating.low - 1 < truth < rating.high + 1
        assert rating.high - rating.low < 70
    assert sum(rating.elo for rating in found) == pytest.approx(0, abs=1e-6)


def test_who_lost_all_games_has_a_rating() -> None:
    best, worst = bradley_terry([[0, 10], [0, 0]])
    assert math.isfinite(best)
    assert best == -worst > 0


def errors(elo: float, runs: int, blocks: int) -> tuple[int, int]:
    """How often the larger and the smaller difference were accepted, where this one is true."""
    plan = read(DUEL.replace("blocks = 2", f"blocks = {blocks}"))
    accepted = [0, 0]
    for seed in range(runs):
        # Blocks differ in how much the board favours a seat: their two games are not independent. In points, not in
        # Elo: a mean over seats favoured by so much Elo is nearer to a half than that of even seats.
        rng = random.Random(seed)
        scores = []
        for _ in range(plan.blocks):
            seat = rng.uniform(-0.4, 0.4)
            one = rng.random() < expected(elo) + seat
            other = rng.random() < expected(elo) - seat
            scores.append((one + other) / 2)
        for last in range(TEST.every, plan.blocks + 1, TEST.every):
            found = verdict(scores[:last], TEST)
            if found.decided:
                accepted[bool(found.stronger)] += 1
                break
    return accepted[1], accepted[0]


def at_most(runs: int) -> float:
    """How many of these may be wrong: 5 %, and what chance adds to it in one of a thousand."""
    return 0.05 * runs + 3.1 * math.sqrt(0.05 * 0.95 * runs)


@pytest.mark.parametrize(("elo", "wrong"), [(0, 0), (40, 1), (-30, 0)])
def test_a_sequential_test_seldom_errs(elo: float, wrong: int) -> None:
    runs = sized(30, 2000)
    found = errors(elo, runs, 3000)
    assert sum(found) > 0.95 * runs, "nearly all runs decide"
    assert found[wrong] <= at_most(runs)


def test_bots_of_one_strength_are_seldom_told_apart() -> None:
    plan = read(DUEL.replace("blocks = 2", "blocks = 100"))
    runs = sized(10, 400)
    found = [ratings(plan, made_up(plan, {"greedy": 0, "dice": 0}, seed), samples=200) for seed in range(runs)]
    assert sum(best.low > worst.high for best, worst in found) <= at_most(runs)


def test_a_copy_is_never_told_apart_for_it_plays_the_same_games() -> None:
    plan = read(DUEL.replace('bot = "random"', 'bot = "greedy"').replace("blocks = 2", "blocks = 5"))
    games = [play(plan, number, [-1, 0, -1]) for number in range(plan.games)]
    assert block_scores(plan, games, 0, 1) == [0.5] * 5
