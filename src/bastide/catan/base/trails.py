"""The longest trail of a colour's lines in wide games, kept up line by line.

Each line can be taken in two directions: direction 2 e + k leads over the line on edge e to end k of it, direction
d ^ 1 back. Two derived fields say of each what lies ahead: `onward` is the mask of the ways at its end by which other
lines go on, `far` the longest way over it and on. Where a ring may lie ahead, `far` is -1, and the ways are tried.

Without a ring a new line, or one that is taken away, changes only what leads to it. What closes or opens a ring has all
directions of its colour measured anew.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bastide.catan.base.corners import cut
from bastide.catan.base.island import Island, line_at
from bastide.catan.base.lines import weight
from bastide.catan.board.graph import WAYS
from bastide.kernel.bits import WORD, following, lowest
from bastide.kernel.state import BITS, State

NO_LIMIT: Final[i64] = 1000
"""More than the longest trail of any board."""
FIRST: Final = vec[i64]([lowest(ways) if ways else 0 for ways in range(2 ** int(WAYS))])
"""The first way of a mask."""

# -- what lies ahead


def line_laid(r: Island, s: State, colour: i64, edge: i64) -> None:
    """Note a new line."""
    ends = r.board.edge_corners
    see_ways(r, s, colour, ends[2 * edge])
    see_ways(r, s, colour, ends[2 * edge + 1])
    out = _outward(r, s, edge)
    if out < 0:
        measure(r, s, colour)
        return
    s.cells[r.far + out] = weight(r, s, edge)
    s.cells[r.far + (out ^ 1)] = _ahead(r, s, out ^ 1)
    _spread(r, s, out, s.cells[r.onward + (out ^ 1)], 0)


def line_lifted(r: Island, s: State, colour: i64, edge: i64) -> None:
    """Note that a line has left an edge."""
    c = s.cells
    ends = r.board.edge_corners
    out = _outward(r, s, edge)
    ways: i64 = 0
    length: i64 = 0
    if out >= 0:
        ways = c[r.onward + (out ^ 1)]
        length = c[r.far + out]
    for d in range(2 * edge, 2 * edge + 2):
        c[r.onward + d] = 0
        c[r.far + d] = 0
    see_ways(r, s, colour, ends[2 * edge])
    see_ways(r, s, colour, ends[2 * edge + 1])
    if out < 0:
        measure(r, s, colour)
    else:
        _spread(r, s, out, ways, length)


def see_ways(r: Island, s: State, colour: i64, corner: i64) -> None:
    """Find anew which lines of a colour go on from which at a corner."""
    c = s.cells
    paths = r.ways
    road = r.road
    first = corner * r.way_count
    here: i64 = 0  # the ways with lines
    for k in range(r.way_count):
        e = paths[first + k]
        if e >= 0 and c[road + e] == colour + 1:
            here |= BITS[k]
    if here & (here - 1) == 0:
        if here != 0:
            k = first + FIRST[here]
            k = r.leads[k] ^ 1
            c[r.onward + k] = 0
        return
    joined = here
    if cut(r, s, colour, corner):
        joined = 0
    mixed = r.lines > 1 and joined != 0 and c[r.owner + corner] == 0 and _mixed(r, s, first, here)
    ways = here
    while ways != 0:
        way = FIRST[ways]
        ways &= ways - 1
        k = first + way
        mask = joined & ~BITS[way]
        if mixed:
            mask &= _joining(r, s, first, k, mask)
        k = r.leads[k] ^ 1
        c[r.onward + k] = mask


def _mixed(r: Island, s: State, first: i64, ways: i64) -> bool:
    """Whether lines of several kinds lie at some ways of a corner; `first` is its first way."""
    kinds: i64 = 0
    while ways != 0:
        k = first + FIRST[ways]
        k = line_at(r, s, r.ways[k])
        kinds |= BITS[k]
        ways &= ways - 1
    return kinds & (kinds - 1) != 0


def _joining(r: Island, s: State, first: i64, way: i64, ways: i64) -> i64:
    """Which of some ways of a corner have lines that go on from the line at another way."""
    joins = r.line_joins[line_at(r, s, r.ways[way])]
    mask: i64 = 0
    while ways != 0:
        k = FIRST[ways]
        ways &= ways - 1
        if joins & BITS[line_at(r, s, r.ways[first + k])] != 0:
            mask |= BITS[k]
    return mask


def measure(r: Island, s: State, colour: i64) -> None:
    """Find anew how far all directions of a colour lead."""
    c = s.cells
    for e in range(r.board.edges):
        if c[r.road + e] == colour + 1:
            c[r.far + 2 * e] = 0
            c[r.far + 2 * e + 1] = 0
    for e in range(r.board.edges):
        if c[r.road + e] == colour + 1:
            for d in range(2 * e, 2 * e + 2):
                if c[r.far + d] == 0:
                    _look_ahead(r, s, d)


def _outward(r: Island, s: State, edge: i64) -> i64:
    """The direction of a line from which no line goes on; -1 if lines go on from both."""
    at = r.onward + 2 * edge
    if s.cells[at] == 0:
        return 2 * edge
    if s.cells[at + 1] == 0:
        return 2 * edge + 1
    return -1


def _look_ahead(r: Island, s: State, d: i64) -> None:
    """Find how far a direction leads, and all others that lie ahead: 0 where it is not known yet."""
    c = s.cells
    c[r.far + d] = -1
    first = r.board.edge_corners[d] * r.way_count
    ways = c[r.onward + d]
    while ways != 0:
        k = first + FIRST[ways]
        on = r.leads[k]
        if c[r.far + on] == 0:
            _look_ahead(r, s, on)
        ways &= ways - 1
    c[r.far + d] = _ahead(r, s, d)


def _ahead(r: Island, s: State, d: i64) -> i64:
    """How far a direction leads by what is known of those after it."""
    c = s.cells
    first = r.board.edge_corners[d] * r.way_count
    ways = c[r.onward + d]
    best: i64 = 0
    while ways != 0:
        k = first + FIRST[ways]
        k = r.far + r.leads[k]
        length = c[k]
        if length < 0:
            return -1
        if length > best:
            best = length
        ways &= ways - 1
    return weight(r, s, d >> 1) + best


def _spread(r: Island, s: State, d: i64, ways: i64, length: i64) -> None:
    """Bring up to date what leads to a direction that has led as far as `length`, and no longer does.

    `ways` is the mask of the ways by which it comes from there.
    """
    c = s.cells
    leads = r.leads
    while ways != 0:
        k = r.board.edge_corners[d ^ 1] * r.way_count + FIRST[ways]
        before = leads[k] ^ 1
        ways &= ways - 1
        known = c[r.far + before]
        if known < 0:
            continue
        step = weight(r, s, before >> 1)
        ahead = step + c[r.far + d]
        if ahead < known:
            ahead = known
            if known == step + length:  # that was its longest way
                ahead = _ahead(r, s, before)
        if ahead != known:
            c[r.far + before] = ahead
            if ways != 0:
                _spread(r, s, before, c[r.onward + (before ^ 1)], known)
            else:
                d = before
                ways = c[r.onward + (d ^ 1)]
                length = known


# -- trails


def anew(r: Island, s: State, colour: i64) -> i64:
    """The length of the longest trail of a colour's lines, from the board alone; all that is kept is found anew."""
    at = r.joined + colour * r.corner_words
    corner = following(s.cells, at, r.corner_words, -1)
    while corner >= 0:
        see_ways(r, s, colour, corner)
        corner = following(s.cells, at, r.corner_words, corner)
    measure(r, s, colour)
    return longest(r, s, colour, 0, NO_LIMIT)


