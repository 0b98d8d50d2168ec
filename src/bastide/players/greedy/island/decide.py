"""The greedy decision for one seat, phase by phase, and the order in which a search should try what is legal."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bastide.kernel.state import State
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
    in_turn,
    road_worths,
)
from bastide.players.greedy.island.weights import OFFER_GAIN

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
        return _turn(look, codes, offers)
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


def _turn(look: Look, codes: vec[i64], offers: Offers | None) -> i64:
    t = look.t
    best = in_turn(look, codes)
    if offers is not None:
        for code in codes:
            if code == t.offer:
                deal = best_offer(look, offers.tried(look))
                if deal.gain >= OFFER_GAIN and look.value() + deal.gain > best.value:
                    offers.remember(look, deal)
                    return code
    return best.code


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
    """Whether actions are judged one by one in this phase."""
    r = t.r
    phase = s.cells[s.top()]
    return (
        phase == r.main_phase
        or phase == r.setup_phase
        or phase == r.roads_phase
        or phase == r.robber_phase
        or phase == r.rob_phase
        or phase == r.roll_phase
    )


def worths(t: Tables, s: State, seat: i64, codes: vec[i64]) -> vec[i64]:
    """What each of some legal actions is worth in a judged phase; 0 where the choice of greedy alone counts."""
    r = t.r
    phase = s.cells[s.top()]
    out = vec[i64]([0] * len(codes))
    if phase == r.main_phase:
        look = Look(t, s, seat)
        hand = look.hand()
        for k in range(len(codes)):
            code = codes[k]
            out[k] = look.value() if code == t.end or code == t.offer else after_action(look, hand, code)
    elif phase == r.setup_phase and t.settle <= codes[0] < t.settle + r.board.corners:
        return corner_worths(t, s, seat, codes, t.settle, False)
    elif phase == r.setup_phase and t.city <= codes[0] < t.city + r.board.corners:
        return corner_worths(t, s, seat, codes, t.city, True)
    elif phase == r.roads_phase or phase == r.setup_phase:
        return road_worths(t, s, seat, codes, Look(t, s, seat).pip)
    elif phase == r.robber_phase:
        harm = rivalry(r, s, seat)
        for k in range(len(codes)):
            out[k] = LEAST
            if t.robber <= codes[k] < t.robber + r.board.land:
                out[k] = hex_gain(t, s, seat, codes[k] - t.robber, harm, True)
    return out
