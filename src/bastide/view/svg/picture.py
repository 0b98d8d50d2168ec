"""Whole pictures: the symbols of a page, a board as one document, a board within a page, a board as a mosaic."""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from html import escape
from typing import Final, NamedTuple

from bastide.view.island.model import Board, Harbor, Hex, IslandView
from bastide.view.model import Say
from bastide.view.styles import piece_style
from bastide.view.svg import cards, heraldry, icons, sea, targets, terrain
from bastide.view.svg.art import SVG_NAMESPACE, numeral, sheet
from bastide.view.svg.furniture import BASE_KINDS, TOKEN_NUMBERS, figure_symbol, piece_symbols, token_symbols
from bastide.view.svg.geometry import Point, centre, ring
from bastide.view.svg.ink import mix, n, polyline
from bastide.view.svg.layers import in_pairs, land, lit, look, number_tokens, pieces
from bastide.view.svg.palette import LOOKS, SEAT_COLORS, Theme, color_of, player_css, tokens
from bastide.view.svg.window import viewbox

MARGIN: Final = 48
"""Margin of water around a board's picture."""
SEAM: Final = 2
ROSE_SIZE: Final = 62
MOSAIC_HEX, MOSAIC_BEACH = 93, 118
SIGN_WIDTH = 84
LIKELIEST: Final = (6, 8)
SMALL_TOKENS: Final = 1.15
PENNANT: Final = re.compile(r'(class="p-([a-z-]+) [^>]*><use href="#pennant)"')
"""A pennant in the colours of a player, as `pieces` draws it for a page."""
WAKE: Final = re.compile(r'(class="p-([a-z-]+) wake".*?)var\(--c\)')
"""A wake in the colours of a player, the same."""
REFERENCE: Final = re.compile(r'(\bid="|href="#|url\(#)')
VARIABLE: Final = re.compile(r"var\(--([a-z0-9-]+)(?:,([^()]*))?\)")

CSS: Final = targets.CSS + (
    ".ic{display:inline-block;vertical-align:-.28em;flex:none;overflow:visible}"
    ".backs svg{margin-right:-9px}.backs svg:last-child{margin-right:2px}"
    '.cardname{font-family:"Alegreya Sans",sans-serif;font-weight:800;fill:#3A2F1B}'
    '.hist text{font:700 12px "Alegreya Sans",sans-serif;fill:var(--ink-2)}.hist .hot{fill:var(--terra-ink)}'
    ".hist .now{font-weight:800;fill:var(--ochre-ink)}"
)


def css() -> str:
    """The CSS that the drawings need in a page, themes apart: players, chips, targets, text in pictures."""
    return player_css() + icons.chip_css() + CSS


def boards_of(where: IslandView | Board | Iterable[Board] | None) -> list[Board]:
    """The boards that a page shows."""
    if where is None:
        return []
    if isinstance(where, IslandView):
        return [where.board]
    return [where] if isinstance(where, Board) else list(where)


class Needed(NamedTuple):
    """The symbols that boards need: the numbers of tokens, the land tiles."""

    numbers: frozenset[int]
    land: frozenset[tuple[str, int]]

    @classmethod
    def of(cls, boards: Sequence[Board]) -> Needed:
        """What these boards show."""
        numbers = {number for board in boards for h in board.hexes for number in h.tokens} | set(TOKEN_NUMBERS)
        return cls(frozenset(numbers), terrain.needed(boards))


def ground_defs(boards: Sequence[Board], seats: Sequence[str], kinds: Iterable[str]) -> str:
    """The symbols of the boards themselves, icons and cards apart."""
    return _ground(Needed.of(boards), seats, list(kinds))


def _ground(needed: Needed, seats: Sequence[str], kinds: Sequence[str]) -> str:
    flown = ["pennant"] if any(piece_style(kind).pennant for kind in kinds) else []
    figured = [kind for kind in dict.fromkeys(("robber", *kinds, *flown)) if piece_style(kind).figure]
    colored = [kind for kind in kinds if kind not in figured]
    held = "".join(piece_symbols(seat, kind) for seat in dict.fromkeys(seats) for kind in colored)
    figures = "".join(figure_symbol(kind) for kind in figured)
    signs = f'<g id="sign">{sea.sign_board()}</g>'
    ground = sea.sea_defs() + terrain.symbols(needed.land)
    return ground + token_symbols(needed.numbers) + signs + held + figures + targets.symbols()


