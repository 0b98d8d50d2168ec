"""Bots on a board with water, sites, several numbers and a middle."""

from __future__ import annotations

import random

import pytest

from bastide.catan.base.island import Island
from bastide.catan.family import MODULES
from bastide.kernel.game import Game
from bastide.kernel.state import CHANCE
from bastide.players import make_bot
from bastide.players.greedy.island.tables import Tables
from tests.island.archipelago.rules.lagoon import Lagoon
from tests.kit import land, table


def test_the_greedy_bot_plays_with_water_and_a_middle(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(MODULES, "lagoon", Lagoon)
    game = Game.new({"seats": 3, "modules": ["lagoon"], "layout": "lagoon"}, seed=1)
    bots = [make_bot("greedy", seat) for seat in range(3)]
    rng = random.Random(1)
    while not game.over and game.version < 150:
        if game.actors == [CHANCE]:
            game.draw(rng)
        else:
            seat = game.actors[0]
            game.play(bots[seat].choose(game, seat), seat)
    assert game.version >= 100


def test_all_numbers_of_a_hex_are_income() -> None:
    rules = table(2, layout=land("0,0 mountains 2 12", "1,0 hills 5", "2,0 sea")).r
    assert isinstance(rules, Island)
    assert [int(n) for n in Tables(rules, []).pips] == [2, 4, 0]
