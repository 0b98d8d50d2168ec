"""Barbarian Attack as a module of the island: its verbs and phases, and its answers at the seams (TB-BARB)."""

from __future__ import annotations

import random
from typing import Any, Final, final

from mypy_extensions import i64

from bastide.catan.base.config import UNLIMITED, IslandConfig, Placing
from bastide.catan.base.island import CITY, SETTLEMENT, Island, hand_size
from bastide.catan.base.passing import pass_code
from bastide.catan.base.robber import BY_SEVEN, rob_from
from bastide.catan.base.seams import IslandModule
from bastide.catan.board.layout import Layout
from bastide.catan.board.terrain import Terrain
from bastide.expansions.island.barbarian_attack.rules.board import (
    CASTLE,
    FIGURES,
    LAYOUTS,
    layout_of,
)
from bastide.expansions.island.barbarian_attack.rules.cards import (
    MOVED,
    BarbarianPile,
    CapturePhase,
    CaptureVerb,
    CardPhase,
    LandPhase,
    LandVerb,
    LiftPhase,
    LiftVerb,
    PlaceKnightVerb,
    PlacePhase,
    TurnUpVerb,
)
from bastide.expansions.island.barbarian_attack.rules.fights import (
    COLOURS,
    CoastPhase,
    ColourDiePhase,
    ColourVerb,
    ContestPhase,
    DuelPhase,
    begin_fights,
)
from bastide.expansions.island.barbarian_attack.rules.invasions import InvasionPhase, LandingPhase
from bastide.expansions.island.barbarian_attack.rules.marches import (
    HIRED,
    HaltPhase,
    HaltVerb,
    MarchPhase,
    MarchVerb,
    begin_march,
)
from bastide.expansions.island.barbarian_attack.rules.refusals import why_not
from bastide.expansions.island.barbarian_attack.rules.state import (
    BARBARIANS,
    CARD_WORDS,
    CARDS,
    DICE,
    EXCHANGES,
    FULL,
    GOLD,
    KNIGHTS,
    PAIR,
    BarbarianPartner,
    BarbarianState,
)
from bastide.kernel.codes import Codes
from bastide.kernel.errors import IllegalAction, Refusal
from bastide.kernel.state import BITS, State

GOAL: Final = 12
CARD_FIRST: Final = ("TB-BARB-016", "another player's development card comes first")
MARCH_FIRST: Final = ("TB-BARB-023", "another player's knights march first")
PRICE: Final[i64] = 2
"""The gold for one resource (TB-BARB-039)."""


