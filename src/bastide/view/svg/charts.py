"""The chart of the dice."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final

from bastide.view.svg.furniture import HOT_NUMBERS, pips
from bastide.view.svg.ink import n

SUMS: Final = range(2, 13)
WAYS: Final = 36
FOOT, HEAD = 16, 16
"""Room below the bars for the sums and above them for the count of the last one."""


def histogram(
    rolls: Sequence[int],
    now: int | None = None,
    width: float = 166,
    height: float = 120,
    *,
    label: str = "",
    counted: bool = False,
) -> str:
    """How often each sum was rolled, a stroke for the expected count; the sum rolled `now` is highlighted.

    `rolls[s]` counts the rolls of sum `s`, as in `View.rolls`. `counted` puts the number above each bar. The bars are
    visual; a page gives the numbers in text too, and `label` is the picture's accessible name.
    """
    counts = [rolls[s] if s < len(rolls) else 0 for s in SUMS]
    total, base, step = sum(counts), height - FOOT, width / len(SUMS)
    expected = [total * pips(s) / WAYS for s in SUMS]
    scale = (base - HEAD) / max(*counts, *expected, 1)
    foot = f'y1="{n(base + 0.5)}" x2="{width:g}" y2="{n(base + 0.5)}"'
    out = f'<line {foot} stroke="var(--stone-strong)" stroke-opacity=".7"/>'
    for i, s in enumerate(SUMS):
        x, middle = i * step + 1.5, n((i + 0.5) * step)
        tall = counts[i] * scale
        paint = 'fill="var(--ochre)"' if s == now else 'fill="var(--stone-strong)" fill-opacity=".62"'
        hot = ' class="hot"' if s in HOT_NUMBERS else ""
        if counts[i]:
            out += f'<rect x="{n(x)}" y="{n(base - tall)}" width="{n(step - 3)}" height="{n(tall)}" rx="2" {paint}/>'
        if total:
            at = f"M{n(x - 0.5)} {n(base - expected[i] * scale)}h{n(step - 2)}"
            out += f'<path d="{at}" stroke="var(--ink)" stroke-width="1.6" stroke-opacity=".75"/>'
        out += f'<text x="{middle}" y="{n(height - 3)}" text-anchor="middle"{hot}>{s}</text>'
        if s == now or counted:
            above = n(base - max(counts[i], expected[i]) * scale - 4)
            kind = "now" if s == now else "count"
            out += f'<text x="{middle}" y="{above}" text-anchor="middle" class="{kind}">{counts[i]}</text>'
    size = f'width="{width:g}" height="{height:g}" viewBox="0 0 {width:g} {height:g}"'
    told = f'role="img" aria-label="{escape(label)}"' if label else 'aria-hidden="true"'
    return f'<svg class="hist" {size} {told}>{out}</svg>'
