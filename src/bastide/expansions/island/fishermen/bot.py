"""How the greedy bot plays Fishermen: what fish are worth, what it spends them on, to whom the boot goes."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bastide.catan.base.island import Island
from bastide.expansions.island.fishermen.rules.deliveries import others_with_cards
from bastide.expansions.island.fishermen.rules.payments import (
    DELIVERIES,
    DEVELOPMENT,
    FREE_ROAD,
    RESOURCE,
    THEFT,
)
from bastide.expansions.island.fishermen.rules.state import KINDS, FishermenState
from bastide.kernel.state import BITS, State
from bastide.players.greedy.island.best import Best
from bastide.players.greedy.island.evaluation import Look
from bastide.players.greedy.island.module_bot import UNJUDGED, ModuleBot
from bastide.players.greedy.island.robber import hex_gain, rivalry, steal_gain
from bastide.players.greedy.island.turn import best_after, best_pair, drawn_card

FISH: Final[i64] = 48
"""A fish of the first few, in thousandths of a point."""
FURTHER_FISH: Final[i64] = 20
"""Any further fish: tokens beyond seven are lost."""
FEW: Final[i64] = 9
"""How many fish count in full."""
CLUTTER: Final[i64] = 5
"""The cost of each token held: many small ones leave no room for others."""
FISH_PIP: Final[i64] = 38
"""What a pip of tokens is worth, in percent of a pip of cards."""
QUICK_PIP: Final[i64] = 40
"""A pip of tokens to the quick policy, in thousandths of a point."""
BOOT: Final[i64] = 600
"""The worth of giving the boot away."""


class FishermenBot(ModuleBot):
    """The scenario's part of the bot."""

    def __init__(self, r: Island) -> None:
        super().__init__(r)
        self.m: FishermenState = r.module(FishermenState)
        # By corner, the pips of the waters there.
        pips = [0] * int(r.board.corners)
        for number in range(2, 13):
            for i in range(self.m.waters.start[number], self.m.waters.start[number + 1]):
                pips[self.m.waters.corners[i]] += 6 - abs(7 - number)
        self.pips: vec[i64] = vec[i64](pips)

    # -- positions

    def term(self) -> str:
        """What `worth` counts."""
        return "fish"

    def worth(self, look: Look) -> i64:
        """The tokens in hand, and those that the seat's buildings will bring."""
        r = self.r
        c = look.s.cells
        at = self.m.fish + look.seat * KINDS
        total = fish_worth(c[at], c[at + 1], c[at + 2])
        pips: i64 = 0
        for corner in range(r.board.ashore):
            if c[r.owner + corner] == look.seat + 1:
                pips += self.pips[corner] * c[r.level + corner]
        return total + pips * look.pip * FISH_PIP // 100

    def corner_gain(self, look: Look, corner: i64, more: i64) -> i64:
        """The tokens that a building at the water will bring."""
        return self.pips[corner] * more * look.pip * FISH_PIP // 100

    # -- the quick policy

    def quick_corner(self, s: State, seat: i64, corner: i64) -> i64:
        """The tokens that a building at the water will bring."""
        return self.pips[corner] * QUICK_PIP

    def quick_gain(self, s: State, seat: i64, code: i64) -> i64:
        """To be rid of the boot; of deliveries it takes none."""
        if self.m.give_boot <= code < self.m.give_boot + self.r.seats:
            return BOOT
        return 0

    # -- decisions

    def before_roll(self, look: Look, codes: vec[i64]) -> i64:
        """Give the boot away at once."""
        best = Best(-1, -1)
        for code in codes:
            other = code - self.m.give_boot
            if 0 <= other < self.r.seats:
                best.offer(code, self.strength(look.s, other))
        return best.code

    def judge(self, look: Look, hand: vec[i64], code: i64) -> i64:
        m = self.m
        if m.give_boot <= code < m.give_boot + self.r.seats:
            return look.value() + BOOT + self.strength(look.s, code - m.give_boot)
        if m.buy <= code < m.buy + len(DELIVERIES) * m.payments.count:
            return self.after_delivery(look, hand, (code - m.buy) // m.payments.count, code)
        return UNJUDGED

    def decide(self, look: Look, codes: vec[i64]) -> i64:
        """The worth of what follows a delivery, and of the exchange of a token."""
        s = look.s
        phase = s.cells[s.top()]
        if phase == self.m.resource_phase:
            return best_pair(look, look.hand(), 1).code
        if phase == self.m.road_phase:
            return best_after(look.t, s, look.seat, codes, look.pip)
        if phase == self.m.swap_phase:
            # A token of one fish, the first that can be given back, is less than what is drawn.
            return codes[0] if s.cells[self.m.fish + look.seat * KINDS] > 0 else self.r.no
        return -1

    # -- deliveries

    def after_delivery(self, look: Look, hand: vec[i64], delivery: i64, code: i64) -> i64:
        """The value of the position after a delivery; an expected value if chance or hidden cards decide."""
        r = self.r
        s = look.s
        seat = look.seat
        paid = self.price(look, code)
        if delivery == THEFT:
            return look.value() - paid + self.best_theft(s, seat)
        if delivery == RESOURCE:
            return best_pair(look, hand, 1).value - paid
        if delivery == DEVELOPMENT:
            return look.value() - paid + drawn_card(look)
        later = s.copy()
        r.perform(later, seat, code)
        if delivery == FREE_ROAD:
            r.perform(later, seat, best_after(look.t, later, seat, r.legal(later, seat), look.pip))
            return Look(look.t, later, seat, look.pip).value()
        harm = rivalry(r, s, seat)
        gain = hex_gain(look.t, s, seat, s.cells[r.robber], harm, False)
        return Look(look.t, later, seat, look.pip).value() - gain

    def price(self, look: Look, code: i64) -> i64:
        """What the tokens of a payment are worth to the seat."""
        c = look.s.cells
        p = self.m.payments
        payment = (code - self.m.buy) % p.count
        at = self.m.fish + look.seat * KINDS
        ones, twos, threes = c[at], c[at + 1], c[at + 2]
        left = fish_worth(ones - p.ones[payment], twos - p.twos[payment], threes - p.threes[payment])
        return fish_worth(ones, twos, threes) - left

    def best_theft(self, s: State, seat: i64) -> i64:
        """The gain of a card taken from the best victim."""
        harm = rivalry(self.r, s, seat)
        victims = others_with_cards(self.m, s, seat)
        best: i64 = 0
        for other in range(self.r.seats):
            if victims & BITS[other]:
                best = max(best, steal_gain(self.r, s, other, harm))
        return best

    def strength(self, s: State, seat: i64) -> i64:
        """How near a seat is to the end, to choose who gets the boot."""
        return self.r.open_points(s, seat)


def fish_worth(ones: i64, twos: i64, threes: i64) -> i64:
    """The value of tokens."""
    fish = ones + 2 * twos + 3 * threes
    full = min(fish, FEW)
    return FISH * full + FURTHER_FISH * (fish - full) - CLUTTER * (ones + twos + threes)


BOT: Final = FishermenBot
