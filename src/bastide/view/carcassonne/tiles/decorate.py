"""What stands on a tile besides its town: towers, inns, vines, animals, crops, trees; and the places of figures.

All choices are the same for a tile whenever it is drawn.
"""

from __future__ import annotations

import math
import random
from functools import lru_cache
from typing import Final

from bastide.carcassonne.tiles.model import CITY, FIELD, MONASTERY, ROAD, Tile
from bastide.view.carcassonne.tiles import patch
from bastide.view.carcassonne.tiles.geometry import (
    MIDDLE,
    RING,
    C,
    Line,
    Point,
    T,
    add,
    along,
    band,
    blob,
    closed_curve,
    crossings,
    dist,
    length,
    part_way,
    project,
    turned,
)
from bastide.view.carcassonne.tiles.marks import GRAZING, tags_placed
from bastide.view.carcassonne.tiles.meadows import ground
from bastide.view.carcassonne.tiles.plan import (
    JUNCTION,
    MONASTERY_END,
    SIDE_END,
    Plan,
    Plot,
    Way,
    chance,
    turned_plan,
)
from bastide.view.carcassonne.tiles.town import WALL, build_town, within_walls
from bastide.view.carcassonne.tiles.walls import tips_of, touching
from bastide.view.carcassonne.tiles.ways import PRECINCT, RIVER_WIDTH, ROAD_WIDTH

BETWEEN_TOWERS: Final = 95
FIGURE: Final = 20.0
"""The room that a lying figure wants."""
OUTLINE_ROAD: Final = 27.0
"""The width of the outline of a road, for picking and highlighting."""
COTTAGES: Final = 35.0
AWAY: Final = 0.5
"""What a step away from other roads is worth to a house by the road, in steps of room."""
HOUSE: Final = 36.0
"""The least distance of such a house from the border."""
FROM_WAYS, FROM_WALLS = 4, 10
"""How far trees that stand across borders keep from roads and water, and from cities, whose walls are high."""


@lru_cache(maxsize=256)
def plan_of(tile: Tile) -> Plan:
    """The full plan of a tile at rotation 0."""
    plan = Plan(tile)
    ground(plan)
    build_town(plan)
    _towers(plan)
    taken = _reserved(plan)
    for road in plan.roads:
        if road.roadside:
            taken |= _roadside(plan, road, taken)
    if tile.icons:
        plan.icon = _roomiest(plan, taken, 0.7)
        taken |= patch.disc(plan.icon, 23)
    if tile.vineyard:
        taken |= _vineyard(plan, taken)
    for k, (_, field) in enumerate(plan.sections.get(FIELD, [])):
        for kind in [tag for tag in tags_placed(GRAZING) for _ in range(field.count(tag))]:
            at = patch.spot(patch.shrink(plan.fields[k], 4) & ~taken, 0.75)[0]
            plan.grazing.append((kind, at))
            taken |= patch.disc(at, 18)
    _anchors(plan, taken)
    if tile.hill:
        _hill(plan)
    rng = chance(tile, "plants")
    feet = [plan.anchors[k] for k, section in enumerate(tile.sections) if section.kind == FIELD]
    for at in feet:
        taken |= patch.disc(at, FIGURE + 2)
    if not tile.vineyard and not tile.hill:
        taken |= _crops(plan, taken, rng)
    _cottages(plan)
    _trees(plan, taken, rng)
    _reeds(plan, rng)
    _outlines(plan)
    plan.open = _open(plan, taken)
    return plan


@lru_cache(maxsize=512)
def plan_at(tile: Tile, turns: int) -> Plan:
    """The full plan of a tile after quarter turns clockwise."""
    return turned_plan(plan_of(tile), turns)


def _towers(plan: Plan) -> None:
    """Towers at wall ends, along long walls, by gates."""
    tips = tips_of(plan.tile)
    corners: set[Point] = set()
    for wall in plan.walls:
        corners |= {RING[wall.start], RING[wall.end]}
        if len(wall.curves) == 2:
            corners |= {RING[point] for point, city in tips if city == wall.city}
    plan.towers += [(at, "corner") for at in sorted(corners)]
    if touching(plan.tile):
        first, second = plan.walls[0].line, plan.walls[1].line
        at = min((p for p in first), key=lambda p: min(dist(p, q) for q in second))
        plan.towers.append((at, "corner"))
    for wall in plan.walls:
        whole = length(wall.line)
        gates = [project(wall.line, at) for at, _ in wall.gates]
        count = max(1, round(whole / BETWEEN_TOWERS))
        for s in [whole * i / count for i in range(1, count)] if count > 1 else [whole / 2]:
            at = along(wall.line, s)[0]
            if all(abs(s - gate) > 42 for gate in gates) and all(dist(at, other) > 40 for other, _ in plan.towers):
                plan.towers.append((at, "wall"))
        for at, out in wall.gates:
            middle = add(at, out, -WALL / 2)
            for side in (1, -1):
                plan.towers.append((add(middle, (-out[1], out[0]), side * (ROAD_WIDTH / 2 + 4.5)), "gate"))


