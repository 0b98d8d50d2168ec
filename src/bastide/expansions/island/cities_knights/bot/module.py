"""The greedy bot's module for Cities & Knights: its savings plans, its valuations, the results of its plays."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bastide.catan.base.island import Island
from bastide.catan.base.trade import RATES
from bastide.expansions.island.cities_knights.bot import domains, plays
from bastide.expansions.island.cities_knights.bot.answers import Answers
from bastide.expansions.island.cities_knights.bot.hand import cards_worth
from bastide.expansions.island.cities_knights.bot.war import War
from bastide.expansions.island.cities_knights.bot.weights import (
    ACTIVE_NEED,
    CITY_SHARE,
    COMMODITY_NEED,
    KNIGHT_NEED,
    QUICK_KNIGHT,
    QUICK_LEVEL,
)
from bastide.expansions.island.cities_knights.rules.cities import improvement_cost
from bastide.expansions.island.cities_knights.rules.state import (
    ACTIVATION,
    DOMAINS,
    KNIGHT,
    RESOURCES,
    KnightsState,
)
from bastide.kernel.state import State
from bastide.players.greedy.island.evaluation import Look
from bastide.players.greedy.island.module_bot import UNJUDGED, ModuleBot

FOLLOWED: Final[i64] = 1
MOVE: Final[i64] = 2
CHASE: Final[i64] = 3
EXCHANGE: Final[i64] = 4
HARBOR: Final[i64] = 5
RESOURCE_MONOPOLY: Final[i64] = 6
TRADE_MONOPOLY: Final[i64] = 7
TAXES: Final[i64] = 8
WEDDING: Final[i64] = 9
SABOTAGE: Final[i64] = 10
ESPIONAGE: Final[i64] = 11
TAXATION: Final[i64] = 12
TREASON: Final[i64] = 13
FLEET: Final[i64] = 14
CRANE: Final[i64] = 15
INVENTION: Final[i64] = 16
BANK: Final[i64] = 17
ARMING: Final[i64] = 18

JUDGED: Final = {
    "improve": FOLLOWED,
    "road-building": FOLLOWED,
    "smithing": FOLLOWED,
    "diplomacy": FOLLOWED,
    "move": MOVE,
    "chase": CHASE,
    "exchange": EXCHANGE,
    "commercial-harbor": HARBOR,
    "resource-monopoly": RESOURCE_MONOPOLY,
    "trade-monopoly": TRADE_MONOPOLY,
    "taxes": TAXES,
    "wedding": WEDDING,
    "sabotage": SABOTAGE,
    "espionage": ESPIONAGE,
    "taxation": TAXATION,
    "treason": TREASON,
    "merchant-fleet": FLEET,
    "crane": CRANE,
    "invention": INVENTION,
    "bank": BANK,
    "recruit": ARMING,
    "promote": ARMING,
}
"""The verbs that one-step lookahead cannot judge; it judges all others."""


class KnightsBot(ModuleBot):
    """How the greedy bot plays Cities & Knights."""

    def __init__(self, r: Island) -> None:
        super().__init__(r)
        m = r.module(KnightsState)
        self.m: KnightsState = m
        self.war = War(m)
        self.answers = Answers(m, self.war)
        self.alchemist: i64 = r.verb_named("alchemist").offset
        self.improve: i64 = r.verb_named("improve").offset
        self.activate: i64 = r.verb_named("activate").offset
        self.recruit: i64 = r.verb_named("recruit").offset
        self.play_of: vec[i64] = vec[i64]([0] * r.actions)
        self.first: vec[i64] = vec[i64]([0] * r.actions)
        for verb in r.verbs:
            if verb.word in JUDGED:
                for code in range(verb.offset, verb.offset + verb.size):
                    self.play_of[code] = JUDGED[verb.word]
                    self.first[code] = verb.offset

    # -- what things yield

    def demand(self, demand: vec[i64], supply: vec[i64]) -> None:
        """Commodities for improvements, cards for knights."""
        m = self.m
        for g in range(self.r.goods):
            demand[g] += KNIGHT_NEED * m.price(KNIGHT, g)
            demand[g] += ACTIVE_NEED * m.price(ACTIVATION, g)
        for domain in range(DOMAINS):
            demand[RESOURCES + domain] += COMMODITY_NEED
        commodities = vec[i64]([0] * self.r.goods)
        for h in range(self.r.board.hexes):
            if m.commodity[h] >= 0:
                commodities[m.commodity[h]] = supply[self.r.terrain_good[h]]
        for domain in range(DOMAINS):
            supply[RESOURCES + domain] += commodities[RESOURCES + domain] * CITY_SHARE // 100

    def city_income(self, corner: i64, pips: vec[i64], income: vec[i64]) -> None:
        """A city yields a commodity in place of its second resource."""
        domains.city_income(self.m, corner, pips, income)

    def income(self, s: State, seat: i64, pips: vec[i64], income: vec[i64]) -> None:
        """All cities of a seat yield commodities in place of second resources."""
        domains.income(self.m, s, seat, pips, income)

    # -- positions

    def plans(self, look: Look) -> None:
        """The next improvements, and strength for the attack."""
        domains.domain_plans(self.m, look)
        self.war.plans(look)

    def term(self) -> str:
        """What `worth` counts."""
        return "knights_and_levels"

    def worth(self, look: Look) -> i64:
        """Levels and walls, knights, hidden cards."""
        m = self.m
        return domains.domains_worth(m, look) + self.war.worth(look) + cards_worth(m, look)

    # -- the quick policy

    def quick_gain(self, s: State, seat: i64, code: i64) -> i64:
        """An improvement, and knights until the seat has one for each city."""
        m = self.m
        r = self.r
        if self.improve <= code < self.improve + DOMAINS:
            return QUICK_LEVEL
        arming = self.recruit <= code < self.recruit + r.board.corners
        if not arming and not self.activate <= code < self.activate + r.board.corners:
            return 0
        strength: i64 = 0
        cities: i64 = 0
        for corner in range(r.board.ashore):
            if s.cells[r.owner + corner] == seat + 1 and s.cells[r.level + corner] > 1:
                cities += 1
            if s.cells[m.knight + corner] == seat + 1 and (arming or s.cells[m.active + corner] != 0):
                strength += 1
        if strength > cities:
            return 0
        return QUICK_KNIGHT

    # -- decisions

    def before_roll(self, look: Look, codes: vec[i64]) -> i64:
        """Dice of one's own choice, if they are worth the card."""
        for code in codes:
            if code == self.alchemist:
                dice = plays.best_dice(self.m, look)
                if dice >= 0:
                    return self.alchemist + dice
                return -1
        return -1

    def judge(self, look: Look, hand: vec[i64], code: i64) -> i64:
        """The position's worth after a play that lookahead cannot judge."""
        play = self.play_of[code]
        if play == 0:
            return UNJUDGED
        m = self.m
        r = self.r
        arg = code - self.first[code]
        if play == FOLLOWED:
            return self.answers.play_on(look, self._after(look, code))
        if play == MOVE:
            if plays.leads_on(m, look, arg // r.board.corners, arg % r.board.corners):
                return UNJUDGED
            return look.value() - 1
        if play == CHASE:
            return Look(look.t, self._after(look, code), look.seat, look.pip).value() + plays.chased(m, look)
        if play == EXCHANGE:
            return plays.exchanged(m, look, hand, arg // RESOURCES, arg % RESOURCES)
        if play == HARBOR:
            return plays.harbor(m, look, hand)
        if play in (RESOURCE_MONOPOLY, TRADE_MONOPOLY):
            return plays.monopoly(m, look, hand, arg, play == RESOURCE_MONOPOLY)
        if play == TAXES:
            return plays.taxes(m, look, hand, arg)
        if play == WEDDING:
            return plays.wedding(m, look)
        if play == SABOTAGE:
            return plays.sabotage_city(m, look, arg) if m.sabotage_hits_cities else plays.sabotage_hands(m, look)
        if play == ESPIONAGE:
            return plays.espionage(m, look, arg)
        if play == TAXATION:
            return plays.taxed(m, look, arg)
        if play == TREASON:
            return plays.treason(m, look, arg)
        if play == FLEET:
            return plays.fleet(m, look, hand, arg)
        if play == CRANE:
            return self._after_crane(look, code)
        if play == ARMING:
            return self._armed(look, self._after(look, code), arg)
        if play == BANK:
            return self._after_exchange(look, hand, code, arg // RATES % r.goods - RESOURCES)
        return plays.swapped(m, look, arg // r.board.hexes, arg % r.board.hexes)

    def decide(self, look: Look, codes: vec[i64]) -> i64:
        """The answer in a phase of the module."""
        return self.answers.decide(look, codes)

    def _after(self, look: Look, code: i64) -> State:
        s = look.s.copy()
        self.r.perform(s, look.seat, code)
        return s

    def _armed(self, look: Look, s: State, corner: i64) -> i64:
        """The worth of a knight just recruited or promoted: as if active, if activation can be paid."""
        value = Look(look.t, s, look.seat, look.pip).value()
        if s.cells[self.m.active + corner] == 0 and self.m.affords(s, look.seat, ACTIVATION):
            self.r.perform(s, look.seat, self.activate + corner)
            value = max(value, Look(look.t, s, look.seat, look.pip).value())
        return value

    def _after_exchange(self, look: Look, hand: vec[i64], code: i64, domain: i64) -> i64:
        """An exchange that completes the cards for an improvement is worth the improvement."""
        if domain < 0 or hand[RESOURCES + domain] + 1 != improvement_cost(self.m, look.s, look.seat, domain):
            return UNJUDGED
        s = self._after(look, code)
        improve = self.improve + domain
        if not self.r.is_legal(s, look.seat, improve):
            return UNJUDGED
        self.r.perform(s, look.seat, improve)
        return self.answers.play_on(look, s)

    def _after_crane(self, look: Look, code: i64) -> i64:
        """A crane is worth the best improvement that it makes cheaper now; without one, nothing."""
        best = look.value() - 1
        s = self._after(look, code)
        later = Look(look.t, s, look.seat, look.pip)
        for each in self.r.legal(s, look.seat):
            if self.improve <= each < self.improve + DOMAINS:
                best = max(best, self.answers.play_on(later, self._after(later, each)))
        return best
