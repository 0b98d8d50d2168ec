"""The board of Troy: its layout for four and six players, the hexes for ships, and which hexes lie side by side."""

from __future__ import annotations

from functools import cache
from typing import Final

from bastide.catan.board.graph import Board
from bastide.catan.board.grid import hex_name
from bastide.catan.board.layout import LaidHex, LaidSite, Layout, hexes_of
from bastide.kernel.data import read_table
from bastide.kernel.errors import ConfigError, quote

LAYOUTS: Final = ("beginner", "spiral", "random")
"""The base's layouts, in whose place the board of the scenario is laid: it is always the same (HIST-003)."""
BARREN: Final = "barren"
TROY: Final = "troy"
MYCENAE: Final = "mycenae"
TERRAINS: Final = (BARREN, TROY, MYCENAE)
"""The terrains without a number: they yield nothing, and buildings may stand beside them (TROY-007, TROY-046)."""
SEA: Final = "sea"
BERTH: Final = "berth"
"""The word of a site: a hex of sea with a ship on it, where a ship may be placed (TROY-018)."""
SEA_PEOPLE: Final = "sea_people"
"""The word of a site: the hex of sea where the sea people start (TROY-005)."""
FIGURES: Final = read_table("bastide.expansions.island.troy.rules", "figures.toml")
"""The data of the scenario."""


@cache
def layout(seats: int) -> Layout:
    """The board: with six players all of it, with fewer without its eastern third (HIST-003)."""
    data = FIGURES
    rows = [*data["hexes"]["west"], *(data["hexes"]["east"] if seats > 4 else [])]
    hexes = tuple(sorted(hexes_of(rows), key=_reading))
    berths = [hex_name((h.q, h.r)) for h in hexes if h.terrain == SEA]
    sites = [LaidSite(BERTH, name) for name in berths if name not in data["open_sea"]]
    return Layout(hexes, (), (), (*sites, LaidSite(SEA_PEOPLE, data["sea_people"])))


def _reading(laid_hex: LaidHex) -> tuple[int, int]:
    return laid_hex.r, laid_hex.q


def check(board: Board) -> None:
    """Refuse a board on which ships or sea people would stand on land, or the sea people could not move.

    Raises ConfigError.
    """
    for word, rule in ((BERTH, "TROY-018"), (SEA_PEOPLE, "TROY-005")):
        for hex_, _value in board.sites(word):
            if hex_ < board.land:
                raise ConfigError(
                    "layout.sites: {place} is land: {name} is a site of the sea",
                    {"place": quote(board.hex_names[hex_]), "name": quote(word)},
                    rule,
                )
    starts = len(board.sites(SEA_PEOPLE))
    if starts != 1:
        raise ConfigError(
            "layout.sites: the sea people start on one hex of sea, marked with {name}; {count} are",
            {"name": quote(SEA_PEOPLE), "count": starts},
            "TROY-005",
        )
    if board.hexes - board.land < 2:
        raise ConfigError("layout: the sea people need a second hex of sea to move to", None, "TROY-029")
