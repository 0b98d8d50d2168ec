"""Plans: purchases that a seat saves for, the time until it has the cards, and the resulting value of a hand.

A plan is a gain and the cards it needs. Its value decays with the rolls it must wait. This one measure judges discards,
exchanges, offers, free goods and monopolies: each is as good as the hand it leaves.
"""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from bastide.catan.base.island import Island
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

PIPS_A_ROLL = 36


class Plans:
    """The plans of one seat with its income and its rates of exchange.

    `needs[plan * goods + good]` cards, `gains[plan]` thousandths of a point, `income[good]` pips. `decay[t]` is that of
    `Tables`. Of the plans with `either[plan]` set, alternatives, at most one counts.
    """

    def __init__(self, r: Island, decay: vec[i64], income: vec[i64], rates: vec[i64]) -> None:
        self.r = r
        self.decay: vec[i64] = decay
        self.goods: i64 = r.goods
        self.held: i64 = r.held
        self.income: vec[i64] = income
        self.rates: vec[i64] = rates
        self.gains: vec[i64] = vec[i64]([])
        self.needs: vec[i64] = vec[i64]([])
        self.either: vec[i64] = vec[i64]([])
        self.limit: i64 = r.limit
        self.seven: i64 = chance_of_seven(r.seats)

    def add_cards(self, gain: i64, cards: vec[i64]) -> None:
        """A plan for something that costs these cards, by good."""
        needs = self.needs
        for g in range(self.goods):
            needs = append(needs, cards[g])
        self.needs = needs
        self.gains = append(self.gains, gain)
        self.either = append(self.either, 0)

    def add_alternative(self, gain: i64, cards: vec[i64]) -> None:
        """A plan that brings what the other alternatives bring: of them all, one counts."""
        self.add_cards(gain, cards)
        self.either[len(self.either) - 1] = 1

    def add(self, gain: i64, roads: i64, item: i64) -> None:
        """A plan: so many roads, then an item; -1 for roads alone."""
        costs = self.r.costs
        cards = vec[i64]([0] * self.goods)
        for g in range(self.goods):
            cards[g] = roads * costs[g]
            if item >= 0:
                cards[g] += costs[item * self.goods + g]
        self.add_cards(gain, cards)

    def share(self, plan: i64, hand: vec[i64], at: i64) -> i64:
        """The share of its gain, in thousandths, that a plan counts with the cards `hand[at:]`, by expected wait."""
        goods = self.goods
        needs = self.needs
        rates = self.rates
        base = plan * goods
        missing: i64 = 0
        exchanges: i64 = 0
        for g in range(goods):
            d = hand[at + g] - needs[base + g]
            if d < 0:
                missing -= d
            else:
                exchanges += d // rates[g]
        if missing == 0:
            return AT_HAND * 10
        if missing <= exchanges:
            return max(AT_HAND - EXCHANGE * missing, BY_BANK_LEAST) * 10
        return WAITING * self.decay[self.wait(base, hand, at)] // 100

    def wait(self, base: i64, hand: vec[i64], at: i64) -> i64:
        """The expected number of rolls until income and exchanges cover the missing cards."""
        return expected_wait(self.needs, base, hand, at, self.income, self.rates)

    def worth(self, hand: vec[i64], at: i64) -> i64:
        """The value of the cards `hand[at:]`: the best plan, a share of the next with the cards left, and the cards.

        The risk that a seven takes some is taken off.
        """
        goods = self.goods
        gains = self.gains
        best: i64 = 0
        first: i64 = -1
        for plan in range(len(gains)):
            if gains[plan] > best:
                value = gains[plan] * self.share(plan, hand, at) // 1000
                if value > best:
                    best = value
                    first = plan
        second: i64 = 0
        cards: i64 = 0
        rest = vec[i64]([0] * goods)
        for g in range(goods):
            n = hand[at + g]
            cards += n
            if first >= 0:
                n -= self.needs[first * goods + g]
            if n > 0:
                rest[g] = n
        for g in range(self.held, goods):
            cards -= hand[at + g]
        either = first >= 0 and self.either[first] != 0
        for plan in range(len(gains)):
            if plan != first and gains[plan] > second and not (either and self.either[plan] != 0):
                value = gains[plan] * self.share(plan, rest, 0) // 1000
                if value > second:
                    second = value
        out = best + second * SECOND // 100 + cards * CARD_LEFT
        if cards > self.limit:
            out -= cards // 2 * AT_RISK * self.seven // 100
        return out

    def lacks(self, good: i64, hand: vec[i64]) -> bool:
        """Whether some plan needs more of a good than the hand has."""
        most: i64 = 0
        for plan in range(len(self.gains)):
            most = max(most, self.needs[plan * self.goods + good])
        return most > hand[good]


def expected_wait(needs: vec[i64], base: i64, hand: vec[i64], at: i64, income: vec[i64], rates: vec[i64]) -> i64:
    """The expected number of rolls until income and exchanges cover what `needs[base:]` has more than `hand[at:]`."""
    low: i64 = 0
    high: i64 = LONGEST_WAIT
    while low < high:
        middle = (low + high) // 2
        lack: i64 = 0
        spare: i64 = 0
        for g in range(len(income)):
            x = PIPS_A_ROLL * (hand[at + g] - needs[base + g]) + income[g] * middle
            if x < 0:
                lack -= x
            else:
                spare += x // rates[g]
        if 100 * lack <= SPARE_SHARE * spare:
            high = middle
        else:
            low = middle + 1
    return low


def chance_of_seven(rolls: i64) -> i64:
    """The chance, in percent, of at least one seven in that many rolls."""
    none: i64 = 10_000
    for _roll in range(rolls):
        none = none * 5 // 6
    return 100 - none // 100
