"""Where the meadow of a tile is open along its borders: precomputed into `borders.json`, as `sections.json` is.

Woods and tilled land that reach across a border stand there, so that a board looks like one landscape.

    python -m bastide.view.carcassonne.tiles.borders base > src/bastide/view/carcassonne/art/borders.json

A test checks the files against this code.
"""

from __future__ import annotations

import json
import sys
from functools import cache
from itertools import takewhile
from typing import Final

from bastide.carcassonne.tiles.load import tiles_of
from bastide.carcassonne.tiles.model import Tile
from bastide.carcassonne.tiles.sets import sets
from bastide.view.carcassonne.tiles import patch
from bastide.view.carcassonne.tiles.decorate import plan_of
from bastide.view.carcassonne.tiles.geometry import INWARD, RING, add, sub
from bastide.view.carcassonne.tiles.sections import kept_text

FILE: Final = "borders.json"
PLACES: Final = 7
"""How many places of a side are looked at, evenly spread, clockwise."""
STEP: Final = 8.0
"""The unit of what is measured, in tile units."""
DEEPEST: Final = 6
"""The most steps that are measured."""
SIDES: Final = 4

Borders = tuple[str, ...]
"""By side of a tile at rotation 0, N E S W: how far the meadow is open inwards at each place, in steps, as digits; then
for the corners, from the north-west clockwise, how far it is open around them."""


def worked_out(tile: Tile) -> Borders:
    """The open borders of one tile, from its plan."""
    free = plan_of(tile).open
    return (*("".join(map(str, depths(free, side))) for side in range(SIDES)), "".join(map(str, corners(free))))


def depths(free: int, side: int) -> list[int]:
    """How far an area is open inwards at the places of a side."""
    start, end = RING[2 * side], RING[(2 * side + 2) % 8]
    along = sub(end, start)
    out = []
    for place in range(1, PLACES + 1):
        at = add(start, along, place / (PLACES + 1))
        steps = (patch.disc(add(at, INWARD[side], STEP * k), STEP) for k in range(DEEPEST + 1))
        out.append(max(0, sum(1 for _ in takewhile(lambda disc: not disc & ~free, steps)) - 1))
    return out


def corners(free: int) -> list[int]:
    """How far an area is open around each corner of the tile."""
    out = []
    for at in RING[::2]:
        discs = (patch.disc(at, STEP * k) for k in range(1, DEEPEST + 1))
        out.append(sum(1 for _ in takewhile(lambda disc: not disc & ~free, discs)))
    return out


@cache
def kept() -> dict[str, Borders]:
    """The open borders of all tiles, by the tile's id."""
    return {name: tuple(row.split()) for set_ in sets() for name, row in json.loads(kept_text(set_, FILE)).items()}


def side_of(tile: str, turns: int, side: int) -> str:
    """How far a tile is open at the places of a side, clockwise, after quarter turns clockwise."""
    return kept()[tile][(side - turns) % SIDES]


def corner_of(tile: str, turns: int, corner: int) -> int:
    """How far a tile is open around a corner, counted from the north-west, after quarter turns clockwise."""
    return int(kept()[tile][SIDES][(corner - turns) % SIDES])


def file_text(set_: str) -> str:
    """What a set's file should contain."""
    rows = {tile.id: " ".join(worked_out(tile)) for tile in tiles_of(set_)}
    return json.dumps(rows, indent=0) + "\n"


if __name__ == "__main__":
    sys.stdout.write(file_text(sys.argv[1]))