def defs(
    where: IslandView | Board | Iterable[Board] | None,
    seats: Sequence[str] = SEAT_COLORS,
    kinds: Iterable[str] = BASE_KINDS,
) -> str:
    """Everything that the drawings refer to, once per page: a hidden `<svg>` with symbols and paints.

    `where` are the boards that the page shows, `seats` the colours of its players, `kinds` the pieces of its game.
    """
    return _defs(Needed.of(boards_of(where)), tuple(seats), tuple(kinds))


# Most boards have the same kinds of land: their tables share one text, of nearly 200 kB.
@lru_cache(maxsize=64)
def _defs(needed: Needed, seats: tuple[str, ...], kinds: tuple[str, ...]) -> str:
    return (
        '<svg width="0" height="0" style="position:absolute" aria-hidden="true" focusable="false"><defs>'
        f"{_ground(needed, seats, kinds)}{cards.paints()}{cards.symbols()}{heraldry.symbols(seats)}"
        f"{icons.symbols()}</defs></svg>"
    )


def water(x: float, y: float, width: float, height: float) -> str:
    """A rectangle of sea, slightly oversized so that no seam shows at the edge of a picture."""
    box = f'x="{n(x - SEAM)}" y="{n(y - SEAM)}" width="{n(width + 2 * SEAM)}" height="{n(height + 2 * SEAM)}"'
    return f'<rect {box} fill="url(#sea)"/><rect {box} fill="url(#waves)"/>'


def resolve(drawing: str, variables: dict[str, str]) -> str:
    """The drawing with CSS variables replaced by their values, unknown ones by their fallbacks."""
    return VARIABLE.sub(lambda found: variables.get(found[1], found[2] or found[0]), drawing)


def board(
    view: IslandView,
    label: Callable[[Say], str] | None = None,
    width: int = 800,
    theme: Theme = "light",
    seats: Sequence[str] = SEAT_COLORS,
    title: str = "",
) -> str:
    """The board of a view as one SVG document, for notebooks, documents and replays.

    It needs no font, no style sheet and no CSS variables. With a `label`, it shows where the viewer may act.
    """
    x, y, w, h = viewbox(view.board)
    x, y, w, h = x - MARGIN, y - MARGIN, w + 2 * MARGIN, h + 2 * MARGIN
    drawn = [look(piece.kind, piece.place) for piece in view.pieces]
    drawn += [look(target.piece, target.place) for target in view.targets if target.piece]
    kinds = list(dict.fromkeys([*BASE_KINDS, *drawn]))
    owners = {piece.seat for piece in view.pieces if piece.seat >= 0} | {viewer_seat(view)}
    used = [color_of(seats, owner) for owner in sorted(owners)]
    symbols = ground_defs([view.board], (), kinds)
    for color in dict.fromkeys(used):
        held = "".join(piece_symbols(color, kind) for kind in kinds if not piece_style(kind).figure)
        if any(piece_style(kind).pennant for kind in kinds):
            held += f'<g id="pennant-{color}">{sheet("figures")["pennant"]}</g>'
        symbols += resolve(held, LOOKS[color].variables)
    rose = sea.rose(x + ROSE_SIZE * 1.3, y + h - ROSE_SIZE * 1.3, ROSE_SIZE)
    shown = targets.targets(view, label, seats=seats) if label else ""
    # Without the CSS of a page, each player's pennant is a symbol of its own, and wakes have their colour.
    stand = PENNANT.sub(r'\1-\2"', pieces(view, seats))
    stand = WAKE.sub(lambda found: found[1] + LOOKS[found[2]].base, stand)
    layers = land(view.board) + lit(view) + stand + shown
    inner = f"<defs>{symbols}</defs>{water(x, y, w, h)}{rose}{layers}"
    spoken = f"<title>{escape(title)}</title>" if title else ""
    return (
        f'<svg xmlns="{SVG_NAMESPACE}" width="{width}" height="{round(width * h / w)}"'
        f' viewBox="{n(x)} {n(y)} {n(w)} {n(h)}" role="img">{spoken}{private(resolve(inner, tokens(theme)))}</svg>'
    )


def private(drawing: str) -> str:
    """The drawing with unique ids, so that one page may hold several documents."""
    mark = f"b{zlib.crc32(drawing.encode()):08x}-"
    return REFERENCE.sub(lambda found: found[1] + mark, drawing)


def viewer_seat(view: IslandView) -> int:
    """The seat whose colour ghosts use: the viewer's, otherwise that of the player on turn."""
    return max(view.viewer if view.viewer >= 0 else view.on_turn, 0)


