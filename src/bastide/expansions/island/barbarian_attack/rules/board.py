"""The island of Barbarian Attack: its set-up, and the coast in the order of the check."""

from __future__ import annotations

import math
import random
from dataclasses import replace
from functools import cache
from typing import Final

from bastide.catan.base.reading import seeded
from bastide.catan.board.graph import Board
from bastide.catan.board.grid import SIDES, Hex, neighbour
from bastide.catan.board.layout import Layout, board_data, harbors_of, hexes_of
from bastide.kernel.data import read_table
from bastide.kernel.errors import ConfigError, quote

CASTLE: Final = "castle"
LAYOUTS: Final = ("beginner", "spiral", "random")
"""The base's layouts, in whose place the island of the scenario is laid: printed, or with shuffled terrains."""
FIGURES: Final = read_table("bastide.expansions.island.barbarian_attack.rules", "figures.toml")
"""The data of the scenario."""


@cache
def printed() -> Layout:
    """The island for a first game."""
    return Layout(hexes_of(FIGURES["rows"]), harbors_of(board_data()["harbors"]))


def layout_of(name: str, rng: random.Random | None) -> Layout:
    """One of `LAYOUTS` (TB-BARB-001). Raises ConfigError where chance is needed and there is no seed."""
    layout = printed()
    if name == LAYOUTS[0]:
        return layout
    rng = seeded(rng, f"layout = '{name}'")
    spots = {(h.q, h.r) for h in layout.hexes}
    terrain = {(h.q, h.r): h.terrain for h in layout.hexes}
    for coastal in (True, False):
        part = [(h.q, h.r) for h in layout.hexes if h.numbers and on_coast((h.q, h.r), spots) == coastal]
        kinds = [terrain[at] for at in part]
        rng.shuffle(kinds)
        terrain.update(zip(part, kinds, strict=True))
    return replace(layout, hexes=tuple(replace(h, terrain=terrain[h.q, h.r]) for h in layout.hexes))


def on_coast(at: Hex, land: set[Hex]) -> bool:
    """Whether a hex of land lies at the sea."""
    return any(neighbour(at, side) not in land for side in SIDES)


def castle_of(board: Board) -> int:
    """The hex of the castle. Raises ConfigError unless there is just one (TB-BARB-001)."""
    found = [h for h in range(int(board.land)) if board.terrain[h] == CASTLE]
    if len(found) != 1:
        raise ConfigError(
            "layout: this scenario has one hex {name}, not {count}",
            {"name": quote(CASTLE), "count": len(found)},
            "TB-BARB-001",
        )
    return found[0]


def coast_of(board: Board) -> list[int]:
    """The coastal hexes with numbers in the order of the check: clockwise, from the one after the castle (TB-BARB-029).

    Clockwise is meant round the middle of the land. Raises ConfigError if two of them have one number (TB-BARB-002).
    """
    places = [_hex(name) for name in board.hex_names[: int(board.land)]]
    land = set(places)
    coast = [h for h, at in enumerate(places) if board.numbers[h] and on_coast(at, land)]
    taken: dict[int, int] = {}
    for h in coast:
        for number in board.numbers[h]:
            other = taken.setdefault(number, h)
            if other != h:
                raise ConfigError(
                    "layout: the coastal hexes {place} and {other} both have the number {number};"
                    " each coastal number is unique",
                    {"place": board.hex_names[other], "other": board.hex_names[h], "number": number},
                    "TB-BARB-002",
                )
    points = [(q + r / 2, r * math.sqrt(3) / 2) for q, r in places]
    middle = (sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points))
    turns = [math.atan2(y - middle[1], x - middle[0]) for x, y in points]
    start = turns[castle_of(board)]
    return sorted(coast, key=lambda h: (round((turns[h] - start) % math.tau, 6), h))


def _hex(name: str) -> Hex:
    q, _, r = name.partition(",")
    return int(q), int(r)
