"""Where each seat may build next (BASE-013, BASE-029 to BASE-031).

`may_road` and `corner_free` are the rules. The part that depends on pieces alone is cached in the state as two sets per
seat, `open_edges` and `open_corners`, so listing legal actions reads a few bits instead of the whole board. A third
set, `joined`, caches `touches`.
Code that places a piece must call `edge_taken` or `corner_changed`; so must a module when its `reaches` or `cuts`
changes at a corner.
"""

from __future__ import annotations

from mypy_extensions import i64

from bastide.catan.base.island import ROAD, SETTLEMENT, Island
from bastide.kernel.bits import following, put
from bastide.kernel.codes import Codes
from bastide.kernel.state import State

# -- the rules


def cut(r: Island, s: State, seat: i64, corner: i64) -> bool:
    """Whether an opponent's building or a module's piece cuts a seat's routes at the corner (BASE-042)."""
    owner = s.cells[r.owner + corner]
    return (owner != 0 and owner != seat + 1) or (r.modular and r.seams.cuts(s, seat, corner))


def touches(r: Island, s: State, seat: i64, corner: i64) -> bool:
    """Whether an own road, or a module's equivalent, ends at the corner."""
    c = s.cells
    for k in range(3):
        e = r.board.corner_edges[corner * 3 + k]
        if e >= 0 and c[r.road + e] == seat + 1:
            return True
    return r.modular and r.seams.reaches(s, seat, corner)


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


def far_enough(r: Island, s: State, corner: i64) -> bool:
    """Whether a corner and its neighbours are empty: the distance rule (BASE-013, BASE-031)."""
    c = s.cells
    if c[r.owner + corner] != 0:
        return False
    near = r.board.corner_corners
    for k in range(3):
        other = near[corner * 3 + k]
        if other >= 0 and c[r.owner + other] != 0:
            return False
    return True


def edge_allowed(r: Island, s: State, seat: i64, edge: i64) -> bool:
    """Whether all modules allow a road there."""
    return not r.modular or r.seams.may_take_edge(s, seat, edge)


def corner_allowed(r: Island, s: State, seat: i64, corner: i64) -> bool:
    """Whether all modules allow a building there."""
    return not r.modular or r.seams.may_take_corner(s, seat, corner)


def may_road(r: Island, s: State, seat: i64, edge: i64) -> bool:
    """Whether that seat may lay a road there, cost and supply apart."""
    return edge_open(r, s, seat, edge) and edge_allowed(r, s, seat, edge)


def corner_free(r: Island, s: State, seat: i64, corner: i64) -> bool:
    """Whether that seat may found a settlement there, roads, cost and supply apart."""
    return far_enough(r, s, corner) and corner_allowed(r, s, seat, corner)


# -- keeping the sets


def edge_taken(r: Island, s: State, seat: i64, edge: i64) -> None:
    """Update the sets for a new road: others lose the edge, its owner gains both ends."""
    c = s.cells
    board = r.board
    for other in range(r.seats):
        put(c, r.open_edges + other * r.edge_words, edge, False)
    for k in range(2):
        corner = board.edge_corners[2 * edge + k]
        put(c, r.joined + seat * r.corner_words, corner, True)
        _see_edges(r, s, seat, corner)
        _see_corner(r, s, seat, corner)


def corner_changed(r: Island, s: State, corner: i64) -> None:
    """Update the sets after a new building or a changed module answer at a corner."""
    for seat in range(r.seats):
        put(s.cells, r.joined + seat * r.corner_words, corner, touches(r, s, seat, corner))
        _see_edges(r, s, seat, corner)
        _see_corner(r, s, seat, corner)
        for k in range(3):
            other = r.board.corner_corners[corner * 3 + k]
            if other >= 0:
                _see_corner(r, s, seat, other)


def passage_changed(r: Island, s: State, corner: i64, owner: i64) -> None:
    """Update the sets after a module's piece, not a building, closes a corner to others or leaves it."""
    for seat in range(r.seats):
        if seat != owner:
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


def road_spots(r: Island, s: State, seat: i64, offset: i64, out: Codes) -> None:
    """Add a code for every edge where that seat may lay a road."""
    c = s.cells
    if c[r.left + seat * 3 + ROAD] <= 0:
        return
    at = r.open_edges + seat * r.edge_words
    edge = following(c, at, r.edge_words, -1)
    while edge >= 0:
        if edge_allowed(r, s, seat, edge):
            out.add(offset + edge)
        edge = following(c, at, r.edge_words, edge)


def can_lay_road(r: Island, s: State, seat: i64) -> bool:
    """Whether that seat has a road left and a place for it."""
    c = s.cells
    if c[r.left + seat * 3 + ROAD] <= 0:
        return False
    at = r.open_edges + seat * r.edge_words
    edge = following(c, at, r.edge_words, -1)
    while edge >= 0 and not edge_allowed(r, s, seat, edge):
        edge = following(c, at, r.edge_words, edge)
    return edge >= 0


def settlement_spots(r: Island, s: State, seat: i64, offset: i64, out: Codes) -> None:
    """Add a code for every corner where that seat may found a settlement during the game."""
    c = s.cells
    if c[r.left + seat * 3 + SETTLEMENT] <= 0:
        return
    at = r.open_corners + seat * r.corner_words
    corner = following(c, at, r.corner_words, -1)
    while corner >= 0:
        if corner_allowed(r, s, seat, corner):
            out.add(offset + corner)
        corner = following(c, at, r.corner_words, corner)
