"""The plot of a comparison: bars on a logarithmic axis, as an SVG for light and dark pages."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any, Final

from bastide.cli.bench import number
from benchmarks.report import WHOLE

WIDTH: Final = 860
LEFT: Final = 250
"""Where the bars begin; the names stand left of it."""
RIGHT: Final = 130
"""Room for the figures beside the longest bar."""
BAR: Final = 22
STEP: Final = 34
HEAD: Final = 44
"""Room above the first group, and above each group's bars."""
STYLE: Final = """
  .card { fill: #fffdf9; stroke: #d9cfc2; }
  text { font-family: system-ui, -apple-system, 'Segoe UI', sans-serif; fill: #33291f; }
  .title { font-size: 17px; font-weight: 600; }
  .group { font-size: 14px; font-weight: 600; stroke: #fffdf9; stroke-width: 5; paint-order: stroke; }
  .name, .value { font-size: 13.5px; }
  .value { font-weight: 600; }
  .tick { font-size: 11.5px; fill: #75685a; }
  .grid { stroke: #e8e0d5; }
  .range { stroke: #33291f; stroke-width: 1.4; }
  .own { fill: #b5622f; }
  .plain { fill: #dba577; }
  .other { fill: #8d99a6; }
  @media (prefers-color-scheme: dark) {
    .card { fill: #262321; stroke: #4a433d; }
    text { fill: #efe7dd; }
    .group { stroke: #262321; }
    .tick { fill: #b3a798; }
    .grid { stroke: #3b3531; }
    .range { stroke: #efe7dd; }
    .own { fill: #d67d45; }
    .plain { fill: #8f5f3f; }
    .other { fill: #66727e; }
  }
"""


@dataclass(frozen=True)
class Bar:
    """One bar: its name, its kind (`own`, `plain`, `other`), and the figure with its spread."""

    name: str
    kind: str
    median: float
    low: float
    high: float


def groups(results: Mapping[str, Any]) -> list[tuple[str, list[Bar]]]:
    """The measured bars of each group of whole games."""
    kinds = {"compiled": "own", "interpreted": "plain"}
    out: list[tuple[str, list[Bar]]] = []
    for title, measure, keys in WHOLE:
        bars: list[Bar] = []
        for key in keys:
            subject = results["subjects"].get(key, {})
            found = subject.get("figures", {}).get(f"{measure}_games_per_second")
            if found:
                bars.append(
                    Bar(subject["title"], kinds.get(key, "other"), found["median"], found["low"], found["high"])
                )
        if bars:
            out.append((title, bars))
    return out


def svg(drawn: Sequence[tuple[str, Sequence[Bar]]], caption: Sequence[str]) -> str:
    """The plot of these groups, with a caption below. Raises ValueError if there is no bar."""
    bars = [bar for _, row in drawn for bar in row]
    if not bars:
        raise ValueError("there is nothing to draw")
    first = math.floor(math.log10(min(bar.low for bar in bars)) - 1e-9)
    last = max(math.log10(max(bar.high for bar in bars)), first + 1)

    def x(value: float) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * (math.log10(value) - first) / (last - first), 1)

    parts: list[str] = []
    y = HEAD + 8
    for title, row in drawn:
        y += 30
        parts.append(f'<text class="group" x="24" y="{y}">{escape(title)}</text>')
        y += 12
        for bar in row:
            middle = y + BAR / 2
            parts.append(
                f'<text class="name" x="{LEFT - 12}" y="{middle + 5}" text-anchor="end">{escape(bar.name)}</text>'
            )
            width = max(x(bar.median) - LEFT, 1)
            parts.append(f'<rect class="{bar.kind}" x="{LEFT}" y="{y}" width="{width:.1f}" height="{BAR}" rx="3"/>')
            parts.append(f'<path class="range" d="M{x(bar.low)} {middle}H{x(bar.high)}"/>')
            at = max(x(bar.high), x(bar.median)) + 9
            parts.append(f'<text class="value" x="{at:.1f}" y="{middle + 5}">{number(bar.median)}</text>')
            y += STEP
    bottom = y + 4
    height = bottom + 40 + 17 * len(caption)
    grid: list[str] = []
    for power in range(first, math.floor(last) + 1):
        grid.append(f'<path class="grid" d="M{x(10**power)} {HEAD + 16}V{bottom}"/>')
        label = number(10**power) if power >= 0 else f"{10**power:g}"
        grid.append(f'<text class="tick" x="{x(10**power)}" y="{bottom + 17}" text-anchor="middle">{label}</text>')
    said = "; ".join(f"{title}: " + ", ".join(f"{b.name} {number(b.median)}" for b in row) for title, row in drawn)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" aria-labelledby="t d">',
            '<title id="t">Complete random games per second</title>',
            f'<desc id="d">{escape(said)}</desc>',
            f"<style>{STYLE}</style>",
            f'<rect class="card" x="0.5" y="0.5" width="{WIDTH - 1}" height="{height - 1}" rx="10"/>',
            '<text class="title" x="24" y="36">Complete random games per second</text>',
            *grid,
            *parts,
            *(
                f'<text class="tick" x="24" y="{bottom + 43 + 17 * n}">{escape(line)}</text>'
                for n, line in enumerate(caption)
            ),
            "</svg>",
            "",
        ]
    )
