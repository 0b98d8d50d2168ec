"""The ground of a tile as SVG: hill, tilled land, water, roads and bridges, and the paving of its cities.

Meadow is not drawn: it is one layer under all tiles of a board.
"""

from __future__ import annotations

from typing import Final

from bastide.view.carcassonne.tiles.geometry import Line, Point, T, along, beside, inside, length, middle_of, project
from bastide.view.carcassonne.tiles.ink import STONE, curves, filled, n, outline, outlines, stroked
from bastide.view.carcassonne.tiles.plan import Bridge, Plan, Plot, Way
from bastide.view.carcassonne.tiles.ways import RIVER_WIDTH, ROAD_WIDTH

ROAD: Final = {"edge": "#8f7c52", "kerb": "#c9b587", "fill": "#efe4c4", "rut": "#d6c59a", "joint": "#b39d6c"}
WATER: Final = {"bank": "#8d9a55", "sand": "#d8c892", "deep": "#4f88a0", "mid": "#6a9fb3", "light": "#93bfca"}
PAVING: Final = {"fill": "#dcc79b", "lane": "#eadbb6", "ring": "#b9a475"}
CROPS: Final = {"wheat": ("#cdb868", "#b79f4f"), "mown": ("#b6c571", "#9db057"), "plough": ("#bcae72", "#a99a5c")}
"""Ground and furrows."""
CLIFF: Final = 9.5
"""The height of a ledge facing south."""


def ground_svg(plan: Plan) -> str:
    """All flat parts."""
    out = [hill(plan, k, ring) for k, ring in enumerate(plan.hill)]
    out += [vines(plot) if plot.kind == "vines" else crops(plot) for plot in plan.plots]
    out.append(water(plan))
    out.append(roads(plan))
    if plan.junction:
        out.append(crossing(plan.junction))
    out += [paving(plan, k) for k in range(len(plan.cities))]
    return "".join(out)


def crops(plot: Plot) -> str:
    """A ploughed, sown or mown strip."""
    fill, line = CROPS[plot.kind]
    width = 2.5 if plot.kind == "mown" else 1.1
    edge = 'fill-opacity=".62" stroke="#7d8f44" stroke-width="3" stroke-opacity=".45"'
    return filled(outline(plot.ring), fill, edge) + stroked(
        outlines(plot.furrows), line, width, 'stroke-opacity=".6" class="f"'
    )


def vines(plot: Plot) -> str:
    """Rows of vines on bare earth."""
    rows = outlines(plot.furrows)
    return (
        filled(outline(plot.ring), "#c2a86c", 'stroke="#7a6a3e" stroke-width="3"')
        + stroked(rows, "#4c3d1e", 4.5, 'stroke-opacity=".35" transform="translate(3 4)"')
        + stroked(rows, "#587233", 4.5, 'stroke-dasharray="9 4.4"')
        + stroked(rows, "#7d9a48", 2.2, 'stroke-dasharray="7 6.4" transform="translate(0 -2)"')
        + stroked(rows, "#6c4585", 2.1, 'stroke-dasharray="3 10.4" stroke-dashoffset="-4"')
    )


def water(plan: Plan) -> str:
    """River, spring, lake and the ponds of houses: banks first, so that they merge."""
    rivers = [curves(way.curves) for way in plan.river]
    lakes = [*plan.lakes, *(pond for _, _, pond in plan.roadside)]
    out = ""
    # A spring is a narrow brook that widens on its way.
    cap = 'stroke-linecap="round"' if plan.spring else ""
    for color, wider in ((WATER["bank"], 8.0), (WATER["sand"], 4.4)):
        out += "".join(stroked(line, color, RIVER_WIDTH + wider, cap) for line in rivers)
    for lake in lakes:
        shape = outline(lake)
        out += filled(shape, WATER["sand"], f'stroke="{WATER["bank"]}" stroke-width="12"')
        out += stroked(shape, WATER["sand"], 4)
    for color, less in ((WATER["deep"], 0.0), (WATER["mid"], 8.0)):
        out += "".join(stroked(line, color, RIVER_WIDTH - less, cap) for line in rivers)
        for lake in lakes:
            inner = f'stroke="{WATER["deep"]}" stroke-width="8"'
            out += filled(outline(lake), color, inner if less else "")
    for way in plan.river:
        for aside, dashes in ((-7.0, "26 34 12 60"), (1.5, "16 52 30 44"), (8.0, "34 40 10 48")):
            more = f'stroke-opacity=".8" stroke-linecap="round" stroke-dasharray="{dashes}" class="f"'
            out += stroked(outline(beside(way.line, aside), False), WATER["light"], 1.2, more)
    for lake in lakes if plan.spring is None else []:
        x, y = middle_of(lake)
        ripples = f"M{n(x - 10)} {n(y - 3)}h{n(14)}m{n(-6)} {n(5)}h{n(10)}m{n(-18)} {n(4)}h{n(9)}"
        out += stroked(ripples, WATER["light"], 1.2, 'stroke-linecap="round"')
    return out


