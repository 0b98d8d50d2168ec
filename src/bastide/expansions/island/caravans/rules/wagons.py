"""Wagons: where the next one may stand, and what it does to caravans, routes and buildings (TB-CARA-006 to -013)."""

from __future__ import annotations

from mypy_extensions import i64

from bastide.catan.base.routes import award_route, weight_changed
from bastide.expansions.island.caravans.rules.state import CARAVANS, CaravansState
from bastide.kernel.bits import put
from bastide.kernel.codes import Codes
from bastide.kernel.state import BITS, State


def paths(m: CaravansState, s: State, offset: i64, out: Codes, but: i64 = 0) -> None:
    """Add, with an offset, the edges where the next wagon may stand: arrows without one, and ways on from free ends.

    Of the mask `but` of caravans, none may be the only one that it extends.
    """
    if s.cells[m.stock] == 0:
        return
    r = m.r
    for caravan in range(CARAVANS):
        if not m.started(s, caravan):
            _add(m, s, m.arrows[caravan], offset, out, but)
            continue
        for at in range(m.heads + 2 * caravan, m.heads + 2 * caravan + 2):
            corner = s.cells[at] - 1
            if corner >= 0:
                for k in range(corner * r.way_count, (corner + 1) * r.way_count):
                    if 0 <= r.ways[k] < r.board.overland:
                        _add(m, s, r.ways[k], offset, out, but)


def _add(m: CaravansState, s: State, edge: i64, offset: i64, out: Codes, but: i64) -> None:
    """Add an edge without a wagon, once."""
    if m.has_wagon(s, edge) or (but != 0 and extended(m, s, edge) & ~but == 0):
        return
    for i in range(out.count):
        if out.items[i] == offset + edge:
            return
    out.add(offset + edge)


def goes_from(m: CaravansState, s: State, corner: i64, edge: i64) -> i64:
    """The mask of caravans that a wagon on an edge extends from one of its ends."""
    mask: i64 = 0
    for caravan in range(CARAVANS):
        at = m.heads + 2 * caravan
        if m.started(s, caravan):
            if s.cells[at] == corner + 1 or s.cells[at + 1] == corner + 1:
                mask |= BITS[caravan]
        elif m.arrows[caravan] == edge and m.inner[caravan] == corner:
            mask |= BITS[caravan]
    return mask


def extended(m: CaravansState, s: State, edge: i64) -> i64:
    """The mask of caravans that a wagon on an edge extends, or starts."""
    ends = m.r.board.edge_corners
    return goes_from(m, s, ends[2 * edge], edge) | goes_from(m, s, ends[2 * edge + 1], edge)


def place_wagon(m: CaravansState, s: State, seat: i64, edge: i64) -> None:
    """Put the next wagon on an edge, for a seat or by vote (-1); the seat on turn may win by it (TB-CARA-025)."""
    r = m.r
    c = s.cells
    first = r.board.edge_corners[2 * edge]
    second = r.board.edge_corners[2 * edge + 1]
    here = goes_from(m, s, first, edge)
    there = goes_from(m, s, second, edge)
    for caravan in range(CARAVANS):
        if (here | there) & BITS[caravan]:
            # A wagon between two free ends joins both caravans: the next one decides where they go on together.
            c[m.heads + 2 * caravan] = second + 1 if here else first + 1
            c[m.heads + 2 * caravan + 1] = first + 1 if here and there else 0
    put(c, m.wagons, edge, True)
    c[m.stock] -= 1
    s.emit("caravans_wagon", seat, edge, c[m.stock])
    for corner in (first, second):
        owner = c[r.owner + corner] - 1
        if 0 <= owner < r.seats and m.wagons_at(s, corner) == 2:
            c[m.beside + owner] += 1
            s.emit("caravans_point", owner, corner)
    if c[r.road + edge] != 0:
        weight_changed(r, s, edge)
        award_route(r, s)
    r.check_win(s)


def count_beside(m: CaravansState, s: State) -> None:
    """Count each seat's buildings between two wagons anew (TB-CARA-024)."""
    r = m.r
    c = s.cells
    for seat in range(r.seats):
        c[m.beside + seat] = 0
    for corner in range(r.board.ashore):
        owner = c[r.owner + corner] - 1
        if 0 <= owner < r.seats and m.wagons_at(s, corner) >= 2:
            c[m.beside + owner] += 1
