"""The layers of the board, from the water up: land, light, pieces. Each is the inside of an SVG group.

All of them are drawn round the origin with a hex radius of 100 units, refer to the symbols of `defs` and change at
their own pace: the land never, the light with every roll, the pieces with every build.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from typing import Final

from bastide.view.model import Board, Hex, IslandView, Say
from bastide.view.svg.furniture import EDGE_KINDS, FIGURES
from bastide.view.svg.geometry import Point, centre, corner_place, edge_place, hex_place, land_hexes, ring, split
from bastide.view.svg.ink import fine, n, polyline
from bastide.view.svg.motifs.brush import TOKEN_Y
from bastide.view.svg.palette import SEAT_COLORS
from bastide.view.svg.sea import beach_line, coast, harbors
from bastide.view.svg.terrain import FACE, SEA_LINE, variants

BUILDING_SCALE: Final = 1.06
KNIGHT_SCALE: Final = 0.86
WALL_SCALE: Final = 0.975
DEPTHS: Final = (("wall", 0.5), ("sabotaged", 0.25), ("metropolis", -0.5))
"""What stands a little before or behind the building at the same corner, by the first word of its kind."""
MERCHANT_SHIFT: Final = (-38.0, -32.0)
"""The merchant leaves the middle of a hex to the robber and the token."""
ROBBER_SCALE: Final = 1.15
ROBBER_Y: Final = -30
"""The robber stands above the number token."""


def land(board: Board, scale: float = 1.0) -> str:
    """Shore, harbours and hexes. `scale` enlarges the signs for small screens."""
    hexes, chosen = land_hexes(board), variants(board)
    sea_lines, tiles = "", ""
    for h in board.hexes:
        x, y = centre(h.q, h.r)
        if h.terrain == "sea":
            sea_lines += polyline(ring(SEA_LINE, (x, y)))
        else:
            tiles += f'<use href="#hex-{h.terrain}-{chosen[h.q, h.r]}" x="{n(x)}" y="{n(y)}"/>'
    if sea_lines:
        stroke = 'fill="none" stroke="var(--sea-line)" stroke-opacity=".3" stroke-width="1.4"'
        sea_lines = f'<path d="{sea_lines}" {stroke}/>'
    # At night one gradient over the land darkens it; tokens and pieces lie above and stay bright.
    night = f'<path class="night" d="{beach_line(hexes)}" fill="url(#lamp)" style="opacity:var(--night-on,0)"/>'
    return (
        f'{sea_lines}<g class="coast">{coast(hexes)}</g><g class="harbors">{harbors(board, scale)}</g>'
        f'<g class="tiles">{tiles}</g>{night}'
    )


def token(h: Hex, lit: bool, blocked: bool, scale: float = 1.0) -> str:
    """The number token of a hex: with a ring of light if it has just yielded, paler under the robber."""
    x, y = centre(h.q, h.r)
    state = "".join((' class="yielded"' if lit else "", ' class="blocked" opacity=".82"' if blocked else ""))
    light = '<use href="#yield"/>' if lit else ""
    size = f" scale({fine(scale)})" if scale != 1 else ""
    return f'<g{state} transform="translate({n(x)} {n(y + TOKEN_Y)}){size}">{light}<use href="#token-{h.number}"/></g>'


def lit(view: IslandView, scale: float = 1.0) -> str:
    """The robber's shade and the number tokens, those that have just yielded with a light. `scale` enlarges tokens."""
    yielded = frozenset(view.roll.hexes) if view.roll else frozenset()
    shade = ""
    if view.robber:
        outline = polyline(ring(FACE + 1, hex_place(view.robber)))
        shade = f'<path class="shade" d="{outline}" fill="#1b1622" fill-opacity=".3"/>'
    tokens = "".join(
        token(h, h.name in yielded and h.name != view.robber, h.name == view.robber, scale)
        for h in view.board.hexes
        if h.number is not None
    )
    return shade + tokens


