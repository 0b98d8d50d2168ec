"""What seats know of each other's hidden progress cards: what they have looked at, seen go under a pile, or lost.

It is a count of each kind, at least so many, four bits each in one cell for each domain; a seat sees its own row only.
A card that leaves a hand without being shown may be any of its domain: what was known of that domain is one less.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from bastide.expansions.island.cities_knights.rules.state import CARD_BITS, DOMAINS, KnightsState
from bastide.kernel.state import BITS, State

COUNTS: Final[i64] = 16  # what `CARD_BITS` can count


def cell_of(m: KnightsState, viewer: i64, owner: i64, domain: i64) -> i64:
    """The cell of one seat's knowledge of another's cards."""
    return m.seen_cards + (viewer * m.r.seats + owner) * DOMAINS + domain


def unit(m: KnightsState, kind: i64) -> i64:
    """One card of a kind."""
    return BITS[CARD_BITS * (kind - m.first[m.domain_of[kind]])]


def remembered(m: KnightsState, s: State, viewer: i64, owner: i64, kind: i64) -> i64:
    """How many cards of a kind a seat knows another to hold."""
    return s.cells[cell_of(m, viewer, owner, m.domain_of[kind])] // unit(m, kind) % COUNTS


def learn(m: KnightsState, s: State, seats: i64, owner: i64, kind: i64) -> None:
    """Record that the seats of a mask saw a card of that kind enter a hand."""
    for viewer in range(m.r.seats):
        if viewer != owner and seats & BITS[viewer]:
            s.cells[cell_of(m, viewer, owner, m.domain_of[kind])] += unit(m, kind)


def look(m: KnightsState, s: State, viewer: i64, owner: i64) -> None:
    """Record that a seat saw all hidden cards of another."""
    for d in range(DOMAINS):
        s.cells[cell_of(m, viewer, owner, d)] = 0
        for kind in range(m.first[d], m.first[d + 1]):
            s.cells[cell_of(m, viewer, owner, d)] += s.cells[m.card_at(owner, kind)] * unit(m, kind)


def forget(m: KnightsState, s: State, seats: i64, owner: i64, kind: i64) -> None:
    """Record that a card left a hand; the seats of a mask saw which, the others only its domain."""
    d = m.domain_of[kind]
    for viewer in range(m.r.seats):
        if s.cells[cell_of(m, viewer, owner, d)] == 0:
            continue
        for k in range(m.first[d], m.first[d + 1]):
            if (k == kind or (seats & BITS[viewer]) == 0) and remembered(m, s, viewer, owner, k) > 0:
                s.cells[cell_of(m, viewer, owner, d)] -= unit(m, k)


def fit(m: KnightsState, s: State, viewer: i64) -> None:
    """Adjust the others' knowledge to hidden cards redealt for a viewer: the new cards, as many as before."""
    for other in range(m.r.seats):
        for owner in range(m.r.seats):
            if other != viewer and owner != viewer:
                for d in range(DOMAINS):
                    _fit(m, s, other, owner, d)


def _fit(m: KnightsState, s: State, viewer: i64, owner: i64, domain: i64) -> None:
    at = cell_of(m, viewer, owner, domain)
    if s.cells[at] == 0:
        return
    known: i64 = 0
    for kind in range(m.first[domain], m.first[domain + 1]):
        known += remembered(m, s, viewer, owner, kind)
    s.cells[at] = 0
    for kind in range(m.first[domain], m.first[domain + 1]):
        n = s.cells[m.card_at(owner, kind)]
        if n > known:
            n = known
        s.cells[at] += n * unit(m, kind)
        known -= n
