"""Rivers on the land: each runs on through its hexes, from a spring over the paths that it crosses, to the sea."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from bastide.view.island.model import Board
from bastide.view.styles import PLAIN_SITE, styles
from bastide.view.svg.geometry import (
    SIDES,
    STEPS,
    Axial,
    Point,
    centre,
    edge_place,
    ends,
    land_hexes,
    split,
)
from bastide.view.svg.ink import curve, n
from bastide.view.svg.motifs.brush import TOKEN_Y

BOW: Final = 44
"""How far a river that runs straight through a hex bends away from the number token."""
SPREAD: Final = 12
"""The same where it turns anyway."""
BEYOND: Final = 34
"""How far the water of a mouth reaches into the sea."""
RIM: Final = 0.93
"""The gilt line lies so far from the middle of its hex, as a share of the way to its side."""


def streams(board: Board) -> str:
    """All rivers, and the gilt line round the hexes through which they run."""
    courses: dict[tuple[str, int], list[str]] = {}
    for site in board.sites:
        if styles().sites.get(site.word, PLAIN_SITE).stream:
            courses.setdefault((site.word, site.value), []).append(site.place)
    if not courses:
        return ""
    land = land_hexes(board)
    drawn = [stream(course, hexes_along(course, land)) for course in courses.values()]
    gilt = rim([place for course in courses.values() for place in course], land)
    return f'<g class="streams">{gilt}{"".join(drawn)}</g>'


def beside(place: str) -> tuple[Axial, Axial]:
    """The two hexes at an edge."""
    q, r, side = split(place)
    dq, dr = STEPS[side]
    return (q, r), (q + dq, r + dr)


def hexes_along(course: Sequence[str], land: frozenset[Axial]) -> list[Axial | None]:
    """The hexes through which a river runs, one more than the paths that it crosses; None for the sea at its end."""
    first = [at for at in beside(course[0]) if at in land]
    after = beside(course[1]) if len(course) > 1 else ()
    here = next((at for at in first if at not in after), first[0])
    found: list[Axial | None] = [here]
    for place in course:
        one, other = beside(place)
        here = other if one == here else one
        found.append(here if here in land else None)
    return found


def stream(course: Sequence[str], hexes: Sequence[Axial | None]) -> str:
    """One river."""
    gates = [edge_place(place) for place in course]
    crossed: list[Point] = [(gate.x, gate.y) for gate in gates]
    spring_hex = hexes[0]
    assert spring_hex is not None
    spring, bend = source(centre(*spring_hex), crossed[0])
    points: list[Point] = [spring, bend]
    for i, at in enumerate(crossed):
        points.append(at)
        here = hexes[i + 1]
        if i + 1 < len(crossed) and here is not None:
            points.append(middle(centre(*here), at, crossed[i + 1]))
    last, end = hexes[-2], crossed[-1]
    assert last is not None
    goal = hexes[-1]
    banks = curve(points)
    mouth = ""
    if goal is None:
        x, y = centre(*last)
        length = math.dist((x, y), end)
        dx, dy = (end[0] - x) / length, (end[1] - y) / length
        points.append((end[0] + BEYOND * dx, end[1] + BEYOND * dy))
        turn = math.degrees(math.atan2(dy, dx))
        mouth = (
            f'<g transform="translate({n(end[0])} {n(end[1])}) rotate({n(turn)})"><path d="M-4-12C12-13 20-20 34-25'
            'Q46 0 34 25C20 20 12 13-4 12z" fill="#55B2BB"/><path d="M26-15q7 15 0 30M37-19q9 19 0 38" fill="none"'
            ' stroke="#D8F1EC" stroke-opacity=".8" stroke-width="2.8"/></g>'
        )
    else:
        points.append(centre(*goal))
        banks = curve(points)
    path = curve(points)
    x, y = spring
    return (
        f'<g class="stream" fill="none" stroke-linecap="round" stroke-linejoin="round">'
        f'<path d="{banks}" stroke="#21424B" stroke-opacity=".75" stroke-width="33" stroke-linecap="butt"/>'
        f'<ellipse cx="{n(x)}" cy="{n(y)}" rx="24" ry="15.5" fill="#21424B" fill-opacity=".75"/>'
        f'<path d="{banks}" stroke="#D9C58F" stroke-width="29" stroke-linecap="butt"/>'
        f'<ellipse cx="{n(x)}" cy="{n(y)}" rx="21.5" ry="13" fill="#D9C58F"/>'
        f'<path d="{path}" stroke="#2F8794" stroke-width="24" stroke-linecap="butt"/>'
        f'<ellipse cx="{n(x)}" cy="{n(y)}" rx="18.5" ry="10.5" fill="#2F8794"/>{mouth}'
        f'<path d="{path}" stroke="#55B2BB" stroke-width="16"/>'
        f'<ellipse cx="{n(x)}" cy="{n(y)}" rx="14.5" ry="7.5" fill="#55B2BB"/>'
        f'<path d="{path}" stroke="#BFE8E4" stroke-opacity=".8" stroke-width="2.6" stroke-dasharray="17 31"'
        ' transform="translate(-3.5 -2)"/>'
        f'<path d="{path}" stroke="#1F6E7C" stroke-opacity=".6" stroke-width="2" stroke-dasharray="11 41"'
        ' transform="translate(4 3)"/></g>'
    )


def source(at: Point, gate: Point) -> tuple[Point, Point]:
    """The spring of a river in its first hex, and the bend on the way to the first path that it crosses."""
    x, y = at
    dx, dy = gate[0] - x, gate[1] - y
    bend = middle(at, (x - dx, y - dy), gate)
    return (x - 0.5 * dx + 0.2 * (bend[0] - x), y - 0.5 * dy + 0.2 * (bend[1] - y)), bend


def middle(at: Point, enters: Point, leaves: Point) -> Point:
    """Where a river passes the middle of a hex: on the side away from the number token."""
    mx, my = (enters[0] + leaves[0]) / 2, (enters[1] + leaves[1]) / 2
    dx, dy = leaves[0] - enters[0], leaves[1] - enters[1]
    length = math.hypot(dx, dy)
    across = (-dy / length, dx / length)
    token = (at[0], at[1] + TOKEN_Y)
    # Of the two sides the one that is farther from the token; to the right where both are as far.
    if (mx - token[0]) * across[0] + (my - token[1]) * across[1] < 0:
        across = (-across[0], -across[1])
    push = BOW if math.dist((mx, my), at) < SPREAD else SPREAD
    return mx + push * across[0], my + push * across[1]


def rim(crossed: Sequence[str], land: frozenset[Axial]) -> str:
    """A gilt line along the sides of the hexes with a river, but for those that it crosses."""
    wet = {at for place in crossed for at in beside(place) if at in land}
    gates = {(edge.x, edge.y) for edge in map(edge_place, crossed)}
    path = ""
    for q, r in sorted(wet):
        x, y = centre(q, r)
        for side in SIDES:
            edge = edge_place(f"{q},{r},{side}")
            if (edge.x, edge.y) not in gates:
                (ax, ay), (bx, by) = [(x + (cx - x) * RIM, y + (cy - y) * RIM) for cx, cy in ends(q, r, side)]
                path += f"M{n(ax)} {n(ay)}L{n(bx)} {n(by)}"
    return (
        f'<g class="gilt" fill="none" stroke-linecap="round"><path d="{path}" stroke="#6B4A12" stroke-opacity=".55"'
        f' stroke-width="6.5"/><path d="{path}" stroke="#F4CF66" stroke-width="3.2" stroke-dasharray="7 5.5"/></g>'
    )
