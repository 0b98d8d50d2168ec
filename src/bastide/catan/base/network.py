"""Where each seat, or colour that nobody plays, may build next (BASE-013, BASE-029 to BASE-031).

`may_lay` and `corner_free` are the rules. The part that depends on pieces alone is cached in the state as two sets per
colour, `open_edges` (one for each kind of line) and `open_corners`, so listing legal actions reads a few bits instead
of the whole board. A third set, `joined`, holds the corners at which a line of the colour ends.
Code that places a piece must call `edge_taken` or `corner_changed`. A module whose `piece_at` changes at a corner must
call `passage_changed`.
"""

from __future__ import annotations

from mypy_extensions import i64

from bastide.catan.base import wide
from bastide.catan.base.corners import building_allowed, cut, far_enough
from bastide.catan.base.island import ROAD, ROAD_LINE, SETTLEMENT, Island, line_left, open_to
from bastide.kernel.bits import following, has, put
from bastide.kernel.codes import Codes
from bastide.kernel.state import BITS, State

# -- the rules


def touches(r: Island, s: State, seat: i64, corner: i64) -> bool:
    """Whether an own road, or a module's equivalent, ends at the corner."""
    c = s.cells
    for k in range(3):
        e = r.board.corner_edges[corner * 3 + k]
        if e >= 0 and c[r.road + e] == seat + 1:
            return True
    return False


def edge_open(r: Island, s: State, seat: i64, edge: i64) -> bool:
    """Whether an edge is free and connected to a seat (BASE-029, BASE-030).

    It must meet an own building, or an own road at a corner that no opponent's building closes.
    """
    c = s.cells
    if c[r.road + edge] != 0:
        return False
    for k in range(2):
        corner = r.board.edge_corners[2 * edge + k]
        if c[r.owner + corner] == seat + 1 or (touches(r, s, seat, corner) and not cut(r, s, seat, corner)):
            return True
    return False


def lines_allowed(r: Island, s: State, seat: i64, kind: i64) -> bool:
    """Whether all modules let that seat lay lines of a kind now."""
    return not r.modular or not r.seams.has_may_lay_lines or r.seams.may_lay_lines(s, seat, kind)


def edge_allowed(r: Island, s: State, seat: i64, edge: i64, kind: i64) -> bool:
    """Whether all modules allow a line there, now or once that seat may lay lines again."""
    return not r.modular or r.seams.closable & BITS[kind] == 0 or r.seams.may_take_edge(s, seat, edge, kind)


def may_lay(r: Island, s: State, seat: i64, kind: i64, edge: i64) -> bool:
    """Whether that seat may lay a line there, cost and supply apart."""
    open_ = wide.line_open(r, s, seat, kind, edge) if r.wide else edge_open(r, s, seat, edge)
    return open_ and edge_allowed(r, s, seat, edge, kind) and lines_allowed(r, s, seat, kind)


# -- keeping the sets


def edge_taken(r: Island, s: State, seat: i64, edge: i64) -> None:
    """Update the sets for a new line: others lose the edge, its owner gains both ends."""
    if r.wide:
        wide.edge_taken(r, s, seat, edge)
        return
    c = s.cells
    board = r.board
    for other in range(r.colours):
        put(c, r.open_edges + other * r.edge_words, edge, False)
    for k in range(2):
        corner = board.edge_corners[2 * edge + k]
        put(c, r.joined + seat * r.corner_words, corner, True)
        _see_edges(r, s, seat, corner)
        _see_corner(r, s, seat, corner)


def corner_changed(r: Island, s: State, corner: i64) -> None:
    """Update the sets after a new building or a changed module answer at a corner."""
    if r.wide:
        wide.corner_changed(r, s, corner)
        return
    for seat in range(r.colours):
        put(s.cells, r.joined + seat * r.corner_words, corner, touches(r, s, seat, corner))
        _see_edges(r, s, seat, corner)
        _see_corner(r, s, seat, corner)
        for k in range(3):
            other = r.board.corner_corners[corner * 3 + k]
            if other >= 0:
                _see_corner(r, s, seat, other)


def passage_changed(r: Island, s: State, corner: i64, owner: i64) -> None:
    """Update the sets after a module's piece, not a building, closes a corner to others or leaves it."""
    for seat in range(r.colours):
        if seat != owner:
            if r.wide:
                wide.see_edges(r, s, seat, corner)
            else:
                _see_edges(r, s, seat, corner)


def _see_edges(r: Island, s: State, seat: i64, corner: i64) -> None:
    for k in range(3):
        e = r.board.corner_edges[corner * 3 + k]
        if 0 <= e < r.board.overland:
            put(s.cells, r.open_edges + seat * r.edge_words, e, edge_open(r, s, seat, e))


def _see_corner(r: Island, s: State, seat: i64, corner: i64) -> None:
    member = corner < r.board.ashore and far_enough(r, s, corner) and touches(r, s, seat, corner)
    put(s.cells, r.open_corners + seat * r.corner_words, corner, member)


# -- listing


