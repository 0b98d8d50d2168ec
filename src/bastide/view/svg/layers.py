"""The layers of the board, bottom to top: land, light, pieces. Each is the inside of an SVG group.

All of them are drawn round the origin with a hex radius of 100 units, refer to the symbols of `defs` and change at
at different rates: the land never, the light with every roll, the pieces with every build.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Container, Sequence
from html import escape
from typing import Final

from bastide.view.island.model import Board, Hex, IslandView
from bastide.view.model import Say
from bastide.view.styles import PieceStyle, has_style, piece_style
from bastide.view.svg.geometry import (
    EDGES,
    Point,
    centre,
    corner_place,
    edge_place,
    hex_place,
    is_dry,
    land_hexes,
    ring,
    split,
)
from bastide.view.svg.ink import fine, n, polyline
from bastide.view.svg.palette import SEAT_COLORS, color_of
from bastide.view.svg.sea import beach_line, coast, harbors
from bastide.view.svg.sites import inner_paths, sites, token_place
from bastide.view.svg.streams import streams
from bastide.view.svg.terrain import FACE, SEA_LINE, is_tile, variants

SEVERAL: Final = 0.72
"""The size of a number token that shares its hex."""
TOKEN_STEP: Final = 45
"""Distance between the middles of neighbouring tokens."""
WAKE_HALF: Final = 46
"""Half the length of the dashes along an edge."""
TRAIL_HALF: Final = 50
"""Half the length of an edge."""
ROBBER_SCALE: Final = 1.15
ROBBER_Y: Final = -30
"""The robber stands above the number token."""


def land(board: Board, scale: float = 1.0) -> str:
    """Shore, harbours and hexes. `scale` enlarges the signs for small screens."""
    hexes, chosen = land_hexes(board), variants(board)
    sea_lines, tiles = "", ["", ""]
    for h in board.hexes:
        x, y = centre(h.q, h.r)
        dry = is_dry(h)
        if not dry:
            sea_lines += polyline(ring(SEA_LINE, (x, y)))
        if is_tile(h):
            tiles[not dry] += f'<use href="#hex-{h.terrain}-{chosen[h.q, h.r]}" x="{n(x)}" y="{n(y)}"/>'
    if sea_lines:
        stroke = 'fill="none" stroke="var(--sea-line)" stroke-opacity=".3" stroke-width="1.4"'
        sea_lines = f'<path d="{sea_lines}" {stroke}/>'
    # At night one gradient over the land darkens it; tokens and pieces lie above and stay bright.
    night = f'<path class="night" d="{beach_line(hexes)}" fill="url(#lamp)" style="opacity:var(--night-on,0)"/>'
    return (
        f'{tiles[True]}{sea_lines}<g class="coast">{coast(hexes)}</g><g class="harbors">{harbors(board, scale)}</g>'
        f'<g class="tiles">{tiles[False]}</g>{inner_paths(board)}{streams(board)}{night}{sites(board, scale)}'
    )


def number_tokens(board: Board, yielded: Container[str] = (), robber: str | None = None, scale: float = 1.0) -> str:
    """The number tokens of a board: with a ring of light on hexes that just yielded, paler under the robber."""
    return "".join(
        token(h, token_place(board, h), h.name in yielded and h.name != robber, h.name == robber, scale)
        for h in board.hexes
        if h.number is not None
    )


def token(h: Hex, at: Point, lit: bool, blocked: bool, scale: float = 1.0) -> str:
    """The number tokens of a hex round a point. Several lie in rows of two, smaller."""
    x, y = at
    state = "".join((' class="yielded"' if lit else "", ' class="blocked" opacity=".82"' if blocked else ""))
    light = '<use href="#yield"/>' if lit else ""
    size = f" scale({fine(scale)})" if scale != 1 else ""
    if len(h.tokens) == 1:
        drawn = f'{light}<use href="#token-{h.number}"/>'
    else:
        drawn = "".join(
            f'<g transform="translate({n(dx)} {n(dy)}) scale({SEVERAL})">{light}<use href="#token-{number}"/></g>'
            for number, (dx, dy) in zip(h.tokens, in_pairs(len(h.tokens)), strict=True)
        )
    return f'<g{state} transform="translate({n(x)} {n(y)}){size}">{drawn}</g>'


def in_pairs(count: int) -> list[Point]:
    """Positions of this many tokens around one place: in rows of two, an odd last one in the middle."""
    rows = (count + 1) // 2
    out: list[Point] = []
    for i in range(count):
        alone = i == count - 1 and i % 2 == 0
        out.append((0 if alone else TOKEN_STEP * (i % 2 - 0.5), TOKEN_STEP * (i // 2 - (rows - 1) / 2)))
    return out


def lit(view: IslandView, scale: float = 1.0) -> str:
    """The robber's shade and the number tokens, with light on those that just yielded. `scale` enlarges tokens."""
    yielded = frozenset(view.roll.hexes) if view.roll else frozenset()
    shade = "".join(shaded(piece.place) for piece in view.pieces if piece_style(piece.kind).shade)
    if view.robber:
        outline = polyline(ring(FACE + 1, hex_place(view.robber)))
        shade += f'<path class="shade" d="{outline}" fill="#1b1622" fill-opacity=".3"/>'
    return shade + number_tokens(view.board, yielded, view.robber, scale)


