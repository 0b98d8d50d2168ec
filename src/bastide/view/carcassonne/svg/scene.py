"""A piece of a table that nobody plays at, for pages that show what the game looks like."""

from __future__ import annotations

from functools import cache
from typing import Final

from bastide.view.carcassonne.model import Figure, Laid
from bastide.view.carcassonne.svg.layers import figure_drawing, ground_and_standing, inline
from bastide.view.carcassonne.svg.picture import document
from bastide.view.carcassonne.svg.pieces import TILE
from bastide.view.svg.palette import SEAT_COLORS

COLUMNS: Final = 6
ROWS: Final = (
    "city1 river.straight_sheep,3 city_corner,2 two_cities_adjacent road_straight,3 monastery",
    "road_curve river.straight_sheep,1 city1 monastery,1 city1_curve_left,2 crossing3",
    "road_curve,1 river.monastery_bridge,3 city1_curve_right,1 city_through_s city4_s,2 city1_curve_right,3",
    "city1_curve_left,3 river.road_bridge crossing4,1 monastery_road,1 city_corner_s,1 city_through_s",
)
"""The tiles from the west, each with its quarter turns if it is turned; those of the base set without its name."""
FIGURES: Final = (
    Figure("meeple", 1, 3, 1, "monastery"),
    Figure("meeple", 0, 4, 2, "city:N"),
    Figure("meeple", 2, 2, 0, "field:NL"),
    Figure("meeple", 3, 5, 1, "road:E"),
)


def tiles() -> list[Laid]:
    """The tiles of the scene."""
    out = []
    for y, row in enumerate(ROWS):
        for x, text in enumerate(row.split()):
            name, _, turns = text.partition(",")
            out.append(Laid(name if "." in name else f"base.{name}", x, y, int(turns or 0)))
    return out


@cache
def scene() -> str:
    """The scene as one SVG document, filled to its rim."""
    laid = tiles()
    at = {(tile.x, tile.y): tile for tile in laid}
    standing = sorted(figure_drawing(one, at[one.x, one.y], SEAT_COLORS) for one in FIGURES)
    layers = ground_and_standing(laid, (), inline) + "".join(drawing for _, drawing in standing)
    return document(layers, (0, 0, COLUMNS * TILE, len(ROWS) * TILE), COLUMNS * TILE, SEAT_COLORS)
