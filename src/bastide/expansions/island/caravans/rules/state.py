"""The fields of Caravans, and the questions about them that several files ask."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bastide.catan.base.island import CITY, SETTLEMENT, Island
from bastide.catan.base.seams import IslandModule, ModuleRules
from bastide.expansions.island.caravans.rules.boards import START, arrow_corners, check_board
from bastide.kernel.bits import cells_for, has, members
from bastide.kernel.rules import Phase, Verb
from bastide.kernel.state import State

WAGONS: Final[i64] = 22
"""The wagons of the game (TB-CARA-003)."""
CARAVANS: Final[i64] = 3
"""The caravans, one for each arrow of the oasis."""
MOST: Final = "most"
HALF: Final = "half"
MAJORITIES: Final = (MOST, HALF)
"""Which path has the majority: the one with the most votes, or with more than half of them (TB-CARA-018)."""


class CaravansState(ModuleRules):
    """The state of the scenario."""

    def __init__(self, r: Island, module: IslandModule, pairs: bool) -> None:
        check_board(r.board)
        super().__init__(r, module)
        # Two wagons for each bidding, as for two players.
        self.pairs = pairs
        # More than half of the votes are a majority, instead of the most.
        self.half: bool = r.config.options["majority"] == HALF
        # By caravan, the edge on which it starts, and the corner of the oasis from which that leads away.
        self.arrows: vec[i64] = vec[i64]([edge for edge, _ in r.board.sites(START)])
        self.inner: vec[i64] = vec[i64](arrow_corners(r.board))
        self.wool: i64 = r.good_names.index("wool")
        self.grain: i64 = r.good_names.index("grain")
        n, edges = int(r.seats), int(r.board.edges)
        add = r.schema.add
        # The edges with a wagon, and the wagons beside the board.
        self.wagons: i64 = add("wagons", [cells_for(edges)], packing=members(edges), place="edge")
        self.stock: i64 = add("stock", [], most=int(WAGONS))
        # The corners + 1 at which each caravan goes on: both are 0 until it starts. It has two only after a wagon has
        # closed the gap between two caravans, until one of these corners is chosen.
        self.heads: i64 = add("heads", [int(CARAVANS), 2], most=int(r.board.corners))
        # Whether the seat on turn has built.
        self.built: i64 = add("built", [], most=1)
        # The wool and grain that each seat has bid, and the edge + 1 for which it votes.
        self.stake: i64 = add("stake", [n, 2], most=[int(r.stock[self.wool]), int(r.stock[self.grain])], by_seat=[0])
        self.named: i64 = add("named", [n], most=edges, by_seat=[0])
        # The buildings of each seat between two wagons.
        self.beside: i64 = add(
            "beside", [n], derived=True, most=int(r.supply[SETTLEMENT] + r.supply[CITY]), by_seat=[0]
        )
        # Set by `CaravansRules`: the first codes of verbs, and phases.
        self.bid: i64 = 0
        self.end_bid: i64 = 0
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


class CaravansVerb(Verb):
    """A verb of the Caravans."""

    def __init__(self, m: CaravansState, word: str, size: i64 = 1, names: Sequence[str] = ()) -> None:
        super().__init__(word, size, names)
        self.m = m


class CaravansPhase(Phase):
    """A phase of the Caravans."""

    def __init__(self, m: CaravansState, name: str, most_a: i64 = 0, most_b: i64 = 0, asks: i64 = 0) -> None:
        super().__init__(name, most_a, most_b, asks)
        self.m = m
