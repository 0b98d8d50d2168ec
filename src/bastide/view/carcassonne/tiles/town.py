"""Inside the walls: streets from the gates to a square, blocks between them, and blocks divided into houses."""

from __future__ import annotations

import math
import random
from typing import Final, NamedTuple

from bastide.view.carcassonne.tiles import patch
from bastide.view.carcassonne.tiles.geometry import (
    INWARD,
    MIDDLE,
    C,
    Line,
    Point,
    T,
    add,
    band,
    bezier,
    dist,
    rectangle,
    sub,
    unit,
)
from bastide.view.carcassonne.tiles.marks import BADGE, LANDMARK, tags_placed
from bastide.view.carcassonne.tiles.plan import House, Plan, Streets, chance, cities_of

WALL: Final = 7.0
"""How thick a wall is."""
LANE: Final = 2.4
STREET: Final = 6.4
LOT: Final = 560.0
"""The approximate ground of a house, in squares."""
LANDMARK_REACH: Final = 49
SCALES: Final = (1, 0.92, 0.84, 0.74, 0.64, 0.54)
LEAST_HOUSE: Final = 74
LEAST_SIDE: Final = 3.9


def build_town(plan: Plan) -> None:
    """Add streets, badges, houses and the landmark of every city of a tile."""
    for k, city in enumerate(cities_of(plan.tile)):
        badges = [tag for tag in tags_placed(BADGE) for _ in range(city.count(tag))]
        for tag in tags_placed(LANDMARK):
            if city.count(tag):
                plan.landmark = (tag, (C, C))
        radius = 23 if badges else 7 if len(city.halves) <= 2 else 10
        streets = _streets(plan, k, city.halves, radius)
        plan.streets.append(streets)
        for n, badge in enumerate(badges):
            plan.badges.append((badge, add(streets.square, (n * 30 - (len(badges) - 1) * 15, 0))))
        plan.houses.append(_houses(plan, k, streets))


def within_walls(plan: Plan, k: int, more: float = 0) -> int:
    """The ground of a city inside its walls."""
    area = patch.polygon(plan.cities[k])
    for wall in plan.walls:
        if wall.city == k:
            area &= ~patch.polygon(band(wall.line, 2 * (WALL + more)))
    return area


def _streets(plan: Plan, k: int, halves: tuple[int, ...], radius: float) -> Streets:
    whole = len(halves) == 8
    square = (C, C) if whole else patch.central(within_walls(plan, k, 4), min(28.0, radius + 9))
    lines: list[Line] = []
    for side in range(4):
        if {2 * side, 2 * side + 1} <= set(halves):
            p, d = MIDDLE[side], INWARD[side]
            far = dist(p, square)
            lines.append(bezier((p, add(p, d, far * 0.42), add(square, unit(sub(p, square)), far * 0.34), square), 8))
    for wall in plan.walls:
        for gate, out in wall.gates if wall.city == k else ():
            p = add(gate, out, -2)
            far = dist(p, square)
            bend = add(p, out, -far * 0.4)
            lines.append(bezier((p, bend, add(square, unit(sub(p, square)), far * 0.3), square), 6))
    return Streets(lines, square, radius)


def _houses(plan: Plan, k: int, streets: Streets) -> list[House]:
    rng = chance(plan.tile, f"houses {k}")
    # The border of the tile becomes an alley, so that houses of two tiles do not touch.
    area = within_walls(plan, k, LANE) & patch.box(1, 1, T - 1, T - 1)
    for line in streets.lines:
        area &= ~patch.polygon(band(line, STREET))
    area &= ~patch.disc(streets.square, 10 if plan.landmark else streets.radius)
    if plan.landmark:
        x, y = plan.landmark[1]
        edge = LANDMARK_REACH + 4
        area &= ~patch.box(x - edge, y - edge, x + edge, y + edge)
    out: list[House] = []
    for block in patch.pieces(area, 50):
        for lot, axis in _lots(block, rng, None):
            out += _built(lot, axis, rng)
    return out


class Extent(NamedTuple):
    """The extent of an area along an axis and across it."""

    u0: float
    u1: float
    v0: float
    v1: float