def shaded(place: str) -> str:
    """The shade of a figure on a hex of open sea: darker water with an edge, for there is no ground to darken."""
    at = hex_place(place)
    outer, inner = polyline(ring(FACE - 8, at)), polyline(ring(FACE - 30, at))
    return (
        f'<g class="shade" fill="#0a1a24"><path d="{outer}" fill-opacity=".42" stroke="#0a1a24" stroke-opacity=".6"'
        f' stroke-width="3" stroke-linejoin="round"/><path d="{inner}" fill-opacity=".3"/></g>'
    )


def wake(place: str, color: str) -> str:
    """The dashes in a player's colour along an edge, on a pale ground that sets them off the water."""
    edge = edge_place(place)
    dx, dy = along(edge.angle, WAKE_HALF)
    line = polyline([(edge.x - dx, edge.y - dy), (edge.x + dx, edge.y + dy)], False)
    return (
        f'<g class="p-{color} wake" fill="none" stroke-linecap="round"><path d="{line}" stroke="#FFF9EA"'
        f' stroke-opacity=".85" stroke-width="8.5"/><path d="{line}" stroke="var(--c)" stroke-width="5"'
        ' stroke-dasharray="11 9.5"/></g>'
    )


def trails(view: IslandView) -> str:
    """The longest route of each owner as a band along its lines, hidden until a page asks for it."""
    out = ""
    for owner, trail in enumerate(view.trails):
        band = ""
        for place in (place for places in trail.values() for place in places):
            edge = edge_place(place)
            dx, dy = along(edge.angle, TRAIL_HALF)
            band += polyline([(edge.x - dx, edge.y - dy), (edge.x + dx, edge.y + dy)], False)
        if band:
            out += (
                f'<g class="trail" data-trail="{owner}" display="none" fill="none" stroke-linecap="round">'
                f'<path d="{band}" stroke="#23292D" stroke-width="47"/>'
                f'<path d="{band}" stroke="#FFD43B" stroke-width="36"/></g>'
            )
    return out


def along(angle: int, length: float) -> Point:
    """A step in the direction of an edge."""
    return length * math.cos(math.radians(angle)), length * math.sin(math.radians(angle))


def stand(name: str, at: Point, color: str = "", scale: float = 1.0, more: str = "") -> str:
    """A piece at a place. The group carries the place, so that a page can move the piece within it."""
    size = f" scale({fine(scale)})" if scale != 1 else ""
    kind = f' class="p-{color}"' if color else ""
    return f'<g{kind}{more} transform="translate({n(at[0])} {n(at[1])}){size}"><use href="#{name}"/></g>'


def spot(kind: str, place: str) -> Point:
    """Where a piece of this kind is drawn."""
    if not split(place)[2]:
        return hex_place(place)
    if piece_style(kind).edge:
        edge = edge_place(place)
        return edge.x, edge.y
    return corner_place(place)


