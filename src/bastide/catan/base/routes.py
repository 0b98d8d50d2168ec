"""Road networks: the longest route of a seat or a colour that nobody plays, and the award's holder.

Rules BASE-040 to BASE-043, BASE-052 and BASE-053.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from bastide.catan.base import trails, wide
from bastide.catan.base.corners import cut
from bastide.catan.base.island import LEAST_ROUTE, Island
from bastide.catan.base.lines import weight
from bastide.kernel.state import State


def longest(r: Island, s: State, seat: i64) -> i64:
    """The most roads in one trail.

    Roads count once, corners may repeat; a trail ends where it is cut (BASE-052, 053).
    """
    if r.wide:
        return trails.anew(r, s, seat)
    c = s.cells
    board = r.board
    used = vec[i64]([0] * board.edges)
    seen = vec[i64]([0] * board.corners)
    best: i64 = 0
    mark = seat + 1
    for e in range(board.edges):
        if c[r.road + e] != mark:
            continue
        for k in range(2):
            corner = board.edge_corners[2 * e + k]
            if seen[corner] == 0:
                seen[corner] = 1
                length = _walk(r, s, seat, corner, used, True)
                if length > best:
                    best = length
    return best


def _walk(r: Island, s: State, seat: i64, corner: i64, used: vec[i64], first: bool) -> i64:
    """The longest way on from a corner over own unused roads."""
    if not first and cut(r, s, seat, corner):
        return 0
    c = s.cells
    edges = r.board.corner_edges
    best: i64 = 0
    for k in range(3):
        e = edges[corner * 3 + k]
        if e < 0 or c[r.road + e] != seat + 1 or used[e] != 0:
            continue
        used[e] = 1
        length = 1 + _walk(r, s, seat, r.board.corner_corners[corner * 3 + k], used, False)
        used[e] = 0
        if length > best:
            best = length
    return best


def road_built(r: Island, s: State, seat: i64, edge: i64) -> None:
    """Update the owner's route after a road.

    A longer trail runs over the new road. Where that road has a loose end, which is nearly always, the trail ends
    there, and one walk finds it.
    """
    if r.wide:
        _line_built(r, s, seat, edge)
        return
    c = s.cells
    mark = seat + 1
    for k in range(2):
        corner = r.board.edge_corners[2 * edge + k]
        if cut(r, s, seat, corner) or _roads_at(r, s, mark, corner) == 1:
            used = vec[i64]([0] * r.board.edges)
            used[edge] = 1
            length = 1 + _walk(r, s, seat, r.board.edge_corners[2 * edge + 1 - k], used, False)
            if length > c[r.route + seat]:
                c[r.route + seat] = length
                award_route(r, s)
            return
    c[r.route + seat] = longest(r, s, seat)
    award_route(r, s)


def corner_taken(r: Island, s: State, seat: i64, corner: i64) -> None:
    """Update the routes of opponents with two roads at a new building's corner.

    In a wide game also the owner's: its lines of two kinds may meet there.
    """
    if r.wide:
        _judge(r, s, corner, -1)
        award_route(r, s)
        return
    for other in range(r.colours):
        if other != seat and _roads_at(r, s, other + 1, corner) > 1:
            s.cells[r.route + other] = longest(r, s, other)
            award_route(r, s)


def cut_changed(r: Island, s: State, corner: i64, owner: i64) -> None:
    """Recompute the other seats' routes after a module's cutting piece came to a corner or left it."""
    if r.wide:
        _judge(r, s, corner, owner)
        return
    for seat in range(r.colours):
        if seat != owner and _roads_at(r, s, seat + 1, corner) > 1:
            s.cells[r.route + seat] = longest(r, s, seat)


def weight_changed(r: Island, s: State, edge: i64) -> None:
    """Recompute the owner's route after the weight of its line changed; the caller updates the award."""
    owner = s.cells[r.road + edge] - 1
    if owner >= 0:
        s.cells[r.route + owner] = longest(r, s, owner)


def _line_built(r: Island, s: State, colour: i64, edge: i64) -> None:
    """Update the owner's route after a line in a wide game."""
    at = r.route + colour
    trails.line_laid(r, s, colour, edge)
    length = trails.through(r, s, edge, s.cells[at] + weight(r, s, edge))
    if length < 0:
        length = trails.longest(r, s, colour, s.cells[at], trails.NO_LIMIT)
    s.cells[at] = max(length, s.cells[at])
    award_route(r, s)


def _judge(r: Island, s: State, corner: i64, except_: i64) -> None:
    """Recompute the routes of all colours but one that have two lines at a corner.

    A new building (no exception) changes nothing for its owner unless lines of several kinds meet there.
    """
    for colour in range(r.colours):
        if except_ < 0 and s.cells[r.owner + corner] == colour + 1 and not wide.kinds_meet(r, s, colour, corner):
            continue
        if colour != except_ and wide.count_at(r, s, colour, corner) > 1:
            trails.see_ways(r, s, colour, corner)
            trails.measure(r, s, colour)
            s.cells[r.route + colour] = trails.longest(r, s, colour, 0, trails.NO_LIMIT)


def _roads_at(r: Island, s: State, mark: i64, corner: i64) -> i64:
    """How many roads of a seat meet at a corner."""
    n: i64 = 0
    for k in range(3):
        e = r.board.corner_edges[corner * 3 + k]
        if e >= 0 and s.cells[r.road + e] == mark:
            n += 1
    return n


def award_route(r: Island, s: State) -> None:
    """Update the route's holder.

    A holder who is still (jointly) longest keeps it; otherwise the only longest of at least five takes it; otherwise
    it is set aside (BASE-041, BASE-043). An award that is worth no points has no holder.
    """
    if r.route_points == 0:
        return
    c = s.cells
    best: i64 = 0
    for seat in range(r.colours):
        if c[r.route + seat] > best:
            best = c[r.route + seat]
    holder = c[r.route_holder]
    if best < LEAST_ROUTE:
        new: i64 = 0
    elif holder != 0 and c[r.route + holder - 1] == best:
        new = holder
    else:
        new = 0
        count = 0
        for seat in range(r.colours):
            if c[r.route + seat] == best:
                count += 1
                new = seat + 1
        if count > 1:
            new = 0
    if new != holder:
        c[r.route_holder] = new
        if new != 0:
            s.emit("route", new - 1, best, holder - 1)
        else:
            s.emit("no_route", -1, holder - 1)
