"""The numbers of the searching bot for Carcassonne. Points are in hundredths, shares in hundredths or millionths."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

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

FIELD_TILE: Final[i64] = 40
FIELD_END: Final[i64] = 10
"""A tile and an open end of a field: a large one touches cities, and open ends reach those still to come."""
MONASTERY_END: Final[i64] = 55
"""An empty place beside a monastery, with unlimited time."""
ROAD_END: Final[i64] = 50
"""An open end of a road, with unlimited time."""
COST: Final[i64] = 600
"""What the last follower in supply is worth to playouts, with unlimited time; the n-th is worth an n-th of it."""
