"""The worth of the seat's plays that one-step lookahead cannot judge: by expectation, or from open cards."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from bastide.catan.base.corners import far_enough
from bastide.catan.base.island import Island
from bastide.expansions.island.cities_knights.bot.domains import best_use
from bastide.expansions.island.cities_knights.bot.hand import draw_worth, held, without
from bastide.expansions.island.cities_knights.bot.war import ends_rival
from bastide.expansions.island.cities_knights.bot.weights import (
    CHOSEN,
    DAMAGED,
    GIVEN,
    LOST,
    RED_DRAW,
    RIVAL_YIELD,
    SPIED,
    SWAPPED,
    TURNED,
)
from bastide.expansions.island.cities_knights.rules.progress.levies import hit
from bastide.expansions.island.cities_knights.rules.progress.memory import remembered
from bastide.expansions.island.cities_knights.rules.progress.names import (
    ALCHEMIST,
    COMMERCIAL_HARBOR,
    ESPIONAGE,
    INVENTION,
    KINDS,
    MERCHANT_FLEET,
    RESOURCE_MONOPOLY,
    SABOTAGE,
    TAXATION,
    TAXES,
    TRADE_MONOPOLY,
    TREASON,
    WEDDING,
)
from bastide.expansions.island.cities_knights.rules.state import DOMAINS, RESOURCES, KnightsState
from bastide.kernel.state import BITS, State
from bastide.players.greedy.island.evaluation import Look
from bastide.players.greedy.island.robber import best_hex, hex_gain, rivalry, steal_gain
from bastide.players.greedy.island.trade import others_hold

EACH_RESOURCE = 2
"""Cards that a resource monopoly takes from a hand at most."""


# -- the robber


def chased(m: KnightsState, look: Look) -> i64:
    """The gain from driving the robber from its hex to the best one."""
    s = look.s
    there = s.cells[m.r.robber]
    gain = best_hex(look.t, s, look.seat)
    if there >= 0:
        gain -= hex_gain(look.t, s, look.seat, there, rivalry(m.r, s, look.seat), False)
    return gain


def taxed(m: KnightsState, look: Look, hex_: i64) -> i64:
    """Taxation: the robber goes to a hex, and each rival there loses a card."""
    r = m.r
    s = look.s
    c = s.cells
    harm = rivalry(r, s, look.seat)
    gain = hex_gain(look.t, s, look.seat, hex_, harm, False)
    if c[r.robber] >= 0:
        gain -= hex_gain(look.t, s, look.seat, c[r.robber], harm, False)
    seen: i64 = 0
    for k in range(6):
        owner = c[r.owner + r.board.hex_corners[hex_ * 6 + k]] - 1
        if owner >= 0 and owner != look.seat and not seen & BITS[owner]:
            seen |= BITS[owner]
            gain += steal_gain(r, s, owner, harm)
    return look.value() - without(m, look, TAXATION) + gain


# -- hands


def best_cards(look: Look, hand: vec[i64], count: i64) -> i64:
    """The gain from the best few cards of others: each of the kind that helps most, if the others have it."""
    now = look.with_hand(hand)
    after = hand[:]
    gain: i64 = 0
    for _card in range(count):
        best: i64 = -1
        most = now + gain
        for g in range(look.t.goods):
            if others_hold(look.r, look.s, look.seat, g) > after[g] - hand[g]:
                after[g] += 1
                value = look.with_hand(after)
                after[g] -= 1
                if value > most:
                    most = value
                    best = g
        if best < 0:
            return gain
        after[best] += 1
        gain = most - now
    return gain


def taxes(m: KnightsState, look: Look, hand: vec[i64], victim: i64) -> i64:
    """Two cards of choice from a rival's hand, which the seat has not seen yet."""
    count = min(m.r.hand_size(look.s, victim), 2)
    gain = best_cards(look, hand, count) * CHOSEN // 100
    gain += count * LOST * rivalry(m.r, look.s, look.seat)[victim] // 100
    return look.value() - without(m, look, TAXES) + gain


def wedding(m: KnightsState, look: Look) -> i64:
    """Two cards from each rival who is ahead, of that rival's choice."""
    r = m.r
    s = look.s
    gain: i64 = 0
    for other in range(r.seats):
        if other != look.seat and r.open_points(s, other) > r.open_points(s, look.seat):
            gain += min(r.hand_size(s, other), 2) * (GIVEN + LOST)
    return look.value() - without(m, look, WEDDING) + gain


def sabotage_hands(m: KnightsState, look: Look) -> i64:
    """Half the hand of each rival who is not behind."""
    r = m.r
    s = look.s
    harm = rivalry(r, s, look.seat)
    points = r.open_points(s, look.seat)
    gain: i64 = 0
    for other in range(r.seats):
        if hit(m, s, look.seat, points, other):
            gain += r.hand_size(s, other) // 2 * LOST * harm[other] // 100
    return look.value() - without(m, look, SABOTAGE) + gain