def _reserved(plan: Plan) -> int:
    taken = patch.disc(plan.monastery, PRECINCT * plan.monastery_scale) if plan.monastery else 0
    for at in plan.farms:
        taken |= patch.disc(at, 26)
    if plan.junction:
        taken |= patch.disc(plan.junction, 30)
    return taken


def _roomiest(plan: Plan, taken: int, keep: float) -> Point:
    free = [patch.shrink(field, 2) & ~taken for field in plan.fields]
    return patch.spot(max(free, key=lambda area: patch.pole(area)[1]), keep)[0]


def _built_up(plan: Plan) -> int:
    """Area of roads, water and cities."""
    out = 0
    for city in plan.cities:
        out |= patch.polygon(city)
    for way in (*plan.roads, *plan.stubs):
        out |= patch.polygon(band(way.line, ROAD_WIDTH))
    for water in plan.river:
        out |= patch.polygon(band(water.line, RIVER_WIDTH))
    for lake in plan.lakes:
        out |= patch.polygon(lake)
    return out


def _roadside(plan: Plan, road: Way, taken: int) -> int:
    """A house by the road with a pond beside it, where there is most room; returns the area that they use."""
    whole = length(road.line)
    free = patch.FULL & ~_built_up(plan) & ~taken
    others = [p for way in (*plan.roads, *plan.stubs) if way is not road for p in way.line]
    best: tuple[float, Point, Point] | None = None
    degrees = 0.0
    for u in (0.3, 0.4, 0.5, 0.6, 0.7) if road.end == SIDE_END else (0.3, 0.42, 0.54):
        at, d = along(road.line, u * whole)
        for side in (1, -1):
            out = (-d[1] * side, d[0] * side)
            middle = add(at, out, 46)
            room, grown = 0.0, free
            while patch.has(grown, middle) and room < 60:
                grown = patch.shrink(grown, 4)
                room += 4
            room -= abs(u - 0.5) * 8
            # With other roads on the tile, the house keeps away from them, lest it seem to be theirs.
            for ahead in (1, -1) if others else (1,):
                house = add(add(at, out, 28), d, 22 * ahead)
                pool = add(add(at, out, 38), d, -14 * ahead)
                worth = room + AWAY * min((dist(house, p) + dist(pool, p) for p in others), default=0.0)
                inside = all(HOUSE < x < T - HOUSE for x in house) or not others
                if inside and (best is None or worth > best[0]):
                    best = worth, house, pool
                    degrees = math.degrees(math.atan2(d[1], d[0]))
    assert best is not None
    _, house, middle = best
    pond = blob(middle, 24, 18, f"pond {plan.tile.id}", degrees)
    water = patch.polygon(pond) & patch.shrink(patch.FULL, 4) & ~patch.grow(_built_up(plan), 5)
    rings = patch.outlines(max(patch.pieces(water), key=int.bit_count), 1.2) if water else [pond]
    plan.roadside.append((road.roadside, house, rings[0]))
    return patch.disc(house, 20) | patch.grow(water, 4)


def _vineyard(plan: Plan, taken: int) -> int:
    """A plot of vines in the roomiest of the two largest fields; returns the area that it uses."""
    large = sorted(plan.fields, key=int.bit_count)[-2:]
    room = [(patch.pole(patch.shrink(field, 3) & ~taken), field) for field in large]
    (middle, radius), field = max(room, key=lambda one: one[0][1])
    angle = chance(plan.tile, "vines").uniform(-12, 12)
    area = _turned_box(middle, min(radius * 1.18, 44), min(radius * 0.86, 33), angle) & patch.shrink(field, 9)
    area = max(patch.pieces(area), key=int.bit_count)
    plan.plots.append(_plot(area, angle, 8.2, 4.5, "vines", middle))
    return patch.grow(area, 4)


def _turned_box(middle: Point, half_u: float, half_v: float, degrees: float) -> int:
    corners = ((-half_u, -half_v), (half_u, -half_v), (half_u, half_v), (-half_u, half_v))
    return patch.polygon([add(middle, turned(corner, degrees)) for corner in corners])


