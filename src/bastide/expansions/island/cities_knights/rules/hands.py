"""The seats' knowledge of each other's goods: cards they looked at, or alone saw being gained.

It is a count of each good, at least so many, five bits each in one cell for each pair of seats; a seat sees its own
row only. Publicly seen gains are not counted: the log has them. Each lost card is subtracted, though: one of its
good if that was seen, one of each good if it may have been any.

That a hand holds none of a good, because it could not give it when required, is public.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from bastide.expansions.island.cities_knights.rules.state import GOOD_BITS, KnightsState
from bastide.kernel.state import BITS, EVERYBODY, State

COUNTS: Final[i64] = 32  # what `GOOD_BITS` can count


def _cell(m: KnightsState, viewer: i64, owner: i64) -> i64:
    return m.seen_goods + viewer * m.r.seats + owner


def seen_in(m: KnightsState, s: State, viewer: i64, owner: i64, good: i64) -> i64:
    """How many cards of a good a seat knows another to hold."""
    return s.cells[_cell(m, viewer, owner)] // BITS[GOOD_BITS * good] % COUNTS


def look_in(m: KnightsState, s: State, viewer: i64, owner: i64) -> None:
    """A seat sees the whole hand of another (CK-139)."""
    hand = m.r.hand + owner * m.r.goods
    known: i64 = 0
    for g in range(m.r.held):
        known += s.cells[hand + g] * BITS[GOOD_BITS * g]
    s.cells[_cell(m, viewer, owner)] = known


def moved(m: KnightsState, s: State, seat: i64, good: i64, count: i64, sees: i64) -> None:
    """Cards came into a hand, or left it (a count below 0); the seats of a mask saw which."""
    if count < 0:
        for viewer in range(m.r.seats):
            if s.cells[_cell(m, viewer, seat)] != 0:
                _forget(m, s, viewer, seat, good, -count, (sees & BITS[viewer]) != 0)
        return
    if sees == EVERYBODY:
        s.cells[m.lacking + seat] &= ~BITS[good]
        return
    s.cells[m.lacking + seat] = 0
    for viewer in range(m.r.seats):
        if viewer != seat and sees & BITS[viewer]:
            s.cells[_cell(m, viewer, seat)] += count * BITS[GOOD_BITS * good]


def _forget(m: KnightsState, s: State, viewer: i64, owner: i64, good: i64, count: i64, seen: bool) -> None:
    for g in range(m.r.held):
        if g == good or not seen:
            known = seen_in(m, s, viewer, owner, g)
            s.cells[_cell(m, viewer, owner)] -= (count if count < known else known) * BITS[GOOD_BITS * g]


def fit_hands(m: KnightsState, s: State, viewer: i64) -> None:
    """Adjust the others' knowledge to hands redealt for a viewer: the new cards, as many as before."""
    for other in range(m.r.seats):
        for owner in range(m.r.seats):
            if other != viewer and owner != viewer:
                _fit(m, s, other, owner)


def _fit(m: KnightsState, s: State, viewer: i64, owner: i64) -> None:
    if s.cells[_cell(m, viewer, owner)] == 0:
        return
    hand = m.r.hand + owner * m.r.goods
    known: i64 = 0
    for g in range(m.r.held):
        known += seen_in(m, s, viewer, owner, g)
    s.cells[_cell(m, viewer, owner)] = 0
    for g in range(m.r.held):
        n = s.cells[hand + g]
        if n > known:
            n = known
        s.cells[_cell(m, viewer, owner)] += n * BITS[GOOD_BITS * g]
        known -= n
