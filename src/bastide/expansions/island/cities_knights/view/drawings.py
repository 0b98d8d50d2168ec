"""Drawings of Cities & Knights off the board: the barbarians' sea route, both strengths, levels, card backs."""

from __future__ import annotations

import math
from typing import Final

from bastide.expansions.island.cities_knights.view.styles import DECKS
from bastide.view.svg.art import sheet
from bastide.view.svg.ink import n

SPACES: Final = 7
TRACK_WIDTH, TRACK_HEIGHT = 264, 50
SCALES_WIDTH: Final = 264
BAR_LEFT, LEAST_SCALE = 94, 8
AXE: Final = (
    '<path d="M4 20L14 4M9 2c6-2 9 2 9 7-4 0-6-1-9-3z" fill="#8E3216" stroke="var(--terra-ink)" stroke-width="2"'
    ' stroke-linecap="round" stroke-linejoin="round"/>'
)
SHIELD: Final = (
    '<path d="M3 3h13v7c0 5-3 8-6.5 9.5C6 18 3 15 3 10z" fill="#3C6CA8" stroke="var(--ink-2)" stroke-width="1.5"'
    ' stroke-linejoin="round"/>'
)
FACES: Final = {
    "ship": (
        '<path d="M10 27c4 5 24 5 28-1l-3 9c-6 4-16 4-22 0zM22.5 10h2.5v17h-2.5zM14 12q9-3 19 0v11q-9 3-19 0z"'
        ' fill="#2B2924"/><path d="M18 11.3v12M23.5 10.8v13M29 11.3v12" stroke="#B23A2B" stroke-width="2.2"/>'
    ),
}
GATE: Final = "M11 37V17l4-3v-4h4v3h10v-3h4v4l4 3v20h-8v-9a5 5 0 0 0-10 0v9z"
HARM_BOX: Final = {"city-tipped": (-44, -48, 92, 76), "sabotaged": (-36, -56, 86, 80)}
"""The view box of a damaged city."""
DEED_MARKS: Final = {
    "activate": '<path d="M8 21V3l10 3.5-10 4"/><path d="M5 21h6"/>',
    "promote": '<path d="M5 13l7-7 7 7M5 20l7-7 7 7"/>',
    "move": '<path d="M4 12h14M13 6l6 6-6 6"/>',
    "displace": '<path d="M5 5l11 11M19 5L8 16M4 14l6 6M20 14l-6 6"/>',
    "chase": '<path d="M9 11a4 4 0 1 1 8 0c0 5 2 5 2 9H7c0-4 2-4 2-9z"/><path d="M2 8h4M1.5 13h3M3 18h2"/>',
}


def track(at: int, length: int = SPACES, width: int = TRACK_WIDTH, height: int = TRACK_HEIGHT) -> str:
    """The barbarians' sea route: a start and this many steps, the last of which is the beach."""
    w, h = width, height
    xs = [16 + i * (w - 74) / length for i in range(length + 1)]
    ys = [31 + 5 * math.sin(i * 1.15) for i in range(length + 1)]
    out = (
        f'<rect width="{w}" height="{h}" rx="8" fill="#17606A"/>'
        f'<path d="M{w - 48} {h}C{w - 56} {h - 14} {w - 46} 20 {w - 34} 0H{w - 8}a8 8 0 0 1 8 8V{h - 8}a8 8 0 0 1-8 8z"'
        ' fill="#EAD9B0" stroke="#F4FBF4" stroke-width="2.2"/>'
        f'<path d="M{w - 36} {h}C{w - 44} {h - 12} {w - 36} 20 {w - 24} 0H{w - 8}a8 8 0 0 1 8 8V{h - 8}a8 8 0 0 1-8 8z"'
        ' fill="#8FB36A"/>'
    )
    road = "L".join(f"{n(x)} {n(y)}" for x, y in zip(xs, ys, strict=True))
    dashed = 'stroke="#CFE9E6" stroke-opacity=".75" stroke-width="1.6" stroke-dasharray="3 4"'
    out += f'<path d="M{road}" fill="none" {dashed}/>'
    for i, (x, y) in enumerate(zip(xs, ys, strict=True)):
        if i == length:
            out += f'<circle cx="{n(x)}" cy="{n(y)}" r="8" fill="#8E3216" stroke="#FFF3E2" stroke-width="1.6"/>'
        elif i != at:
            past = i < at
            out += (
                f'<circle cx="{n(x)}" cy="{n(y)}" r="{3.4 if past else 6.6}" fill="{"#CFE9E6" if past else "#0C424C"}"'
                ' stroke="#CFE9E6" stroke-width="1.3" stroke-opacity=".9"/>'
            )
        if i > at:
            out += f'<text x="{n(x)}" y="{n(y + 4.2)}" text-anchor="middle">{i}</text>'
    ship = f'<g transform="translate({n(xs[at])} {n(ys[at] - 5)}) scale(.43)"><use href="#barbarians"/></g>'
    return f'<svg class="ck-track" viewBox="0 0 {w} {h}" width="{w}" height="{h}" aria-hidden="true">{out}{ship}</svg>'


