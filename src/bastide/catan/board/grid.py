"""Hexes, corners and edges by coordinates, and their names in notation.

Hexes are axial `q,r`, pointy top, r growing downward. Every corner is the N or S corner of exactly one hex, every
edge the NE, E or SE side of exactly one hex; that hex may lie in the sea. A hex with a middle has one more corner,
`q,r,C`, and inner paths from there to some of its six corners: `q,r,CN` to `q,r,CNW`.
"""

from __future__ import annotations

import re
from typing import Final

Hex = tuple[int, int]
Corner = tuple[int, int, str]
Edge = tuple[int, int, str]

HEX: Final = "hex"
CORNER: Final = "corner"
EDGE: Final = "edge"
BESIDE: Final = "beside"
"""The kinds of place that a site may have: the last is none, beside the board."""

SIDES: Final = ("NE", "E", "SE", "SW", "W", "NW")
"""The sides of a hex, clockwise from the upper right."""

MIDDLE: Final = "C"
"""The corner in the middle of a hex."""
INNER: Final = ("CN", "CNE", "CSE", "CS", "CSW", "CNW")
"""The paths from the middle of a hex to its corners, clockwise from the top."""

PLACE: Final = re.compile(r"(-?[0-9]{1,3}),(-?[0-9]{1,3}),([A-Z]{1,3})")

STEP: Final[dict[str, Hex]] = {
    "NE": (1, -1),
    "E": (1, 0),
    "SE": (0, 1),
    "SW": (-1, 1),
    "W": (-1, 0),
    "NW": (0, -1),
}
"""Where the neighbour across a side lies."""


def neighbour(at: Hex, side: str) -> Hex:
    """The hex across a side."""
    dq, dr = STEP[side]
    return at[0] + dq, at[1] + dr


def hex_corners(at: Hex) -> list[Corner]:
    """The six corners of a hex, clockwise from the top: N, NE, SE, S, SW, NW."""
    q, r = at
    return [(q, r, "N"), (q + 1, r - 1, "S"), (q, r + 1, "N"), (q, r, "S"), (q - 1, r + 1, "N"), (q, r - 1, "S")]


def side_edge(at: Hex, side: str) -> Edge:
    """The edge on one side of a hex, by its own name."""
    q, r = at
    if side == "SW":
        return q - 1, r + 1, "NE"
    if side == "W":
        return q - 1, r, "E"
    if side == "NW":
        return q, r - 1, "SE"
    return q, r, side


def edge_ends(edge: Edge) -> tuple[Corner, Corner]:
    """The two corners of an edge; the middle first if it is an inner path."""
    q, r, side = edge
    corners = hex_corners((q, r))
    if side in INNER:
        return (q, r, MIDDLE), corners[INNER.index(side)]
    first = {"NE": 0, "E": 1, "SE": 2}[side]
    return corners[first], corners[first + 1]


def inner_path(text: str) -> Edge | None:
    """The inner path that a text names in notation; None if it names none.

    >>> inner_path("2,-2,CSE"), inner_path("2,-2,SE")
    ((2, -2, 'CSE'), None)
    """
    found = PLACE.fullmatch(text)
    if found is None or found[3] not in INNER:
        return None
    edge = int(found[1]), int(found[2]), found[3]
    return edge if place_name(edge) == text else None


def hex_name(at: Hex) -> str:
    """A hex in notation: `q,r`."""
    return f"{at[0]},{at[1]}"


def place_name(at: tuple[int, int, str]) -> str:
    """A corner or an edge in notation: `q,r,N`, `q,r,NE`; of a middle `q,r,C`, `q,r,CNE`."""
    return f"{at[0]},{at[1]},{at[2]}"
