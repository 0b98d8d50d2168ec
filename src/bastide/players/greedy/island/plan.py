"""Plans: purchases that a seat saves for, the time until it has the cards, and the resulting value of a hand.

A plan is a gain and the cards it needs. Its value decays with the rolls it must wait. This one measure judges discards,
exchanges, offers, free goods and monopolies: each is as good as the hand it leaves.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from bastide.players.greedy.island.waits import Waits
from bastide.players.greedy.island.weights import (
    AT_HAND,
    AT_RISK,
    BY_BANK_LEAST,
    CARD_LEFT,
    EXCHANGE,
    LONGEST_WAIT,
    SECOND,
    SPARE_SHARE,
    WAITING,
)

PIPS_A_ROLL: Final[i64] = 36
PLENTY_OF_PLANS: Final[i64] = 8
"""For so many plans there is room at first."""
NOUGHT: Final[i64] = 4_294_967_296
"""2**32. The inverse of a rate is this, divided by the rate and rounded up: `n * inverse >> 32` is `n // rate`."""
INVERSES: Final = vec[i64]([4_294_967_296 // max(rate, 1) + 1 for rate in range(5)])
"""The inverses of the usual rates."""


@final
class Plans:
    """The plans of one seat with its income and its rates of exchange; there are `count`.

    `needs[plan * goods + good]` cards, `gains[plan]` thousandths of a point, `income[good]` pips. Of the plans with
    `either[plan]` set, alternatives, at most one counts.
    """

    def __init__(self, waits: Waits, income: vec[i64], rates: vec[i64]) -> None:
        r = waits.r
        goods = r.goods
        self.waits = waits
        self.goods: i64 = goods
        self.held: i64 = r.held
        self.income: vec[i64] = income
        self.count: i64 = 0
        self.gains: vec[i64] = vec[i64]([0] * PLENTY_OF_PLANS)
        self.needs: vec[i64] = vec[i64]([0] * (PLENTY_OF_PLANS * goods))
        self.either: vec[i64] = vec[i64]([0] * PLENTY_OF_PLANS)
        self.limit: i64 = r.limit
        self._inverses: vec[i64] = vec[i64]([0] * goods)
        self._rest: vec[i64] = vec[i64]([0] * goods)
        self._debts: vec[i64] = vec[i64]([0] * goods)
        self.trade_at(rates)

    def trade_at(self, rates: vec[i64]) -> None:
        """Exchange at these rates from now on."""
        for g in range(self.goods):
            rate = rates[g]
            self._inverses[g] = INVERSES[rate] if 0 < rate < len(INVERSES) else NOUGHT // rate + 1

    def _next(self, gain: i64) -> i64:
        """Make room for one more plan; returns where in `needs` its cards are to be written."""
        n = self.count
        if n == len(self.gains):
            wider = vec[i64]([0] * (2 * n))
            needs = vec[i64]([0] * (2 * n * self.goods))
            either = vec[i64]([0] * (2 * n))
            for i in range(n):
                wider[i] = self.gains[i]
                either[i] = self.either[i]
            for i in range(n * self.goods):
                needs[i] = self.needs[i]
            self.gains = wider
            self.needs = needs
            self.either = either
        self.gains[n] = gain
        self.count = n + 1
        return n * self.goods

    def add_cards(self, gain: i64, cards: vec[i64]) -> None:
        """A plan for something that costs these cards, by good."""
        at = self._next(gain)
        for g in range(self.goods):
            self.needs[at + g] = cards[g]

    def add_alternative(self, gain: i64, cards: vec[i64]) -> None:
        """A plan that brings what the other alternatives bring: of them all, one counts."""
        self.add_cards(gain, cards)
        self.either[self.count - 1] = 1

    def add(self, gain: i64, roads: i64, item: i64) -> None:
        """A plan: so many roads, then an item; -1 for roads alone."""
        costs = self.waits.r.costs
        at = self._next(gain)
        goods = self.goods
        needs = self.needs
        for g in range(goods):
            n = roads * costs[g]
            if item >= 0:
                n += costs[item * goods + g]
            needs[at + g] = n

    def value(self, plan: i64, hand: vec[i64], at: i64, least: i64) -> i64:
        """What a plan counts with the cards `hand[at:]`; 0 if that is not above `least`.

        It counts a share of its gain: by the exchanges that it still needs, or by the expected wait.
        """
        goods = self.goods
        needs = self.needs
        inverses = self._inverses
        debts = self._debts
        base = plan * goods
        gain = self.gains[plan]
        missing: i64 = 0
        exchanges: i64 = 0
        for g in range(goods):
            d = hand[at + g] - needs[base + g]
            debts[g] = PIPS_A_ROLL * d
            if d < 0:
                missing -= d
            else:
                exchanges += d * inverses[g] >> 32
        if missing == 0:
            return gain * (AT_HAND * 10) // 1000
        if missing <= exchanges:
            return gain * (max(AT_HAND - EXCHANGE * missing, BY_BANK_LEAST) * 10) // 1000
        # The least share that would be above, and the longest wait with such a share.
        need = (1000 * (least + 1) + gain - 1) // gain
        if need > WAITING * 10:
            return 0
        low: i64 = 0
        high = self.waits.latest[need]
        if high < LONGEST_WAIT and not self._covered(high):
            return 0
        while low < high:
            middle = (low + high) // 2
            if self._covered(middle):
                high = middle
            else:
                low = middle + 1
        return gain * self.waits.share[low] // 1000

    def _covered(self, rolls: i64) -> bool:
        """Whether so many rolls are expected to cover the debts, by income and exchanges."""
        income = self.income
        inverses = self._inverses
        debts = self._debts
        lack: i64 = 0
        spare: i64 = 0
        for g in range(self.goods):
            x = debts[g] + income[g] * rolls
            if x < 0:
                lack -= x
            else:
                spare += x * inverses[g] >> 32
        return 100 * lack <= SPARE_SHARE * spare

    def worth(self, hand: vec[i64], at: i64) -> i64:
        """The value of the cards `hand[at:]`: the best plan, a share of the next with the cards left, and the cards.

        The risk that a seven takes some is taken off.
        """
        goods = self.goods
        gains = self.gains
        best: i64 = 0
        first: i64 = -1
        for plan in range(self.count):
            if gains[plan] > best:
                value = self.value(plan, hand, at, best)
                if value > best:
                    best = value
                    first = plan
        second: i64 = 0
        cards: i64 = 0
        rest = self._rest
        for g in range(goods):
            n = hand[at + g]
            if g < self.held:
                cards += n
            if first >= 0:
                n -= self.needs[first * goods + g]
            rest[g] = max(n, 0)
        either = first >= 0 and self.either[first] != 0
        for plan in range(self.count):
            if plan != first and gains[plan] > second and not (either and self.either[plan] != 0):
                second = max(second, self.value(plan, rest, 0, second))
        out = best + second * SECOND // 100 + cards * CARD_LEFT
        if cards > self.limit:
            out -= cards // 2 * AT_RISK * self.waits.seven // 100
        return out

    def lacks(self, good: i64, hand: vec[i64]) -> bool:
        """Whether some plan needs more of a good than the hand has."""
        for plan in range(self.count):
            if self.needs[plan * self.goods + good] > hand[good]:
                return True
        return False
