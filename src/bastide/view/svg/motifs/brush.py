"""What the motifs share: placing scenery, keeping clear of the number token, hedges and ridges."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from typing import Final

from bastide.view.svg.geometry import Point
from bastide.view.svg.ink import curve, fine, n

TOKEN_Y: Final = 26
"""The number token is this far below the centre, so that the scene has the upper half."""
TOKEN_RADIUS: Final = 28

Thing = tuple[float, str]
"""A piece of scenery and the y of its foot."""


def clear(x: float, y: float, margin: float = 0) -> bool:
    """Whether a point is clear of the number token."""
    return math.hypot(x, y - TOKEN_Y) > TOKEN_RADIUS + 1 + margin


def use(name: str, x: float, y: float, scale: float = 1, color: str = "", flip: bool = False) -> str:
    """A piece of scenery with its foot at a point."""
    tint = f' color="{color}"' if color else ""
    size = f" scale({fine(scale)})" if scale != 1 else ""
    mirror = " scale(-1 1)" if flip else ""
    return f'<use href="#{name}"{tint} transform="translate({n(x)} {n(y)}){size}{mirror}"/>'


def back_to_front(things: list[Thing]) -> str:
    """Scenery sorted by foot, so that what is in front covers what is behind."""
    return "".join(drawing for _, drawing in sorted(things))


def fill(path: str, color: str, opacity: str = "") -> str:
    """A filled path."""
    veil = f' fill-opacity="{opacity}"' if opacity else ""
    return f'<path d="{path}" fill="{color}"{veil}/>'


def line(path: str, color: str, width: float, more: str = "") -> str:
    """A stroked path; `more` are further attributes."""
    return f'<path d="{path}" fill="none" stroke="{color}" stroke-width="{width:g}"{more}/>'


def hedge(points: Sequence[Point]) -> str:
    """A hedge: round dots set close along a line, three times, shadow, bush and light."""
    path = curve(points)
    dots = ' stroke-linecap="round" stroke-dasharray="0 6"'
    return (
        line(path, "#3c5a22", 8, dots + ' stroke-opacity=".45" transform="translate(2 3)"')
        + line(path, "#55803C", 9, dots)
        + line(path, "#86AE58", 4.5, dots + ' transform="translate(-1.4 -1.8)"')
    )


def ridge(source: random.Random, base: float, amplitude: float) -> tuple[list[Point], str]:
    """A wavy line across the hex, and the path of all that lies below it."""
    points: list[Point] = []
    for x in range(-110, 111, 22):
        wave = math.sin(x / 34 + source.uniform(-0.4, 0.4)) + source.uniform(-1, 1) * 0.35
        points.append((x, base + amplitude * wave))
    return points, curve(points) + "L110 110L-110 110Z"
