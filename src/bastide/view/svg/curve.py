"""The curve of a rating over games."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final

from bastide.view.svg.ink import n
from bastide.view.svg.lines import tick_step

LEFT, RIGHT, TOP, BOTTOM = 42, 12, 12, 22
"""Room for the ratings, the end of the line, and the numbers of games."""
STEPS: Final = (10, 20, 50, 100, 200, 500, 1000, 2000)
"""The distances between two lines of the grid."""
LINES: Final = 5
"""How many lines of the grid there are at most."""
FLAT: Final = 40
"""The curve of a rating that hardly moves is drawn as if it spanned so much."""


def curve(values: Sequence[int], first: int, label: str, *, width: float = 640, height: float = 220) -> str:
    """A rating after each game; the first value is the one after game number `first`.

    `label` is the accessible name of the picture; a page gives the numbers in text too.
    """
    low, high = min(values), max(values)
    middle, half = (low + high) / 2, max(high - low, FLAT) / 2 * 1.08
    floor, ceiling = middle - half, middle + half
    end, base = width - RIGHT, height - BOTTOM

    def x(step: float) -> float:
        return LEFT + (end - LEFT) * step / max(1, len(values) - 1)

    def y(value: float) -> float:
        return base - (base - TOP) * (value - floor) / (ceiling - floor)

    apart = next((step for step in STEPS if (ceiling - floor) / step <= LINES), STEPS[-1])
    out = ""
    for value in range(int(-(-floor // apart)) * apart, int(ceiling) + 1, apart):
        out += f'<path d="M{LEFT} {n(y(value))}H{n(end)}" stroke="var(--stone-line)"/>'
        out += f'<text x="{LEFT - 7}" y="{n(y(value) + 4)}" text-anchor="end">{value}</text>'
    ticks = tick_step(len(values), 8 if width > 400 else 4)
    for step in range(0, len(values), ticks):
        out += f'<text x="{n(x(step))}" y="{height - 4:g}" text-anchor="middle">{first + step}</text>'
    points = " ".join(f"{n(x(step))},{n(y(value))}" for step, value in enumerate(values))
    out += f'<polyline points="{points}" fill="none" stroke="var(--terra)" stroke-width="2.4" stroke-linejoin="round"/>'
    out += f'<circle cx="{n(x(len(values) - 1))}" cy="{n(y(values[-1]))}" r="4" fill="var(--terra)"/>'
    size = f'width="{width:g}" height="{height:g}" viewBox="0 0 {width:g} {height:g}"'
    return f'<svg class="chart curve" {size} role="img" aria-label="{escape(label)}">{out}</svg>'
