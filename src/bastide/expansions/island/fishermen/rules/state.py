"""The fields of Fishermen, and the questions about them that several files ask."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from bastide.catan.base.island import Island, open_points
from bastide.catan.base.seams import IslandModule
from bastide.expansions.island.fishermen.rules.grounds import Waters
from bastide.expansions.island.fishermen.rules.payments import Payments
from bastide.kernel.state import State

KINDS: Final[i64] = 3
"""The kinds of tokens: of one, two and three fish. Kind k shows k + 1 fish."""
TOKENS: Final = (11, 10, 8)
"""How many there are of each (TB-FISH-002)."""
FIRST_TOKENS: Final = (2, 2, 1)
"""Those with which each of two players starts (TB-FISH-028)."""
MOST_HELD: Final[i64] = 7
"""The most tokens in front of a player (TB-FISH-016)."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Partner:
    """What another expansion changes; without one, nothing."""

    def join(self, m: FishermenState) -> None:
        """Adapt the other expansion; called when the module joins the island."""


@mypyc_attr(allow_interpreted_subclasses=True)
class FishermenState(IslandModule):
    """The state of the scenario."""

    r: Island
    waters: Waters

    def __init__(self) -> None:
        super().__init__("fishermen")
        self.partner = Partner()
        # Whether two play, with tokens from the start, and the one who is behind pays less (TB-FISH-028).
        self.pair: bool = False
        self.payments = Payments()
        self.fish: i64 = 0
        self.stock: i64 = 0
        self.spent: i64 = 0
        self.due: i64 = 0
        self.boot: i64 = 0
        self.boot_new: i64 = 0
        # What is known of hidden tokens: see `knowledge.py`.
        self.pile: i64 = 0
        self.sure: i64 = 0
        self.older: i64 = 0
        self.pooled: i64 = 0
        self.since: i64 = 0
        self.buy: i64 = 0
        self.catch: i64 = 0
        self.give_boot: i64 = 0
        self.draw_phase: i64 = 0
        self.due_phase: i64 = 0
        self.swap_phase: i64 = 0
        self.resource_phase: i64 = 0
        self.road_phase: i64 = 0

    def held(self, s: State, seat: i64) -> i64:
        """How many tokens lie in front of a seat; open to all."""
        at = self.fish + seat * KINDS
        return s.cells[at] + s.cells[at + 1] + s.cells[at + 2]

    def face_down(self, s: State) -> i64:
        """How many tokens can be drawn, the boot included; open to all."""
        c = s.cells
        fish = c[self.stock] + c[self.stock + 1] + c[self.stock + 2]
        return fish + 1 if c[self.boot] == 0 else fish

    def holder(self, s: State) -> i64:
        """The seat with the old boot; -1 while it lies face down."""
        return s.cells[self.boot] - 1

    def discount(self, s: State, seat: i64) -> i64:
        """How many fish less a delivery costs a seat: 1 for the one of two players who has fewer open points."""
        if not self.pair or open_points(self.r, s, seat) >= open_points(self.r, s, 1 - seat):
            return 0
        return 1
