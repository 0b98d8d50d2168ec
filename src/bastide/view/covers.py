"""The covers of expansions: a small picture of each, for the form in which a table is made.

A room draws its cover in `art/cover.svg` (in `view/art` if its view is a package): one group, whose id is the room's
name, on a field of 160 by 100. It may use the symbols of its family's pages by their names. On the island these are
land (`hex-forest-0`), pieces in a player's colour (`city-azure`, `road-azure-30`), figures (`robber`), tokens
(`token-8`) and icons (`i-ore`); in Carcassonne whole tiles (`tile-base.monastery`) and figures (`f-meeple`). A room
without a cover is shown by the first drawing of its own.

The base games and their variants have covers too, drawn here: a corner of a board.
"""

from __future__ import annotations

import logging
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from functools import cache
from hashlib import sha256
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

from bastide.kernel.rooms import beside, folders, rooms
from bastide.view.carcassonne.svg.pieces import symbols as figures_of_tiles
from bastide.view.carcassonne.text import PICTURED
from bastide.view.carcassonne.tiles import whole
from bastide.view.styles import styles
from bastide.view.svg import icons, sea, terrain
from bastide.view.svg.art import SVG_NAMESPACE, drawn, sheet
from bastide.view.svg.furniture import figure_symbol, has_drawing, piece_symbols, token_symbols
from bastide.view.svg.geometry import ring
from bastide.view.svg.ink import polyline
from bastide.view.svg.palette import player_css, tokens
from bastide.view.svg.picture import resolve

log = logging.getLogger("bastide.covers")

FIELD: Final = (160, 100)
"""Width and height of a cover."""
FILE: Final = "cover.svg"
OWN: Final = ("figures.svg", "buildings.svg", "scenery.svg")
"""Where a room without a cover may have a drawing that stands for it."""
USED: Final = re.compile(r'(?:href="|url\()#([^")]+)')
LAND: Final = "terrains.svg"
USUAL_LAND: Final = "hex-pasture-0"
HEX: Final = re.compile(r"hex-(\w+)-(\d)")
PIECE: Final = re.compile(r"([\w-]+?)-([a-z]+)(?:-\d+)?")
TILE: Final = "tile-"
GROUNDS: Final = {
    "island": '<path d="M0 0h160v100H0z" fill="url(#sea)"/><path d="M0 0h160v100H0z" fill="url(#waves)"/>'
    f'<use href="#{USUAL_LAND}" transform="translate(80 62) scale(.72)"/>',
    "carcassonne": '<use href="#tile-base.road_curve" x="-10" y="-50" width="180" height="207"/>',
}
"""What is behind a default cover, by family."""
STANDS: Final = {"island": "translate(80 58) scale(1.05)", "carcassonne": "translate(80 92) scale(.66)"}
"""How a drawing of the family's scale fills a default cover."""


def hexes(*rows: str, flat: bool = False) -> str:
    """A corner of an island: rows of hexes, each a terrain with its number, the second row half a hex to the left.

    Flat, they have the colours of their terrains only.
    """
    out = ['<path d="M0 0h160v100H0z" fill="url(#sea)"/>']
    for row, line in enumerate(rows):
        for column, word in enumerate(line.split()):
            land, _, number = word.partition(":")
            place = f'transform="translate({14 + 70.5 * (column - row / 2):.1f} {19 + 61 * row}) scale(.42)"'
            if flat:
                out.append(f'<path d="{polyline(ring(terrain.FACE))}" fill="url(#g-{land})" {place}/>')
            else:
                out.append(f'<use href="#hex-{land}-0" {place}/>')
            if number:
                out.append(f'<use href="#token-{number}" {place}/>')
    return "".join(out)


