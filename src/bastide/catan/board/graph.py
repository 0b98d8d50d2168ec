"""The board of one game as a graph: adjacency in flat tables, by index.

Built from a layout, never from a formula: any set of hexes defines its corners and edges. The places that the base
uses come first, so its loops end there: hexes of land in reading order, then of water; corners that touch land, then
the middles of hexes, then corners of water alone; edges of land, then inner paths, then edges between water and water.
Within each of these groups places stand in the order of their coordinates.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from bastide.catan.board.grid import (
    SIDES,
    Corner,
    Edge,
    Hex,
    edge_ends,
    hex_corners,
    hex_name,
    neighbour,
    place_name,
    side_edge,
)
from bastide.catan.board.layout import LaidHex, Layout
from bastide.catan.board.terrain import Terrain

KEPT: Final = 32
"""The number of hex sets whose places are cached: boards differ more often in the deal than in shape."""
WAYS: Final = 6
"""The most edges at a corner of a wide board: three sides, and a path into each hex; or those of a middle."""


@final
class Places:
    """The corners and edges of a set of hexes, without their contents. Tables and names as in `Board`.

    An edge between water and water has listed hexes on both sides: the open sea beyond the board has none.
    """

    def __init__(self, land: tuple[Hex, ...], water: tuple[Hex, ...], inner: tuple[Edge, ...]) -> None:
        corner_set: set[Corner] = set()
        edge_set: set[Edge] = set()
        for at in land:
            corner_set.update(hex_corners(at))
            for side in SIDES:
                edge_set.add(side_edge(at, side))
        spots = land + water
        sea_corners: set[Corner] = set()
        sea_edges: set[Edge] = set()
        listed = set(spots)
        for at in water:
            sea_corners.update(hex_corners(at))
            sea_edges.update([side_edge(at, way) for way in SIDES if neighbour(at, way) in listed])
        middles = sorted({edge_ends(path)[0] for path in inner}, key=_reading)
        corners = sorted(corner_set, key=_reading) + middles + sorted(sea_corners - corner_set, key=_reading)
        edges = sorted(edge_set, key=_reading) + sorted(set(inner), key=_reading)
        self.land = len(land)
        self.ashore = len(corner_set)
        self.overland = len(edges)
        edges += sorted(sea_edges - edge_set, key=_reading)
        hex_at = {at: i for i, at in enumerate(spots)}
        corner_at = {c: i for i, c in enumerate(corners)}
        edge_at = {e: i for i, e in enumerate(edges)}

        self.corner_at = corner_at
        self.hex_names: list[str] = [hex_name(at) for at in spots]
        self.corner_names: list[str] = [place_name(c) for c in corners]
        self.edge_names: list[str] = [place_name(e) for e in edges]
        self.hex_index: dict[str, int] = {name: i for i, name in enumerate(self.hex_names)}
        self.corner_index: dict[str, int] = {name: i for i, name in enumerate(self.corner_names)}
        self.edge_index: dict[str, int] = {name: i for i, name in enumerate(self.edge_names)}

        hex_corners_: list[int] = []
        corner_hexes: list[list[int]] = [[] for _ in corners]
        for i, at in enumerate(spots):
            for c in hex_corners(at):
                hex_corners_.append(corner_at[c])
                corner_hexes[corner_at[c]].append(i)
        for q, r, name in middles:
            corner_hexes[corner_at[q, r, name]].append(hex_at[q, r])
        corner_edges: list[list[int]] = [[] for _ in corners]
        corner_corners: list[list[int]] = [[] for _ in corners]
        edge_corners: list[int] = []
        edge_hexes: list[int] = []
        for e in edges:
            a, b = edge_ends(e)
            ia, ib = corner_at[a], corner_at[b]
            edge_corners.extend((ia, ib))
            corner_edges[ia].append(edge_at[e])
            corner_corners[ia].append(ib)
            corner_edges[ib].append(edge_at[e])
            corner_corners[ib].append(ia)
            here = (e[0], e[1])
            beyond = neighbour(here, e[2]) if e[2] in SIDES else here
            edge_hexes.extend((hex_at.get(here, -1), hex_at.get(beyond, -1)))
        sides = [(at, side) for at in spots for side in SIDES]
        self.hex_edges: vec[i64] = vec[i64]([edge_at.get(side_edge(at, side), -1) for at, side in sides])
        self.hex_hexes: vec[i64] = vec[i64]([hex_at.get(neighbour(at, side), -1) for at, side in sides])
        self.hex_corners: vec[i64] = vec[i64](hex_corners_)
        self.edge_corners: vec[i64] = vec[i64](edge_corners)
        self.edge_hexes: vec[i64] = vec[i64](edge_hexes)
        self.corner_hexes: vec[i64] = _rows(corner_hexes, 3)
        self.corner_edges: vec[i64] = _rows(corner_edges, 3)
        self.corner_corners: vec[i64] = _rows(corner_corners, 3)
        self.wide: bool = len(inner) > 0
        self.ways: vec[i64] = _rows(corner_edges if self.wide else [], WAYS)
        self.way_ends: vec[i64] = _rows(corner_corners if self.wide else [], WAYS)


@lru_cache(maxsize=KEPT)
def places(land: tuple[Hex, ...], water: tuple[Hex, ...] = (), inner: tuple[Edge, ...] = ()) -> Places:
    """The places of these hexes: immutable, shared by boards."""
    return Places(land, water, inner)


@final
class Board:
    """Tables of a board. A missing neighbour is -1.

    `corner_hexes`, `corner_edges` and `corner_corners` have three cells a corner (edge k leads to corner k),
    `edge_corners` and `edge_hexes` two an edge, `hex_corners` six a hex, clockwise from the top, and in the order of
    `SIDES` so do `hex_edges` and `hex_hexes`, the hexes beyond them. `harbor` has a cell a corner: 0 none, 1 general,
    2 + good; `harbors` are the corners that have one. `number` is the first number of a hex, 0 for none, and `numbers`
    are all.

    Hexes below `land` are land; buildings stand on corners below `ashore`, roads lie on edges below `overland`. The
    places beyond are those of listed water, and middles. An edge has water on a side where one of its `edge_hexes` is
    `land` or more, and open sea beyond the board where one is -1; both are the hex around an inner path.

    A `wide` board has hexes with a middle. A corner may then have more than three edges: the tables of three have the
    first of them, sides of hexes before inner paths; `ways` and `way_ends`, empty on other boards, have all edges of a
    corner and where they lead, `WAYS` cells a corner. Nothing is built on a middle, so that the distance rule never
    looks along an inner path.
    """

    def __init__(self, layout: Layout, goods: list[str], terrains: Mapping[str, Terrain]) -> None:
        hexes: list[LaidHex] = [h for h in layout.hexes if not terrains[h.terrain].water]
        water: list[LaidHex] = [h for h in layout.hexes if terrains[h.terrain].water]
        here = places(tuple([(h.q, h.r) for h in hexes]), tuple([(h.q, h.r) for h in water]), tuple(layout.inner_paths))
        hexes += water
        self.layout = layout
        self.hexes: i64 = len(here.hex_names)
        self.corners: i64 = len(here.corner_names)
        self.edges: i64 = len(here.edge_names)
        self.land: i64 = here.land
        self.ashore: i64 = here.ashore
        self.overland: i64 = here.overland
        self.wide: bool = here.wide
        self.terrain: list[str] = [h.terrain for h in hexes]
        self.number: vec[i64] = vec[i64]([h.number for h in hexes])
        self.numbers: list[tuple[int, ...]] = [h.numbers for h in hexes]
        self.hex_names = here.hex_names
        self.corner_names = here.corner_names
        self.edge_names = here.edge_names
        self.hex_index = here.hex_index
        self.corner_index = here.corner_index
        self.edge_index = here.edge_index
        self.hex_corners: vec[i64] = here.hex_corners
        self.hex_edges: vec[i64] = here.hex_edges
        self.hex_hexes: vec[i64] = here.hex_hexes
        self.edge_corners: vec[i64] = here.edge_corners
        self.edge_hexes: vec[i64] = here.edge_hexes
        self.corner_hexes: vec[i64] = here.corner_hexes
        self.corner_edges: vec[i64] = here.corner_edges
        self.corner_corners: vec[i64] = here.corner_corners
        self.ways: vec[i64] = here.ways
        self.way_ends: vec[i64] = here.way_ends
        harbor = [0] * len(here.corner_names)
        for h in layout.harbors:
            for c in edge_ends(side_edge((h.q, h.r), h.side)):
                harbor[here.corner_at[c]] = 2 + goods.index(h.good) if h.good else 1
        self.harbor: vec[i64] = vec[i64](harbor)
        self.harbors: vec[i64] = vec[i64]([corner for corner, kind in enumerate(harbor) if kind])

    def place(self, name: str) -> int:
        """The index of a hex, corner or edge by its notation; -1 for "", beside the board. Raises KeyError."""
        if name == "":
            return -1
        for index in (self.hex_index, self.corner_index, self.edge_index):
            if name in index:
                return index[name]
        raise KeyError(name)

    def land_beside(self, edge: int) -> list[int]:
        """The hexes of land on the sides of an edge; the hex around an inner path twice."""
        sides = (int(self.edge_hexes[2 * edge]), int(self.edge_hexes[2 * edge + 1]))
        return [hex_ for hex_ in sides if 0 <= hex_ < self.land]

    def by_water(self, edge: int) -> bool:
        """Whether an edge has water, or the open sea beyond the board, on a side."""
        return len(self.land_beside(edge)) < 2

    def sites(self, word: str) -> list[tuple[int, int]]:
        """The sites of a word in the order of the layout: the index of each place (-1 beside the board) and the value.

        The word determines whether it indexes hexes, corners or edges.
        """
        return [(self.place(site.place), site.value) for site in self.layout.sites if site.word == word]


def _reading(place: tuple[int, int, str]) -> tuple[int, int, str]:
    return place[1], place[0], place[2]


def _rows(rows: list[list[int]], width: int) -> vec[i64]:
    """Rows of one width in one table."""
    flat: list[int] = []
    for row in rows:
        flat.extend(row[:width])
        flat.extend([-1] * (width - len(row)))
    return vec[i64](flat)
