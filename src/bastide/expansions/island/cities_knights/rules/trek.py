"""The way of a knight over the roads of its seat (CK-069 to CK-071)."""

from __future__ import annotations

from mypy_extensions import i64

from bastide.catan.base.corners import cut
from bastide.catan.base.journeys import Journey
from bastide.kernel.state import State


class Trek(Journey):
    """The corners that a seat's roads link to one, past nothing of an opponent's (CK-069 to CK-071).

    A corner with an opponent's piece is found too, as the end of its way.
    """

    def cost(self, s: State, seat: i64, here: i64, way: i64, there: i64) -> i64:
        return 0 if s.cells[self.r.road + way] == seat + 1 else -1

    def ends(self, s: State, seat: i64, place: i64) -> bool:
        return cut(self.r, s, seat, place)