def laid(*rows: str) -> str:
    """A corner of a table of tiles: rows of them, side by side, and a figure in the middle."""
    side, over = 100, 15
    tiles = "".join(
        f'<use href="#{TILE}{name}" x="{side * column - 20}" y="{side * row - over}" width="{side}"'
        f' height="{side + over}"/>'
        for row, line in enumerate(rows)
        for column, name in enumerate(line.split())
    )
    return f'{tiles}<g class="figure p-garnet" transform="translate(80 80) scale(.27)"><use href="#f-meeple"/></g>'


BOARDS: Final = {
    ("island", "base"): hexes("mountains:6 forest:11 pasture:4", "forest:3 fields:8 mountains:5 fields:10"),
    ("island", "random"): hexes("pasture:9 desert fields:5", "mountains:10 hills:4 forest:6 fields:11", flat=True),
    ("carcassonne", "base"): laid("base.city1_curve_right base.city1_curve_left"),
}
"""The covers of the base games and of their variants, by family and name."""
PACKAGE: Final = Path(__file__).parents[1]
DRAWN_FROM: Final = ("view", "expansions", "carcassonne/tiles")
"""All that covers are drawn from, but for what plug-ins have."""


@cache
def revision() -> str:
    """What tells the covers of this version from those of another, without drawing any."""
    found = sha256()
    for place in DRAWN_FROM:
        for path in sorted((PACKAGE / place).rglob("*")):
            if path.suffix in (".py", ".svg", ".toml"):
                found.update(path.read_bytes())
    return found.hexdigest()


@cache
def revision_of(family: str, name: str) -> str:
    """The same for one cover: a plug-in's has its own drawings too."""
    found = sha256(revision().encode())
    folder = None if name in rooms(family) else folders(family).get(name)
    art = None if folder is None else beside(folder, "view", "art")
    if art is not None and art.is_dir():
        for file in sorted(art.iterdir(), key=lambda one: one.name):
            if file.is_file():
                found.update(file.read_bytes())
    return found.hexdigest()[:12]


@cache
def cover(family: str, name: str) -> str:
    """The cover of a room or plug-in as an SVG document: its own, or a default from what else it draws.

    What is in `BOARDS` has a cover of that name.
    """
    if (family, name) in BOARDS:
        return document(family, BOARDS[family, name])
    folder = folders(family).get(name)
    art = None if folder is None else beside(folder, "view", "art")
    try:
        found = None if art is None else own(art, name)
        return document(family, default(family, name, art) if found is None else found)
    except (ET.ParseError, KeyError, ValueError) as error:
        if name in rooms(family):
            raise
        log.warning("the cover of the plug-in %s is left out: %s", name, error)
        return document(family, default(family, name, None))


def own(art: Traversable, name: str) -> str | None:
    """The cover that a room draws itself.

    :raises ValueError: the file has no drawing of the room's name.
    """
    file = art.joinpath(FILE)
    if not file.is_file():
        return None
    found = drawn(file)
    if set(found) != {name}:
        raise ValueError(f"{FILE} of {name!r} must have one drawing with that id, it has {sorted(found)}")
    return found[name]


def default(family: str, name: str, art: Traversable | None) -> str:
    """The first drawing of a room on its first terrain or the ground of its family, or the initials of its name."""
    land = next(iter(first_of(art, LAND)), "")
    ground = GROUNDS[family].replace(USUAL_LAND, f"hex-{land}-0") if land else GROUNDS[family]
    for file in OWN:
        for drawing in first_of(art, file).values():
            return f'{ground}<g class="p-garnet" transform="{STANDS[family]}">{drawing}</g>'
    if land:
        return ground
    letters = "".join(word[0] for word in name.split("_") if word)[:2].upper()
    return (
        f'{ground}<circle cx="80" cy="50" r="31" fill="#F7F1E4" stroke="#7A5A25" stroke-width="3"/>'
        f'<text x="80" y="62" text-anchor="middle" font-family="serif" font-weight="800" font-size="34"'
        f' fill="#23292D">{letters}</text>'
    )


def first_of(art: Traversable | None, file: str) -> dict[str, str]:
    """The first drawing of a file of a room, by its id; empty if there is none."""
    if art is None or not art.joinpath(file).is_file():
        return {}
    return dict(list(drawn(art.joinpath(file)).items())[:1])


