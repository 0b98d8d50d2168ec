"""What lies on the land: roads, ships, buildings, figures and number tokens, as symbols.

Units: hex radius 100. The origin of a building or figure is the corner or hex it stands on, of a road the middle of its
edge. A piece takes the colours of its player from the CSS variables `--c --d --l --e`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final

from bastide.view.styles import piece_style
from bastide.view.svg.art import numeral, sheet, with_emblem
from bastide.view.svg.geometry import Point
from bastide.view.svg.ink import n, polyline
from bastide.view.svg.motifs.brush import TOKEN_RADIUS
from bastide.view.svg.palette import LOOKS

INK: Final = "#1E1810"
EDGE: Final = f'stroke="{INK}" stroke-width="1.7" stroke-linejoin="round" stroke-linecap="round"'
HALO: Final = (
    'stroke="#FFF9EA" stroke-opacity=".92" stroke-width="5.5" stroke-linejoin="round" fill="#FFF9EA" fill-opacity=".92"'
)
"""The pale edge that sets a piece off the ground."""
SHADOW: Final = 'fill="#14202a" fill-opacity=".34"'

BASE_KINDS: Final = ("road", "settlement", "city")

ROAD_ANGLES: Final = (30, 90, 150)
ROAD_HALF, ROAD_WIDTH, ROAD_BEVEL, ROAD_HEIGHT = 30, 7.2, 3, 5
PATTERNS: Final[dict[str, str]] = {
    "plain": "",
    "line": '<path d="M-25 0H25" stroke-width="3.2"/>',
    "dots": '<path d="M-21 0h.1M-10.5 0h.1M0 0h.1M10.5 0h.1M21 0h.1" stroke-width="5.6"/>',
    "bars": '<path d="M-21-5V5M-10.5-5V5M0-5V5M10.5-5V5M21-5V5" stroke-width="3.4" stroke-linecap="butt"/>',
    "chevron": '<path d="M-23-4l5 4-5 4M-9-4l5 4-5 4M5-4l5 4-5 4M19-4l5 4-5 4" stroke-width="2.6" fill="none"/>',
    "bend": '<path d="M-24 4.5l7-9M-11 4.5l7-9M2 4.5l7-9M15 4.5l7-9" stroke-width="3"/>',
    "lozenge": '<path d="M-24 0l5-4 5 4-5 4zM-5 0l5-4 5 4-5 4zM14 0l5-4 5 4-5 4z" fill="var(--e)" stroke="none"/>',
    "wave": (
        '<path d="M-25 0q3.1-6 6.25 0t6.25 0 6.25 0 6.25 0 6.25 0 6.25 0 6.25 0 6.25 0"'
        ' stroke-width="2.6" fill="none"/>'
    ),
    "check": (
        '<path d="M-24-4.5h6V0h-6zM-18 0h6v4.5h-6zM-12-4.5h6V0h-6zM-6 0h6v4.5h-6zM0-4.5h6V0H0zM6 0h6v4.5H6z'
        'M12-4.5h6V0h-6zM18 0h6v4.5h-6z" fill="var(--e)" stroke="none"/>'
    ),
}
"""Marks along a road, in its own direction, within 24 units either way and 4.5 to either side."""

HOT_NUMBERS: Final = frozenset({6, 8})
TOKEN_NUMBERS: Final = (2, 3, 4, 5, 6, 8, 9, 10, 11, 12)


def bar(angle: int, half: float = ROAD_HALF, width: float = ROAD_WIDTH) -> list[Point]:
    """A bar with cut corners, turned by an angle round its middle."""
    cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    a, b = half - ROAD_BEVEL, width - ROAD_BEVEL
    flat = [(-a, -width), (a, -width), (half, -b), (half, b), (a, width), (-a, width), (-half, b), (-half, -b)]
    return [(x * cos - y * sin, x * sin + y * cos) for x, y in flat]


def hull(points: Iterable[Point]) -> list[Point]:
    """The smallest convex outline round the points."""
    ordered = sorted(set(points))

    def half(sequence: Sequence[Point]) -> list[Point]:
        out: list[Point] = []
        for x, y in sequence:
            while len(out) > 1:
                (ax, ay), (bx, by) = out[-2], out[-1]
                if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0:
                    break
                out.pop()
            out.append((x, y))
        return out[:-1]

    return half(ordered) + half(ordered[::-1])


def road(angle: int, pattern: str) -> str:
    """A road in one direction: drawn anew for each, so that the light falls right on all of them."""
    top = bar(angle)
    block = hull(top + [(x, y + ROAD_HEIGHT) for x, y in top])
    inner = bar(angle, ROAD_HALF - 2, ROAD_WIDTH - 1.6)
    lit = inner[0:2] if angle != 90 else [inner[5], inner[4]]
    return (
        f'<path d="{polyline([(x + 3, y + 4) for x, y in block])}" {SHADOW}/><path d="{polyline(block)}" {HALO}/>'
        f'<path d="{polyline(block)}" fill="var(--d)" {EDGE}/><path d="{polyline(top)}" fill="var(--c)"/>'
        f'<path d="{polyline(lit, False)}" stroke="var(--l)" stroke-width="1.8" stroke-linecap="round"/>'
        f'<g transform="rotate({angle})" stroke="var(--e)" stroke-linecap="round" stroke-linejoin="round">'
        f"{PATTERNS[pattern]}</g>"
    )


def has_drawing(kind: str) -> bool:
    """Whether there is a drawing of this kind of piece in the colours of players."""
    return kind == "road" or kind in sheet("buildings")


@cache
def piece_symbols(player: str, kind: str) -> str:
    """The symbols of one kind of piece for one player: `city-azure`, or one for each direction, `road-azure-30`.

    :raises ValueError: if there is no drawing of that kind.
    """
    look = LOOKS[player]
    if kind == "road":
        return "".join(f'<g id="road-{player}-{angle}">{road(angle, look.pattern)}</g>' for angle in ROAD_ANGLES)
    drawings = sheet("buildings")
    if kind not in drawings:
        raise ValueError(f"no drawing of the piece {kind!r}")
    drawing = with_emblem(drawings[kind], look.emblem)
    if piece_style(kind).turned:
        # A direction beyond the vertical is turned back, so that no drawing stands on its head.
        turns = {angle: angle if angle <= 90 else angle - 180 for angle in ROAD_ANGLES}
        return "".join(
            f'<g id="{kind}-{player}-{angle}"><g transform="rotate({turn})">{drawing}</g></g>'
            for angle, turn in turns.items()
        )
    return f'<g id="{kind}-{player}">{drawing}</g>'


@cache
def figure_symbol(kind: str) -> str:
    """The symbol of a figure that belongs to no player."""
    return f'<g id="{kind}">{sheet("figures")[kind]}</g>'


def pips(number: int) -> int:
    """How many of the 36 rolls of two dice give this sum."""
    return max(0, 6 - abs(7 - number))


@cache
def token(number: int) -> str:
    """A cream disc: the numeral, a pip for each way of rolling it; 6 and 8 are larger, red and ringed."""
    hot = number in HOT_NUMBERS
    r, ink = TOKEN_RADIUS, "var(--token-hot)" if hot else "var(--token-ink)"
    size = 37 if hot else 33 if number < 10 else 31
    ways = pips(number)
    dots = "".join(f"M{n((i - (ways - 1) / 2) * 5.6)} 15.5h.01" for i in range(ways))
    edge = 'stroke-width="2"' if hot else 'stroke-width="1" opacity=".32"'
    return (
        f'<circle cx="2" cy="4" r="{r + 1}" fill="#101c14" fill-opacity=".32"/>'
        f'<circle cy="1.8" r="{r}" fill="#8C7748"/>'
        f'<circle r="{r}" fill="var(--token-rim)"/><circle r="{r - 1.6}" fill="url(#token)"/>'
        f'<circle r="{r - 3.2}" fill="none" stroke="{ink}" {edge}/>'
        f"{numeral(str(number), size, 0, 8.5 if hot else 7, ink, 900 if hot else 800)}"
        f'<path d="{dots}" stroke="{ink}" stroke-width="4.2" stroke-linecap="round"/>'
    )


def token_symbols(numbers: Iterable[int]) -> str:
    """The symbols of the number tokens, `token-8`, and their paints."""
    paint = (
        '<radialGradient id="token" cx=".38" cy=".3" r=".8"><stop stop-color="#FFFDF4"/>'
        '<stop offset=".6" stop-color="var(--token)"/><stop offset="1" stop-color="#E6D6AE"/></radialGradient>'
    )
    return paint + "".join(f'<g id="token-{number}">{token(number)}</g>' for number in sorted(numbers))
