"""One line: what it counts for a route, and whether an end is loose, so that it may be lifted."""

from __future__ import annotations

from mypy_extensions import i64

from bastide.catan.base.island import Island, line_at
from bastide.kernel.state import BITS, State


def loose_end(r: Island, s: State, colour: i64, edge: i64) -> bool:
    """Whether one end of a colour's line has no building, no piece that holds lines, and no other line of that colour.

    A line of a kind that does not join this one leaves the end loose.
    """
    for k in range(2):
        corner = r.board.edge_corners[2 * edge + k]
        if s.cells[r.owner + corner] == colour + 1 or (r.modular and r.seams.piece_at(s, corner) == colour + 1):
            continue
        if not goes_on(r, s, colour, edge, corner):
            return True
    return False


def goes_on(r: Island, s: State, colour: i64, edge: i64, corner: i64) -> bool:
    """Whether another line of the colour goes on from a line at one of its ends."""
    joins = r.line_joins[line_at(r, s, edge)]
    for k in range(corner * r.way_count, (corner + 1) * r.way_count):
        e = r.ways[k]
        if e >= 0 and e != edge and s.cells[r.road + e] == colour + 1 and joins & BITS[line_at(r, s, e)]:
            return True
    return False


def weight(r: Island, s: State, edge: i64) -> i64:
    """What the line on an edge counts for a route."""
    if r.modular and r.weighs:
        return 1 + r.seams.weight(s, edge)
    return 1
