"""The attack's result if it came now: lost cities, the defender's point, and the value to a seat."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from bastide.expansions.island.cities_knights.bot.weights import (
    BLOCKING,
    DOUBT,
    DOUBT_SPACE,
    FIRST,
    GROWING,
    LATER,
    LIKELY,
    REBUILT,
    RESTING,
    RIVAL_FALLS,
    RIVAL_PIPS,
    RIVAL_WAKES,
    SHARED,
    SHARING,
    SOON,
    WAKES,
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
        several: i64 = 1 if seats > 2 else 0
        self.sharing: i64 = SHARING[several]
        self.first: i64 = FIRST[several]
        ways = [1]
        for _seat in range(seats):
            ways = [a + b for a, b in zip([0, *ways], [*ways, 0], strict=True)]
        self.soon: vec[i64] = vec[i64]([100 * sum(ways[k:]) // sum(ways) for k in range(int(m.length) + 1)])

    def left(self, s: State) -> i64:
        """The ship's remaining spaces."""
        left = self.m.length - s.cells[self.m.ship]
        if left > 0:
            return left
        return 0

    def worth(self, look: Look) -> i64:
        """The value of the seat's knights: in the next attack, in later ones, and as obstacles to rivals."""
        m = self.m
        s = look.s
        c = s.cells
        seat = look.seat
        out: i64 = 0
        corner = m.next_knight(s, seat, -1)
        while corner >= 0:
            out += LATER[c[m.rank + corner]]
            if ends_rival(m, s, seat, corner):
                out += BLOCKING
            corner = m.next_knight(s, seat, corner)
        return out * look.pip // PIP + self.stake(look, self.arms(s, seat), self.left(s))

    def awake(self, left: i64) -> i64:
        """The chance, in percent, that an inactive knight is activated before the ship lands."""
        return WAKES[left] * (100 - RESTING * self.soon[left] // 100) // 100

    def arms(self, s: State, seat: i64) -> vec[i64]:
        """The strength of each seat expected in the next attack, in hundredths, as far as the board shows it.

        An inactive knight counts by the chance that it is activated in time.
        """
        m = self.m
        c = s.cells
        left = self.left(s)
        awake = self.awake(left)
        out = vec[i64]([0] * m.r.seats)
        for other in range(m.r.seats):
            idle = awake if other == seat else awake * RIVAL_WAKES // 100
            total: i64 = 0
            corner = m.next_knight(s, other, -1)
            while corner >= 0:
                total += c[m.rank + corner] * (100 if c[m.active + corner] != 0 else idle)
                corner = m.next_knight(s, other, corner)
            out[other] = total
        return out

    def plans(self, look: Look) -> None:
        """Plan for another active knight, an activation or a promotion, as far as the next attack requires."""
        m = self.m
        s = look.s
        c = s.cells
        seat = look.seat
        left = self.left(s)
        awake = self.awake(left)
        arms = self.arms(s, seat)
        before = self.stake(look, arms, left)
        idle: i64 = 0
        rises: i64 = 0
        later: i64 = 0
        corner = m.next_knight(s, seat, -1)
        while corner >= 0:
            rank = c[m.rank + corner]
            active = c[m.active + corner] != 0
            if not active:
                idle = max(idle, rank)
            if may_promote(m, s, seat, corner):
                rises = max(rises, 100 if active else awake)
                later = max(later, LATER[rank + 1] - LATER[rank])
            corner = m.next_knight(s, seat, corner)
        self._plan(look, arms, before, idle * (100 - awake), ACTIVATION, False, 0)
        self._plan(look, arms, before, rises, PROMOTION, False, later)
        if c[m.knights_left + seat * 3] > 0:
            self._plan(look, arms, before, 100, KNIGHT, True, LATER[1])

    def _plan(self, look: Look, arms: vec[i64], before: i64, more: i64, item: i64, active: bool, beside: i64) -> None:
        """A plan for more strength; `beside` is its value in later attacks."""
        if more == 0:
            return
        m = self.m
        arms[look.seat] += more
        gain = self.stake(look, arms, self.left(look.s)) - before
        arms[look.seat] -= more
        cards = vec[i64]([0] * look.t.goods)
        for g in range(look.t.goods):
            cards[g] = m.price(item, g)
            if active:
                cards[g] += m.price(ACTIVATION, g)
        look.plans.add_alternative(gain + beside * look.pip // PIP, cards)

    def stake(self, look: Look, arms: vec[i64], left: i64) -> i64:
        """The seat's expected gain or loss from the attack, when the strengths in `arms` are expected.

        The further the ship, the less certain these are; with -1 spaces left they are final. Of two seats, one gains
        by what the other loses. Of more, a seat that defends alone defends for all: an own city counts more where the
        others do their share.
        """
        m = self.m
        s = look.s
        seat = look.seat
        own = arms[seat]
        due: i64 = 0
        others: i64 = 0
        rival: i64 = 0
        weakest: i64 = -1
        for other in range(m.r.seats):
            if other == seat:
                continue
            cities = m.cities(s, other)
            due += 100 * cities
            others += arms[other]
            rival = max(rival, arms[other])
            if cities > m.metropolises(s, other) and (weakest < 0 or arms[other] < weakest):
                weakest = arms[other]
        lack = due + 100 * m.cities(s, seat) - others - own
        lost = likely(lack - 50 + GROWING * max(left, 0), left)
        out: i64 = 0
        if m.cities(s, seat) > m.metropolises(s, seat):
            least: i64 = 100
            if weakest >= 0:
                least = likely(weakest - own + 50, left)
            loss = self.loss(look) * (100 + self.sharing * min(others, due) // max(due, 1)) // 100
            if s.cells[m.attacks] == 0:
                loss = loss * self.first // 100
            out -= lost * least // 100 * loss
        if m.r.seats == 2 and weakest >= 0:
            falls: i64 = 100
            if m.cities(s, seat) > m.metropolises(s, seat):
                falls = likely(own - weakest + 50, left)
            out += lost * falls // 100 * (POINT + REBUILT + RIVAL_PIPS * look.pip) * RIVAL_FALLS // 100
        if own > 0:
            sole = likely(own - rival - 50, left)
            tied = likely(own - rival + 50, left) - sole
            out += (100 - lost) * (sole * POINT + tied * SHARED) // 100
        return out * SOON[max(left, 0)] // 10_000

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
        best = self.stake(look, arms, -1)
        arms[look.seat] = named
        return best > self.stake(look, arms, -1)


def likely(margin: i64, left: i64) -> i64:
    """The chance, in percent, that a margin of strength, in hundredths, is still positive when the ship has landed."""
    if left < 0:
        return 100 if margin > 0 else 0
    at = margin * 100 // (DOUBT + DOUBT_SPACE * left)
    last = len(LIKELY) - 1
    far = at if at >= 0 else -at
    steps = far * 4 // 100
    out = LIKELY[last]
    if steps < last:
        out = LIKELY[steps] + (LIKELY[steps + 1] - LIKELY[steps]) * (far * 4 % 100) // 100
    return out if at >= 0 else 100 - out


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