def document(family: str, drawing: str) -> str:
    """A drawing on the field of a cover as a document of its own, with what it uses.

    :raises ValueError: it uses a symbol that does not exist.
    """
    width, height = FIELD
    used = definitions(family, drawing)
    worn = set(re.findall(r"\bp-[a-z]+", used + drawing))
    classes = "".join(f"{rule}}}" for rule in player_css().split("}") if rule[1:].partition("{")[0] in worn)
    svg = (
        f'<svg xmlns="{SVG_NAMESPACE}" viewBox="0 0 {width} {height}" width="{width}" height="{height}">'
        f"<style>.figure{{--s:var(--d)}}{classes}</style><defs>{used}</defs>{drawing}</svg>"
    )
    return resolve(svg, tokens("light"))


def definitions(family: str, drawing: str) -> str:
    """All that a drawing uses, directly or through other symbols."""
    inside = set(re.findall(r'\bid="([^"]+)"', drawing))
    wanted = [name for name in USED.findall(drawing) if name not in inside]
    found: dict[str, str] = {}
    while wanted:
        name = wanted.pop()
        if name in found:
            continue
        found[name] = SYMBOLS[family](name)
        wanted += [
            used for used in USED.findall(found[name]) if used not in found and f'id="{used}"' not in found[name]
        ]
    return "".join(reversed(found.values()))


def on_island(name: str) -> str:
    """A symbol of the pages of the island.

    :raises ValueError: there is none of that name.
    """
    land = HEX.fullmatch(name)
    if land is not None:
        return f'<g id="{name}">{terrain.hexagon(land[1], int(land[2]))}</g>'
    piece = PIECE.fullmatch(name)
    if piece is not None and has_drawing(piece[1]) and f".p-{piece[2]}{{" in player_css():
        drawings = dict(_parts(piece_symbols(piece[2], piece[1])))
        return f'<g id="{name}" class="p-{piece[2]}">{drawings[name]}</g>' if name in drawings else _unknown(name)
    if name in sheet("figures"):
        return figure_symbol(name)
    if name in sheet("scenery"):
        return f'<g id="{name}">{sheet("scenery")[name]}</g>'
    return _island_symbols()[name] if name in _island_symbols() else _unknown(name)


def on_tiles(name: str) -> str:
    """A symbol of the pages of Carcassonne.

    :raises ValueError: there is none of that name.
    """
    tile = PICTURED.get(name.removeprefix(TILE)) if name.startswith(TILE) else None
    if tile is not None:
        svg = whole(tile, 0)
        start = svg.index(">") + 1
        box = re.search(r'viewBox="[^"]+"', svg[:start])
        assert box is not None
        return f'<symbol id="{name}" {box[0]}>{svg[start:].removesuffix("</svg>")}</symbol>'
    return _tile_symbols()[name] if name in _tile_symbols() else _unknown(name)


def _unknown(name: str) -> str:
    raise ValueError(f"a cover uses the symbol {name!r}, which its family does not have")


SYMBOLS: Final[dict[str, Callable[[str], str]]] = {"island": on_island, "carcassonne": on_tiles}
"""The symbols that a cover of the family may use."""


@cache
def _island_symbols() -> dict[str, str]:
    signs = f'<g id="sign">{sea.sign_board()}</g>'
    text = sea.sea_defs() + terrain.gradients(styles().terrains) + token_symbols(range(2, 13)) + signs + icons.symbols()
    return dict(_parts(text))


@cache
def _tile_symbols() -> dict[str, str]:
    return dict(_parts(figures_of_tiles() + icons.symbols()))


def _parts(symbols: str) -> Iterator[tuple[str, str]]:
    """The single symbols of a text, by id."""
    for node in ET.fromstring(f"<svg>{symbols}</svg>"):
        yield node.attrib["id"], ET.tostring(node, encoding="unicode").replace(" />", "/>")
