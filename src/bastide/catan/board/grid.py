"""Hexes, corners and edges by coordinates, and their names in notation.

Hexes are axial `q,r`, pointy top, r growing downward. Every corner is the N or S corner of exactly one hex, every
edge the NE, E or SE side of exactly one hex; that hex may lie in the sea.
"""

from __future__ import annotations

from typing import Final

Hex = tuple[int, int]
Corner = tuple[int, int, str]
Edge = tuple[int, int, str]

SIDES: Final = ("NE", "E", "SE", "SW", "W", "NW")
"""The sides of a hex, clockwise from the upper right."""

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
    """The two corners of an edge."""
    q, r, side = edge
    corners = hex_corners((q, r))
    first = {"NE": 0, "E": 1, "SE": 2}[side]
    return corners[first], corners[first + 1]


def hex_name(at: Hex) -> str:
    """A hex in notation: `q,r`."""
    return f"{at[0]},{at[1]}"


def place_name(at: tuple[int, int, str]) -> str:
    """A corner or an edge in notation: `q,r,N`, `q,r,NE`."""
    return f"{at[0]},{at[1]},{at[2]}"
