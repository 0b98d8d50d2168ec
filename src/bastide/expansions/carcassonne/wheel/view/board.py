"""The wheel board: its drawing, and the outlines of its cities, roads and fields for picking and highlighting."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

from bastide.carcassonne.tiles.load import tiles_of
from bastide.carcassonne.tiles.model import CITY, ROAD, Tile
from bastide.expansions.carcassonne.wheel.rules.board import fields, squares
from bastide.view.carcassonne.art import room_sheet
from bastide.view.carcassonne.tiles import GROUND, SIZE, STANDING, drawing
from bastide.view.carcassonne.tiles.decorate import OUTLINE_ROAD
from bastide.view.carcassonne.tiles.geometry import Cubic, Line, Point, T, band, beside, polyline, quarter
from bastide.view.carcassonne.tiles.ground import carriageway
from bastide.view.carcassonne.tiles.ink import K, outline
from bastide.view.carcassonne.tiles.plan import Way
from bastide.view.carcassonne.tiles.sections import shape

ART: Final = room_sheet("wheel", "wheel")
SQUARES: Final = 4
"""Side of the board in squares."""
SIDE: Final = SQUARES * T
RIM: Final = 330.0
"""Radius of the paved circle around the wheel, in tile units."""
STEP: Final = 6
"""Degrees between two points of a drawn arc."""

PIECES: Final = (("base.city_corner", 0, 0, 0), ("base.city1", 1, 3, 0), ("base.city1", 2, 1, 3))
"""Tiles whose cities the board shares, north-west, east and south: the type, its quarter turns, the square."""
ROADS: Final[tuple[Cubic, ...]] = (
    ((2.5 * T, 0), (2.5 * T, 0.26 * T), (2.5 * T, 0.5 * T), (2.5 * T, 0.74 * T)),
    ((4 * T, 2.5 * T), (3.75 * T, 2.5 * T), (3.5 * T, 2.5 * T), (3.26 * T, 2.5 * T)),
    ((0, 3.5 * T), (0.42 * T, 3.5 * T), (0.72 * T, 3.3 * T), (1.05 * T, 2.95 * T)),
)
"""The three roads of the board, north, east and west, from its border to the wheel."""
ROAD_SQUARES: Final = ((2, 0), (3, 2), (0, 3))


def types() -> dict[str, Tile]:
    """The types of tiles whose cities are used."""
    return {tile.id: tile for tile in tiles_of("base")}


def board_drawing() -> str:
    """The board: three cities, three roads, and the wheel on its paved round."""
    ways = [Way((curve,), polyline((curve,))) for curve in ROADS]
    ground = carriageway(ways)
    standing = ""
    for name, turns, x, y in PIECES:
        shift = f'<g transform="translate({x * SIZE} {y * SIZE})">'
        ground += f"{shift}{drawing(types()[name], turns, GROUND)}</g>"
        standing += f"{shift}{drawing(types()[name], turns, STANDING)}</g>"
    return f"{ground}{standing}{ART['wheelboard']}"


@cache
def board_outlines() -> Mapping[str, tuple[str, ...]]:
    """For each square its sections as path text, from the corner of the square, on half tile units.

    A field spans several squares: it is drawn with the first of its sections, and the others are empty.
    """
    found: dict[tuple[int, int, int], str] = {}
    cities = [town(name, turns, x, y) for name, turns, x, y in PIECES]
    for ring, (_, _, x, y) in zip(cities, PIECES, strict=True):
        found[x, y, number(x, y, CITY)] = path([ring], x, y)
    for curve, (x, y) in zip(ROADS, ROAD_SQUARES, strict=True):
        found[x, y, number(x, y, ROAD)] = path([band(polyline((curve,)), OUTLINE_ROAD)], x, y)
    for ring, city, field in zip(meadows(), cities, fields(), strict=True):
        square, section = field[0]
        x, y = square % SQUARES, square // SQUARES
        found[x, y, section] = path([ring, city], x, y)
    return {
        tile.id: tuple(found.get((n % SQUARES, n // SQUARES, k), "") for k in range(len(tile.sections)))
        for n, tile in enumerate(squares())
    }


def number(x: int, y: int, kind: str) -> int:
    """The index of a square's only section of the given kind."""
    return [section.kind for section in squares()[y * SQUARES + x].sections].index(kind)


def town(name: str, turns: int, x: int, y: int) -> Line:
    """The wall of a city of the board."""
    tile = types()[name]
    section = next(k for k, part in enumerate(tile.sections) if part.kind == CITY)
    at = (0.0, 0.0)
    ring: Line = []
    numbers = [int(text) for text in re.findall(r"-?\d+", shape(tile, section))]
    for dx, dy in zip(numbers[::2], numbers[1::2], strict=True):
        at = at[0] + dx / K, at[1] + dy / K
        ring.append(quarter(at, turns))
    return [(px + x * T, py + y * T) for px, py in ring]


def meadows() -> tuple[Line, Line, Line]:
    """The fields north-west, north-east and south of the wheel, in the order of the board's data, with cities."""
    half = OUTLINE_ROAD / 2
    north, east, west = (polyline((curve,)) for curve in ROADS)
    # Every road runs from the border to the wheel: its right bank lies clockwise before its left one at the rim.
    n_left, n_right = beside(north, -half), beside(north, half)
    e_left, e_right = beside(east, -half), beside(east, half)
    w_left, w_right = beside(west, -half), beside(west, half)
    corner: dict[str, Point] = {"nw": (0, 0), "ne": (SIDE, 0), "se": (SIDE, SIDE), "sw": (0, SIDE)}
    return (
        between(w_left, n_right, [corner["nw"]]),
        between(n_left, e_right, [corner["ne"]]),
        between(e_left, w_right, [corner["se"], corner["sw"]]),
    )


def between(first: Line, second: Line, corners: Sequence[Point]) -> Line:
    """A field from one road bank clockwise to the next: along the wheel's rim, back over corners of the board."""
    start, end = (math.degrees(math.atan2(y - SIDE / 2, x - SIDE / 2)) for x, y in (first[-1], second[-1]))
    while end < start:
        end += 360
    arc = [rim(start + STEP * i) for i in range(1, int((end - start) / STEP) + 1)]
    return [*first, *arc, *second[::-1], *reversed(corners)]


def rim(degrees: float) -> Point:
    """A point of the rim of the wheel."""
    a = math.radians(degrees)
    return SIDE / 2 + RIM * math.cos(a), SIDE / 2 + RIM * math.sin(a)


def path(rings: Sequence[Line], x: int, y: int) -> str:
    """Rings of the board as path text, from the corner of a square."""
    return "".join(outline([(px - x * T, py - y * T) for px, py in ring]) for ring in rings)
