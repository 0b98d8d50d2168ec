"""Laying a tile: the place it takes, the places it opens, and the features that it joins (CARC-011, CARC-012)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bastide.carcassonne.base.carcassonne import Carcassonne
from bastide.carcassonne.base.tables import RIM_DIGIT, RIMS, SECTIONS
from bastide.kernel.codes import Codes
from bastide.kernel.state import BITS, State

SPREAD: Final[i64] = 40503
"""Spreads positions over the buckets of the hash table (Knuth's multiplicative hashing)."""


def find(r: Carcassonne, s: State, position: i64) -> i64:
    """The place at a position, or -1 if it is neither taken nor open."""
    c = s.cells
    mask = r.bucket_mask
    at = (position * SPREAD // 64) & mask
    while True:
        held = c[r.bucket + at]
        if held == 0:
            return -1
        if c[r.where + held - 1] == position:
            return held - 1
        at = (at + 1) & mask


def new_place(r: Carcassonne, s: State, position: i64) -> i64:
    """Add an open place, linked to those around it; its rim is still empty."""
    c = s.cells
    place = c[r.places]
    c[r.places] = place + 1
    c[r.where + place] = position
    c[r.open_at + place] = c[r.opens]
    c[r.open + c[r.opens]] = place
    c[r.opens] += 1
    mask = r.bucket_mask
    at = (position * SPREAD // 64) & mask
    while c[r.bucket + at] != 0:
        at = (at + 1) & mask
    c[r.bucket + at] = place + 1
    for side in range(4):
        beside = find(r, s, position + r.around[side])
        if beside >= 0:
            c[r.link + place * 4 + side] = beside + 1
            c[r.link + beside * 4 + (side ^ 2)] = place + 1
    return place


def lay(r: Carcassonne, s: State, place: i64, lies: i64) -> bool:
    """Put a tile on an open place and join its sections; True if it completes a monastery.

    Unchecked: the edges must fit.
    """
    c = s.cells
    t = r.tables
    first = _stand(r, s, place, lies)
    for side in range(4):
        beside = c[r.link + place * 4 + side] - 1
        if beside < 0:
            beside = new_place(r, s, c[r.where + place] + r.around[side])
        other = c[r.standing + beside] - 1
        if other < 0:
            c[r.rim + beside] += t.edge[lies * 4 + side] * RIM_DIGIT[side ^ 2]
        else:
            _join_side(r, s, lies, first, side, c[r.lies + other], c[r.first + other])
    return _around(r, s, place, t.monastery[lies // 4], first)


def lay_board(r: Carcassonne, s: State, squares: vec[i64], lies: vec[i64]) -> None:
    """Lay the tiles of one board at these positions: their inner sides are blank and join nothing."""
    c = s.cells
    t = r.tables
    for n in range(len(squares)):
        place = find(r, s, squares[n])
        if place < 0:
            place = new_place(r, s, squares[n])
        _stand(r, s, place, lies[n])
    for n in range(len(squares)):
        place = find(r, s, squares[n])
        for side in range(4):
            beside = c[r.link + place * 4 + side] - 1
            if beside < 0:
                beside = new_place(r, s, squares[n] + r.around[side])
            if c[r.standing + beside] == 0:
                c[r.rim + beside] += t.edge[lies[n] * 4 + side] * RIM_DIGIT[side ^ 2]


def _stand(r: Carcassonne, s: State, place: i64, lies: i64) -> i64:
    """Put a tile on an open place; returns its first section. Each section is its own feature yet."""
    c = s.cells
    t = r.tables
    kind = lies // 4
    tile = c[r.tiles]
    c[r.tiles] = tile + 1
    c[r.lies + tile] = lies
    c[r.position + tile] = c[r.where + place]
    c[r.place_of + tile] = place
    first = c[r.parts]
    c[r.first + tile] = first
    count = t.sections[kind]
    c[r.parts] = first + count
    for k in range(count):
        part = first + k
        c[r.tile_of + part] = tile
        c[r.label + part] = part
        c[r.next + part] = part
        c[r.size + part] = 1
        c[r.ends + part] = t.ends[kind * SECTIONS + k]
        c[r.tags + part] = t.tags[kind * SECTIONS + k]
    # The place is no longer open: the last open one takes its row.
    c[r.standing + place] = tile + 1
    c[r.opens] -= 1
    hole = c[r.open_at + place]
    moved = c[r.open + c[r.opens]]
    c[r.open + hole] = moved
    c[r.open_at + moved] = hole
    return first


def _join_side(r: Carcassonne, s: State, lies: i64, first: i64, side: i64, lies2: i64, first2: i64) -> None:
    """Join the sections at one side of a tile: its road, and both halves."""
    t = r.tables
    facing = side ^ 2
    road = t.middle[lies * 4 + side]
    if road >= 0:
        join(r, s, first + road, first2 + t.middle[lies2 * 4 + facing])
    mine = lies * 8 + side * 2
    theirs = lies2 * 8 + facing * 2
    left = t.half[mine]
    right = t.half[mine + 1]
    join(r, s, first + left, first2 + t.half[theirs + 1])
    join(r, s, first + right, first2 + t.half[theirs])
    if left != right and t.edge[lies * 4 + side] == 2:
        # Two cities share the side: one city across it merges them.
        join_inside(r, s, first + left, first + right)


def join(r: Carcassonne, s: State, part: i64, other: i64) -> None:
    """Merge the features of two sections that meet at a side or half-edge; each loses one end."""
    c = s.cells
    root = c[r.label + part]
    root2 = c[r.label + other]
    if root != root2:
        root = _merge(r, s, root, root2)
    c[r.ends + root] -= 2


def join_inside(r: Carcassonne, s: State, part: i64, other: i64) -> None:
    """Merge the features of two sections that share no end."""
    c = s.cells
    root = c[r.label + part]
    root2 = c[r.label + other]
    if root != root2:
        _merge(r, s, root, root2)


def _merge(r: Carcassonne, s: State, root: i64, root2: i64) -> i64:
    """Merge two features; returns the root, which is the larger one's."""
    c = s.cells
    if c[r.size + root] < c[r.size + root2]:
        swap = root
        root = root2
        root2 = swap
    label = r.label
    following = r.next
    at = root2
    while True:
        c[label + at] = root
        at = c[following + at]
        if at == root2:
            break
    after = c[following + root]
    c[following + root] = c[following + root2]
    c[following + root2] = after
    c[r.size + root] += c[r.size + root2]
    c[r.ends + root] += c[r.ends + root2]
    c[r.who + root] += c[r.who + root2]
    c[r.tags + root] += c[r.tags + root2]
    c[r.size + root2] = 0
    c[r.ends + root2] = 0
    c[r.who + root2] = 0
    c[r.tags + root2] = 0
    return root


def _around(r: Carcassonne, s: State, place: i64, own: i64, first: i64) -> bool:
    """Count the new tile for monasteries around it, and its neighbours for its own; True if one is complete."""
    c = s.cells
    done = False
    for step in range(8):
        beside = neighbour(r, s, place, step)
        tile: i64 = -1
        if beside >= 0:
            tile = c[r.standing + beside] - 1
        if tile >= 0:
            if own >= 0:
                c[r.ends + first + own] -= 1
            other = r.tables.monastery[c[r.lies + tile] // 4]
            if other >= 0:
                part = c[r.first + tile] + other
                c[r.ends + part] -= 1
                if c[r.ends + part] == 0:
                    done = True
    return done or (own >= 0 and c[r.ends + first + own] == 0)


def neighbour(r: Carcassonne, s: State, place: i64, step: i64) -> i64:
    """The place beside a taken one, or -1 if it is untouched.

    Steps 0 to 3 go to the sides N E S W, 4 to 7 to the corners NE SE SW NW.
    """
    c = s.cells
    if step < 4:
        return c[r.link + place * 4 + step] - 1
    beside = c[r.link + place * 4 + step - 4] - 1
    return c[r.link + beside * 4 + ((step - 3) & 3)] - 1


def fits_somewhere(r: Carcassonne, s: State, kind: i64) -> bool:
    """Whether a tile can be laid anywhere (CARC-013)."""
    c = s.cells
    row = kind * RIMS
    fits = r.tables.fits
    for i in range(c[r.opens]):
        place = c[r.open + i]
        mask = fits[row + c[r.rim + place]]
        if mask != 0:
            if not r.modular or not r.seams.has_may_lie:
                return True
            for rotation in range(4):
                if mask & BITS[rotation] and r.seams.may_lie(s, place, kind, rotation):
                    return True
    return False


def spots(r: Carcassonne, s: State, kind: i64, offset: i64, out: Codes) -> None:
    """Add offset + position * 4 + rotation for each way in which a tile can be laid."""
    c = s.cells
    row = kind * RIMS
    fits = r.tables.fits
    rim = r.rim
    where = r.where
    modular = r.modular and r.seams.has_may_lie
    for at in range(r.open, r.open + c[r.opens]):
        place = c[at]
        mask = fits[row + c[rim + place]]
        if mask != 0:
            code = offset + c[where + place] * 4
            for rotation in range(4):
                if mask & BITS[rotation] and (not modular or r.seams.may_lie(s, place, kind, rotation)):
                    out.add(code + rotation)
