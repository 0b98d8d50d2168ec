"""Uniform random deals of cards to rows, where a row may be barred from some kinds.

Cards of one kind count as distinct, so a table of counts is drawn in proportion to the number of ways to deal it.
If no row is barred from anything, the cards are drawn one by one. Otherwise rows that are barred from the same kinds
form a group; the ways to deal the barred kinds are counted forwards, kind by kind and group by group, and the number
of cards of each group is then drawn backwards by these counts.

Counts of ways are floating point numbers and never overflow: they count ways to deal at most `MOST_CARDS` cards to at
most `MOST_GROUPS` groups, so none is above `18 ** 170`, about 1e214. All are sums and products of numbers from 1 up, so
nothing is lost by subtraction: the relative error is below 1e-12.
"""

from __future__ import annotations

from math import factorial
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from bastide.kernel.chooser import Chooser
from bastide.kernel.errors import ImpossiblePosition
from bastide.kernel.state import BITS

MOST_CARDS: Final[i64] = 170
"""The greatest number whose factorial is a floating point number."""
MOST_GROUPS: Final[i64] = 18
MOST_COUNTS: Final[i64] = 65_536
"""The most counts of ways stored: half a megabyte."""
MOST_DEALS: Final[i64] = 10_000
"""The most deals tried where some bars are left out of account."""
_FACTORIAL: Final = vec[float]([float(factorial(n)) for n in range(171)])
EVERY: Final[i64] = -1
"""The mask of all kinds."""
_HALF: Final[i64] = 1_073_741_824
_FINE: Final = 8.673617379884035e-19  # 2 ** -60


def deal(loose: vec[i64], room: vec[i64], barred: vec[i64], chooser: Chooser) -> vec[i64]:
    """Deal `loose[kind]` cards of each kind to rows with `room[row]` places, which take all of them.

    A row takes no kinds whose bits are set in `barred[row]`. Returns how many cards of each kind each row gets, row by
    row. With too many cards or bars to count the ways (`MOST_CARDS`, `MOST_COUNTS`), some bars are ignored and
    deals are rejected until one fits: all deals that fit are still equally likely.

    :raises ImpossiblePosition: there is no way to deal the cards, or none of `MOST_DEALS` such deals fits.
    """
    kinds = len(loose)
    there: i64 = 0
    for k in range(kinds):
        if loose[k] > 0:
            there |= BITS[k]
    bars = vec[i64]([0] * len(room))
    some: i64 = 0
    for r in range(len(room)):
        if room[r] > 0:
            bars[r] = barred[r] & there
            some |= bars[r]
    if some == 0:
        out = vec[i64]([0] * (len(room) * kinds))
        _share(loose[:], bars, 0, room, chooser, out)
        return out
    groups = Groups(loose, room, bars)
    for _deal in range(MOST_DEALS):
        groups.draw(chooser)
        out = vec[i64]([0] * (len(room) * kinds))
        for g in range(groups.count):
            _share(groups.cards[g * kinds : (g + 1) * kinds], groups.bars, groups.barred[g], room, chooser, out)
        if groups.exact or _fits(out, bars):
            return out
    raise ImpossiblePosition("the hidden cards were not dealt as they are known to lie, often as that was tried")


def _fits(table: vec[i64], bars: vec[i64]) -> bool:
    """Whether no row holds a kind that it is barred from."""
    kinds = len(table) // len(bars)
    for r in range(len(bars)):
        for k in range(kinds):
            if bars[r] & BITS[k] and table[r * kinds + k] > 0:
                return False
    return True