@final
class BarbarianRules(BarbarianState):
    """The scenario in a game."""

    def __init__(self, r: Island, module: BarbarianAttack) -> None:
        super().__init__(r, module)
        turn_up = r.add_verb(TurnUpVerb(self, "turn-up", names=CARD_WORDS), by_chance=True)
        self.place = r.add_verb(PlaceKnightVerb(self, "station", names=r.board.edge_names))
        self.march = r.add_verb(MarchVerb(self, "march", names=r.board.edge_names))
        self.halt = r.add_verb(HaltVerb(self, "halt", names=r.board.edge_names))
        lift = r.add_verb(LiftVerb(self, "lift", names=r.board.hex_names))
        self.land = r.add_verb(LandVerb(self, "land", names=r.board.hex_names))
        capture = r.add_verb(CaptureVerb(self, "capture", names=r.board.hex_names))
        colour = r.add_verb(ColourVerb(self, "colour", names=COLOURS), by_chance=True)
        self.no = pass_code(r)
        going = r.verb_named("go-on").offset
        self.invasion_phase = r.add_phase(InvasionPhase(self, going))
        self.landing_phase = r.add_phase(LandingPhase(self))
        self.card_phase = r.add_phase(CardPhase(self, "barbarian_attack_card", asks=turn_up))
        coast = BITS[len(self.coast)] - 1
        self.place_phase = r.add_phase(PlacePhase(self, "barbarian_attack_place", CARDS - 1), waits=CARD_FIRST)
        self.lift_phase = r.add_phase(LiftPhase(self, "barbarian_attack_lift", coast, MOVED, lift), waits=CARD_FIRST)
        self.land_phase = r.add_phase(LandPhase(self, "barbarian_attack_land", coast, MOVED), waits=CARD_FIRST)
        self.capture_phase = r.add_phase(CapturePhase(self, "barbarian_attack_capture", asks=capture), waits=CARD_FIRST)
        self.march_phase = r.add_phase(MarchPhase(self, "barbarian_attack_march", HIRED), waits=MARCH_FIRST)
        self.halt_phase = r.add_phase(HaltPhase(self, "barbarian_attack_halt", r.board.edges - 1), waits=MARCH_FIRST)
        self.fight_phase = r.add_phase(CoastPhase(self, going))
        self.contest_phase = r.add_phase(ContestPhase(self, going))
        self.duel_phase = r.add_phase(DuelPhase(self))
        self.colour_phase = r.add_phase(ColourDiePhase(self, "barbarian_attack_colour", r.board.land - 1, asks=colour))
        r.sell_from(BarbarianPile(self))
        self.partner = module.partner(self)

    def connect(self) -> None:
        self.partner.connect()

    # -- set-up and turn

    def begin(self, s: State) -> None:
        c = s.cells
        c[self.supply] = BARBARIANS
        for number in FIGURES["first_landings"]:
            hex_ = self.coast_of_number[number]
            if hex_ >= 0:
                c[self.barbarians + hex_] += 1
                c[self.supply] -= 1
        for seat in range(self.r.seats):
            c[self.ready + seat] = KNIGHTS
        for k in range(CARDS):
            c[self.pile + k] = self.card_counts[k]

    def begin_turn(self, s: State, seat: i64) -> None:
        s.cells[self.exchanges] = 0
        s.cells[self.fighting] = 0

    def turn_actions(self, s: State, seat: i64, rolled: bool, out: Codes) -> None:
        self.partner.turn_actions(s, seat, out)

    def close_turn(self, s: State, seat: i64) -> None:
        begin_fights(self, s, seat)
        begin_march(self, s, seat)

    # -- production and the seven

    def rests(self, s: State, hex_: i64) -> bool:
        return s.cells[self.barbarians + hex_] == FULL

    def sets_in_motion(self, s: State, seat: i64, by: i64) -> bool:
        """There is no robber: on a seven the roller takes a card from a player of choice (TB-BARB-038)."""
        if by == BY_SEVEN:
            mask: i64 = 0
            for other in range(self.r.seats):
                if other != seat and hand_size(self.r, s, other) > 0:
                    mask |= BITS[other]
            rob_from(self.r, s, seat, mask)
        return True

    # -- building and trading

    def may_take_edge(self, s: State, seat: i64, edge: i64, kind: i64) -> bool:
        beside = self.r.board.edge_hexes
        return not self.conquered(s, beside[2 * edge]) and not self.conquered(s, beside[2 * edge + 1])

    def may_build(self, s: State, seat: i64, item: i64, corner: i64) -> bool:
        return not self.touches_conquered(s, corner)

    def after_build(self, s: State, seat: i64, item: i64, place: i64) -> None:
        """A settlement of a colour that nobody plays brings an invasion of its own (TB-BARB-043)."""
        if seat >= self.r.seats and item == SETTLEMENT and s.cells[self.r.turn] > 0:
            s.cells[self.invasions] += 1

    def follow_build(self, s: State, seat: i64, item: i64, place: i64) -> None:
        if s.cells[self.r.turn] > 0 and SETTLEMENT <= item <= CITY:
            s.cells[self.invasions] += 1
            s.push(self.invasion_phase, seat)

    def corner_serves(self, s: State, corner: i64) -> bool:
        return not self.is_lost(s, corner)

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

    def may_win(self, s: State, seat: i64) -> bool:
        return s.cells[self.fighting] == 0

    def points(self, s: State, seat: i64) -> i64:
        return s.cells[self.prisoners + seat] // PAIR - s.cells[self.lost + seat]


class BarbarianAttack(IslandModule):
    """The scenario. `partner` is what another expansion adds to the knights."""

    def __init__(self) -> None:
        super().__init__("barbarian_attack", BarbarianRules)
        self.role = "scenario"
        self.chapter = 4
        self.terrains = {CASTLE: Terrain(robber=False)}
        self.layouts = LAYOUTS
        self.options = {"fights_end_turn": ("yes", "no"), "battle_dice": tuple(DICE)}
        self.defaults = {"goal": GOAL, "pieces": "free"}
        self.only_seats = (3, 4)
        self.partner: type[BarbarianPartner] = BarbarianPartner

    def lay(self, name: str, seats: int, options: dict[str, Any], rng: random.Random | None) -> Layout:
        return layout_of(name, rng)

    def prepare(self, config: IslandConfig) -> None:
        config.robber = False
        config.deck = [0] * len(config.deck)
        config.add_goods({GOLD: UNLIMITED}, purse=True, rule="TB-BARB-039")
        seats = config.seats
        config.placings = [Placing(turn) for turn in range(seats)]
        config.placings += [Placing(turn, city=True, pays=True) for turn in reversed(range(seats))]
