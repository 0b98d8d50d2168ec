"""A sample of a table without players, for pages that show what the game looks like."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Final

from bastide.kernel.rooms import EXPANSIONS
from bastide.view.carcassonne.model import Figure, Laid
from bastide.view.carcassonne.svg.layers import figure_drawing, ground_and_standing
from bastide.view.carcassonne.svg.picture import document
from bastide.view.carcassonne.svg.pieces import TILE
from bastide.view.svg.palette import SEAT_COLORS

COLUMNS: Final = 6


@cache
def scene_rows() -> tuple[str, ...]:
    """The tiles from the west, each with its quarter turns if rotated; those of the base set without its name.

    They come from several sets, so the list lies with the expansions.
    """
    text = files(f"{EXPANSIONS}.carcassonne").joinpath("scene.toml").read_text("utf-8")
    return tuple(tomllib.loads(text)["rows"])


FIGURES: Final = (
    Figure("meeple", 1, 3, 1, "monastery"),
    Figure("meeple", 0, 4, 2, "city:N"),
    Figure("meeple", 2, 2, 0, "field:NL"),
    Figure("meeple", 3, 5, 1, "road:E"),
)


def tiles() -> list[Laid]:
    """The tiles of the scene."""
    out = []
    for y, row in enumerate(scene_rows()):
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
    layers = ground_and_standing(laid, ()) + "".join(drawing for _, drawing in standing)
    return document(layers, (0, 0, COLUMNS * TILE, len(scene_rows()) * TILE), COLUMNS * TILE, SEAT_COLORS)
