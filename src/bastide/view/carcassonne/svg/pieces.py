"""Figures and tokens on tiles: symbols in the players' colours, and their positions."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from bastide.carcassonne.tiles.model import FIELD, Tile
from bastide.view.carcassonne.art import sheet
from bastide.view.carcassonne.module_views import all_views
from bastide.view.carcassonne.text import PICTURED, by_id
from bastide.view.carcassonne.tiles import SIZE
from bastide.view.carcassonne.tiles.geometry import Point
from bastide.view.carcassonne.tiles.sections import anchor, shape
from bastide.view.svg.ink import n
from bastide.view.svg.palette import PLAYERS

TILE: Final = 100
"""The side of a tile on the board."""
SCALE: Final = TILE / SIZE
PLAIN: Final = "meeple"
LYING: Final = "-lying"
"""What the symbol of a lying figure ends in."""
EMBLEM: Final = (0.0, -36.0)
SUNK: Final = -16.0
"""How far the middle of a figure is above its emblem: a lying figure is turned round it."""
EMBLEM_SIZE: Final = 34
WOOD: Final = (
    '<linearGradient id="wood" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".34"/>'
    '<stop offset=".45" stop-color="#fff" stop-opacity="0"/>'
    '<stop offset="1" stop-color="#000" stop-opacity=".22"/></linearGradient>'
)
"""The gloss of all figures."""


@cache
def symbols() -> str:
    """The symbols of all figures, `f-<word>`, and tokens, `k-<kind>`."""
    art = sheet("figures")
    out = f'{WOOD}<g id="f-{PLAIN}">{art["follower"]}</g><g id="f-{PLAIN}{LYING}">{art["follower-flat"]}</g>'
    for module in all_views():
        out += "".join(f'<g id="{name}">{drawing}</g>' for name, drawing in module.symbols.items())
    return out


@cache
def emblem_places() -> dict[str, Point]:
    """Where the player's emblem is drawn on a figure, by its word."""
    return {word: at for module in all_views() for word, at in module.emblem.items()}


@cache
def drawn_words() -> frozenset[str]:
    """Figures with a drawing of their own; others look like followers."""
    return frozenset(name.removeprefix("f-") for module in all_views() for name in module.symbols)


def figure(word: str, color: str, lies: bool = False) -> str:
    """A figure around the point it stands on, in half tile units; a farmer lies on the field."""
    player = PLAYERS[color]
    plain = word not in drawn_words()
    x, y = emblem_places().get(word, EMBLEM)
    name = (PLAIN if plain else word) + (LYING if lies else "")
    turn = f"rotate(-90 {n(x)} {n(y)})" if lies else ""
    left, top = n(x - EMBLEM_SIZE / 2), n(y - EMBLEM_SIZE / 2)
    mark = (
        f'<g transform="{turn}"><use href="#e-{player.emblem}" x="{left}" y="{top}"'
        f' width="{EMBLEM_SIZE}" height="{EMBLEM_SIZE}" color="var(--e)"/></g>'
    )
    inner = f'<g class="figure p-{color}"><use href="#f-{name}"/>{mark}</g>'
    return f'<g transform="translate({n(y + SUNK)} 0) rotate(90)">{inner}</g>' if lies else inner


def section_number(tile: Tile, turns: int, name: str) -> int:
    """The index of a section by its name as laid."""
    return tile.names(turns).index(name)


def place(tile: str, x: int, y: int, turns: int, section: str) -> Point:
    """Where a figure stands on the board."""
    drawing = by_id(tile)
    ax, ay = anchor(drawing, turns, section_number(drawing, turns, section))
    return x * TILE + ax * SCALE, y * TILE + ay * SCALE


def stand(drawing: str, at: Point, scale: float = 1.0, more: str = "") -> str:
    """A drawing in half tile units at a place of the board."""
    return f'<g{more} transform="translate({n(at[0])} {n(at[1])}) scale({SCALE * scale:.5f})">{drawing}</g>'


@cache
def shape_of(tile: str, section: int) -> str:
    """The outline of a section at rotation 0, as path text; "" where nothing is clickable."""
    if tile in PICTURED:
        return shape(PICTURED[tile], section)
    for module in all_views():
        if tile in module.outlines():
            return module.outlines()[tile][section]
    return ""


def lies(word: str, section: str) -> bool:
    """Whether a figure on that section lies down: a follower on a field."""
    return section.partition(":")[0] == FIELD and (word == PLAIN or f"{word}{LYING}" in drawn_words())


def colors_of(seats: Sequence[str], seat: int) -> str:
    """The colour of a seat."""
    return seats[seat] if 0 <= seat < len(seats) else "ivory"
