"""How the greedy bot plays Event Cards: what it repairs, which road it lets be damaged, what it gives and takes."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bastide.catan.base.island import Island
from bastide.expansions.island.event_cards.rules.state import EventCardsState
from bastide.kernel.state import State
from bastide.players.greedy.island.best import Best
from bastide.players.greedy.island.evaluation import Look
from bastide.players.greedy.island.module_bot import ModuleBot
from bastide.players.greedy.island.robber import hex_gain, rivalry
from bastide.players.greedy.island.turn import best_after
from bastide.players.greedy.island.weights import WIN

BARRED: Final[i64] = 480
"""The cost of laying no roads, in thousandths of a point."""
FURTHER: Final[i64] = 400
"""The cost of each further damaged road."""


class EventCardsBot(ModuleBot):
    """The variant's part of the bot."""

    def __init__(self, r: Island) -> None:
        super().__init__(r)
        self.m: EventCardsState = r.module(EventCardsState)
        self.present: i64 = r.verb_named("present").offset
        self.help: i64 = r.verb_named("help").offset
        self.take: i64 = r.verb_named("take").offset
        self.flee: i64 = r.verb_named("flee").offset

    def damage(self, s: State, seat: i64) -> i64:
        """How many roads of a seat are damaged."""
        count: i64 = 0
        edge = self.m.next_damaged(s, seat, -1)
        while edge >= 0:
            count += 1
            edge = self.m.next_damaged(s, seat, edge)
        return count

    # -- positions

    def plans(self, look: Look) -> None:
        """A repair is worth saving for."""
        count = self.damage(look.s, look.seat)
        if count > 0:
            r = self.r
            cards = vec[i64]([0] * r.goods)
            for good in range(r.goods):
                cards[good] = r.costs[self.m.repair * r.goods + good]
            look.plans.add_cards(FURTHER if count > 1 else BARRED, cards)

    def term(self) -> str:
        """What `worth` counts."""
        return "damage"

    def worth(self, look: Look) -> i64:
        """Damaged roads are a burden, the first of them most of all."""
        count = self.damage(look.s, look.seat)
        if count > 0:
            return -BARRED - FURTHER * (count - 1)
        return 0

    # -- decisions

    def decide(self, look: Look, codes: vec[i64]) -> i64:
        m = self.m
        phase = look.s.cells[look.s.top()]
        if phase == m.quake_phase:
            return best_after(look.t, look.s, look.seat, codes, look.pip)
        if phase == m.boon_phase:
            return self.best_card(look, codes, self.take, 1)
        if phase == m.gift_phase or phase == m.give_phase:
            return self.best_card(look, codes, self.present, -1)
        if phase == m.help_phase:
            return self.weakest(look, codes)
        if phase == m.desert_phase:
            return self.best_desert(look, codes)
        return -1

    def best_card(self, look: Look, codes: vec[i64], verb: i64, count: i64) -> i64:
        """The card with which, or without which, the hand is worth most."""
        best = Best(codes[0], -WIN)
        for code in codes:
            hand = look.hand()
            hand[code - verb] += count
            best.offer(code, look.with_hand(hand))
        return best.code

    def weakest(self, look: Look, codes: vec[i64]) -> i64:
        """The player who is the smallest danger."""
        harm = rivalry(self.r, look.s, look.seat)
        best = codes[0]
        for code in codes:
            if harm[code - self.help] < harm[best - self.help]:
                best = code
        return best

    def best_desert(self, look: Look, codes: vec[i64]) -> i64:
        """The desert where the robber harms the others most; it steals nothing."""
        harm = rivalry(self.r, look.s, look.seat)
        best = Best(codes[0], -WIN)
        for code in codes:
            best.offer(code, hex_gain(look.t, look.s, look.seat, code - self.flee, harm, False))
        return best.code


BOT: Final = EventCardsBot
