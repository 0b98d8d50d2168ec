"""Positions for five and six players in a few words, on top of `tests.kit`."""

from __future__ import annotations

from typing import Any

from bastide.catan.family import IslandGame
from bastide.expansions.island.five_six.rules.module import FiveSixRules
from bastide.kernel.game import Game
from tests.kit import Table, table

SIX = ["five_six"]
KNIGHTS = ["five_six", "cities_knights"]


def many(seats: int = 6, modules: list[str] | None = None, **more: Any) -> Table:
    """A table with the extension."""
    return table(seats, modules=modules or SIX, **more)


def paired(seats: int = 6, modules: list[str] | None = None, **more: Any) -> Table:
    """The same with paired players."""
    return table(seats, modules=modules or SIX, between_turns="paired", **more)


def extension(game: Game) -> FiveSixRules:
    """The extension in a game."""
    assert isinstance(game.rules, IslandGame)
    return game.rules.module(FiveSixRules)


def pass_all(t: Table, *, until: int = -1) -> Table:
    """Every seat passes that is asked, until the next turn begins or a seat is asked."""
    while t.phase == "five_six_building" and t.actors != [until]:
        t.play("pass")
    return t
