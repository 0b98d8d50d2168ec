"""Figures in a feature."""

from __future__ import annotations

from mypy_extensions import i64

from bastide.carcassonne.base.carcassonne import FIGURE, FIGURE_SECTION, WHO_BITS, WHO_MOST, Carcassonne
from bastide.kernel.state import BITS, State


def has_follower(r: Carcassonne, s: State, root: i64, seat: i64) -> bool:
    """Whether a follower of a seat stands in a feature."""
    return (s.cells[r.who + root] // BITS[seat * WHO_BITS]) & WHO_MOST != 0


def standing_at(r: Carcassonne, s: State, root: i64, figure: i64, seat: i64) -> i64:
    """The tile of a seat's figure of a kind in a feature, or -1."""
    c = s.cells
    if c[r.figure_supply[figure] + seat] == r.figure_count[figure]:
        return -1
    wanted = figure * FIGURE + seat
    part = root
    while True:
        tile = c[r.tile_of + part]
        held = c[r.figure + tile] - 1
        if held >= 0 and held % FIGURE_SECTION == wanted and held // FIGURE_SECTION == part - c[r.first + tile]:
            return tile
        part = c[r.next + part]
        if part == root:
            return -1
