"""Cities & Knights as a module of the island: its verbs and phases, and its answers at the seams."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, final

from mypy_extensions import i64

from bastide.catan.base.config import IslandConfig
from bastide.catan.base.island import CITY, SETTLEMENT, Island
from bastide.catan.base.passing import pass_code
from bastide.catan.base.seams import IslandModule
from bastide.catan.board.layout import Layout
from bastide.expansions.island.cities_knights.rules.barbarians import (
    AftermathPhase,
    ChoosePhase,
    ChooseVerb,
    DefendVerb,
    FallVerb,
    FightPhase,
    MusterPhase,
)
from bastide.expansions.island.cities_knights.rules.cities import (
    AqueductPhase,
    CityVerbs,
    city_yields,
    offer_aqueducts,
)
from bastide.expansions.island.cities_knights.rules.deciding import PlainCityPhase
from bastide.expansions.island.cities_knights.rules.events import EventPhase, EventVerb
from bastide.expansions.island.cities_knights.rules.figures import (
    DEFENSES,
    DOMAIN_NAMES,
    EDITIONS,
    FIGURES,
    ITEMS,
    beginner,
    readings,
)
from bastide.expansions.island.cities_knights.rules.hands import moved
from bastide.expansions.island.cities_knights.rules.knights import KnightVerbs
from bastide.expansions.island.cities_knights.rules.knowledge import KnightsKnowledge
from bastide.expansions.island.cities_knights.rules.pending_refusals import why_wait
from bastide.expansions.island.cities_knights.rules.pieces import RANKS, DisplacedPhase, RetreatVerb
from bastide.expansions.island.cities_knights.rules.progress.allegiance import EnlistPhase, TreasonPhase
from bastide.expansions.island.cities_knights.rules.progress.diplomacy import RebuildPhase
from bastide.expansions.island.cities_knights.rules.progress.espionage import SpyPhase
from bastide.expansions.island.cities_knights.rules.progress.piles import (
    ProgressPhase,
    ProgressVerb,
    ReturnVerb,
    SurplusPhase,
    fill,
)
from bastide.expansions.island.cities_knights.rules.progress.politics import PoliticsCards
from bastide.expansions.island.cities_knights.rules.progress.science import ScienceCards, SmithPhase
from bastide.expansions.island.cities_knights.rules.progress.trade import TAKEN, ReplyPhase, SeizePhase, TradeCards
from bastide.expansions.island.cities_knights.rules.refusals import why_not
from bastide.expansions.island.cities_knights.rules.state import (
    ABILITY,
    DOMAINS,
    FACE_NAMES,
    MARKS,
    METROPOLIS_POINTS,
    MIGHTY,
    RESOURCES,
    TRADE,
    UNPREFIXED,
    UNPREFIXED_OF_DOMAINS,
    WALL_CARDS,
    KnightsState,
)
from bastide.kernel.codes import Codes
from bastide.kernel.errors import ConfigError, IllegalAction, Refusal
from bastide.kernel.state import BITS, State


@final
class CitiesKnightsRules(KnightsState):
    """The expansion in a game, in either edition."""

    def __init__(self, r: Island, module: CitiesKnights) -> None:
        super().__init__(r, module)
        self.event_die_first: bool = module.event_die_first
        r.add_knowledge(KnightsKnowledge(self))
        no = pass_code(r)
        event = r.add_verb(EventVerb(self, "event", names=FACE_NAMES), by_chance=True)
        progress = r.add_verb(ProgressVerb(self, "progress", names=[*self.card_names, "nothing"]), by_chance=True)
        returning = r.add_verb(ReturnVerb(self, "return", names=self.card_names))
        defend = r.add_verb(DefendVerb(self, "defend", names=r.board.corner_names))
        lose = r.add_verb(FallVerb(self, "lose", names=r.board.corner_names))
        choose = r.add_verb(ChooseVerb(self, "draw-from", names=DOMAIN_NAMES))
        retreat = r.add_verb(RetreatVerb(self, "retreat", names=r.board.corner_names))
        self.knights = KnightVerbs(self)
        self.city_verbs = CityVerbs(self)
        self.science = ScienceCards(self, self.city_verbs)
        self.trade = TradeCards(self)
        self.politics = PoliticsCards(self)
        take = r.verb_named("take").offset
        going = r.verb_named("go-on").offset
        add = r.add_phase
        self.event_phase = add(EventPhase("event", asks=event))
        self.progress_phase = add(ProgressPhase(self, "progress", DOMAINS - 1, asks=progress))
        self.surplus_phase = add(SurplusPhase(self, "surplus", asks=returning))
        self.fight_phase = add(FightPhase(self, going))
        self.aftermath_phase = add(AftermathPhase(self, going))
        self.muster_phase = add(MusterPhase(self, "muster", r.board.corners, asks=defend))
        r.widen(r.discard_phase, 0, int(self.kinds) - 1)
        self.fall_phase = add(PlainCityPhase(self, "fall", DOMAINS - 1, asks=lose))
        self.choose_phase = add(ChoosePhase(self, "choose", asks=choose))
        self.aqueduct_phase = add(AqueductPhase(self, take, no))
        self.metropolis_phase = add(PlainCityPhase(self, "metropolis", DOMAINS - 1, asks=self.city_verbs.metropolis))
        self.displaced_phase = add(
            DisplacedPhase(
                self,
                "displaced",
                r.board.corners - 1,
                ((BITS[MARKS] - 1) * RANKS + MIGHTY) * 2 + 1,
                asks=retreat,
            )
        )
        self.smith_phase = add(SmithPhase(self, self.knights, no))
        self.rebuild_phase = add(RebuildPhase(self, "rebuild", r.board.edges - 1, r.lines - 1))
        self.reply_phase = add(ReplyPhase(self, "reply", r.seats - 1, RESOURCES - 1, asks=self.trade.pay))
        self.seize_phase = add(SeizePhase(self, "seize", r.seats - 1, TAKEN, asks=self.trade.seize))
        self.spy_phase = add(SpyPhase(self, "spy", r.seats - 1, asks=self.politics.spy))
        self.treason_phase = add(TreasonPhase(self, "treason", r.seats - 1, asks=self.politics.dismiss))
        self.enlist_phase = add(EnlistPhase(self, "enlist", MIGHTY, 1, asks=self.politics.enlist))

    # -- set-up and turn

    def begin(self, s: State) -> None:
        c = s.cells
        for seat in range(self.r.seats):
            c[self.walls_left + seat] = self.wall_supply
            for rank in range(3):
                c[self.knights_left + seat * 3 + rank] = self.knight_supply[rank]
        fill(self, s)
        if self.robber_sleeps:
            c[self.r.robber] = -1  # CK-009

    def begin_turn(self, s: State, seat: i64) -> None:
        if self.r.paid_phases > 1:  # others may have marked knights of theirs outside their turns
            for other in range(self.r.seats):
                self._unmark(s, other)

    def turn_actions(self, s: State, seat: i64, rolled: bool, out: Codes) -> None:
        if not rolled:
            self.science.before_roll(s, seat, out)
            return
        self.city_verbs.legal(s, seat, out)
        self.knights.legal(s, seat, out)
        self.trade.exchanges(s, seat, out)
        self.playable(s, seat, out)

    def purchases(self, s: State, seat: i64, out: Codes) -> None:
        self.city_verbs.legal(s, seat, out)
        self.knights.legal(s, seat, out, False)

    def playable(self, s: State, seat: i64, out: Codes) -> None:
        if self.cards_of(s, seat) > 0:
            self.science.legal(s, seat, out)
            self.trade.legal(s, seat, out)
            self.politics.legal(s, seat, out)

    def close_turn(self, s: State, seat: i64) -> None:
        c = s.cells
        c[self.cranes] = 0
        c[self.fleet] = 0
        c[self.harbor_open] = 0
        c[self.harbor_done] = 0
        if self.r.paid_phases == 1:
            self._unmark(s, seat)

    def _unmark(self, s: State, seat: i64) -> None:
        """Remove the marks of a seat's knights, which last for one turn."""
        corner = self.next_knight(s, seat, -1)
        while corner >= 0:
            s.cells[self.marks + corner] = 0
            corner = self.next_knight(s, seat, corner)

    # -- production

    def after_roll(self, s: State, seat: i64, total: i64) -> None:
        if not self.event_die_first or s.cells[self.r.dice + 1] != 0:
            s.push(self.event_phase, seat)

    def yield_of(self, s: State, hex_: i64, corner: i64) -> bool:
        return city_yields(self, s, hex_, corner)

    def after_production(self, s: State, total: i64) -> None:
        offer_aqueducts(self, s)

    # -- the seven and the robber

    def hand_limit(self, s: State, seat: i64) -> i64:
        return WALL_CARDS * (self.wall_supply - s.cells[self.walls_left + seat])

    def sets_in_motion(self, s: State, seat: i64, by: i64) -> bool:
        return not self.robber_is_awake(s)

    # -- building and trading

    def may_build(self, s: State, seat: i64, item: i64, corner: i64) -> bool:
        if item == SETTLEMENT:
            return s.cells[self.knight + corner] == 0
        return s.cells[self.r.left + seat * 3 + SETTLEMENT] >= 0 or s.cells[self.tipped + corner] != 0

    def piece_at(self, s: State, corner: i64) -> i64:
        return s.cells[self.knight + corner]

    def after_build(self, s: State, seat: i64, item: i64, place: i64) -> None:
        if item == CITY:
            s.cells[self.tipped + place] = 0

    def rate(self, s: State, seat: i64, good: i64, rate: i64) -> i64:
        if rate <= 2:
            return rate
        c = s.cells
        if c[self.r.on_turn] == seat and c[self.fleet] & BITS[good]:
            return 2
        if RESOURCES <= good < self.r.held:
            if self.level(s, seat, TRADE) >= ABILITY:
                return 2
            return rate
        if c[self.merchant_holder] == seat + 1 and self.r.terrain_good[c[self.merchant] - 1] == good:
            return 2
        return rate

    # -- what is known

    def moved(self, s: State, seat: i64, good: i64, count: i64, sees: i64) -> None:
        moved(self, s, seat, good, count, sees)

    def why_not(self, s: State, seat: i64, codes: list[int], no: Refusal) -> IllegalAction | None:
        return why_not(self, s, seat, codes, no)

    def why_wait(self, s: State, seat: i64, codes: list[int], no: Refusal) -> IllegalAction | None:
        return why_wait(self, s, seat, self.r.verb_of[codes[0]].word, no)

    # -- points

    def points(self, s: State, seat: i64) -> i64:
        c = s.cells
        points = c[self.tokens + seat] + c[self.laid_open + seat * 2] + c[self.laid_open + seat * 2 + 1]
        points += METROPOLIS_POINTS * self.metropolises(s, seat)
        return points + 1 if c[self.merchant_holder] == seat + 1 else points


