"""The greedy bot's set-up: settlements by income, harbour, speed and room to grow; roads towards the best site."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from bastide.catan.base.corners import corner_free
from bastide.catan.base.island import CARD, CITY, SETTLEMENT
from bastide.kernel.state import State
from bastide.players.greedy.island.evaluation import Look, with_harbor
from bastide.players.greedy.island.plan import Plans
from bastide.players.greedy.island.tables import Tables
from bastide.players.greedy.island.turn import best_after, first_best
from bastide.players.greedy.island.weights import FIRST_PLANS, ROOM


def choose_setup(t: Tables, s: State, seat: i64, codes: vec[i64]) -> i64:
    """A starting settlement (or city), or the road beside it."""
    corners = t.r.board.corners
    if t.settle <= codes[0] < t.settle + corners:
        return t.settle + choose_corner(t, s, seat, codes, t.settle, False)
    if t.city <= codes[0] < t.city + corners:
        return t.city + choose_corner(t, s, seat, codes, t.city, True)
    return best_after(t, s, seat, codes, Look(t, s, seat).pip)


def choose_corner(t: Tables, s: State, seat: i64, codes: vec[i64], first: i64, city: bool) -> i64:
    """The best corner, given the seat's existing pieces; `first` is the code of corner 0."""
    return codes[first_best(corner_worths(t, s, seat, codes, first, city))] - first


def corner_worths(t: Tables, s: State, seat: i64, codes: vec[i64], first: i64, city: bool) -> vec[i64]:
    """What each of some starting corners is worth."""
    look = Look(t, s, seat)
    gains = vec[i64]([0] * t.r.board.corners)
    for code in codes:
        gains[code - first] = look.with_corner(code - first, 2 if city else 1, city) - look.worth
    out = vec[i64]([0] * len(codes))
    for k in range(len(codes)):
        corner = codes[k] - first
        out[k] = gains[corner] + speed(t, look, corner, city) + room(t, s, seat, corner, gains) * ROOM // 100
    return out


def speed(t: Tables, look: Look, corner: i64, city: bool) -> i64:
    """How soon the income of that corner and the existing pieces pays for a first settlement, city and card."""
    goods = t.goods
    income = look.income[:]
    for g in range(goods):
        income[g] += t.yields[corner * goods + g]
        if city:
            income[g] += t.yields[corner * goods + g]
    if city:
        for module in t.modules:
            module.city_income(corner, t.pips, income)
    plans = Plans(t.waits, income, with_harbor(look.rates, t.r.board.harbor[corner]))
    plans.add(FIRST_PLANS[SETTLEMENT], 1, SETTLEMENT)
    plans.add(FIRST_PLANS[CITY], 0, CITY)
    plans.add(FIRST_PLANS[CARD], 0, CARD)
    none = vec[i64]([0] * goods)
    total: i64 = 0
    for plan in range(3):
        total += plans.value(plan, none, 0, 0)
    return total


def room(t: Tables, s: State, seat: i64, corner: i64, gains: vec[i64]) -> i64:
    """The best site two roads away."""
    near = t.r.board.corner_corners
    best: i64 = 0
    for k in range(3):
        middle = near[corner * 3 + k]
        if middle < 0 or s.cells[t.r.owner + middle] != 0:
            continue
        for j in range(3):
            site = near[middle * 3 + j]
            if 0 <= site < t.r.board.ashore and site != corner and corner_free(t.r, s, seat, site):
                best = max(best, gains[site])
    return best
