"""Rivers as a module of the island: its answers at the seams (TB-RIV-001 to TB-RIV-034)."""

from __future__ import annotations

import random
from typing import Any, Final, final

from librt.vecs import vec
from mypy_extensions import i64

from bastide.catan.base.config import LAYOUTS, UNLIMITED, IslandConfig
from bastide.catan.base.island import ROAD, SETTLEMENT, Island
from bastide.catan.base.seams import IslandModule
from bastide.catan.board.graph import Board
from bastide.catan.board.grid import EDGE
from bastide.catan.board.layout import Layout
from bastide.catan.board.terrain import Terrain
from bastide.expansions.island.rivers.rules.courses import check_courses, corners_beside, crossings, paths_beside
from bastide.expansions.island.rivers.rules.figures import RIVER, SWAMP, laid
from bastide.expansions.island.rivers.rules.refusals import why_not
from bastide.expansions.island.rivers.rules.tiles import deal_tiles, move_tiles
from bastide.kernel.errors import IllegalAction, Refusal
from bastide.kernel.rules import Rules
from bastide.kernel.state import State

GOLD: Final = "gold"
BRIDGE: Final = "bridge"
BRIDGES: Final = 3
BRIDGE_COST: Final = {"brick": 2, "lumber": 1}
BRIDGE_GOLD: Final[i64] = 3
"""The gold for a bridge (TB-RIV-013); a road or a settlement beside a river brings 1 (TB-RIV-012)."""
RATE: Final[i64] = 2
"""The gold for a card of the bank."""
EXCHANGES: Final[i64] = 2
"""How often a turn gold is exchanged with the bank (TB-RIV-016)."""
FORTUNE: Final[i64] = 1
MISERY: Final[i64] = -2
"""The points of the tiles."""
READINGS: Final = ("poorer", "least")
"""Who holds Misery during play: everybody who is poorer than the richest, or those who have the least (TB-RIV-022)."""


@final
class Rivers(IslandModule):
    """The scenario."""

    r: Island

    def __init__(self) -> None:
        super().__init__("rivers")
        self.role = "scenario"
        self.chapter = 2
        self.only_seats = (3, 4)
        self.terrains = {SWAMP: Terrain(desert=True)}
        self.layouts = LAYOUTS
        self.sites = {RIVER: EDGE}
        self.options = {"misery": READINGS}
        self.defaults = {"pieces": "free"}
        self.bridge: i64 = 0  # among the kinds of line
        self.bridge_item: i64 = 0
        self.gold: i64 = 0
        # Whether only those with the least gold hold Misery during play.
        self.least: bool = False
        # By path, and by corner, the gold for what is built there.
        self.path_gold: vec[i64] = vec[i64]([])
        self.corner_gold: vec[i64] = vec[i64]([])
        self.changed: i64 = 0
        self.fortune: i64 = 0
        self.misery: i64 = 0

    # -- configuring

    def lay(self, name: str, seats: int, options: dict[str, Any], rng: random.Random | None) -> Layout:
        return laid(name, options, rng)

    def check_sites(self, board: Board) -> None:
        check_courses(board)

    def line_edges(self, board: Board, line: str, edges: set[int]) -> set[int]:
        """A bridge lies where a river crosses a path, and nothing else does (TB-RIV-008)."""
        return edges | crossings(board) if line == BRIDGE else edges - crossings(board)

    def prepare(self, config: IslandConfig) -> None:
        config.add_goods({GOLD: UNLIMITED}, purse=True, rule="TB-RIV-016")
        self.bridge = len(config.lines)
        config.add_line(BRIDGE, BRIDGE_COST, BRIDGES, joins=("road",), rule="TB-RIV-007", place_rule="TB-RIV-009")
        self.least = config.options["misery"] == READINGS[1]

    def join(self, island: Rules) -> None:
        assert isinstance(island, Island)
        r = island
        self.r = r
        self.bridge_item = r.line_items[self.bridge]
        self.gold = r.good_names.index(GOLD)
        self.path_gold = paths_beside(r.board)
        self.corner_gold = corners_beside(r.board)
        add = r.schema.add
        self.changed = add("changed", [], most=int(EXCHANGES))
        self.fortune = add("fortune", [], most=int(r.seats))
        self.misery = add("misery", [int(r.seats)], most=1)

    # -- queries

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

    # -- set-up and turn

    def after_setup(self, s: State) -> None:
        deal_tiles(self, s)

    def begin_turn(self, s: State, seat: i64) -> None:
        s.cells[self.changed] = 0

    # -- building and trading

    def after_build(self, s: State, seat: i64, item: i64, place: i64) -> None:
        if seat >= self.r.seats:
            return
        gold = self.gold_for(item, place)
        if gold > 0:
            s.emit("rivers_gold", seat, gold)
            self.r.draw_goods(s, seat, self.gold, gold)

    def rate(self, s: State, seat: i64, good: i64, rate: i64) -> i64:
        if good != self.gold:
            return rate
        if s.cells[self.changed] < EXCHANGES:
            return RATE
        return 0

    def exchanged(self, s: State, seat: i64, good: i64, count: i64, got: i64) -> None:
        if good == self.gold:
            s.cells[self.changed] += 1

    def moved(self, s: State, seat: i64, good: i64, count: i64, sees: i64) -> None:
        """The tiles follow the gold, from the first change after the set-up on (TB-RIV-023, TB-RIV-029)."""
        if good == self.gold and s.cells[self.r.turn] > 0:
            move_tiles(self, s, self.least)

    # -- refusals

    def why_not(self, s: State, seat: i64, codes: list[int], no: Refusal) -> IllegalAction | None:
        return why_not(self, s, seat, codes, no)

    # -- points

    def points(self, s: State, seat: i64) -> i64:
        points: i64 = 0
        if s.cells[self.fortune] == seat + 1:
            points = FORTUNE
        return points + MISERY if s.cells[self.misery + seat] != 0 else points
