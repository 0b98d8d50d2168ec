"""Whole pictures: the symbols of a page, the table as one document, a single tile."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from html import escape
from typing import Final

from bastide.view.carcassonne.art import sheet
from bastide.view.carcassonne.model import CarcassonneView
from bastide.view.carcassonne.svg import country
from bastide.view.carcassonne.svg.country import RIM, SKY
from bastide.view.carcassonne.svg.layers import address, box, by_number, figures, land
from bastide.view.carcassonne.svg.pieces import SCALE, TILE, shape_of, symbols
from bastide.view.carcassonne.svg.places import cells, discs
from bastide.view.carcassonne.text import TYPES
from bastide.view.carcassonne.tiles import GROUND, MEADOW, STANDING
from bastide.view.carcassonne.tiles import symbols as tile_symbols
from bastide.view.lines import named
from bastide.view.model import Say
from bastide.view.svg.art import SVG_NAMESPACE
from bastide.view.svg.art import sheet as common
from bastide.view.svg.heraldry import shield_symbol
from bastide.view.svg.ink import n
from bastide.view.svg.palette import PLAYERS, SEAT_COLORS, Theme
from bastide.view.words import Words

PATCH: Final = 2 * TILE
"""The meadow repeats after two tiles."""
SUN: Final = ((90, 60, 190, 110), (395, 170, 170, 130), (640, 330, 150, 95), (210, 385, 200, 105))
CLOUDS: Final = ((300, 20, 170, 80), (600, 120, 180, 105), (60, 240, 160, 90), (440, 400, 190, 95))
"""Middle, width and height of what the sun lights, and of what clouds shade, of which each may reach over the edge."""
LIGHTS: Final = (("ml", "#c8cf88", ".55"), ("md", "#93a455", ".5"), ("my", "#cfc477", ".45"))
TABLE: Final[dict[Theme, str]] = {"light": "#E6DBC4", "dark": "#2B2720"}
"""The colour of the table under the tiles."""
ENGLISH: Final = Words("en")
TILE_VERB: Final = "tile"

CSS: Final = (
    ".figure{--s:var(--d)}"
    ".feature{fill:transparent;stroke:none;pointer-events:all;outline:none}"
    # The line goes round the whole. The stroke closes the gaps between parts, through which it would show as a grid.
    ".feature:hover,.feature:focus-visible,.feature.lit{fill:var(--c,#fff8e6);stroke:var(--c,#fff8e6);stroke-width:7;"
    "opacity:.5;"
    "filter:drop-shadow(11px 0 0 #fff8e6)drop-shadow(-11px 0 0 #fff8e6)drop-shadow(0 11px 0 #fff8e6)"
    "drop-shadow(0 -11px 0 #fff8e6)}"
    ".feature.tied:hover,.feature.tied:focus-visible{opacity:.34}"
    ".recent{pointer-events:none}.recent rect{fill:none;stroke:#1e1810;stroke-opacity:.75;stroke-width:12}"
    ".recent rect+rect{stroke:var(--c);stroke-opacity:1;stroke-width:8}"
    "rect.moved{fill:none;stroke:#fff3d0;stroke-width:1.6;stroke-dasharray:5 4;pointer-events:none}"
    ".claiming{fill:none;stroke:#C9741B;stroke-width:1.8;pointer-events:none}"
    ".bed{fill:#fff8e6;fill-opacity:.3;stroke:#8a6a2c;stroke-width:1.4;stroke-dasharray:6 4}"
    ".target.tile .ghost{opacity:0;pointer-events:none}"
    ".target.tile:hover .ghost,.target.tile:focus-visible .ghost,.target.tile.chosen .ghost{opacity:.9}"
    ".target.tile:hover .bed,.target.tile:focus-visible .bed,.target.tile.chosen .bed{stroke:#B24A2A;stroke-width:3;"
    "stroke-dasharray:none}"
    ".edge{fill:#3b3322;fill-opacity:.3}"
    ".light{fill:url(#light);pointer-events:none}"
    ".turn-sign{display:none;fill:none;stroke:#7a5c22;stroke-width:5;stroke-linecap:round;stroke-linejoin:round;"
    "pointer-events:none}"
    ".disc{fill:#fff8e6;stroke:#b98c2c;stroke-width:1.4}"
    ".target.claim:hover .disc,.target.claim:focus-visible .disc,.target.claim.chosen .disc{stroke:#B24A2A;"
    "stroke-width:2.6;fill:#fff}"
    ".thread{stroke:#fff8e6;stroke-width:1.6;fill:none}"
    ".target[data-off]{display:none}"
    'text.sign{font:800 44px "Alegreya Sans",sans-serif;letter-spacing:5px;text-anchor:middle;text-transform:uppercase;'
    "fill:#fff6de;pointer-events:none}"
    '.token .count{font:800 30px "Alegreya Sans",sans-serif;text-anchor:middle;fill:#33291c;paint-order:stroke;'
    "stroke:#fff8e6;stroke-width:7}"
)


def css() -> str:
    """The CSS that the drawings need in a page."""
    return CSS


def lights() -> str:
    """The paint of the meadow's highlights."""
    return "".join(
        f'<radialGradient id="{name}"><stop offset="0" stop-color="{color}" stop-opacity="{most}"/>'
        f'<stop offset="1" stop-color="{color}" stop-opacity="0"/></radialGradient>'
        for name, color, most in LIGHTS
    )


