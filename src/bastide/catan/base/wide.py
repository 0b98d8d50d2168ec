"""Lines where there is more than roads: several kinds, lines that count for more than one, middles, closed edges.

`network.py` and `routes.py` call these functions instead of their own in a game with `Island.wide`; they choose once,
at their entries, so that other games pay nothing for what only these need.
"""

from __future__ import annotations

from mypy_extensions import i64

from bastide.catan.base.corners import cut, far_enough
from bastide.catan.base.island import Island, line_at, open_to
from bastide.kernel.bits import WORD, has, put
from bastide.kernel.state import BITS, State

# -- the rules


def lines_at(r: Island, s: State, colour: i64, corner: i64) -> i64:
    """The mask of the kinds of a colour's lines that end at a corner."""
    return lines_beside(r, s, colour, corner, -1)


def lines_beside(r: Island, s: State, colour: i64, corner: i64, edge: i64) -> i64:
    """The mask of the kinds of a colour's lines that end at a corner, without the line on an edge."""
    c = s.cells
    paths = r.ways
    road = r.road
    mask: i64 = 0
    for k in range(corner * r.way_count, (corner + 1) * r.way_count):
        e = paths[k]
        if e >= 0 and c[road + e] == colour + 1 and e != edge:
            kind = line_at(r, s, e)
            mask |= BITS[kind]
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
    word = edge // WORD
    at = r.open_edges + word
    others = ~BITS[edge - word * WORD]
    for _set in range(r.lines * r.colours):
        c[at] &= others
        at += r.edge_words
    kind = line_at(r, s, edge)
    for k in range(2):
        corner = r.board.edge_corners[2 * edge + k]
        before: i64 = 0
        if has(c, r.joined + colour * r.corner_words, corner):
            before = lines_beside(r, s, colour, corner, edge)
        else:
            _join_corner(r, s, colour, corner, True)
        if c[r.owner + corner] != colour + 1 and before & BITS[kind] == 0 and not cut(r, s, colour, corner):
            _open_edges(r, s, colour, corner, kind)


def _open_edges(r: Island, s: State, colour: i64, corner: i64, from_: i64) -> None:
    """Open the free edges at a corner to the kinds that go on from one."""
    c = s.cells
    for k in range(corner * r.way_count, (corner + 1) * r.way_count):
        e = r.ways[k]
        if e >= 0 and c[r.road + e] == 0:
            word = e // WORD
            bit = BITS[e - word * WORD]
            for kind in range(r.lines):
                if r.line_joins[kind] & BITS[from_]:
                    c[open_to(r, colour, kind) + word] |= r.line_edges[kind * r.edge_words + word] & bit


def corner_changed(r: Island, s: State, corner: i64) -> None:
    """Update the sets after a change at a corner, as `network.corner_changed` does."""
    for colour in range(r.colours):
        see_corner(r, s, colour, corner)
        see_edges(r, s, colour, corner)
        for k in range(3):
            other = r.board.corner_corners[corner * 3 + k]
            if other >= 0:
                see_corner(r, s, colour, other)


def line_lifted(r: Island, s: State, colour: i64, edge: i64, lifted: i64) -> None:
    """Update the sets after a line of a kind left an edge: others may lay there again, its owner lacks it there."""
    c = s.cells
    ends = r.board.edge_corners
    others = (owners_at(r, s, ends[2 * edge]) | owners_at(r, s, ends[2 * edge + 1])) & ~BITS[colour + 1]
    for other in range(r.colours):
        if others & BITS[other + 1]:
            for kind in range(r.lines):
                put(c, open_to(r, other, kind), edge, line_open(r, s, other, kind, edge))
    seen = False
    for k in range(2):
        corner = ends[2 * edge + k]
        left = lines_at(r, s, colour, corner)
        if left == 0:
            _join_corner(r, s, colour, corner, False)
        if c[r.owner + corner] != colour + 1 and left & BITS[lifted] == 0:
            see_edges(r, s, colour, corner)
            seen = True
    if not seen:
        for kind in range(r.lines):
            put(c, open_to(r, colour, kind), edge, line_open(r, s, colour, kind, edge))


def owners_at(r: Island, s: State, corner: i64) -> i64:
    """The mask of the owners of building and lines at a corner, as cells hold them; bit 0 means nothing."""
    c = s.cells
    paths = r.ways
    mask = BITS[c[r.owner + corner]]
    for k in range(corner * r.way_count, (corner + 1) * r.way_count):
        e = paths[k]
        if e >= 0:
            mask |= BITS[c[r.road + e]]
    return mask


def see_edges(r: Island, s: State, colour: i64, corner: i64) -> None:
    """Update which edges at a corner are open to a colour, for each kind of line."""
    c = s.cells
    here = leading(r, s, colour, corner)
    words = r.edge_words
    for k in range(corner * r.way_count, (corner + 1) * r.way_count):
        e = r.ways[k]
        if e < 0:
            continue
        kinds: i64 = 0
        if c[r.road + e] == 0:
            kinds = here
            if here >= 0:
                kinds |= leading(r, s, colour, r.way_ends[k])
        word = e // WORD
        bit = BITS[e - word * WORD]
        at = r.open_edges + colour * words + word
        for kind in range(r.lines):
            if kinds & r.line_joins[kind] and r.line_edges[word] & bit:
                c[at] |= bit
            else:
                c[at] &= ~bit
            at += r.colours * words
            word += words


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
    _join_corner(r, s, colour, corner, lines_at(r, s, colour, corner) != 0)


def _join_corner(r: Island, s: State, colour: i64, corner: i64, joined: bool) -> None:
    """Keep whether a line of a colour ends at a corner, and what follows for settlements there."""
    put(s.cells, r.joined + colour * r.corner_words, corner, joined)
    member = joined and corner < r.board.ashore and far_enough(r, s, corner)
    put(s.cells, r.open_corners + colour * r.corner_words, corner, member)


# -- counting


def count_at(r: Island, s: State, colour: i64, corner: i64) -> i64:
    """The number of a colour's lines that end at a corner."""
    count: i64 = 0
    for k in range(corner * r.way_count, (corner + 1) * r.way_count):
        e = r.ways[k]
        if e >= 0 and s.cells[r.road + e] == colour + 1:
            count += 1
    return count
