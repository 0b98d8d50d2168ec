"""The layers of the table, bottom to top: tiles, features, figures. Each is the content of an SVG group."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from typing import Final

from bastide.view.carcassonne.model import CarcassonneView, Feature, Figure, Laid, Token
from bastide.view.carcassonne.module_views import view_of
from bastide.view.carcassonne.svg.country import LAP, REVISION, inline_growth, tilled, woods
from bastide.view.carcassonne.svg.pieces import SCALE, TILE, colors_of, figure, lies, place, shape_of, stand
from bastide.view.carcassonne.text import PICTURED, by_id
from bastide.view.carcassonne.tiles import GROUND, MARGIN, OVER, SIZE, STANDING, WHOLE, drawing, symbols
from bastide.view.model import Say
from bastide.view.svg.ink import n
from bastide.view.svg.palette import SEAT_COLORS

FEET: Final = 23 * 2
"""How far a standing figure's feet are below the middle of its place, in half tile units."""
LEAST: Final = 6
"""Minimum number of rows and columns shown, so that tiles do not become huge."""

SHADOW: Final = (1.6, 2.4)
BOARD: Final = "board"
"""The picture part used for a module's board, under the tiles."""
BESIDE: Final = 14.0
"""Offset of a token from the figure that it belongs to."""


def address(tile: str, turns: int, part: str, number: int = 0) -> str:
    """The URL of one part of a tile."""
    wheel = f"-{number}" if number and part == STANDING else ""
    return f"/art/tile/{REVISION}/{tile}/{turns}/{part}{wheel}.svg"


def face_document_address(tile: str, number: int = 0) -> str:
    """The URL of a whole tile."""
    wheel = f"-{number}" if number else ""
    return f"/art/tile/{REVISION}/{tile}/0/{WHOLE}{wheel}.svg"


def board_address(module: str) -> str:
    """The URL of a module's board."""
    return f"/art/board/{REVISION}/{module}.svg"


def board_box(squares: int, scale: float = 1.0) -> tuple[float, float, float, float]:
    """The view box of a board that is so many squares wide: x, y, width and height."""
    return (
        -MARGIN * scale,
        -OVER * scale,
        (squares * SIZE + 2 * MARGIN) * scale,
        (squares * SIZE + OVER + MARGIN) * scale,
    )


def board_document(module: str) -> str:
    """The board of a module as a document of its own."""
    view = view_of(module)
    x, y, w, h = board_box(view.squares)
    svg = view.ground()
    extra = "".join(f'<g id="{name}">{drawn}</g>' for name, drawn in view.symbols.items())
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{n(x)} {n(y)} {n(w)} {n(h)}" width="{n(w)}" height="{n(h)}">'
        f"<defs>{symbols(svg)}{extra}</defs>{svg}</svg>"
    )


def image(tile: Laid, part: str) -> str:
    """One part of a tile as a separate image, which the page's script turns into a bitmap and shows."""
    art = board_address(tile.tile) if part == BOARD else address(tile.tile, tile.turns, part, tile.number)
    x, y, w, h = frame(tile, part)
    return f'<image data-art="{art}" x="{n(x)}" y="{n(y)}" width="{n(w)}" height="{n(h)}"/>'


def inline(tile: Laid, part: str) -> str:
    """One part of a tile drawn inline."""
    if part == BOARD:
        return f'<g transform="scale({SCALE:.5f})">{view_of(tile.tile).ground()}</g>'
    inner = drawing(by_id(tile.tile), tile.turns, part, tile.number)
    return f'<g transform="translate({tile.x * TILE} {tile.y * TILE}) scale({SCALE:.5f})">{inner}</g>'


def frame(tile: Laid, part: str) -> tuple[float, float, float, float]:
    """The box of an image: the tile itself, or with the overhang."""
    x, y = tile.x * TILE, tile.y * TILE
    if part == GROUND:
        return x, y, TILE, TILE
    if part == BOARD:
        return board_box(view_of(tile.tile).squares, SCALE)
    side = TILE + 2 * MARGIN * SCALE
    return x - MARGIN * SCALE, y - OVER * SCALE, side, TILE + (OVER + MARGIN) * SCALE


