"""Science, trade, politics: the values of levels, metropolises and walls, and the commodities that cities yield."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from bastide.expansions.island.cities_knights.bot.weights import (
    ABILITIES,
    DRAW,
    METROPOLIS_NEAR,
    METROPOLIS_SAFE,
    METROPOLIS_WON,
    WALL,
)
from bastide.expansions.island.cities_knights.rules.cities import has_place, improvement_cost
from bastide.expansions.island.cities_knights.rules.state import (
    ABILITY,
    DOMAINS,
    METROPOLIS,
    METROPOLIS_POINTS,
    RESOURCES,
    TOP_LEVEL,
    KnightsState,
)
from bastide.kernel.state import State
from bastide.players.greedy.island.evaluation import Look
from bastide.players.greedy.island.weights import PIP, POINT, ROBBED


def domains_worth(m: KnightsState, look: Look) -> i64:
    """The value of a seat's levels and walls, without the points of metropolises."""
    total: i64 = 0
    for domain in range(DOMAINS):
        total += level_worth(m, look, domain, m.level(look.s, look.seat, domain))
    walls = m.wall_supply - look.s.cells[m.walls_left + look.seat]
    return total + walls * WALL * look.pip // PIP


def level_worth(m: KnightsState, look: Look, domain: i64, level: i64) -> i64:
    """The value of a level of a domain: future cards, the ability, progress towards the metropolis."""
    if level == 0:
        return 0
    # A level draws on (level + 1) numbers of the red die and on one face of the event die: (level + 1) pips of 36.
    total = (level + 1) * look.pip * DRAW // 100
    if level >= ABILITY:
        total += ABILITIES[domain] * look.pip // PIP
    holder = m.metropolis_holder(look.s, domain)
    if holder == look.seat:
        if level == TOP_LEVEL and nearest(m, look.s, look.seat, domain) >= ABILITY:
            total += METROPOLIS_SAFE
    elif holder < 0:
        total += METROPOLIS_NEAR[level]
    elif m.level(look.s, holder, domain) < TOP_LEVEL:
        total += METROPOLIS_WON[level]
    return total


def nearest(m: KnightsState, s: State, seat: i64, domain: i64) -> i64:
    """The highest level of the opponents in a domain."""
    best: i64 = 0
    for other in range(m.r.seats):
        if other != seat:
            best = max(best, m.level(s, other, domain))
    return best


def next_level(m: KnightsState, look: Look, domain: i64) -> i64:
    """The gain of the next level of a domain, including a metropolis."""
    s = look.s
    level = m.level(s, look.seat, domain)
    gain = level_worth(m, look, domain, level + 1) - level_worth(m, look, domain, level)
    holder = m.metropolis_holder(s, domain)
    if holder < 0:
        wins = level + 1 == METROPOLIS
    else:
        wins = level + 1 == TOP_LEVEL and holder != look.seat and m.level(s, holder, domain) < TOP_LEVEL
    return gain + METROPOLIS_POINTS * POINT if wins else gain


def domain_plans(m: KnightsState, look: Look) -> None:
    """Save for the next level of each domain."""
    s = look.s
    for domain in range(DOMAINS):
        if m.level(s, look.seat, domain) < TOP_LEVEL and has_place(m, s, look.seat, domain):
            cards = vec[i64]([0] * look.t.goods)
            cards[RESOURCES + domain] = improvement_cost(m, s, look.seat, domain)
            look.plans.add_cards(next_level(m, look, domain), cards)


def best_use(m: KnightsState, look: Look, hand: vec[i64]) -> i64:
    """The value of the position with other cards, after the best improvement that they pay for."""
    s = look.s
    best = look.with_hand(hand)
    for domain in range(DOMAINS):
        cost = improvement_cost(m, s, look.seat, domain)
        if hand[RESOURCES + domain] < cost or m.level(s, look.seat, domain) == TOP_LEVEL:
            continue
        if has_place(m, s, look.seat, domain):
            after = hand[:]
            after[RESOURCES + domain] -= cost
            best = max(best, look.with_hand(after) + next_level(m, look, domain))
    return best


# -- yields


def city_income(m: KnightsState, corner: i64, pips: vec[i64], income: vec[i64]) -> None:
    """A city draws a commodity for its second resource, where the terrain has one (CK-031)."""
    r = m.r
    for k in range(3):
        h = r.board.corner_hexes[corner * 3 + k]
        if h >= 0 and m.commodity[h] >= 0:
            income[r.terrain_good[h]] -= pips[h]
            income[m.commodity[h]] += pips[h]


def income(m: KnightsState, s: State, seat: i64, pips: vec[i64], income: vec[i64]) -> None:
    """Put commodities in place of the second resources of a seat's cities, in hundredths; a damaged city yields one."""
    r = m.r
    c = s.cells
    robber = c[r.robber]
    for corner in range(r.board.corners):
        if c[r.owner + corner] != seat + 1 or c[r.level + corner] < 2:
            continue
        damaged = c[m.damaged + corner] != 0
        for k in range(3):
            h = r.board.corner_hexes[corner * 3 + k]
            if h < 0 or (m.commodity[h] < 0 and not damaged):
                continue
            good = r.terrain_good[h]
            if good < 0:
                continue
            share = pips[h] * (ROBBED if h == robber else 100)
            income[good] -= share
            if not damaged:
                income[m.commodity[h]] += share