def longest(r: Island, s: State, colour: i64, least: i64, most: i64) -> i64:
    """The length of the longest trail of a colour's lines: at least `least`, and none is longer than `most`.

    Its kind changes only between kinds that join, or at an own building.
    """
    c = s.cells
    far = r.far
    paths = r.ways
    leads = r.leads
    at = r.joined + colour * r.corner_words
    best = least
    around: i64 = 0  # twice what the lines on rings and between them count
    for word in range(r.corner_words):
        corners = c[at + word]
        while corners != 0:
            first = (word * WORD + lowest(corners)) * r.way_count
            corners &= corners - 1
            for k in range(first, first + r.way_count):
                e = paths[k]
                if e < 0 or c[r.road + e] != colour + 1:
                    continue
                d = leads[k]
                ahead = c[far + d]
                if ahead > 0:
                    if c[far + (d ^ 1)] < 0:
                        best = max(best, ahead + _branch(r, s, d ^ 1))
                    elif c[r.onward + (d ^ 1)] == 0:
                        best = max(best, ahead)
                    if best >= most:
                        return best
                elif c[far + (d ^ 1)] < 0:
                    around += weight(r, s, e)
    around //= 2
    if around > 0 and best < most:
        return _over_rings(r, s, colour, around, best, most)
    return best