class CitiesKnights(IslandModule):
    """The expansion.

    Others may change it: `more_commodities` are further cards of each commodity. With `event_die_first` the event die
    is thrown with the red die alone, before the number; both dice lie only if a card has chosen them.
    """

    def __init__(self) -> None:
        super().__init__("cities_knights", CitiesKnightsRules)
        self.role = "extension"
        self.unprefixed = (*UNPREFIXED, *(f"{name}_{what}" for name in DOMAIN_NAMES for what in UNPREFIXED_OF_DOMAINS))
        self.options = {"edition": EDITIONS, "defense": DEFENSES, **readings()}
        self.defaults = {"goal": 13, "pieces": "free"}
        self.layouts = ("beginner",)
        self.more_commodities = 0
        self.event_die_first = False

    def adds_to_defaults(self, layout: str, given: Mapping[str, Any]) -> dict[str, int]:
        """Only the 2025 edition adds to the goal of another expansion (CKO-024)."""
        return self.raises if given.get("edition", EDITIONS[0]) == EDITIONS[0] else {}

    def lay(self, name: str, seats: int, options: dict[str, Any], rng: random.Random | None) -> Layout:
        return beginner()

    def prepare(self, config: IslandConfig) -> None:
        if config.options["pieces"] == "printed" and not config.layout.starts:
            raise ConfigError(
                "pieces = 'printed': this expansion has no printed starting pieces; say 'free'", None, "CK-011"
            )
        config.add_goods({name: n + self.more_commodities for name, n in FIGURES["commodities"].items()})
        config.deck = [0] * len(config.deck)  # CK-006
        for item in ITEMS:
            config.add_item(item, FIGURES["cost"][item])
        config.placings = [placing._replace(city=placing.pays) for placing in config.placings]
        config.numbers_move = True
