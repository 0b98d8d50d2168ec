"""Whether a board has good corners for all starting settlements, wherever the others are placed."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from bastide.catan.board.graph import Board


def corner_pips(board: Board, corner: int) -> int:
    """How many of 36 rolls bring a building at a corner something, a hex each."""
    hexes = [h for k in range(3) if 0 <= (h := board.corner_hexes[3 * corner + k]) < board.land]
    return sum(6 - abs(7 - int(n)) for h in hexes if (n := board.number[h]))


def good_starts(board: Board, least: int, taken: Iterable[int] = ()) -> int:
    """How many settlements surely find a corner of so many pips, however the earlier ones among such are placed.

    `taken` are corners with a building.
    """
    corners = range(int(board.ashore))
    near = [frozenset(int(board.corner_corners[3 * c + k]) for k in range(3)) | {c} for c in corners]
    shut = frozenset[int]().union(*(near[corner] for corner in taken))

    @cache
    def fewest(left: frozenset[int]) -> int:
        """The fewest corners that shut all of these: each is taken, or shut by one beside it."""
        if not left:
            return 0
        first = min(left, key=lambda corner: len(near[corner] & left))
        return min(1 + fewest(left - near[corner]) for corner in near[first] & left)

    return fewest(frozenset(c for c in corners if corner_pips(board, c) >= least) - shut)
