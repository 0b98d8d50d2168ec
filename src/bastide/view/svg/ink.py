"""Path text, short numbers, smooth curves and repeatable noise for all drawings."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from bastide.view.svg.geometry import Point


@lru_cache(maxsize=8192)
def n(value: float) -> str:
    """A number as short text, to a tenth of a unit."""
    text = f"{value:.1f}"
    if text.endswith(".0"):
        text = text[:-2]
    return "0" if text == "-0" else text


def fine(value: float) -> str:
    """A factor as short text, to a hundredth."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def polyline(points: Sequence[Point], close: bool = True) -> str:
    """Path text of straight lines through the points."""
    return "M" + "L".join(f"{n(x)} {n(y)}" for x, y in points) + ("Z" if close else "")


def controls(points: Sequence[Point], close: bool) -> Iterator[tuple[Point, Point, Point]]:
    """The Bezier pieces of a Catmull-Rom curve through the points: two controls and the end of each."""
    count = len(points)

    def at(i: int) -> Point:
        return points[i % count] if close else points[min(max(i, 0), count - 1)]

    for i in range(count if close else count - 1):
        a, b, c, d = at(i - 1), at(i), at(i + 1), at(i + 2)
        first = b[0] + (c[0] - a[0]) / 6, b[1] + (c[1] - a[1]) / 6
        second = c[0] - (d[0] - b[0]) / 6, c[1] - (d[1] - b[1]) / 6
        yield first, second, c


def curve(points: Sequence[Point], close: bool = False) -> str:
    """Path text of a Catmull-Rom curve through the points."""
    out = [f"M{n(points[0][0])} {n(points[0][1])}"]
    for piece in controls(points, close):
        out.append("C" + " ".join(f"{n(x)} {n(y)}" for x, y in piece))
    return "".join(out) + ("Z" if close else "")


def coarse_loop(points: Sequence[Point]) -> str:
    """The same as a closed curve in whole units and relative steps, which is short: for long lines like a shore."""
    x, y = round(points[0][0]), round(points[0][1])
    out = [f"M{x} {y}"]
    for piece in controls(points, True):
        steps = [value for px, py in piece for value in (round(px) - x, round(py) - y)]
        out.append("c" + " ".join(map(str, steps)).replace(" -", "-"))
        x, y = x + steps[4], y + steps[5]
    return "".join(out) + "z"


def chance(*seed: object) -> random.Random:
    """A random source that gives the same numbers for the same seed on every platform."""
    return random.Random(":".join(map(str, seed)))


def noise(seed: str, count: int, knots: int) -> list[float]:
    """A closed smooth line of `count` values from -1 to 1 through `knots` random ones."""
    source = chance(seed)
    values = [source.uniform(-1, 1) for _ in range(knots)]
    out = []
    for i in range(count):
        whole_, part = divmod(i * knots / count, 1)
        k = int(whole_)
        part = part * part * (3 - 2 * part)
        out.append(values[k % knots] * (1 - part) + values[(k + 1) % knots] * part)
    return out


def mix(a: str, b: str, t: float) -> str:
    """The colour at fraction `t` from `a` to `b`, both `#RRGGBB`."""
    pairs = ((int(a[i : i + 2], 16), int(b[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(x + (y - x) * t):02X}" for x, y in pairs)


def distance(x: float, y: float, line: Sequence[Point]) -> float:
    """The distance from a point to a polyline."""
    best = math.inf
    for (ax, ay), (bx, by) in pairwise(line):
        along = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2)
        t = max(0.0, min(1.0, along))
        best = min(best, math.hypot(x - ax - t * (bx - ax), y - ay - t * (by - ay)))
    return best
