"""The board of one game as a graph in flat tables: what lies beside what, by index.

Built from a layout, never from a formula: any set of land hexes gives its corners and edges. Hexes are numbered in
reading order, corners and edges in the order of their coordinates.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from bastide.catan.board.grid import SIDES, Corner, Edge, Hex, edge_ends, hex_corners, hex_name, place_name, side_edge
from bastide.catan.board.layout import Layout

KEPT: Final = 32
"""The places of so many sets of hexes are kept: boards differ oftener in what is dealt than in their shape."""


@final
class Places:
    """The corners and edges that a set of hexes gives, whatever lies on them. Tables and names as in `Board`."""

    def __init__(self, spots: tuple[Hex, ...]) -> None:
        corner_set: set[Corner] = set()
        edge_set: set[Edge] = set()
        for at in spots:
            corner_set.update(hex_corners(at))
            for side in SIDES:
                edge_set.add(side_edge(at, side))
        corners = sorted(corner_set, key=_reading)
        edges = sorted(edge_set, key=_reading)
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
        corner_edges: list[list[int]] = [[] for _ in corners]
        corner_corners: list[list[int]] = [[] for _ in corners]
        edge_corners: list[int] = []
        for e in edges:
            a, b = edge_ends(e)
            ia, ib = corner_at[a], corner_at[b]
            edge_corners.extend((ia, ib))
            corner_edges[ia].append(edge_at[e])
            corner_corners[ia].append(ib)
            corner_edges[ib].append(edge_at[e])
            corner_corners[ib].append(ia)
        self.hex_corners: vec[i64] = vec[i64](hex_corners_)
        self.edge_corners: vec[i64] = vec[i64](edge_corners)
        self.corner_hexes: vec[i64] = _rows_of_three(corner_hexes)
        self.corner_edges: vec[i64] = _rows_of_three(corner_edges)
        self.corner_corners: vec[i64] = _rows_of_three(corner_corners)


@lru_cache(maxsize=KEPT)
def places(spots: tuple[Hex, ...]) -> Places:
    """The places of these hexes; nobody changes them, so boards share them."""
    return Places(spots)


@final
class Board:
    """Tables of a board. A missing neighbour is -1.

    `corner_hexes`, `corner_edges` and `corner_corners` have three cells a corner (edge k leads to corner k),
    `edge_corners` two an edge, `hex_corners` six a hex, clockwise from the top. `harbor` has a cell a corner: 0 none,
    1 general, 2 + good.
    """

    def __init__(self, layout: Layout, goods: list[str]) -> None:
        here = places(tuple([(h.q, h.r) for h in layout.hexes]))
        self.layout = layout
        self.hexes: i64 = len(here.hex_names)
        self.corners: i64 = len(here.corner_names)
        self.edges: i64 = len(here.edge_names)
        self.terrain: list[str] = [h.terrain for h in layout.hexes]
        self.number: vec[i64] = vec[i64]([h.number for h in layout.hexes])
        self.hex_names = here.hex_names
        self.corner_names = here.corner_names
        self.edge_names = here.edge_names
        self.hex_index = here.hex_index
        self.corner_index = here.corner_index
        self.edge_index = here.edge_index
        self.hex_corners: vec[i64] = here.hex_corners
        self.edge_corners: vec[i64] = here.edge_corners
        self.corner_hexes: vec[i64] = here.corner_hexes
        self.corner_edges: vec[i64] = here.corner_edges
        self.corner_corners: vec[i64] = here.corner_corners
        harbor = [0] * len(here.corner_names)
        for h in layout.harbors:
            for c in edge_ends(side_edge((h.q, h.r), h.side)):
                harbor[here.corner_at[c]] = 2 + goods.index(h.good) if h.good else 1
        self.harbor: vec[i64] = vec[i64](harbor)


def _reading(place: tuple[int, int, str]) -> tuple[int, int, str]:
    return place[1], place[0], place[2]


def _rows_of_three(rows: list[list[int]]) -> vec[i64]:
    flat: list[int] = []
    for row in rows:
        flat.extend(row)
        flat.extend([-1] * (3 - len(row)))
    return vec[i64](flat)
