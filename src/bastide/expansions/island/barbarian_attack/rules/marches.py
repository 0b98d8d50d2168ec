"""The march of the knights at the end of a turn (TB-BARB-023 to TB-BARB-028, TB-BARB-051)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from bastide.catan.base.automatic import go_on
from bastide.catan.base.island import hand_size
from bastide.expansions.island.barbarian_attack.rules.state import BarbarianPhase, BarbarianState, BarbarianVerb
from bastide.kernel.bits import cells_for, has, put
from bastide.kernel.codes import Codes
from bastide.kernel.state import State

OWN: Final[i64] = 0
HIRED: Final[i64] = 1
"""The stages of the march: the seat's knights, then the one that belongs to nobody (TB-BARB-042)."""


def begin_march(m: BarbarianState, s: State, seat: i64) -> None:
    """Let the seat whose turn ends march, if it has something to march with."""
    for stage in range(2):
        if asks(m, s, seat, stage):
            s.push(m.march_phase, seat, stage)
            return
    end_march(m, s)


def asks(m: BarbarianState, s: State, seat: i64, stage: i64) -> bool:
    """Whether a seat is asked to march: as if any hand with cards held a grain, since all see who is asked."""
    return next_knight(m, s, seat, stage, -1, hand_size(m.r, s, seat) > 0) >= 0


def next_knight(m: BarbarianState, s: State, seat: i64, stage: i64, edge: i64, fed: bool) -> i64:
    """The next path beyond one with a knight of a stage that has not marched and can, `fed` or not; -1 for none."""
    c = s.cells
    if stage == HIRED:
        there = m.partner.post(s)
        if there <= edge or has(c, m.marched, there) or not m.can_march(s, there, fed):
            return -1
        return there
    if c[m.ready + seat] == 6:
        return -1
    for e in range(edge + 1, m.r.board.overland):
        if c[m.knight + e] == seat + 1 and not has(c, m.marched, e) and m.can_march(s, e, fed):
            return e
    return -1


def must_march(m: BarbarianState, s: State, seat: i64, edge: i64) -> bool:
    """Whether the knight on a path came to the castle this turn and finds a path without grain (TB-BARB-024)."""
    return has(s.cells, m.entered, edge) and m.can_march(s, edge, False)


def all_may_stay(m: BarbarianState, s: State, seat: i64, stage: i64) -> bool:
    """Whether no knight of a stage still has to march."""
    for k in range(m.castle * 6, m.castle * 6 + 6):
        edge = m.hex_edges[k]
        mine = edge == m.partner.post(s) if stage == HIRED else s.cells[m.knight + edge] == seat + 1
        if mine and must_march(m, s, seat, edge):
            return False
    return True


def end_march(m: BarbarianState, s: State) -> None:
    """Forget what the march needed to know."""
    for k in range(cells_for(int(m.r.board.edges))):
        s.cells[m.entered + k] = 0
        s.cells[m.marched + k] = 0


def go_further(m: BarbarianState, s: State, seat: i64, done: bool) -> None:
    """Go on with the march: the next stage once this one is `done` or has no knight left, then the fights."""
    top = s.top()
    stage = s.cells[top + 2]
    if not done and asks(m, s, seat, stage):
        return
    if stage == OWN and asks(m, s, seat, HIRED):
        s.cells[top + 2] = HIRED
        return
    s.pop()
    end_march(m, s)
    go_on(m.r, s)


class MarchPhase(BarbarianPhase):
    """Which knight marches next; `pass` ends the march. Frame: the seat, the stage."""

    def legal(self, s: State, seat: i64, out: Codes) -> None:
        m = self.m
        stage = s.cells[s.top() + 2]
        fed = m.has_grain(s, seat)
        edge = next_knight(m, s, seat, stage, -1, fed)
        while edge >= 0:
            out.add(m.march + edge)
            edge = next_knight(m, s, seat, stage, edge, fed)
        if all_may_stay(m, s, seat, stage):
            out.add(m.no)

    def resume(self, s: State, seat: i64, value: i64) -> None:
        """The seat passes."""
        go_further(self.m, s, seat, True)


class MarchVerb(BarbarianVerb):
    """`march q,r,E`: the knight there sets out."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        s.push(self.m.halt_phase, seat, arg)


class HaltPhase(BarbarianPhase):
    """Where a knight stops: its own path too, unless it has to march. Frame: the seat, the path that it leaves."""

    def legal(self, s: State, seat: i64, out: Codes) -> None:
        m = self.m
        edge = s.cells[s.top() + 2]
        for k in range(m.reach.first[edge], m.way_end(s, seat, edge)):
            if m.may_halt(s, m.reach.near[k]):
                out.add(m.halt + m.reach.near[k])
        if not must_march(m, s, seat, edge):
            out.add(m.halt + edge)


class HaltVerb(BarbarianVerb):
    """`halt q,r,E`: the knight stops on that path; further than three paths away, a grain is paid."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        m = self.m
        c = s.cells
        start = c[s.top() + 2]
        s.pop()
        put(c, m.marched, arg, True)
        put(c, m.entered, start, False)
        if arg != start:
            fed: i64 = 1
            for k in range(m.reach.first[start], m.reach.until[start]):
                if m.reach.near[k] == arg:
                    fed = 0
            if fed != 0:
                m.r.draw_goods(s, seat, m.grain, -1)
            whose = c[m.knight + start]
            c[m.knight + start] = 0
            c[m.knight + arg] = whose
            s.emit("barbarian_attack_march", seat, start, arg, fed)
            if whose > m.r.seats:
                m.partner.moved(s, arg)
        go_further(m, s, seat, False)