def _plot(area: int, degrees: float, gap: float, inset: float, kind: str, middle: Point) -> Plot:
    ring = max(patch.outlines(area, 1.6), key=len)
    inner = max(patch.outlines(patch.shrink(area, inset), 1.2), key=len, default=ring)
    d = turned((1.0, 0.0), degrees)
    furrows: list[Line] = []
    offset = -90.0
    while offset < 90:
        start = add(add(middle, (-d[1], d[0]), offset), d, -120)
        met = sorted(crossings([start, add(start, d, 240)], [*inner, inner[0]]))
        for a, b in zip(met[::2], met[1::2], strict=False):
            if dist(a, b) > 5:
                furrows.append([a, b])
        offset += gap
    return Plot(ring, furrows, kind, middle)


def _anchors(plan: Plan, taken: int) -> None:
    numbers = {CITY: 0, ROAD: 0, FIELD: 0}
    for section in plan.tile.sections:
        if section.kind == MONASTERY:
            plan.anchors.append(plan.monastery or (C, C))
            continue
        k = numbers[section.kind]
        numbers[section.kind] += 1
        if section.kind == CITY:
            area = within_walls(plan, k)
            if plan.landmark:
                area &= ~patch.disc((C, C), 54)
            for _, at in plan.badges:
                area &= ~patch.disc(at, 28)
            plan.anchors.append(patch.spot(area)[0])
        elif section.kind == ROAD:
            road = plan.roads[k]
            u = 0.5 if road.end == SIDE_END else 0.36 if road.end in (JUNCTION, MONASTERY_END) else 0.46
            if plan.bridges and road.end == SIDE_END:
                u = 0.22
            plan.anchors.append(part_way(road.line, u))
        else:
            free = patch.shrink(plan.fields[k], 1) & ~taken
            plan.anchors.append(patch.spot(free if free.bit_count() > 80 else plan.fields[k])[0])


def _hill(plan: Plan) -> None:
    """Two limestone ledges round a summit."""
    rng = chance(plan.tile, "hill")
    for size, count, dx, dy in ((97, 13, 0.0, 0.0), (58, 9, rng.uniform(-12, 12), rng.uniform(-14, 4))):
        begin = rng.uniform(0, 6.28)
        points = []
        for i in range(count):
            a = begin + 2 * math.pi * i / count
            k = size * (1 + rng.uniform(-0.1, 0.07))
            x = math.copysign(abs(math.cos(a)) ** (2 / 3), math.cos(a)) * k
            y = math.copysign(abs(math.sin(a)) ** (2 / 3), math.sin(a)) * k
            points.append((C + dx + x, C + dy + y))
        plan.hill.append(closed_curve(points, 7))


def _crops(plan: Plan, taken: int, rng: random.Random) -> int:
    """One or two ploughed or mown strips in large meadows; returns the area that they use."""
    out = 0
    for field in sorted(plan.fields, key=int.bit_count, reverse=True)[:2]:
        if field.bit_count() < 9000 or rng.random() > 0.62:
            continue
        free = patch.shrink(field, 13) & patch.box(14, 14, T - 14, T - 14) & ~taken
        middle, radius = patch.pole(free)
        if radius < 19:
            continue
        middle = add(middle, (rng.uniform(-6, 6), rng.uniform(-6, 6)))
        angle = rng.choice((-24, -10, 12, 28, 62, 80)) + rng.uniform(-4, 4)
        area = _turned_box(middle, min(radius * 1.25, 52), min(radius * 0.8, 32), angle) & free
        if area.bit_count() > 900:
            kind = rng.choice(("wheat", "mown", "mown", "plough"))
            area = max(patch.pieces(area), key=int.bit_count)
            plan.plots.append(_plot(area, angle, 7 if kind == "mown" else 4.6, 2, kind, middle))
            out |= patch.grow(area, 3)
    return out


def _cottages(plan: Plan) -> None:
    """A hamlet round a crossing, in the corners between its roads."""
    if plan.junction is None or plan.split:
        return
    angles = []
    for way in (*plan.roads, *plan.stubs):
        line = way.line if dist(way.line[0], plan.junction) < 4 else way.line[::-1]
        if dist(line[0], plan.junction) < 4:
            at = along(line, 24)[0]
            angles.append(math.atan2(at[1] - plan.junction[1], at[0] - plan.junction[0]))
    angles.sort()
    for i, a in enumerate(angles):
        gap = (angles[i + 1] if i + 1 < len(angles) else angles[0] + 2 * math.pi) - a
        for angle in [a + gap / 2] if gap < 2.4 else [a + gap * 0.3, a + gap * 0.7]:
            at = add(plan.junction, (math.cos(angle) * COTTAGES, math.sin(angle) * (COTTAGES - 2) + 3))
            near_house = any(dist(at, house) < 36 or patch.has(patch.grow(patch.polygon(pond), 12), at)
                           for _, house, pond in plan.roadside)  # fmt: skip
            if not near_house and not (plan.icon and dist(at, plan.icon) < 30):
                plan.cottages.append(at)


