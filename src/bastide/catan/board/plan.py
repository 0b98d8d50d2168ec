"""Where the places of a board lie in a plane, and which touch, for graphs and planes of learners."""

from __future__ import annotations

from typing import Final

from bastide.catan.board.graph import Board
from bastide.kernel.state import Schema

AROUND: Final = ((0, -4), (2, -2), (2, 2), (0, 4), (-2, 2), (-2, -2))
"""The corners of a hex from its middle, clockwise from the top; the middles of hexes in a row are 4 apart."""


def declare_places(board: Board, schema: Schema) -> None:
    """Declare hexes, corners and edges: an edge lies between its two corners."""
    hexes = [_middle(name) for name in board.hex_names]
    corners = [_middle(name) for name in board.corner_names]  # right for the middles of hexes alone
    around = [int(corner) for corner in board.hex_corners]
    for n, corner in enumerate(around):
        (x, y), (right, down) = hexes[n // len(AROUND)], AROUND[n % len(AROUND)]
        corners[corner] = (x + right, y + down)
    ends = [int(corner) for corner in board.edge_corners]
    edges = [
        ((corners[a][0] + corners[b][0]) // 2, (corners[a][1] + corners[b][1]) // 2)
        for a, b in zip(ends[::2], ends[1::2], strict=True)
    ]
    for name, places in (("hex", hexes), ("corner", corners), ("edge", edges)):
        schema.place(name, len(places), [x for x, _ in places], [y for _, y in places])
    schema.link("hex", "corner", [n for k, corner in enumerate(around) for n in (k // len(AROUND), corner)])
    schema.link("edge", "corner", [n for k, corner in enumerate(ends) for n in (k // 2, corner)])


def _middle(name: str) -> tuple[int, int]:
    """The middle of the hex of a name: `q,r` and what follows."""
    q, r, *_ = name.split(",")
    return 4 * int(q) + 2 * int(r), 6 * int(r)
