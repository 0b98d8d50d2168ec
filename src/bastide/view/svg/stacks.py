"""The chart of goods by cause: each player's losses to the left of an axis, and gains to the right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Final, NamedTuple

from bastide.view.svg.heraldry import shield
from bastide.view.svg.ink import n

CAUSES: Final[Mapping[str, tuple[str, str]]] = {
    "dice": ("var(--olive)", ""),
    "trade": ("var(--ochre)", "M-2 10L10-2M-2 2L2-2M6 10l4-4"),
    "robber": ("var(--terra)", "M4 2.5v3"),
    "cards": ("#3C6CA8", "M0 4h8"),
    "built": ("var(--stone-strong)", ""),
    "seven": ("#6B4A87", "M-2-2L10 10M-2 10L10-2"),
}
"""The colour and hatching of each cause: hatching tells causes apart without colour."""

ROW: Final = 33
HEAD: Final = 20
SHIELD_ROOM, TOTAL_ROOM = 28, 34
LEAST_AXIS: Final = 100
"""Minimum x of the axis, so that the words above it fit."""
LARGEST_UNIT: Final = 10.0
FIGURE_WIDTH: Final = 22
"""Parts as wide as this carry their figure."""


class Stack(NamedTuple):
    """One player's bars: cause and number of cards, from the axis outwards."""

    color: str
    got: Sequence[tuple[str, int]]
    lost: Sequence[tuple[str, int]]


def cause_patterns() -> str:
    """The hatchings, once per page in a drawing that is never hidden: hidden ones do not render paint."""
    out = ""
    for name, (ground, hatch) in CAUSES.items():
        out += (
            f'<pattern id="cause-{name}" width="8" height="8" patternUnits="userSpaceOnUse"><rect width="8" height="8"'
            f' fill="{ground}"/><path d="{hatch}" fill="none" stroke="#FFF8E6" stroke-opacity=".8" stroke-width="1.7"'
            ' stroke-linecap="round"/></pattern>'
        )
    return f'<svg class="patterns" width="0" height="0" aria-hidden="true"><defs>{out}</defs></svg>'


def cause_swatch(cause: str) -> str:
    """The sign of a cause in a legend."""
    return (
        '<svg class="swatch" width="16" height="14" aria-hidden="true">'
        f'<rect width="16" height="14" rx="3" fill="url(#cause-{cause})"/></svg>'
    )


def goods_chart(
    stacks: Sequence[Stack], label: str = "", *, lost: str = "lost", got: str = "got", width: float = 600
) -> str:
    """Cards gained and lost, a row per player; `label` is the accessible name, `lost` and `got` head the sides."""
    most_lost = max(sum(count for _, count in stack.lost) for stack in stacks)
    most_got = max(sum(count for _, count in stack.got) for stack in stacks)
    left = SHIELD_ROOM + TOTAL_ROOM
    unit = min(LARGEST_UNIT, (width - left - TOTAL_ROOM) / max(1, most_lost + most_got))
    axis = max(left + most_lost * unit, LEAST_AXIS)
    unit = min(unit, (width - TOTAL_ROOM - axis) / max(1, most_got))
    height = ROW * len(stacks) + HEAD
    out = ""
    for i, stack in enumerate(stacks):
        y = i * ROW + HEAD - 2
        out += f'<g transform="translate(0 {y - 1})">{shield(stack.color, 21)}</g>'
        out += _side(stack.got, axis, y, unit, 1) + _side(stack.lost, axis, y, unit, -1)
    out += (
        f'<path d="M{n(axis)} 12V{height}" stroke="var(--ink)" stroke-width="1.5"/>'
        f'<text x="{n(axis - 8)}" y="11" text-anchor="end" class="b">{escape(lost)}</text>'
        f'<text x="{n(axis + 8)}" y="11" class="b">{escape(got)}</text>'
    )
    size = f'width="{width:g}" height="{height}" viewBox="0 0 {width:g} {height}"'
    return f'<svg class="chart" {size} role="img" aria-label="{escape(label)}">{out}</svg>'


def _side(parts: Sequence[tuple[str, int]], axis: float, y: float, unit: float, way: int) -> str:
    """The bars of one player on one side, and their sum at the outer end."""
    x, out = axis, ""
    for cause, count in parts:
        if count <= 0:
            continue
        wide = count * unit
        left = x if way > 0 else x - wide
        out += (
            f'<rect x="{n(left)}" y="{y}" width="{n(wide)}" height="{ROW - 10}" fill="url(#cause-{cause})"'
            ' stroke="var(--stone)" stroke-width="1.5"/>'
        )
        if wide >= FIGURE_WIDTH:
            middle = left + wide / 2
            out += (
                f'<rect x="{n(middle - 10)}" y="{y + 4}" width="20" height="15" rx="4" fill="#1C2226"'
                f' fill-opacity=".72"/><text x="{n(middle)}" y="{y + 16}" text-anchor="middle" class="w">{count}</text>'
            )
        x += way * wide
    total = sum(count for _, count in parts)
    anchor = "start" if way > 0 else "end"
    return f'{out}<text x="{n(x + way * 7)}" y="{y + 17}" text-anchor="{anchor}" class="b">{total}</text>'
