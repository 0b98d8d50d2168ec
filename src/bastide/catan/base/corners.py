"""What closes a corner: the distance rule, an opponent's buildings, modules (BASE-013, BASE-031, BASE-042)."""

from __future__ import annotations

from mypy_extensions import i64

from bastide.catan.base.island import SETTLEMENT, Island
from bastide.kernel.state import State


def cut(r: Island, s: State, seat: i64, corner: i64) -> bool:
    """Whether an opponent's building or a module's piece cuts a seat's routes at the corner (BASE-042)."""
    owner = s.cells[r.owner + corner]
    if r.modular and r.seams.has_piece_at and owner == 0:
        owner = r.seams.piece_at(s, corner)
    return owner != 0 and owner != seat + 1


def far_enough(r: Island, s: State, corner: i64) -> bool:
    """Whether a corner and its neighbours are empty: the distance rule (BASE-013, BASE-031)."""
    c = s.cells
    if c[r.owner + corner] != 0:
        return False
    near = r.board.corner_corners
    for k in range(3):
        other = near[corner * 3 + k]
        if other >= 0 and c[r.owner + other] != 0:
            return False
    return True


def building_allowed(r: Island, s: State, seat: i64, item: i64, corner: i64) -> bool:
    """Whether all modules allow a SETTLEMENT or a CITY there."""
    return not r.modular or r.seams.may_build(s, seat, item, corner)


def corner_free(r: Island, s: State, seat: i64, corner: i64) -> bool:
    """Whether that seat may found a settlement there, roads, cost and supply apart."""
    return far_enough(r, s, corner) and building_allowed(r, s, seat, SETTLEMENT, corner)
