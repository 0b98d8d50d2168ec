"""Where an island lies on its map: the side that gives it its name."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from bastide.catan.base.island import Island
from bastide.expansions.island.seafarers.rules.areas import hex_areas

SIDES: Final = ("east", "southeast", "south", "southwest", "west", "northwest", "north", "northeast")
"""Clockwise on the page, from the right."""
CENTRE: Final = "centre"
NEAR: Final = 1.0
"""An island nearer to the middle of the map than this, in widths of a hex, lies in its centre."""

Point = tuple[float, float]


def sides(rules: Island, areas: int) -> list[str]:
    """The side of each foreign island, by area."""
    names, found = rules.board.hex_names, hex_areas(rules.board)
    every = [place(name) for name in names[: int(rules.board.hexes)]]
    middle = (halfway([x for x, _ in every]), halfway([y for _, y in every]))
    return [
        side([place(names[hex_]) for hex_, there in enumerate(found) if there == area], middle) for area in range(areas)
    ]


def place(name: str) -> Point:
    """The middle of a hex, in widths of a hex."""
    q, r = map(int, name.split(","))
    return q + r / 2, r * math.sqrt(3) / 2


def halfway(values: Sequence[float]) -> float:
    """Half-way between the least and the greatest."""
    return (min(values) + max(values)) / 2


def side(hexes: Sequence[Point], middle: Point) -> str:
    """On which side of the middle most of an island lies.

    >>> side([(3.0, 0.2), (4.0, 0.2)], (0.0, 0.0)), side([(0.5, 0.0)], (0.0, 0.0))
    ('east', 'centre')
    """
    dx = sum(x for x, _ in hexes) / len(hexes) - middle[0]
    dy = sum(y for _, y in hexes) / len(hexes) - middle[1]
    if math.hypot(dx, dy) < NEAR:
        return CENTRE
    return SIDES[round(math.atan2(dy, dx) / (math.pi / 4)) % len(SIDES)]
