"""What stands upright on a tile as SVG, from north to south: trees, city walls, houses, towers, churches, badges."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator
from typing import Final, TypeVar

from bastide.view.carcassonne.tiles.geometry import Line, Point, add, along, beside, dist, inside, middle_of, sub, unit
from bastide.view.carcassonne.tiles.ground import ROAD
from bastide.view.carcassonne.tiles.ink import (
    SHADOW,
    STONE,
    TONES,
    Batch,
    K,
    filled,
    n,
    outline,
    put,
    roofed,
    shade,
    stone,
    stroked,
)
from bastide.view.carcassonne.tiles.marks import icon
from bastide.view.carcassonne.tiles.plan import House, Plan, Wall, chance
from bastide.view.carcassonne.tiles.town import WALL

HEIGHT: Final = 10.0
"""How high a city wall is."""
BADGE: Final = 1.3
ARCH: Final = 5.6
T = TypeVar("T")
DrawHouses = Callable[[list[House]], str]
FINE: Final = 4
"""Steps of a tile unit in the numbers of `listed_houses`."""
LOW, HIGH = 6.0, 7.0
"""The heights of houses."""


def standing_svg(plan: Plan, draw: DrawHouses | None = None) -> str:
    """All standing parts: those north of a city before it, those south of it after it.

    `draw` draws the houses of a city, by default `houses`.
    """
    out = [filled("".join(shadow(wall) for wall in plan.walls), "#33301a", 'fill-opacity=".3"')]
    order = sorted(range(len(plan.cities)), key=lambda k: middle_of(plan.cities[k])[1])
    slots: list[list[tuple[float, str]]] = [[] for _ in range(len(order) + 1)]
    for at, reach, drawing in scattered(plan):
        slot = next((i for i, k in enumerate(order) if _south_of(plan.cities[k], at, reach)), len(order))
        slots[slot].append((at[1], drawing))
    used: set[int] = set()
    for i, things in enumerate(slots):
        out += [drawing for _, drawing in sorted(things)]
        if i < len(order):
            out.append(town(plan, order[i], used, draw or houses))
    return "".join(out) + badges(plan)


def _south_of(city: Line, at: Point, reach: float) -> bool:
    """Whether a city begins close to the south of a place, which is then behind its walls."""
    return any(inside(city, (at[0], at[1] + reach * i / 6)) for i in range(1, 7))


def scattered(plan: Plan) -> list[tuple[Point, float, str]]:
    """Everything outside the walls: its place, the distance at which a city hides it, and its drawing."""
    out: list[tuple[Point, float, str]] = []
    out += [(at, 34, put(f"t-{kind}", at, size)) for at, kind, size in plan.trees]
    out += [(at, 34, put("reed", at)) for at in plan.reeds]
    out += [(at, 40, put("farm", at)) for at in plan.farms]
    out += [(at, 40, put(kind, at)) for kind, at, _ in plan.roadside]
    out += [(at, 24, put(f"cot{(i * 3 + len(plan.tile.id)) % 4}", at)) for i, at in enumerate(plan.cottages)]
    out += [(at, 34, put(kind, at, 1.25)) for kind, at in plan.grazing]
    if plan.monastery:
        out.append((add(plan.monastery, (0, 30)), 20, put("monastery", plan.monastery, plan.monastery_scale)))
    if plan.junction and not plan.split:
        out.append((plan.junction, 20, put("well", plan.junction)))
    if plan.spring:
        out.append((add(plan.spring, (0, 18)), 4, rocks(plan, plan.spring)))
    return out


def rocks(plan: Plan, at: Point) -> str:
    """Boulders round a spring, except where it flows."""
    rng = chance(plan.tile, "rocks")
    out = ""
    brook = along(plan.river[0].line[::-1], 40)[0]
    for _ in range(8):
        angle, far = rng.uniform(-0.5, 5.8), rng.uniform(20, 27)
        x, y = at[0] + math.cos(angle) * far, at[1] + math.sin(angle) * far * 0.85
        k = rng.uniform(4, 7)
        if dist((x, y), brook) < 34:
            continue
        top = [(x - k, y), (x - k * 0.6, y - k), (x + k * 0.2, y - k * 1.3)]
        out += filled(outline([*top, (x + k, y - k * 0.3), (x + k * 0.8, y + k * 0.3)]), "#8d8775")
        out += filled(outline([*top, (x - k * 0.1, y - k * 0.3)]), "#c3bca6")
    return out


def town(plan: Plan, k: int, used: set[int], draw: DrawHouses) -> str:
    """A city: back walls and towers, houses, landmark, front walls with their gates and towers."""
    city = plan.cities[k]
    walls = [wall for wall in plan.walls if wall.city == k]
    back: list[tuple[float, str]] = []
    front: list[tuple[float, str]] = []
    for i, (at, kind) in enumerate(plan.towers):
        if i not in used and any(min(dist(at, p) for p in wall.line) < 16 for wall in walls):
            used.add(i)
            north = any(inside(city, (at[0], at[1] - d)) for d in (9, 13, 17, 21))
            (front if north else back).append((at[1], put(f"w-{kind}", at)))
    return "".join(
        [
            *(wall_svg(plan, wall, False) for wall in walls),
            *(drawing for _, drawing in sorted(back)),
            draw(plan.houses[k]),
            put(plan.landmark[0], add(plan.landmark[1], (0, 8))) if plan.landmark else "",
            *(wall_svg(plan, wall, True) for wall in walls),
            *(gate(at, out) for wall in walls for at, out in wall.gates),
            *(drawing for _, drawing in sorted(front)),
        ]
    )


def runs(wall: Wall) -> list[tuple[bool, Line]]:
    """A wall split into pieces that show their outer face (true) or their back."""
    out: list[tuple[bool, Line]] = []
    for a, b in zip(wall.line, wall.line[1:], strict=False):
        front = unit(sub(b, a))[0] < -0.02
        if out and out[-1][0] == front:
            out[-1][1].append(b)
        else:
            out.append((front, [a, b]))
    return out


def wall_svg(plan: Plan, wall: Wall, front: bool) -> str:
    """The pieces of a wall that face south, or the others: face, top, merlons."""
    out = ""
    for faces, line in runs(wall):
        if faces != front:
            continue
        inner = beside(line, WALL)
        face = line if front else inner
        batch = Batch()
        for color, part in alike(face, lambda d: stone(d[1] if front else -d[1])):
            batch.add(color, [*part, *((x, y - HEIGHT) for x, y in reversed(part))])
        out += batch.svg()
        if front:
            course = outline([(x, y - HEIGHT * 0.36) for x, y in line], False)
            dashes = 'stroke-opacity=".28" stroke-dasharray="9 4" class="f"'
            out += stroked(course, STONE["deep"], 0.7, dashes)
            out += stroked(outline(line, False), STONE["deep"], 0.9, 'stroke-opacity=".7"')
        top = [(x, y - HEIGHT) for x, y in (*line, *inner[::-1])]
        out += filled(outline(top), STONE["top"], f'stroke="{STONE["dark"]}" stroke-width="1.4"')
        edge = outline([(x, y - HEIGHT) for x, y in line], False)
        out += stroked(edge, STONE["deep"], 2.3) + stroked(edge, "#fbf5e4", 2.2, 'stroke-dasharray="6.4 4.6"')
    return out


def shadow(wall: Wall) -> str:
    """The shadow that a wall throws over the meadow: the strip between its foot and its shadow's edge."""
    cast = HEIGHT * 1.05
    moved = [(x + SHADOW[0] * cast, y + SHADOW[1] * cast) for x, y in wall.line]
    out = ""
    at = 0
    # Only where the meadow lies on the side away from the light.
    for falls, part in alike(wall.line, lambda d: d[1] * SHADOW[0] - d[0] * SHADOW[1] > 0):
        end = at + len(part)
        if falls:
            out += outline([*part, *reversed(moved[at:end])])
        at = end - 1
    return out