def sabotage_city(m: KnightsState, look: Look, corner: i64) -> i64:
    """A rival's city yields half."""
    t = look.t
    owner = look.s.cells[m.r.owner + corner] - 1
    pips: i64 = 0
    for g in range(t.goods):
        pips += t.yields[corner * t.goods + g]
    harm = rivalry(m.r, look.s, look.seat)[owner]
    return look.value() - without(m, look, SABOTAGE) + pips * DAMAGED * harm // 100


def expected(r: Island, s: State, seat: i64, good: i64, most: i64) -> i64:
    """How many cards of a good the others give up, each at most so many; exact in a duel.

    Their total is known; it is divided among them in proportion to their hand sizes.
    """
    there = others_hold(r, s, seat, good)
    cards: i64 = 0
    for other in range(r.seats):
        if other != seat:
            cards += r.hand_size(s, other)
    if cards == 0:
        return 0
    total: i64 = 0
    for other in range(r.seats):
        if other != seat:
            total += min(100 * there * r.hand_size(s, other) // cards, 100 * most)
    return total // 100


def monopoly(m: KnightsState, look: Look, hand: vec[i64], good: i64, resource: bool) -> i64:
    """The others give up some of a good."""
    n = expected(m.r, look.s, look.seat, good, EACH_RESOURCE if resource else 1)
    after = hand[:]
    after[good] += n
    gain = best_use(m, look, after) - best_use(m, look, hand) + LOST * n
    return look.value() - without(m, look, RESOURCE_MONOPOLY if resource else TRADE_MONOPOLY) + gain


def fleet(m: KnightsState, look: Look, hand: vec[i64], good: i64) -> i64:
    """One good goes two for one this turn: exchanged for what helps most, as long as it helps."""
    after = hand[:]
    best = look.with_hand(after)
    if m.r.rate(look.s, look.seat, good) > 2:
        while after[good] >= 2:
            to: i64 = -1
            after[good] -= 2
            for g in range(look.t.goods):
                if g != good and look.s.cells[m.r.bank + g] > 0:
                    after[g] += 1
                    value = look.with_hand(after)
                    after[g] -= 1
                    if value > best:
                        best = value
                        to = g
            if to < 0:
                break
            after[to] += 1
    return best - without(m, look, MERCHANT_FLEET)


def pays(m: KnightsState, look: Look, victim: i64) -> i64:
    """The chance, in percent, that a rival holds a commodity; 0 if it is known to hold none."""
    r = m.r
    s = look.s
    cards: i64 = 0
    for other in range(r.seats):
        if other != look.seat:
            cards += r.hand_size(s, other)
    there: i64 = 0
    missing = True
    lacking = s.cells[m.lacking + victim]
    for g in range(RESOURCES, r.goods):
        there += others_hold(r, s, look.seat, g)
        missing = missing and lacking & BITS[g] != 0
    if missing or there == 0:
        return 0
    none: i64 = 100
    for _card in range(r.hand_size(s, victim)):
        none = none * (cards - there) // cards
    return 100 - none


def exchanged(m: KnightsState, look: Look, hand: vec[i64], victim: i64, good: i64) -> i64:
    """The worth of a resource for a commodity of a rival's choice: the average over the rivals' own.

    A rival without any costs nothing and is not asked again: all saw it.
    """
    chance = pays(m, look, victim)
    if chance == 0:
        return look.value() - 1
    after = hand[:]
    after[good] -= 1
    total: i64 = 0
    count: i64 = 0
    for g in range(RESOURCES, look.t.goods):
        n = others_hold(m.r, look.s, look.seat, g)
        after[g] += 1
        total += n * best_use(m, look, after)
        after[g] -= 1
        count += n
    now = best_use(m, look, hand)
    gain = total // count - now
    return now + gain * chance // 100 if gain > 0 else look.value() - 1


def harbor(m: KnightsState, look: Look, hand: vec[i64]) -> i64:
    """The exchanges that a commercial harbour would allow, each of the resource that is missed least."""
    now = best_use(m, look, hand)
    gain: i64 = 0
    for other in range(m.r.seats):
        if other != look.seat:
            best: i64 = 0
            for g in range(RESOURCES):
                if hand[g] > 0:
                    best = max(best, exchanged(m, look, hand, other, g) - now)
            gain += best
    return look.value() - without(m, look, COMMERCIAL_HARBOR) + gain


def espionage(m: KnightsState, look: Look, victim: i64) -> i64:
    """A card of choice from a rival's progress cards: the best that the seat knows there, or one it does not know."""
    worth: i64 = 0
    unknown = m.cards_of(look.s, victim)
    for kind in range(KINDS):
        n = remembered(m, look.s, look.seat, victim, kind)
        if n > 0:
            worth = max(worth, held(look, kind))
            unknown -= n
    if unknown > 0:
        for domain in range(DOMAINS):
            worth = max(worth, draw_worth(m, look, domain) * (90 + 10 * unknown) // 100)
    gain = worth + SPIED * rivalry(m.r, look.s, look.seat)[victim] // 100
    return look.value() - without(m, look, ESPIONAGE) + gain


# -- the board


def treason(m: KnightsState, look: Look, victim: i64) -> i64:
    """A rival's knight changes sides; the rival gives the weakest, and one as strong comes if there is one."""
    c = look.s.cells
    rank: i64 = 4
    for corner in range(m.r.board.corners):
        if c[m.knight + corner] == victim + 1:
            rank = min(rank, c[m.rank + corner])
    gain = TURNED * rank
    if c[m.knights_left + look.seat * 3 + rank - 1] == 0:
        gain = gain // 2
    return look.value() - without(m, look, TREASON) + gain


def swapped(m: KnightsState, look: Look, one: i64, other: i64) -> i64:
    """Two number tokens change places: own pips won, rivals' pips lost."""
    r = m.r
    t = look.t
    c = look.s.cells
    more = t.pips[other] - t.pips[one]
    total: i64 = 0
    for side in range(2):
        h = one if side == 0 else other
        good = r.terrain_good[h]
        if good < 0:
            continue
        pips = more if side == 0 else -more
        for k in range(6):
            corner = r.board.hex_corners[h * 6 + k]
            owner = c[r.owner + corner] - 1
            if owner < 0:
                continue
            worth = pips * c[r.level + corner] * t.worth[good] // 100 * look.pip
            total += worth if owner == look.seat else -worth * SWAPPED // 100
    return look.value() - without(m, look, INVENTION) + total


def leads_on(m: KnightsState, look: Look, start: i64, to: i64) -> bool:
    """Whether a knight's way could be worth a look: it displaces, bars a rival's road, or frees an own site."""
    s = look.s
    if s.cells[m.knight + to] != 0:
        return True
    if ends_rival(m, s, look.seat, to) and not ends_rival(m, s, look.seat, start):
        return True
    return far_enough(m.r, s, start) and not far_enough(m.r, s, to)


# -- the dice


def rolled(m: KnightsState, look: Look, seat: i64, number: i64) -> vec[i64]:
    """What a number would yield a seat, the bank apart."""
    r = m.r
    t = look.t
    c = look.s.cells
    out = vec[i64]([0] * t.goods)
    for h in range(r.board.hexes):
        good = r.terrain_good[h]
        if t.numbers[h] != number or good < 0 or h == c[r.robber]:
            continue
        for k in range(6):
            corner = r.board.hex_corners[h * 6 + k]
            if c[r.owner + corner] == seat + 1:
                out[good] += 1
                if c[r.level + corner] == 2 and c[m.damaged + corner] == 0:
                    out[m.commodity[h] if m.commodity[h] >= 0 else good] += 1
    return out


def after_number(m: KnightsState, look: Look, number: i64) -> i64:
    """The position's worth after a roll of `number`, leaving the event die out."""
    r = m.r
    s = look.s
    hand = look.hand()
    if number == 7:
        value = look.with_hand(hand)
        return value + chased(m, look) if m.robber_is_awake(s) else value
    own = rolled(m, look, look.seat, number)
    for g in range(look.t.goods):
        hand[g] += own[g]
    value = look.with_hand(hand)
    for other in range(r.seats):
        if other != look.seat:
            theirs = rolled(m, look, other, number)
            for g in range(look.t.goods):
                value -= RIVAL_YIELD * theirs[g]
    return value


def best_dice(m: KnightsState, look: Look) -> i64:
    """The dice that an alchemist should choose, as the argument of the verb; -1 if the dice may fall as they like.

    The number is what it yields; of its pairs the red die is the one at which the seat draws more than the rivals.
    """
    total: i64 = 0
    best: i64 = 0
    number: i64 = 0
    for sum_ in range(2, 13):
        value = after_number(m, look, sum_)
        total += value * (sum_ - 1 if sum_ < 8 else 13 - sum_)
        if number == 0 or value > best:
            best = value
            number = sum_
    dice: i64 = -1
    most: i64 = 0
    for red in range(max(number - 6, 1), min(number, 7)):
        draws = red_draws(m, look, red)
        if dice < 0 or draws > most:
            most = draws
            dice = (red - 1) * 6 + number - red - 1
    if best + most - without(m, look, ALCHEMIST) <= total // 36:
        return -1
    return dice


def red_draws(m: KnightsState, look: Look, red: i64) -> i64:
    """The worth of a number of the red die by the progress cards that it may bring."""
    total: i64 = 0
    for domain in range(DOMAINS):
        for seat in range(m.r.seats):
            level = m.level(look.s, seat, domain)
            if level > 0 and red <= level + 1:
                total += RED_DRAW if seat == look.seat else -RED_DRAW // (m.r.seats - 1)
    return total
