"""The roads of a tile, and what each road that does not cross the tile ends at.

A tile's data do not say where a one-sided road ends; its fields do: the first layout, from the simplest
on, that divides the meadow into those fields is used.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from typing import Final

from bastide.carcassonne.tiles.model import ROAD, Section
from bastide.view.carcassonne.tiles import patch
from bastide.view.carcassonne.tiles.geometry import (
    INWARD,
    MIDDLE,
    C,
    Cubic,
    Line,
    Point,
    T,
    add,
    along,
    band,
    crossings,
    dist,
    gap_between,
    length,
    polyline,
    project,
    sub,
    unit,
)
from bastide.view.carcassonne.tiles.marks import ROADSIDE, tags_placed
from bastide.view.carcassonne.tiles.plan import (
    BEYOND,
    CITY_END,
    HOUSE,
    JUNCTION,
    MONASTERY_END,
    SIDE_END,
    Bridge,
    Plan,
    Wall,
    Way,
    chance,
    cities_of,
)

ROAD_WIDTH: Final = 19.0
RIVER_WIDTH: Final = 36.0
PRECINCT: Final = 45.5
"""Half the side of a monastery's grounds at scale 1."""
Ends = dict[int, str]
"""The end of each one-sided road, by its number; for cities with their number."""


def through(first: int, second: int, sway: float) -> tuple[Cubic, ...]:
    """From the middle of one side to that of another."""
    p, q, d0, d1 = MIDDLE[first], MIDDLE[second], INWARD[first], INWARD[second]
    if (first - second) % 2 == 0:
        if not sway:
            return ((p, add(p, d0, T / 3), add(q, d1, T / 3), q),)
        m, k = add((C, C), (-d0[1], d0[0]), sway), 0.2 * T
        return ((p, add(p, d0, k), add(m, d0, -k), m), (m, add(m, d0, k), add(q, d1, k), q))
    reach = 0.285 * T + sway
    return ((p, add(p, d0, reach), add(q, d1, reach), q),)


def build_roads(plan: Plan, parted: Callable[[Plan], bool]) -> bool:
    """Add roads in the simplest layout for which `parted` finds the right meadows; whether one exists."""
    roads = plan.tile.of_kind(ROAD)
    best: tuple[Ends, tuple[int, ...]] | None = None
    for ends, stubs in _candidates(plan, roads):
        best = best or (ends, stubs)
        _lay_roads(plan, roads, ends, stubs)
        if parted(plan) and _bridged(plan):
            return True
    assert best is not None
    _lay_roads(plan, roads, *best)
    parted(plan)
    return False


def _candidates(plan: Plan, roads: tuple[Section, ...]) -> list[tuple[Ends, tuple[int, ...]]]:
    """Layouts of road ends, the simplest first; with each the cities that a stub joins to the crossing."""
    tile = plan.tile
    singles = [i for i, road in enumerate(roads) if len(road.sides) == 1]
    cities = range(len(cities_of(tile)))
    options: list[tuple[str, float]] = [(MONASTERY_END, 0)] if tile.monastery else []
    if len(singles) >= 2:
        options.append((JUNCTION, 1))
    options += [(f"{CITY_END}{city}", 1) for city in cities]
    if tile.bridge and len(singles) == 2:
        options.append((BEYOND, 2))
    options.append((HOUSE, 3))
    found: list[tuple[float, Ends, tuple[int, ...]]] = []
    for chosen in itertools.product(options, repeat=len(singles)):
        names = [name for name, _ in chosen]
        crossing = names.count(JUNCTION)
        if crossing == 1 or names.count(BEYOND) > 1:
            continue
        cost = sum(cost for _, cost in chosen) + (1.5 if crossing == 2 else 0)
        sets = [s for n in range(len(cities) + 1 if crossing else 1) for s in itertools.combinations(cities, n)]
        ends = dict(zip(singles, names, strict=True))
        found += [(cost + 2 * len(stubs), ends, stubs) for stubs in sets]
    return [(ends, stubs) for _, ends, stubs in sorted(found, key=lambda one: one[0])]