def alike(line: Line, of: Callable[[Point], T]) -> Iterator[tuple[T, Line]]:
    """A line in stretches whose steps give the same by their directions, each with that."""
    steps = [(of(unit(sub(b, a))), a, b) for a, b in itertools.pairwise(line)]
    for found, group in itertools.groupby(steps, key=lambda step: step[0]):
        stretch = list(group)
        yield found, [stretch[0][1], *(b for _, _, b in stretch)]


def gate(at: Point, out: Point) -> str:
    """The dark arch of a gate facing the viewer."""
    if out[1] <= 0.35:
        return ""
    x, y = at
    arch = f"M{n(x - ARCH)} {n(y + 0.5)}v{n(-4.5)}a{n(ARCH)} {n(ARCH * 0.9)} 0 0 1 {n(2 * ARCH)} 0v{n(4.5)}z"
    sill = f"M{n(x - ARCH + 1)} {n(y + 0.5)}h{n(2 * ARCH - 2)}l{n(-1.6)} {n(-3)}h{n(-2 * ARCH + 5.2)}z"
    return filled(arch, "#4a3a28") + filled(sill, ROAD["fill"], 'fill-opacity=".5"')


def houses(given: list[House]) -> str:
    """All houses of a city as a handful of paths: shadows, fronts, roofs by colour, ridges.

    Houses never overlap in the plane of their roofs, so one path per colour keeps the right order.
    """
    fronts, roofs, shadows, ridges = Batch(), Batch(), "", ""
    yards: list[tuple[float, str]] = []
    for house in given:
        if house.yard:
            yards.append((house.ring[0][1], put("t-bush", house.ring[0], house.tone)))
            continue
        shadows += outline([(x + 3.4, y + 2.4) for x, y in house.ring])
        ramp = next(name for most, name in TONES if house.tone < most)
        walls, faces, ridge = roofed(house.ring, house.height, 0.55, 0.02 if house.gabled else 0.36)
        for shape, nx in walls:
            fronts.add("#bfa679" if nx > 0.3 else "#d0ba8c" if nx > -0.3 else "#dac698", shape)
        for shape, light in faces:
            roofs.add(shade(ramp, light), shape)
        ridges += outline(ridge, False)
    return (
        filled(shadows, "#4a3517", 'fill-opacity=".4"')
        + "".join(drawing for _, drawing in sorted(yards))
        + fronts.svg()
        + f'<g stroke="#6b3420" stroke-opacity=".42" stroke-width=".9" stroke-linejoin="round">{roofs.svg()}</g>'
        + stroked(ridges, "#f6d3ae", 0.6, 'stroke-opacity=".5" class="f"')
    )


