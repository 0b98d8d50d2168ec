"""The spiral in which number tokens are laid: along the coast counter-clockwise, then inward, ring by ring."""

from __future__ import annotations

from collections.abc import Collection
from itertools import pairwise
from typing import Final

from bastide.catan.board.grid import SIDES, STEP, Hex, neighbour

TURNING: Final = ("W", "SW", "SE", "E", "NE", "NW")
"""The sides of a hex counter-clockwise."""


def spiral(spots: Collection[Hex], start: Hex, skip: Collection[Hex] = ()) -> list[Hex]:
    """All hexes of an island in the order of the tokens, from a hex on its coast; those to `skip` are left out.

    The rim is walked with the sea on the right hand. The next ring begins at the hex beside both the first and the last
    one of the rim (BASE-004), or beside the last one alone where the rest of the island could not be walked
    from there. Each step leads to a neighbour wherever the island is wide enough; else it goes back over hexes that
    have their token already, or on to the nearest one that has none.
    """
    left = frozenset(spots)
    order: list[Hex] = []
    ring = rim(left, start)
    while True:
        order += ring
        left = left.difference(ring)
        if not left:
            break
        ring = min((rim(left, at) for at in _inward(left, order)), key=lambda found: _leaps(found, left))
    return [at for at in order if at not in skip]


def rim(left: frozenset[Hex], start: Hex) -> list[Hex]:
    """The rim of a set of hexes, counter-clockwise from a hex on it, each hex at its first visit."""
    first = next((way for way in range(6) if _inside(left, start, way) and not _inside(left, start, way - 1)), -1)
    if first < 0:
        return [start]
    met = {start: None}
    at, way = start, first
    while True:
        at = neighbour(at, TURNING[way % 6])
        met[at] = None
        # Turn as far right as the rim does; try the way back last.
        way = next(turned for turned in range(way - 2, way + 4) if _inside(left, at, turned))
        if at == start and way % 6 == first:
            return list(met)


def _inside(left: frozenset[Hex], at: Hex, way: int) -> bool:
    return neighbour(at, TURNING[way % 6]) in left


def _inward(left: frozenset[Hex], order: list[Hex]) -> list[Hex]:
    """The possible starts of the next ring after the last hex, best first; if none adjoins it, the nearest one."""
    last = order[-1]
    came = 0
    if len(order) > 1:
        step = last[0] - order[-2][0], last[1] - order[-2][1]
        came = next((way for way in range(6) if STEP[TURNING[way]] == step), 0)
    beside = [neighbour(last, TURNING[way % 6]) for way in range(came - 2, came + 4)]
    return [at for at in beside if at in left] or [min(left, key=lambda at: (_apart(at, last), at[1], at[0]))]


def _leaps(ring: list[Hex], left: frozenset[Hex]) -> int:
    """The number of non-neighbour steps in the walk along a ring and further inward."""
    inner = left.difference(ring)
    leaps = sum(_apart(at, after) > 1 for at, after in pairwise(ring))
    return leaps + bool(inner and not any(neighbour(ring[-1], side) in inner for side in SIDES))


def _apart(one: Hex, other: Hex) -> int:
    """The distance between two hexes."""
    q, r = one[0] - other[0], one[1] - other[1]
    return max(abs(q), abs(r), abs(q + r))
