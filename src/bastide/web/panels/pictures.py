"""The drawings of `bastide.view.svg` as HTML that is not escaped again, and the few that only the panels need."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Final

from markupsafe import Markup

from bastide.view import svg
from bastide.view.island.model import Board
from bastide.view.svg.art import sheet
from bastide.view.svg.palette import PLAYERS

CARD_RATIO: Final = 1.295
"""Height of a card of the hand to its width: a little lower than a real card, to leave room for its name."""
CARD_WIDTH: Final = 51
SIGNS: Final = {
    "robber": ("robber", "-27 -44 54 70"),
    "blocked": ("robber", "-27 -44 54 70"),
}
"""The piece shown beside a log line without a player, and its box, by the kind of line."""

SIGN_MARKS: Final = {"bank": "house", "win": "crown", "army": "sword", "knight": "sword"}
"""The icon for other kinds of lines."""

CROWN: Final = (
    '<svg class="crown" width="58" height="40" viewBox="0 0 58 40" aria-hidden="true"><path d="M6 34L2 10l14 10L29 3l13'
    ' 17 14-10-4 24z" fill="#F2C653" stroke="#5B3B06" stroke-width="2" stroke-linejoin="round"/><path d="M6 34h46v4H6z"'
    ' fill="#D39A2A" stroke="#5B3B06" stroke-width="1.6"/><g stroke="#5B3B06"><circle cx="29" cy="24" r="3.5"'
    ' fill="#B01E2D"/></g><circle cx="16" cy="27" r="2.5" fill="#1C5AAE"/>'
    '<circle cx="42" cy="27" r="2.5" fill="#3F9B5F"/></svg>'
)
SOURCE_GLYPHS: Final = {
    "settlements": '<path d="M3 21V11l7-7 7 7v10z"/>',
    "cities": '<path d="M2 21V5h2V2h2v2h3V2h2v3h2v7h8v9z"/>',
    "route": '<path d="M4 19l5-8 6 3 5-9" fill="none" stroke="currentColor" stroke-width="3"/>',
    "army": '<path d="M20 4L6 18M4 4l14 14M3 15l6 6M21 15l-6 6" fill="none" stroke="currentColor" stroke-width="2.4"/>',
    "cards": '<path d="M12 1.5l2.8 7.2 7.7.4-6 4.9 2 7.5-6.500-4.200-6.500 4.200 2-7.500-6-4.900 7.700-.4z"/>',
}
"""The sign of each source of points of the base on the bars of the summary."""
POINT_WIDTH: Final = 26.4
BAR_HEIGHT: Final = 36
LEAST_FIGURE: Final = 17
"""The least width of a part that has room for its figure."""


@cache
def mark(name: str, size: float = 20) -> Markup:
    """A mark of the interface."""
    return Markup(svg.icon(f"u-{name}", size))


@cache
def good(name: str, size: float = 19) -> Markup:
    """The icon of a good."""
    return Markup(svg.icon(f"i-{name}", size))


@cache
def chip(name: str, size: float = 27) -> Markup:
    """A good on its ground."""
    return Markup(svg.chip(name, size))


def deck_chip(size: float = 27) -> Markup:
    """The deck of development cards on its ground."""
    return chip("card", size)


@cache
def good_card(name: str, count: int) -> Markup:
    """A card of the hand, with the edges of those below it."""
    return Markup(svg.cards.good_card(name, CARD_WIDTH, CARD_RATIO, count=count))


@cache
def development(kind: str) -> Markup:
    """A development card of the hand."""
    return Markup(svg.cards.development(kind, CARD_WIDTH, CARD_RATIO))


@cache
def small_back(kind: str, width: float = 14) -> Markup:
    """A small card back for counting: `good` or `dev`."""
    return Markup(svg.cards.mini("good" if kind == "good" else "card", width))


@cache
def banner(color: str, width: float = 38, height: float = 54) -> Markup:
    """A player's banner."""
    return Markup(svg.banner(color, width, height))


@cache
def shield(color: str, size: float = 22) -> Markup:
    """A player's shield."""
    return Markup(svg.shield(color, size))


@cache
def award(kind: str, size: float = 30) -> Markup:
    """A gilded plaque."""
    return Markup(svg.award(kind, size))


@cache
def piece_art(kind: str, color: str) -> Markup:
    """A piece, or the back of a development card, on a button."""
    if kind == "card":
        return Markup('<span class="art">{}</span>').format(Markup(svg.cards.back("card", 27, 4 / 3)))
    return Markup(svg.piece_art(kind, color))


@cache
def piece_small(kind: str, color: str) -> Markup:
    """A piece beside a figure."""
    return Markup(svg.piece_art(kind, color, 40, 22))


