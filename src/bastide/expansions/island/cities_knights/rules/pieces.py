"""Knights as pieces: placing, removing and displacing them, and routes over own roads (CK-069 to CK-077)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from bastide.catan.base.network import passage_changed
from bastide.catan.base.routes import award_route, cut_changed
from bastide.expansions.island.cities_knights.rules.deciding import KnightsPhase, KnightsVerb
from bastide.expansions.island.cities_knights.rules.state import KnightsState
from bastide.kernel.bits import put
from bastide.kernel.codes import Codes
from bastide.kernel.state import State

RANKS: Final[i64] = 4
"""Greater than every level."""


def stand(m: KnightsState, s: State, seat: i64, corner: i64, rank: i64, active: i64, marks: i64) -> None:
    """Place a knight on a corner; it cuts opponents' routes there (CK-054, CK-055)."""
    c = s.cells
    c[m.knight + corner] = seat + 1
    c[m.rank + corner] = rank
    c[m.active + corner] = active
    c[m.marks + corner] = marks
    put(c, m.troops + seat * m.r.corner_words, corner, True)
    passage_changed(m.r, s, corner, seat)
    cut_changed(m.r, s, corner, seat)


def lift_knight(m: KnightsState, s: State, corner: i64) -> None:
    """Remove a knight from its corner; the caller places it elsewhere."""
    c = s.cells
    owner = c[m.knight + corner] - 1
    c[m.knight + corner] = 0
    c[m.rank + corner] = 0
    c[m.active + corner] = 0
    c[m.marks + corner] = 0
    put(c, m.troops + owner * m.r.corner_words, corner, False)
    passage_changed(m.r, s, corner, owner)
    cut_changed(m.r, s, corner, owner)


def send_home(m: KnightsState, s: State, seat: i64, rank: i64) -> None:
    """Return a knight to its owner's supply."""
    s.cells[m.knights_left + seat * 3 + rank - 1] += 1


def judge(m: KnightsState, s: State) -> None:
    """After knights moved: award the longest route; the seat on turn may win by it (CK-167, CK-174)."""
    award_route(m.r, s)
    m.r.check_win(s)


def can_retreat(m: KnightsState, s: State, seat: i64, start: i64) -> bool:
    """Whether the seat's roads lead from a corner to a free one."""
    for i in range(m.trek.reach(s, seat, start, 0)):
        if m.is_free(s, m.trek.found[i]):
            return True
    return False


def drive_off(m: KnightsState, s: State, seat: i64, start: i64, rank: i64, active: i64, marks: i64) -> None:
    """A knight, lifted from a corner, must go elsewhere, or home if it cannot (CK-074, CK-075, CK-172)."""
    if can_retreat(m, s, seat, start):
        s.push(m.displaced_phase, seat, start, (marks * RANKS + rank) * 2 + active)
    else:
        send_home(m, s, seat, rank)
        s.emit("knight_home", seat, start, rank)
        judge(m, s)


def driven(packed: i64) -> tuple[i64, i64]:
    """The level of a displaced knight, and whether it is active, from the last number of the frame."""
    return packed // 2 % RANKS, packed % 2


class DisplacedPhase(KnightsPhase):
    """A displaced knight must move. Frame: its owner, its former corner, its level and state (`driven`)."""

    def legal(self, s: State, seat: i64, out: Codes) -> None:
        m = self.m
        for i in range(m.trek.reach(s, seat, s.cells[s.top() + 2], 0)):
            if m.is_free(s, m.trek.found[i]):
                out.add(self.asks + m.trek.found[i])


class RetreatVerb(KnightsVerb):
    """`retreat q,r,N`: move the displaced knight there."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        m = self.m
        packed = s.cells[s.top() + 3]
        rank, active = driven(packed)
        s.pop()
        stand(m, s, seat, arg, rank, active, packed // (2 * RANKS))
        s.emit("retreat", seat, arg, rank)
        judge(m, s)
        m.go_on(s)
