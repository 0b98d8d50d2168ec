"""The seat's own turn: every action is valued by the resulting position."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from bastide.catan.base.island import CARD
from bastide.catan.base.island import POINT as POINT_CARD
from bastide.kernel.state import BITS, OVER, State
from bastide.players.greedy.island.best import Best
from bastide.players.greedy.island.evaluation import Look
from bastide.players.greedy.island.module_bot import UNJUDGED
from bastide.players.greedy.island.robber import best_hex, hex_gain, rivalry
from bastide.players.greedy.island.tables import Tables
from bastide.players.greedy.island.trade import exchange, others_hold
from bastide.players.greedy.island.weights import MONOPOLY_HELD, PLENTY_HELD, STEAL, TAKEN, WIN


def before_roll(look: Look, codes: vec[i64]) -> i64:
    """Roll, unless first a knight wins or frees an own hex, or a module has an action before the roll."""
    t = look.t
    s = look.s
    for module in t.modules:
        found = module.before_roll(look, codes)
        if found >= 0:
            return found
    for code in codes:
        if code != t.knight:
            continue
        after = s.copy()
        t.r.perform(after, look.seat, code)
        if after.cells[OVER] != 0 or robber_harms(look) > 0:
            return code
    return t.roll


def robber_harms(look: Look) -> i64:
    """The seat's pips that the robber blocks."""
    t = look.t
    r = t.r
    c = look.s.cells
    h = c[r.robber]
    pips: i64 = 0
    if h >= 0:
        for k in range(6):
            corner = r.board.hex_corners[h * 6 + k]
            if c[r.owner + corner] == look.seat + 1:
                pips += c[r.level + corner] * t.pips[h]
    return pips


def in_turn(look: Look, codes: vec[i64]) -> Best:
    """The action with the best resulting position; ending the turn if none improves it."""
    t = look.t
    hand = look.hand()
    best = Best(t.end, look.value())
    for code in codes:
        if code == t.end or code == t.offer:
            continue
        best.offer(code, after_action(look, hand, code))
    return best


def after_action(look: Look, hand: vec[i64], code: i64) -> i64:
    """The value of the position after an action; an expected value if chance or hidden cards decide."""
    t = look.t
    r = t.r
    s = look.s
    seat = look.seat
    goods = t.goods
    judged = by_modules(look, hand, code)
    if judged != UNJUDGED:
        return judged
    if t.bank <= code < t.bank + goods * goods * 3:
        return look.with_hand(exchange(t, hand, code))
    if code == t.buy:
        return after_buying(look, hand)
    if t.monopoly <= code < t.monopoly + goods:
        good = code - t.monopoly
        n = others_hold(r, s, seat, good)
        after = hand[:]
        after[good] += n
        return look.with_hand(after) - MONOPOLY_HELD + TAKEN * n
    if code == t.plenty:
        return best_pair(look, hand, 2).value - PLENTY_HELD
    pip = look.pip
    later = s.copy()
    r.perform(later, seat, code)
    if code == t.knight:
        if later.cells[OVER] == 0 and later.cells[later.top()] != r.robber_phase:
            return after_module(t, later, seat, pip)
        value = Look(t, later, seat, pip).value()
        if later.cells[OVER] != 0:
            return value
        harm = rivalry(r, s, seat)
        there = s.cells[r.robber]
        return value + best_hex(t, s, seat) - (hex_gain(t, s, seat, there, harm, False) if there >= 0 else 0)
    if code == t.roads:
        return after_roads(t, later, seat, pip)
    return Look(t, later, seat, pip).value()


def after_module(t: Tables, s: State, seat: i64, pip: i64) -> i64:
    """The value once the modules have done what replaces the move of the robber; a card may be stolen by it."""
    r = t.r
    c = s.cells
    while c[OVER] == 0 and r.actors(s) == BITS[seat] and c[s.top()] != r.main_phase and c[s.top()] != r.roll_phase:
        codes = r.legal(s, seat)
        code = codes[0]
        if len(codes) > 1:
            look = Look(t, s, seat, pip)
            code = -1
            for module in t.modules:
                code = module.decide(look, codes)
                if code >= 0:
                    break
            if code < 0:
                break
        r.perform(s, seat, code)
    value = Look(t, s, seat, pip).value()
    if c[OVER] == 0 and c[s.top()] == r.steal_phase:
        value += STEAL
    return value