def roads(plan: Plan) -> str:
    """Roads, with one kerb under all of them, so that crossings stay open; those on a bridge on top."""
    over = {bridge.road for bridge in plan.bridges}
    low = [way for i, way in enumerate(plan.roads) if i not in over] + plan.stubs
    high = [way for i, way in enumerate(plan.roads) if i in over]
    out = carriageway(low)
    out += "".join(abutment(plan, bridge) for bridge in plan.bridges)
    out += carriageway(high)
    return out + "".join(deck(plan, bridge) for bridge in plan.bridges)


def carriageway(ways: list[Way]) -> str:
    """Some roads on one level."""
    path = "".join(curves(way.curves) for way in ways)
    joints = 'stroke-dasharray="2 37 3 53 2 29" stroke-opacity=".35" class="f"'
    return (
        stroked(path, ROAD["edge"], ROAD_WIDTH)
        + stroked(path, ROAD["kerb"], ROAD_WIDTH - 2.2)
        + stroked(path, ROAD["fill"], ROAD_WIDTH - 5)
        + stroked(path, ROAD["rut"], 6.2, 'stroke-opacity=".7"')
        + stroked(path, ROAD["fill"], 3.6)
        + stroked(path, ROAD["joint"], 9, joints)
    )


def bridge_line(plan: Plan, bridge: Bridge) -> Line:
    """The stretch of road on a bridge."""
    line = plan.roads[bridge.road].line
    at, half = project(line, bridge.at), bridge.over / 2 + 7
    return [along(line, at - half + half * i / 4)[0] for i in range(9)]


def abutment(plan: Plan, bridge: Bridge) -> str:
    """What one sees of a bridge under its road, and its shadow."""
    line = bridge_line(plan, bridge)
    path = outline(line, False)
    shadow = outline([(x + 4.5, y + 4) for x, y in line], False)
    return (
        stroked(shadow, "#1d2a30", ROAD_WIDTH + 6, 'stroke-opacity=".34"')
        + stroked(path, STONE["deep"], ROAD_WIDTH + 8)
        + stroked(path, STONE["face"], ROAD_WIDTH + 6)
    )


def deck(plan: Plan, bridge: Bridge) -> str:
    """The paving and parapets of a bridge."""
    line = bridge_line(plan, bridge)
    path = outline(line, False)
    out = stroked(path, "#e6d8b2", ROAD_WIDTH - 2)
    out += stroked(path, "#cbb98a", ROAD_WIDTH - 3, 'stroke-dasharray="2 12" stroke-opacity=".8"')
    for side in (1, -1):
        parapet = outline(beside(line, side * (ROAD_WIDTH / 2 + 1.2)), False)
        out += stroked(parapet, STONE["deep"], 2.7) + stroked(parapet, STONE["top"], 1.8)
        out += stroked(parapet, STONE["dark"], 1.8, 'stroke-dasharray="2 16" stroke-opacity=".7"')
    return out


def crossing(at: Point) -> str:
    """A paved place where roads end and meet."""
    x, y = n(at[0]), n(at[1])
    rings = ((12.4, "5 2.4"), (8.4, "4 2.2"))
    return (
        f'<circle cx="{x}" cy="{y}" r="{n(17)}" fill="{ROAD["edge"]}"/>'
        f'<circle cx="{x}" cy="{y}" r="{n(15.8)}" fill="{PAVING["fill"]}"/>'
        + "".join(
            f'<circle cx="{x}" cy="{y}" r="{n(r)}" fill="none" stroke="{PAVING["ring"]}" stroke-width="2"'
            f' stroke-dasharray="{dashes}" class="f"/>'
            for r, dashes in rings
        )
    )


