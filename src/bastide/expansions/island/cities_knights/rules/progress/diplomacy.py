"""Diplomacy: an open road is taken away, an own one laid elsewhere (CK-142 to CK-145, CKO-006, CKO-037)."""

from __future__ import annotations

from mypy_extensions import i64

from bastide.catan.base.building import lift_road
from bastide.catan.base.network import may_road
from bastide.expansions.island.cities_knights.rules.deciding import EdgeVerb
from bastide.expansions.island.cities_knights.rules.pieces import judge
from bastide.expansions.island.cities_knights.rules.progress.hand import lay_down
from bastide.expansions.island.cities_knights.rules.progress.names import DIPLOMACY
from bastide.expansions.island.cities_knights.rules.state import KnightsState
from bastide.kernel.bits import following
from bastide.kernel.codes import Codes
from bastide.kernel.rules import Phase
from bastide.kernel.state import State


def open_end(m: KnightsState, s: State, edge: i64) -> bool:
    """Whether one end of a road has no building, knight or other road of its colour (CK-142, CK-143)."""
    r = m.r
    c = s.cells
    mark = c[r.road + edge]
    for k in range(2):
        corner = r.board.edge_corners[2 * edge + k]
        if c[r.owner + corner] == mark or c[m.knight + corner] == mark:
            continue
        alone = True
        for i in range(3):
            e = r.board.corner_edges[corner * 3 + i]
            if e >= 0 and e != edge and c[r.road + e] == mark:
                alone = False
        if alone:
            return True
    return False


def may_lift(m: KnightsState, s: State, seat: i64, edge: i64) -> bool:
    """Whether Diplomacy may take that road (CK-142); the older card only an own one with another place (CKO-006)."""
    c = s.cells
    mark = c[m.r.road + edge]
    if mark == 0 or not (m.diplomacy_takes_any or mark == seat + 1) or not open_end(m, s, edge):
        return False
    if m.diplomacy_takes_any:
        return True
    c[m.r.road + edge] = 0
    found = rebuilds(m, s, seat, edge)
    c[m.r.road + edge] = mark
    return found


class DiplomacyVerb(EdgeVerb):
    """`diplomacy q,r,E`: an open road is taken away; an own one may be laid elsewhere (CK-142 to CK-145)."""

    def __init__(self, m: KnightsState) -> None:
        super().__init__("diplomacy", m)
        self.final = True

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        m = self.m
        r = m.r
        owner = s.cells[r.road + arg] - 1
        lay_down(m, s, seat, DIPLOMACY)
        s.emit("lift_road", seat, arg, owner)
        lift_road(r, s, arg)
        if owner == seat and rebuilds(m, s, seat, arg):
            s.push(m.rebuild_phase, seat, arg)
            return
        judge(m, s)
        m.go_on(s)


def rebuilds(m: KnightsState, s: State, seat: i64, edge: i64) -> bool:
    """Whether there is another path for a road that was taken away.

    Only among those that were open: without the road there are fewer.
    """
    r = m.r
    at = r.open_edges + seat * r.edge_words
    e = following(s.cells, at, r.edge_words, -1)
    while e >= 0 and (e == edge or not may_road(r, s, seat, e)):
        e = following(s.cells, at, r.edge_words, e)
    return e >= 0


class RebuildPhase(Phase):
    """An own road that was taken away is laid elsewhere. Frame: whose, where it lay."""

    def __init__(self, m: KnightsState, road: i64, passing: i64) -> None:
        super().__init__("rebuild")
        self.most = [int(m.r.board.edges) - 1, 0]
        self.m = m
        self.road: i64 = road
        self.passing: i64 = passing

    def legal(self, s: State, seat: i64, out: Codes) -> None:
        for e in range(self.m.r.board.edges):
            if e != s.cells[s.top() + 2] and may_road(self.m.r, s, seat, e):
                out.add(self.road + e)
        if self.m.diplomacy_takes_any:
            out.add(self.passing)

    def resume(self, s: State, seat: i64, value: i64) -> None:
        s.pop()
        judge(self.m, s)
        self.m.go_on(s)
