"""Seafarers as a module of the island: its answers at the seams (SEA-001 to SEA-026)."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final, final

from mypy_extensions import i64

from bastide.catan.base.config import IslandConfig
from bastide.catan.base.island import SETTLEMENT, Island
from bastide.catan.base.robber import BY_KNIGHT, robber_may_go
from bastide.catan.base.seams import IslandModule
from bastide.catan.board.graph import Board
from bastide.catan.board.grid import HEX
from bastide.catan.board.layout import LaidSite, Layout
from bastide.catan.board.terrain import Terrain
from bastide.expansions.island.seafarers.rules.areas import HOME_AREA
from bastide.expansions.island.seafarers.rules.figures import (
    FEWER_POINTS,
    GOLD,
    HOME,
    LAYOUTS,
    MAPS,
    PIRATE,
    SET_UPS,
    SHIP,
    lay,
)
from bastide.expansions.island.seafarers.rules.gold import (
    GoldDuePhase,
    GoldPhase,
    GoldVerb,
    owe_first_gold,
    owe_printed_gold,
)
from bastide.expansions.island.seafarers.rules.pirate import ROBBER_ALONE, PiratePhase, PirateVerb, pirate_moves
from bastide.expansions.island.seafarers.rules.refusals import why_not
from bastide.expansions.island.seafarers.rules.ships import (
    SailPhase,
    SailVerb,
    sails,
    ship_laid,
    ship_lifted,
    ships_met,
)
from bastide.expansions.island.seafarers.rules.state import CHIT, NATIVE, SETTLED, SeafarersPartner, SeafarersState
from bastide.kernel.bits import put
from bastide.kernel.codes import Codes
from bastide.kernel.errors import IllegalAction, Refusal
from bastide.kernel.state import State

SHIPS: Final = 15
SHIP_COST: Final = {"lumber": 1, "wool": 1}


@final
class SeafarersRules(SeafarersState):
    """The expansion in a game."""

    def __init__(self, r: Island, module: Seafarers) -> None:
        super().__init__(r, module)
        self.sail = r.add_verb(SailVerb(self, "sail", names=r.board.edge_names))
        self.move_pirate = r.add_verb(PirateVerb(self, "pirate", names=r.board.hex_names))
        self.choose_gold = r.add_verb(GoldVerb(self, "gold", names=r.good_names))
        r.add_set("gold")
        self.sail_phase = r.add_phase(SailPhase(self, "seafarers_sail", r.board.edges - 1))
        self.gold_phase = r.add_phase(
            GoldPhase(self, "seafarers_gold", sum(r.config.stock[: self.resources]), self.resources),
            waits=("SEA-026", "another player chooses cards of gold fields first"),
        )
        self.due_phase = r.add_phase(GoldDuePhase(self, r.verb_named("go-on").offset))
        self.pirate_phase = r.add_phase(PiratePhase(self, "seafarers_pirate"))
        self.partner = module.partner(self)
        if self.partner.chases:
            r.widen(r.robber_phase, int(ROBBER_ALONE), 0)

    def connect(self) -> None:
        self.partner.connect()

    # -- set-up and turn

    def begin(self, s: State) -> None:
        sites = self.r.board.sites(PIRATE)
        s.cells[self.pirate] = sites[0][0] if sites else -1

    def may_start(self, s: State, seat: i64, step: i64, corner: i64) -> bool:
        return self.at_home(corner)

    def after_setup(self, s: State) -> None:
        owe_printed_gold(self, s)

    def begin_turn(self, s: State, seat: i64) -> None:
        s.cells[self.sailed] = 0
        for k in range(self.fresh_words):
            s.cells[self.fresh + k] = 0

    def turn_actions(self, s: State, seat: i64, rolled: bool, out: Codes) -> None:
        if not rolled:
            return
        if self.partner.chases:
            self.partner.legal(s, seat, out)
        if s.cells[self.sailed] == 0:
            sails(self, s, seat, out)

    # -- production

    def yield_of(self, s: State, hex_: i64, corner: i64) -> bool:
        r = self.r
        c = s.cells
        if self.is_gold[hex_] == 0:
            return False
        seat = c[r.owner + corner] - 1
        count = self.partner.gold_of(s, corner)
        c[self.due + seat] += count
        c[r.drew + seat] += count
        return True

    def after_production(self, s: State, total: i64) -> None:
        for seat in range(self.r.seats):
            if s.cells[self.due + seat] > 0:
                s.push(self.due_phase, s.cells[self.r.on_turn])
                return

    # -- the seven and the robber

    def sets_in_motion(self, s: State, seat: i64, by: i64) -> bool:
        """Who drives the robber away with a piece moves the robber alone (CKS-016)."""
        if by != BY_KNIGHT or not self.partner.chases:
            return False
        for hex_ in range(self.r.board.land):
            if robber_may_go(self.r, s, seat, hex_):
                s.push(self.r.robber_phase, seat, ROBBER_ALONE)
                break
        return True

    def robber_moves(self, s: State, seat: i64, out: Codes) -> None:
        top = s.top()
        if s.cells[top] != self.r.robber_phase or s.cells[top + 2] != ROBBER_ALONE:
            pirate_moves(self, s, out)

    # -- building

    def may_take_edge(self, s: State, seat: i64, edge: i64, kind: i64) -> bool:
        return not self.beside_pirate(s, edge)

    def after_build(self, s: State, seat: i64, item: i64, place: i64) -> None:
        c = s.cells
        if seat >= self.r.seats:
            return
        if item == self.ship_item:
            put(c, self.fresh, place, True)
            ship_laid(self, s, seat, place)
        elif item == SETTLEMENT:
            ships_met(self, s, seat, place)
            area = self.corner_area[place]
            at = self.areas + seat * self.area_count + area
            if area == HOME_AREA or c[at] != 0:
                return
            if c[self.r.turn] == 0:
                c[at] = NATIVE
            else:
                c[at] = SETTLED
                s.emit("seafarers_chit", seat, place, CHIT)

    def after_lift(self, s: State, seat: i64, edge: i64) -> None:
        if seat < self.r.seats:
            ship_lifted(self, s, seat, edge)

    def follow_build(self, s: State, seat: i64, item: i64, place: i64) -> None:
        if s.cells[self.r.turn] == 0 and seat < self.r.seats:
            owe_first_gold(self, s, seat, place)

    # -- refusals

    def why_not(self, s: State, seat: i64, codes: list[int], no: Refusal) -> IllegalAction | None:
        return why_not(self, s, seat, codes, no)

    # -- points

    def points(self, s: State, seat: i64) -> i64:
        points: i64 = 0
        for at in range(self.areas + seat * self.area_count, self.areas + (seat + 1) * self.area_count):
            if s.cells[at] == SETTLED:
                points += CHIT
        return points


class Seafarers(IslandModule):
    """The expansion.

    Another one may change its maps: `map_seats` is the number of seats whose maps are laid, 0 for that of the game,
    and `more_sites` are further sites by map. `partner` is the class of what its pieces do at sea.
    """

    def __init__(self) -> None:
        super().__init__("seafarers", SeafarersRules)
        self.role = "extension"
        self.only_seats = (3, 4)
        self.terrains = {GOLD: Terrain(numbered=True)}
        self.layouts = LAYOUTS
        self.sites = {HOME: HEX, PIRATE: HEX}
        self.options = {"islands": SET_UPS}
        self.dealing = ("islands",)
        self.defaults = {"goal": 14, "pieces": "free"}
        self.goods_win = False
        self.map_seats = 0
        self.more_sites: dict[str, tuple[LaidSite, ...]] = {}
        self.partner: type[SeafarersPartner] = SeafarersPartner

    def adds_to_defaults(self, layout: str, given: Mapping[str, Any]) -> dict[str, int]:
        return {"goal": self.raises.get("goal", 0) + FEWER_POINTS.get(layout, 0)}

    def lay(self, name: str, seats: int, options: dict[str, Any], rng: random.Random | None) -> Layout:
        layout = lay(name, self.map_seats or seats, options, rng)
        sites = self.more_sites.get(name if name in MAPS else MAPS[0], ())
        return replace(layout, sites=(*layout.sites, *sites)) if sites else layout

    def line_edges(self, board: Board, line: str, edges: set[int]) -> set[int]:
        if line != SHIP:
            return edges
        return {edge for edge in range(int(board.edges)) if board.by_water(edge)}

    def prepare(self, config: IslandConfig) -> None:
        config.add_line(SHIP, SHIP_COST, SHIPS, free=True, rule="SEA-001", place_rule="SEA-003")