def _trees(plan: Plan, taken: int, rng: random.Random) -> None:
    """Groves, not confetti: trees with a few companions wherever there is room."""
    ways = _built_up(plan) | taken
    for at, _ in plan.towers:
        ways |= patch.disc(at, 9)
    for at in plan.cottages:
        ways |= patch.disc(at, 14)
    keep = taken
    for plot in plan.plots:
        keep |= patch.grow(patch.polygon(plot.ring), 3)

    def clear(at: Point, size: float) -> bool:
        x, y = at
        crown = patch.box(x - 8 * size, y - 17 * size, x + 8 * size, y + 2)
        return not crown & ways and all(dist(at, other) > 7.5 for other, _, _ in plan.trees)

    for field in plan.fields:
        room = patch.shrink(field, 8) & patch.box(7, 9, T - 7, T - 4) & ~keep
        wanted = field.bit_count() // 6200 + (rng.random() < 0.5)
        places = _sample(room, rng, 60)
        while places and wanted > 0:
            at, size = places.pop(), rng.uniform(0.95, 1.35)
            if not clear(at, size):
                continue
            kind = rng.choice(("oak", "oak", "olive", "olive", "cypress"))
            plan.trees.append((at, kind, size))
            wanted -= 1
            for _ in range(rng.choice((0, 2, 3, 4))):
                beside = add(at, turned((rng.uniform(10, 17), 0), rng.uniform(0, 360)))
                if patch.has(room, beside) and clear(beside, 0.9):
                    plan.trees.append((beside, kind if rng.random() < 0.8 else "bush", rng.uniform(0.8, 1.15)))


def _sample(area: int, rng: random.Random, count: int) -> list[Point]:
    """Random points of an area."""
    lines = list(patch.rows(area))
    out: list[Point] = []
    for _ in range(count if lines else 0):
        y, bits = rng.choice(lines)
        x = rng.randrange(bits.bit_length())
        if bits >> x & 1:
            out.append((float(x), float(y)))
    return out


def _reeds(plan: Plan, rng: random.Random) -> None:
    inner = patch.shrink(patch.FULL, 8)
    lakes = 0
    for lake in plan.lakes:
        lakes |= patch.grow(patch.polygon(lake), 4)
    for water in plan.river:
        whole = length(water.line)
        for _ in range(9):
            at, d = along(water.line, rng.uniform(0.08, 0.92) * whole)
            at = add(at, (-d[1], d[0]), rng.choice((-1, 1)) * (RIVER_WIDTH / 2 + rng.uniform(-0.5, 2)))
            clear = all(dist(at, bridge.at) > 30 for bridge in plan.bridges)
            if clear and patch.has(inner & ~lakes, at):
                plan.reeds.append(at)
    shores = [lake for lake in plan.lakes if plan.spring is None] + [pond for _, _, pond in plan.roadside]
    for shore in shores:
        for _ in range(3):
            at = rng.choice(shore)
            if all(dist(at, MIDDLE[side]) > 60 for side in plan.tile.water):
                plan.reeds.append(at)


def _open(plan: Plan, taken: int) -> int:
    """The meadow on which nothing stands; trees are no hindrance to others."""
    meadow = cities = 0
    for field in plan.fields:
        meadow |= field
    for city in plan.cities:
        cities |= patch.polygon(city)
    ways = patch.FULL & ~meadow & ~cities
    taken |= patch.grow(ways, FROM_WAYS) | patch.grow(cities, FROM_WALLS)
    for at in plan.cottages:
        taken |= patch.disc(at, 14)
    for ring in plan.hill:
        top = patch.polygon(ring)
        taken |= patch.grow(top, FROM_WALLS) & ~patch.shrink(top, FROM_WAYS)
    return meadow & ~taken


def _outlines(plan: Plan) -> None:
    """Outlines per section, for picking and lighting."""
    numbers = {CITY: 0, ROAD: 0, FIELD: 0}
    for section in plan.tile.sections:
        if section.kind == MONASTERY:
            x, y = plan.monastery or (C, C)
            half = PRECINCT * plan.monastery_scale
            plan.outlines.append(
                [[(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]]
            )
            continue
        k = numbers[section.kind]
        numbers[section.kind] += 1
        if section.kind == CITY:
            plan.outlines.append([plan.cities[k]])
        elif section.kind == ROAD:
            plan.outlines.append([band(plan.roads[k].line, OUTLINE_ROAD)])
        else:
            plan.outlines.append(patch.outlines(plan.fields[k], 1.3))
