"""The fields of Rivers, and the questions about them that several files ask."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bastide.catan.base.island import ROAD, SETTLEMENT, Island
from bastide.catan.base.seams import IslandModule, ModuleRules
from bastide.expansions.island.rivers.rules.courses import check_courses, corners_beside, paths_beside
from bastide.kernel.state import State

GOLD: Final = "gold"
BRIDGE: Final = "bridge"
BRIDGE_GOLD: Final[i64] = 3
"""The gold for a bridge (TB-RIV-013); a road or a settlement beside a river brings 1 (TB-RIV-012)."""
EXCHANGES: Final[i64] = 2
"""How often a turn gold is exchanged with the bank (TB-RIV-016)."""
READINGS: Final = ("poorer", "least")
"""Who holds Misery during play: everybody who is poorer than the richest, or those who have the least (TB-RIV-022)."""


class RiversState(ModuleRules):
    """The state of the scenario."""

    def __init__(self, r: Island, module: IslandModule) -> None:
        check_courses(r.board)
        super().__init__(r, module)
        self.bridge: i64 = r.line_names.index(BRIDGE)  # among the kinds of line
        self.bridge_item: i64 = r.line_items[self.bridge]
        self.gold: i64 = r.good_names.index(GOLD)
        # By path, and by corner, the gold for what is built there.
        self.path_gold: vec[i64] = paths_beside(r.board)
        self.corner_gold: vec[i64] = corners_beside(r.board)
        # Whether only those with the least gold hold Misery during play.
        self.least: bool = r.config.options["misery"] == READINGS[1]
        add = r.schema.add
        self.changed: i64 = add("changed", [], most=int(EXCHANGES))
        self.fortune: i64 = add("fortune", [], most=int(r.seats), seat=1)
        self.misery: i64 = add("misery", [int(r.seats)], most=1, by_seat=[0])

    def gold_of(self, s: State, seat: i64) -> i64:
        """The gold in a player's purse."""
        return s.cells[self.r.hand + seat * self.r.goods + self.gold]

    def holds_fortune(self, s: State, seat: i64) -> bool:
        """Whether a player holds the Fortune tile."""
        return s.cells[self.fortune] == seat + 1

    def holds_misery(self, s: State, seat: i64) -> bool:
        """Whether a player holds a Misery tile."""
        return s.cells[self.misery + seat] != 0

    def gold_for(self, item: i64, place: i64) -> i64:
        """The gold that a piece brings at a place: a kind of line's item, or SETTLEMENT."""
        if item == ROAD:
            return self.path_gold[place]
        if item == SETTLEMENT:
            return self.corner_gold[place]
        if item == self.bridge_item:
            return BRIDGE_GOLD
        return 0
