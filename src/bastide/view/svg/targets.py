"""The places where the viewer may act, as buttons on the board: a ring, the ghost of the piece, a tooltip."""

from __future__ import annotations

import math
from collections.abc import Callable, Container, Sequence
from html import escape
from typing import Final

from msgspec.structs import replace

from bastide.view.island.model import IslandView
from bastide.view.model import Say, Target
from bastide.view.styles import piece_style
from bastide.view.svg.furniture import ROAD_ANGLES
from bastide.view.svg.geometry import Point, edge_place, middle, ring, split
from bastide.view.svg.ink import n, polyline
from bastide.view.svg.layers import figure_place, look, spot, symbol
from bastide.view.svg.palette import SEAT_COLORS
from bastide.view.svg.terrain import FACE

LEAST_HIT, MOST_HIT = 30.0, 58.0
"""The radius of the hit area: half-way to the next target, within bounds. 58 units are 22 px on a phone."""
GHOST_SCALE: Final = 0.74

RING_EDGE: Final = 'stroke="#2A2418" stroke-width="6"'
RING_GOLD: Final = 'fill="none" stroke="var(--legal)" stroke-width="3.6"'
FOCUS: Final = ('stroke="var(--focus-edge)" stroke-width="8"', 'stroke="var(--focus)" stroke-width="4.5"')

CSS: Final = (
    ".target{cursor:pointer;outline:none}"
    ".target:focus-visible .ring,.target.focus .ring{display:inline}"
    ".target .ghost{transition:opacity 90ms ease-out,transform 90ms ease-out}"
    ".target:is(:hover,:focus-visible,.chosen,.focus){--disc:.8}"
    ".target:is(:hover,:focus-visible,.chosen,.focus) .ghost{opacity:1;transform:scale(1.32)}"
    ".target[data-verb=road]:is(:hover,:focus-visible,.chosen,.focus) .ghost{transform:none}"
    ".target .pulse{animation:target-pulse 1.8s cubic-bezier(.4,0,.4,1) infinite alternate}"
    "@keyframes target-pulse{from{opacity:.6}to{opacity:1}}"
    "@media (prefers-reduced-motion:reduce){.target .pulse{animation:none}.target .ghost{transition:none}}"
)
"""Hover and focus styles of targets; the pulse changes opacity only, which is cheapest to paint."""


def symbols() -> str:
    """Rings of legal places, rings of the keyboard's focus, marks of the last move and of a yielding token."""
    out = []
    for name, veil in (("legal", 0.4), ("legal-over", 0.8)):
        disc = f'<circle r="25" fill="#fffaf0" fill-opacity="var(--disc,{veil})" stroke-opacity=".55" {RING_EDGE}/>'
        out.append(f'<g id="{name}"><circle r="36" fill="url(#glow)"/>{disc}<circle r="25" {RING_GOLD}/></g>')
    out += [
        f'<g id="focus" fill="none"><circle r="35" {FOCUS[0]}/><circle r="35" {FOCUS[1]}/></g>',
        moved("moved", '<circle r="35" pathLength="96"'),
        '<g id="yield"><circle r="46" fill="url(#glow)"/>'
        '<circle r="33.5" fill="none" stroke="#FFDE86" stroke-width="4"/></g>',
    ]
    face = f'<path d="{polyline(ring(FACE - 6))}" stroke-linejoin="round"'
    out.append(f'<g id="focus-hex" fill="none">{face} {FOCUS[0]}/>{face} {FOCUS[1]}/></g>')
    for angle in ROAD_ANGLES:
        turn = f'transform="rotate({angle})"'
        capsule = f'<rect x="-38" y="-16" width="76" height="32" rx="16" {turn}'
        wide = f'<rect x="-44" y="-21" width="88" height="42" rx="21" {turn}'
        ground = 'fill="#fffaf0" fill-opacity="var(--disc,.35)" stroke-opacity=".5"'
        out.append(f'<g id="legal-{angle}">{capsule} {ground} {RING_EDGE}/>{capsule} {RING_GOLD}/></g>')
        out.append(f'<g id="focus-{angle}" fill="none">{wide} {FOCUS[0]}/>{wide} {FOCUS[1]}/></g>')
        dashed = f'<rect x="-44" y="-20" width="88" height="42" rx="20" {turn} pathLength="96"'
        out.append(moved(f"moved-{angle}", dashed))
    return "".join(out)


def moved(name: str, shape: str) -> str:
    """The mark of the last move: an outline in cream with dark dashes, seen on any ground."""
    return (
        f'<g id="{name}" fill="none">{shape} stroke="#FFFDF4" stroke-width="6"/>'
        f'{shape} stroke="#23292D" stroke-width="2.6" stroke-dasharray="4 4"/></g>'
    )


def suffix(target: Target) -> str:
    """The suffix of a target's symbols: nothing at a corner, `-hex`, or the angle of an edge."""
    if not split(target.place)[2]:
        return "-hex"
    return f"-{edge_place(target.place).angle}" if piece_style(target.piece).edge else ""