@cache
def die(face: int, size: float = 44, kind: str = "ivory") -> Markup:
    """A die, as an element that can be thrown."""
    return Markup('<span class="die" data-die="{}">{}</span>').format(face, Markup(svg.die(face, size, kind)))


@cache
def brand(size: float = 36) -> Markup:
    """The mark of Bastide."""
    return Markup(svg.brand(size))


def mini_board(board: Board, width: float = 104, height: float = 90, *, lettered: bool = False) -> Markup:
    """A map as a mosaic."""
    return Markup(svg.mini_board(board, width, height, lettered=lettered))


def histogram(rolls: Sequence[int], now: int | None, width: float = 166, height: float = 104) -> Markup:
    """The chart of the dice."""
    return Markup(svg.histogram(rolls, now, width, height))


def crown() -> Markup:
    """The winner's crown."""
    return Markup(CROWN)


def sign(kind: str, brought: Mapping[str, tuple[str, str]] = MappingProxyType({})) -> Markup:
    """The icon of a log line that belongs to no player; `brought` are the modules' own, as `SIGNS`."""
    return drawn_sign(kind, SIGNS.get(kind) or brought.get(kind))


@cache
def drawn_sign(kind: str, piece: tuple[str, str] | None) -> Markup:
    """A board piece by its symbol and box, or the icon of that kind of line."""
    if piece is not None:
        symbol, box = piece
        size = f'width="17" height="22" viewBox="{box}"'
        return Markup(f'<svg class="sign" {size} aria-hidden="true"><use href="#{symbol}"/></svg>')
    return mark(kind if kind in sheet("marks") else SIGN_MARKS.get(kind, "flag"), 18)


def bar_part(
    x: float, width: float, height: int, source: str, points: int, ground: str, ink: str, glyph: str | None
) -> str:
    """One source of points on a player's bar: its figure where there is room, beside its sign if it has one. What was
    hidden is dashed inside."""
    out = (
        f'<rect x="{x + 0.6:.1f}" y="1" width="{max(width - 1.2, 1):.1f}" height="{height - 2}" rx="{height / 9:.1f}"'
        f' fill="{ground}" stroke="#1E1810" stroke-width="1.2"/>'
    )
    narrow = points == 1
    inset = 3.2 if narrow else 4
    if source == "cards":
        out += (
            f'<rect x="{x + inset:.1f}" y="{inset}" width="{width - 2 * inset:.1f}" height="{height - 2 * inset:g}"'
            f' rx="2.5" fill="none" stroke="{ink}" stroke-width="1.6" stroke-dasharray="4 3"/>'
        )
    text, kind = x + width / 2, ""
    if glyph is not None:
        kind = ' class="one"' if narrow else ' class="many"'
        size, left, text = (0.36, x + 4.6, x + 18) if narrow else (0.64, text - 17, text + 9)
        at = f"translate({left:.1f} {height / 2 - 12 * size:.1f}) scale({size})"
        out += f'<g transform="{at}" fill="{ink}" color="{ink}">{glyph}</g>'
    elif width < LEAST_FIGURE:
        return out
    return out + (
        f'<text x="{text:.1f}" y="{height * 2 / 3:.1f}" text-anchor="middle"{kind} fill="{ink}">{points}</text>'
    )


def points_bar(
    color: str,
    parts: Sequence[tuple[str, int]],
    *,
    unit: float = POINT_WIDTH,
    height: int = BAR_HEIGHT,
    width: float = 0,
    goal: int = 0,
    glyphs: Mapping[str, str] = MappingProxyType({}),
) -> Markup:
    """A player's points, source by source, with widths to scale, `unit` pixels a point.

    The bar is `width` pixels wide if the points are not wider. The `goal` is a dashed line. `glyphs` are the signs of
    the sources.
    """
    player, x, bars = PLAYERS[color], 0.0, ""
    for source, points in parts:
        if points > 0:
            sign = glyphs.get(source, "") if glyphs else None
            bars += bar_part(x, points * unit, height, source, points, player.base, player.mark, sign)
            x += points * unit
    line = goal * unit
    dashed = f'<path d="M{line:.1f} 0v{height}" stroke="var(--ochre)" stroke-width="2" stroke-dasharray="3 3"/>'
    wide = max(x, line) + 2 if goal else max(x, width)
    box = f'viewBox="0 0 {wide:.1f} {height}" width="{wide:.0f}" height="{height}"'
    kind = "final" if glyphs else "final shares"
    return Markup(f'<svg class="{kind}" {box} aria-hidden="true">{dashed if goal else ""}{bars}</svg>')
