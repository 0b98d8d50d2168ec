"""A table whose board has water, hexes with several numbers and a middle: every panel and every picture of it."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from bastide.kernel.game import Game
from bastide.testing.play import play
from bastide.view import OPEN, SPECTATOR, svg
from bastide.view.island.model import IslandView
from bastide.web.making import board_of
from bastide.web.maps import picture
from bastide.web.panels import render
from tests.kit import land
from tests.web.panels.test_painter import seen

SPOTS = [(q, r) for r in range(-3, 4) for q in range(-3, 4) if abs(q + r) <= 3]
WET = [at for at in SPOTS if max(abs(at[0]), abs(at[1]), abs(sum(at))) == 3 or at == (-1, 0)]
TERRAINS = ["forest 8", "hills 5", "mountains 2 12", "fields 9", "pasture 3 4 10"]
SITES = ["robber 1,0", "inner 0,0,CN", "inner 0,0,CSE", "inner 0,0,CSW", "inner 0,0,CNW"]


def config() -> dict[str, Any]:
    """An island of two rings with a lake in it and the sea round it."""
    dry = iter(TERRAINS * 4)
    hexes = [f"{q},{r} {'sea' if (q, r) in WET else next(dry)}" for q, r in SPOTS]
    layout = land(*hexes, harbors=["0,-2 NW", "2,-2 E ore", "-2,2 W wool"], sites=SITES)
    return {"seats": 3, "layout": layout, "options": {"first": 0, "pieces": "free"}}


@pytest.fixture(scope="module")
def game() -> Game:
    return play(Game.new(config(), seed=1), random.Random(3), 120)


@pytest.mark.parametrize("viewer", [0, 1, 2, SPECTATOR, OPEN])
def test_every_panel_is_drawn(game: Game, viewer: int) -> None:
    table = seen(game, viewer)
    panels = render(table, "fr")
    assert isinstance(table.view, IslandView)
    assert [(h.q, h.r) for h in table.view.board.hexes if h.water] == WET
    assert "hex-sea" not in "".join(panels.values())
    numbers = [n for text in TERRAINS * 4 for n in text.split()[1:]][
        : sum(len(h.tokens) for h in table.view.board.hexes)
    ]
    assert re.findall(r'href="#token-(\d+)"', panels["lit"]) == numbers


def test_pictures_of_the_map_show_the_sea_as_sea() -> None:
    shown = board_of(config())
    assert len([h for h in shown.hexes if h.water]) == len(WET)
    for drawn in (picture(shown), svg.preview(shown, 300, 200), svg.mini_board(shown)):
        assert "hex-sea" not in drawn
        assert "nan" not in drawn