def box(view: CarcassonneView) -> tuple[float, float, float, float]:
    """The box to show: all tiles and a ring of places around; x, y, width and height."""
    xs, ys = [tile.x for tile in view.tiles] or [0], [tile.y for tile in view.tiles] or [0]
    left, right, top, bottom = min(xs) - 1, max(xs) + 2, min(ys) - 1, max(ys) + 2
    more_x, more_y = max(0, LEAST - (right - left)) / 2, max(0, LEAST - (bottom - top)) / 2
    return (
        (left - more_x) * TILE,
        (top - more_y) * TILE,
        (right - left + 2 * more_x) * TILE,
        (bottom - top + 2 * more_y) * TILE,
    )


def rows(tiles: Sequence[Laid]) -> list[list[Laid]]:
    """The tiles row by row from the north, and each row from the west."""
    out: dict[int, list[Laid]] = {}
    for tile in tiles:
        out.setdefault(tile.y, []).append(tile)
    return [sorted(out[y], key=lambda tile: tile.x) for y in sorted(out)]


def land(view: CarcassonneView, label: Callable[[Say], str]) -> str:
    """Meadow and grounds of all tiles, then what stands on them, from the north, and the words on boards."""
    boards = [name for name in view.modules if view_of(name).squares]
    return ground_and_standing(view.tiles, boards) + all_signs(boards, label)


def all_signs(boards: Sequence[str], label: Callable[[Say], str]) -> str:
    """The words on the boards of these modules."""
    return "".join(signs(name, label) for name in boards)


def signs(module: str, label: Callable[[Say], str]) -> str:
    """The words on a module's board, each along its path."""
    out = ""
    for number, sign in enumerate(view_of(module).signs()):
        name = f"sign-{module}-{number}"
        out += (
            f'<path id="{name}" d="{sign.path}" fill="none"/><text class="sign">'
            f'<textPath href="#{name}" startOffset="50%">{escape(label(sign.say))}</textPath></text>'
        )
    return f'<g transform="scale({SCALE:.5f})">{out}</g>' if out else ""


def ground_and_standing(tiles: Sequence[Laid], with_board: Sequence[str]) -> str:
    """The tiles, and under them the boards of these modules."""
    in_rows = rows(tiles)
    tiles = [tile for row in in_rows for tile in row]
    boards = "".join(inline(Laid(name, 0, 0, 0), BOARD) for name in with_board)
    out = "".join(map(shadow, tiles)) + "".join(map(paper, tiles)) + boards
    for tile, acres in zip(tiles, tilled(tiles), strict=True):
        out += (inline(tile, GROUND) if tile.tile in PICTURED else "") + "".join(map(inline_growth, acres))
    grown = woods(tiles)
    for row in in_rows:
        north, within = grown[row[0].y]
        standing = "".join(inline(tile, STANDING) for tile in row if tile.tile in PICTURED)
        out += "".join(map(inline_growth, north)) + standing + "".join(map(inline_growth, within))
    return out + "".join(map(lit, tiles))


def lit(tile: Laid) -> str:
    """The light and the shadows of clouds over a tile, which go on over its neighbours."""
    return f'<rect class="light" x="{tile.x * TILE}" y="{tile.y * TILE}" width="{TILE}" height="{TILE}"/>'


def shadow(tile: Laid) -> str:
    """The shadow of a tile on the table, under all tiles."""
    x, y = n(tile.x * TILE + SHADOW[0]), n(tile.y * TILE + SHADOW[1])
    return f'<rect class="edge" x="{x}" y="{y}" width="{TILE}" height="{TILE}"/>'


def paper(tile: Laid) -> str:
    """The meadow under a tile. It reaches a little under its neighbours, so that no seam shows."""
    side = n(TILE + 2 * LAP)
    x, y = n(tile.x * TILE - LAP), n(tile.y * TILE - LAP)
    return f'<rect x="{x}" y="{y}" width="{side}" height="{side}" fill="url(#meadow)"/>'


def outline(name: str, feature: Feature, tiles: Sequence[Laid], words: tuple[str, str], seats: Sequence[str]) -> str:
    """A feature's outline, which lights up on hover and focus; `name` is its id, `tiles` where its parts lie.

    `words` are its spoken label, and the HTML of its tooltip.
    """
    owner = f" p-{colors_of(seats, feature.owners[0])}" if feature.owners else ""
    tied = " tied" if len(feature.owners) > 1 else ""
    held = ' tabindex="0"' if feature.followers else ""
    label, tip = words
    parts = "".join(
        f'<use href="#x-{by_number(tile.tile)}-{part.section}" transform="{turned(tile)}"/>'
        for part, tile in zip(feature.parts, tiles, strict=True)
        if shape_of(tile.tile, part.section)
    )
    return (
        f'<g id="{name}" class="feature {feature.kind}{owner}{tied}" role="img"{held}'
        f' data-held="{len(feature.owners)}" aria-label="{escape(label)}" data-tip="{escape(tip)}">{parts}</g>'
    )


