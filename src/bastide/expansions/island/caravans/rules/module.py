"""Caravans as a module of the island: its board, verbs and phases, and its answers at the seams (TB-CARA)."""

from __future__ import annotations

import random
from typing import Any, final

from librt.vecs import vec
from mypy_extensions import i64

from bastide.catan.base.config import IslandConfig
from bastide.catan.base.island import CITY, SETTLEMENT, Island
from bastide.catan.base.passing import pass_code
from bastide.catan.board.graph import Board
from bastide.catan.board.grid import EDGE
from bastide.catan.board.layout import Layout
from bastide.catan.board.terrain import Terrain
from bastide.expansions.island.caravans.rules.bidding import (
    BidPhase,
    BidVerb,
    LaidVerb,
    VotePhase,
    VoteVerb,
    WagonPhase,
    WagonVerb,
    begin_round,
)
from bastide.expansions.island.caravans.rules.boards import LAYOUTS, OASIS, START, arrow_corners, check_board, laid
from bastide.expansions.island.caravans.rules.refusals import why_not, why_wait
from bastide.expansions.island.caravans.rules.state import CARAVANS, HALF, MAJORITIES, WAGONS, CaravansState
from bastide.expansions.island.caravans.rules.wagons import count_beside
from bastide.kernel.bits import cells_for, members
from bastide.kernel.errors import IllegalAction, Refusal
from bastide.kernel.rules import Rules
from bastide.kernel.state import State

GOAL = 12


@final
class Caravans(CaravansState):
    """The scenario."""

    def __init__(self) -> None:
        super().__init__()
        self.role = "scenario"
        self.chapter = 3
        self.only_seats = (3, 4)
        self.terrains = {OASIS: Terrain(robber=False)}
        self.layouts = LAYOUTS
        self.sites = {START: EDGE}
        self.options = {"majority": MAJORITIES}
        self.defaults = {"goal": GOAL}

    # -- configuring

    def lay(self, name: str, seats: int, options: dict[str, Any], rng: random.Random | None) -> Layout:
        return laid(name, str(options["spiral_from"]), rng)

    def check_sites(self, board: Board) -> None:
        check_board(board)

    def prepare(self, config: IslandConfig) -> None:
        self.half = config.options["majority"] == HALF

    def join(self, island: Rules) -> None:
        assert isinstance(island, Island)
        r = island
        self.r = r
        self.arrows = vec[i64]([edge for edge, _ in r.board.sites(START)])
        self.inner = vec[i64](arrow_corners(r.board))
        self.wool = r.good_names.index("wool")
        self.grain = r.good_names.index("grain")
        n, edges = int(r.seats), int(r.board.edges)
        add = r.schema.add
        self.wagons = add("wagons", [cells_for(edges)], packing=members(edges))
        self.stock = add("stock", [], most=int(WAGONS))
        self.heads = add("heads", [int(CARAVANS), 2], most=int(r.board.corners))
        self.built = add("built", [], most=1)
        self.stake = add("stake", [n, 2], most=[int(r.stock[self.wool]), int(r.stock[self.grain])])
        self.named = add("named", [n], most=edges)
        self.beside = add("beside", [n], derived=True, most=int(r.supply[SETTLEMENT] + r.supply[CITY]))
        bid, laid_, vote, wagon = BidVerb(self), LaidVerb(self), VoteVerb(self), WagonVerb(self)
        for verb in (bid, laid_, vote, wagon):
            r.add_verb(verb)
        r.add_set("bid", end="laid", example="bid wool*2 grain")
        self.bid = bid.offset
        self.laid = laid_.offset
        self.vote = vote.offset
        self.wagon = wagon.offset
        pass_code(r)
        self.bid_phase = r.add_phase(BidPhase(self))
        self.vote_phase = r.add_phase(VotePhase(self))
        self.choose_phase = r.add_phase(WagonPhase(self))

    # -- set-up and turn

    def begin(self, s: State) -> None:
        s.cells[self.stock] = WAGONS

    def close_turn(self, s: State, seat: i64) -> None:
        if s.cells[self.built] != 0:
            s.cells[self.built] = 0
            begin_round(self, s, seat)

    # -- building

    def after_build(self, s: State, seat: i64, item: i64, place: i64) -> None:
        """A building of the seat on turn brings a wagon; between two wagons it counts for more (TB-CARA-004, -024)."""
        if (item != SETTLEMENT and item != CITY) or seat >= self.r.seats:
            return
        if s.cells[self.r.turn] > 0 and seat == s.cells[self.r.on_turn]:
            s.cells[self.built] = 1
        if item == SETTLEMENT and self.wagons_at(s, place) >= 2:
            s.cells[self.beside + seat] += 1
            s.emit("caravans_point", seat, place)

    def buildings_changed(self, s: State) -> None:
        count_beside(self, s)

    def weight(self, s: State, edge: i64) -> i64:
        """A road that shares its path with a wagon counts twice (TB-CARA-023)."""
        return 1 if self.has_wagon(s, edge) else 0

    # -- refusals

    def why_not(self, s: State, seat: i64, codes: list[int], no: Refusal) -> IllegalAction | None:
        return why_not(self, s, seat, codes, no)

    def why_wait(self, s: State, seat: i64, codes: list[int], no: Refusal) -> IllegalAction | None:
        return why_wait(self, s, seat, no)

    # -- points

    def points(self, s: State, seat: i64) -> i64:
        return s.cells[self.beside + seat]
