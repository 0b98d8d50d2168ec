"""Desert: crescent dunes and a ruin."""

from __future__ import annotations

from typing import Final

from bastide.view.svg.ink import chance, n
from bastide.view.svg.motifs.brush import fill, line, use

DUNES: Final = ((30, -34, 130, 30), (-44, -14, 120, 30), (56, 14, 120, 32), (-30, 44, 140, 34), (44, 72, 130, 30))
TUFTS: Final = ((38, -40), (60, 4), (-62, 20), (-40, 66), (36, 66), (4, -58))


def desert(seed: int) -> str:
    """Dunes lit to the left of a winding crest and shaded to its right; a ruined arch; a few tufts."""
    source = chance("desert", seed)
    out = []
    for cx, base, w, h in DUNES:
        x, y = cx + source.uniform(-8, 8), base - h
        west, east = f"{n(cx - w * 0.6)} {base + 8}", f"{n(cx + w * 0.6)} {base + 10}"
        top, end = f"{n(x)} {y}", f"{n(x + 10)} {base + 16}"
        near, far = f"{n(x + 16)} {y + 12}", f"{n(x - 14)} {y + 24}"
        rise, foot = f"{n(cx - w * 0.25)} {n(base - h * 0.9)}", f"{n(cx - w * 0.2)} {base + 22}"
        fall, toe = f"{n(cx + w * 0.22)} {n(base - h * 0.5)}", f"{n(cx + w * 0.3)} {base + 20}"
        lit = f"M{west}Q{rise} {top}C{near} {far} {end}Q{foot} {west}Z"
        lee = f"M{top}Q{fall} {east}Q{toe} {end}C{far} {near} {top}Z"
        out += [fill(lit, "url(#dune)"), fill(lee, "#BD9A58", ".78")]
    for i in range(5):
        ripple = f"M{n(source.uniform(-70, -20))} {30 * i - 62}q14-5 28 0t28 0"
        out.append(line(ripple, "#B9995C", 1.3, ' stroke-opacity=".45"'))
    out.append(use("ruin", -34, -16, 1.15))
    out += [use("tuft", x, y, source.uniform(0.8, 1.1), "#7D7A3A") for x, y in TUFTS]
    return "".join(out)
