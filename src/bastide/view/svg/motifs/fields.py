"""Fields: strips of wheat, stubble with sheaves, now and then a windmill."""

from __future__ import annotations

import math
from typing import Final

from bastide.view.svg.geometry import Point, inside
from bastide.view.svg.ink import chance, curve, n, polyline
from bastide.view.svg.motifs.brush import Thing, back_to_front, fill, line, use

SHEAVES: Final[tuple[Point, ...]] = (
    (-30, -42), (-8, -48), (14, -44), (36, -50), (-48, -36), (4, -64), (-20, -62), (26, -66),
)  # fmt: skip
MILL: Final = (34, -32)


def balk(points: list[Point]) -> str:
    """A green strip between two parcels, with poppies."""
    path, cap = curve(points), ' stroke-linecap="round"'
    poppies = ' stroke-dasharray="0 17 0 6 0 29" transform="translate(-.5 -.5)"'
    return (
        line(path, "#8E7A33", 5, cap + ' stroke-opacity=".55" transform="translate(1 1.5)"')
        + line(path, "#A9B25A", 4.5, cap)
        + line(path, "#CF4A32", 2.2, cap + poppies)
    )


def fields(seed: int) -> str:
    """Stubble above, two parcels of wheat at different angles below, balks between them."""
    source = chance("fields", seed)
    tilt = source.uniform(-14, 14)
    cut = source.uniform(-16, 10)
    side = 1 if seed % 2 else -1
    wheat = [0, 1, 2]
    source.shuffle(wheat)
    heights = ((-100, -34 + tilt), (-30, -22 + tilt / 2), (30, -26.0), (100, -50 - tilt))
    bend = [(float(side * x), y) for x, y in heights]
    fall = [(side * (-6 + cut), -24 + tilt / 3), (side * (2 + cut), 30.0), (side * (22 + cut), 100.0)]
    row = sorted(bend)
    left = [(-100.0, 100.0), *(p for p in row if p[0] < fall[0][0]), *fall]
    right = [(100.0, 100.0), *(p for p in row[::-1] if p[0] > fall[0][0]), *fall]
    stubble = "".join(
        f"M-100 {n(-86 + 7 * i + tilt * 0.3)}Q0 {n(-94 + 7 * i)} 100 {n(-92 + 7 * i - tilt * 0.5)}" for i in range(9)
    )
    out = [
        fill("M-100-100H100V10H-100Z", "#F3DB8E"),
        line(stubble, "#C99A3C", 1.4, ' stroke-opacity=".5" stroke-dasharray="3 3"'),
    ]
    for parcel, tint, rows in ((left, "#E5B852", wheat[0]), (right, "#D9A440", wheat[1])):
        path = polyline(parcel)
        out += [fill(path, tint), fill(path, f"url(#wheat{rows})")]
    out += [balk(bend), balk(fall)]

    things: list[Thing] = []
    mill = seed % 3 == 1
    if mill:
        things.append((MILL[1] - 2, use("mill", side * MILL[0], MILL[1], 1.08)))
    for sx, y in SHEAVES:
        x = sx * side
        if inside(x, y - 8, 84) and not (mill and math.hypot(x - side * MILL[0], y + 40) < 28):
            at = x + source.uniform(-3, 3), y + source.uniform(-2, 2)
            things.append((y, use("sheaf", *at, source.uniform(0.9, 1.02))))
    return "".join(out) + back_to_front(things)