@final
class Groups:
    """The rows grouped by their bars: group `g` has `size[g]` places and takes no kinds of `barred[g]`.

    Group 0 is barred from nothing, and may have no rows. `bars` says to which group each row belongs; `exact` is
    whether all bars could be taken into account. `draw` sets `cards`: how many cards of each kind each group gets.

    First the kinds that group 1 does not take are dealt to the others. From then on it takes all that group 0 takes,
    and is closed: it becomes a part of group 0, until the cards that the two have got are shared out. So do group 2,
    with those of its kinds that are not dealt yet, and the others. A state is how many cards each open group has, `g`
    at most `most[g]`, as one number: a card for `g` adds `unit[g] // unit[first open group]`.
    """

    def __init__(self, loose: vec[i64], room: vec[i64], bars: vec[i64]) -> None:
        self.kinds: i64 = len(loose)
        self.loose = loose
        self.room = room
        self.bars = bars[:]
        self.barred: vec[i64] = vec[i64]()
        self.size: vec[i64] = vec[i64]()
        self.count: i64 = 0
        self.most: vec[i64] = vec[i64]()
        self.unit: vec[i64] = vec[i64]()
        # The steps: a kind is begun (group 0), a group gets cards of it, a group is closed (kind -1).
        # `counts[start[step] + state * span[step] + m]` is in how many ways that state comes about by the step with `m`
        # cards of the kind not dealt yet; those that no open group gets are for group 0.
        self.kind: vec[i64] = vec[i64]()
        self.group: vec[i64] = vec[i64]()
        self.first: vec[i64] = vec[i64]()
        self.start: vec[i64] = vec[i64]()
        self.span: vec[i64] = vec[i64]()
        self.counts: vec[float] = vec[float]()
        self.cards: vec[i64] = vec[i64]()
        self.exact = True
        self._sort()
        while not self._plan():
            self.exact = False
            self._merge()
            self._sort()
        if self.count > 1:
            self._count_ways()

    def draw(self, chooser: Chooser) -> None:
        """Draw how many cards of each kind each group gets.

        :raises ImpossiblePosition: there is no way.
        """
        barred: i64 = 0
        for g in range(1, self.count):
            barred |= self.barred[g]
        rest = self.loose[:]
        for k in range(self.kinds):
            if barred & BITS[k]:
                rest[k] = 0
        self.cards = vec[i64]([0] * (self.count * self.kinds))
        if barred != 0:
            self._draw_back(rest, chooser)
        for k in range(self.kinds):
            self.cards[k] = rest[k]

    def _sort(self) -> None:
        """Find the groups: the rows with the same bars."""
        self.barred = vec[i64]([0])
        self.size = vec[i64]([0])
        for r in range(len(self.bars)):
            mask = self.bars[r]
            at: i64 = 0
            while at < len(self.barred) and self.barred[at] != mask:
                at += 1
            if at == len(self.barred):
                self.barred = append(self.barred, mask)
                self.size = append(self.size, 0)
            self.size[at] += self.room[r]
        self.count = len(self.barred)

    def _merge(self) -> None:
        """Reduce two groups to their shared bars: the two whose other bars are likely to hold anyway."""
        one: i64 = 0
        other: i64 = 0
        least: i64 = -1
        for g in range(1, self.count):
            for h in range(g):
                share = self.barred[g] & self.barred[h]
                risk = self._cards_of(self.barred[g] & ~share) * self.size[g]
                risk += self._cards_of(self.barred[h] & ~share) * self.size[h]
                if least < 0 or risk < least:
                    least = risk
                    one = g
                    other = h
        for r in range(len(self.bars)):
            if self.bars[r] == self.barred[one] or self.bars[r] == self.barred[other]:
                self.bars[r] = self.barred[one] & self.barred[other]

    def _cards_of(self, kinds: i64) -> i64:
        """The number of cards of the kinds in a mask."""
        total: i64 = 0
        for k in range(self.kinds):
            if kinds & BITS[k]:
                total += self.loose[k]
        return total

    def _plan(self) -> bool:
        """Lay out the states and steps. False if there are too many of them, or too many cards."""
        self.kind = vec[i64]()
        self.group = vec[i64]()
        self.first = vec[i64]()
        self.start = vec[i64]()
        self.span = vec[i64]()
        self.most = vec[i64]([0] * self.count)
        self.unit = vec[i64]([1] * (self.count + 1))
        if self.count > MOST_GROUPS or (self.count > 1 and self._cards_of(EVERY) > MOST_CARDS):
            return False
        done: i64 = 0
        for g in range(1, self.count):
            most = self._cards_of(done & ~self.barred[g])
            if most > self.size[g]:
                most = self.size[g]
            self.most[g] = most
            self.unit[g + 1] = self.unit[g] * (most + 1)
            if self.unit[g + 1] > MOST_COUNTS:
                return False
            done |= self.barred[g]
        done = 0
        room: i64 = 0
        for g in range(1, self.count):
            for k in range(self.kinds):
                if self.barred[g] & ~done & BITS[k]:
                    room = self._step(k, 0, g, room, self.loose[k] + 1)
                    for h in range(g + 1, self.count):
                        if (self.barred[h] & BITS[k]) == 0:
                            room = self._step(k, h, g, room, self.loose[k] + 1)
            room = self._step(-1, g, g + 1, room, 1)
            done |= self.barred[g]
        if room > MOST_COUNTS:
            return False
        self.counts = vec[float]([0.0] * room)
        return True

    def _step(self, kind: i64, group: i64, first: i64, start: i64, span: i64) -> i64:
        """Plan a step whose counts begin at `start`, and return where they end."""
        self.kind = append(self.kind, kind)
        self.group = append(self.group, group)
        self.first = append(self.first, first)
        self.start = append(self.start, start)
        self.span = append(self.span, span)
        return start + self._states(first) * span

    def _states(self, first: i64) -> i64:
        """How many states there are while `first` is the first open group."""
        return self.unit[self.count] // self.unit[first]

    def _got(self, g: i64, state: i64, first: i64) -> i64:
        """How many cards an open group has in a state."""
        return state // (self.unit[g] // self.unit[first]) % (self.most[g] + 1)

    def _ways(self, step: i64, state: i64) -> float:
        """The ways to reach a state by a step, with any number of cards of the kind for group 0."""
        if step < 0:
            return 1.0 if state == 0 else 0.0
        at = self.start[step] + state * self.span[step]
        ways = 0.0
        for m in range(self.span[step]):
            ways += self.counts[at + m]
        return ways

    def _places(self, g: i64, state: i64, left: i64) -> i64:
        """How many places group 0 has when `g` has just been closed and `left` cards are not dealt yet."""
        for h in range(g + 1, self.count):
            left -= self.size[h] - self._got(h, state, g + 1)
        return left

    def _count_ways(self) -> None:
        """Count the ways to all states, step by step."""
        counts = self.counts
        left = self._cards_of(EVERY)
        for step in range(len(self.start)):
            g = self.group[step]
            start = self.start[step]
            span = self.span[step]
            states = self._states(self.first[step])
            if self.kind[step] < 0:
                for state in range(states):
                    places = self._places(g, state, left)
                    for got in range(self.most[g] + 1):
                        if self.size[g] - got <= places:
                            ways = self._ways(step - 1, state * (self.most[g] + 1) + got)
                            counts[start + state] += ways * _choose(places, self.size[g] - got)
            elif g == 0:
                left -= span - 1
                for state in range(states):
                    counts[start + state * span + span - 1] = self._ways(step - 1, state)
            else:
                before = self.start[step - 1]
                unit = self.unit[g] // self.unit[self.first[step]] * span
                for state in range(states):
                    spare = self.most[g] - self._got(g, state, self.first[step])
                    for m in range(span):
                        ways = counts[before + state * span + m]
                        if ways > 0.0:
                            for x in range((m if m < spare else spare) + 1):
                                counts[start + state * span + x * unit + m - x] += ways * _choose(m, x)

    def _draw_back(self, rest: vec[i64], chooser: Chooser) -> None:
        """Draw the state before each step, and with it the cards. `rest` are those of group 0, closed ones included."""
        weights = vec[float]([0.0] * (MOST_CARDS + 1))
        step = len(self.start) - 1
        if self.counts[self.start[step]] == 0.0:
            raise ImpossiblePosition("the hidden cards cannot lie as they are known to lie")
        state: i64 = 0
        left: i64 = 0
        for k in range(self.kinds):
            left += rest[k]
        while step >= 0:
            g = self.group[step]
            k = self.kind[step]
            span = self.span[step]
            if k < 0:
                places = self._places(g, state, left)
                state *= self.most[g] + 1
                for got in range(self.most[g] + 1):
                    weights[got] = 0.0
                    if self.size[g] - got <= places:
                        weights[got] = self._ways(step - 1, state + got) * _choose(places, self.size[g] - got)
                got = _pick(weights, self.most[g] + 1, chooser)
                state += got
                for n in range(self.size[g] - got):
                    self.cards[g * self.kinds + _draw(rest, places - n, chooser)] += 1
                step -= 1
                continue
            for m in range(span):
                weights[m] = self.counts[self.start[step] + state * span + m]
            m = _pick(weights, span, chooser)
            rest[k] = m
            while g > 0:
                unit = self.unit[g] // self.unit[self.first[step]]
                got = self._got(g, state, self.first[step])
                step -= 1
                for x in range(span):
                    weights[x] = 0.0
                    if x <= got and m + x < span:
                        at = self.start[step] + (state - x * unit) * span + m + x
                        weights[x] = self.counts[at] * _choose(m + x, x)
                x = _pick(weights, span, chooser)
                self.cards[g * self.kinds + k] = x
                state -= x * unit
                m += x
                g = self.group[step]
            left += span - 1
            step -= 1


