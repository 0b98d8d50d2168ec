"""The chart of points over turns: a step line for each player, distinguished by colour and dash pattern."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from itertools import pairwise
from typing import Final, NamedTuple

from bastide.view.svg.heraldry import shield
from bastide.view.svg.ink import n
from bastide.view.svg.palette import PLAYERS

RHYTHM: Final[Mapping[str, str]] = {
    "line": "0 99",
    "dots": "1 6",
    "bars": "12 5",
    "chevron": "12 4 2 4",
    "bend": "6 4",
    "lozenge": "2 3",
    "wave": "18 4",
    "check": "8 3 2 3",
}
"""The dashes on a player's line, by the pattern of that player's roads."""

LEFT: Final = 22
"""Room for the axis labels."""
TOP, BOTTOM = 26, 22
"""Room for the numbered moments above and for the turns below."""
APART: Final = 2.6
"""The distance between lines of players who are level."""
END_STEP: Final = 25
MARK_STEP: Final = 21
POINT_TICKS: Final = 10
"""The most points named on the axis."""
STEPS: Final = (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 100, 200, 500)
LONGEST_NAME: Final = 16
NAME_SIGN: Final = 8.2
"""About how wide a sign of a name is."""


class Track(NamedTuple):
    """One player's line: `values[t]` are the points after turn `t`."""

    color: str
    name: str
    values: Sequence[int]


class Mark(NamedTuple):
    """A numbered moment in a turn."""

    turn: int
    number: int