def listed_houses(given: list[House]) -> str:
    """The houses of a city as numbers, from which the page draws what `houses` draws (`static/js/houses.js`).

    Seven for each: a corner, the steps to the next one and from there to the third, and its tone, height and gables.
    """
    numbers: list[int] = []
    yards: list[tuple[float, str]] = []
    for house in given:
        if house.yard:
            yards.append((house.ring[0][1], put("t-bush", house.ring[0], house.tone)))
            continue
        a, b, c = ([round(value * FINE) for value in point] for point in house.ring[:3])
        ramp = next(i for i, (most, _) in enumerate(TONES) if house.tone < most)
        numbers += [*a, b[0] - a[0], b[1] - a[1], c[0] - b[0], c[1] - b[1]]
        numbers.append(ramp * 4 + 2 * (house.height == HIGH) + house.gabled)
    return f'<h n="{" ".join(map(str, numbers))}">{"".join(drawing for _, drawing in sorted(yards))}</h>'


def badges(plan: Plan) -> str:
    """Badges of cities and the vineyard's grapes: they score, so they must be visible."""
    out = "".join(put("grapes", plot.middle, 1.08) for plot in plan.plots if plot.kind == "vines")
    out += "".join(put(kind, at, BADGE) for kind, at in plan.badges)
    return out


def numbered(plan: Plan, number: int) -> str:
    """The icon and the number of a numbered tile."""
    if plan.icon is None:
        return ""
    x, y = round(plan.icon[0] * K), round(plan.icon[1] * K)
    text = 'y="10" font-size="29" font-weight="800" text-anchor="middle" fill="#4a2f14" font-family="sans-serif"'
    return f'<g transform="translate({x} {y})scale(1.12)"><use href="#{icon()}"/><text {text}>{number}</text></g>'
