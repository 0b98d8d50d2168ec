"""What a position of the island is worth to each seat, by weights fitted to what rollouts of sibling moves came to.

    share of the win = softmax over the seats of the sum of weight * feature

The features are those of greedy's `Look` and plain counts of pieces and cards; the weights are in `learned.py`, which
`python -m training.island write` writes. Games in which an expansion brings a part of its own to the greedy bot are
valued by greedy's evaluation alone (`Prospects`).
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bastide.catan.base.island import (
    CITY,
    KNIGHT,
    MONOPOLY,
    PLENTY,
    ROAD,
    ROADS,
    SETTLEMENT,
    goal,
)
from bastide.kernel.bits import following
from bastide.kernel.state import OVER, State
from bastide.players.greedy.island.evaluation import army_missing
from bastide.players.greedy.island.policy import Prospects
from bastide.players.greedy.island.tables import Tables
from bastide.players.greedy.island.weights import SPREAD
from bastide.players.strong.island.learned import WEIGHTS
from bastide.search.policy import share_by_lead, share_win

UNIT: Final[i64] = 1_000_000
"""A weight of so much multiplies the odds by e for each unit of its feature."""
NEEDS: Final[i64] = 3
"""Missing so many points or fewer is a feature for each number."""
GOODS: Final[i64] = 5
FEW: Final[i64] = 4
"""No more open corners than these are counted."""

OTHERS: Final[i64] = 7
"""The place of `others` among the terms."""

FEATURES: Final = (
    ("points", "points"),
    ("need_1", "points"),
    ("need_2", "points"),
    ("need_3", "points"),
    ("settlements", "points"),
    ("cities", "points"),
    ("income", "income"),
    ("pips_0", "income"),
    ("pips_1", "income"),
    ("pips_2", "income"),
    ("pips_3", "income"),
    ("pips_4", "income"),
    ("has_0", "income"),
    ("has_1", "income"),
    ("has_2", "income"),
    ("has_3", "income"),
    ("has_4", "income"),
    ("harbor_three", "income"),
    ("harbor_two", "income"),
    ("cards", "cards"),
    ("knights", "cards"),
    ("knights_played", "cards"),
    ("army", "cards"),
    ("army_missing", "cards"),
    ("roads_held", "cards"),
    ("plenty_held", "cards"),
    ("monopoly_held", "cards"),
    ("unplayed", "cards"),
    ("route", "route"),
    ("route_lead", "route"),
    ("route_holder", "route"),
    ("road_pieces", "route"),
    ("plans", "plans"),
    ("hand_0", "plans"),
    ("hand_1", "plans"),
    ("hand_2", "plans"),
    ("hand_3", "plans"),
    ("hand_4", "plans"),
    ("too_many", "plans"),
    ("open_corners", "plans"),
    ("site_0", "plans"),
    ("site_1", "plans"),
    ("site_2", "plans"),
    ("city_gain", "plans"),
)
"""The features in order, each with the term to which `explain` adds it."""
COUNT: Final[i64] = len(FEATURES)


def evaluation_of(t: Tables) -> Prospects:
    """The evaluation of a searching bot: the fitted one where the greedy bot has no parts of expansions."""
    if t.modules or t.goods != GOODS:
        return Prospects(t)
    return Value(t)


class Value(Prospects):
    """Each seat's share of the win by the fitted weights."""

    def __init__(self, t: Tables) -> None:
        super().__init__(t)
        self.weights: vec[i64] = WEIGHTS[0 if t.r.seats == 2 else len(WEIGHTS) - 1]
        self.term_of: vec[i64] = vec[i64]([self.terms.index(term) for _name, term in FEATURES])
        self.found: vec[i64] = vec[i64]([0] * COUNT)

    def values(self, s: State, out: vec[i64]) -> None:
        """The odds of the seats, or who has won."""
        r = self.t.r
        if s.cells[OVER] != 0:
            share_win(r.winners(s), r.seats, out)
            return
        if r.numbers_move:
            self.t.follow(s)
        for seat in range(r.seats):
            out[seat] = self.worth(s, seat)
        share_by_lead(out, UNIT)

    def worth(self, s: State, seat: i64) -> i64:
        """The sum of weight * feature of a seat."""
        found = self.found
        weights = self.weights
        self.features(s, seat, found)
        total: i64 = 0
        for k in range(COUNT):
            total += weights[k] * found[k]
        return total

    def features(self, s: State, seat: i64, out: vec[i64]) -> None:
        """Write a seat's features to `out`, in the order of `FEATURES`. The numbers of the board must be followed."""
        t = self.t
        r = t.r
        c = s.cells
        look = self._prospects(s, seat)
        left = r.left + seat * 3
        missing = goal(r, s, seat) - look.points
        out[0] = look.points
        for k in range(NEEDS):
            out[1 + k] = 1 if missing <= k + 1 else 0
        out[4] = r.supply[SETTLEMENT] - c[left + SETTLEMENT]
        out[5] = r.supply[CITY] - c[left + CITY]
        out[6] = look.worth
        three: i64 = 0
        two: i64 = 0
        for g in range(GOODS):
            pips = look.income[g]
            out[7 + g] = pips
            out[12 + g] = 1 if pips > 0 else 0
            if look.rates[g] == 3:
                three = 1
            elif look.rates[g] == 2:
                two += pips
        out[17] = three
        out[18] = two
        at = seat * r.kinds
        out[19] = look.card_worth()
        out[20] = c[r.cards + at + KNIGHT] + c[r.fresh + at + KNIGHT]
        out[21] = c[r.played + at + KNIGHT]
        out[22] = 1 if c[r.army_holder] == seat + 1 else 0
        out[23] = army_missing(r, s, seat)
        out[24] = c[r.cards + at + ROADS] + c[r.fresh + at + ROADS]
        out[25] = c[r.cards + at + PLENTY] + c[r.fresh + at + PLENTY]
        out[26] = c[r.cards + at + MONOPOLY] + c[r.fresh + at + MONOPOLY]
        unplayed: i64 = 0
        for kind in range(r.kinds):
            unplayed += c[r.cards + at + kind] + c[r.fresh + at + kind]
        out[27] = unplayed
        longest: i64 = 0
        for other in range(r.colours):
            if other != seat:
                longest = max(longest, c[r.route + other])
        out[28] = look.route_worth()
        out[29] = c[r.route + seat] - longest
        out[30] = 1 if c[r.route_holder] == seat + 1 else 0
        out[31] = c[left + ROAD]
        out[32] = look.value() - look.base
        cards: i64 = 0
        for g in range(GOODS):
            n = c[look.hand_at + g]
            out[33 + g] = n
            cards += n
        out[38] = max(cards - look.plans.limit, 0)
        out[39] = self._open(s, seat)
        for distance in range(3):
            out[40 + distance] = 0
        out[43] = 0
        sites = t.sites
        if c[left + SETTLEMENT] > 0:
            for i in range(len(sites.best)):
                far = sites.best_far[i]
                if far < 3:
                    out[40 + far] = max(out[40 + far], sites.best[i])
        if look.spot >= 0:
            out[43] = look.plans.gains[0]

    def _open(self, s: State, seat: i64) -> i64:
        """How many corners a settlement may go to now, at most `FEW`."""
        r = self.t.r
        at = r.open_corners + seat * r.corner_words
        count: i64 = 0
        corner = following(s.cells, at, r.corner_words, -1)
        while corner >= 0 and count < FEW:
            count += 1
            corner = following(s.cells, at, r.corner_words, corner)
        return count

    def explain(self, s: State, seat: i64, out: vec[i64]) -> None:
        """The parts of a seat's value by greedy's terms, in thousandths of a point; `others` has their mean, negative.

        What a weight adds to the odds is stated in points at greedy's rate of exchange (`SPREAD`).
        """
        r = self.t.r
        if r.numbers_move:
            self.t.follow(s)
        for k in range(len(out)):
            out[k] = 0
        others: i64 = 0
        for other in range(r.seats):
            if other != seat:
                others += self.worth(s, other)
        self.features(s, seat, self.found)
        for k in range(COUNT):
            out[self.term_of[k]] += self.weights[k] * self.found[k] * SPREAD // UNIT
        out[OTHERS] = -others // (r.seats - 1) * SPREAD // UNIT
