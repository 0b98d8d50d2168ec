"""The tiles as pictures, drawn from their data: `ground` and `standing` for each tile and rotation.

A tile is a square of `SIZE` units. What stands on it may reach over its border by `MARGIN`, to the north by `OVER`; so
on a board all grounds come first, and then what stands, row by row from the north.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from bastide.carcassonne.tiles.model import Tile
from bastide.view.carcassonne.tiles.decorate import plan_at
from bastide.view.carcassonne.tiles.geometry import T
from bastide.view.carcassonne.tiles.ground import ground_svg
from bastide.view.carcassonne.tiles.ink import K
from bastide.view.carcassonne.tiles.marks import scenery
from bastide.view.carcassonne.tiles.standing import listed_houses, numbered, standing_svg

SIZE: Final = int(T) * K
MARGIN: Final = 24
OVER: Final = 72
BOX: Final = f"{-MARGIN} {-OVER} {SIZE + 2 * MARGIN} {SIZE + OVER + MARGIN}"
GROUND, STANDING = "ground", "standing"
WHOLE: Final = "whole"
MEADOW: Final = "#abb768"
BOXES: Final = {GROUND: f"0 0 {SIZE} {SIZE}", STANDING: BOX}
"""The view box of each part."""
USED: Final = re.compile(r'href="#([\w-]+)"')
TOWER: Final = (
    '<linearGradient id="tw"><stop offset="0" stop-color="#e2d3ae"/><stop offset=".42" stop-color="#cdb98c"/>'
    '<stop offset="1" stop-color="#8b7750"/></linearGradient>'
)
"""The paint of round towers."""


@lru_cache(maxsize=1024)
def drawing(tile: Tile, turns: int, part: str, number: int = 0) -> str:
    """The ground of a tile or what stands on it, with symbols by reference; `number` is its number, if any."""
    plan = plan_at(tile, turns % 4)
    if part == GROUND:
        return ground_svg(plan)
    return standing_svg(plan) + (numbered(plan, number) if number else "")


def symbols(svg: str) -> str:
    """The definitions of all symbols that a drawing refers to."""
    found: dict[str, str] = {}
    waiting = [svg]
    while waiting:
        for name in USED.findall(waiting.pop()):
            if name not in found and name in scenery():
                found[name] = scenery()[name]
                waiting.append(found[name])
    return TOWER + "".join(f'<g id="{name}">{found[name]}</g>' for name in sorted(found)) if found else ""


@lru_cache(maxsize=1024)
def listed(tile: Tile, turns: int, part: str, number: int = 0) -> str:
    """A drawing whose houses are numbers, for the page to draw: half as long."""
    if part == GROUND:
        return drawing(tile, turns, part)
    plan = plan_at(tile, turns % 4)
    return standing_svg(plan, listed_houses) + (numbered(plan, number) if number else "")


@lru_cache(maxsize=1024)
def document(tile: Tile, turns: int, part: str, number: int = 0) -> str:
    """One part of a tile as a separate document, to be shown as an image in its box."""
    return alone(drawing(tile, turns, part, number), BOXES[part])


def alone(svg: str, view_box: str) -> str:
    """A drawing as a document, with the symbols that it refers to."""
    _, _, width, height = view_box.split()
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view_box}" width="{width}" height="{height}">'
        f"<defs>{symbols(svg)}</defs>{svg}</svg>"
    )


@lru_cache(maxsize=64)
def whole(tile: Tile, turns: int, number: int = 0) -> str:
    """A tile with its meadow as a separate document, with room for towers that rise above its border."""
    svg = drawing(tile, turns, GROUND) + drawing(tile, turns, STANDING, number)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 {-OVER} {SIZE} {SIZE + OVER}"><defs>{symbols(svg)}</defs>'
        f'<rect width="{SIZE}" height="{SIZE}" fill="{MEADOW}"/>{svg}</svg>'
    )
