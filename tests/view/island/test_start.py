"""What the modules lay out is shown from the beginning, also while the seats roll for the start."""

from __future__ import annotations

import random

import pytest

from bastide.catan.base.reading import nearest_seats
from bastide.catan.family import MODULES
from bastide.kernel.game import Game
from bastide.view import view
from bastide.view.island.model import IslandView
from bastide.view.model import OPEN, SPECTATOR

LAID_OUT = ("bank", "deck", "robber", "pieces", "neutrals", "seats", "modules")


def begun(module: str) -> Game:
    """A game in which the seats roll for the start."""
    seats = nearest_seats(4, [MODULES[module]()])
    return Game.new({"seats": seats, "modules": [module], "options": {"pieces": "free", "first": "roll"}}, seed=1)


def seen(game: Game, viewer: int) -> IslandView:
    found = view(game, viewer)
    assert isinstance(found, IslandView)
    return found


@pytest.mark.rule("BASE-015")
@pytest.mark.parametrize("module", list(MODULES))
def test_rolls_for_the_start_change_nothing_that_lies_on_the_table(module: str) -> None:
    game, rng = begun(module), random.Random(1)
    viewers = (SPECTATOR, OPEN, 0)
    rolling = [{name: getattr(seen(game, viewer), name) for name in LAID_OUT} for viewer in viewers]
    cells = game.state.copy()
    assert cells == game.rules.start(), "looking changes nothing"
    while seen(game, SPECTATOR).phase == "start":
        game.draw(rng)
    for viewer, before in zip(viewers, rolling, strict=True):
        assert before == {name: getattr(seen(game, viewer), name) for name in LAID_OUT}