def by_number(tile: str) -> str:
    """A tile's name for use in an id."""
    return tile.replace(".", "-")


def turned(tile: Laid) -> str:
    """The transform of an outline at rotation 0 to a tile's place."""
    shift = f"translate({tile.x * SIZE} {tile.y * SIZE})"
    return shift + (f"rotate({tile.turns * 90} {SIZE // 2} {SIZE // 2})" if tile.turns else "")


def figures(view: CarcassonneView, label: Callable[[Say], str], seats: Sequence[str] = SEAT_COLORS) -> str:
    """The mark of the last move, tokens and figures, from north to south."""
    at_place = {(tile.x, tile.y): tile for tile in view.tiles}
    drawn = sorted(figure_drawing(one, at_place[one.x, one.y], seats) for one in view.figures)
    return marks(view, seats) + tokens(view, label, seats) + "".join(svg for _, svg in drawn)


def tokens(view: CarcassonneView, label: Callable[[Say], str], seats: Sequence[str] = SEAT_COLORS) -> str:
    """The tokens, from north to south."""
    at_place = {(tile.x, tile.y): tile for tile in view.tiles}
    return "".join(svg for _, svg in sorted(token_drawing(token, at_place, label, seats) for token in view.tokens))


def figure_drawing(one: Figure, tile: Laid, seats: Sequence[str]) -> tuple[float, str]:
    """A figure with its y for sorting."""
    at = place(tile.tile, tile.x, tile.y, tile.turns, one.section)
    flat = lies(one.kind, one.section)
    feet = (at[0], at[1] + (0 if flat else FEET * SCALE))
    more = f' class="stands" data-place="{one.x},{one.y}"'
    return at[1], stand(figure(one.kind, colors_of(seats, one.seat), flat), feet, 1.1, more)


def token_drawing(
    token: Token, at_place: dict[tuple[int, int], Laid], label: Callable[[Say], str], seats: Sequence[str]
) -> tuple[float, str]:
    """A token with its y for sorting; one beside a figure is moved a little to its right."""
    tile = at_place.get((token.x, token.y))
    at = (0.0, 0.0)
    if token.at is not None:
        at = (token.at[0] * TILE, token.at[1] * TILE)
    elif tile is not None:
        at = place(tile.tile, tile.x, tile.y, tile.turns, token.section) if token.section else middle(tile)
        at = (at[0] + BESIDE, at[1] + BESIDE / 2) if token.section else at
    kind, _, word = token.kind.partition(":")
    drawn = figure(word, colors_of(seats, token.seat)) if kind == "figure" else f'<use href="#k-{token.kind}"/>'
    count = f'<text class="count" y="12">{token.count}</text>' if token.count else ""
    spoken = f"<title>{escape(label(token.label))}</title>" if token.label else ""
    return at[1], stand(f"{drawn}{count}{spoken}", at, 1, ' class="token"')


def middle(tile: Laid) -> tuple[float, float]:
    """The middle of a tile on the board."""
    return (tile.x + 0.5) * TILE, (tile.y + 0.5) * TILE


def marks(view: CarcassonneView, seats: Sequence[str] = SEAT_COLORS) -> str:
    """A frame in its colour around the last tile of each other seat, and one around the last of all."""
    frames = "".join(recent_mark(view.tiles[one.tile], one.seat, seats) for one in view.recent)
    if view.moved:
        x, y = (int(part) * TILE for part in view.moved.split(","))
        frames += f'<rect class="moved" x="{x + 1}" y="{y + 1}" width="{TILE - 2}" height="{TILE - 2}" rx="3"/>'
    return f'<g class="marks">{frames}</g>' if frames else ""


def recent_mark(tile: Laid, seat: int, seats: Sequence[str]) -> str:
    """The frame of a seat around a tile; its shield stands over the upper left corner."""
    color = colors_of(seats, seat)
    at = f"translate({tile.x * TILE} {tile.y * TILE})"
    frame = f'<rect x="6" y="6" width="{TILE - 12}" height="{TILE - 12}" rx="7"/>'
    return (
        f'<g class="recent p-{color}" data-place="{tile.x},{tile.y}" transform="{at}">'
        f'{frame}{frame}<use href="#shield-{color}" x="-13" y="-15" width="34" height="38"/></g>'
    )
