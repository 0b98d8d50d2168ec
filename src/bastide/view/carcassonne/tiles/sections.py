"""Figure places and outlines of the sections of each tile: precomputed into `sections.json`.

Each set has its file among its drawings. Pages need all tiles at once, and computing them is slow.

    python -m bastide.view.carcassonne.tiles.sections base > src/bastide/view/carcassonne/art/sections.json

A test checks the files against this code.
"""

from __future__ import annotations

import json
import sys
from functools import cache
from importlib.resources import files
from typing import Final

from bastide.carcassonne.tiles.load import tiles_of
from bastide.carcassonne.tiles.model import Tile
from bastide.carcassonne.tiles.sets import BASE, sets
from bastide.view.carcassonne.art import room_file
from bastide.view.carcassonne.tiles.decorate import plan_of
from bastide.view.carcassonne.tiles.geometry import Point
from bastide.view.carcassonne.tiles.ink import K, outline

FILE: Final = "sections.json"
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
    read: dict[str, Sections] = {}
    for set_ in sets():
        for name, rows in json.loads(kept_text(set_)).items():
            read[name] = [(x, y, path) for x, y, path in rows]
    return read


def kept_text(set_: str, name: str = FILE) -> str:
    """The file of a set with that name."""
    own = files("bastide.view.carcassonne.art").joinpath(name)
    return (own if set_ == BASE else room_file(set_, name)).read_text("utf-8")


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


def file_text(set_: str) -> str:
    """What a set's file should contain."""
    rows = {tile.id: worked_out(tile) for tile in tiles_of(set_)}
    lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(row, separators=(',', ':'))}" for name, row in rows.items())
    return f"{{\n{lines}\n}}\n"


if __name__ == "__main__":
    sys.stdout.write(file_text(sys.argv[1]))
