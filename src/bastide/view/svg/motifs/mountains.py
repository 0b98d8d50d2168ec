"""Mountains: three peaks with snow, foothills, a mine."""

from __future__ import annotations

import random
from typing import Final

from bastide.view.svg.ink import chance, curve, n, polyline
from bastide.view.svg.motifs.brush import Thing, back_to_front, clear, fill, line, ridge, use

FOOT: Final = (
    (-42, 36, "fir"), (-55, 44, "fir"), (-67, 34, "fir"), (-46, 62, "rock"), (-30, 68, "rock"), (38, 62, "rock"),
    (22, 74, "rock"), (-34, 46, "fir"), (56, 58, "rock"), (4, 80, "fir"),
)  # fmt: skip


def peak(source: random.Random, cx: float, base: float, h: float, w: float) -> str:
    """One mountain: a lit left face, a shaded right face, one facet on each, a zigzag of snow."""
    top = (cx, base - h)
    middle = [
        (cx + w * source.uniform(0.03, 0.1), base - h * 0.72),
        (cx - w * source.uniform(0.0, 0.07), base - h * 0.45),
        (cx + w * source.uniform(0.06, 0.14), base - h * 0.2),
        (cx + w * 0.04, base + 3),
    ]
    left = [(cx - w * 0.16, base - h * 0.74), (cx - w * 0.3, base - h * 0.42), (cx - w * 0.58, base)]
    right = [(cx + w * 0.18, base - h * 0.7), (cx + w * 0.32, base - h * 0.44), (cx + w * 0.56, base)]
    lit_facet = [left[1], (cx - w * 0.2, base - h * 0.36), (cx - w * 0.3, base - h * 0.08), (cx - w * 0.5, base)]
    dark_facet = [middle[1], (cx + w * 0.3, base - h * 0.3), (cx + w * 0.2, base - h * 0.05), middle[2]]
    snow = [
        left[0], (cx - w * 0.245, base - h * 0.56), (cx - w * 0.15, base - h * 0.62),
        (cx - w * 0.1, base - h * 0.5), (cx - w * 0.02, base - h * 0.62), middle[0],
    ]  # fmt: skip
    shaded_snow = [
        middle[0], (cx + w * 0.1, base - h * 0.56), (cx + w * 0.16, base - h * 0.63),
        (cx + w * 0.27, base - h * 0.53), right[0],
    ]  # fmt: skip
    return (
        fill(polyline([top, *left, *middle[::-1]]), "url(#peak-lit)")
        + fill(polyline([top, *right, *middle[::-1]]), "url(#peak-dark)")
        + fill(polyline(lit_facet), "#79858F", ".4")
        + fill(polyline(dark_facet), "#8A96A0", ".35")
        + fill(polyline([top, *snow]), "#FFFFFF")
        + fill(polyline([top, *shaded_snow]), "#C7D5E0")
    )


def mountains(seed: int) -> str:
    """Peaks before a pale back range, a mine in the foothill, scree and a few firs."""
    source = chance("mountains", seed)
    skyline = "".join(
        f"L{x} {n(-30 - source.uniform(0, 26) - (12 if i % 2 else 0))}" for i, x in enumerate(range(-88, 100, 22))
    )
    out = [fill("M-110-110H110V10H-110Z", "#CBD5DB"), fill(f"M-110-8{skyline}L110-8V60H-110Z", "#A5B0B9")]
    side = 1 if seed % 2 else -1
    a, b = source.uniform(-4, 4), source.uniform(-4, 4)
    peaks = [(side * 46 + a, 28, 74, 88), (side * -48 + b, 30, 66, 82), (side * -6 + a, 22, 100, 112)]
    out += [peak(source, *peaks[i]) for i in ((0, 2, 1) if seed % 3 else (1, 0, 2))]
    for base, slope, lip, width in ((18, "#7E8C86", "#B4C0B4", 2.2), (50, "#6B7A79", "#98A7A2", 1.8)):
        points, below = ridge(source, base, 5)
        out += [fill(below, slope), line(curve(points), lip, width)]
    things: list[Thing] = [(40, use("mine", side * 54, 41, 1.02))]
    for sx, sy, kind in FOOT:
        x = sx * side
        if clear(x, sy - 8, 8):
            at = x + source.uniform(-3, 3), sy + source.uniform(-3, 3)
            smallest, largest, tint = (0.5, 0.66, "#3F6650") if kind == "fir" else (0.8, 1.1, "#98A3AB")
            things.append((sy, use(kind, *at, source.uniform(smallest, largest), tint)))
    return "".join(out) + back_to_front(things)