def _lay_roads(plan: Plan, roads: tuple[Section, ...], ends: Ends, stubs: tuple[int, ...]) -> None:
    rng = chance(plan.tile, "roads")
    plan.roads, plan.stubs, plan.farms, plan.bridges = [], [], [], []
    for wall in plan.walls:
        wall.gates.clear()
    meeting = [roads[i].sides[0] for i, end in ends.items() if end == JUNCTION]
    plan.junction = _junction(plan, meeting) if meeting else None
    plan.split = len(meeting) == 2 and not stubs
    plan.monastery = place_monastery(plan, roads) if plan.tile.monastery else None
    goals = _gates(plan, roads, ends)
    for i, road in enumerate(roads):
        if len(road.sides) == 2:
            curves = through(road.sides[0], road.sides[1], _sway(plan, road.sides, rng.uniform(-1, 1)))
            end = SIDE_END
        else:
            end = ends[i]
            curves = (_ending(plan, roads, road.sides[0], end, goals.get(i)),)
        plan.roads.append(Way(curves, polyline(curves), end, road.sides, _roadside(road)))
    middle = plan.junction or (C, C)
    for city in stubs:
        wall = min((w for w in plan.walls if w.city == city), key=lambda w: gap_between(w.line, middle))
        at, out = wall_at(wall, project(wall.line, middle) / length(wall.line))
        wall.gates.append((at, out))
        goal = add(at, out, -3)
        curve = (middle, add(middle, unit(sub(goal, middle)), 14), add(goal, out, 14), goal)
        plan.stubs.append(Way((curve,), polyline((curve,)), JUNCTION))
    if plan.split and plan.junction:
        plan.farms.append(plan.junction)
    if plan.tile.bridge:
        _bridge(plan)


def _roadside(road: Section) -> str:
    """The building by a road; "" if none."""
    return next((tag for tag in tags_placed(ROADSIDE) if road.count(tag)), "")


def _bridged(plan: Plan) -> bool:
    """Whether a tile with a bridge has one, with road on both sides of it."""
    if not plan.tile.bridge:
        return True
    ends = [(plan.roads[bridge.road].line, bridge.at) for bridge in plan.bridges]
    return bool(ends) and all(min(dist(line[0], at), dist(line[-1], at)) > ROAD_WIDTH + 9 for line, at in ends)


def _sway(plan: Plan, sides: tuple[int, ...], chance_: float) -> float:
    """How far a road across the tile bends from the straight line: away from a city, if there is one."""
    tile = plan.tile
    if tile.bridge or tile.water:
        return 0
    if (sides[0] - sides[1]) % 2:
        return chance_ * 6
    sway = math.copysign(3 + 5 * abs(chance_), chance_)
    if tile.edges.count("C") == 1:
        towards, across = INWARD[tile.edges.index("C")], INWARD[sides[0]]
        return math.copysign(sway, -across[1] * towards[0] + across[0] * towards[1])
    return sway


def _junction(plan: Plan, sides: list[int]) -> Point:
    """Where roads meet: a little away from a lone city, in the bend of two roads at a corner."""
    d0, d1 = INWARD[sides[0]], INWARD[sides[1]]
    if len(sides) == 2 and (sides[0] - sides[1]) % 2:
        return C - (d0[0] + d1[0]) * 26, C - (d0[1] + d1[1]) * 26
    if len(sides) == 3 and plan.tile.edges.count("C") == 1:
        return add((C, C), INWARD[plan.tile.edges.index("C")], 14)
    return C, C


def _gates(plan: Plan, roads: tuple[Section, ...], ends: Ends) -> dict[int, tuple[Wall, float]]:
    """For each road that ends at a city, the wall and the share of its length."""
    by_wall: dict[int, list[tuple[float, float, int]]] = {}
    for i, end in ends.items():
        if end.startswith(CITY_END):
            side = roads[i].sides[0]
            number, u = _hit(plan, int(end.removeprefix(CITY_END)), side)
            by_wall.setdefault(number, []).append((u, project(plan.walls[number].line, MIDDLE[side]), i))
    out: dict[int, tuple[Wall, float]] = {}
    for number, roads_here in by_wall.items():
        wall = plan.walls[number]
        tipped = len(wall.curves) == 2
        if len(roads_here) == 1:
            u, _, i = roads_here[0]
            if tipped and abs(u - 0.5) < 0.12:
                u = 0.65 if u > 0.5 else 0.35
            out[i] = wall, u
            continue
        shares = (0.27, 0.73) if tipped else (0.33, 0.67) if len(roads_here) == 2 else (0.25, 0.5, 0.75)
        for (_, _, i), u in zip(sorted(roads_here), shares, strict=False):
            out[i] = wall, u
    return out


def _hit(plan: Plan, city: int, side: int) -> tuple[int, float]:
    """The wall of a city straight in from a side, else the nearest; and the position on it."""
    p = MIDDLE[side]
    ray = [p, add(p, INWARD[side], T)]
    walls = [(n, wall) for n, wall in enumerate(plan.walls) if wall.city == city]
    met = [(dist(p, at), n, at) for n, wall in walls for at in crossings(ray, wall.line) if dist(p, at) > 12]
    if met:
        _, n, at = min(met)
        return n, project(plan.walls[n].line, at) / length(plan.walls[n].line)
    return min(walls, key=lambda w: dist(wall_at(w[1], 0.5)[0], p))[0], 0.5