def paving(plan: Plan, k: int) -> str:
    """The ground of a city with its streets, and a soft dark foot outside its walls."""
    walls = "".join(curves(wall.curves) for wall in plan.walls if wall.city == k)
    out = stroked(walls, "#5c6a2c", 6.5, 'stroke-opacity=".16"') + stroked(
        walls, "#4d5726", 3.2, 'stroke-opacity=".22"'
    )
    # A little beyond the border, so that no meadow shows between two tiles.
    seam = f'stroke="{PAVING["fill"]}" stroke-width="1"'
    streets = plan.streets[k]
    x, y = streets.square
    return (
        out
        + filled(outline(plan.cities[k]), PAVING["fill"], seam)
        + stroked(outlines(streets.lines), PAVING["lane"], 5.5, 'stroke-linejoin="round"')
        + f'<circle cx="{n(x)}" cy="{n(y)}" r="{n(streets.radius)}" fill="{PAVING["lane"]}"/>'
    )


def hill(plan: Plan, k: int, ring: Line) -> str:
    """A limestone ledge: rock and shadow where its rim faces south, a line of light where it faces north."""
    whole = length([*ring, ring[0]])
    count = int(whole / 3.2)
    samples = [along([*ring, ring[0]], whole * i / count) for i in range(count + 1)]
    middle = middle_of(ring)
    drops: list[float] = []
    for i, (p, d) in enumerate(samples):
        down = d[0] if (p[1] - middle[1]) * d[0] > (p[0] - middle[0]) * d[1] else -d[0]
        rough = 0.82 + 0.36 * ((i * 7919 + k * 31) % 13) / 12
        drops.append(max(0.0, down + 0.12) * CLIFF * rough)
    free = [
        not any(inside(city, p) for city in plan.cities) and 3 < p[0] < T - 3 and 3 < p[1] < T - 3 for p, _ in samples
    ]
    rock, shadow, light, soft, ticks = "", "", "", "", ""
    for first, last in _runs([ok and drop > 0.6 for ok, drop in zip(free, drops, strict=True)]):
        top = [samples[i][0] for i in range(first, last)]
        ease = [min(1.0, min(i - first, last - 1 - i) / 3) for i in range(first, last)]
        drop = [drops[i] * e for i, e in zip(range(first, last), ease, strict=True)]
        foot = [(x, y + h) for (x, y), h in zip(top, drop, strict=True)]
        rock += outline(top + foot[::-1])
        shadow += outline([(x, y - 1) for x, y in foot] + [(x + 5, y + 5.5) for x, y in foot[::-1]])
        light += outline(top, False)
        for i in range(1, len(top) - 1, 2):
            ticks += outline([(top[i][0] + 0.4, top[i][1] + 1.4), foot[i]], False)
    for first, last in _runs([ok and drop <= 0.9 for ok, drop in zip(free, drops, strict=True)]):
        soft += outline([samples[i][0] for i in range(first, last)], False)
    return (
        filled(outline(ring), "#dbdf98", f'fill-opacity="{0.5 if k else 0.42}"')
        + filled(shadow, "#3c4518", 'fill-opacity=".3"')
        + stroked(soft, "#76863d", 1.5, 'stroke-opacity=".75" stroke-linecap="round"')
        + stroked(soft, "#eef0bd", 1, 'stroke-opacity=".8" transform="translate(2 3)" stroke-linecap="round"')
        + filled(rock, "#c3b48c", 'stroke="#7d6f49" stroke-width="1.4" stroke-linejoin="round"')
        + stroked(ticks, "#85764f", 0.9)
        + stroked(light, "#f3ecd2", 1.5, 'stroke-linecap="round"')
    )


def _runs(flags: list[bool]) -> list[tuple[int, int]]:
    """The runs of at least three true values, as their first index and the one after their last."""
    out = []
    start = None
    for i, flag in enumerate([*flags, False]):
        if flag and start is None:
            start = i
        elif not flag and start is not None:
            if i - start > 2:
                out.append((start, i))
            start = None
    return out
