"""The island of Traders & Barbarians: its set-up, the three places with a plaza, the closed paths."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any, Final

from bastide.catan.base.reading import seeded
from bastide.catan.board.graph import Board
from bastide.catan.board.grid import EDGE, MIDDLE
from bastide.catan.board.layout import (
    INNER_PATH,
    LaidHex,
    LaidSite,
    Layout,
    board_data,
    harbors_of,
    hexes_of,
    lay_tokens,
    lettered,
)
from bastide.catan.board.terrain import Terrain
from bastide.kernel.data import read_table
from bastide.kernel.errors import ConfigError, quote

PLACES: Final = ("citadel", "quarry", "glassworks")
"""The terrains with a plaza: castle, quarry, glassworks."""
TERRAINS: Final = {name: Terrain(robber=False) for name in PLACES}
RAIDER: Final = "raider"
"""The word of a site: a path where a barbarian begins."""
SITES: Final = {RAIDER: EDGE}
BARBARIANS: Final = 3
LAYOUTS: Final = ("beginner", "spiral", "random")
"""The layouts of the base in whose place the island of the scenario is laid: printed, or dealt with either numbers."""
FIGURES: Final = read_table("bastide.expansions.island.traders_barbarians.rules", "figures.toml")
"""The data of the scenario."""


@cache
def printed() -> Layout:
    """The island for a first game."""
    data = FIGURES
    sites = [LaidSite(INNER_PATH, path) for path in data["inner"]]
    sites += [LaidSite(RAIDER, path) for path in data["barbarians"]]
    return Layout(hexes_of(data["rows"]), harbors_of(board_data()["harbors"]), (), tuple(sites))


def layout_of(name: str, options: Mapping[str, Any], rng: random.Random | None) -> Layout:
    """One of `LAYOUTS` (TB-TRAD-001 to TB-TRAD-003). Raises ConfigError where chance is needed and there is no seed."""
    layout = printed()
    if name == LAYOUTS[0]:
        return layout
    rng = seeded(rng, f"layout = '{name}'")
    spots = [(h.q, h.r) for h in layout.hexes]
    terrain = {(h.q, h.r): h.terrain for h in layout.hexes}
    bare = [at for at in spots if terrain[at] in PLACES]
    dealt = [at for at in spots if at not in bare]
    kinds = [terrain[at] for at in dealt]
    rng.shuffle(kinds)
    terrain.update(zip(dealt, kinds, strict=True))
    numbers = [n for n in lettered(board_data()["tokens"]) if n not in FIGURES["unused_numbers"]]
    tokens = lay_tokens(spots, bare, numbers, name, str(options["spiral_from"]), rng)
    hexes = (LaidHex(q, r, terrain[q, r], tokens.get((q, r), ())) for q, r in spots)
    return replace(layout, hexes=tuple(hexes))


def plazas_of(board: Board) -> list[int]:
    """The plaza of each of `PLACES`. Raises ConfigError unless each is there once, with paths inside (TB-TRAD-001)."""
    found: list[int] = []
    for name in PLACES:
        hexes = [h for h in range(int(board.land)) if board.terrain[h] == name]
        if len(hexes) != 1:
            raise ConfigError(
                "layout: this scenario has one hex {name}, not {count}",
                {"name": quote(name), "count": len(hexes)},
                "TB-TRAD-001",
            )
        plaza = f"{board.hex_names[hexes[0]]},{MIDDLE}"
        if plaza not in board.corner_index:
            raise ConfigError(
                "layout: the hex {name} has no paths inside: name them with sites {word}",
                {"name": quote(board.hex_names[hexes[0]]), "word": quote(INNER_PATH)},
                "TB-TRAD-009",
            )
        found.append(board.corner_index[plaza])
    return found


def closed_edges(board: Board) -> set[int]:
    """The coastal paths of castle, quarry and glassworks, on which nothing ever stands (TB-TRAD-011, TB-TRAD-045)."""
    out: set[int] = set()
    for edge in range(int(board.overland)):
        land = board.land_beside(edge)
        if len(land) == 1 and board.terrain[land[0]] in PLACES:
            out.add(edge)
    return out


def closed_corners(board: Board, edges: set[int]) -> set[int]:
    """The corners of land to which closed paths alone lead (TB-TRAD-012)."""
    out: set[int] = set()
    for corner in range(int(board.ashore)):
        ways = [int(board.corner_edges[3 * corner + k]) for k in range(3)]
        if all(edge in edges for edge in ways if edge >= 0):
            out.add(corner)
    return out


def first_raiders(board: Board) -> list[int]:
    """The paths where the barbarians begin. Raises ConfigError unless there are three, each open (TB-TRAD-005)."""
    edges = [edge for edge, _ in board.sites(RAIDER)]
    if len(set(edges)) != BARBARIANS or len(edges) != BARBARIANS:
        raise ConfigError(
            "layout: the barbarians begin on {number} different paths, not on {count}: name them with sites {word}",
            {"number": BARBARIANS, "count": len(set(edges)), "word": quote(RAIDER)},
            "TB-TRAD-005",
        )
    closed = closed_edges(board)
    for edge in edges:
        if edge in closed or edge >= board.overland:
            raise ConfigError(
                "layout: no barbarian stands on the path {place}",
                {"place": quote(board.edge_names[edge])},
                "TB-TRAD-036",
            )
    return edges