def preview(board: Board, width: float, height: float, robber: str | None = None) -> str:
    """An empty board with its sea as inline SVG in a page that holds its symbols: to choose or deal a map."""
    x, y, w, h = viewbox(board)
    x, y, w, h = x - MARGIN, y - MARGIN, w + 2 * MARGIN, h + 2 * MARGIN
    scale = min(width / w, height / h)
    left, top = x - (width / scale - w) / 2, y - (height / scale - h) / 2
    figure = ""
    if robber:
        q, r = (int(part) for part in robber.split(","))
        at = centre(q, r)
        figure = f'<g transform="translate({n(at[0])} {n(at[1])}) scale(1.2)"><use href="#robber"/></g>'
    return (
        f'<svg class="preview" width="{width:g}" height="{height:g}" viewBox="{n(left)} {n(top)}'
        f' {n(width / scale)} {n(height / scale)}" aria-hidden="true">{water(left, top, width / scale, height / scale)}'
        f"{land(board, SMALL_TOKENS)}{number_tokens(board, scale=SMALL_TOKENS)}{figure}</svg>"
    )


def mini_board(board: Board, width: float = 54, height: float = 46, *, lettered: bool = False) -> str:
    """A map as a flat mosaic, for lists where painted land would be mud. It needs no symbols.

    `lettered` adds the numbers and the harbours, for a picture that is large enough to read them.
    """
    land_ = [h for h in board.hexes if not h.water]
    points = [centre(h.q, h.r) for h in land_] or [(0.0, 0.0)]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    left, top = min(xs) - MOSAIC_BEACH, min(ys) - MOSAIC_BEACH - 12
    right, bottom = max(xs) + MOSAIC_BEACH, max(ys) + MOSAIC_BEACH + 12
    signs = [(harbor, sea.sign_place(harbor)) for harbor in board.harbors] if lettered else []
    for _, (x, y) in signs:
        left, right = min(left, x - SIGN_WIDTH), max(right, x + SIGN_WIDTH)
        top, bottom = min(top, y - SIGN_WIDTH), max(bottom, y + SIGN_WIDTH)
    beach = "".join(polyline(ring(MOSAIC_BEACH, at)) for at in points)
    faces: dict[str, str] = {}
    for h, at in zip(land_, points, strict=False):
        faces[h.terrain] = faces.get(h.terrain, "") + polyline(ring(MOSAIC_HEX, at))
    mosaic = "".join(f'<path d="{path}" fill="{mosaic_color(terrain_)}"/>' for terrain_, path in sorted(faces.items()))
    return (
        f'<svg class="mosaic" width="{width:g}" height="{height:g}" viewBox="{n(left)} {n(top)} {n(right - left)}'
        f' {n(bottom - top)}" aria-hidden="true"><path d="{beach}" fill="#EAD9B0"/>{mosaic}'
        f"{''.join(mosaic_number(h) for h in land_) if lettered else ''}"
        f"{''.join(mosaic_harbor(harbor, at) for harbor, at in signs)}</svg>"
    )


def mosaic_number(h: Hex) -> str:
    """The numbers of a hex on a light disc each, the likeliest in red."""
    x, y = centre(h.q, h.r)
    drawn = ""
    for number, (dx, dy) in zip(h.tokens, in_pairs(len(h.tokens)), strict=True):
        ink = "#A81E16" if number in LIKELIEST else "#2B2924"
        # Several lie farther apart than tokens on a board: these discs are larger.
        size, apart = (1.0, 0.0) if len(h.tokens) == 1 else (0.6, 1.6)
        drawn += (
            f'<g transform="translate({n(x + dx * apart)} {n(y + dy * apart)}) scale({size:g})">'
            '<circle r="52" fill="#FAF3DF"/>'
            f"{numeral(str(number), 74, 0, 26, ink)}</g>"
        )
    return drawn


def mosaic_harbor(harbor: Harbor, at: Point) -> str:
    """A harbour: its good, or a barrel for any, and the ratio."""
    drawings = sheet("goods")
    good = drawings.get(harbor.good or "barrel", drawings["barrel"])
    return (
        f'<g transform="translate({n(at[0])} {n(at[1])})"><rect x="-78" y="-38" width="156" height="76" rx="20"'
        f' fill="#FAF3DF"/><g transform="translate(-74 -30) scale(2.5)">{good}</g>'
        f"{numeral(f'{harbor.ratio}:1', 50, 34, 17, '#2B2924')}</g>"
    )


def mosaic_color(name: str) -> str:
    """The flat colour of a terrain: half-way between its lit and its shaded face."""
    colors = terrain.ground(name)
    return mix(colors.face, colors.face_shade, 0.5)