def clockwise(at: Point, around: Point) -> tuple[float, float]:
    """A sort key: the turn from the top, then the distance."""
    dx, dy = at[0] - around[0], at[1] - around[1]
    return round(math.atan2(dx, -dy) % (2 * math.pi), 6), math.hypot(dx, dy)


def hit_radius(at: Point, others: Sequence[Point]) -> float:
    """Half the gap to neighbours."""
    nearest = min((math.dist(at, other) for other in others if other != at), default=2 * MOST_HIT)
    return min(MOST_HIT, max(LEAST_HIT, nearest / 2))


def targets(
    view: IslandView,
    label: Callable[[Say], str],
    verbs: set[str] | None = None,
    seats: Sequence[str] = SEAT_COLORS,
    scale: float = 1.0,
    places: Sequence[Target] | None = None,
    loose: Container[str] = (),
) -> str:
    """The legal places of the chosen `verbs` (all of them if None), clockwise from the top.

    Each is a `g.target` with `role=button` that carries its notation, verb, spoken label and the lines of its tip
    (`data-tip`, one line each). `label` turns a message into plain text. `places` stand in for those of the view. Those
    of the verbs in `loose` are marked so (`data-loose`).
    """
    around = middle(view.board)
    shown = view.targets if places is None else places
    seat = view.viewer if view.viewer >= 0 else view.on_turn
    color = seats[seat] if 0 <= seat < len(seats) else SEAT_COLORS[0]
    shown = [drawn(target) for target in shown if verbs is None or target.verb in verbs]
    chosen = [(spot(target.piece, target.place), target) for target in shown]
    chosen.sort(key=lambda item: (clockwise(item[0], around), item[1].notation))
    points = [at for at, _ in chosen]
    return "".join(
        button(target, at, color, hit_radius(at, points), label, scale, target.verb in loose) for at, target in chosen
    )


def drawn(target: Target) -> Target:
    """The target with the piece whose drawing it shows."""
    piece = look(target.piece, target.place)
    return target if piece == target.piece else replace(target, piece=piece)


def button(
    target: Target,
    at: Point,
    color: str,
    reach: float,
    label: Callable[[Say], str],
    scale: float = 1.0,
    loose: bool = False,
) -> str:
    """One target. On a hex the ring lies where the figure is to stand, and the whole face answers the pointer."""
    style = piece_style(target.piece)
    on_hex, on_edge = suffix(target) == "-hex", style.edge
    enlarged = f" scale({scale:g})" if scale != 1 and not on_hex else ""
    lift = figure_place(target.piece, target.place)[1] - at[1] if on_hex else 0
    up = f' transform="translate(0 {n(lift)})"' if lift else ""
    size = "" if on_edge else f' transform="scale({GHOST_SCALE})"'
    kind = "" if style.figure else f" p-{color}"
    # A target on free ground gets a paler disc than one on a piece, which its disc covers.
    legal = suffix(target) if on_edge else "" if style.figure or style.ground else "-over"
    hit = f'<path d="{polyline(ring(FACE))}"' if on_hex else f'<circle r="{n(reach)}"'
    if target.then:
        does = f'data-opens="{quoted(target.then)}" data-verb="{quoted(target.verb)}"'
    else:
        does = f'data-notation="{quoted(target.notation)}" data-verb="{quoted(target.verb)}"'
    if isinstance(target.together, tuple):
        count, rank = target.together
        does += f' data-together="{count}" data-rank="{rank}" aria-pressed="false"'
    tip = f' data-tip="{quoted(chr(10).join(label(line) for line in target.tip))}"' if target.tip else ""
    if loose:
        does += " data-loose"
    shown = ""
    if target.piece:
        opacity = "1" if style.mark else ".62"
        ghost = symbol(target.piece, color, target.place)
        shown = f'<g class="ghost{kind}" opacity="{opacity}"><use href="#{ghost}"/></g>'
        pulse = "" if style.ring else f'<use class="pulse" href="#legal{legal}"/>'
        shown = f"<g{up}>{pulse}<g{size}>{shown}</g>{letter(target.badge)}</g>"
    return (
        f'<g class="target" role="button" tabindex="0" {does} aria-label="{quoted(label(target.label))}"{tip}'
        f' transform="translate({n(at[0])} {n(at[1])}){enlarged}">{shown}'
        f'<use class="ring" display="none" href="#focus{suffix(target)}"/>{hit} fill="none" pointer-events="all"/></g>'
    )


def letter(badge: str) -> str:
    """The letter of a place in a choice, on a disc beside it."""
    if not badge:
        return ""
    disc = '<circle r="15" fill="#8E3216" stroke="#FFF3E2" stroke-width="3"/>'
    font = 'font-family="Alegreya Sans" font-size="21" font-weight="800" text-anchor="middle"'
    return f'<g transform="translate(31 -29)">{disc}<text y="7" fill="#FFF3E2" {font}>{escape(badge)}</text></g>'


def quoted(text: str) -> str:
    """Text inside an attribute; line breaks stay line breaks."""
    return escape(text).replace("\n", "&#10;")
