"""Pasture: small meadows between hedges, with sheep."""

from __future__ import annotations

import math
from typing import Final

from bastide.view.svg.geometry import Point, inside
from bastide.view.svg.ink import chance, distance, n
from bastide.view.svg.motifs.brush import Thing, back_to_front, clear, fill, hedge, line, use

SHADES: Final = ("#D3E09C", "#B5CD7C", "#A9C56F", "#C3D78B")
SPOTS: Final[tuple[Point, ...]] = (
    (-46, -44), (-28, -36), (-58, -28), (44, -42), (58, -30), (30, -34), (-56, 30), (-44, 46),
    (-64, 14), (52, 34), (60, 14), (44, 50), (-20, 74), (16, 74), (2, -62), (-6, -46),
)  # fmt: skip
FLOCK, APART = 7, 17
"""The most sheep, and their least distance."""


def pasture(seed: int) -> str:
    """One hedge across, one up, one down; up to seven sheep; one to three round trees."""
    source = chance("pasture", seed)
    tilt = source.uniform(-16, 16)
    mid = -16 + source.uniform(-6, 6)
    top = source.uniform(-30, 30)
    low = source.uniform(-26, 26) + (38 if seed % 2 else -38)
    across = [(-95, mid - tilt), (-45, mid - 7), (0.0, mid + 4), (45, mid - 3), (95, mid + tilt)]
    up = [(top + source.uniform(-8, 8), -100.0), (top - 4, -66), (top * 0.8 + 4, mid - 2)]
    down = [(low * 0.9, mid + 6), (low - 5, 40.0), (low + 6, 100)]
    shades = list(SHADES)
    source.shuffle(shades)

    def meadow(corner: str, way: list[Point], near: str, far: str, shade: str) -> str:
        steps = "".join(f"L{n(x)} {n(y)}" for x, y in way[1:])
        return fill(f"M{corner}H{n(way[0][0])}{steps}L{near}L{far}Z", shade)

    left, right = (f"-45 {n(mid - 7)}", f"-100 {n(mid - tilt)}"), (f"45 {n(mid - 3)}", f"100 {n(mid + tilt)}")
    out = [
        meadow("-100-100", up, *left, shades[0]),
        meadow("100-100", up, *right, shades[1]),
        meadow("-100 100", down[::-1], *left, shades[2]),
    ]
    if low > 0:
        mown = "".join(f"M{11 * i - 112} 100L{11 * i - 82}-6" for i in range(9))
        out.append(line(mown, "#fff", 5, ' stroke-opacity=".16"'))
    out += [hedge(up), hedge(across), hedge(down)]

    things: list[Thing] = []
    spots = list(SPOTS)
    source.shuffle(spots)
    placed: list[Point] = []
    for spot in spots:
        x, y = spot[0] + source.uniform(-5, 5), spot[1] + source.uniform(-4, 4)
        apart = all(math.dist((x, y), other) > APART for other in placed)
        free = all(distance(x, y - 4, way) > 13 for way in (across, up, down))
        if apart and free and clear(x, y - 5, 10) and inside(x, y, 76) and len(placed) < FLOCK:
            placed.append((x, y))
            things.append((y, use("sheep", x, y, 1.08, flip=source.random() < 0.45)))
    for x, y in ((up[2][0] + 1, mid + 2), (down[1][0], down[1][1] + 20), (-74.0, mid + 2)):
        if clear(x, y - 10, 14) and inside(x, y - 14, 80):
            things.append((y, use("oak", x, y, source.uniform(1.0, 1.25), "#5F8C41")))
    return "".join(out) + back_to_front(things)