def stand(name: str, at: Point, color: str = "", scale: float = 1.0, more: str = "") -> str:
    """A piece at a place. The group carries the place, so that a page may move the piece within it."""
    size = f" scale({fine(scale)})" if scale != 1 else ""
    kind = f' class="p-{color}"' if color else ""
    return f'<g{kind}{more} transform="translate({n(at[0])} {n(at[1])}){size}"><use href="#{name}"/></g>'


def spot(kind: str, place: str) -> Point:
    """The place of a piece of that kind on the paper."""
    if not split(place)[2]:
        return hex_place(place)
    if kind in EDGE_KINDS:
        edge = edge_place(place)
        return edge.x, edge.y
    return corner_place(place)


def symbol(kind: str, color: str, place: str) -> str:
    """The symbol of a piece at a place."""
    if kind in FIGURES:
        return kind
    return f"{kind}-{color}-{edge_place(place).angle}" if kind == "road" else f"{kind}-{color}"


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

    `seats` are the colours by seat; `scale` enlarges buildings for small screens. `label` turns a message into plain
    text: with it those pieces have a name that the view tells something of.
    """
    low: list[tuple[float, str]] = []
    high: list[tuple[float, str]] = []
    for piece in view.pieces:
        color = "" if piece.kind in FIGURES else seats[piece.seat]
        at = spot(piece.kind, piece.place)
        if piece.kind == "merchant":
            high.append((at[1] - 18, merchant(at, seats[piece.seat], scale)))
            continue
        name = symbol(piece.kind, color, piece.place)
        if piece.kind == "road":
            low.append((at[1], stand(name, at, color)))
        else:
            first = piece.kind.partition("-")[0]
            size = {"knight": KNIGHT_SCALE, "wall": WALL_SCALE}.get(first, BUILDING_SCALE)
            drawn = stand(name, at, color, size * scale)
            if piece.told and label:
                drawn = named(drawn, ", ".join(label(say) for say in piece.told))
            high.append((at[1] + dict(DEPTHS).get(first, 0), drawn))
    if view.robber:
        x, y = figure_place("robber", view.robber)
        high.append((y + 12, stand("robber", (x, y), "", ROBBER_SCALE * scale, ' class="robber"')))
    return "".join(
        [
            *(drawing for _, drawing in sorted(low)),
            moved_mark(view),
            *(drawing for _, drawing in sorted(high)),
        ]
    )


def named(drawing: str, words: str) -> str:
    """A piece with a name, for those who listen and for those who point at it."""
    return f'<g role="img"><title>{escape(words)}</title>{drawing}</g>'


def merchant(at: Point, color: str, scale: float) -> str:
    """The merchant's stall with the pennant of whose it is."""
    x, y = at[0] + MERCHANT_SHIFT[0], at[1] + MERCHANT_SHIFT[1]
    size = f" scale({fine(1.05 * scale)})"
    return (
        f'<g class="p-{color} merchant" transform="translate({n(x)} {n(y)}){size}"><use href="#pennant"/>'
        '<use href="#merchant"/></g>'
    )


def moved_mark(view: IslandView) -> str:
    """A dashed outline round the place of the last move.

    A side and a corner may have the same name: the piece that stands there decides. Without one, N and S are corners.
    """
    if not view.moved:
        return ""
    name = split(view.moved)[2]
    if not name:
        x, y = figure_place("robber", view.moved)
        return f'<use href="#moved" class="moved" x="{n(x)}" y="{n(y - 2)}"/>'
    kinds = {piece.kind for piece in view.pieces if piece.place == view.moved}
    on_edge = bool(kinds & EDGE_KINDS) if kinds else name not in ("N", "S")
    if on_edge:
        edge = edge_place(view.moved)
        return f'<use href="#moved-{edge.angle}" class="moved" x="{n(edge.x)}" y="{n(edge.y + 2)}"/>'
    x, y = corner_place(view.moved)
    return f'<use href="#moved" class="moved" x="{n(x)}" y="{n(y + 2)}"/>'
