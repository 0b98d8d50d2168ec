"""Event Cards as a module of the island: its verbs and phases, and its answers at the seams (TB-EVT)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from mypy_extensions import i64

from bastide.catan.base.automatic import go_on
from bastide.catan.base.config import IslandConfig
from bastide.catan.base.island import CITY, ROAD_LINE, Island, can_pay
from bastide.catan.base.passing import pass_code
from bastide.catan.base.seams import IslandModule
from bastide.expansions.island.event_cards.rules.deck import (
    CARD_NAMES,
    EPIDEMIC,
)
from bastide.expansions.island.event_cards.rules.events import BoonPhase, FleePhase, RoundPhase, begin_event
from bastide.expansions.island.event_cards.rules.gifts import (
    GiftKnowledge,
    GiftPhase,
    GivePhase,
    HelpPhase,
    HelpVerb,
    PresentVerb,
)
from bastide.expansions.island.event_cards.rules.refusals import (
    BEFORE_THE_CARD,
    BEFORE_THE_NEXT_CARD,
    why_not,
)
from bastide.expansions.island.event_cards.rules.reveal import RevealPhase, RevealVerb
from bastide.expansions.island.event_cards.rules.roads import DamageVerb, MendVerb, QuakePhase, repairs
from bastide.expansions.island.event_cards.rules.state import REPAIR, EventCardsPartner, EventCardsState, EventCardsVerb
from bastide.kernel.codes import Codes
from bastide.kernel.errors import IllegalAction, Refusal
from bastide.kernel.state import State

REPAIR_COST: Final = {"lumber": 1, "brick": 1}
OTHERS_FIRST: Final = ("TB-EVT-004", "other players decide first what the event asks of them")


@final
class EventCardsRules(EventCardsState):
    """The variant in a game."""

    def __init__(self, r: Island, module: EventCards) -> None:
        super().__init__(r, module, module.left_out, module.on_trial)
        reveal = r.add_verb(RevealVerb(self, "reveal", names=CARD_NAMES), by_chance=True)
        damage = r.add_verb(DamageVerb(self, "damage", names=r.board.edge_names))
        self.mend = r.add_verb(MendVerb(self, "mend", names=r.board.edge_names))
        present = r.add_verb(PresentVerb(self, "present", names=r.good_names), final=True)
        help_ = r.add_verb(HelpVerb(self, "help", names=r.seat_names))
        flee = r.add_verb(FleeVerb(self, "flee", names=r.board.hex_names))
        pass_code(r)
        self.reveal_phase = r.add_phase(RevealPhase(self, "event_cards_reveal", asks=reveal))
        self.round_phase = r.add_phase(RoundPhase(self, r.verb_named("go-on").offset))
        self.quake_phase = r.add_phase(QuakePhase(self, "event_cards_quake", asks=damage), waits=OTHERS_FIRST)
        taking = BoonPhase(self, "event_cards_boon", 1, r.goods - 1, asks=r.verb_named("take").offset)
        self.boon_phase = r.add_phase(taking, waits=OTHERS_FIRST)
        self.gift_phase = r.add_phase(GiftPhase(self, "event_cards_gift", asks=present), waits=OTHERS_FIRST)
        self.help_phase = r.add_phase(HelpPhase(self, "event_cards_help", asks=help_), waits=OTHERS_FIRST)
        giving = GivePhase(self, "event_cards_give", r.seats - 1, asks=present)
        self.give_phase = r.add_phase(giving, waits=OTHERS_FIRST)
        self.desert_phase = r.add_phase(FleePhase(self, "event_cards_desert", asks=flee))
        self.first_phase = self.reveal_phase
        r.add_knowledge(GiftKnowledge(self))
        self.knights = module.knights(self)
        self.gold = module.gold(self)

    def connect(self) -> None:
        self.knights.connect()
        self.gold.connect()

    # -- the turn

    def begin_turn(self, s: State, seat: i64) -> None:
        s.cells[self.card] = 0

    def number_source(self, s: State, phase: i64) -> i64:
        return self.first_phase

    def after_roll(self, s: State, seat: i64, total: i64) -> None:
        if s.cells[self.card] != 0:
            begin_event(self, s, seat, total)

    def turn_actions(self, s: State, seat: i64, rolled: bool, out: Codes) -> None:
        if rolled and s.cells[self.broken + seat] != 0:
            self.purchases(s, seat, out)

    def purchases(self, s: State, seat: i64, out: Codes) -> None:
        if self.must_repair(s, seat) and can_pay(self.r, s, seat, self.repair):
            repairs(self, s, seat, out)

    def free_work(self, s: State, seat: i64, out: Codes) -> None:
        repairs(self, s, seat, out)

    # -- production

    def yield_of(self, s: State, hex_: i64, corner: i64) -> bool:
        """In an epidemic a city draws one resource at each hex (TB-EVT-008)."""
        if self.event(s) != EPIDEMIC:
            return False
        r = self.r
        if s.cells[r.level + corner] < CITY:
            return False
        seat = s.cells[r.owner + corner] - 1
        good = r.terrain_good[hex_]
        if good < 0:
            return self.gold.city_draws(s, hex_, seat)
        r.claim(s, seat, good, 1)
        s.emit("yield", seat, good, 1, hex_, corner)
        return True

    # -- building

    def may_lay_lines(self, s: State, seat: i64, kind: i64) -> bool:
        return kind != ROAD_LINE or not self.must_repair(s, seat)

    def may_build(self, s: State, seat: i64, item: i64, corner: i64) -> bool:
        r = self.r
        if item == CITY or not self.any_damaged(s):
            return True
        for k in range(corner * r.way_count, (corner + 1) * r.way_count):
            edge = r.ways[k]
            if edge >= 0 and self.is_damaged(s, edge):
                return False
        return True

    def after_lift(self, s: State, seat: i64, edge: i64) -> None:
        if self.is_damaged(s, edge):
            self.mended(s, edge, seat)

    # -- refusals

    def why_not(self, s: State, seat: i64, codes: list[int], no: Refusal) -> IllegalAction | None:
        return why_not(self, s, seat, codes, no)


class FleeVerb(EventCardsVerb):
    """`flee q,r`: the desert to which the robber goes; nobody is robbed there."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        s.cells[self.m.r.robber] = arg
        s.pop()
        s.emit("event_cards_fled", -1, arg)
        go_on(self.m.r, s)


class EventCards(IslandModule):
    """The variant.

    The cards with a number of `left_out` are not played with. `on_trial` says that another expansion takes a road away
    on trial, without counting it. `knights` and `gold` are what others change: what counts for the events of knights,
    and what a city draws in an epidemic at a hex whose good is chosen.
    """

    def __init__(self) -> None:
        super().__init__("event_cards", EventCardsRules)
        self.goods_win = False
        self.role = "variant"
        self.left_out: Sequence[int] = ()
        self.on_trial = False
        self.knights: type[EventCardsPartner] = EventCardsPartner
        self.gold: type[EventCardsPartner] = EventCardsPartner

    def prepare(self, config: IslandConfig) -> None:
        config.before_number = BEFORE_THE_CARD
        config.before_next_number = BEFORE_THE_NEXT_CARD
        config.add_item(REPAIR, REPAIR_COST, None, "TB-EVT-010")