def by_modules(look: Look, hand: vec[i64], code: i64) -> i64:
    """The worth of the position after an action: the sum over the modules that judge it; or `UNJUDGED`."""
    worth: i64 = UNJUDGED
    for module in look.t.modules:
        judged = module.judge(look, hand, code)
        if judged == UNJUDGED:
            continue
        worth = judged if worth == UNJUDGED else worth + judged - look.value()
    return worth


def after_buying(look: Look, hand: vec[i64]) -> i64:
    """Buying a card costs its goods and brings the average of the unseen cards; a victory point may win at once."""
    r = look.r
    after = hand[:]
    for g in range(look.t.goods):
        after[g] -= r.cost_of(CARD, g)
    return look.with_hand(after) + drawn_card(look)


def drawn_card(look: Look) -> i64:
    """The worth of the next development card: the average of the unseen ones, and the chance that it wins at once."""
    r = look.r
    c = look.s.cells
    value = look.draw_worth()
    if look.points + 1 >= r.goal(look.s, look.seat):
        unseen: i64 = 0
        for kind in range(r.kinds):
            unseen += r.deck_stock[kind]
            for other in range(r.seats):
                unseen -= c[r.played + other * r.kinds + kind]
            at = look.seat * r.kinds + kind
            unseen -= c[r.cards + at] + c[r.fresh + at]
        points = r.deck_stock[POINT_CARD] - r.hidden_points(look.s, look.seat)
        value += WIN // 100 * points // max(unseen, 1)
    return value


def after_roads(t: Tables, s: State, seat: i64, pip: i64) -> i64:
    """The value after two free roads, each on its best path."""
    r = t.r
    while s.cells[OVER] == 0 and s.cells[s.top()] == r.roads_phase:
        r.perform(s, seat, best_after(t, s, seat, r.legal(s, seat), pip))
    return Look(t, s, seat, pip).value()


def best_after(t: Tables, s: State, seat: i64, codes: vec[i64], pip: i64) -> i64:
    """The best path for a free road."""
    values = road_worths(t, s, seat, codes, pip)
    return codes[first_best(values)]


def road_worths(t: Tables, s: State, seat: i64, codes: vec[i64], pip: i64) -> vec[i64]:
    """What each of some paths is worth for a free road."""
    out = vec[i64]([0] * len(codes))
    for k in range(len(codes)):
        later = s.copy()
        t.r.perform(later, seat, codes[k])
        out[k] = Look(t, later, seat, pip).value()
    return out


def first_best(values: vec[i64]) -> i64:
    """The index of the greatest value; of equals the first."""
    best: i64 = 0
    for k in range(1, len(values)):
        if values[k] > values[best]:
            best = k
    return best


def best_pair(look: Look, hand: vec[i64], owed: i64) -> Best:
    """The best free goods from the bank: the kind to take first, and the value with all of them."""
    t = look.t
    r = t.r
    c = look.s.cells
    least: i64 = 0
    if c[look.s.top()] == r.take_phase:
        least = c[look.s.top() + 3]
    best = Best(-1, -WIN)
    for first in range(least, r.held):
        if c[r.bank + first] == 0:
            continue
        one = hand[:]
        one[first] += 1
        if owed < 2:
            best.offer(t.take + first, look.with_hand(one))
            continue
        for second in range(first, r.held):
            if c[r.bank + second] > (1 if second == first else 0):
                two = one[:]
                two[second] += 1
                best.offer(t.take + first, look.with_hand(two))
    return best


def choose_discard(look: Look, codes: vec[i64]) -> i64:
    """The next card to discard: the least valuable one, chosen one at a time."""
    t = look.t
    r = t.r
    c = look.s.cells
    least = max(c[r.discard_from + look.seat] - 1, 0)
    hand = look.hand()
    first = t.goods
    for _card in range(c[r.discards + look.seat]):
        best = Best(-1, -WIN)
        for g in range(least, r.held):
            if hand[g] > 0:
                hand[g] -= 1
                best.offer(g, look.plans.worth(hand, 0))
                hand[g] += 1
        if best.code < 0:
            break
        hand[best.code] -= 1
        first = min(first, best.code)
    code = t.discard + first
    for legal in codes:
        if legal == code:
            return code
    return codes[0]
