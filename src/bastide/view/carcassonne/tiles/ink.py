"""Pens of the tile drawings: short paths, colours, and roofs seen from the south with the light from the upper left.

What stands on a tile is drawn in an oblique view in which height goes straight up the page, so that the ground plan is
undistorted. Drawings are in half tile units: a tile is 480 x 480.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Final

from bastide.view.carcassonne.tiles.geometry import Cubic, Line, Point, sub, unit
from bastide.view.svg.ink import mix

K: Final = 2
"""Units of a drawing for each unit of a tile."""
LIGHT: Final = (-0.62, -0.42, 0.66)
SHADOW: Final = (0.62, 0.42)
"""The shadow offset on the ground of a point one unit high."""

ROOFS: Final[dict[str, tuple[str, ...]]] = {
    "terra": ("#a9583a", "#ba6741", "#c8774c", "#d4885b", "#dfa076"),
    "terra2": ("#a15238", "#b2603e", "#c17049", "#cd8058", "#d89770"),
    "terra3": ("#b4694a", "#c37853", "#cf885f", "#da9a70", "#e4b08b"),
    "brick": ("#925044", "#a25c4a", "#b16a55", "#bf7a63", "#cb8f77"),
    "slate": ("#55636e", "#65747f", "#778791", "#8b9aa3", "#a5b2b9"),
    "rose": ("#ae7059", "#bc7f66", "#c98f75", "#d5a188", "#dfb69f"),
}
"""Roofs, from the dark side to the lit one."""
TONES: Final = ((0.38, "terra"), (0.62, "terra2"), (0.82, "terra3"), (0.9, "rose"), (0.95, "brick"), (1.01, "slate"))
STONE: Final = {"top": "#efe5cc", "lit": "#d9c9a4", "face": "#bda97f", "dark": "#97835c", "deep": "#6d5c3e"}


def outline(points: Sequence[Point], close: bool = True) -> str:
    """Path text in relative whole steps, which is short."""
    out = []
    at: tuple[int, int] | None = None
    for x, y in points:
        here = round(x * K), round(y * K)
        if at is None:
            out.append(f"M{here[0]} {here[1]}l")
        elif here != at:
            dx, dy = here[0] - at[0], here[1] - at[1]
            between = "" if out[-1][-1] == "l" or dx < 0 else " "
            out.append(f"{between}{dx}{'' if dy < 0 else ' '}{dy}")
        at = here
    return "".join(out) + ("z" if close else "") if len(out) > 1 else ""


def outlines(lines: Iterable[Sequence[Point]], close: bool = False) -> str:
    """Path text of several lines."""
    return "".join(outline(line, close) for line in lines)


def curves(cubics: Iterable[Cubic]) -> str:
    """Path text of curves that follow each other."""
    out = ""
    for a, b, c, d in cubics:
        if not out:
            out = f"M{round(a[0] * K)} {round(a[1] * K)}"
        out += "C" + " ".join(f"{round(x * K)} {round(y * K)}" for x, y in (b, c, d))
    return out


def n(value: float) -> str:
    """A tile length in drawing units."""
    return f"{round(value * K, 1):g}"


def filled(path: str, fill: str, more: str = "") -> str:
    """A filled path, or nothing for an empty one."""
    return f'<path fill="{fill}" d="{path}"{" " + more if more else ""}/>' if path else ""


def stroked(path: str, color: str, width: float, more: str = "") -> str:
    """A line with a width in tile units; nothing for an empty path."""
    more = " " + more if more else ""
    return f'<path d="{path}" fill="none" stroke="{color}" stroke-width="{width * K:g}"{more}/>' if path else ""


def put(name: str, at: Point, scale: float = 1) -> str:
    """A symbol at a place."""
    x, y = round(at[0] * K), round(at[1] * K)
    if abs(scale - 1) < 0.03:
        return f'<use href="#{name}" x="{x}" y="{y}"/>'
    return f'<use href="#{name}" transform="translate({x} {y})scale({scale:.2f})"/>'


def light_on(nx: float, ny: float, slope: float) -> float:
    """How much light falls on a face that looks that way, from 0 to 1."""
    light = ((nx * LIGHT[0] + ny * LIGHT[1]) * slope + LIGHT[2]) / math.sqrt(1 + slope * slope)
    return max(0.0, min(1.0, light))


def shade(ramp: str, light: float) -> str:
    """A roof's colour in that light."""
    return ROOFS[ramp][min(4, max(0, int(light * 5.2)))]


def stone(nx: float) -> str:
    """The colour of a wall by its eastward angle."""
    return mix(STONE["dark"], STONE["lit"], round((0.5 - 0.5 * nx) * 4) / 4)


def clockwise(ring: Line) -> Line:
    """A ring in clockwise order on the page."""
    area = sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, (*ring[1:], ring[0]), strict=True))
    return ring if area > 0 else ring[::-1]


Face = tuple[Line, float]
"""A face and, for a front, its eastward angle; for a roof, its light."""


def roofed(ring: Line, height: float, pitch: float, hip: float) -> tuple[list[Face], list[Face], Line]:
    """A house on a rectangle: the visible fronts, the faces of the roof, the ridge. Without a hip it has gables."""
    ring = clockwise(ring)
    first, second = sub(ring[1], ring[0]), sub(ring[2], ring[1])
    long, wide = sorted((math.hypot(*first), math.hypot(*second)), reverse=True)
    axis = unit(first if math.hypot(*first) >= math.hypot(*second) else second)
    middle = (ring[0][0] + ring[2][0]) / 2, (ring[0][1] + ring[2][1]) / 2
    half = max(long / 2 - hip * wide, long * 0.06)
    top = height + wide / 2 * pitch
    ridge = [
        (middle[0] - axis[0] * half, middle[1] - axis[1] * half),
        (middle[0] + axis[0] * half, middle[1] + axis[1] * half),
    ]

    def near(p: Point) -> Point:
        return ridge[0 if (p[0] - middle[0]) * axis[0] + (p[1] - middle[1]) * axis[1] < 0 else 1]

    fronts: list[Face] = []
    roofs: list[Face] = []
    for a, b in zip(ring, (*ring[1:], ring[0]), strict=True):
        d = unit(sub(b, a))
        nx, ny = d[1], -d[0]
        if ny > 0.05:
            fronts.append(([a, b, (b[0], b[1] - height), (a[0], a[1] - height)], nx))
        ends = near(a), near(b)
        face = [(a[0], a[1] - height), (b[0], b[1] - height), (ends[1][0], ends[1][1] - top)]
        if ends[0] == ends[1] and hip < 0.05:
            if ny > 0.05:
                fronts.append((face, nx))
            continue
        if ends[0] != ends[1]:
            face.append((ends[0][0], ends[0][1] - top))
        roofs.append((face, light_on(nx, ny, pitch * 1.25)))
    return fronts, roofs, [(x, y - top) for x, y in ridge]


class Batch:
    """Shapes grouped by fill into one path each, in order of each fill's first use."""

    def __init__(self) -> None:
        self.paths: dict[str, list[str]] = {}

    def add(self, fill: str, shape: Sequence[Point]) -> None:
        """Add a shape."""
        self.paths.setdefault(fill, []).append(outline(shape))

    def svg(self) -> str:
        """All of them."""
        return "".join(filled("".join(paths), fill) for fill, paths in self.paths.items())
