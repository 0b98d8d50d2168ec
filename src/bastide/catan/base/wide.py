"""Lines where there is more than roads: several kinds, lines that count for more than one, middles, closed edges.

`network.py` and `routes.py` call these functions instead of their own in a game with `Island.wide`; they choose once,
at their entries, so that other games pay nothing for what only these need.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bastide.catan.base import rings
from bastide.catan.base.corners import cut, far_enough
from bastide.catan.base.island import ROAD_LINE, Island, line_at, line_left, open_to
from bastide.catan.base.lines import weight
from bastide.kernel.bits import WORD, following, has, put
from bastide.kernel.state import BITS, State

NO_LIMIT: Final[i64] = 1000
"""More than the longest trail of any board."""
OVER_LINE: Final[i64] = 1
FROM_ROW: Final[i64] = 2
ON: Final[i64] = 3
WHOLE: Final[i64] = 4
ROW: Final[i64] = 5
"""The cells of a corner that `longest` has found."""

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
    c = s.cells
    at = r.open_edges + edge // WORD
    others = ~BITS[edge % WORD]
    for _ in range(r.lines * r.colours):
        c[at] &= others
        at += r.edge_words
    for k in range(2):
        corner = r.board.edge_corners[2 * edge + k]
        see_corner(r, s, colour, corner)
        see_edges(r, s, colour, corner)


def corner_changed(r: Island, s: State, corner: i64) -> None:
    """Update the sets after a change at a corner, as `network.corner_changed` does."""
    for colour in range(r.colours):
        see_corner(r, s, colour, corner)
        see_edges(r, s, colour, corner)
        for k in range(3):
            other = r.board.corner_corners[corner * 3 + k]
            if other >= 0:
                see_corner(r, s, colour, other)


def line_lifted(r: Island, s: State, colour: i64, edge: i64) -> None:
    """Update the sets after a line left an edge: others may lay there again, its owner lacks it at both ends."""
    for other in range(r.colours):
        if other != colour and _at_end(r, s, other, edge):
            for kind in range(r.lines):
                put(s.cells, open_to(r, other, kind), edge, line_open(r, s, other, kind, edge))
    for k in range(2):
        corner = r.board.edge_corners[2 * edge + k]
        see_corner(r, s, colour, corner)
        see_edges(r, s, colour, corner)


def _at_end(r: Island, s: State, colour: i64, edge: i64) -> bool:
    """Whether a colour has a line or a building at one end of an edge."""
    c = s.cells
    for k in range(2):
        corner = r.board.edge_corners[2 * edge + k]
        if c[r.owner + corner] == colour + 1 or has(c, r.joined + colour * r.corner_words, corner):
            return True
    return False


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
        word = e // WORD
        bit = BITS[e % WORD]
        for kind in range(r.lines):
            at = open_to(r, colour, kind) + word
            if kinds & r.line_joins[kind] and r.line_edges[kind * r.edge_words + word] & bit:
                c[at] |= bit
            else:
                c[at] &= ~bit


def leading(r: Island, s: State, colour: i64, corner: i64) -> i64:
    """The mask of the kinds of a colour's lines from which new lines may go on at a corner; -1, all, at a building.

    Whether a line ends there, `see_corner` has found out before.
    """
    if s.cells[r.owner + corner] == colour + 1:
        return -1
    if not has(s.cells, r.joined + colour * r.corner_words, corner) or cut(r, s, colour, corner):
        return 0
    return lines_at(r, s, colour, corner)


def see_corner(r: Island, s: State, colour: i64, corner: i64) -> None:
    """Update whether a line of a colour ends at a corner, and whether the colour may found a settlement there."""
    joined = lines_at(r, s, colour, corner) != 0
    put(s.cells, r.joined + colour * r.corner_words, corner, joined)
    member = joined and corner < r.board.ashore and far_enough(r, s, corner)
    put(s.cells, r.open_corners + colour * r.corner_words, corner, member)


# -- routes


def longest(r: Island, s: State, colour: i64, most: i64) -> i64:
    """The length of the longest trail of a colour's lines. None is longer than `most`: one as long is enough.

    Its kind changes only between kinds that join, or at an own building. Lines without a ring are gone through once:
    outwards from a corner of each part, and back.
    """
    c = s.cells
    ways = r.ways
    mark = colour + 1
    seen = vec[i64]([0] * r.board.corners)
    # The corners in the order in which they are found: each with the line to it (-1 for the first of a part), the row
    # of the corner before it, the longest way on from it, and that over the line to it. Neighbours follow each other.
    found = vec[i64]([0] * (ROW * r.board.corners))
    end: i64 = 0
    here: i64 = 0
    at = r.joined + colour * r.corner_words
    start = following(c, at, r.corner_words, -1)
    while start >= 0:
        if seen[start] == 0:
            seen[start] = 1
            found[end] = start
            found[end + OVER_LINE] = -1
            end += ROW
        while here < end:
            k = found[here] * r.way_count
            last = k + r.way_count
            while k < last:
                e = ways[k]
                if e >= 0 and c[r.road + e] == mark and e != found[here + OVER_LINE]:
                    corner = r.way_ends[k]
                    if seen[corner] != 0:
                        return rings.longest(r, s, colour, most)
                    seen[corner] = 1
                    found[end] = corner
                    found[end + OVER_LINE] = e
                    found[end + FROM_ROW] = here
                    end += ROW
                k += 1
            here += ROW
        start = following(c, at, r.corner_words, start)
    best: i64 = 0
    row = end - ROW
    while row >= 0:
        line = found[row + OVER_LINE]
        if line >= 0:
            length = weight(r, s, line) + found[row + ON]
            found[row + WHOLE] = length
            before = found[row + FROM_ROW]
            corner = found[before]
            if length > best:
                best = length
            if not cut(r, s, colour, corner):
                joins: i64 = -1
                if c[r.owner + corner] == 0:
                    joins = r.line_joins[line_at(r, s, line)]
                beside = row + ROW
                while beside < end and found[beside + OVER_LINE] >= 0 and found[beside + FROM_ROW] == before:
                    if joins & BITS[line_at(r, s, found[beside + OVER_LINE])]:
                        best = max(best, length + found[beside + WHOLE])
                    beside += ROW
                over = found[before + OVER_LINE]
                if over >= 0 and length > found[before + ON] and joins & BITS[line_at(r, s, over)]:
                    found[before + ON] = length
        row -= ROW
    return best


def through(r: Island, s: State, colour: i64, edge: i64, in_rings: bool) -> i64:
    """The length of the longest trail over a line with a loose end; -1 if neither end is loose.

    Without `in_rings`, it is also -1 where lines go on from it to a ring.
    """
    for k in range(2):
        corner = r.board.edge_corners[2 * edge + k]
        if cut(r, s, colour, corner) or count_at(r, s, colour, corner) == 1:
            end = r.board.edge_corners[2 * edge + 1 - k]
            length = _reach(r, s, colour, end, edge)
            if length >= 0:
                return weight(r, s, edge) + length
            return rings.through(r, s, colour, edge, end) if in_rings else length
    return -1


def _reach(r: Island, s: State, colour: i64, corner: i64, start: i64) -> i64:
    """The longest way on from a corner reached over a line; -1 where it comes to a ring.

    Without a ring no line is met twice, so that none needs to be marked. On a ring there is always a way on, or one
    back to the start.
    """
    c = s.cells
    ways = r.ways
    mark = colour + 1
    lines = max(placed(r, s, colour), 1)
    # Where ways part: the other way, and how long it is up to there.
    waiting = vec[i64]([0] * (2 * r.way_count * lines))
    waits: i64 = 0
    over = start
    length: i64 = 0
    best: i64 = 0
    while True:
        joins: i64 = 0  # nothing, where the corner is closed
        if not cut(r, s, colour, corner):
            joins = -1
            if c[r.owner + corner] == 0:
                joins = r.line_joins[line_at(r, s, over)]
        on: i64 = -1
        k = corner * r.way_count
        end = k + r.way_count
        while joins != 0 and k < end:
            e = ways[k]
            if e >= 0 and e != over and c[r.road + e] == mark and joins & BITS[line_at(r, s, e)]:
                if on >= 0:
                    waiting[waits] = on
                    waiting[waits + 1] = length
                    waits += 2
                on = k
            k += 1
        if on < 0:
            best = max(best, length)
            if waits == 0:
                return best
            waits -= 2
            on = waiting[waits]
            length = waiting[waits + 1]
        over = ways[on]
        corner = r.way_ends[on]
        length += weight(r, s, over)
        lines -= 1
        if over == start or lines == 0:
            return -1


def placed(r: Island, s: State, colour: i64) -> i64:
    """How many lines of all kinds a colour has on the board."""
    count: i64 = 0
    for kind in range(r.lines):
        count += r.line_supply[kind] - s.cells[line_left(r, colour, kind)]
    return count


def count_at(r: Island, s: State, colour: i64, corner: i64) -> i64:
    """The number of a colour's lines that end at a corner."""
    count: i64 = 0
    for k in range(corner * r.way_count, (corner + 1) * r.way_count):
        e = r.ways[k]
        if e >= 0 and s.cells[r.road + e] == colour + 1:
            count += 1
    return count