def line_spots(r: Island, s: State, seat: i64, kind: i64, out: Codes) -> None:
    """Add the actions that lay a kind of line other than the road."""
    if s.cells[line_left(r, seat, kind)] <= 0 or not lines_allowed(r, s, seat, kind):
        return
    at = open_to(r, seat, kind)
    edge = following(s.cells, at, r.edge_words, -1)
    while edge >= 0:
        if edge_allowed(r, s, seat, edge, kind):
            out.add(r.line_codes[kind] + edge)
        edge = following(s.cells, at, r.edge_words, edge)


def free_spots(r: Island, s: State, seat: i64, out: Codes) -> None:
    """Add what may be done where lines are free: a road, a kind that is `free`, or other work of a module."""
    road_spots(r, s, seat, r.line_codes[ROAD_LINE], out)
    for kind in range(1, r.lines):
        if r.line_free[kind]:
            line_spots(r, s, seat, kind, out)
    if r.modular and r.seams.has_free_work:
        r.seams.free_work(s, seat, out)


def starting_lines(r: Island, s: State, seat: i64, corner: i64, out: Codes) -> None:
    """Add the actions that lay a line of a free kind from a corner, in a wide game."""
    for kind in range(r.lines):
        for k in range(corner * r.way_count, (corner + 1) * r.way_count):
            if _starts(r, s, seat, kind, r.ways[k]):
                out.add(r.line_codes[kind] + r.ways[k])


def can_start_line(r: Island, s: State, seat: i64, corner: i64) -> bool:
    """Whether `starting_lines` adds any."""
    for kind in range(r.lines):
        for k in range(corner * r.way_count, (corner + 1) * r.way_count):
            if _starts(r, s, seat, kind, r.ways[k]):
                return True
    return False


def _starts(r: Island, s: State, seat: i64, kind: i64, edge: i64) -> bool:
    """Whether a line of a kind is free and may be laid on an edge, -1 for none, whatever it touches."""
    if r.line_free[kind] == 0 or edge < 0 or s.cells[r.road + edge] != 0:
        return False
    return has(r.line_edges, kind * r.edge_words, edge) and edge_allowed(r, s, seat, edge, kind)


def can_lay_free(r: Island, s: State, seat: i64) -> bool:
    """Whether that seat has a free kind of line left and a place for it, or other work to do for it."""
    if can_lay_road(r, s, seat):
        return True
    for kind in range(1, r.lines):
        if r.line_free[kind] and can_lay_line(r, s, seat, kind):
            return True
    if r.modular and r.seams.has_free_work:
        work = Codes()
        r.seams.free_work(s, seat, work)
        return work.count > 0
    return False


def can_lay_line(r: Island, s: State, seat: i64, kind: i64) -> bool:
    """Whether that seat has a kind of line other than the road left and a place for it."""
    spots = Codes()
    line_spots(r, s, seat, kind, spots)
    return spots.count > 0


def road_spots(r: Island, s: State, seat: i64, offset: i64, out: Codes) -> None:
    """Add a code for every edge where that seat may lay a road."""
    c = s.cells
    if c[r.left + seat * 3 + ROAD] <= 0 or not lines_allowed(r, s, seat, ROAD_LINE):
        return
    at = r.open_edges + seat * r.edge_words
    edge = following(c, at, r.edge_words, -1)
    while edge >= 0:
        if edge_allowed(r, s, seat, edge, ROAD_LINE):
            out.add(offset + edge)
        edge = following(c, at, r.edge_words, edge)


def can_lay_road(r: Island, s: State, seat: i64) -> bool:
    """Whether that seat has a road left and a place for it."""
    c = s.cells
    if c[r.left + seat * 3 + ROAD] <= 0 or not lines_allowed(r, s, seat, ROAD_LINE):
        return False
    at = r.open_edges + seat * r.edge_words
    edge = following(c, at, r.edge_words, -1)
    while edge >= 0 and not edge_allowed(r, s, seat, edge, ROAD_LINE):
        edge = following(c, at, r.edge_words, edge)
    return edge >= 0


def can_settle(r: Island, s: State, seat: i64) -> bool:
    """Whether that seat has a settlement left and a place to found it during the game."""
    c = s.cells
    if c[r.left + seat * 3 + SETTLEMENT] <= 0:
        return False
    at = r.open_corners + seat * r.corner_words
    corner = following(c, at, r.corner_words, -1)
    while corner >= 0 and not building_allowed(r, s, seat, SETTLEMENT, corner):
        corner = following(c, at, r.corner_words, corner)
    return corner >= 0


def settlement_spots(r: Island, s: State, seat: i64, offset: i64, out: Codes) -> None:
    """Add a code for every corner where that seat may found a settlement during the game."""
    c = s.cells
    if c[r.left + seat * 3 + SETTLEMENT] <= 0:
        return
    at = r.open_corners + seat * r.corner_words
    corner = following(c, at, r.corner_words, -1)
    while corner >= 0:
        if building_allowed(r, s, seat, SETTLEMENT, corner):
            out.add(offset + corner)
        corner = following(c, at, r.corner_words, corner)
