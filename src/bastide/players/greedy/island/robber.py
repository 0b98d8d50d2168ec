"""The greedy bot's robber moves and victims, based on public information."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from bastide.catan.base.island import Island
from bastide.catan.base.robber import robber_may_go
from bastide.kernel.state import State
from bastide.players.greedy.island.best import Best
from bastide.players.greedy.island.tables import Tables
from bastide.players.greedy.island.weights import RIVALRY, ROB_OWN, ROB_PIP, STEAL


def unplayed(r: Island, s: State, seat: i64) -> i64:
    """How many development cards a seat holds; the number is public."""
    total: i64 = 0
    for kind in range(r.kinds):
        total += s.cells[r.cards + seat * r.kinds + kind] + s.cells[r.fresh + seat * r.kinds + kind]
    return total


def rivalry(r: Island, s: State, seat: i64) -> vec[i64]:
    """The weight of harm to each seat: 100 for the weakest rival, more for each point ahead.

    An unknown card counts as half a point.
    """
    out = vec[i64]([100] * r.seats)
    if r.seats < 3:
        return out
    least: i64 = 1_000
    for other in range(r.seats):
        if other != seat:
            out[other] = 2 * r.open_points(s, other) + min(unplayed(r, s, other), 4)
            least = min(least, out[other])
    for other in range(r.seats):
        if other != seat:
            out[other] = 100 + (out[other] - least) * RIVALRY // 2
    return out


def hex_gain(t: Tables, s: State, seat: i64, hex_: i64, harm: vec[i64], steals: bool) -> i64:
    """The gain of the robber on a hex: rivals' blocked pips minus own ones, plus a stolen card if it steals."""
    r = t.r
    c = s.cells
    good = r.terrain_good[hex_]
    gain: i64 = 0
    theft: i64 = 0
    for k in range(6):
        corner = r.board.hex_corners[hex_ * 6 + k]
        owner = c[r.owner + corner] - 1
        if owner < 0 or owner >= r.seats:
            continue
        pips: i64 = 0
        if good >= 0:
            pips = t.pips[hex_] * c[r.level + corner] * t.worth[good] // 100
        if owner == seat:
            gain -= pips * ROB_OWN
        else:
            gain += pips * ROB_PIP * harm[owner] // 100
            if steals:
                theft = max(theft, steal_gain(r, s, owner, harm))
    return gain + theft


def steal_gain(r: Island, s: State, victim: i64, harm: vec[i64]) -> i64:
    """The value of stealing a card: the seat's gain and the victim's loss."""
    if r.hand_size(s, victim) > 0:
        return STEAL * (100 + harm[victim]) // 200
    return 0


def best_hex(t: Tables, s: State, seat: i64) -> i64:
    """The gain of the best robber move."""
    harm = rivalry(t.r, s, seat)
    best: i64 = -1_000_000
    for h in range(t.r.board.land):
        if robber_may_go(t.r, s, seat, h):
            best = max(best, hex_gain(t, s, seat, h, harm, True))
    return best


def choose_hex(t: Tables, s: State, seat: i64, codes: vec[i64]) -> i64:
    """The best hex for the robber, or what a module moves instead."""
    harm = rivalry(t.r, s, seat)
    best = Best(codes[0], -1_000_000_000)
    for code in codes:
        if code < t.robber or code >= t.robber + t.r.board.land:
            continue
        best.offer(code, hex_gain(t, s, seat, code - t.robber, harm, True))
    for module in t.modules:
        other = module.moves_another(s, seat, codes, harm, best.value)
        if other >= 0:
            return other
    return best.code


def choose_victim(t: Tables, s: State, seat: i64, codes: vec[i64]) -> i64:
    """The victim: the strongest rival, of equals the one with the largest hand, of these the next in turn order."""
    harm = rivalry(t.r, s, seat)
    best = Best(codes[0], -1)
    seats = t.r.seats
    for code in codes:
        victim = code - t.rob
        if victim < 0 or victim >= seats:
            continue  # to take nothing is no gain
        gain = harm[victim] * 100 + t.r.hand_size(s, victim)
        best.offer(code, gain * seats - (victim - seat + seats) % seats)
    return best.code
