"""Fishermen of Catan as a module of the island: its answers at the seams (TB-FISH-001 to TB-FISH-039)."""

from __future__ import annotations

import random
from typing import Any, final

from mypy_extensions import i64

from bastide.catan.base.island import SETTLEMENT, Island
from bastide.catan.base.options import LAYOUTS
from bastide.catan.base.passing import pass_code
from bastide.catan.base.seams import IslandModule
from bastide.catan.board.grid import CORNER
from bastide.catan.board.layout import Layout
from bastide.catan.board.terrain import Terrain
from bastide.expansions.island.fishermen.rules.deliveries import (
    BootVerb,
    FishVerb,
    FreeRoadPhase,
    ResourcePhase,
    deliveries,
    receivers,
)
from bastide.expansions.island.fishermen.rules.grounds import GROUND, LAKE, deal_layout
from bastide.expansions.island.fishermen.rules.knowledge import FishKnowledge
from bastide.expansions.island.fishermen.rules.payments import DELIVERIES, NOTATION
from bastide.expansions.island.fishermen.rules.refusals import why_not
from bastide.expansions.island.fishermen.rules.state import (
    FIRST_TOKENS,
    KINDS,
    TOKENS,
    FishermenState,
)
from bastide.expansions.island.fishermen.rules.tokens import (
    BOOT,
    FISH,
    CatchVerb,
    DrawPhase,
    DuePhase,
    SwapPhase,
    ThrowBackVerb,
    owe_catch,
)
from bastide.kernel.codes import Codes
from bastide.kernel.errors import IllegalAction, Refusal
from bastide.kernel.state import State


@final
class FishermenRules(FishermenState):
    """The scenario in a game."""

    def __init__(self, r: Island, module: Fishermen) -> None:
        super().__init__(r, module, module.pair)
        self.buy = r.add_verb(
            FishVerb(self, "fish", names=[f"{name} {tokens}" for name in DELIVERIES for tokens in NOTATION])
        )
        self.catch = r.add_verb(CatchVerb(self, "catch", names=[*FISH, BOOT]), by_chance=True)
        throw_back = r.add_verb(ThrowBackVerb(self, "throw-back", names=FISH))
        self.give_boot = r.add_verb(BootVerb(self, BOOT, names=r.seat_names))
        pass_code(r)
        self.due_phase = r.add_phase(DuePhase(self, r.verb_named("go-on").offset))
        self.draw_phase = r.add_phase(DrawPhase(self, "fishermen_draw"))
        self.swap_phase = r.add_phase(SwapPhase(self, "fishermen_swap", asks=throw_back))
        self.resource_phase = r.add_phase(
            ResourcePhase(self, "fishermen_resource", 1, r.goods - 1, asks=r.verb_named("take").offset)
        )
        self.road_phase = r.add_phase(FreeRoadPhase(self, "fishermen_road"))
        r.add_knowledge(FishKnowledge(self))

    # -- set-up and turn

    def begin(self, s: State) -> None:
        c = s.cells
        for kind in range(KINDS):
            held: i64 = 0
            if self.pair:
                held = FIRST_TOKENS[kind]
            left: i64 = TOKENS[kind]
            for seat in range(self.r.seats):
                c[self.fish + seat * KINDS + kind] = held
                c[self.sure + seat * KINDS + kind] = held
                left -= held
            c[self.stock + kind] = left
            c[self.pile + kind] = left

    def after_setup(self, s: State) -> None:
        """Printed second settlements bring their tokens in the order of the turns."""
        if self.pair:
            return
        for piece in self.r.config.layout.starts:
            if piece.pays and self.waters.fishing[self.r.board.corner_index[piece.corner]] != 0:
                s.cells[self.due + piece.seat] = 1
        s.push(self.due_phase, s.cells[self.r.starter])

    def follow_build(self, s: State, seat: i64, item: i64, place: i64) -> None:
        """The second settlement of the set-up brings a token (TB-FISH-008), but not of two players (TB-FISH-029)."""
        if item != SETTLEMENT or self.pair or s.cells[self.r.turn] > 0:
            return
        top = s.top()
        if s.cells[top] != self.r.setup_phase or self.r.placing_pays[s.cells[top + 2]] == 0:
            return
        if self.waters.fishing[place] != 0:
            s.cells[self.due + seat] = 1
            s.push(self.due_phase, seat)

    def begin_turn(self, s: State, seat: i64) -> None:
        s.cells[self.boot_new] = 0

    def turn_actions(self, s: State, seat: i64, rolled: bool, out: Codes) -> None:
        if s.cells[self.boot] == seat + 1 and s.cells[self.boot_new] == 0:
            receivers(self, s, seat, out)
        if rolled:
            deliveries(self, s, seat, out)

    # -- production

    def after_production(self, s: State, total: i64) -> None:
        owe_catch(self, s, total)

    # -- refusals

    def why_not(self, s: State, seat: i64, codes: list[int], no: Refusal) -> IllegalAction | None:
        return why_not(self, s, seat, codes, no)

    # -- the end

    def goal(self, s: State, seat: i64) -> i64:
        return 1 if s.cells[self.boot] == seat + 1 else 0


class Fishermen(IslandModule):
    """The scenario. `pair`: it is played by two, without trade tokens."""

    def __init__(self) -> None:
        super().__init__("fishermen", FishermenRules)
        self.role = "scenario"
        self.chapter = 1
        self.only_seats = (3, 4)
        self.terrains = {LAKE: Terrain(numbered=True)}
        self.layouts = LAYOUTS
        self.sites = {GROUND: CORNER}
        self.pair = False

    def lay(self, name: str, seats: int, options: dict[str, Any], rng: random.Random | None) -> Layout:
        return deal_layout(name, options, rng)
