"""Tables of a board's paths: those around each hex, and those that share an end with another."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from bastide.catan.base.island import Island
from bastide.kernel.bits import put


def shores_of(r: Island) -> vec[i64]:
    """By hex, the set of its edges, and after the last hex an empty set."""
    around = r.board.hex_edges
    shores = [[int(around[i]) for i in range(6 * h, 6 * h + 6) if around[i] >= 0] for h in range(int(r.board.hexes))]
    return edge_sets([*shores, []], int(r.edge_words))


def near_edges(r: Island) -> vec[i64]:
    """By edge, the set of itself and of all edges that share an end with it."""
    count = int(r.way_count)
    at = [
        [int(r.ways[k]) for k in range(first, first + count) if r.ways[k] >= 0]
        for first in range(0, len(r.ways), count)
    ]
    ends = [int(corner) for corner in r.board.edge_corners]
    return edge_sets([at[ends[2 * e]] + at[ends[2 * e + 1]] for e in range(int(r.board.edges))], int(r.edge_words))


def edge_sets(lists: list[list[int]], words: int) -> vec[i64]:
    """Sets of edges, one after the other, in the form of `kernel/bits.py`."""
    cells = vec[i64]([0] * (words * len(lists)))
    for i, edges in enumerate(lists):
        for edge in edges:
            put(cells, i * words, edge, True)
    return cells
