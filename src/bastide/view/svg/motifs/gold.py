"""Gold: a river with nuggets on its banks, for the islands over the sea."""

from __future__ import annotations

from typing import Final

from bastide.view.svg.geometry import Point, inside
from bastide.view.svg.ink import chance, curve, distance
from bastide.view.svg.motifs.brush import clear, line, use

RIVER: Final[tuple[Point, ...]] = ((-60, -100), (-30, -60), (-44, -20), (-6, 10), (10, 50), (-10, 100))
STONES: Final = ("#E2A92C", "#F0C24B", "#B9A37A", "#C98E1E")


def gold(seed: int) -> str:
    """The river, its banks, stones and nuggets, two oaks."""
    source = chance("gold", seed)
    path, light = curve(RIVER), curve([(x - 6, y) for x, y in RIVER])
    out = [
        line(path, "#A77B2B", 36, ' stroke-opacity=".6"'),
        line(path, "#4FA0A6", 29),
        line(light, "#A9DAD4", 2, ' stroke-opacity=".7" stroke-dasharray="14 9"'),
    ]
    for _ in range(26):
        x, y = source.uniform(-70, 74), source.uniform(-74, 76)
        if inside(x, y, 78) and distance(x, y, RIVER) > 22 and clear(x, y, 6):
            out.append(use("rock", x, y, source.uniform(0.5, 0.95), source.choice(STONES)))
    return "".join(out) + use("oak", 52, -34, 1, "#7C8A3A") + use("oak", 62, 34, 0.9, "#7C8A3A")
