"""Pictures of empty boards as separate SVG documents: the map about to be played."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

from markupsafe import Markup

from bastide.catan.base.reading import USUAL_SEATS, nearest_seats
from bastide.view.island.model import Board
from bastide.view.svg import sea
from bastide.view.svg.art import SVG_NAMESPACE, sheet
from bastide.view.svg.ink import n
from bastide.view.svg.layers import land, number_tokens
from bastide.view.svg.palette import Theme, tokens
from bastide.view.svg.picture import SMALL_TOKENS, ground_defs, resolve
from bastide.view.svg.window import viewbox
from bastide.web.making import Making, made

MARGIN: Final = 84
"""Room for the shallows round the tight box of a board."""
WAVES: Final = (1440, 900)


def picture(board: Board, theme: Theme = "light") -> str:
    """A board with its coast, harbours and numbers, without water around it, so that it fits any sea."""
    x, y, width, height = viewbox(board)
    x, y, width, height = x - MARGIN, y - MARGIN, width + 2 * MARGIN, height + 2 * MARGIN
    box = f'viewBox="{n(x)} {n(y)} {n(width)} {n(height)}" width="{n(width)}" height="{n(height)}"'
    drawing = (
        f'<svg xmlns="{SVG_NAMESPACE}" {box}>'
        f"<defs>{ground_defs([board], (), ())}</defs>{land(board, SMALL_TOKENS)}"
        f"{number_tokens(board, scale=SMALL_TOKENS)}</svg>"
    )
    return resolve(drawing, tokens(theme))


@lru_cache(maxsize=64)
def dealt(
    layout: str,
    harbors: str,
    deal: int,
    modules: tuple[str, ...] = (),
    players: int = 0,
    chosen: tuple[tuple[str, str], ...] = (),
) -> str:
    """The picture of the map dealt from this number, for a game with these modules and options."""
    return picture(making(layout, harbors, deal, modules, players, chosen).board())


def making(
    layout: str,
    harbors: str,
    deal: int,
    modules: tuple[str, ...],
    players: int = 0,
    chosen: tuple[tuple[str, str], ...] = (),
) -> Making:
    """A game on this map, for as many as usually play unless `players` says it."""
    seats = ("greedy",) * (nearest_seats(players or USUAL_SEATS, made(modules)) - 1)
    return Making(seats=seats, layout=layout, harbors=harbors, deal=deal, modules=modules, chosen=chosen)


@cache
def waves() -> str:
    """The lines of the sea without its colour, and a compass rose: the pages' background."""
    width, height = WAVES
    drawing = (
        f'<svg xmlns="{SVG_NAMESPACE}" width="{width}" height="{height}" viewBox="0 0 {width} {height}">'
        f'<defs>{sea.sea_defs()}</defs><rect width="{width}" height="{height}" fill="url(#waves)"/>'
        f"{sea.rose(width * 0.84, height * 0.82, 60)}</svg>"
    )
    return resolve(drawing, tokens("light"))


@cache
def emblems() -> Markup:
    """The players' emblems as symbols, for pages that show banners but no board."""
    symbols = "".join(
        f'<symbol id="e-{name}" viewBox="0 0 24 24"><g fill="currentColor">{drawing}</g></symbol>'
        for name, drawing in sheet("emblems").items()
    )
    return Markup('<svg width="0" height="0" class="vh" aria-hidden="true"><defs>{}</defs></svg>').format(
        Markup(symbols)
    )
