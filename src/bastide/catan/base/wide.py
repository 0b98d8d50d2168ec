"""Lines where there is more than roads: several kinds, lines that count for more than one, middles, closed edges.

`network.py` and `routes.py` call these functions instead of their own in a game with `Island.wide`; they choose once,
at their entries, so that other games pay nothing for what only these need.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from bastide.catan.base.corners import cut, far_enough
from bastide.catan.base.island import ROAD_LINE, Island, line_at, open_to
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


def kinds_meet(r: Island, s: State, colour: i64, corner: i64) -> bool:
    """Whether lines of several kinds of a colour end at a corner."""
    mask = lines_at(r, s, colour, corner)
    return mask & (mask - 1) != 0


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
            put(s.cells, open_to(r, other, kind), edge, False)
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


def line_lifted(r: Island, s: State, colour: i64, edge: i64) -> None:
    """Update the sets after a line left an edge: others may lay there again, its owner lacks it at both ends."""
    for other in range(r.colours):
        if other != colour:
            for kind in range(r.lines):
                put(s.cells, open_to(r, other, kind), edge, line_open(r, s, other, kind, edge))
    for k in range(2):
        corner = r.board.edge_corners[2 * edge + k]
        see_edges(r, s, colour, corner)
        see_corner(r, s, colour, corner)


def see_edges(r: Island, s: State, colour: i64, corner: i64) -> None:
    """Update which edges at a corner are open to a colour, for each kind of line."""
    c = s.cells
    here = leading(r, s, colour, corner)
    for k in range(corner * r.way_count, (corner + 1) * r.way_count):
        e = r.ways[k]
        if e < 0:
            continue
        kinds: i64 = 0
        if c[r.road + e] == 0:
            kinds = here | leading(r, s, colour, r.way_ends[k])
        for kind in range(r.lines):
            member = kinds & r.line_joins[kind] != 0 and has(r.line_edges, kind * r.edge_words, e)
            put(c, open_to(r, colour, kind), e, member)


def leading(r: Island, s: State, colour: i64, corner: i64) -> i64:
    """The mask of the kinds of a colour's lines from which new lines may go on at a corner; -1, all, at a building."""
    if s.cells[r.owner + corner] == colour + 1:
        return -1
    if cut(r, s, colour, corner):
        return 0
    return lines_at(r, s, colour, corner)


def see_corner(r: Island, s: State, colour: i64, corner: i64) -> None:
    """Update whether a line of a colour ends at a corner, and whether the colour may found a settlement there."""
    joined = lines_at(r, s, colour, corner) != 0
    put(s.cells, r.joined + colour * r.corner_words, corner, joined)
    member = joined and corner < r.board.ashore and far_enough(r, s, corner)
    put(s.cells, r.open_corners + colour * r.corner_words, corner, member)


# -- routes


def longest(r: Island, s: State, colour: i64) -> i64:
    """The length of the longest trail of a colour's lines.

    Its kind changes only between kinds that join, or at an own building. Lines without a ring are gone through once;
    only where there is a ring, the trails are tried.
    """
    c = s.cells
    board = r.board
    corners = board.corners
    # By corner, the part of the lines to which it belongs; then the longest trail, and whether there is a ring.
    seen = vec[i64]([0] * (corners + 2))
    far = vec[i64]([0] * board.edges)
    best: i64 = 0
    part: i64 = 0
    for e in range(board.edges):
        corner = board.edge_corners[2 * e]
        if c[r.road + e] != colour + 1 or seen[corner] != 0:
            continue
        part += 1
        seen[corners] = 0
        seen[corners + 1] = 0
        _spread(r, s, colour, corner, -1, part, seen, far)
        length = seen[corners] if seen[corners + 1] == 0 else _longest_of(r, s, colour, part, seen)
        if length > best:
            best = length
    return best


def _spread(r: Island, s: State, colour: i64, corner: i64, over: i64, part: i64, seen: vec[i64], far: vec[i64]) -> i64:
    """The longest way on from a corner reached over a line (-1 at the start) in lines without a ring.

    `far` takes the longest way from the corner over each of its other lines. Two of them that join are a trail.
    """
    c = s.cells
    corners = r.board.corners
    seen[corner] = part
    own = c[r.owner + corner] == colour + 1
    closed = cut(r, s, colour, corner)
    first = corner * r.way_count
    on: i64 = 0
    for k in range(first, first + r.way_count):
        e = r.ways[k]
        if e < 0 or e == over or c[r.road + e] != colour + 1:
            continue
        other = r.way_ends[k]
        if seen[other] != 0:
            seen[corners + 1] = 1
            continue
        length = weight(r, s, e) + _spread(r, s, colour, other, e, part, seen, far)
        far[e] = length
        trail = length
        if not closed:
            joins: i64 = -1
            if not own:
                joins = r.line_joins[line_at(r, s, e)]
            for j in range(first, k):
                d = r.ways[j]
                if d >= 0 and d != over and c[r.road + d] == colour + 1 and joins & BITS[line_at(r, s, d)]:
                    if length + far[d] > trail:
                        trail = length + far[d]
            if over >= 0 and joins & BITS[line_at(r, s, over)] and length > on:
                on = length
        if trail > seen[corners]:
            seen[corners] = trail
    return on


