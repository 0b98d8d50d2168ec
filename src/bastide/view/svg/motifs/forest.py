"""Forest: conifers in staggered rows."""

from __future__ import annotations

from typing import Final

from bastide.view.svg.geometry import inside
from bastide.view.svg.ink import chance, mix
from bastide.view.svg.motifs.brush import Thing, back_to_front, use

FIRS: Final = ("#79A277", "#27573B")
PINES: Final = ("#8CAE62", "#55793C")
TOP, BOTTOM, ROW, STEP = -62, 86, 13.5, 19
GLADE: Final = '<ellipse cx="-4" cy="30" rx="46" ry="34" fill="#C9D58E" opacity=".35"/>'


def forest(seed: int) -> str:
    """Firs paler behind and darker in front, now and then an umbrella pine, a clearing for the token."""
    source = chance("forest", seed)
    trees: list[Thing] = []
    y, row = float(TOP), 0
    while y < BOTTOM:
        x = -84 + (row % 2) * STEP / 2
        while x < BOTTOM:
            tx, ty = x + source.uniform(-4, 4), y + source.uniform(-3.5, 3.5)
            size = source.uniform(0.62, 0.86) * (0.86 + 0.2 * (y - TOP) / (BOTTOM - TOP))
            on_tile = inside(tx, ty + 3, 86) and inside(tx, ty - 34 * size, 92)
            in_glade = abs(tx) < 27 and 4 < ty < 52
            if on_tile and not in_glade and source.random() > 0.06:
                depth = min(1.0, max(0.0, (ty - TOP) / 130 + source.uniform(-0.16, 0.16)))
                kind, tints = ("pine", PINES) if source.random() < 0.1 else ("fir", FIRS)
                trees.append((ty, use(kind, tx, ty, size, mix(*tints, depth))))
            x += STEP
        y += ROW
        row += 1
    return GLADE + back_to_front(trees)
