"""The outline of the land: round every island and every lake, offset outwards and made irregular like a shore.

The land is a set of hexes. Its boundary is walked along the outer edges of the hexes, land on the right, each walk
is offset to the left (outwards) with round corners, and points along it are moved by smooth noise. Filled with the
non-zero rule, the walks of islands and of lakes together give the land.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final

from bastide.view.svg.geometry import RADIUS, SIDES, STEPS, Axial, Point, lattice, on_paper
from bastide.view.svg.ink import coarse_loop, noise

ARC_STEP: Final = math.radians(15)
"""Maximum angle in radians between points of a round corner."""
MOST_OFFSET: Final = RADIUS * math.sqrt(3) / 2 - 1
"""A larger offset would close the smallest lake, one hex wide."""


def boundary(hexes: frozenset[Axial]) -> list[list[Axial]]:
    """The closed walks round the land, as nodes of the lattice, land on the right hand.

    At a corner three hexes meet, so exactly two of its edges separate land from sea, or none: no walk branches.
    """
    onward: dict[Axial, Axial] = {}
    for q, r in sorted(hexes):
        for side, (dq, dr) in STEPS.items():
            if (q + dq, r + dr) not in hexes:
                first, second = SIDES[side]
                onward[lattice(q, r, first)] = lattice(q, r, second)
    walks = []
    while onward:
        start = min(onward)
        walk = [start]
        while (node := onward.pop(walk[-1])) != start:
            walk.append(node)
        walks.append(walk)
    return walks


def offset(walk: list[Axial], by: float) -> list[Point]:
    """The walk moved outwards by a distance: arcs at the capes, plain intersections in the bays."""
    points = [on_paper(node) for node in walk]
    count = len(points)
    out: list[Point] = []
    for i, (x, y) in enumerate(points):
        ax, ay = points[i - 1]
        bx, by_ = points[(i + 1) % count]
        into, away = math.atan2(y - ay, x - ax), math.atan2(by_ - y, bx - x)
        turn = (away - into + math.pi) % (2 * math.pi) - math.pi
        if turn > 0:  # a cape: the land on the right turns away
            steps = max(1, round(turn / ARC_STEP))
            for k in range(steps + 1):
                angle = into - math.pi / 2 + turn * k / steps
                out.append((x + by * math.cos(angle), y + by * math.sin(angle)))
        else:
            angle, reach = into - math.pi / 2 + turn / 2, by / math.cos(turn / 2)
            out.append((x + reach * math.cos(angle), y + reach * math.sin(angle)))
    return out


def wander(line: list[Point], amplitude: float, seed: str, step: float, knots_every: int) -> list[Point]:
    """Points at equal distances along a closed line, each moved across it by smooth noise."""
    lengths = [math.dist(line[i], line[(i + 1) % len(line)]) for i in range(len(line))]
    total = sum(lengths)
    count = max(6, int(total / step))
    shifts = noise(seed, count, max(3, count // knots_every))
    out, piece, before = [], 0, 0.0
    for i in range(count):
        at = i * total / count
        while before + lengths[piece] < at:
            before += lengths[piece]
            piece += 1
        (ax, ay), (bx, by) = line[piece], line[(piece + 1) % len(line)]
        length = lengths[piece] or 1.0
        t = (at - before) / length
        ux, uy = (bx - ax) / length, (by - ay) / length
        out.append((ax + t * (bx - ax) + uy * shifts[i] * amplitude, ay + t * (by - ay) - ux * shifts[i] * amplitude))
    return out


@lru_cache(maxsize=256)
def coastline(
    hexes: frozenset[Axial], by: float, amplitude: float, seed: str, step: float = 13, knots_every: int = 2
) -> str:
    """Path text of the shore at a distance from the land: one smooth closed curve for each island and each lake."""
    by = min(by, MOST_OFFSET - amplitude)
    walks = (wander(offset(walk, by), amplitude, seed, step, knots_every) for walk in boundary(hexes))
    return "".join(coarse_loop(points) for points in walks)