def look(kind: str, place: str) -> str:
    """The kind whose drawing a piece uses: its own, or the road's for a line without a style."""
    return kind if has_style(kind) or split(place)[2] not in EDGES else "road"


def symbol(kind: str, color: str, place: str) -> str:
    """The symbol of a piece at a place."""
    if piece_style(kind).figure:
        return kind
    turned = kind == "road" or piece_style(kind).turned
    return f"{kind}-{color}-{edge_place(place).angle}" if turned else f"{kind}-{color}"


def figure_place(kind: str, place: str) -> Point:
    """Where a figure stands on its hex."""
    x, y = hex_place(place)
    return x, y + (ROBBER_Y if kind == "robber" else 0)


def pieces(
    view: IslandView,
    seats: Sequence[str] = SEAT_COLORS,
    scale: float = 1.0,
    label: Callable[[Say], str] | None = None,
) -> str:
    """Roads, the mark of the last move, then buildings and the robber from back to front.

    `seats` are the colours by seat; owners beyond them get those that are left. `scale` enlarges buildings for small
    screens. `label` turns a message into plain text: with it, pieces that have `told` lines get an accessible name.
    """
    low: list[tuple[float, str]] = []
    high: list[tuple[float, str]] = []
    for piece in view.pieces:
        kind = look(piece.kind, piece.place)
        style = piece_style(kind)
        color = "" if style.figure or piece.seat < 0 else color_of(seats, piece.seat)
        at = spot(kind, piece.place)
        if style.pennant and piece.seat >= 0:
            pennant = with_pennant(kind, style, at, color_of(seats, piece.seat), scale)
            high.append((at[1] + style.depth, pennant))
            continue
        name = symbol(kind, color, piece.place)
        if style.wake and color:
            low.append((at[1], wake(piece.place, color)))
        if kind == "road":
            low.append((at[1], stand(name, at, color)))
        else:
            drawn = stand(name, (at[0] + style.shift[0], at[1] + style.shift[1]), color, style.scale * scale)
            if piece.told and label:
                drawn = named(drawn, ", ".join(label(say) for say in piece.told))
            high.append((at[1] + style.depth, drawn))
    if view.robber:
        x, y = figure_place("robber", view.robber)
        high.append((y + 12, stand("robber", (x, y), "", ROBBER_SCALE * scale, ' class="robber"')))
    return "".join(
        [
            trails(view),
            *(drawing for _, drawing in sorted(low)),
            moved_mark(view),
            *(drawing for _, drawing in sorted(high)),
        ]
    )


def named(drawing: str, words: str) -> str:
    """A piece with an accessible name and a tooltip."""
    return f'<g role="img"><title>{escape(words)}</title>{drawing}</g>'


def with_pennant(kind: str, style: PieceStyle, at: Point, color: str, scale: float) -> str:
    """A figure with its owner's pennant."""
    x, y = at[0] + style.shift[0], at[1] + style.shift[1]
    size = f" scale({fine(style.scale * scale)})"
    return (
        f'<g class="p-{color} {kind}" transform="translate({n(x)} {n(y)}){size}"><use href="#pennant"/>'
        f'<use href="#{kind}"/></g>'
    )


def moved_mark(view: IslandView) -> str:
    """A dashed outline round the place of the last move.

    A side and a corner may have the same name: the piece at that place decides. Without one, N, S and C are
    corners.
    """
    if not view.moved:
        return ""
    name = split(view.moved)[2]
    if not name:
        x, y = figure_place("robber", view.moved)
        return f'<use href="#moved" class="moved" x="{n(x)}" y="{n(y - 2)}"/>'
    kinds = {look(piece.kind, piece.place) for piece in view.pieces if piece.place == view.moved}
    on_edge = any(piece_style(kind).edge for kind in kinds) if kinds else name not in ("N", "S", "C")
    if on_edge:
        edge = edge_place(view.moved)
        return f'<use href="#moved-{edge.angle}" class="moved" x="{n(edge.x)}" y="{n(edge.y + 2)}"/>'
    x, y = corner_place(view.moved)
    return f'<use href="#moved" class="moved" x="{n(x)}" y="{n(y + 2)}"/>'