def _over_rings(r: Island, s: State, colour: i64, around: i64, least: i64, most: i64) -> i64:
    """The length of the longest trail over lines on rings or between them, which count `around`; at least `least`."""
    c = s.cells
    best = least
    used = vec[i64]([0] * r.board.edges)
    for e in range(r.board.edges):
        if c[r.road + e] == colour + 1 and c[r.far + 2 * e] < 0 and c[r.far + 2 * e + 1] < 0:
            for d in range(2 * e, 2 * e + 2):
                # Of a trail's two branches it begins with the longer one.
                if around + 2 * _branch(r, s, d ^ 1) > best:
                    best = max(best, _from_ring(r, s, d, used, most))
            if best >= most:
                return best
    return best


def through(r: Island, s: State, edge: i64, most: i64) -> i64:
    """The length of the longest trail over a line with a loose end, none being longer than `most`.

    -1 if neither end is loose.
    """
    out = _outward(r, s, edge)
    if out < 0:
        return -1
    length = s.cells[r.far + (out ^ 1)]
    if length > 0:
        return length
    return _way_over(r, s, out ^ 1, vec[i64]([0] * r.board.edges), most)


def _branch(r: Island, s: State, d: i64) -> i64:
    """The longest way on from a direction over one that leads away from all rings."""
    c = s.cells
    first = r.board.edge_corners[d] * r.way_count
    ways = c[r.onward + d]
    best: i64 = 0
    while ways != 0:
        k = first + FIRST[ways]
        k = r.far + r.leads[k]
        best = max(best, c[k])
        ways &= ways - 1
    return best


def _from_ring(r: Island, s: State, d: i64, used: vec[i64], most: i64) -> i64:
    """The longest trail over a line on a ring, or between two: it comes to it over a branch, or begins here.

    None is longer than `most`.
    """
    c = s.cells
    first = r.board.edge_corners[d ^ 1] * r.way_count
    ways = c[r.onward + (d ^ 1)]
    best: i64 = 0
    branch = False
    while ways != 0:
        k = first + FIRST[ways]
        on = r.leads[k]
        ways &= ways - 1
        if c[r.far + on] > 0:
            branch = True
            used[on >> 1] = 1
            best = max(best, c[r.far + on] + _way_over(r, s, d, used, most - c[r.far + on]))
            used[on >> 1] = 0
    if branch:
        return best
    return _way_over(r, s, d, used, most) if _begins(r, s, d) else _round(r, s, d)


def _only(r: Island, s: State, d: i64) -> i64:
    """The only direction that goes on from one; -1 if there is none, or several."""
    ways = s.cells[r.onward + d]
    if ways == 0 or ways & (ways - 1) != 0:
        return -1
    return r.leads[r.board.edge_corners[d] * r.way_count + FIRST[ways]]


def _begins(r: Island, s: State, d: i64) -> bool:
    """Whether a trail may have to begin with a direction: not if only one other line meets it where it comes from.

    Then that line goes before it, or the trail is a ring that may begin elsewhere.
    """
    on = _only(r, s, d ^ 1)
    return on < 0 or _only(r, s, on ^ 1) < 0


def _round(r: Island, s: State, d: i64) -> i64:
    """The length of a ring without branches that a direction is part of; 0 if it is part of none."""
    length: i64 = 0
    at = d
    for _line in range(r.board.edges):
        length += weight(r, s, at >> 1)
        at = _only(r, s, at)
        if at == d:
            return length
        if at < 0 or at == d ^ 1:
            return 0
    return 0


def _way_over(r: Island, s: State, d: i64, used: vec[i64], enough: i64) -> i64:
    """The longest way over a direction and on, over lines that are not used yet; the search ends at one of `enough`.

    It is followed as long as one line on a ring goes on, and tried from each of several. `used` holds, of a line that
    is followed, the one before it plus 2, or 1.
    """
    c = s.cells
    far = r.far
    corners = r.board.edge_corners
    leads = r.leads
    at = d
    before: i64 = 1
    length: i64 = 0
    best: i64 = 0
    while at >= 0:
        used[at >> 1] = before
        before = (at >> 1) + 2
        length += weight(r, s, at >> 1)
        first = corners[at] * r.way_count
        ways = c[r.onward + at]
        at = -1
        branch: i64 = 0
        while ways != 0:
            k = first + FIRST[ways]
            on = leads[k]
            ways &= ways - 1
            ahead = c[far + on]
            if ahead >= 0:
                if ahead > branch and used[on >> 1] == 0:
                    branch = ahead
            elif used[on >> 1] == 0:
                if at >= 0:
                    branch = max(branch, _way_over(r, s, at, used, enough - length))
                at = on
        if length + branch > best:
            best = length + branch
            if best >= enough:
                break
    while before != 1:
        line = before - 2
        before = used[line]
        used[line] = 0
    return best
