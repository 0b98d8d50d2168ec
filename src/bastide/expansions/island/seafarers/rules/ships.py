"""Moving a ship: once a turn, the loose end of an open line (SEA-005 to SEA-007, SEA-021)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from bastide.catan.base.automatic import go_on
from bastide.catan.base.building import lift_line
from bastide.catan.base.corners import cut
from bastide.catan.base.island import line_at, open_to
from bastide.catan.base.lines import loose_end
from bastide.catan.base.network import edge_allowed
from bastide.expansions.island.seafarers.rules.state import SeafarersPhase, SeafarersState, SeafarersVerb
from bastide.kernel.bits import WORD, lowest, put
from bastide.kernel.codes import Codes
from bastide.kernel.state import State

NONE: Final[i64] = -1
SEVERAL: Final[i64] = -2
"""Instead of a path: how many there are."""


def sails(m: SeafarersState, s: State, seat: i64, out: Codes) -> None:
    """Add every move of a ship."""
    r = m.r
    c = s.cells
    shore = m.pirate_shore(s)
    ports = count_ports(m, s, seat, shore)
    if ports == 0:
        return
    ample = ports > 2 * (r.way_count - 1) and not m.others_close  # more than can lie beside a path
    at = m.loose + seat * r.edge_words
    shores = m.shores
    offset = m.sail
    for word in range(r.edge_words):
        here = c[at + word] & ~c[m.fresh + word] & ~shores[shore + word]
        while here != 0:
            edge = word * WORD + lowest(here)
            here &= here - 1
            if r.seams.has_piece_at and not loose_end(r, s, seat, edge):
                continue
            if ample or has_port(m, s, seat, edge, shore):
                out.add(offset + edge)


def count_ports(m: SeafarersState, s: State, seat: i64, shore: i64) -> i64:
    """The number of paths open to a seat's ships, without those of the pirate; counted only as far as `sails` asks."""
    r = m.r
    c = s.cells
    at = open_to(r, seat, m.ship)
    shores = m.shores
    most = 2 * r.way_count
    count: i64 = 0
    for word in range(r.edge_words):
        here = c[at + word] & ~shores[shore + word]
        while here != 0 and count < most:
            here &= here - 1
            count += 1
    return count


def has_port(m: SeafarersState, s: State, seat: i64, edge: i64, shore: i64) -> bool:
    """Whether a ship has a path to move to. The paths that do not join its own are tried first: most moves go there.

    `shore` is where the set of the pirate's paths begins in `shores`.
    """
    r = m.r
    at = open_to(r, seat, m.ship)
    near = edge * r.edge_words
    for word in range(r.edge_words):
        here = s.cells[at + word] & ~m.shores[shore + word]
        beside = m.near[near + word]
        if here & ~beside != 0 and not m.others_close:
            return True
        while here != 0:
            to = word * WORD + lowest(here)
            if here & -here & beside == 0 or (to != edge and joined_without(m, s, seat, to, edge)):
                if not m.others_close or edge_allowed(r, s, seat, to, m.ship):
                    return True
            here &= here - 1
    return False


def ship_laid(m: SeafarersState, s: State, seat: i64, edge: i64) -> None:
    """Note whether a new ship has a loose end; the ship that it goes on from has one end less."""
    ends = m.r.board.edge_corners
    loose = False
    for k in range(2 * edge, 2 * edge + 2):
        if s.cells[m.r.owner + ends[k]] != seat + 1:
            other = ship_beside(m, s, seat, edge, ends[k])
            if other == NONE:
                loose = True
            elif other >= 0:
                _see(m, s, seat, other, ends[k])
    put(s.cells, m.loose + seat * m.r.edge_words, edge, loose)


def ship_lifted(m: SeafarersState, s: State, seat: i64, edge: i64) -> None:
    """Note which ships have a loose end once a line has left a path."""
    ends = m.r.board.edge_corners
    at = m.loose + seat * m.r.edge_words
    put(s.cells, at, edge, False)
    for k in range(2 * edge, 2 * edge + 2):
        if s.cells[m.r.owner + ends[k]] != seat + 1:
            other = ship_beside(m, s, seat, edge, ends[k])
            if other >= 0:
                put(s.cells, at, other, True)


def ships_met(m: SeafarersState, s: State, seat: i64, corner: i64) -> None:
    """Note which ships have a loose end once their seat has built at a corner."""
    r = m.r
    for k in range(corner * r.way_count, (corner + 1) * r.way_count):
        e = r.ways[k]
        if e >= 0 and s.cells[r.road + e] == seat + 1 and s.cells[r.line_kind + e] == m.ship:
            _see(m, s, seat, e, corner)


def _see(m: SeafarersState, s: State, seat: i64, edge: i64, corner: i64) -> None:
    """Note whether a ship that is joined at a corner has a loose end at the other."""
    ends = m.r.board.edge_corners
    other = ends[2 * edge] + ends[2 * edge + 1] - corner
    loose = s.cells[m.r.owner + other] != seat + 1 and ship_beside(m, s, seat, edge, other) == NONE
    put(s.cells, m.loose + seat * m.r.edge_words, edge, loose)


def ship_beside(m: SeafarersState, s: State, seat: i64, edge: i64, corner: i64) -> i64:
    """The only ship of a seat at a corner apart from that of a path; `NONE`, or `SEVERAL`."""
    r = m.r
    c = s.cells
    found = NONE
    for k in range(corner * r.way_count, (corner + 1) * r.way_count):
        e = r.ways[k]
        if e >= 0 and c[r.road + e] == seat + 1 and e != edge and c[r.line_kind + e] == m.ship:
            if found >= 0:
                return SEVERAL
            found = e
    return found


def joined_without(m: SeafarersState, s: State, seat: i64, to: i64, edge: i64) -> bool:
    """Whether a ship could be built on a free path if the one on another path were away, the pirate apart."""
    r = m.r
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


class SailVerb(SeafarersVerb):
    """`sail q,r,E`: an own ship leaves its path, to go to another one."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        m = self.m
        s.cells[m.sailed] = 1
        s.emit("seafarers_sail", seat, arg)
        lift_line(m.r, s, arg)
        s.push(m.sail_phase, seat, arg)


class SailPhase(SeafarersPhase):
    """A ship that has left its path goes to another one. Frame: whose, the path it left."""

    def legal(self, s: State, seat: i64, out: Codes) -> None:
        m = self.m
        r = m.r
        left = s.cells[s.top() + 2]
        at = open_to(r, seat, m.ship)
        offset = r.line_codes[m.ship]
        shore = m.pirate_shore(s)
        for word in range(r.edge_words):
            here = s.cells[at + word] & ~m.shores[shore + word]
            while here != 0:
                to = word * WORD + lowest(here)
                here &= here - 1
                if to != left and (not m.others_close or edge_allowed(r, s, seat, to, m.ship)):
                    out.add(offset + to)

    def resume(self, s: State, seat: i64, value: i64) -> None:
        s.pop()
        go_on(self.m.r, s)
