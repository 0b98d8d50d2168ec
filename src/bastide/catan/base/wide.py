"""Lines where there is more than roads: several kinds, lines that count for more than one, middles, closed edges.

`network.py` and `routes.py` call these functions instead of their own in a game with `Island.wide`; they choose once,
at their entries, so that other games pay nothing for what only these need.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from bastide.catan.base.corners import cut, far_enough
from bastide.catan.base.island import ROAD_LINE, Island, line_at
from bastide.kernel.bits import has, put
from bastide.kernel.state import BITS, State

# -- the rules


def lines_at(r: Island, s: State, colour: i64, corner: i64) -> i64:
    """The mask of the kinds of a colour's lines that end at a corner."""
    c = s.cells
    mask: i64 = 0
    for k in range(corner * r.way_count, (corner + 1) * r.way_count):
        e = r.ways[k]
        if e >= 0 and c[r.road + e] == colour + 1:
            mask |= BITS[line_at(r, s, e)]
    if r.modular and r.seams.reaches(s, colour, corner):
        mask |= BITS[ROAD_LINE]
    return mask


def line_open(r: Island, s: State, colour: i64, kind: i64, edge: i64) -> bool:
    """Whether a free edge takes a kind of line and is connected to a colour.

    It must meet an own building, or an own line from which the kind goes on, at a corner that nothing closes.
    """
    c = s.cells
    if c[r.road + edge] != 0 or not has(r.line_edges, kind * r.edge_words, edge):
        return False
    for k in range(2):
        corner = r.board.edge_corners[2 * edge + k]
        if c[r.owner + corner] == colour + 1:
            return True
        if lines_at(r, s, colour, corner) & r.line_joins[kind] and not cut(r, s, colour, corner):
            return True
    return False


# -- keeping the sets


def edge_taken(r: Island, s: State, colour: i64, edge: i64) -> None:
    """Update the sets for a new line, as `network.edge_taken` does for a road."""
    for other in range(r.colours):
        for kind in range(r.lines):
            put(s.cells, r.open_to(other, kind), edge, False)
    for k in range(2):
        corner = r.board.edge_corners[2 * edge + k]
        see_edges(r, s, colour, corner)
        see_corner(r, s, colour, corner)


def corner_changed(r: Island, s: State, corner: i64) -> None:
    """Update the sets after a change at a corner, as `network.corner_changed` does."""
    for colour in range(r.colours):
        see_edges(r, s, colour, corner)
        see_corner(r, s, colour, corner)
        for k in range(3):
            other = r.board.corner_corners[corner * 3 + k]
            if other >= 0:
                see_corner(r, s, colour, other)


def see_edges(r: Island, s: State, colour: i64, corner: i64) -> None:
    """Update which edges at a corner are open to a colour, for each kind of line."""
    for k in range(corner * r.way_count, (corner + 1) * r.way_count):
        e = r.ways[k]
        if e >= 0:
            for kind in range(r.lines):
                put(s.cells, r.open_to(colour, kind), e, line_open(r, s, colour, kind, e))


def see_corner(r: Island, s: State, colour: i64, corner: i64) -> None:
    """Update whether a line of a colour ends at a corner, and whether the colour may found a settlement there."""
    joined = lines_at(r, s, colour, corner) != 0
    put(s.cells, r.joined + colour * r.corner_words, corner, joined)
    member = joined and corner < r.board.ashore and far_enough(r, s, corner)
    put(s.cells, r.open_corners + colour * r.corner_words, corner, member)


# -- routes


def longest(r: Island, s: State, colour: i64) -> i64:
    """The length of the longest trail of a colour's lines.

    Its kind changes only between kinds that join, or at an own building.
    """
    c = s.cells
    board = r.board
    used = vec[i64]([0] * board.edges)
    seen = vec[i64]([0] * board.corners)
    best: i64 = 0
    for e in range(board.edges):
        if c[r.road + e] != colour + 1:
            continue
        for k in range(2):
            corner = board.edge_corners[2 * e + k]
            if seen[corner] == 0:
                seen[corner] = 1
                length = _walk(r, s, colour, corner, -1, used)
                if length > best:
                    best = length
    return best


def _walk(r: Island, s: State, colour: i64, corner: i64, kind: i64, used: vec[i64]) -> i64:
    """The longest way on from a corner, reached over a line of a kind; -1 at the start."""
    c = s.cells
    kinds: i64 = -1  # all
    if kind >= 0:
        if cut(r, s, colour, corner):
            return 0
        if c[r.owner + corner] == 0:
            kinds = r.line_joins[kind]
    best: i64 = 0
    for k in range(corner * r.way_count, (corner + 1) * r.way_count):
        e = r.ways[k]
        if e < 0 or c[r.road + e] != colour + 1 or used[e] != 0:
            continue
        next_ = line_at(r, s, e)
        if (kinds & BITS[next_]) == 0:
            continue
        used[e] = 1
        length = weight(r, s, e) + _walk(r, s, colour, r.way_ends[k], next_, used)
        used[e] = 0
        if length > best:
            best = length
    return best


def weight(r: Island, s: State, edge: i64) -> i64:
    """What the line on an edge counts for a route."""
    return 1 + (r.seams.weight(s, edge) if r.modular else 0)


def through(r: Island, s: State, colour: i64, edge: i64) -> i64:
    """The length of the longest trail over a new line with a loose end; -1 if neither end is loose."""
    for k in range(2):
        corner = r.board.edge_corners[2 * edge + k]
        if cut(r, s, colour, corner) or count_at(r, s, colour, corner) == 1:
            used = vec[i64]([0] * r.board.edges)
            used[edge] = 1
            end = r.board.edge_corners[2 * edge + 1 - k]
            return weight(r, s, edge) + _walk(r, s, colour, end, line_at(r, s, edge), used)
    return -1


def count_at(r: Island, s: State, colour: i64, corner: i64) -> i64:
    """The number of a colour's lines that end at a corner."""
    count: i64 = 0
    for k in range(corner * r.way_count, (corner + 1) * r.way_count):
        e = r.ways[k]
        if e >= 0 and s.cells[r.road + e] == colour + 1:
            count += 1
    return count
