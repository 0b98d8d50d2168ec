"""The sea, its waves and wind rose, the shore, and the harbours in front of it."""

from __future__ import annotations

import math
from typing import Final

from bastide.view.island.model import Board, Harbor
from bastide.view.svg.art import numeral, sheet
from bastide.view.svg.coastline import coastline
from bastide.view.svg.geometry import NORMALS, Axial, Point, ends
from bastide.view.svg.ink import chance, n, polyline

RHUMBS: Final = 32
RHUMB_LENGTH: Final = 3000
ROSE_POINTS: Final = 16
SIGN_DISTANCE: Final = 62
"""From the middle of an edge to a harbour's sign."""
SIGN_HALF: Final = (36, 21.5)


def sea_defs() -> str:
    """Paints of sea, sand, night and light."""
    source = chance("waves")
    waves = ""
    for _ in range(11):
        x, y, w = source.uniform(10, 270), source.uniform(10, 190), source.uniform(8, 15)
        waves += f"M{n(x)} {n(y)}q{n(w / 2)} {n(-w / 2.4)} {n(w)} 0t{n(w)} 0"
    return (
        '<radialGradient id="sea" r=".75"><stop stop-color="var(--sea-0)"/>'
        '<stop offset=".55" stop-color="var(--sea-1)"/><stop offset="1" stop-color="var(--sea-2)"/></radialGradient>'
        f'<pattern id="waves" width="300" height="210" patternUnits="userSpaceOnUse"><path d="{waves}" fill="none"'
        ' stroke="var(--sea-line)" stroke-width="1.7" stroke-linecap="round" stroke-opacity=".3"/></pattern>'
        '<linearGradient id="sand" x1="0" y1="0" x2="1" y2="1"><stop stop-color="var(--sand-1)"/>'
        '<stop offset="1" stop-color="var(--sand-2)"/></linearGradient>'
        '<radialGradient id="lamp" cx=".38" cy=".3" r=".8"><stop stop-color="#FFDFA0" stop-opacity=".16"/>'
        '<stop offset=".6" stop-color="#0A1C2C" stop-opacity=".2"/>'
        '<stop offset="1" stop-color="#061422" stop-opacity=".62"/></radialGradient>'
        '<radialGradient id="glow"><stop offset=".35" stop-color="#FFE9A8" stop-opacity=".85"/>'
        '<stop offset="1" stop-color="#FFE9A8" stop-opacity="0"/></radialGradient>'
    )


def polar(at: Point, length: float, degrees: float) -> Point:
    """The point at a distance and direction from another."""
    angle = math.radians(degrees)
    return at[0] + length * math.cos(angle), at[1] + length * math.sin(angle)


def rose(x: float, y: float, size: float) -> str:
    """A portolan wind rose with its rhumb lines: the sea's only ornament, kept very quiet."""
    at = (x, y)
    lines = "".join(
        f"M{n(x)} {n(y)}L{n(tip[0])} {n(tip[1])}"
        for tip in (polar(at, RHUMB_LENGTH, i * 360 / RHUMBS) for i in range(RHUMBS))
    )
    star = ""
    for i in range(ROSE_POINTS):
        turn = i * 360 / ROSE_POINTS - 90
        length = size * (1 if i % 4 == 0 else 0.74 if i % 2 == 0 else 0.5)
        for side, opacity in ((-1, 0.75), (1, 0.28)):
            half = polyline([at, polar(at, length, turn), polar(at, size * 0.2, turn + side * 42)])
            star = f'<path d="{half}" fill="var(--sea-line)" fill-opacity="{opacity}"/>' + star
    rings = "".join(
        f'<circle cx="{n(x)}" cy="{n(y)}" r="{n(size * part)}" fill="none" stroke="var(--sea-line)"'
        f' stroke-width="{width}" stroke-opacity=".7"/>'
        for part, width in ((0.8, 1.2), (0.86, 0.7))
    )
    return (
        f'<path d="{lines}" stroke="var(--sea-line)" stroke-opacity=".12" stroke-width="1"/>'
        f'<g opacity=".55">{rings}{star}</g>'
    )


def beach_line(hexes: frozenset[Axial]) -> str:
    """The edge of the beach: the boundary of the drawn land."""
    return coastline(hexes, 15, 4.5, "beach", 14)


