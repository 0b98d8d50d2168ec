"""The fields of Caravans, and the questions about them that several files ask."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from bastide.catan.base.island import Island
from bastide.catan.base.seams import IslandModule
from bastide.kernel.bits import has
from bastide.kernel.state import State

WAGONS: Final[i64] = 22
"""The wagons of the game (TB-CARA-003)."""
CARAVANS: Final[i64] = 3
"""The caravans, one for each arrow of the oasis."""
MOST: Final = "most"
HALF: Final = "half"
MAJORITIES: Final = (MOST, HALF)
"""Which path has the majority: the one with the most votes, or with more than half of them (TB-CARA-018)."""


@mypyc_attr(allow_interpreted_subclasses=True)
class CaravansState(IslandModule):
    """The state of the scenario.

    `wagons` is the set of edges with a wagon. `heads` has two cells for each caravan: the corners + 1 at which it goes
    on; both are 0 until it starts. It has two only after a wagon has closed the gap between two caravans, until one of
    these corners is chosen. `stake` are the wool and grain that each seat has bid, `named` the edges + 1 for which the
    bidders vote. `beside` counts each seat's buildings between two wagons.
    """

    r: Island
    arrows: vec[i64]
    inner: vec[i64]

    def __init__(self) -> None:
        super().__init__("caravans")
        # By caravan, the edge on which it starts, and the corner of the oasis from which that leads away.
        self.arrows = vec[i64]([])
        self.inner = vec[i64]([])
        # Two wagons for each bidding, as for two players.
        self.pairs: bool = False
        # More than half of the votes are a majority, instead of the most.
        self.half: bool = False
        self.wool: i64 = 0
        self.grain: i64 = 0
        self.wagons: i64 = 0
        self.stock: i64 = 0
        self.heads: i64 = 0
        self.built: i64 = 0
        self.stake: i64 = 0
        self.named: i64 = 0
        self.beside: i64 = 0
        self.bid: i64 = 0
        self.laid: i64 = 0
        self.vote: i64 = 0
        self.wagon: i64 = 0
        self.bid_phase: i64 = 0
        self.vote_phase: i64 = 0
        self.choose_phase: i64 = 0

    def has_wagon(self, s: State, edge: i64) -> bool:
        """Whether a wagon stands on an edge."""
        return has(s.cells, self.wagons, edge)

    def wagons_at(self, s: State, corner: i64) -> i64:
        """How many wagons stand on the paths of a corner."""
        r = self.r
        count: i64 = 0
        for k in range(corner * r.way_count, (corner + 1) * r.way_count):
            if r.ways[k] >= 0 and has(s.cells, self.wagons, r.ways[k]):
                count += 1
        return count

    def votes(self, s: State, seat: i64) -> i64:
        """The votes of a seat: one for each card that it has bid (TB-CARA-015)."""
        at = self.stake + 2 * seat
        return s.cells[at] + s.cells[at + 1]

    def started(self, s: State, caravan: i64) -> bool:
        """Whether a caravan has its first wagon."""
        return s.cells[self.heads + 2 * caravan] != 0
