"""Seafarers as a module of the island: its answers at the seams (SEA-001 to SEA-026)."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final, final

from librt.vecs import vec
from mypy_extensions import i64

from bastide.catan.base.combined import overriding
from bastide.catan.base.config import IslandConfig
from bastide.catan.base.island import SETTLEMENT, Island
from bastide.catan.base.robber import BY_KNIGHT, robber_may_go
from bastide.catan.board.graph import Board
from bastide.catan.board.grid import HEX
from bastide.catan.board.layout import Layout
from bastide.catan.board.terrain import Terrain
from bastide.expansions.island.seafarers.rules.areas import HOME_AREA, check_map, check_sites, corner_areas
from bastide.expansions.island.seafarers.rules.figures import FEWER_POINTS, HOME, LAYOUTS, MAPS, PIRATE, SET_UPS, laid
from bastide.expansions.island.seafarers.rules.gold import (
    GoldDuePhase,
    GoldPhase,
    GoldVerb,
    owe_first_gold,
    owe_printed_gold,
)
from bastide.expansions.island.seafarers.rules.pirate import ROBBER_ALONE, PiratePhase, PirateVerb, pirate_moves
from bastide.expansions.island.seafarers.rules.refusals import why_not, why_wait
from bastide.expansions.island.seafarers.rules.ships import (
    SailPhase,
    SailVerb,
    sails,
    ship_laid,
    ship_lifted,
    ships_met,
)
from bastide.expansions.island.seafarers.rules.state import AREA_KINDS, CHIT, NATIVE, SETTLED, SeafarersState
from bastide.kernel.bits import cells_for, members, put
from bastide.kernel.codes import Codes
from bastide.kernel.errors import IllegalAction, Refusal
from bastide.kernel.rules import Rules
from bastide.kernel.state import State

SHIPS: Final = 15
SHIP_COST: Final = {"lumber": 1, "wool": 1}
GOLD: Final = "gold"


@final
class Seafarers(SeafarersState):
    """The expansion."""

    def __init__(self) -> None:
        super().__init__()
        self.role = "extension"
        self.only_seats = (3, 4)
        self.terrains = {GOLD: Terrain(numbered=True)}
        self.layouts = LAYOUTS
        self.sites = {HOME: HEX, PIRATE: HEX}
        self.options = {"islands": SET_UPS}
        self.dealing = ("islands",)
        self.defaults = {"goal": 14, "pieces": "free"}

    # -- configuring

    def adds_to_defaults(self, layout: str, given: Mapping[str, Any]) -> dict[str, int]:
        return {"goal": self.raises.get("goal", 0) + FEWER_POINTS.get(layout, 0)}

    def lay(self, name: str, seats: int, options: dict[str, Any], rng: random.Random | None) -> Layout:
        layout = laid(name, self.map_seats or seats, options, rng)
        sites = self.more_sites.get(name if name in MAPS else MAPS[0], ())
        return replace(layout, sites=(*layout.sites, *sites)) if sites else layout

    def line_edges(self, board: Board, line: str, edges: set[int]) -> set[int]:
        if line != "ship":
            return edges
        beside = (board.edge_hexes[i] for i in range(2 * int(board.edges)))
        return {i // 2 for i, hex_ in enumerate(beside) if hex_ < 0 or hex_ >= board.land}

    def check_sites(self, board: Board) -> None:
        check_sites(board)

    def prepare(self, config: IslandConfig) -> None:
        self.ship = len(config.lines)
        self.closable = 1 << int(self.ship)
        config.add_line("ship", SHIP_COST, SHIPS, free=True, rule="SEA-001", place_rule="SEA-003")

    def join(self, island: Rules) -> None:
        assert isinstance(island, Island)
        r = island
        self.r = r
        check_map(r)
        self.ship_item = r.line_items[self.ship]
        areas = corner_areas(r.board)
        self.corner_area = vec[i64](areas)
        self.area_count = max(areas, default=HOME_AREA) + 1
        self.has_home = len(r.board.sites(HOME)) > 0
        self.resources = sum(owner == "island" for owner in r.config.good_owners.values())
        self.is_gold = vec[i64]([int(name == GOLD) for name in r.board.terrain])
        self.hex_edges = edges_of_hexes(r.board)
        shores = [edges_of_hex(self.hex_edges, h) for h in range(int(r.board.hexes))]
        self.shores = edge_sets([*shores, []], int(r.edge_words))
        self.near = edge_sets(edges_near_edges(r), int(r.edge_words))
        self.others_close = len(overriding(r.modules, "may_take_edge")) > 1
        n = int(r.seats)
        add = r.schema.add
        self.pirate = add("pirate", [], most=int(r.board.hexes) - 1, least=-1)
        self.areas = add("areas", [n, int(self.area_count)], most=int(SETTLED), kinds=AREA_KINDS)
        self.sailed = add("sailed", [], most=1)
        self.fresh_words = cells_for(int(r.board.edges))
        self.fresh = add("fresh", [int(self.fresh_words)], packing=members(int(r.board.edges)))
        # By seat, the ships with an end at no building and at no other ship of the seat: a figure may hold it.
        self.loose = add("loose", [n, int(self.fresh_words)], derived=True, packing=members(int(r.board.edges)))
        self.due = add("due", [n], most=sum(r.config.stock[: self.resources]))
        self.sail, self.pirate_verb, self.gold_verb = SailVerb(self), PirateVerb(self), GoldVerb(self)
        r.add_verb(self.sail)
        r.add_verb(self.pirate_verb)
        r.add_verb(self.gold_verb)
        r.add_set("gold")
        self.sail_phase = r.add_phase(SailPhase(self))
        self.gold_phase = r.add_phase(GoldPhase(self))
        self.due_phase = r.add_phase(GoldDuePhase(self, r.verb_named("go-on").offset))
        self.pirate_phase = r.add_phase(PiratePhase(self))
        self.aboard.join(self)
        if self.aboard.chases:
            r.widen(r.robber_phase, int(ROBBER_ALONE), 0)

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
        if self.aboard.chases:
            self.aboard.legal(self, s, seat, out)
        if s.cells[self.sailed] == 0:
            sails(self, s, seat, out)

    # -- production

    def yield_of(self, s: State, hex_: i64, corner: i64) -> bool:
        r = self.r
        c = s.cells
        if self.is_gold[hex_] == 0:
            return False
        seat = c[r.owner + corner] - 1
        count = self.aboard.gold_of(self, s, corner)
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
        if by != BY_KNIGHT or not self.aboard.chases:
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

    def why_wait(self, s: State, seat: i64, codes: list[int], no: Refusal) -> IllegalAction | None:
        return why_wait(self, s, no)

    # -- points

    def points(self, s: State, seat: i64) -> i64:
        points: i64 = 0
        for at in range(self.areas + seat * self.area_count, self.areas + (seat + 1) * self.area_count):
            if s.cells[at] == SETTLED:
                points += CHIT
        return points


def edges_of_hexes(board: Board) -> vec[i64]:
    """By hex, its edges, six cells each; -1 where a side is no edge of the board."""
    out = [-1] * (6 * int(board.hexes))
    filled = [0] * int(board.hexes)
    for i in range(2 * int(board.edges)):
        hex_ = int(board.edge_hexes[i])
        if hex_ >= 0 and board.edge_hexes[i ^ 1] != hex_:
            out[hex_ * 6 + filled[hex_]] = i // 2
            filled[hex_] += 1
    return vec[i64](out)


def edges_of_hex(hex_edges: vec[i64], hex_: int) -> list[int]:
    """The edges of a hex."""
    return [int(hex_edges[i]) for i in range(6 * hex_, 6 * hex_ + 6) if hex_edges[i] >= 0]


def edges_near_edges(r: Island) -> list[list[int]]:
    """By edge, itself and all edges that share an end with it."""
    count = int(r.way_count)
    at = [
        [int(r.ways[k]) for k in range(first, first + count) if r.ways[k] >= 0]
        for first in range(0, len(r.ways), count)
    ]
    ends = [int(corner) for corner in r.board.edge_corners]
    return [at[ends[2 * e]] + at[ends[2 * e + 1]] for e in range(int(r.board.edges))]


def edge_sets(lists: list[list[int]], words: int) -> vec[i64]:
    """Sets of edges, one after the other, as `bits` keeps them."""
    cells = vec[i64]([0] * (words * len(lists)))
    for i, edges in enumerate(lists):
        for edge in edges:
            put(cells, i * words, edge, True)
    return cells
