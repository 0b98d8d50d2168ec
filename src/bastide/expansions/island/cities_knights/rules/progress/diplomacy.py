"""Diplomacy: an open road is taken away, an own one laid elsewhere (CK-142 to CK-145, CKO-006, CKO-037)."""

from __future__ import annotations

from mypy_extensions import i64

from bastide.catan.base.building import lift_line
from bastide.catan.base.island import line_at, open_to
from bastide.catan.base.lines import loose_end
from bastide.catan.base.network import may_lay
from bastide.expansions.island.cities_knights.rules.deciding import KnightsPhase, KnightsVerb
from bastide.expansions.island.cities_knights.rules.pieces import judge
from bastide.expansions.island.cities_knights.rules.progress.hand import lay_down
from bastide.expansions.island.cities_knights.rules.progress.names import DIPLOMACY
from bastide.expansions.island.cities_knights.rules.state import KnightsState
from bastide.kernel.bits import following
from bastide.kernel.codes import Codes
from bastide.kernel.state import State


def may_lift(m: KnightsState, s: State, seat: i64, edge: i64) -> bool:
    """Whether Diplomacy may take that road (CK-142); the older card only an own one with another place (CKO-006)."""
    c = s.cells
    mark = c[m.r.road + edge]
    if mark == 0 or not (m.diplomacy_takes_any or mark == seat + 1) or not loose_end(m.r, s, mark - 1, edge):
        return False
    if m.diplomacy_takes_any:
        return True
    c[m.r.road + edge] = 0
    found = rebuilds(m, s, seat, edge, line_at(m.r, s, edge))
    c[m.r.road + edge] = mark
    return found


class DiplomacyVerb(KnightsVerb):
    """`diplomacy q,r,E`: an open road is taken away; an own one may be laid elsewhere (CK-142 to CK-145)."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        m = self.m
        r = m.r
        owner = s.cells[r.road + arg] - 1
        kind = line_at(r, s, arg)
        lay_down(m, s, seat, DIPLOMACY)
        s.emit("lift_road", seat, arg, owner)
        lift_line(r, s, arg)
        if owner == seat and rebuilds(m, s, seat, arg, kind):
            s.push(m.rebuild_phase, seat, arg, kind)
            return
        judge(m, s)
        m.go_on(s)


def rebuilds(m: KnightsState, s: State, seat: i64, edge: i64, kind: i64) -> bool:
    """Whether there is another path for a road, or a line of another kind, that was taken away.

    Only among those that were open: without the road there are fewer.
    """
    r = m.r
    at = open_to(r, seat, kind)
    e = following(s.cells, at, r.edge_words, -1)
    while e >= 0 and (e == edge or not may_lay(r, s, seat, kind, e)):
        e = following(s.cells, at, r.edge_words, e)
    return e >= 0


class RebuildPhase(KnightsPhase):
    """An own road that was taken away is laid elsewhere. Frame: whose, where it lay, its kind of line."""

    def legal(self, s: State, seat: i64, out: Codes) -> None:
        r = self.m.r
        kind = s.cells[s.top() + 3]
        for e in range(r.board.edges):
            if e != s.cells[s.top() + 2] and may_lay(r, s, seat, kind, e):
                out.add(r.line_codes[kind] + e)
        if self.m.diplomacy_takes_any:
            out.add(self.m.r.no)

    def resume(self, s: State, seat: i64, value: i64) -> None:
        s.pop()
        judge(self.m, s)
        self.m.go_on(s)
