"""Hills: clay cut in terraces, a kiln, bricks."""

from __future__ import annotations

import math
from typing import Final

from bastide.view.svg.geometry import inside
from bastide.view.svg.ink import chance, curve, mix, n
from bastide.view.svg.motifs.brush import Thing, back_to_front, clear, fill, line, ridge, use

TERRACES: Final = (-56, -28, 6, 44)
SCRUB: Final = (
    (-58, -14, "oak"), (-66, 32, "oak"), (-44, 62, "oak"), (52, 54, "oak"), (10, 76, "tuft"), (-20, -46, "oak"),
    (-30, -42, "tuft"), (66, 30, "tuft"), (-12, 74, "tuft"),
)  # fmt: skip


def hills(seed: int) -> str:
    """Four terraces, each with a lit lip and darker beds; a beehive kiln with smoke; stacks of bricks; scrub."""
    source = chance("hills", seed)
    out = []
    for i, base in enumerate(TERRACES):
        lip, below = ridge(source, base, 8)
        foot = [(x, y + 11 + 1.5 * math.sin(x / 15 + i)) for x, y in lip]
        bed = curve([(x, y + 5.5) for x, y in lip])
        out += [
            fill(below, mix("#EBB086", "#BC6A42", i / 3)),
            fill(curve(lip) + "L" + curve(foot[::-1])[1:] + "Z", "#8F4423", ".42"),
            line(bed, "#7A3517", 1.5, ' stroke-opacity=".4" stroke-dasharray="26 5 12 7"'),
            line(curve(lip), "#FBDCC2", 2.6, ' stroke-opacity=".9"'),
        ]
    for _ in range(9):
        x, y = source.uniform(-72, 72), source.uniform(-52, 78)
        if inside(x, y, 80):
            cap = ' stroke-opacity=".4" stroke-linecap="round"'
            out.append(line(f"M{n(x)} {n(y)}q6-2.5 12 0", "#8F4423", 1.5, cap))
    side = -1 if seed % 2 else 1
    things: list[Thing] = [
        (-16, use("kiln", side * 40, -14)),
        (-8, use("bricks", side * 13, -20, 1.05)),
        (-7, use("bricks", side * 64, -1, 0.95)),
    ]
    for sx, sy, kind in SCRUB:
        x = sx * side
        if source.random() < 0.8 and clear(x, sy - 6, 10):
            at = x + source.uniform(-4, 4), sy + source.uniform(-3, 3)
            size, tint = (source.uniform(0.62, 0.86), "#6F7A35") if kind == "oak" else (1, "#5C5A22")
            things.append((sy, use(kind, *at, size, tint)))
    return "".join(out) + back_to_front(things)
