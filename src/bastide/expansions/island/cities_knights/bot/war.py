"""The attack's result if it came now: lost cities, the defender's point, and the value to a seat."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from bastide.expansions.island.cities_knights.bot.weights import (
    BLOCKING,
    HONOUR,
    KNIGHT_RANK,
    REBUILT,
    RESTING,
    RISK,
    SHARED,
    SOON,
)
from bastide.expansions.island.cities_knights.rules.knights import may_promote
from bastide.expansions.island.cities_knights.rules.state import ACTIVATION, DEFENDS, KNIGHT, PROMOTION, KnightsState
from bastide.kernel.state import State
from bastide.players.greedy.island.evaluation import Look
from bastide.players.greedy.island.weights import PIP, POINT


class War:
    """The war of one configured game."""

    def __init__(self, m: KnightsState) -> None:
        self.m = m
        # The chance, in percent, that the ship moves that many spaces before the seat on turn acts again (binomial).
        seats = int(m.r.seats)
        ways = [1]
        for _ in range(seats):
            ways = [a + b for a, b in zip([0, *ways], [*ways, 0], strict=True)]
        self.soon: vec[i64] = vec[i64]([100 * sum(ways[k:]) // sum(ways) for k in range(int(m.length) + 1)])

    def left(self, s: State) -> i64:
        """The ship's remaining spaces."""
        left = self.m.length - s.cells[self.m.ship]
        return left if left > 0 else 0

    def worth(self, look: Look) -> i64:
        """The value of the seat's knights: in the next attack, in later ones, and as obstacles to rivals."""
        m = self.m
        s = look.s
        c = s.cells
        r = m.r
        seat = look.seat
        left = self.left(s)
        resting = 100 - RESTING * self.soon[left] // 100
        arms = vec[i64]([0] * r.seats)
        out: i64 = 0
        for corner in range(r.board.corners):
            owner = c[m.knight + corner] - 1
            if owner < 0:
                continue
            rank = c[m.rank + corner]
            arms[owner] += rank * (100 if c[m.active + corner] != 0 else resting)
            if owner == seat:
                out += KNIGHT_RANK * rank
                if ends_rival(m, s, seat, corner):
                    out += BLOCKING
        out = out * look.pip // PIP
        return out + self.stake(look, arms) * self.weight(left) // 100

    def weight(self, left: i64) -> i64:
        """The weight of an attack, in percent, by the ship's remaining spaces."""
        return SOON[min(left, len(SOON) - 1)]

    def plans(self, look: Look) -> None:
        """Plan for another active knight, an activation or a promotion, as far as the next attack requires."""
        m = self.m
        s = look.s
        c = s.cells
        r = m.r
        left = self.left(s)
        resting = 100 - RESTING * self.soon[left] // 100
        arms = vec[i64]([0] * r.seats)
        idle: i64 = 0
        rises: i64 = 0
        for corner in range(r.board.corners):
            owner = c[m.knight + corner] - 1
            if owner < 0:
                continue
            rank = c[m.rank + corner]
            active = c[m.active + corner] != 0
            arms[owner] += rank * (100 if active else resting)
            if owner == look.seat:
                if not active:
                    idle = max(idle, rank)
                if may_promote(m, s, look.seat, corner):
                    rises = max(rises, 100 if active else resting)
        self._plan(look, arms, idle * (100 - resting), ACTIVATION, False, 0)
        self._plan(look, arms, rises, PROMOTION, False, KNIGHT_RANK)
        if c[m.knights_left + look.seat * 3] > 0:
            self._plan(look, arms, 100, KNIGHT, True, KNIGHT_RANK)

    def _plan(self, look: Look, arms: vec[i64], more: i64, item: i64, active: bool, beside: i64) -> None:
        """A plan for more strength; `beside` is its value in later attacks."""
        if more == 0:
            return
        m = self.m
        before = self.stake(look, arms)
        arms[look.seat] += more
        gain = (self.stake(look, arms) - before) * self.weight(self.left(look.s)) // 100
        arms[look.seat] -= more
        cards = vec[i64]([0] * look.t.goods)
        for g in range(look.t.goods):
            cards[g] = m.price(item, g)
            if active:
                cards[g] += m.price(ACTIVATION, g)
        look.plans.add_cards(gain + beside * look.pip // PIP, cards)

    def stake(self, look: Look, arms: vec[i64], now: bool = False) -> i64:
        """The seat's gain or loss from an attack with the strengths `arms`, in hundredths.

        Unless `now`, the seat still has time to add strength.
        """
        m = self.m
        s = look.s
        seat = look.seat
        barbarians: i64 = 0
        knights: i64 = 0
        rival: i64 = 0
        weakest: i64 = -1
        for other in range(m.r.seats):
            cities = m.cities(s, other)
            barbarians += 100 * cities
            if other == seat:
                continue
            knights += arms[other]
            rival = max(rival, arms[other])
            if cities > m.metropolises(s, other) and (weakest < 0 or arms[other] < weakest):
                weakest = arms[other]
        own = arms[seat]
        out: i64 = 0
        repel = barbarians - knights
        if m.cities(s, seat) > m.metropolises(s, seat):
            need = repel
            if weakest >= 0 and weakest + 100 < need:
                need = weakest + 100
            out -= chance(RISK, need - own, now) * self.loss(look) // 100
        if own > 0:
            out += chance(HONOUR, max(repel, rival + 100) - own, now) * POINT // 100
            if own == rival and own >= repel:
                out += SHARED
        return out

    def loss(self, look: Look) -> i64:
        """The value of the city that the seat would lose: the lowest-yielding city that can fall."""
        m = self.m
        s = look.s
        t = look.t
        least: i64 = -1
        for corner in range(m.r.board.corners):
            if m.plain_city(s, look.seat, corner):
                pips: i64 = 0
                for g in range(t.goods):
                    pips += t.yields[corner * t.goods + g]
                if least < 0 or pips < least:
                    least = pips
        return POINT + REBUILT + max(least, 0) * look.pip

    # -- a chosen defence

    def joins(self, look: Look) -> bool:
        """Whether another knight should take part (CKV-001): whether all knights do better than those already chosen.

        Opponents who have not chosen yet are assumed to send all their knights.
        """
        m = self.m
        c = look.s.cells
        arms = vec[i64]([0] * m.r.seats)
        named: i64 = 0
        for corner in range(m.r.board.corners):
            owner = c[m.knight + corner] - 1
            if owner >= 0 and c[m.active + corner] != 0:
                arms[owner] += 100 * c[m.rank + corner]
                if owner == look.seat and c[m.marks + corner] & DEFENDS:
                    named += 100 * c[m.rank + corner]
        best = self.stake(look, arms, True)
        arms[look.seat] = named
        return best > self.stake(look, arms, True)


def chance(table: vec[i64], lack: i64, now: bool) -> i64:
    """Linear interpolation in a table for a lack in hundredths; its first or last entry if `now`."""
    last = len(table) - 1
    if lack <= 0:
        return table[0]
    at = lack // 100
    if now or at >= last:
        return table[last]
    return table[at] + (table[at + 1] - table[at]) * (lack % 100) // 100


def ends_rival(m: KnightsState, s: State, seat: i64, corner: i64) -> bool:
    """Whether a road of a rival leads to a corner."""
    board = m.r.board
    for k in range(3):
        e = board.corner_edges[corner * 3 + k]
        if e >= 0:
            owner = s.cells[m.r.road + e]
            if owner != 0 and owner != seat + 1:
                return True
    return False
