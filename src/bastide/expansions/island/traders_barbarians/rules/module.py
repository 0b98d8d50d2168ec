"""Traders & Barbarians as a module of the island: its verbs and phases, and its answers at the seams (TB-TRAD)."""

from __future__ import annotations

import random
from typing import Any, Final, final

from mypy_extensions import i64

from bastide.catan.base.config import UNLIMITED, IslandConfig, Placing
from bastide.catan.base.island import CITY, Island
from bastide.catan.base.robber import BY_EVENT
from bastide.catan.base.seams import IslandModule
from bastide.catan.board.graph import Board
from bastide.catan.board.layout import Layout
from bastide.expansions.island.traders_barbarians.rules.barbarians import (
    PATHS_ALONE,
    AttackPhase,
    ExpelVerb,
    PostPhase,
    PostVerb,
    RousePhase,
    RouseVerb,
    start_barbarian,
)
from bastide.expansions.island.traders_barbarians.rules.board import (
    FIGURES,
    LAYOUTS,
    SITES,
    TERRAINS,
    closed_edges,
    layout_of,
)
from bastide.expansions.island.traders_barbarians.rules.refusals import why_not
from bastide.expansions.island.traders_barbarians.rules.state import (
    CARGO,
    CHEAP,
    EXCHANGES,
    EXPENSIVE,
    FIRST_GOLD,
    FIRST_STACKS,
    FODDER,
    GOLD,
    JOURNEY,
    KINDS,
    MOVES,
    STACKS,
    TOP,
    TradersPartner,
    TradersState,
)
from bastide.expansions.island.traders_barbarians.rules.wagons import (
    ARRIVED,
    SECOND,
    DrivePhase,
    DriveVerb,
    FeedVerb,
    JourneyVerb,
    LoadPhase,
    LoadVerb,
    RestVerb,
    UpgradeVerb,
    begin_move,
    may_upgrade,
)
from bastide.kernel.bits import put
from bastide.kernel.codes import Codes
from bastide.kernel.errors import IllegalAction, Refusal
from bastide.kernel.state import State

GOAL: Final = 13
BARBARIAN_FIRST: Final = ("TB-TRAD-033", "another player moves a barbarian first")
PRICE: Final[i64] = 2
"""The gold for one resource (TB-TRAD-037)."""
UPGRADES: Final = {CHEAP: {"lumber": 1, "wool": 1, "ore": 1}, EXPENSIVE: {"lumber": 2, "wool": 1, "ore": 1}}
"""The two prices of an upgrade: to level 2 or 3, and to level 4 or 5 (TB-TRAD-026)."""