def spread(wanted: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Ascending places near the wanted ones, at least `gap` apart and, if there is room, from `low` to `high`.

    >>> spread([5, 6, 30], 10, 0, 30)
    [5, 15, 30]
    >>> spread([26, 28], 10, 0, 30)
    [20, 30]
    """
    out: list[float] = []
    for place in wanted:
        out.append(max(place, low, out[-1] + gap if out else low))
    limit = high
    for i in reversed(range(len(out))):
        out[i] = min(out[i], limit)
        limit = out[i] - gap
    return out


def tick_step(length: int, most: int) -> int:
    """The round step that puts at most `most` ticks on an axis.

    >>> tick_step(42, 8), tick_step(42, 4), tick_step(3, 8)
    (6, 12, 1)
    """
    return next((step for step in STEPS if length / step <= most), STEPS[-1])


def short(name: str) -> str:
    """A name that fits beside the end of a line."""
    return name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1].rstrip() + "…"


class _Plane:
    """The field of the chart: from turns and points to pixels."""

    def __init__(self, tracks: Sequence[Track], goal: int, width: float, height: float, right: float) -> None:
        self.turns = max(1, *(len(track.values) - 1 for track in tracks))
        self.most = max(goal, *(max(track.values) for track in tracks))
        self.end, self.base = width - right, height - BOTTOM

    def x(self, turn: float) -> float:
        return LEFT + (self.end - LEFT) * turn / self.turns

    def y(self, points: float) -> float:
        return self.base - (self.base - TOP) * points / self.most


def points_chart(
    tracks: Sequence[Track],
    goal: int,
    marks: Sequence[Mark] = (),
    label: str = "",
    *,
    width: float = 600,
    height: float = 236,
    names: bool = True,
) -> str:
    """Points turn by turn; `tracks` from the winner down, so that the winner's line is on top.

    `label` is the accessible name of the picture. Without `names` only shields mark the ends of the lines.
    """
    shown = max(len(short(track.name)) for track in tracks) * NAME_SIGN if names else 0
    plane = _Plane(tracks, goal, width, height, 40 + shown)
    parts = [_grid(plane, goal, height, 8 if names else 4), _moments(plane, marks)]
    shifts = [(i - (len(tracks) - 1) / 2) * APART for i in range(len(tracks))]
    for track, shift in reversed(list(zip(tracks, shifts, strict=True))):
        parts.append(_line(plane, track, shift))
    parts.append(_ends(plane, tracks, shifts, height, names))
    size = f'width="{width:g}" height="{height:g}" viewBox="0 0 {width:g} {height:g}"'
    return f'<svg class="chart" {size} role="img" aria-label="{escape(label)}">{"".join(parts)}</svg>'


def _grid(plane: _Plane, goal: int, height: float, ticks: int) -> str:
    out = ""
    for points in range(0, plane.most + 1, 2 if plane.most <= 14 else max(5, tick_step(plane.most, POINT_TICKS))):
        y = n(plane.y(points))
        out += f'<path d="M{LEFT} {y}H{n(plane.end)}" stroke="var(--stone-line)"/>'
        if abs(plane.y(points) - plane.y(goal)) > 11:
            out += f'<text x="{LEFT - 7}" y="{n(plane.y(points) + 4)}" text-anchor="end">{points}</text>'
    out += (
        f'<path d="M{LEFT} {n(plane.y(goal))}H{n(plane.end)}" stroke="var(--ochre)" stroke-width="2"'
        f' stroke-dasharray="5 4"/><text x="{LEFT - 7}" y="{n(plane.y(goal) + 4)}" text-anchor="end" class="b">{goal}'
        "</text>"
    )
    for turn in range(0, plane.turns + 1, tick_step(plane.turns, ticks)):
        out += f'<text x="{n(plane.x(turn))}" y="{height - 5:g}" text-anchor="middle">{turn}</text>'
    return out


def _moments(plane: _Plane, marks: Sequence[Mark]) -> str:
    """A vertical line at each moment with its number above; overlapping numbers are placed side by side."""
    marks = sorted(marks)
    places = spread([plane.x(mark.turn) for mark in marks], MARK_STEP, LEFT + 10, plane.end + 12)
    out = ""
    for mark, place in zip(marks, places, strict=True):
        x = plane.x(mark.turn)
        out += (
            f'<path d="M{n(place)} {TOP - 14}L{n(x)} {TOP - 1}V{n(plane.base)}" fill="none" stroke="var(--ochre)"'
            f' stroke-opacity=".55" stroke-width="1.2"/><circle cx="{n(place)}" cy="{TOP - 14}" r="9.5"'
            ' fill="var(--ochre-soft)" stroke="var(--ochre)" stroke-width="1.4"/>'
            f'<text x="{n(place)}" y="{TOP - 9.5}" text-anchor="middle" class="b o">{mark.number}</text>'
        )
    return out


def _line(plane: _Plane, track: Track, shift: float) -> str:
    """One player's steps: a dark casing, the colour, and the dashes on it."""
    path = f"M{n(plane.x(0))} {n(plane.y(track.values[0]) + shift)}"
    for turn, (before, after) in enumerate(pairwise(track.values), 1):
        if after != before:
            path += f"H{n(min(plane.x(turn) + shift, plane.end))}V{n(plane.y(after) + shift)}"
    path += f"H{n(plane.end)}"
    player = PLAYERS[track.color]
    return (
        f'<g fill="none" stroke-linejoin="round"><path d="{path}" stroke="#1E1810" stroke-width="4.6"/>'
        f'<path d="{path}" stroke="{player.base}" stroke-width="2.8"/><path d="{path}" stroke="{player.mark}"'
        f' stroke-width="1.2" stroke-opacity=".9" stroke-dasharray="{RHYTHM[player.pattern]}"/></g>'
    )


def _ends(plane: _Plane, tracks: Sequence[Track], shifts: Sequence[float], height: float, names: bool) -> str:
    """Shields and names at the ends of the lines, one below the other."""
    ends = sorted((plane.y(track.values[-1]) + shift, track) for track, shift in zip(tracks, shifts, strict=True))
    places = spread([y for y, _ in ends], END_STEP, TOP, height - 14)
    out = ""
    for (y, track), place in zip(ends, places, strict=True):
        out += (
            f'<path d="M{n(plane.end + 2)} {n(y)}L{n(plane.end + 14)} {n(place)}" stroke="var(--ink-3)"'
            f' stroke-width="1.2"/><g transform="translate({n(plane.end + 17)} {n(place - 11)})">'
            f"{shield(track.color, 19)}</g>"
        )
        if names:
            out += f'<text x="{n(plane.end + 41)}" y="{n(place + 5)}" class="nm">{escape(short(track.name))}</text>'
    return out