@cache
def meadow() -> str:
    """The ground under all tiles, as a pattern, with its highlights; and the light over them."""
    pattern = f'<pattern id="meadow" width="{PATCH}" height="{PATCH}" patternUnits="userSpaceOnUse">'
    return f'{lights()}{pattern}<g transform="scale({SCALE:.5f})">{sheet("meadow")["meadow"]}</g></pattern>{sky()}'


@cache
def sky() -> str:
    """The light over all tiles, as a pattern: it lies over several of them, and ties them together."""
    wide, high = SKY
    inner = ""
    for fill, shapes in (("sun", SUN), ("cloud", CLOUDS)):
        for x, y, rx, ry in shapes:
            for cx in (x - wide, x, x + wide):
                for cy in (y - high, y, y + high):
                    if -rx < cx < wide + rx and -ry < cy < high + ry:
                        inner += f'<ellipse cx="{cx}" cy="{cy}" rx="{rx}" ry="{ry}" fill="url(#{fill})"/>'
    fills = "".join(
        f'<radialGradient id="{name}"><stop offset="0" stop-color="{color}" stop-opacity="{most}"/>'
        f'<stop offset=".55" stop-color="{color}" stop-opacity="{half}"/>'
        f'<stop offset="1" stop-color="{color}" stop-opacity="0"/></radialGradient>'
        for name, color, most, half in (("sun", "#fff2b8", ".2", ".11"), ("cloud", "#27351c", ".2", ".13"))
    )
    pattern = f'<pattern id="light" width="{wide}" height="{high}" patternUnits="userSpaceOnUse">'
    return f"{fills}{pattern}{inner}</pattern>"


@cache
def country_documents() -> dict[str, str]:
    """The pictures that repeat over the whole board as documents, by name."""
    (wide, high), side = SKY, PATCH + 2 * RIM
    frame = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="{} {} {} {}" width="{}" height="{}"><defs>{}</defs>{}</svg>'
    )
    whole = f'<rect x="{-RIM}" y="{-RIM}" width="{side}" height="{side}" fill="{MEADOW}"/>'
    patch = f'<g transform="scale({SCALE:.5f})">{sheet("meadow")["meadow"]}</g>'
    over = f'<rect width="{wide}" height="{high}" fill="url(#light)"/>'
    return {
        country.MEADOW: frame.format(-RIM, -RIM, side, side, side, side, lights(), whole + patch),
        country.LIGHT: frame.format(0, 0, wide, high, wide, high, sky(), over),
    }


