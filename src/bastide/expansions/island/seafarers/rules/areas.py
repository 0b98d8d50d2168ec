"""Which part of the map a corner belongs to, and whether a map can be played (SEA-014, SEA-018, SEA-019, SEA-023).

Land that is not home falls into foreign areas: its connected parts, numbered in reading order. A map without home has
free starts, and each of its islands is foreign to the seats that do not begin there.
"""

from __future__ import annotations

from typing import Final

from bastide.catan.base.island import Island
from bastide.catan.board.graph import Board
from bastide.expansions.island.seafarers.rules.figures import HOME, PIRATE
from bastide.kernel.bits import has
from bastide.kernel.errors import ConfigError, quote

HOME_AREA: Final = -1
"""The area of home hexes."""
CLOSED: Final = 4
"""How many corners a building closes to others: its own and those beside it."""


def homes(board: Board) -> set[int]:
    """The home hexes, by index."""
    return {hex_ for hex_, _ in board.sites(HOME)}


def hex_areas(board: Board) -> list[int]:
    """By hex of land, its foreign area from 0; HOME_AREA for home."""
    home = homes(board)
    area = [HOME_AREA] * int(board.land)
    count = 0
    for start in range(int(board.land)):
        if start in home or area[start] != HOME_AREA:
            continue
        area[start] = count
        edge = [start]
        while edge:
            hex_ = edge.pop()
            for k in range(6 * hex_, 6 * hex_ + 6):
                other = int(board.hex_hexes[k])
                if 0 <= other < board.land and other not in home and area[other] == HOME_AREA:
                    area[other] = count
                    edge.append(other)
        count += 1
    return area


def corner_areas(board: Board) -> list[int]:
    """By corner of land, the first foreign area that it touches; HOME_AREA if it touches home alone (SEA-019)."""
    area = hex_areas(board)
    out: list[int] = []
    for corner in range(int(board.ashore)):
        near = [int(board.corner_hexes[corner * 3 + k]) for k in range(3)]
        foreign = [area[h] for h in near if 0 <= h < board.land and area[h] != HOME_AREA]
        out.append(min(foreign, default=HOME_AREA))
    return out


def check_sites(board: Board) -> None:
    """Refuse sites that do not suit the terrain. Raises ConfigError."""
    for hex_ in homes(board):
        if hex_ >= board.land:
            raise ConfigError(
                "layout: {place} is sea: the home is land", {"place": quote(board.hex_names[hex_])}, "SEA-015"
            )
    pirates = [hex_ for hex_, _ in board.sites(PIRATE)]
    if len(pirates) > 1:
        raise ConfigError("layout: there is one pirate, not {count}", {"count": len(pirates)}, "SEA-020")
    for hex_ in pirates:
        if hex_ < board.land:
            raise ConfigError(
                "layout: {place} is land: the pirate starts on the sea",
                {"place": quote(board.hex_names[hex_])},
                "SEA-020",
            )


def check_map(r: Island) -> None:
    """Refuse a map that cannot be played: no way for the pirate, too few places to begin, an island out of reach.

    A starting building closes its corner and the three beside it. With four corners for each of them but the last, the
    set-up never comes to a standstill. Raises ConfigError.
    """
    board = r.board
    sea = int(board.hexes - board.land)
    if sea < 2:
        raise ConfigError(
            "layout: the pirate needs two hexes of sea to move, this map has {count}", {"count": sea}, "SEA-022"
        )
    areas = corner_areas(board)
    has_home = len(homes(board)) > 0
    starts = [corner for corner, area in enumerate(areas) if not has_home or area == HOME_AREA]
    buildings = len(r.placing_turn) + int(r.colours - r.seats)  # a colour that nobody plays may have one
    if not r.config.layout.starts and len(starts) <= CLOSED * (buildings - 1):
        raise ConfigError(
            "layout: {count} starting {count:building|buildings} need {least} corners to begin on, this map has "
            "{given}",
            {"count": buildings, "least": CLOSED * (buildings - 1) + 1, "given": len(starts)},
            "SEA-015",
        )
    reached = reach(r, starts)
    for area in range(max(areas, default=HOME_AREA) + 1):
        inside = [corner for corner, there in enumerate(areas) if there == area]
        if not any(corner in reached for corner in inside):
            raise ConfigError(
                "layout: nobody can reach the island at {place}",
                {"place": quote(board.corner_names[inside[0]])},
                "SEA-004",
            )


def reach(r: Island, starts: list[int]) -> set[int]:
    """The corners to which lines lead from the starting corners."""
    found = set(starts)
    edge = list(starts)
    while edge:
        corner = edge.pop()
        for k in range(corner * int(r.way_count), (corner + 1) * int(r.way_count)):
            way, other = int(r.ways[k]), int(r.way_ends[k])
            lies = way >= 0 and any(has(r.line_edges, kind * r.edge_words, way) for kind in range(int(r.lines)))
            if lies and other not in found:
                found.add(other)
                edge.append(other)
    return found
