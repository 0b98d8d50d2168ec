"""Cards about knights: Encouragement, Intrigue, Treason (CK-140, CK-141, CK-147, CK-153 to 156, CKO-007, CKO-008)."""

from __future__ import annotations

from mypy_extensions import i64

from bastide.expansions.island.cities_knights.rules.deciding import KnightsPhase, KnightsVerb
from bastide.expansions.island.cities_knights.rules.pieces import drive_off, judge, lift_knight, send_home, stand
from bastide.expansions.island.cities_knights.rules.progress.hand import PlainCard, lay_down
from bastide.expansions.island.cities_knights.rules.progress.names import ENCOURAGEMENT, INTRIGUE, TREASON
from bastide.expansions.island.cities_knights.rules.state import RANK_NAMES, TIRED, KnightsState
from bastide.kernel.codes import Codes
from bastide.kernel.state import BITS, State


class EncouragementVerb(PlainCard):
    """`encouragement`: activate all own knights (CK-147)."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        m = self.m
        c = s.cells
        lay_down(m, s, seat, ENCOURAGEMENT)
        corner = m.next_knight(s, seat, -1)
        while corner >= 0:
            if c[m.active + corner] == 0:
                c[m.active + corner] = 1
                if m.activation_tires:
                    c[m.marks + corner] |= TIRED
                s.emit("activate", seat, corner)
            corner = m.next_knight(s, seat, corner)
        m.go_on(s)


class IntrigueVerb(KnightsVerb):
    """`intrigue q,r,N`: the knight there, at an own road, is driven off (CK-140, CK-141)."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        m = self.m
        c = s.cells
        lay_down(m, s, seat, INTRIGUE)
        owner = c[m.knight + arg] - 1
        rank = c[m.rank + arg]
        active = c[m.active + arg]
        marks = c[m.marks + arg]
        s.emit("intrigue", seat, arg, owner, rank)
        lift_knight(m, s, arg)
        drive_off(m, s, owner, arg, rank, active, marks)
        m.go_on(s)


def has_post(m: KnightsState, s: State, seat: i64) -> bool:
    """Whether there is a free corner at a seat's roads."""
    return m.next_post(s, seat, -1) >= 0


class TreasonVerb(KnightsVerb):
    """`treason 2`: that seat gives up a knight; one of the same level may take its side (CK-153 to 156, CKO-007)."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        lay_down(self.m, s, seat, TREASON)
        s.emit("treason", seat, arg)
        s.push(self.m.treason_phase, arg, seat)


class TreasonPhase(KnightsPhase):
    """Choosing an own knight to remove. Frame: the seat, the seat that played the card."""

    def legal(self, s: State, seat: i64, out: Codes) -> None:
        corner = self.m.next_knight(s, seat, -1)
        while corner >= 0:
            out.add(self.asks + corner)
            corner = self.m.next_knight(s, seat, corner)


class DismissVerb(KnightsVerb):
    """`dismiss q,r,N`: remove that knight."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        m = self.m
        c = s.cells
        to = c[s.top() + 2]
        s.pop()
        rank = c[m.rank + arg]
        active = c[m.active + arg]
        lift_knight(m, s, arg)
        send_home(m, s, seat, rank)
        s.emit("knight_home", seat, arg, rank)
        if enlistable(m, s, to, rank) != 0 and has_post(m, s, to):
            s.push(m.enlist_phase, to, rank, active)
            return
        judge(m, s)
        m.go_on(s)


def enlistable(m: KnightsState, s: State, seat: i64, rank: i64) -> i64:
    """The mask of levels, less one, that a seat may place for a knight of a level that came over (CK-153, CK-154)."""
    left = m.knights_left + seat * 3
    mask: i64 = 0
    for level in range(rank):
        if s.cells[left + level] > 0:
            mask |= BITS[level]
    if not m.treason_is_free and mask & BITS[rank - 1]:
        return BITS[rank - 1]
    return mask


class EnlistPhase(KnightsPhase):
    """Placing a knight for the seat that played the card. Frame: the seat, the removed level, whether it was active."""

    def legal(self, s: State, seat: i64, out: Codes) -> None:
        m = self.m
        corners = m.r.board.corners
        rank = s.cells[s.top() + 2]
        active = s.cells[s.top() + 3]
        mask = enlistable(m, s, seat, rank)
        corner = m.next_post(s, seat, -1)
        while corner >= 0:
            for level in range(rank):
                if mask & BITS[level]:
                    out.add(self.asks + (level * 2 + active) * corners + corner)
                    if m.treason_is_free and active != 0:
                        out.add(self.asks + level * 2 * corners + corner)
            corner = m.next_post(s, seat, corner)
        if m.treason_is_free or (mask & BITS[rank - 1]) == 0:
            out.add(self.m.r.no)

    def resume(self, s: State, seat: i64, value: i64) -> None:
        s.pop()
        judge(self.m, s)
        self.m.go_on(s)


def enlisted(corners: list[str]) -> list[str]:
    """What a knight may be placed as, in notation: its level and its corner, then the same active."""
    return [f"{rank} {corner}{state}" for rank in RANK_NAMES for state in ("", " active") for corner in corners]


class EnlistVerb(KnightsVerb):
    """`enlist strong q,r,N active`: place a knight of that level, active or not."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        m = self.m
        corners = m.r.board.corners
        level = arg // corners // 2
        active = arg // corners % 2
        s.cells[m.knights_left + seat * 3 + level] -= 1
        # Placed active, it counts as activated this turn (CK-180).
        marks: i64 = 0
        if active != 0 and m.activation_tires:
            marks = TIRED
        stand(m, s, seat, arg % corners, level + 1, active, marks)
        s.emit("enlist", seat, arg % corners, level + 1, active)
        m.r.phases[m.enlist_phase].resume(s, seat, arg)
