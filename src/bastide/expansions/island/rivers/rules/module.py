"""Rivers as a module of the island: its answers at the seams (TB-RIV-001 to TB-RIV-034)."""

from __future__ import annotations

import random
from typing import Any, Final, final

from mypy_extensions import i64

from bastide.catan.base.config import UNLIMITED, IslandConfig
from bastide.catan.base.options import LAYOUTS
from bastide.catan.base.seams import IslandModule
from bastide.catan.board.graph import Board
from bastide.catan.board.grid import EDGE
from bastide.catan.board.layout import Layout
from bastide.catan.board.terrain import Terrain
from bastide.expansions.island.rivers.rules.courses import crossings
from bastide.expansions.island.rivers.rules.figures import RIVER, SWAMP, deal_layout
from bastide.expansions.island.rivers.rules.refusals import why_not
from bastide.expansions.island.rivers.rules.state import BRIDGE, EXCHANGES, GOLD, READINGS, RiversState
from bastide.expansions.island.rivers.rules.tiles import deal_tiles, move_tiles
from bastide.kernel.errors import IllegalAction, Refusal
from bastide.kernel.state import State

BRIDGES: Final = 3
BRIDGE_COST: Final = {"brick": 2, "lumber": 1}
RATE: Final[i64] = 2
"""The gold for a card of the bank."""
FORTUNE: Final[i64] = 1
MISERY: Final[i64] = -2
"""The points of the tiles."""


@final
class RiversRules(RiversState):
    """The scenario in a game."""

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


class Rivers(IslandModule):
    """The scenario."""

    def __init__(self) -> None:
        super().__init__("rivers", RiversRules)
        self.role = "scenario"
        self.chapter = 2
        self.only_seats = (3, 4)
        self.terrains = {SWAMP: Terrain(desert=True)}
        self.layouts = LAYOUTS
        self.sites = {RIVER: EDGE}
        self.options = {"misery": READINGS}
        self.defaults = {"pieces": "free"}

    def lay(self, name: str, seats: int, options: dict[str, Any], rng: random.Random | None) -> Layout:
        return deal_layout(name, options, rng)

    def line_edges(self, board: Board, line: str, edges: set[int]) -> set[int]:
        """A bridge lies where a river crosses a path, and nothing else does (TB-RIV-008)."""
        return edges | crossings(board) if line == BRIDGE else edges - crossings(board)

    def prepare(self, config: IslandConfig) -> None:
        config.add_goods({GOLD: UNLIMITED}, purse=True, rule="TB-RIV-016")
        config.add_line(BRIDGE, BRIDGE_COST, BRIDGES, joins=("road",), rule="TB-RIV-007", place_rule="TB-RIV-009")