def _longest_of(r: Island, s: State, colour: i64, part: i64, seen: vec[i64]) -> i64:
    """The length of the longest trail in a part of the lines that has a ring.

    Branches are folded first, from their ends inwards: `far` takes the longest way out over each of their lines. The
    rings remain, and what joins them. There, all trails are tried that begin with a branch, where a trail may have to
    begin, or anywhere on a ring without either.
    """
    corners = r.board.corners
    far = vec[i64]([0] * r.board.edges)
    used = vec[i64]([0] * r.board.edges)
    left = vec[i64]([0] * corners)  # the lines at each corner that are not folded
    for corner in range(corners):
        if seen[corner] == part:
            left[corner] = count_at(r, s, colour, corner)
    best: i64 = 0
    for corner in range(corners):
        at: i64 = corner
        while left[at] == 1:
            left[at] = 0
            k = _last_line(r, s, colour, at, far)
            e = r.ways[k]
            used[e] = 1
            best = max(best, _over_branches(r, s, colour, at, used, far))
            far[e] = weight(r, s, e) + _walk(r, s, colour, at, line_at(r, s, e), used, far)
            used[e] = 0
            at = r.way_ends[k]
            left[at] -= 1
    ring: i64 = -1
    alone = True
    for corner in range(corners):
        if left[corner] == 0:
            continue
        ring = corner
        if _trail_begins(r, s, colour, corner):
            alone = False
            best = max(best, _walk(r, s, colour, corner, -1, used, far))
            best = max(best, _over_branches(r, s, colour, corner, used, far))
    if alone:
        return _walk(r, s, colour, ring, -1, used, far)
    return best


def _last_line(r: Island, s: State, colour: i64, corner: i64, far: vec[i64]) -> i64:
    """Where the only line at a corner that is not folded stands in `ways`."""
    k = corner * r.way_count
    while r.ways[k] < 0 or s.cells[r.road + r.ways[k]] != colour + 1 or far[r.ways[k]] != 0:
        k += 1
    return k


def _over_branches(r: Island, s: State, colour: i64, corner: i64, used: vec[i64], far: vec[i64]) -> i64:
    """The longest trail that comes to a corner over one of its folded branches."""
    best: i64 = 0
    for k in range(corner * r.way_count, (corner + 1) * r.way_count):
        e = r.ways[k]
        if e >= 0 and s.cells[r.road + e] == colour + 1 and far[e] != 0:
            used[e] = 1
            best = max(best, far[e] + _walk(r, s, colour, corner, line_at(r, s, e), used, far))
            used[e] = 0
    return best


def _trail_begins(r: Island, s: State, colour: i64, corner: i64) -> bool:
    """Whether a longest trail may have to begin at a corner: not if it only goes on there from one line to another."""
    count: i64 = 0
    first: i64 = -1
    own = s.cells[r.owner + corner] == colour + 1
    for k in range(corner * r.way_count, (corner + 1) * r.way_count):
        e = r.ways[k]
        if e < 0 or s.cells[r.road + e] != colour + 1:
            continue
        kind = line_at(r, s, e)
        if first < 0:
            first = kind
        elif not own and (r.line_joins[first] & BITS[kind]) == 0:
            return True
        count += 1
    return count != 2 or cut(r, s, colour, corner)


def _walk(r: Island, s: State, colour: i64, corner: i64, kind: i64, used: vec[i64], far: vec[i64]) -> i64:
    """The longest way on from a corner, reached over a line of a kind; -1 at the start.

    `far` has the longest way out over each line that is folded, 0 for the others.
    """
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
        length = far[e]
        if length == 0:
            used[e] = 1
            length = weight(r, s, e) + _walk(r, s, colour, r.way_ends[k], next_, used, far)
            used[e] = 0
        if length > best:
            best = length
    return best


def weight(r: Island, s: State, edge: i64) -> i64:
    """What the line on an edge counts for a route."""
    if r.modular and r.seams.weighs:
        return 1 + r.seams.weight(s, edge)
    return 1


def through(r: Island, s: State, colour: i64, edge: i64) -> i64:
    """The length of the longest trail over a new line with a loose end; -1 if neither end is loose."""
    for k in range(2):
        corner = r.board.edge_corners[2 * edge + k]
        if cut(r, s, colour, corner) or count_at(r, s, colour, corner) == 1:
            used = vec[i64]([0] * r.board.edges)
            used[edge] = 1
            end = r.board.edge_corners[2 * edge + 1 - k]
            return weight(r, s, edge) + _walk(r, s, colour, end, line_at(r, s, edge), used, r.unfolded)
    return -1


def count_at(r: Island, s: State, colour: i64, corner: i64) -> i64:
    """The number of a colour's lines that end at a corner."""
    count: i64 = 0
    for k in range(corner * r.way_count, (corner + 1) * r.way_count):
        e = r.ways[k]
        if e >= 0 and s.cells[r.road + e] == colour + 1:
            count += 1
    return count
