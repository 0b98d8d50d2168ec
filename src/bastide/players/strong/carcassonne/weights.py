"""The numbers of the searching bot for Carcassonne. Points are in hundredths, shares in hundredths or millionths."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bastide.kernel.rules import Rules
from bastide.players.greedy.carcassonne.weights import GREEDY

STRONG: Final = 500
MASTER: Final = 5_000
"""Simulations a decision: about 20 and 200 ms in the base game for two, compiled."""

WIDTH: Final = 12
"""The most actions that are tried at a decision."""
WIDEN: Final = 2_000
"""The k-th best action, counted from 0, is tried after so many hundredths of k * k visits."""
GROW: Final = 2
"""A node's own actions are tried after so many visits."""
LIMIT: Final = 0
"""So many actions are played from a leaf, and on until the next tile is drawn."""
EXPLORE: Final = 40_000
"""What uncertainty is worth, in millionths."""
TRIES: Final = 8
"""Of so many places, drawn at random, a playout takes the best; with 0 it takes one at random."""

SURE: Final = 300
"""A lead of so many hundredths of a point multiplies the odds by e once all tiles are laid."""
UNSURE: Final = 60
"""So many more are needed for each tile left to a seat."""

TWO: Final = vec[i64](
    [
        *(11, 100, 88, 89, 63, 44, 77, 8, 250, 287, 287, 287, 6, 45),
        *(0, 700, 1246, 1672, 2004, 2263, 2465, 2623, 2746),
        *(100, 87, 67, 50, 35, 24, 16, 10, 6, 4),
        *(100, 84, 64, 48, 35, 24, 16, 10, 6, 4),
        *(100, 71, 53, 38, 26, 17, 11, 6, 4, 2),
        *(100, 71, 51, 36, 24, 15, 9, 5, 3, 1),
    ]
)
"""How positions are valued with two seats (`players/greedy/carcassonne/weights.py`). `training.carcassonne` fitted all
but `TEMPO`, which is about what a turn brings."""


def row(rules: Rules) -> vec[i64]:
    """The weights by which positions of a game are valued: with more seats those of the greedy bot."""
    return TWO if rules.seats == 2 else GREEDY


FIELD_TILE: Final[i64] = 40
FIELD_END: Final[i64] = 10
"""A tile and an open end of a field: a large one touches cities, and open ends reach those still to come."""
MONASTERY_END: Final[i64] = 55
"""An empty place beside a monastery, with unlimited time."""
ROAD_END: Final[i64] = 50
"""An open end of a road, with unlimited time."""
COST: Final[i64] = 600
"""What the last follower in supply is worth to playouts, with unlimited time; the n-th is worth an n-th of it."""
