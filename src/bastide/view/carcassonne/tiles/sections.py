"""Where figures stand on the sections of a tile, and their outlines: worked out once and kept in `art/sections.json`.

Pages need them for every tile at once, and finding them takes a while.

    python -m bastide.view.carcassonne.tiles.sections > src/bastide/view/carcassonne/art/sections.json

A test holds the file to what this works out.
"""

from __future__ import annotations

import json
import sys
from functools import cache
from importlib.resources import files

from bastide.carcassonne.tiles.load import SETS, tiles_of
from bastide.carcassonne.tiles.model import Tile
from bastide.view.carcassonne.tiles.furnish import plan_of
from bastide.view.carcassonne.tiles.geometry import Point
from bastide.view.carcassonne.tiles.ink import K, outline

Sections = list[tuple[int, int, str]]
"""For each section of a tile at rotation 0: where a figure stands, and path text; on half tile units."""


def worked_out(tile: Tile) -> Sections:
    """The sections of one tile, from its plan."""
    plan = plan_of(tile)
    return [
        (round(x * K), round(y * K), "".join(outline(line) for line in lines))
        for (x, y), lines in zip(plan.anchors, plan.outlines, strict=True)
    ]


@cache
def kept() -> dict[str, Sections]:
    """The sections of all tiles, by the tile's id."""
    text = files("bastide.view.carcassonne.art").joinpath("sections.json").read_text("utf-8")
    read: dict[str, Sections] = {name: [(x, y, path) for x, y, path in rows] for name, rows in json.loads(text).items()}
    return read


def anchor(tile: Tile, turns: int, section: int) -> Point:
    """Where a figure stands on a section of a tile after quarter turns clockwise."""
    x, y, _ = kept()[tile.id][section]
    side = 240 * K
    for _ in range(turns % 4):
        x, y = side - y, x
    return x, y


def shape(tile: Tile, section: int) -> str:
    """The outline of a section at rotation 0, as path text."""
    return kept()[tile.id][section][2]


def file_text() -> str:
    """The whole file."""
    rows = {tile.id: worked_out(tile) for name in SETS for tile in tiles_of(name)}
    lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(row, separators=(',', ':'))}" for name, row in rows.items())
    return f"{{\n{lines}\n}}\n"


if __name__ == "__main__":
    sys.stdout.write(file_text())