def coast(hexes: frozenset[Axial]) -> str:
    """From the outside in: three rings of shallow water, two lines of foam, the beach with its shade."""
    far, mid = coastline(hexes, 74, 11, "far", 34), coastline(hexes, 48, 8, "mid", 28)
    near, beach = coastline(hexes, 29, 5, "near", 17), beach_line(hexes)
    foam, outer_foam = coastline(hexes, 24.5, 4.5, "foam", 15), coastline(hexes, 38, 6, "foam2", 19)
    stroke = 'fill="none" stroke="var(--foam)" stroke-linecap="round"'
    return (
        f'<path d="{far}" fill="var(--shallow-1)" fill-opacity=".55"/>'
        f'<path d="{mid}" fill="var(--shallow-2)" fill-opacity=".6"/>'
        f'<path d="{near}" fill="var(--shallow-3)" fill-opacity=".85"/>'
        f'<path d="{outer_foam}" {stroke} stroke-opacity=".38" stroke-width="1.8" stroke-dasharray="26 22 9 30 48 26"/>'
        f'<path d="{foam}" {stroke} stroke-opacity=".9" stroke-width="3" stroke-dasharray="60 7 110 9 34 6"/>'
        f'<path d="{beach}" fill="#0d3b40" fill-opacity=".35" transform="translate(5 8)"/>'
        f'<path d="{beach}" fill="url(#sand)" stroke="#fff" stroke-opacity=".35" stroke-width="1.5"/>'
    )


def sign_place(harbor: Harbor) -> Point:
    """Where the sign of a harbour stands."""
    (ax, ay), (bx, by) = ends(harbor.q, harbor.r, harbor.side)
    return polar(((ax + bx) / 2, (ay + by) / 2), SIGN_DISTANCE, NORMALS[harbor.side])


def sign_board() -> str:
    """The empty board of a harbour's sign on its two posts, always upright."""
    w, h = SIGN_HALF
    posts, wood, rest = w - 9, "#4E3320", n(h - 4)
    cap = 'stroke-linecap="round"'
    return (
        f'<ellipse cx="3" cy="{n(h + 7)}" rx="{n(w - 5)}" ry="7" fill="#0b2f36" fill-opacity=".4"/>'
        f'<path d="M-{posts} {rest}v9M{posts} {rest}v9" stroke="{wood}" stroke-width="5.5" {cap}/>'
        f'<path d="M-{posts} {rest}v8M{posts} {rest}v8" stroke="#8A5F39" stroke-width="2.6" {cap}/>'
        f'<rect x="{-w}" y="{-h}" width="{2 * w}" height="{n(2 * h)}" rx="7" fill="{wood}"/>'
        f'<rect x="{1 - w}" y="{-h}" width="{2 * w - 2}" height="{n(2 * h - 2.5)}" rx="6.5" fill="#A8764A"/>'
        f'<rect x="{4 - w}" y="{3 - h}" width="{2 * w - 8}" height="{n(2 * h - 8.5)}" rx="4.5" fill="var(--token)"/>'
    )


def harbor_drawing(harbor: Harbor, scale: float = 1.0) -> str:
    """Two plank jetties from the corners of the coast to a sign with the good and the ratio."""
    sx, sy = sign_place(harbor)
    planks = ""
    for x, y in ends(harbor.q, harbor.r, harbor.side):
        dx, dy = sx - x, sy - y
        planks += f"M{n(x + dx * 0.1)} {n(y + dy * 0.1)}L{n(x + dx * 0.82)} {n(y + dy * 0.82)}"
    size = f" scale({scale:g})" if scale != 1 else ""
    # A good without a drawing is shown as a barrel.
    drawings = sheet("goods")
    good = drawings.get(harbor.good or "barrel", drawings["barrel"])
    return (
        f'<path d="{planks}" stroke="#0b2f36" stroke-opacity=".4" stroke-width="10" transform="translate(3 5)"/>'
        f'<path d="{planks}" stroke="#4E3320" stroke-width="11"/>'
        f'<path d="{planks}" stroke="#BC8D5C" stroke-width="8.5"/>'
        f'<path d="{planks}" stroke="#7A5433" stroke-width="8.5" stroke-dasharray="1.3 4.7"/>'
        f'<g transform="translate({n(sx)} {n(sy)}){size}"><use href="#sign"/>'
        f'<g transform="translate(-31.5 -16.5) scale(1.22)">{good}</g>'
        f"{numeral(f'{harbor.ratio}:1', 27, 13.5, 7.5, 'var(--token-ink)')}</g>"
    )


def harbors(board: Board, scale: float = 1.0) -> str:
    """All harbours of a board."""
    return "".join(harbor_drawing(harbor, scale) for harbor in board.harbors)