@cache
def outlines(tiles: tuple[str, ...]) -> str:
    """The outline of every section of these tiles, `x-<tile>-<section>`, at rotation 0 in half tile units."""
    return "".join(
        f'<path id="x-{by_number(name)}-{k}" fill-rule="evenodd" d="{shape_of(name, k)}"/>'
        for name in tiles
        for k in range(len(TYPES[name].sections))
        if shape_of(name, k)
    )


def defs(tiles: Sequence[str]) -> str:
    """Symbols used by the layers, once per page with these tiles; without emblems."""
    inner = f"{symbols()}{outlines(tuple(tiles))}"
    return f'<svg width="0" height="0" style="position:absolute" aria-hidden="true"><defs>{inner}</defs></svg>'


def face(tile: str, turns: int = 0, number: int = 0, size: float = 72) -> str:
    """One tile by itself as inline SVG, from the images of its parts."""
    parts = "".join(
        f'<image data-art="{address(tile, turns, part, number)}" x="{n(x)}" y="{n(y)}" width="{n(w)}" height="{n(h)}"/>'
        for part, (x, y, w, h) in ((GROUND, (0, 0, TILE, TILE)), (STANDING, STANDS))
    )
    return (
        f'<svg class="face" width="{size:g}" height="{size:g}" viewBox="0 0 {TILE} {TILE}" aria-hidden="true">'
        f'<rect width="{TILE}" height="{TILE}" fill="{MEADOW}"/>{parts}</svg>'
    )


STANDS: Final = (-5.0, -15.0, 110.0, 120.0)
"""The box of the standing part of a tile at 0,0."""


def board(
    view: CarcassonneView,
    label: Callable[[Say], str] | None = None,
    width: int = 800,
    theme: Theme = "light",
    seats: Sequence[str] = SEAT_COLORS,
    title: str = "",
) -> str:
    """The table of a view as one SVG document. It needs no font, no style sheet and no other file.

    With a `label`, it shows where the viewer may act; without one, its words are English.
    """
    say = label or (lambda message: ENGLISH.text(message, named(view, ENGLISH, ())))
    layers = land(view, say) + figures(view, say, seats)
    if label:
        # Figures that may stand in the same place would hide each other.
        first = {target.place: target for target in reversed(view.targets) if target.verb != TILE_VERB}
        tiles = [target for target in view.targets if target.verb == TILE_VERB]
        layers += cells(view, tiles, label) + discs(view, list(first.values()), label, lambda target: "", seats)
    return document(layers, box(view), width, seats, title, TABLE[theme])


def document(
    layers: str,
    shown: tuple[float, float, float, float],
    width: int,
    seats: Sequence[str],
    title: str = "",
    table: str = TABLE["light"],
) -> str:
    """Layers as one SVG document that shows this box: x, y, width and height."""
    x, y, w, h = shown
    drawn = {name: PLAYERS[name] for name in seats}
    colors = "".join(
        f".p-{name}{{{''.join(f'--{key}:{value};' for key, value in player.variables.items())}}}"
        for name, player in drawn.items()
    )
    emblems = "".join(
        f'<symbol id="e-{player.emblem}" viewBox="0 0 24 24"><g fill="currentColor">'
        f"{common('emblems')[player.emblem]}</g></symbol>"
        for player in drawn.values()
    )
    used = tile_symbols(layers) + "".join(shield_symbol(name) for name in drawn if f'"#shield-{name}"' in layers)
    spoken = f"<title>{escape(title)}</title>" if title else ""
    return (
        f'<svg xmlns="{SVG_NAMESPACE}" width="{width}" height="{round(width * h / w)}"'
        f' viewBox="{n(x)} {n(y)} {n(w)} {n(h)}" role="img">{spoken}<style>{colors}{CSS}</style>'
        f"<defs>{meadow()}{symbols()}{emblems}{used}</defs>"
        f'<rect x="{n(x)}" y="{n(y)}" width="{n(w)}" height="{n(h)}" fill="{table}"/>{layers}</svg>'
    )