def wall_at(wall: Wall, u: float) -> tuple[Point, Point]:
    """The point at a share of a wall's length, and the direction out of the city."""
    at, d = along(wall.line, u * length(wall.line))
    return at, (d[1], -d[0])


def _ending(plan: Plan, roads: tuple[Section, ...], side: int, end: str, goal: tuple[Wall, float] | None) -> Cubic:
    """The curve of a road that ends on the tile."""
    p, d = MIDDLE[side], INWARD[side]
    if end in (JUNCTION, MONASTERY_END):
        target = (plan.junction if end == JUNCTION else plan.monastery) or (C, C)
        far = dist(p, target)
        bend = add(p, d, far * 0.42)
        return (p, bend, add(target, unit(sub(bend, target)), far * 0.3), target)
    if goal is not None:
        wall, u = goal
        at, out = wall_at(wall, u)
        wall.gates.append((at, out))
        target, far = add(at, out, -3), dist(p, at)
        straight = abs((at[0] - p[0]) * d[1] - (at[1] - p[1]) * d[0]) < 3
        return (p, add(p, d, far * 0.45), add(target, out, far * (0.3 if straight else 0.5)), target)
    if end == BEYOND:
        target = add((C, C), d, 0.26 * T)
        plan.farms.append(target)
        return (p, add(p, d, 60), add(target, d, -60), target)
    far = max(34.0, min(0.46 * T, _open_way(plan, roads, side) - 40))
    target = add(p, d, far)
    plan.farms.append(target)
    return (p, add(p, d, far * 0.4), add(target, d, -far * 0.4), target)


def _open_way(plan: Plan, roads: tuple[Section, ...], side: int) -> float:
    """The free distance straight in from a side before a road or a city."""
    p, d = MIDDLE[side], INWARD[side]
    blocked = 0
    for city in plan.cities:
        blocked |= patch.polygon(city)
    for road in roads:
        if len(road.sides) == 2:
            blocked |= patch.polygon(band(polyline(through(road.sides[0], road.sides[1], 0)), 2 * ROAD_WIDTH))
    for way in plan.roads:
        blocked |= patch.polygon(band(way.line, ROAD_WIDTH))
    far = 8.0
    while far < 0.6 * T and not patch.has(blocked, add(p, d, far)):
        far += 1
    return far


def _bridge(plan: Plan) -> None:
    """Where a road crosses the river, or else another road."""
    for i, road in enumerate(plan.roads):
        for water in plan.river:
            plan.bridges += [Bridge(i, at, RIVER_WIDTH) for at in crossings(road.line, water.line)[:1]]
    order = sorted(range(len(plan.roads)), key=lambda i: (plan.roads[i].end != BEYOND, plan.roads[i].sides[0] % 2 == 0))
    for i in order:
        for j in range(len(plan.roads)):
            if i != j and not plan.bridges:
                met = crossings(plan.roads[i].line, plan.roads[j].line)
                plan.bridges += [Bridge(i, at, ROAD_WIDTH + 5) for at in met[:1]]


def place_monastery(plan: Plan, roads: tuple[Section, ...]) -> Point:
    """The middle of the tile unless something crosses it, else the nearest free place; sets the scale."""
    lines: list[tuple[Line, float]] = [(way.line, RIVER_WIDTH) for way in plan.river]
    lines += [(polyline(through(r.sides[0], r.sides[1], 0)), ROAD_WIDTH) for r in roads if len(r.sides) == 2]
    blocked = 0
    for city in plan.cities:
        blocked |= patch.polygon(city)
    for line, width in lines:
        blocked |= patch.polygon(band(line, width))
    plan.monastery_scale = 1.14
    if not blocked:
        return C, C + 8
    for scale in (1.14, 1.08, 1.02, 0.96, 0.90, 0.84, 0.78, 0.72):
        half = PRECINCT * scale
        spots = [
            (dist((x, y), (C, C)), (x, y))
            for x in range(50, 195, 5)
            for y in range(50, 195, 5)
            if min(x, y, T - x, T - y) >= half + 3 and not blocked & patch.box(x - half, y - half, x + half, y + half)
        ]
        if spots:
            plan.monastery_scale = scale
            return min(spots)[1]
    plan.monastery_scale = 0.72
    return C, C
