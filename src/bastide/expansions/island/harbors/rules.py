"""Harbours (TB-HARB-001 to TB-HARB-011): points for buildings at harbours, and a card for the seat with the most."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from bastide.catan.base.island import CITY, SETTLEMENT, Island
from bastide.catan.base.seams import IslandModule, ModuleRules
from bastide.kernel.state import State

LEAST: Final[i64] = 3
"""The harbour points with which the first seat takes the card (TB-HARB-002)."""
CARD_POINTS: Final[i64] = 2
"""What the card counts (TB-HARB-002)."""
HIGHER: Final = 1
"""How much the goal grows (TB-HARB-005)."""


@final
class HarborsRules(ModuleRules):
    """The variant in a game."""

    def __init__(self, r: Island, module: IslandModule) -> None:
        super().__init__(r, module)
        self.holder: i64 = r.schema.add("holder", [], most=int(r.seats), seat=1)  # the seat that holds the card, plus 1

    def harbor_points(self, s: State, seat: i64) -> i64:
        """A seat's harbour points: 1 for a settlement, 2 for a city at a harbour that serves (TB-HARB-001)."""
        r = self.r
        total: i64 = 0
        for corner in r.board.harbors:
            if s.cells[r.owner + corner] == seat + 1 and r.seams.corner_serves(s, corner):
                total += s.cells[r.level + corner]
        return total

    def holder_of(self, s: State) -> i64:
        """The seat that holds the card; -1 for none."""
        return s.cells[self.holder] - 1

    def points(self, s: State, seat: i64) -> i64:
        if s.cells[self.holder] == seat + 1:
            return CARD_POINTS
        return 0

    def after_build(self, s: State, seat: i64, item: i64, place: i64) -> None:
        if SETTLEMENT <= item <= CITY and self.r.board.harbor[place] != 0:
            award(self, s)

    def buildings_changed(self, s: State) -> None:
        award(self, s)


def award(m: HarborsRules, s: State) -> None:
    """The card goes to the only seat with more points than its holder, at first to the only one with enough.

    A tie leaves it where it is (TB-HARB-003, TB-HARB-010), and so does a loss that puts nobody ahead (TB-HARB-006).
    """
    holder = m.holder_of(s)
    best = m.harbor_points(s, holder) if holder >= 0 else LEAST - 1
    ahead: i64 = -1
    for seat in range(m.r.seats):
        n = m.harbor_points(s, seat)
        if n > best:
            best = n
            ahead = seat
        elif n == best:
            ahead = -1
    if ahead >= 0:
        s.cells[m.holder] = ahead + 1
        s.emit("harbors_card", ahead, best, holder)


class Harbors(IslandModule):
    """The variant."""

    def __init__(self) -> None:
        super().__init__("harbors", HarborsRules)
        self.goods_win = False
        self.role = "variant"
        self.raises = {"goal": HIGHER}


MODULE: Final = Harbors
