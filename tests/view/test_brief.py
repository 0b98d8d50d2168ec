"""A brief view is the whole one with the last turn of its log and nothing before."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, Final

import msgspec
import pytest

from bastide.kernel.game import Game
from bastide.players import make_bot
from bastide.view import view
from bastide.view.model import SPECTATOR

GAMES: Final[tuple[Mapping[str, Any], ...]] = (
    {"game": "island", "seats": 4, "layout": "random", "options": {"goal": 6}},
    {"game": "island", "seats": 3, "layout": "beginner", "options": {"first": 0, "goal": 5}},
    {"game": "island", "seats": 3, "modules": ["cities_knights"], "options": {"goal": 7}},
    {"game": "carcassonne", "seats": 2, "modules": ["inns", "traders"]},
)


@pytest.mark.parametrize("config", GAMES, ids=lambda config: f"{config['game']} {len(config)}")
def test_whatever_was_looked_at_before(config: Mapping[str, Any]) -> None:
    game, rng, bot = Game.new(config, seed=8), random.Random(8), make_bot("random", 8)
    while not game.over and len(game.decisions) < 250:
        if game.actors == [-1]:
            game.draw(rng)
        else:
            seat = rng.choice(game.actors)
            game.play(bot.choose(game.copy(), seat), seat)
        if len(game.decisions) % 5:
            continue
        for viewer in (0, SPECTATOR):
            whole, unseen = view(game, viewer), game.copy()
            last = [line for line in whole.log if line.turn == whole.log[-1].turn]
            brief = msgspec.structs.replace(whole, log=last)
            assert view(unseen, viewer, brief=True) == brief, "nobody has looked yet"
            assert view(unseen, viewer) == whole, "and then at all of it"
            assert view(unseen, viewer, brief=True) == brief
            assert view(game, viewer, brief=True) == brief
