"""Points, curves and lines of the tile drawings, in tile units: a tile is 240 x 240, x grows east, y south."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Sequence
from typing import Final

Point = tuple[float, float]
Cubic = tuple[Point, Point, Point, Point]
Line = list[Point]

T: Final = 240.0
"""The side of a tile."""
C: Final = T / 2
RING: Final[tuple[Point, ...]] = ((0, 0), (C, 0), (T, 0), (T, C), (T, T), (C, T), (0, T), (0, C))
"""Corners and middles of the sides, clockwise; half-edge i joins point i and point i + 1."""
INWARD: Final[tuple[Point, ...]] = ((0, 1), (-1, 0), (0, -1), (1, 0))
"""By side, N E S W: the direction into the tile."""
MIDDLE: Final[tuple[Point, ...]] = ((C, 0), (T, C), (C, T), (0, C))
"""By side: its middle."""
HALF_MIDDLE: Final[tuple[Point, ...]] = tuple(
    ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in zip(RING, (*RING[1:], RING[0]), strict=True)
)


def add(a: Point, b: Point, k: float = 1.0) -> Point:
    """a + k * b."""
    return a[0] + b[0] * k, a[1] + b[1] * k


def sub(a: Point, b: Point) -> Point:
    """a - b."""
    return a[0] - b[0], a[1] - b[1]


def dist(a: Point, b: Point) -> float:
    """The distance of two points."""
    return math.hypot(a[0] - b[0], a[1] - b[1])


def unit(v: Point) -> Point:
    """The unit vector of a vector; zero stays zero."""
    length = math.hypot(*v) or 1.0
    return v[0] / length, v[1] / length


def turned(v: Point, degrees: float) -> Point:
    """A vector turned clockwise on the page."""
    a = math.radians(degrees)
    return v[0] * math.cos(a) - v[1] * math.sin(a), v[0] * math.sin(a) + v[1] * math.cos(a)


def bezier(cubic: Cubic, n: int = 18) -> Line:
    """A cubic curve as n + 1 points."""
    p0, p1, p2, p3 = cubic
    out = []
    for i in range(n + 1):
        t = i / n
        u = 1 - t
        a, b, c, d = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
        out.append((a * p0[0] + b * p1[0] + c * p2[0] + d * p3[0], a * p0[1] + b * p1[1] + c * p2[1] + d * p3[1]))
    return out


def polyline(cubics: Sequence[Cubic], n: int = 16) -> Line:
    """Curves that follow each other, as one line."""
    out: Line = []
    for cubic in cubics:
        points = bezier(cubic, n)
        out += points[1:] if out else points
    return out


def closed_curve(points: Sequence[Point], n: int = 6) -> Line:
    """A smooth closed curve through points (Catmull-Rom)."""
    out: Line = []
    count = len(points)
    for i in range(count):
        p0, p1, p2, p3 = points[i - 1], points[i], points[(i + 1) % count], points[(i + 2) % count]
        c1 = add(p1, sub(p2, p0), 1 / 6)
        c2 = add(p2, sub(p3, p1), -1 / 6)
        out += bezier((p1, c1, c2, p2), n)[:-1]
    return out


def blob(centre: Point, rx: float, ry: float, seed: str, degrees: float = 0) -> Line:
    """A pond's outline: an ellipse that is not quite one."""
    rng = random.Random(seed)
    points = []
    for i in range(9):
        a = 2 * math.pi * i / 9 + rng.uniform(-0.12, 0.12)
        k = 1 + rng.uniform(-0.1, 0.1)
        points.append(add(centre, turned((rx * k * math.cos(a), ry * k * math.sin(a)), degrees)))
    return closed_curve(points)


def length(line: Sequence[Point]) -> float:
    """How long a line is."""
    return sum(dist(a, b) for a, b in itertools.pairwise(line))


