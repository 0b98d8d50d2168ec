"""Moving a ship: once a turn, the loose end of an open line (SEA-005 to SEA-007, SEA-021)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from bastide.catan.base.automatic import go_on
from bastide.catan.base.building import PlaceVerb, lift_line
from bastide.catan.base.corners import cut
from bastide.catan.base.island import line_at, open_to
from bastide.catan.base.network import edge_allowed
from bastide.kernel.bits import WORD, has, lowest, put
from bastide.kernel.codes import Codes
from bastide.kernel.rules import Phase
from bastide.kernel.state import State

if TYPE_CHECKING:
    from bastide.expansions.island.seafarers.rules.state import SeafarersState


def sails(m: SeafarersState, s: State, seat: i64, out: Codes) -> None:
    """Add every move of a ship: only corners where a line of ships may end are looked at."""
    r = m.r
    c = s.cells
    at = m.tips + seat * r.corner_words
    ends = r.board.edge_corners
    for word in range(r.corner_words):
        corners = c[at + word]
        while corners != 0:
            corner = word * WORD + lowest(corners)
            corners &= corners - 1
            edge = loose_ship(m, s, seat, corner)
            if edge >= 0 and not has(c, m.fresh, edge) and not m.beside_pirate(s, edge):
                other = ends[2 * edge] + ends[2 * edge + 1] - corner
                # Once, if both of its ends are loose.
                if other > corner or not has(c, at, other) or (r.seams.holding and r.seams.holds(s, seat, other)):
                    if has_port(m, s, seat, edge):
                        out.add(m.sail.offset + edge)


def has_port(m: SeafarersState, s: State, seat: i64, edge: i64) -> bool:
    """Whether a ship could be moved from its path; mostly to one that does not go on from it."""
    r = m.r
    c = s.cells
    words = r.edge_words
    at = open_to(r, seat, m.ship)
    near = edge * words
    shore: i64 = -1
    if c[m.pirate] >= r.board.land:
        shore = c[m.pirate] * words
    for word in range(words):
        here = c[at + word]
        if shore >= 0:
            here &= ~m.shores[shore + word]
        if here & ~m.near[near + word] != 0 and not m.others_close:
            return True
        while here != 0:
            if is_port(m, s, seat, word * WORD + lowest(here), edge):
                return True
            here &= here - 1
    return False


def is_port(m: SeafarersState, s: State, seat: i64, to: i64, edge: i64) -> bool:
    """Whether a ship could be moved from its path to an open one, the pirate apart."""
    if to == edge or not joined_without(m, s, seat, to, edge):
        return False
    return not m.others_close or edge_allowed(m.r, s, seat, to, m.ship)


def loose_ship(m: SeafarersState, s: State, seat: i64, corner: i64) -> i64:
    """The lone ship of a seat at one of the corners in `tips`; -1 if something of the seat holds it."""
    r = m.r
    c = s.cells
    k = corner * r.way_count
    while r.ways[k] < 0 or c[r.road + r.ways[k]] != seat + 1 or c[r.line_kind + r.ways[k]] != m.ship:
        k += 1
    if r.seams.holding and r.seams.holds(s, seat, corner):
        return -1
    return r.ways[k]


def lone_ship(m: SeafarersState, s: State, seat: i64, corner: i64) -> i64:
    """The only ship of a seat at a corner without a building of the seat; -1 if there is none."""
    r = m.r
    c = s.cells
    if c[r.owner + corner] == seat + 1:
        return -1
    found: i64 = -1
    for k in range(corner * r.way_count, (corner + 1) * r.way_count):
        e = r.ways[k]
        if e >= 0 and c[r.road + e] == seat + 1 and c[r.line_kind + e] == m.ship:
            if found >= 0:
                return -1
            found = e
    return found


def see_tips(m: SeafarersState, s: State, seat: i64, edge: i64) -> None:
    """Update at which ends of a path a seat has a lone ship."""
    for k in range(2):
        corner = m.r.board.edge_corners[2 * edge + k]
        put(s.cells, m.tips + seat * m.r.corner_words, corner, lone_ship(m, s, seat, corner) >= 0)


def joined_without(m: SeafarersState, s: State, seat: i64, to: i64, edge: i64) -> bool:
    """Whether a ship could be built on an open path if the one on another path were away."""
    r = m.r
    if not has(m.near, edge * r.edge_words, to):
        return True  # it does not go on from that ship
    ends = r.board.edge_corners
    c = s.cells
    for k in range(2):
        corner = ends[2 * to + k]
        if c[r.owner + corner] == seat + 1:
            return True
        if cut(r, s, seat, corner):
            continue
        for i in range(corner * r.way_count, (corner + 1) * r.way_count):
            e = r.ways[i]
            if e >= 0 and e != edge and c[r.road + e] == seat + 1 and line_at(r, s, e) == m.ship:
                return True
    return False


class SailVerb(PlaceVerb):
    """`sail q,r,E`: an own ship leaves its path, to go to another one."""

    def __init__(self, m: SeafarersState) -> None:
        super().__init__("sail", m.r.board.edge_names, m.r.board.edge_index)
        self.m = m

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        m = self.m
        s.cells[m.sailed] = 1
        s.emit("seafarers_sail", seat, arg)
        lift_line(m.r, s, arg)
        s.push(m.sail_phase, seat, arg)


class SailPhase(Phase):
    """A ship that has left its path goes to another one. Frame: whose, the path it left."""

    def __init__(self, m: SeafarersState) -> None:
        super().__init__("seafarers_sail")
        self.most = [int(m.r.board.edges) - 1, 0]
        self.m = m

    def legal(self, s: State, seat: i64, out: Codes) -> None:
        m = self.m
        left = s.cells[s.top() + 2]
        r = m.r
        at = open_to(r, seat, m.ship)
        offset = r.line_codes[m.ship]
        for word in range(r.edge_words):
            here = s.cells[at + word]
            while here != 0:
                to = word * WORD + lowest(here)
                here &= here - 1
                if is_port(m, s, seat, to, left) and not m.beside_pirate(s, to):
                    out.add(offset + to)

    def resume(self, s: State, seat: i64, value: i64) -> None:
        s.pop()
        go_on(self.m.r, s)
