"""The wagon at the end of a turn: steps, tolls, grain, plazas, the second move (TB-TRAD-014 to TB-TRAD-025)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from bastide.catan.base.automatic import go_on
from bastide.catan.base.cards import lay_open, may_play
from bastide.catan.base.island import payable
from bastide.expansions.island.traders_barbarians.rules.state import (
    FODDER,
    KINDS,
    MOVES,
    REWARDS,
    TOP,
    WANTED,
    TradersPhase,
    TradersState,
    TradersVerb,
)
from bastide.expansions.island.traders_barbarians.rules.ways import lose_points, may_attack, may_step, way_to
from bastide.kernel.codes import Codes
from bastide.kernel.state import BITS, OVER, State

SECOND: Final[i64] = 1
ARRIVED: Final[i64] = 2
"""The second number of a move's frame: it is the second one; the wagon has come to a plaza in it."""


def begin_move(m: TradersState, s: State, seat: i64) -> None:
    """Let the seat whose turn ends move its wagon, if it has one on the board (TB-TRAD-014)."""
    if s.cells[m.wagon + seat] == 0:
        return
    m.neutrals.set_out(s)
    s.push(m.wagon_phase, seat, MOVES[s.cells[m.level + seat]])
    lose_points(m, s, seat)


def end_move(m: TradersState, s: State) -> None:
    """Forget what held for this turn's moves alone."""
    c = s.cells
    c[m.fed] = 0
    for k in range(m.r.edge_words):
        c[m.attacked + k] = 0
        c[m.barring + k] = 0


def may_feed(m: TradersState, s: State, seat: i64) -> bool:
    """Whether the seat in its move may spend a grain (TB-TRAD-020)."""
    c = s.cells
    top = s.top()
    return c[m.fed] == 0 and (c[top + 3] & ARRIVED) == 0 and c[m.r.hand + seat * m.r.goods + m.grain] > 0


def may_journey(m: TradersState, s: State, seat: i64) -> bool:
    """Whether the seat in its first move may play the card for a second one (TB-TRAD-047)."""
    return (s.cells[s.top() + 3] & SECOND) == 0 and may_play(m.r, s, seat, m.journey_kind)


class DrivePhase(TradersPhase):
    """A seat moves its wagon, one path a decision. Frame: the seat, the points left, SECOND and ARRIVED."""

    def legal(self, s: State, seat: i64, out: Codes) -> None:
        m = self.m
        r = m.r
        c = s.cells
        top = s.top()
        if (c[top + 3] & ARRIVED) == 0:
            here = c[m.wagon + seat] - 1
            points = c[top + 2]
            for k in range(here * r.way_count, (here + 1) * r.way_count):
                edge = r.ways[k]
                if edge < 0:
                    continue
                if may_step(m, s, seat, edge, points):
                    out.add(m.drive + r.way_ends[k])
                if may_attack(m, s, seat, edge):
                    out.add(m.expel + edge)
            if may_feed(m, s, seat):
                out.add(m.feed)
        if may_journey(m, s, seat):
            out.add(m.journey)
        out.add(m.rest)


class DriveVerb(TradersVerb):
    """`drive q,r,N`: the wagon goes along one path to that corner."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        m = self.m
        r = m.r
        c = s.cells
        top = s.top()
        edge = way_to(r, c[m.wagon + seat] - 1, arg)
        c[top + 2] -= m.step(s, edge, True)
        c[m.wagon + seat] = arg + 1
        s.emit("traders_barbarians_drive", seat, arg, edge, c[top + 2])
        if m.pays_toll(s, seat, edge):
            pay_toll(m, s, seat, c[r.road + edge] - 1)
        if m.plaza_at[arg] == 0:
            lose_points(m, s, seat)
            return
        c[top + 2] = 0
        c[top + 3] |= ARRIVED
        arrive(m, s, seat, m.plaza_at[arg] - 1)


def pay_toll(m: TradersState, s: State, seat: i64, owner: i64) -> None:
    """One gold for the road just passed (TB-TRAD-050)."""
    if owner >= m.r.seats:
        m.neutrals.toll(s, seat, owner)
        return
    m.r.pass_goods(s, seat, owner, m.gold, 1)
    s.emit("traders_barbarians_toll", seat, owner)


def arrive(m: TradersState, s: State, seat: i64, place: i64) -> None:
    """A wagon comes to a plaza: it delivers its token, and takes the next (TB-TRAD-021 to TB-TRAD-025)."""
    c = s.cells
    kind = m.cargo_of(s, seat)
    if kind >= 0 and WANTED[kind] != place:
        s.emit("traders_barbarians_passed", seat, place, kind)
        return
    if kind >= 0:
        c[m.cargo + seat] = 0
        c[m.delivered + seat * KINDS + kind] += 1
        reward = REWARDS[c[m.level + seat]]
        m.r.draw_goods(s, seat, m.gold, reward)
        s.emit("traders_barbarians_delivered", seat, kind, reward, m.deliveries(s, seat))
        m.r.check_win(s)
        if c[OVER] != 0:
            return
    if m.in_stack(s, place) > 0:
        s.push(m.load_phase, seat, place)
    else:
        s.emit("traders_barbarians_empty", seat, place)


class LoadPhase(TradersPhase):
    """Chance: the top token of a stack. Frame: the seat that takes it, the place."""

    def actors(self, s: State) -> i64:
        return 0

    def outcomes(self, s: State, out: Codes) -> None:
        m = self.m
        at = m.stacks + s.cells[s.top() + 2] * KINDS
        for kind in range(KINDS):
            if s.cells[at + kind] > 0:
                out.weigh(self.asks + kind, s.cells[at + kind])


class LoadVerb(TradersVerb):
    """`load glass`: the token that a seat takes; it lies open."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        m = self.m
        top = s.top()
        taker = s.cells[top + 1]
        place = s.cells[top + 2]
        s.pop()
        s.cells[m.stacks + place * KINDS + arg] -= 1
        s.cells[m.cargo + taker] = arg + 1
        s.emit("traders_barbarians_loaded", taker, arg, place)


class FeedVerb(TradersVerb):
    """`feed`: a grain for two more points (TB-TRAD-020)."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        m = self.m
        m.r.draw_goods(s, seat, m.grain, -1)
        s.cells[m.fed] = 1
        s.cells[s.top() + 2] += FODDER
        s.emit("traders_barbarians_fed", seat, s.cells[s.top() + 2])
        lose_points(m, s, seat)


class JourneyVerb(TradersVerb):
    """`journey`: the card for a second move; what is left of the first one is lost."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        m = self.m
        top = s.top()
        lay_open(m.r, s, seat, m.journey_kind)
        s.cells[top + 2] = MOVES[s.cells[m.level + seat]]
        s.cells[top + 3] = SECOND
        lose_points(m, s, seat)


class RestVerb(TradersVerb):
    """`rest`: the wagon stays where it is, and the turn ends."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        s.pop()
        end_move(self.m, s)
        go_on(self.m.r, s)


class UpgradeVerb(TradersVerb):
    """`upgrade`: the wagon rises by one level (TB-TRAD-026)."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        m = self.m
        m.r.pay(s, seat, m.upgrade_item(s, seat))
        s.cells[m.level + seat] += 1
        s.emit("traders_barbarians_upgraded", seat, s.cells[m.level + seat] + 1)
        m.r.check_win(s)


def may_upgrade(m: TradersState, s: State, seat: i64) -> bool:
    """Whether a seat can pay for the next level."""
    if s.cells[m.level + seat] == TOP:
        return False
    return (payable(m.r, s, seat) & BITS[m.upgrade_item(s, seat)]) != 0