@final
class TradersBarbariansRules(TradersState):
    """The scenario in a game."""

    def __init__(self, r: Island, module: TradersBarbarians) -> None:
        super().__init__(r, module)
        self.upgrade = r.add_verb(UpgradeVerb(self, "upgrade"))
        self.drive = r.add_verb(DriveVerb(self, "drive", names=r.board.corner_names))
        self.feed = r.add_verb(FeedVerb(self, "feed"))
        self.expel = r.add_verb(ExpelVerb(self, "expel", names=r.board.edge_names))
        self.rest = r.add_verb(RestVerb(self, "rest"))
        self.journey = r.add_verb(JourneyVerb(self, JOURNEY))
        self.rouse = r.add_verb(RouseVerb(self, "rouse", names=r.board.edge_names))
        self.post = r.add_verb(PostVerb(self, "post", names=r.board.edge_names))
        load = r.add_verb(LoadVerb(self, "load", names=CARGO), by_chance=True)
        self.wagon_phase = r.add_phase(
            DrivePhase(self, "traders_barbarians_wagon", MOVES[TOP] + FODDER, SECOND + ARRIVED),
            waits=("TB-TRAD-014", "another player's wagon moves first"),
        )
        self.load_phase = r.add_phase(LoadPhase(self, "traders_barbarians_load", len(self.plazas) - 1, asks=load))
        self.attack_phase = r.add_phase(AttackPhase(self))
        self.rouse_phase = r.add_phase(RousePhase(self, "traders_barbarians_rouse"), waits=BARBARIAN_FIRST)
        self.post_phase = r.add_phase(
            PostPhase(self, "traders_barbarians_post", r.board.edges - 1, PATHS_ALONE), waits=BARBARIAN_FIRST
        )
        self.neutrals = module.neutrals(self)
        self.roads = module.roads(self)

    def connect(self) -> None:
        self.neutrals.connect()
        self.roads.connect()

    # -- set-up and turn

    def begin(self, s: State) -> None:
        for k in range(STACKS * KINDS):
            s.cells[self.stacks + k] = FIRST_STACKS[k]
        for edge in self.raiders:
            put(s.cells, self.barbarians, edge, True)
        for seat in range(self.r.seats):
            self.r.draw_goods(s, seat, self.gold, FIRST_GOLD)

    def begin_turn(self, s: State, seat: i64) -> None:
        s.cells[self.exchanges] = 0

    def turn_actions(self, s: State, seat: i64, rolled: bool, out: Codes) -> None:
        if rolled and may_upgrade(self, s, seat):
            out.add(self.upgrade)
        self.neutrals.turn_actions(s, seat, out)

    def close_turn(self, s: State, seat: i64) -> None:
        begin_move(self, s, seat)

    # -- the roll and the seven

    def number_stands(self, s: State, seat: i64, total: i64) -> bool:
        """A 2 or a 12 is rolled again (TB-TRAD-013)."""
        return 2 < total < 12

    def sets_in_motion(self, s: State, seat: i64, by: i64) -> bool:
        """There is no robber: a barbarian moves, but for an event that sends the robber away (TB-TRAD-033)."""
        if by != BY_EVENT:
            start_barbarian(self, s, seat)
        return True

    # -- building and trading

    def may_build(self, s: State, seat: i64, item: i64, corner: i64) -> bool:
        return self.shut_corner[corner] == 0

    def after_build(self, s: State, seat: i64, item: i64, place: i64) -> None:
        """The wagon begins at the starting city (TB-TRAD-008)."""
        if item == CITY and seat < self.r.seats and s.cells[self.wagon + seat] == 0:
            s.cells[self.wagon + seat] = place + 1

    def rate(self, s: State, seat: i64, good: i64, rate: i64) -> i64:
        if good != self.gold:
            return rate
        if s.cells[self.exchanges] < EXCHANGES:
            return PRICE
        return 0

    def exchanged(self, s: State, seat: i64, good: i64, count: i64, got: i64) -> None:
        if good == self.gold:
            s.cells[self.exchanges] += 1

    # -- refusals

    def why_not(self, s: State, seat: i64, codes: list[int], no: Refusal) -> IllegalAction | None:
        return why_not(self, s, seat, codes, no)

    # -- points

    def points(self, s: State, seat: i64) -> i64:
        points = self.deliveries(s, seat)
        if s.cells[self.level + seat] == TOP:
            points += 1
        return points


class TradersBarbarians(IslandModule):
    """The scenario.

    `neutrals` is what colours that nobody plays add, `roads` says which roads are damaged.
    """

    def __init__(self) -> None:
        super().__init__("traders_barbarians", TradersBarbariansRules)
        self.role = "scenario"
        self.chapter = 5
        self.terrains = dict(TERRAINS)
        self.sites = dict(SITES)
        self.layouts = LAYOUTS
        self.options = {"army": ("on", "off")}
        self.defaults = {"goal": GOAL, "pieces": "free"}
        self.only_seats = (3, 4)
        self.neutrals: type[TradersPartner] = TradersPartner
        self.roads: type[TradersPartner] = TradersPartner

    def lay(self, name: str, seats: int, options: dict[str, Any], rng: random.Random | None) -> Layout:
        return layout_of(name, options, rng)

    def line_edges(self, board: Board, line: str, edges: set[int]) -> set[int]:
        return edges - closed_edges(board)

    def prepare(self, config: IslandConfig) -> None:
        config.robber = False
        config.route_points = 0
        if config.options["army"] == "off":
            config.army_points = 0
        config.cards_wait = True
        cards = FIGURES["cards"]
        config.deck = [int(cards[name]) for name in config.card_names]
        config.add_card(JOURNEY, int(cards[JOURNEY]))
        config.add_goods({GOLD: UNLIMITED}, purse=True, rule="TB-TRAD-037")
        for name, cost in UPGRADES.items():
            config.add_item(name, cost, None, "TB-TRAD-026")
        seats = config.seats
        config.placings = [Placing(turn) for turn in range(seats)]
        config.placings += [Placing(turn, city=True, pays=True) for turn in reversed(range(seats))]
