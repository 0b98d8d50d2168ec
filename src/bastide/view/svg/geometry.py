"""Positions: hexes, corners and edges in drawing units, from their notation.

Hexes have their point up and a radius of 100 units; x grows to the right, y downwards, and hex `0,0` is the origin. A
corner or an edge may be written from any hex that it touches, land or sea; all of them give the same place.
"""

from __future__ import annotations

import math
from typing import Final, NamedTuple

from bastide.view.island.model import Board, Hex
from bastide.view.styles import styles

Point = tuple[float, float]
Axial = tuple[int, int]

RADIUS: Final = 100.0
"""From the centre of a hex to a corner."""
WIDTH: Final = math.sqrt(3) * RADIUS
"""Across a hex, from the middle of an edge to the middle of the opposite one."""

# Corners lie on a lattice of half a hex's width by half a radius: integers, so that all spellings agree exactly.
CORNERS: Final[dict[str, Axial]] = {
    "N": (0, -2), "NE": (1, -1), "SE": (1, 1), "S": (0, 2), "SW": (-1, 1), "NW": (-1, -1),
}  # fmt: skip
"""The corners of a hex clockwise from the top, as steps on the lattice from its centre."""
SIDES: Final[dict[str, tuple[str, str]]] = {
    "NE": ("N", "NE"), "E": ("NE", "SE"), "SE": ("SE", "S"), "SW": ("S", "SW"), "W": ("SW", "NW"), "NW": ("NW", "N"),
}  # fmt: skip
"""The sides of a hex clockwise, each with its two corners."""
STEPS: Final[dict[str, Axial]] = {
    "NE": (1, -1), "E": (1, 0), "SE": (0, 1), "SW": (-1, 1), "W": (-1, 0), "NW": (0, -1),
}  # fmt: skip
"""The neighbour behind each side."""
INNER: Final = {"CN": 90, "CNE": 150, "CSE": 30, "CS": 90, "CSW": 150, "CNW": 30}
"""The paths from the middle of a hex, `C`, to its corners, each with its direction, as in `ANGLES`."""
ANGLES: Final = {"NE": 30, "E": 90, "SE": 150, "SW": 30, "W": 90, "NW": 150}
"""The direction in which the edge on a side runs, in degrees clockwise from the x axis."""
EDGES: Final = frozenset({*ANGLES, *INNER})
"""The names of edges in notation."""
NORMALS: Final = {"NE": -60, "E": 0, "SE": 60, "SW": 120, "W": 180, "NW": 240}
"""The direction out of the hex through a side, in degrees clockwise from the x axis."""


class EdgePlace(NamedTuple):
    """The middle of an edge and the direction in which it runs: 30, 90 or 150 degrees."""

    x: float
    y: float
    angle: int


def lattice(q: int, r: int, corner: str | None = None) -> Axial:
    """The centre of a hex, or one of its corners, on the integer lattice."""
    dx, dy = CORNERS[corner] if corner else (0, 0)
    return 2 * q + r + dx, 3 * r + dy


def on_paper(node: Axial) -> Point:
    """A lattice node in drawing units."""
    return node[0] * WIDTH / 2, node[1] * RADIUS / 2


def centre(q: int, r: int) -> Point:
    """The centre of a hex."""
    return on_paper(lattice(q, r))


def split(place: str) -> tuple[int, int, str]:
    """The parts of a place: `q`, `r` and the name of the corner or side, empty for a hex.

    >>> split("0,-1,S")
    (0, -1, 'S')

    :raises ValueError: if the text is not a place.
    """
    parts = place.split(",")
    if len(parts) not in (2, 3):
        raise ValueError(f"not a place: {place!r}")
    try:
        return int(parts[0]), int(parts[1]), parts[2] if len(parts) == 3 else ""
    except ValueError:
        raise ValueError(f"not a place: {place!r}") from None


def hex_place(place: str) -> Point:
    """The centre of the hex written `q,r`."""
    q, r, name = split(place)
    if name:
        raise ValueError(f"not a hex: {place!r}")
    return centre(q, r)


def corner_place(place: str) -> Point:
    """The corner written `q,r,N`, or the middle of a hex, written `q,r,C`.

    >>> corner_place("0,0,N") == corner_place("0,-1,SE")
    True
    """
    q, r, name = split(place)
    if name == "C":
        return centre(q, r)
    if name not in CORNERS:
        raise ValueError(f"not a corner: {place!r}")
    return on_paper(lattice(q, r, name))


def edge_place(place: str) -> EdgePlace:
    """The edge written `q,r,NE`, or the path within a hex written `q,r,CNE`.

    >>> edge_place("0,0,E") == edge_place("1,0,W")
    True
    """
    q, r, name = split(place)
    if name in INNER:
        a, b = lattice(q, r), lattice(q, r, name[1:])
    elif name in SIDES:
        a, b = (lattice(q, r, corner) for corner in SIDES[name])
    else:
        raise ValueError(f"not an edge: {place!r}")
    x, y = on_paper((a[0] + b[0], a[1] + b[1]))
    return EdgePlace(x / 2, y / 2, INNER[name] if name in INNER else ANGLES[name])


def ends(q: int, r: int, side: str) -> tuple[Point, Point]:
    """The two corners of a side, clockwise round the hex."""
    first, second = SIDES[side]
    return on_paper(lattice(q, r, first)), on_paper(lattice(q, r, second))


def ring(radius: float, at: Point = (0, 0)) -> list[Point]:
    """The six corners of a hexagon of that radius, clockwise from the top."""
    x, y = at
    return [(x + dx * radius * math.sqrt(3) / 2, y + dy * radius / 2) for dx, dy in CORNERS.values()]


def inside(x: float, y: float, radius: float) -> bool:
    """Whether a point lies in the hexagon of that radius round the origin."""
    x, y = abs(x), abs(y)
    return x <= radius * math.sqrt(3) / 2 and y <= radius - x / math.sqrt(3)


def land_hexes(board: Board) -> frozenset[Axial]:
    """The hexes of a board that are not sea: land, and water whose ground is solid."""
    return frozenset((h.q, h.r) for h in board.hexes if is_dry(h))


def is_dry(h: Hex) -> bool:
    """Whether a hex lies within the coast."""
    return not h.water or (h.terrain in styles().terrains and styles().terrains[h.terrain].solid)


def middle(board: Board) -> Point:
    """The middle of all hexes of a board: half-way between its outermost centres."""
    points = [centre(h.q, h.r) for h in board.hexes] or [(0.0, 0.0)]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