def _extent(points: list[Point], axis: Point) -> Extent:
    us = [x * axis[0] + y * axis[1] for x, y in points]
    vs = [y * axis[0] - x * axis[1] for x, y in points]
    return Extent(min(us), max(us), min(vs), max(vs))


def _axis(points: list[Point]) -> Point:
    """The long axis of the smallest rectangle round some points."""
    best: tuple[float, Point] = (math.inf, (1.0, 0.0))
    for degrees in range(0, 90, 5):
        axis = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
        e = _extent(points, axis)
        long, wide = e.u1 - e.u0, e.v1 - e.v0
        best = min(best, (long * wide, axis if long >= wide else (-axis[1], axis[0])))
    return best[1]


def _lots(block: int, rng: random.Random, axis: Point | None) -> list[tuple[int, Point]]:
    """Cut a block into lots with straight cuts in its own frame."""
    size = block.bit_count()
    points = patch.rim(block)
    axis = axis or _axis(points)
    e = _extent(points, axis)
    long, wide = e.u1 - e.u0, e.v1 - e.v0
    if (size < LOT * rng.uniform(0.8, 1.35) and max(long, wide) < 2.1 * min(long, wide)) or size < LOT * 0.6:
        return [(block, axis)]
    gap = 5.2 if size > 8 * LOT else 3.2 if size > 3.2 * LOT else 1.0
    share = rng.uniform(0.4, 0.6) if size > 3 * LOT else rng.uniform(0.45, 0.55)
    if long >= wide * rng.uniform(0.9, 1.1):
        at = e.u0 + long * share
        cut = rectangle(axis, at - gap / 2, at + gap / 2, e.v0 - 9, e.v1 + 9)
    else:
        at = e.v0 + wide * share
        cut = rectangle(axis, e.u0 - 9, e.u1 + 9, at - gap / 2, at + gap / 2)
    left = block & ~patch.polygon(cut)
    if left == block:
        return [(block, axis)]
    out: list[tuple[int, Point]] = []
    for piece in patch.pieces(left, 50):
        out += _lots(piece, rng, axis if size < 16 * LOT else None)
    return out


def _built(lot: int, axis: Point, rng: random.Random) -> list[House]:
    """The house of a lot: the largest rectangle in its frame; a bush where none fits or room remains."""
    room = patch.grow(lot, 1)
    points = patch.rim(lot)
    e = _extent(points, axis)
    middle = patch.centre(lot)
    centres = (
        ((e.u0 + e.u1) / 2, (e.v0 + e.v1) / 2),
        (middle[0] * axis[0] + middle[1] * axis[1], middle[1] * axis[0] - middle[0] * axis[1]),
    )
    best: tuple[float, Line] = (0.0, [])
    for u, v in centres:
        for _share, a, b in SHARES:
            half_u, half_v = (e.u1 - e.u0) / 2 * a, (e.v1 - e.v0) / 2 * b
            size = 4 * half_u * half_v
            if size <= best[0]:
                break
            if min(half_u, half_v) >= LEAST_SIDE:
                ring = rectangle(axis, u - half_u, u + half_u, v - half_v, v + half_v)
                if all(patch.has(room, corner) for corner in ring) and not patch.polygon(ring) & ~room:
                    best = (size, ring)
                    break
    size, ring = best
    if size < LEAST_HOUSE:
        yard = lot.bit_count() > 60
        return [House([patch.nearest(lot, middle)], tone=rng.uniform(0.6, 0.8))] if yard else []
    out = [House(ring, rng.choice((6.0, 6.0, 7.0)), rng.random(), rng.random() < 0.72)]
    left = lot & ~patch.grow(patch.polygon(ring), 2)
    if left.bit_count() > 90 and rng.random() < 0.5:
        out.append(House([patch.nearest(left, patch.centre(left))], tone=rng.uniform(0.55, 0.75)))
    return out


SHARES: Final = tuple(sorted(((a * b, a, b) for a in SCALES for b in SCALES), reverse=True))
"""Sizes that are tried for a house, the largest first."""
