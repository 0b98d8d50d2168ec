"""City walls from half-edges: one curve for each gap that a city leaves on the border of its tile.

How steeply a wall leaves the border depends on the width of the gap and on what else is in it; cities that need not
touch stay apart, and a city between two meadows reaches the border with a tip.
"""

from __future__ import annotations

import math
from typing import Final

from bastide.carcassonne.tiles.model import Section, Tile
from bastide.view.carcassonne.tiles.geometry import RING, C, Cubic, Point, T, add, dist, polyline, sub, turned, unit
from bastide.view.carcassonne.tiles.plan import Plan, Wall, chance, cities_of, fields_of

CORNERS: Final = ((0.0, 0.0), (T, 0.0), (T, T), (0.0, T))


def build_walls(plan: Plan) -> None:
    """Add the cities of a tile and their walls."""
    tips, touched = tips_of(plan.tile), touching(plan.tile)
    rng = chance(plan.tile, "walls")
    for number, city in enumerate(cities_of(plan.tile)):
        if len(city.halves) == 8:
            plan.cities.append(list(CORNERS))
            continue
        runs = runs_of(city.halves)
        ring: list[Point] = []
        for i, (first, last) in enumerate(runs):
            at = first
            ring.append(RING[at])
            while at != (last + 1) % 8:
                at = (at + 1) % 8
                ring.append(RING[at])
            end = runs[(i + 1) % len(runs)][0]
            sway = rng.uniform(-2, 2), rng.uniform(-2, 2), rng.uniform(-0.03, 0.05)
            wall = _wall(plan.tile, number, ((last + 1) % 8, end), tips, touched, sway)
            plan.walls.append(wall)
            ring += wall.line[1:-1]
        plan.cities.append(ring)


def runs_of(halves: tuple[int, ...]) -> list[tuple[int, int]]:
    """The stretches of border of a city: the first and last half-edge of each, clockwise."""
    out = []
    for first in sorted(halves):
        if (first - 1) % 8 not in halves:
            last = first
            while (last + 1) % 8 in halves:
                last = (last + 1) % 8
            out.append((first, last))
    return out


def tips_of(tile: Tile) -> list[tuple[int, int]]:
    """Ring points that a city touches with a tip, to separate meadows that would else join; and which city."""
    owned = {half for city in cities_of(tile) for half in city.halves}
    fields = fields_of(tile)
    out = []
    for point in range(8):
        before = (point - 1) % 8
        if before in owned or point in owned or (point % 2 == 1 and tile.edges[point // 2] in "RI"):
            continue
        left = next(f for f in fields if before in f[0])
        right = next(f for f in fields if point in f[0])
        if left is not right:
            out.append((point, next(city for city in left[1] if city in right[1])))
    return out


def touching(tile: Tile) -> bool:
    """Whether the tile's two cities meet in its middle, because its two meadows would otherwise be one."""
    fields = fields_of(tile)
    alone = len(cities_of(tile)) == 2 and not tile.of_kind("road") and not tile.water and len(fields) == 2
    return alone and all(set(cities) == {0, 1} and halves for halves, cities in fields)


def _leave(point: int, own_before: bool, degrees: float) -> Point:
    """The direction of a wall at a point of the ring, so many degrees from its city's own border."""
    p = RING[point]
    before, after = unit(sub(RING[(point - 1) % 8], p)), unit(sub(RING[(point + 1) % 8], p))
    city, gap = (before, after) if own_before else (after, before)
    a = math.radians(degrees)
    away = gap if point % 2 == 0 else unit(sub((C, C), p))
    return city[0] * math.cos(a) + away[0] * math.sin(a), city[1] * math.cos(a) + away[1] * math.sin(a)


def _wall(
    tile: Tile,
    number: int,
    ends: tuple[int, int],
    tips: list[tuple[int, int]],
    touched: bool,
    sway: tuple[float, float, float],
) -> Wall:
    start, end = ends
    gap = [(start + i) % 8 for i in range((end - start) % 8)]
    mine = [point for point, city in tips if city == number and 0 < (point - start) % 8 < len(gap)]
    if mine:
        curves = _tipped(cities_of(tile)[number], ends, mine[0])
    else:
        curves = (_plain(tile, number, ends, gap, touched, sway),)
    return Wall(number, start, end, curves, polyline(curves, 22 if len(curves) == 1 else 14))


def _tipped(city: Section, ends: tuple[int, int], tip: int) -> tuple[Cubic, ...]:
    p, q, t = RING[ends[0]], RING[ends[1]], RING[tip]
    own = [RING[(half + side) % 8] for half in city.halves for side in (0, 1)]
    middle = sum(x for x, _ in own) / len(own), sum(y for _, y in own) / len(own)
    aim = unit(sub((middle[0] * 0.72 + C * 0.28, middle[1] * 0.72 + C * 0.28), t))
    reach = dist(t, (C, C)) * 0.62
    return (
        (p, add(p, _leave(ends[0], True, 44), dist(p, t) * 0.46), add(t, turned(aim, 7), reach), t),
        (t, add(t, turned(aim, -7), reach), add(q, _leave(ends[1], False, 44), dist(q, t) * 0.46), q),
    )


def _plain(
    tile: Tile, number: int, ends: tuple[int, int], gap: list[int], touched: bool, sway: tuple[float, float, float]
) -> Cubic:
    start, end = ends
    cities = cities_of(tile)
    others = [c for i, c in enumerate(cities) if i != number and set(c.halves) & set(gap)]
    near = [c for c in others if set(c.halves) & {gap[0], gap[-1]}]
    p, q = RING[start], RING[end]
    if len(gap) == 6:
        angle, depth = 38.0, 0.28
        if near:
            angle, depth = 34, 0.25
        if any(len(runs_of(c.halves)) == 2 for c in others):
            angle, depth = 30, 0.20
        if len(cities) == 2 and near and len(near[0].halves) == 4:
            angle, depth = 31, 0.225
        if tile.monastery:
            angle, depth = 33, min(depth, 0.22)
        if touched:
            angle, depth = 47, 0.5
        else:
            depth *= 1 + sway[2]
        reach = depth * T / (0.75 * math.sin(math.radians(angle)))
        first, second = (reach, reach) if touched else (reach * (1 + sway[0] * 0.03), reach * (1 - sway[0] * 0.03))
        return (p, add(p, _leave(start, True, angle), first), add(q, _leave(end, False, angle), second), q)
    if len(gap) == 4 and start % 2 == 0:
        left = right = 52 + sway[0] - (3 if any(tile.edges[half // 2] in "RI" for half in gap) else 0)
        if len(others) == 2:
            left = right = 38
        elif others and len(others[0].halves) == 4:
            left = right = 34
        elif others:
            left = 42 if gap[0] in others[0].halves else 47
            right = 42 if gap[-1] in others[0].halves else 47
        reach = 0.5 * T
        return (p, add(p, _leave(start, True, left), reach), add(q, _leave(end, False, right), reach), q)
    if len(gap) == 2 and start % 2 == 0:
        angle, depth = (47, 0.41) if others else (59, 0.215)
        reach = depth * (1 + sway[2]) * T / (0.75 * math.cos(math.radians(angle)))
        return (p, add(p, _leave(start, True, angle), reach), add(q, _leave(end, False, angle), reach), q)
    # A side shared by two cities: the wall leaves its middle steeply.
    reach = 0.4 * T
    left, right = 80 if start % 2 else 52, 80 if end % 2 else 52
    return (p, add(p, _leave(start, True, left), reach), add(q, _leave(end, False, right), reach), q)
