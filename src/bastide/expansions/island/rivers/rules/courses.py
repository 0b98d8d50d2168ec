"""The courses of the rivers on a board: the hexes through which they flow, and what is built beside them."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bastide.catan.board.graph import Board
from bastide.expansions.island.rivers.rules.figures import RIVER
from bastide.kernel.errors import ConfigError, quote

RULE: Final = "TB-RIV-001"


def crossings(board: Board) -> set[int]:
    """The bridge sites: the paths that rivers cross."""
    return {edge for edge, _ in board.sites(RIVER)}


def courses(board: Board) -> dict[int, list[int]]:
    """By river, the paths that it crosses, as it flows."""
    found: dict[int, list[int]] = {}
    for edge, number in board.sites(RIVER):
        found.setdefault(number, []).append(edge)
    return found


def check_courses(board: Board) -> None:
    """Refuse a board without a river, or with one that does not run from hex to hex of land. Raises ConfigError."""
    if not crossings(board):
        raise ConfigError(
            "layout: this island has no river: mark the paths that one crosses with sites {name}",
            {"name": quote(RIVER)},
            RULE,
        )
    for course in courses(board).values():
        for edge in course:
            if not board.land_beside(edge):
                raise ConfigError(
                    "layout: {place}: a river crosses only paths of land",
                    {"place": quote(board.edge_names[edge])},
                    RULE,
                )
        for edge, after in pairwise(course):
            if not set(board.land_beside(edge)) & set(board.land_beside(after)):
                raise ConfigError(
                    "layout: no river flows from {place} to {other}: the paths that it crosses lie at one hex of land",
                    {"place": quote(board.edge_names[edge]), "other": quote(board.edge_names[after])},
                    RULE,
                )


def river_hexes(board: Board) -> set[int]:
    """The hexes through which rivers flow."""
    return {hex_ for edge in crossings(board) for hex_ in board.land_beside(edge)}


def paths_beside(board: Board) -> vec[i64]:
    """By path, whether a hex with a river is beside it."""
    wet = river_hexes(board)
    return vec[i64]([int(bool(wet.intersection(board.land_beside(edge)))) for edge in range(int(board.edges))])


def corners_beside(board: Board) -> vec[i64]:
    """By corner, whether a hex with a river is beside it."""
    wet = river_hexes(board)
    near = [{int(board.corner_hexes[3 * corner + k]) for k in range(3)} for corner in range(int(board.corners))]
    return vec[i64]([int(bool(hexes & wet)) for hexes in near])
