"""The greedy decision for one seat, phase by phase, and the order in which a search should try what is legal."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bastide.kernel.state import State
from bastide.players.greedy.island.best import Best
from bastide.players.greedy.island.evaluation import Look
from bastide.players.greedy.island.offers import Offers
from bastide.players.greedy.island.robber import choose_hex, choose_victim, hex_gain, rivalry
from bastide.players.greedy.island.setup import choose_setup, corner_worths
from bastide.players.greedy.island.tables import Tables
from bastide.players.greedy.island.trade import Deal, answer_offer, best_counter, best_offer, next_step, take_answer
from bastide.players.greedy.island.turn import (
    after_action,
    before_roll,
    best_after,
    best_pair,
    choose_discard,
    first_best,
    in_turn,
    road_worths,
)
from bastide.players.greedy.island.weights import OFFER_GAIN, PATIENCE

LEAST: Final[i64] = -1_000_000_000_000
"""What no action is worth."""


def decide(t: Tables, s: State, seat: i64, codes: vec[i64], offers: Offers | None) -> i64:
    """The greedy choice of several legal actions; -1 in a phase of which neither bot nor modules know anything.

    `offers` are those that the seat remembers; without them it makes none.
    """
    r = t.r
    c = s.cells
    phase = c[s.top()]
    if phase == r.setup_phase:
        return choose_setup(t, s, seat, codes)
    if phase == r.robber_phase:
        return choose_hex(t, s, seat, codes)
    if phase == r.rob_phase:
        return choose_victim(t, s, seat, codes)
    look = Look(t, s, seat)
    if phase == r.roads_phase:
        return best_after(t, s, seat, codes, look.pip)
    if phase == r.roll_phase:
        return before_roll(look, codes)
    if phase == r.main_phase:
        return _chosen(look, codes, offers, in_turn(look, codes))
    if phase == r.discard_phase:
        return choose_discard(look, codes)
    if phase == r.take_phase:
        return best_pair(look, look.hand(), c[s.top() + 2]).code
    if phase == r.draft_phase:
        return _draft(look, codes, offers)
    if phase == r.answer_phase:
        if seat == c[s.top() + 1]:
            return take_answer(look, codes)
        return answer_offer(look, codes)
    for module in t.modules:
        code = module.decide(look, codes)
        if code >= 0:
            return code
    return -1


def _chosen(look: Look, codes: vec[i64], offers: Offers | None, best: Best) -> i64:
    """The best action, or an offer that gains more; a card rather than the end of the turn."""
    t = look.t
    if offers is not None and _offers(look, codes, offers, best):
        return t.offer
    return _or_card(look, codes) if best.code == t.end else best.code


def _or_card(look: Look, codes: vec[i64]) -> i64:
    """End the turn, or play a card that may gain something: most cards that are kept are never played."""
    t = look.t
    hand = look.hand()
    best = Best(t.end, look.value() - PATIENCE)
    for code in codes:
        if code == t.roads or code == t.plenty or t.monopoly <= code < t.monopoly + t.goods:
            best.offer(code, after_action(look, hand, code))
    return best.code


def _offers(look: Look, codes: vec[i64], offers: Offers, best: Best) -> bool:
    """Whether an offer gains more than the best action; it is then remembered."""
    t = look.t
    for code in codes:
        if code == t.offer:
            deal = best_offer(look, offers.tried(look))
            if deal.gain >= OFFER_GAIN and look.value() + deal.gain > best.value:
                offers.remember(look, deal)
                return True
    return False


def _draft(look: Look, codes: vec[i64], offers: Offers | None) -> i64:
    s = look.s
    if s.cells[s.top() + 2] != 0:
        deal = best_counter(look, s.cells[look.r.on_turn])
    elif offers is None:
        deal = Deal(look.t.goods)
    else:
        deal = best_offer(look, offers.tried(look))
    return next_step(look.t, s, look.seat, deal, codes)


def judges(t: Tables, s: State) -> bool:
    """Whether actions are judged one by one in this phase, or the choice is between a few answers."""
    r = t.r
    phase = s.cells[s.top()]
    return (
        phase == r.main_phase
        or phase == r.setup_phase
        or phase == r.roads_phase
        or phase == r.robber_phase
        or phase == r.rob_phase
        or phase == r.roll_phase
        or phase == r.answer_phase
    )


def judged(t: Tables, s: State, seat: i64, codes: vec[i64], offers: Offers | None, out: vec[i64]) -> i64:
    """`decide` in a judged phase. Writes to `out` what each of the actions is worth.

    That is 0 for all where the choice of greedy alone counts, and in the main phase for an offer.
    """
    r = t.r
    phase = s.cells[s.top()]
    count: i64 = len(codes)
    if phase == r.main_phase:
        look = Look(t, s, seat)
        hand = look.hand()
        best = Best(t.end, look.value())
        for k in range(count):
            if codes[k] == t.end:
                out[k] = best.value if best.code == t.end else look.value()
            elif codes[k] != t.offer:
                out[k] = after_action(look, hand, codes[k])
                best.offer(codes[k], out[k])
        return _chosen(look, codes, offers, best)
    if phase == r.robber_phase:
        harm = rivalry(r, s, seat)
        for k in range(count):
            out[k] = LEAST
            if t.robber <= codes[k] < t.robber + r.board.land:
                out[k] = hex_gain(t, s, seat, codes[k] - t.robber, harm, True)
        best_hex = codes[first_best(out)]
        for module in t.modules:
            other = module.moves_another(s, seat, codes, harm, out[first_best(out)])
            if other >= 0:
                return other
        return best_hex
    values = out
    if phase == r.setup_phase and t.settle <= codes[0] < t.settle + r.board.corners:
        values = corner_worths(t, s, seat, codes, t.settle, False)
    elif phase == r.setup_phase and t.city <= codes[0] < t.city + r.board.corners:
        values = corner_worths(t, s, seat, codes, t.city, True)
    elif phase == r.roads_phase or phase == r.setup_phase:
        values = road_worths(t, s, seat, codes, Look(t, s, seat).pip)
    else:
        return decide(t, s, seat, codes, offers)
    for k in range(count):
        out[k] = values[k]
    return codes[first_best(out)]
