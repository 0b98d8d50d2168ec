"""Caravans as a module of the island: its board, verbs and phases, and its answers at the seams (TB-CARA)."""

from __future__ import annotations

import random
from typing import Any, final

from mypy_extensions import i64

from bastide.catan.base.island import CITY, SETTLEMENT, Island
from bastide.catan.base.passing import pass_code
from bastide.catan.base.seams import IslandModule
from bastide.catan.board.grid import EDGE
from bastide.catan.board.layout import Layout
from bastide.catan.board.terrain import Terrain
from bastide.expansions.island.caravans.rules.bidding import (
    BidPhase,
    BidVerb,
    EndBidVerb,
    VotePhase,
    VoteVerb,
    WagonPhase,
    WagonVerb,
    begin_round,
)
from bastide.expansions.island.caravans.rules.boards import LAYOUTS, OASIS, START, layout_of
from bastide.expansions.island.caravans.rules.refusals import why_not, why_wait
from bastide.expansions.island.caravans.rules.state import MAJORITIES, WAGONS, CaravansState
from bastide.expansions.island.caravans.rules.wagons import count_beside
from bastide.kernel.errors import IllegalAction, Refusal
from bastide.kernel.state import State

GOAL = 12


@final
class CaravansRules(CaravansState):
    """The scenario in a game."""

    def __init__(self, r: Island, module: Caravans) -> None:
        super().__init__(r, module, module.pairs)
        self.bid = r.add_verb(BidVerb(self, "bid", names=r.good_names), final=True)
        self.end_bid = r.add_verb(EndBidVerb(self, "laid"))
        self.vote = r.add_verb(VoteVerb(self, "vote", names=r.board.edge_names))
        self.wagon = r.add_verb(WagonVerb(self, "wagon", names=r.board.edge_names))
        r.add_set("bid", end="laid", example="bid wool*2 grain")
        pass_code(r)
        self.bid_phase = r.add_phase(BidPhase(self))
        self.vote_phase = r.add_phase(VotePhase(self, "caravans_vote", r.seats - 1))
        self.choose_phase = r.add_phase(WagonPhase(self, "caravans_choose", 2, 7))

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


class Caravans(IslandModule):
    """The scenario. `pairs`: each bidding brings two wagons, as for two players."""

    def __init__(self) -> None:
        super().__init__("caravans", CaravansRules)
        self.role = "scenario"
        self.chapter = 3
        self.only_seats = (3, 4)
        self.terrains = {OASIS: Terrain(robber=False)}
        self.layouts = LAYOUTS
        self.sites = {START: EDGE}
        self.options = {"majority": MAJORITIES}
        self.defaults = {"goal": GOAL}
        self.pairs = False

    def lay(self, name: str, seats: int, options: dict[str, Any], rng: random.Random | None) -> Layout:
        return layout_of(name, str(options["spiral_from"]), rng)
