"""The greedy bot's trades: an exchange is valued by the resulting hand.

It offers one or two cards of a kind for one that its plan lacks, when a partner is likely to agree, and no refused
offer again until the others have more to give; it accepts what helps it, answers with a counter-offer where it could
gain, and has no dealings with a seat that is about to win.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bastide.catan.base.island import COUNTERED, Island
from bastide.catan.base.trade import RATES
from bastide.kernel.state import BITS, State
from bastide.players.greedy.island.evaluation import Look, income_of
from bastide.players.greedy.island.tables import Tables
from bastide.players.greedy.island.weights import (
    ACCEPT_GAIN,
    COUNTER_GAIN,
    FEAR,
    HOPE,
    HOPE_LEAST,
    HOPE_MORE,
    LEADER,
    NEAR,
    OFFER_GAIN,
    OFFERS,
    TAKE_GAIN,
)

MOST_GIVEN: Final[i64] = 2


class Deal:
    """An exchange: the goods that the seat gives and wants, and the gain; 0 means no deal."""

    def __init__(self, goods: i64) -> None:
        self.gives: vec[i64] = vec[i64]([0] * goods)
        self.wants: vec[i64] = vec[i64]([0] * goods)
        self.gain: i64 = 0
        self.key: i64 = 0


def partners(r: Island, s: State, seat: i64) -> i64:
    """The mask of seats that hold cards and are not about to win."""
    mask: i64 = 0
    for other in range(r.seats):
        if other != seat and r.hand_size(s, other) > 0 and r.open_points(s, other) < r.goal(s, other) - NEAR:
            mask += BITS[other]
    return mask


def able(r: Island, s: State, mask: i64, good: i64) -> i64:
    """Those seats of a mask that may have a good: what lies in purses is open."""
    if good < r.held:
        return mask
    out: i64 = 0
    for other in range(r.seats):
        if mask & BITS[other] and s.cells[r.hand + other * r.goods + good] > 0:
            out |= BITS[other]
    return out


def others_hold(r: Island, s: State, seat: i64, good: i64) -> i64:
    """How many cards of a good the others hold together: all cards minus the bank's and the seat's."""
    return r.stock[good] - s.cells[r.bank + good] - s.cells[r.hand + seat * r.goods + good]


def best_offer(look: Look, tried: list[i64]) -> Deal:
    """The offer with the largest expected gain; not one already tried, nor one that gives less for the same good."""
    t = look.t
    r = t.r
    s = look.s
    goods = t.goods
    deal = Deal(goods)
    mask = partners(r, s, look.seat)
    if s.cells[r.offers] <= r.offer_limit - OFFERS or mask == 0:
        return deal
    hand = look.hand()
    now = look.with_hand(hand)
    surplus = expected_hands(look)
    least = HOPE_LEAST + HOPE_MORE * max(r.seats - 4, 0)
    best: i64 = 0
    for want in range(goods):
        asked = able(r, s, mask, want)
        if asked == 0 or not look.plans.lacks(want, hand) or others_hold(r, s, look.seat, want) <= 0:
            continue
        for give in range(goods):
            if give == want:
                continue
            key = (give * goods + want) * (MOST_GIVEN + 1)
            for n in range(min(hand[give], MOST_GIVEN), 0, -1):
                if key + n in tried:
                    break
                hope = hope_of(look, asked, surplus, give, want, n)
                if hope < least:
                    break
                after = hand[:]
                after[give] -= n
                after[want] += 1
                gain = look.with_hand(after) - now
                if gain >= OFFER_GAIN and gain * hope > best:
                    best = gain * hope
                    deal = Deal(goods)
                    deal.gives[give] = n
                    deal.wants[want] = 1
                    deal.gain = gain
                    deal.key = key + n
    return deal


def expected_hands(look: Look) -> vec[i64]:
    """The cards of each good, in hundredths, that each other seat is expected to hold.

    What the others hold together is known; it is divided by the sizes of their hands and by their income.
    """
    r = look.r
    s = look.s
    goods = r.goods
    income = vec[i64]([0] * (r.seats * goods))
    rivals = r.seats - 1
    cards: i64 = 0
    for other in range(r.seats):
        if other != look.seat:
            cards += r.hand_size(s, other)
            theirs = income_of(look.t, s, other)
            for g in range(goods):
                income[other * goods + g] = theirs[g]
    out = vec[i64]([0] * (r.seats * goods))
    for g in range(goods):
        there = others_hold(r, s, look.seat, g)
        if there <= 0:
            continue
        total: i64 = 2 * rivals
        for other in range(r.seats):
            total += income[other * goods + g]
        for other in range(r.seats):
            if other != look.seat:
                share = 100 * there * r.hand_size(s, other) * rivals * (income[other * goods + g] + 2)
                out[other * goods + g] = share // (cards * total)
    return out


def hope_of(look: Look, mask: i64, hands: vec[i64], give: i64, want: i64, n: i64) -> i64:
    """The chance, in percent, that one of the partners agrees to give one card for `n`.

    A partner is the likelier to agree, the more it is expected to hold of the wanted good, the less of the other, and
    the less it must fear the seat.
    """
    r = look.r
    goods = r.goods
    none: i64 = 100
    for other in range(r.seats):
        if mask & BITS[other] == 0:
            continue
        odds = HOPE[n] * (10 + hands[other * goods + want]) // (100 + hands[other * goods + give])
        odds = odds * 100 // (100 + deference(r, look.s, other, look.seat) * FEAR // 100)
        none = none * 100 // (100 + odds)
    return 100 - none


def best_counter(look: Look, offerer: i64) -> Deal:
    """The counter-offer: one card more of the offered good, or another good."""
    t = look.t
    r = t.r
    c = look.s.cells
    goods = t.goods
    deal = Deal(goods)
    hand = look.hand()
    now = look.with_hand(hand)
    least = COUNTER_GAIN + deference(r, look.s, look.seat, offerer)
    asked: i64 = 0
    offered: i64 = 0
    for g in range(goods):
        n = c[r.wants + g]
        asked += n
        offered += c[r.gives + g]
        if hand[g] < n:
            return deal
        hand[g] -= n
    best = least
    for want in range(goods):
        if c[r.wants + want] != 0:
            continue
        n = 1
        if c[r.gives + want] > 0:
            n = c[r.gives + want] + 1
            if offered + 1 > asked + 1:
                continue
        if others_hold(r, look.s, look.seat, want) < n or r.hand_size(look.s, offerer) < n:
            continue
        after = hand[:]
        after[want] += n
        gain = look.with_hand(after) - now
        if gain > best:
            best = gain
            deal = Deal(goods)
            for g in range(goods):
                deal.gives[g] = c[r.wants + g]
            deal.wants[want] = n
            deal.gain = gain
    return deal


def deference(r: Island, s: State, seat: i64, partner: i64) -> i64:
    """The additional gain that a deal needs because the partner is ahead, or is the only rival."""
    ahead = r.open_points(s, partner) - r.open_points(s, seat)
    return LEADER * max(ahead, 0) + (LEADER * 3 if r.seats == 2 else 0)


def answer_offer(look: Look, codes: vec[i64]) -> i64:
    """Accept, counter or refuse."""
    t = look.t
    r = t.r
    c = look.s.cells
    offerer = c[look.s.top() + 1]
    if not partners(r, look.s, look.seat) & BITS[offerer]:
        return t.refuse
    if codes[0] == t.accept:
        hand = look.hand()
        now = look.with_hand(hand)
        for g in range(t.goods):
            hand[g] += c[r.gives + g] - c[r.wants + g]
        if look.with_hand(hand) - now >= ACCEPT_GAIN + deference(r, look.s, look.seat, offerer):
            return t.accept
        if best_counter(look, offerer).gain > 0:
            return t.counter
    return t.refuse


def take_answer(look: Look, codes: vec[i64]) -> i64:
    """Take the best answer, of equal ones that of the next seat in turn order; or withdraw the offer."""
    t = look.t
    r = t.r
    c = look.s.cells
    best_code = t.withdraw
    best = (TAKE_GAIN - 1) * r.seats
    now = look.value()
    for code in codes:
        if code == t.withdraw:
            continue
        other = code - t.trade
        if not partners(r, look.s, look.seat) & BITS[other]:
            continue
        gives = r.gives
        wants = r.wants
        if c[r.answer + other] == COUNTERED:
            gives = r.counter_wants + other * r.goods
            wants = r.counter_gives + other * r.goods
        hand = look.hand()
        for g in range(t.goods):
            hand[g] += c[wants + g] - c[gives + g]
        gain = look.with_hand(hand) - now - deference(r, look.s, look.seat, other)
        gain = gain * r.seats - (other - look.seat + r.seats) % r.seats
        if gain > best:
            best = gain
            best_code = code
    return best_code


def next_step(t: Tables, s: State, seat: i64, deal: Deal, codes: vec[i64]) -> i64:
    """The next action while composing a deal: add a card, or send it."""
    r = t.r
    c = s.cells
    counter = c[s.top() + 2] != 0
    gives = r.gives
    wants = r.wants
    if counter:
        gives = r.counter_gives + seat * r.goods
        wants = r.counter_wants + seat * r.goods
    code = t.send
    if not counter:
        everyone = BITS[r.seats] - 1 - BITS[seat]
        mask = partners(r, s, seat)
        for g in range(t.goods):
            if deal.wants[g] > 0:
                mask = able(r, s, mask, g)
        holders: i64 = 0
        for other in range(r.seats):
            if other != seat and r.tradable(s, other) > 0:  # all others are not asked
                holders += BITS[other]
        if mask != holders and mask != everyone:
            code += mask
    for g in range(t.goods - 1, -1, -1):
        if c[wants + g] < deal.wants[g]:
            code = t.want + g
    for g in range(t.goods - 1, -1, -1):
        if c[gives + g] < deal.gives[g]:
            code = t.give + g
    fallback = codes[0]
    for other_code in codes:
        if other_code == code:
            return code
        if other_code == t.send or (fallback < t.want and t.want <= other_code < t.want + t.goods):
            fallback = other_code
    return fallback


def exchange(t: Tables, hand: vec[i64], code: i64) -> vec[i64]:
    """The hand after an exchange with the bank."""
    arg = code - t.bank
    pair = arg // RATES
    out = hand[:]
    out[pair // t.goods] -= arg % RATES + 2
    out[pair % t.goods] += 1
    return out
