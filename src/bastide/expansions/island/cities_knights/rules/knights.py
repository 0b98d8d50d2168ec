"""Knights: recruiting, activating, promoting, and their three actions (CK-051 to CK-079)."""

from __future__ import annotations

from mypy_extensions import i64

from bastide.catan.base.robber import BY_KNIGHT, set_in_motion
from bastide.expansions.island.cities_knights.rules.deciding import KnightsVerb
from bastide.expansions.island.cities_knights.rules.pieces import drive_off, judge, lift_knight, stand
from bastide.expansions.island.cities_knights.rules.state import (
    ABILITY,
    ACTIVATION,
    BASIC,
    KNIGHT,
    MIGHTY,
    POLITICS,
    PROMOTED,
    PROMOTION,
    TIRED,
    KnightsState,
)
from bastide.kernel.codes import Codes
from bastide.kernel.state import State


def may_promote(m: KnightsState, s: State, seat: i64, corner: i64) -> bool:
    """Whether that knight may rise a level, cost apart (CK-060 to CK-066)."""
    c = s.cells
    if c[m.knight + corner] != seat + 1 or c[m.marks + corner] & PROMOTED:
        return False
    rank = c[m.rank + corner]
    if rank == MIGHTY or c[m.knights_left + seat * 3 + rank] == 0:
        return False
    return rank + 1 < MIGHTY or m.level(s, seat, POLITICS) >= ABILITY


def may_act(m: KnightsState, s: State, seat: i64, corner: i64) -> bool:
    """Whether that knight is one of the seat's, active, and not tired this turn (CK-058, CK-067, CK-068, CKO-017)."""
    c = s.cells
    return c[m.knight + corner] == seat + 1 and c[m.active + corner] != 0 and (c[m.marks + corner] & TIRED) == 0


def spent(m: KnightsState) -> i64:
    """The mark of a knight that has acted, so that it does not act again (CK-068); none where activating tires it."""
    if m.activation_tires:
        return 0
    return TIRED


def beside_robber(m: KnightsState, s: State, corner: i64) -> bool:
    """Whether the robber stands at one of the hexes round a corner; before the first attack it stands at none."""
    robber = s.cells[m.r.robber]
    for k in range(3):
        if robber >= 0 and m.r.board.corner_hexes[corner * 3 + k] == robber:
            return True
    return False


class KnightVerbs:
    """The verbs of knights."""

    def __init__(self, m: KnightsState) -> None:
        self.m = m
        add = m.r.add_verb
        self.recruit = add(RecruitVerb(m, "recruit", names=m.r.board.corner_names))
        self.activate = add(ActivateVerb(m, "activate", names=m.r.board.corner_names))
        self.promote = add(PromoteVerb(m, "promote", names=m.r.board.corner_names))
        self.move = add(MoveVerb(m, "move", m.r.board.corners * m.r.board.corners))
        self.chase = add(ChaseVerb(m, "chase", names=m.r.board.corner_names))

    def legal(self, s: State, seat: i64, out: Codes, acting: bool = True) -> None:
        """Add all that a seat can do with knights after the roll; not `acting`, only what it can buy for them."""
        m = self.m
        c = s.cells
        if c[m.knights_left + seat * 3] > 0 and m.affords(s, seat, KNIGHT):
            corner = m.next_post(s, seat, -1)
            while corner >= 0:
                out.add(self.recruit + corner)
                corner = m.next_post(s, seat, corner)
        corner = m.next_knight(s, seat, -1)
        if corner < 0:
            return
        activates = m.affords(s, seat, ACTIVATION)
        promotes = m.affords(s, seat, PROMOTION)
        while corner >= 0:
            if activates and c[m.active + corner] == 0:
                out.add(self.activate + corner)
            if promotes and may_promote(m, s, seat, corner):
                out.add(self.promote + corner)
            if acting and may_act(m, s, seat, corner):
                self._moves(s, seat, corner, out)
                if beside_robber(m, s, corner):
                    out.add(self.chase + corner)
            corner = m.next_knight(s, seat, corner)

    def _moves(self, s: State, seat: i64, corner: i64, out: Codes) -> None:
        m = self.m
        c = s.cells
        row = self.move + corner * m.r.board.corners
        for i in range(m.trek.reach(s, seat, corner, 0)):
            to = m.trek.found[i]
            if c[m.r.owner + to] != 0:
                continue
            other = c[m.knight + to]
            if other == 0 or (other != seat + 1 and c[m.rank + to] < c[m.rank + corner]):
                out.add(row + to)


class RecruitVerb(KnightsVerb):
    """`recruit q,r,N`: a basic knight, inactive (CK-051)."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        m = self.m
        m.charge(s, seat, KNIGHT)
        s.cells[m.knights_left + seat * 3] -= 1
        s.emit("recruit", seat, arg)
        stand(m, s, seat, arg, BASIC, 0, 0)
        judge(m, s)


class ActivateVerb(KnightsVerb):
    """`activate q,r,N`: the knight puts its helmet on (CK-057)."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        m = self.m
        m.charge(s, seat, ACTIVATION)
        s.emit("activate", seat, arg)
        s.cells[m.active + arg] = 1
        if m.activation_tires:
            s.cells[m.marks + arg] |= TIRED


class PromoteVerb(KnightsVerb):
    """`promote q,r,N`: a level more, paid for or free (CK-060, CK-065, CK-123)."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        m = self.m
        c = s.cells
        phase = m.r.phases[c[s.top()]]
        if phase.paid:
            m.charge(s, seat, PROMOTION)
        rank = c[m.rank + arg]
        c[m.knights_left + seat * 3 + rank - 1] += 1
        c[m.knights_left + seat * 3 + rank] -= 1
        c[m.rank + arg] = rank + 1
        c[m.marks + arg] |= PROMOTED
        s.emit("promote", seat, arg, rank + 1)
        if not phase.paid:
            phase.resume(s, seat, arg)


class MoveVerb(KnightsVerb):
    """`move q,r,N q,r,N`: a knight goes where own roads lead, or displaces a weaker one there (CK-069, CK-073)."""

    def describe(self, arg: i64) -> str:
        names = self.m.r.board.corner_names
        return f"move {names[arg // self.m.r.board.corners]} {names[arg % self.m.r.board.corners]}"

    def example(self) -> str:
        return self.describe(1)

    def parse(self, words: list[str]) -> i64:
        index = self.m.r.board.corner_index
        if len(words) != 2 or words[0] not in index or words[1] not in index:
            return -1
        return index[words[0]] * self.m.r.board.corners + index[words[1]]

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        m = self.m
        c = s.cells
        start = arg // m.r.board.corners
        to = arg % m.r.board.corners
        rank = c[m.rank + start]
        marks = c[m.marks + start] | spent(m)
        other = c[m.knight + to] - 1
        other_rank = c[m.rank + to]
        other_active = c[m.active + to]
        other_marks = c[m.marks + to]
        lift_knight(m, s, start)
        if other >= 0:
            lift_knight(m, s, to)
        stand(m, s, seat, to, rank, 0, marks)
        s.emit("move", seat, start, to, other, other_rank)
        if other >= 0:
            drive_off(m, s, other, to, other_rank, other_active, other_marks)
        else:
            judge(m, s)


class ChaseVerb(KnightsVerb):
    """`chase q,r,N`: the knight there drives the robber off (CK-078)."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        s.cells[self.m.active + arg] = 0
        s.cells[self.m.marks + arg] |= spent(self.m)
        s.emit("chase", seat, arg)
        set_in_motion(self.m.r, s, seat, BY_KNIGHT)