def scales(barbarians: int, knights: int, cities: str, defenders: str) -> str:
    """Both strengths as pips on one scale, so that the difference is visible."""
    most = max(barbarians, knights, LEAST_SCALE)
    step = (SCALES_WIDTH - BAR_LEFT - 22) / most

    def bar(y: int, count: int, color: str, label: str, art: str) -> str:
        pips = "".join(
            f'<rect x="{n(BAR_LEFT + i * step)}" y="{y + 3}" width="{n(max(step - 3, 1.5))}" height="14" rx="3"'
            f' fill="{color if i < count else "none"}" stroke="{color}" stroke-opacity="{1 if i < count else 0.35}"'
            ' stroke-width="1.2"/>'
            for i in range(max(barbarians, knights))
        )
        return (
            f'<g transform="translate(0 {y - 1})">{art}</g><text x="22" y="{y + 15}">{label}</text>{pips}'
            f'<text class="num" x="{SCALES_WIDTH}" y="{y + 17}" text-anchor="end">{count}</text>'
        )

    return (
        f'<svg class="ck-scales" width="{SCALES_WIDTH}" height="46" viewBox="0 0 {SCALES_WIDTH} 46" aria-hidden="true">'
        f"{bar(0, barbarians, 'var(--terra)', cities, AXE)}{bar(23, knights, '#4F82C0', defenders, SHIELD)}</svg>"
    )


def dial(domain: str, level: int, metropolis: bool, size: int = 28) -> str:
    """Five arcs round the level; a metropolis gilds the middle."""
    color, radius, arcs = DECKS[domain].light, 11, ""
    for i in range(5):
        ends = [math.radians(-90 + i * 72 + turn) for turn in (7, 65)]
        (ax, ay), (bx, by) = ((14 + radius * math.cos(t), 14 + radius * math.sin(t)) for t in ends)
        full = i < level
        ink = (
            f'stroke="{color}" stroke-width="4.4"'
            if full
            else 'stroke="var(--stone-strong)" stroke-width="2" stroke-opacity=".5"'
        )
        arcs += f'<path d="M{n(ax)} {n(ay)}A{radius} {radius} 0 0 1 {n(bx)} {n(by)}" fill="none" {ink}/>'
    gold = '<circle cx="14" cy="14" r="8" fill="#F5CE5A" stroke="#8A611A"/>' if metropolis else ""
    ink = "#3A2705" if metropolis else "var(--ink)"
    return (
        f'<svg class="ck-dial" width="{size}" height="{size}" viewBox="0 0 28 28" aria-hidden="true">'
        f'<circle cx="14" cy="14" r="13.5" fill="var(--stone-raised)"/>{arcs}{gold}'
        f'<text x="14" y="18.6" text-anchor="middle" style="fill:{ink}">{level}</text></svg>'
    )


def back(domain: str, width: int = 13) -> str:
    """The back of a progress card, small enough to count."""
    light, dark, _ = DECKS[domain]
    return (
        f'<svg class="mini" width="{width}" height="{width * 20 // 14}" viewBox="0 0 14 20" aria-hidden="true">'
        f'<rect x=".6" y=".6" width="12.8" height="18.8" rx="2.2" fill="{light}" stroke="#FFFBEF" stroke-width="1.2"/>'
        f'<rect x=".3" y=".3" width="13.4" height="19.4" rx="2.5" fill="none" stroke="{dark}" stroke-width=".7"/>'
        '<path d="M7 6.5l2.6 3.5L7 13.5 4.4 10z" fill="#F3E3BD"/></svg>'
    )


def harmed(kind: str, color: str, height: int = 22) -> str:
    """A damaged city: lying on its side, or upright under smoke and flames."""
    symbols = (f"city-{color}", kind) if kind == "sabotaged" else (f"{kind}-{color}",)
    left, top, wide, high = HARM_BOX[kind]
    uses = "".join(f'<use href="#{symbol}"/>' for symbol in symbols)
    return (
        f'<svg class="p-{color}" width="{round(height * wide / high)}" height="{height}"'
        f' viewBox="{left} {top} {wide} {high}" aria-hidden="true">{uses}</svg>'
    )


def event_art(face: str) -> str:
    """What the event die shows: the ship, or the gate of a domain."""
    if face in FACES:
        return FACES[face]
    light, dark, _ = DECKS[face]
    return f'<path d="{GATE}" fill="{light}" stroke="{dark}" stroke-width="1.5" stroke-linejoin="round"/>'


def subject(name: str, size: int = 18, color: str = "#FFF6E0") -> str:
    """The line drawing of a card's subject."""
    art = sheet("subjects")[name]
    look = f'color="{color}" style="--f:rgba(255,246,224,.26)"'
    return f'<svg width="{size}" height="{size}" viewBox="0 0 24 24" {look} aria-hidden="true">{art}</svg>'


def deed_mark(kind: str, size: int = 20) -> str:
    """The line drawing of a knight's action."""
    return (
        f'<svg width="{size}" height="{size}" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2.2"'
        f' stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">{DEED_MARKS[kind]}</svg>'
    )


SPIRE: Final = (
    '<svg class="spire" width="11" height="19" viewBox="-6 -10 12 20" aria-hidden="true"><path d="M-4.2 9V-1H4.2V9z"'
    ' fill="#FFF3D2" stroke="#3A2705" stroke-width="1.3"/><path d="M-6-1L0-10 6-1z" fill="#F0B92E" stroke="#3A2705"'
    ' stroke-width="1.3"/></svg>'
)
"""The sign of a metropolis."""
