"""Seafarers for two: the maps for four, with a corner where each neutral colour begins (TB-TWO-036)."""

from __future__ import annotations

from typing import Final

from bastide.catan.board.layout import LaidSite
from bastide.expansions.island.seafarers.rules.module import Seafarers
from bastide.expansions.island.two_players.rules.places import NEUTRAL
from bastide.kernel.rules import Module

COLOURS: Final = 4
CORNERS: Final = {
    "new_shores": ("2,3,S", "0,7,N"),
    "through_the_desert": ("3,3,S", "1,5,S"),
    "four_islands": ("4,2,S", "0,6,S"),
}
"""On New Shores those of the base island; on the other maps corners inland, equally good."""


def adapt(module: Module) -> None:
    """Lay the maps for four colours."""
    assert isinstance(module, Seafarers)
    module.map_seats = COLOURS
    module.more_sites = {name: tuple(LaidSite(NEUTRAL, place) for place in places) for name, places in CORNERS.items()}