def along(line: Sequence[Point], s: float) -> tuple[Point, Point]:
    """The point and direction at a distance along a line."""
    for a, b in itertools.pairwise(line):
        step = dist(a, b)
        if s <= step and step:
            return add(a, sub(b, a), s / step), unit(sub(b, a))
        s -= step
    return line[-1], unit(sub(line[-1], line[-2]))


def part_way(line: Sequence[Point], u: float) -> Point:
    """The point at a fraction of a line's length."""
    return along(line, u * length(line))[0]


def project(line: Sequence[Point], p: Point) -> float:
    """The distance along a line to its point nearest to p."""
    best, found, at = math.inf, 0.0, 0.0
    for a, b in itertools.pairwise(line):
        v = sub(b, a)
        step = math.hypot(*v)
        if step:
            t = min(1.0, max(0.0, ((p[0] - a[0]) * v[0] + (p[1] - a[1]) * v[1]) / step**2))
            d = dist(add(a, v, t), p)
            if d < best:
                best, found = d, at + t * step
        at += step
    return found


def gap_between(line: Sequence[Point], p: Point) -> float:
    """How far a point is from a line."""
    return dist(along(line, project(line, p))[0], p)


def crossings(line: Sequence[Point], other: Sequence[Point]) -> Line:
    """Where two lines cross."""
    out = []
    for a, b in itertools.pairwise(line):
        r = sub(b, a)
        for c, d in itertools.pairwise(other):
            s = sub(d, c)
            cross = r[0] * s[1] - r[1] * s[0]
            if abs(cross) < 1e-9:
                continue
            q = sub(c, a)
            t = (q[0] * s[1] - q[1] * s[0]) / cross
            u = (q[0] * r[1] - q[1] * r[0]) / cross
            if 0 <= t <= 1 and 0 <= u <= 1:
                out.append(add(a, r, t))
    return out


def beside(line: Sequence[Point], d: float) -> Line:
    """The line offset by d to the right of a line (to its left if d is negative), in its direction."""
    out = []
    for i, p in enumerate(line):
        v = unit(sub(line[min(i + 1, len(line) - 1)], line[max(i - 1, 0)]))
        out.append(add(p, (-v[1], v[0]), d))
    return out


def band(line: Sequence[Point], width: float) -> Line:
    """The outline of a line with a width."""
    return beside(line, width / 2) + beside(line, -width / 2)[::-1]


def inside(polygon: Sequence[Point], p: Point) -> bool:
    """Whether a point lies in a polygon."""
    x, y = p
    found = False
    a = polygon[-1]
    for b in polygon:
        if (a[1] > y) != (b[1] > y) and x < (b[0] - a[0]) * (y - a[1]) / (b[1] - a[1]) + a[0]:
            found = not found
        a = b
    return found


def middle_of(polygon: Sequence[Point]) -> Point:
    """The centroid of a polygon."""
    area = x = y = 0.0
    a = polygon[-1]
    for b in polygon:
        cross = a[0] * b[1] - b[0] * a[1]
        area += cross
        x += (a[0] + b[0]) * cross
        y += (a[1] + b[1]) * cross
        a = b
    return (x / (3 * area), y / (3 * area)) if area else polygon[0]


def rectangle(axis: Point, u0: float, u1: float, v0: float, v1: float) -> Line:
    """A rectangle in a turned frame: its extent along the axis, and across it."""
    across = (-axis[1], axis[0])
    return [add((axis[0] * u, axis[1] * u), across, v) for u, v in ((u0, v0), (u1, v0), (u1, v1), (u0, v1))]


def quarter(p: Point, turns: int) -> Point:
    """A point of the tile after quarter turns clockwise."""
    x, y = p
    for _ in range(turns % 4):
        x, y = T - y, x
    return x, y


def quarter_vector(v: Point, turns: int) -> Point:
    """A direction after quarter turns clockwise."""
    x, y = v
    for _ in range(turns % 4):
        x, y = -y, x
    return x, y
