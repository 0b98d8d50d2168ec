"""The longest trail among lines with a ring, for wide games.

Without a ring `wide.py` goes through the lines once. Here each line is taken in both directions. Where no ring lies
ahead of a direction, the longest way on over it is known once and for all. The others are tried.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from bastide.catan.base.corners import cut
from bastide.catan.base.island import Island, line_at
from bastide.catan.base.lines import weight
from bastide.kernel.state import BITS, State

WAYS_ON: Final[i64] = 5
"""The most lines that go on from one end of a line."""


@final
class Directions:
    """The lines of a colour: direction 2 i + k leads over line i to end k of its edge, direction d ^ 1 back.

    `ahead` has the directions that go on from each, `WAYS_ON` cells each, of which `count` are in use. `far` is the
    longest way over a direction and on, -1 if a ring may lie ahead, 0 while neither is known.
    """

    def __init__(self, r: Island, s: State, colour: i64) -> None:
        # Local names: writing to the cells of an attribute costs more.
        c = s.cells
        road = r.road
        mark = colour + 1
        ends = r.board.edge_corners
        ways = r.ways
        line_of = vec[i64]([0] * r.board.edges)  # by edge, the number of its line + 1
        edges = vec[i64]([0] * r.board.edges)
        n: i64 = 0
        for e in range(r.board.edges):
            if c[road + e] == mark:
                edges[n] = e
                n += 1
                line_of[e] = n
        weights = vec[i64]([0] * n)
        count = vec[i64]([0] * (2 * n))
        ahead = vec[i64]([0] * (2 * n * WAYS_ON))
        for i in range(n):
            line = edges[i]
            weights[i] = weight(r, s, line)
            for k in range(2):
                corner = ends[2 * line + k]
                if cut(r, s, colour, corner):
                    continue
                joins: i64 = -1
                if c[r.owner + corner] == 0:
                    joins = r.line_joins[line_at(r, s, line)]
                d = 2 * i + k
                first = d * WAYS_ON
                at = first
                way = corner * r.way_count
                end = way + r.way_count
                while way < end:
                    other = ways[way]
                    if other >= 0 and c[road + other] == mark and other != line:
                        if joins & BITS[line_at(r, s, other)]:
                            on = 2 * line_of[other] - 2
                            if ends[2 * other] == corner:
                                on += 1
                            ahead[at] = on
                            at += 1
                    way += 1
                count[d] = at - first
        self.lines: i64 = n
        self.weights = weights
        self.count = count
        self.ahead = ahead
        self.used: vec[i64] = vec[i64]([0] * n)
        self.far: vec[i64] = vec[i64]([0] * (2 * n))


def longest(r: Island, s: State, colour: i64, most: i64) -> i64:
    """The length of the longest trail of a colour's lines. None is longer than `most`: one as long is enough."""
    w = Directions(r, s, colour)
    far = w.far
    for d in range(2 * w.lines):
        if far[d] == 0:
            _look_ahead(w, d)
    best: i64 = 0
    for d in range(2 * w.lines):
        best = max(best, far[d])
        if far[d ^ 1] > 0:
            # To the end of this line, and on over another one that leads away from all rings.
            for k in range(d * WAYS_ON, d * WAYS_ON + w.count[d]):
                if far[w.ahead[k]] > 0:
                    best = max(best, far[d ^ 1] + far[w.ahead[k]])
    for d in range(2 * w.lines):
        if best >= most:
            return best
        if far[d] > 0 or far[d ^ 1] > 0:
            continue
        # A line on a ring, or between two: a trail comes to it over a branch, or begins here.
        branch = False
        for k in range((d ^ 1) * WAYS_ON, (d ^ 1) * WAYS_ON + w.count[d ^ 1]):
            on = w.ahead[k]
            if far[on] > 0:
                branch = True
                w.used[on >> 1] = 1
                best = max(best, far[on] + _way_over(w, d))
                w.used[on >> 1] = 0
        if not branch:
            best = max(best, _way_over(w, d) if _begins(w, d) else _round(w, d))
    return best


def through(r: Island, s: State, colour: i64, edge: i64, corner: i64) -> i64:
    """The length of the longest trail that begins with a line, and leads over it to a corner."""
    used = vec[i64]([0] * r.board.edges)
    used[edge] = 1
    return weight(r, s, edge) + _walk(r, s, colour, corner, edge, used)


def _walk(r: Island, s: State, colour: i64, corner: i64, over: i64, used: vec[i64]) -> i64:
    """The longest way on from a corner reached over a line, over lines that are not used yet."""
    if cut(r, s, colour, corner):
        return 0
    c = s.cells
    joins: i64 = -1
    if c[r.owner + corner] == 0:
        joins = r.line_joins[line_at(r, s, over)]
    best: i64 = 0
    k = corner * r.way_count
    end = k + r.way_count
    while k < end:
        e = r.ways[k]
        if e >= 0 and c[r.road + e] == colour + 1 and used[e] == 0 and joins & BITS[line_at(r, s, e)]:
            used[e] = 1
            best = max(best, weight(r, s, e) + _walk(r, s, colour, r.way_ends[k], e, used))
            used[e] = 0
        k += 1
    return best


def _look_ahead(w: Directions, d: i64) -> None:
    """Find the longest way over a direction and on, unless a ring lies ahead."""
    far = w.far
    far[d] = -1
    best: i64 = 0
    for k in range(d * WAYS_ON, d * WAYS_ON + w.count[d]):
        on = w.ahead[k]
        if far[on] == 0:
            _look_ahead(w, on)
        if far[on] < 0:
            best = -1
        elif best >= 0:
            best = max(best, far[on])
    if best >= 0:
        far[d] = w.weights[d >> 1] + best


def _begins(w: Directions, d: i64) -> bool:
    """Whether a trail may have to begin with a direction: not if only one other line meets it where it comes from.

    Then that line goes before it, or the trail is a ring that may begin elsewhere.
    """
    if w.count[d ^ 1] != 1:
        return True
    return w.count[w.ahead[(d ^ 1) * WAYS_ON] ^ 1] != 1


def _round(w: Directions, d: i64) -> i64:
    """The length of a ring without branches that a direction is part of; 0 if it is part of none."""
    length: i64 = 0
    at = d
    for _ in range(w.lines):
        length += w.weights[at >> 1]
        if w.count[at] != 1:
            return 0
        at = w.ahead[at * WAYS_ON]
        if at == d:
            return length
        if at == d ^ 1:
            return 0
    return 0


def _way_over(w: Directions, d: i64) -> i64:
    """The longest way over a direction and on, over lines that are not used yet."""
    used = w.used
    line = d >> 1
    used[line] = 1
    best: i64 = 0
    k = d * WAYS_ON
    end = k + w.count[d]
    while k < end:
        on = w.ahead[k]
        other = on >> 1
        if used[other] == 0:
            length = w.far[on]
            if length <= 0:
                length = _way_over(w, on)
            if length > best:
                best = length
        k += 1
    used[line] = 0
    return w.weights[line] + best
