"""Woods and tilled land that reach across the borders of tiles, as drawings round a point.

Trees stand upright, so that each drawing that is longer than wide exists along both directions of the borders.
"""

from __future__ import annotations

import random
from functools import cache
from typing import Final

from bastide.view.carcassonne.tiles.geometry import Line, Point, dist
from bastide.view.carcassonne.tiles.ground import crops
from bastide.view.carcassonne.tiles.ink import K, n, put
from bastide.view.carcassonne.tiles.plan import Plot

REACH: Final = 80
"""Half the side of a drawing's box, in tile units."""
GROWTH: Final = "growth"
"""The part of a picture's URL for these drawings, and their box."""
BOX: Final = f"{-REACH * K} {-REACH * K} {2 * REACH * K} {2 * REACH * K}"

WOODS: Final[dict[str, tuple[float, float, int]]] = {
    "wood": (40.0, 30.0, 15),
    "copse": (24.0, 17.0, 7),
    "grove-h": (36.0, 13.0, 7),
    "grove-v": (14.0, 32.0, 7),
    "clump": (14.0, 11.0, 4),
    "bushes": (10.0, 8.0, 3),
}
"""By kind: half the width and half the height on the ground, and how many trees."""
ACRES: Final[dict[str, tuple[float, float, int]]] = {
    "acre-h": (46.0, 19.0, 2),
    "acre-v": (19.0, 46.0, 2),
    "acres-h": (70.0, 33.0, 3),
    "acres-v": (33.0, 70.0, 3),
}
"""By kind: half the width and half the height, and how many strips."""
COPIES: Final = 3
"""How many drawings of each kind there are."""
TREES: Final = (("oak", "oak", "oak", "olive", "bush"), ("olive", "olive", "oak", "bush"), ("oak", "cypress", "olive"))
"""By copy: what grows in a wood."""
CROPS: Final = (("wheat", "mown", "plough"), ("mown", "wheat", "mown"), ("plough", "mown", "wheat"))
"""By copy: what grows on the strips."""
APART: Final = 9.5
"""The least distance of two trees."""
FURROW: Final = {"mown": 7.0, "wheat": 4.6, "plough": 4.6}
"""The distance of furrows."""


@cache
def names() -> tuple[str, ...]:
    """All drawings: the kind, a hyphen and the number of the copy."""
    return tuple(f"{kind}-{copy}" for kind in (*WOODS, *ACRES) for copy in range(COPIES))


@cache
def drawing_of(name: str) -> str:
    """A drawing by its name, in half tile units round its middle, with symbols by reference."""
    kind, _, copy = name.rpartition("-")
    rng = random.Random(name)
    return wood(kind, int(copy), rng) if kind in WOODS else acres(kind, int(copy), rng)


def wood(kind: str, copy: int, rng: random.Random) -> str:
    """Trees close together, from north to south, on darker ground."""
    wide, high, count = WOODS[kind]
    trees: list[tuple[Point, str, float]] = []
    for _ in range(40 * count):
        if len(trees) == count:
            break
        x, y = rng.uniform(-1, 1), rng.uniform(-1, 1)
        at = x * wide, y * high + 6
        if x * x + y * y <= 1 and all(dist(at, other) > APART for other, _, _ in trees):
            trees.append((at, rng.choice(TREES[copy]), rng.uniform(0.85, 1.3)))
    ground = (
        f'<ellipse cx="{n(0)}" cy="{n(8)}" rx="{n(wide + 9)}" ry="{n(high + 8)}" fill="#5c6f2c" fill-opacity=".13"/>'
        f'<ellipse cx="{n(2)}" cy="{n(9)}" rx="{n(wide + 2)}" ry="{n(high + 2)}" fill="#55682f" fill-opacity=".22"/>'
    )
    return ground + "".join(put(f"t-{tree}", at, size) for at, tree, size in sorted(trees, key=lambda one: one[0][1]))


def acres(kind: str, copy: int, rng: random.Random) -> str:
    """Strips of tilled land side by side, with bushes along one end."""
    wide, high, count = ACRES[kind]
    lies = wide > high
    half, across = max(wide, high), min(wide, high)
    slant = rng.uniform(-0.14, 0.14)
    ends = [(-half + rng.uniform(0, 9), half - rng.uniform(0, 9)) for _ in range(count)]

    def at(u: float, v: float) -> Point:
        """A point by its distances along and across."""
        v += u * slant
        return (u, v) if lies else (v, u)

    out = ""
    step = 2 * across / count
    for strip, (first, last) in enumerate(ends):
        top = -across + strip * step
        crop = CROPS[copy][strip]
        ring: Line = [at(first, top), at(last, top), at(last - 3, top + step), at(first + 2, top + step)]
        lines = int(step / FURROW[crop])
        furrows = [[at(first + 4, y), at(last - 5, y)] for k in range(1, lines) for y in [top + step * k / lines]]
        out += crops(Plot(ring, furrows, crop, (0.0, 0.0)))
    edge = [at(ends[0][0] + 4 + k * rng.uniform(8, 12), -across - 2) for k in range(rng.randint(3, 5))]
    return out + "".join(put("t-bush", bush, rng.uniform(0.6, 0.85)) for bush in sorted(edge, key=lambda one: one[1]))
