"""The greedy bot for Carcassonne: it beats chance, and plays whatever is on."""

from __future__ import annotations

import random

import pytest

from bastide.carcassonne.family import MODULES
from bastide.kernel.game import Game
from bastide.players import make_bot
from bastide.view.model import CHANCE
from tests.differential.sets import module_sets


def play(config: dict[str, object], levels: list[str], seed: int, most: int = 10_000) -> Game:
    game = Game.new({"game": "carcassonne", "seats": len(levels), **config}, seed=seed)
    bots = [make_bot(level, seed + seat) for seat, level in enumerate(levels)]
    rng = random.Random(seed)
    for _ in range(most):
        if game.over:
            break
        if game.actors == [CHANCE]:
            game.draw(rng)
        else:
            seat = game.actors[0]
            game.play(bots[seat].choose(game, seat), seat)
    return game


@pytest.mark.parametrize("seed", range(2))
def test_it_beats_chance_from_either_seat(seed: int) -> None:
    levels = ["greedy", "random"]
    assert play({}, levels, seed).winners == [0]
    assert play({}, levels[::-1], seed).winners == [1]


def test_it_plays_every_set_of_expansions() -> None:
    for n, modules in enumerate(module_sets("carcassonne", MODULES)):
        game = play({"modules": list(modules)}, ["greedy"] * (2 + n % 3), n, 24)
        assert game.version >= 20


def test_the_same_position_gives_the_same_decision() -> None:
    game = play({"modules": ["inns"]}, ["greedy", "greedy"], 4, 41)
    while game.actors == [CHANCE]:
        game.draw(random.Random(1))
    seat = game.actors[0]
    assert make_bot("greedy", 1).choose(game, seat) == make_bot("greedy", 2).choose(game, seat)


def test_it_takes_points_rather_than_none() -> None:
    game = Game.new({"game": "carcassonne", "seats": 2, "options": {"first": 0}}, seed=1)
    game.chance("draw city1")
    game.play(make_bot("greedy", 1).choose(game, 0), 0)
    game.play(make_bot("greedy", 1).choose(game, 0), 0)
    assert int(game.rules.points(game.state, 0)) == 4
