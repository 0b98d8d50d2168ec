"""Where the places of a board lie in a plane, and which touch, for graphs and planes of learners."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from bastide.catan.board.graph import Board
from bastide.kernel.state import Schema

AROUND: Final = ((0, -4), (2, -2), (2, 2), (0, 4), (-2, 2), (-2, -2))
"""The corners of a hex from its middle, clockwise from the top; the middles of hexes in a row are 4 apart."""


def declare_places(board: Board, schema: Schema) -> None:
    """Declare hexes, corners and edges: an edge lies between its two corners."""
    plan = _planned(
        tuple(board.hex_names), tuple(board.corner_names), tuple(board.hex_corners), tuple(board.edge_corners)
    )
    for name, x, y in plan.places:
        schema.place(name, len(x), x, y)
    for one, other, pairs in plan.links:
        schema.link(one, other, pairs)


class Plan(NamedTuple):
    """The kinds of places with their coordinates, and what touches what."""

    places: list[tuple[str, list[int], list[int]]]
    links: list[tuple[str, str, list[int]]]


@lru_cache(maxsize=64)
def _planned(
    hex_names: Sequence[str], corner_names: Sequence[str], hex_corners: Sequence[int], edge_corners: Sequence[int]
) -> Plan:
    """The plan of a board, made once for all boards with the same hexes: learners deal a new one for each game."""
    hexes = [_middle(name) for name in hex_names]
    corners = [_middle(name) for name in corner_names]  # right for the middles of hexes alone
    around = [int(corner) for corner in hex_corners]
    for n, corner in enumerate(around):
        (x, y), (right, down) = hexes[n // len(AROUND)], AROUND[n % len(AROUND)]
        corners[corner] = (x + right, y + down)
    ends = [int(corner) for corner in edge_corners]
    edges = [
        ((corners[a][0] + corners[b][0]) // 2, (corners[a][1] + corners[b][1]) // 2)
        for a, b in zip(ends[::2], ends[1::2], strict=True)
    ]
    kinds = (("hex", hexes), ("corner", corners), ("edge", edges))
    return Plan(
        [(name, [x for x, _ in places], [y for _, y in places]) for name, places in kinds],
        [
            ("hex", "corner", [n for k, corner in enumerate(around) for n in (k // len(AROUND), corner)]),
            ("edge", "corner", [n for k, corner in enumerate(ends) for n in (k // 2, corner)]),
        ],
    )


def _middle(name: str) -> tuple[int, int]:
    """The middle of the hex of a name: `q,r` and what follows."""
    q, r, *_ = name.split(",")
    return 4 * int(q) + 2 * int(r), 6 * int(r)