def _share(cards: vec[i64], bars: vec[i64], group: i64, room: vec[i64], chooser: Chooser, out: vec[i64]) -> None:
    """Deal cards to the rows of a group, each way as likely; `cards` is used up. The largest row gets what is left."""
    kinds = len(cards)
    last: i64 = -1
    left: i64 = 0
    for r in range(len(room)):
        if bars[r] == group and room[r] > 0:
            left += room[r]
            if last < 0 or room[r] > room[last]:
                last = r
    if last < 0:
        return
    for r in range(len(room)):
        if bars[r] == group and r != last:
            for _card in range(room[r]):
                out[r * kinds + _draw(cards, left, chooser)] += 1
                left -= 1
    for k in range(kinds):
        out[last * kinds + k] += cards[k]


def _draw(cards: vec[i64], left: i64, chooser: Chooser) -> i64:
    """Take one of the `left` cards and return its kind."""
    at = chooser.below(left)
    k: i64 = 0
    while at >= cards[k]:
        at -= cards[k]
        k += 1
    cards[k] -= 1
    return k


def _pick(weights: vec[float], count: i64, chooser: Chooser) -> i64:
    """A number from 0 to `count - 1`, drawn by its weight; -1 if all weights are 0."""
    total = 0.0
    for i in range(count):
        total += weights[i]
    # 60 random bits: more than a floating point number has.
    rest = total * (float(chooser.below(_HALF) * _HALF + chooser.below(_HALF)) * _FINE)
    last: i64 = -1
    for i in range(count):
        if weights[i] > 0.0:
            last = i
            rest -= weights[i]
            if rest < 0.0:
                return i
    return last


def _choose(n: i64, k: i64) -> float:
    """How many ways there are to choose `k` of `n` cards."""
    return _FACTORIAL[n] / (_FACTORIAL[k] * _FACTORIAL[n - k])
