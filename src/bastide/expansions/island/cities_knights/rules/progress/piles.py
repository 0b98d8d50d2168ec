"""The three piles: drawing from them, and putting cards under them (CK-021 to CK-029, CK-116).

A pile has the remaining shuffled cards, in unknown order, above the cards that were put under it, in known order: once
the shuffled part is drawn, draws are no longer random.
"""

from __future__ import annotations

from mypy_extensions import i64

from bastide.expansions.island.cities_knights.rules.deciding import KnightsPhase, KnightsVerb
from bastide.expansions.island.cities_knights.rules.progress.memory import forget, learn
from bastide.expansions.island.cities_knights.rules.progress.names import CONSTITUTION, KINDS, PRINTING
from bastide.expansions.island.cities_knights.rules.state import MOST_CARDS, KnightsState
from bastide.kernel.codes import Codes
from bastide.kernel.state import BITS, State


def shuffled(m: KnightsState, s: State, domain: i64) -> i64:
    """How many cards of a pile are in unknown order."""
    total: i64 = 0
    for k in range(m.first[domain + 1] - m.first[domain]):
        total += s.cells[m.pile[domain] + k]
    return total


def pile_size(m: KnightsState, s: State, domain: i64) -> i64:
    """How many cards a pile has."""
    return shuffled(m, s, domain) + s.cells[m.bottom_size + domain]


def fill(m: KnightsState, s: State) -> None:
    """Put all cards into their piles."""
    for kind in range(KINDS):
        d = m.domain_of[kind]
        s.cells[m.pile[d] + kind - m.first[d]] = m.copies[kind]


def put_under(m: KnightsState, s: State, kind: i64, seen: i64) -> None:
    """Put a card under its pile; `seen` is the mask of seats that know which."""
    c = s.cells
    d = m.domain_of[kind]
    at = c[m.bottom_size + d]
    # Counted from the first kind of the domain, as all cells of its pool are.
    c[m.bottom[d] + at] = kind - m.first[d] + 1
    c[m.bottom_known[d] + at] = seen
    c[m.bottom_size + d] = at + 1


def lift(m: KnightsState, s: State, kind: i64) -> None:
    """Draw that card from its pile."""
    c = s.cells
    d = m.domain_of[kind]
    at = m.pile[d] + kind - m.first[d]
    if shuffled(m, s, d) > 0:
        c[at] -= 1
        return
    n = c[m.bottom_size + d] - 1
    for i in range(n):
        c[m.bottom[d] + i] = c[m.bottom[d] + i + 1]
        c[m.bottom_known[d] + i] = c[m.bottom_known[d] + i + 1]
    c[m.bottom[d] + n] = 0
    c[m.bottom_known[d] + n] = 0
    c[m.bottom_size + d] = n


class ProgressPhase(KnightsPhase):
    """Chance: the top card of a pile. Frame: who draws, the domain."""

    def actors(self, s: State) -> i64:
        return 0

    def outcomes(self, s: State, out: Codes) -> None:
        m = self.m
        c = s.cells
        d = c[s.top() + 2]
        start = m.first[d]
        for kind in range(start, m.first[d + 1]):
            n = c[m.pile[d] + kind - start]
            if n > 0:
                out.weigh(self.asks + kind, n)
        if out.count == 0:
            top = c[m.bottom[d]] - 1
            out.weigh(self.asks + (start + top if top >= 0 else KINDS), 1)


class ProgressVerb(KnightsVerb):
    """`progress crane`: which card it was; only its drawer learns it, unless it is a point (CK-024, CK-025).

    `progress nothing` where the pile is empty (CK-029).
    """

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        m = self.m
        c = s.cells
        who = c[s.top() + 1]
        domain = c[s.top() + 2]
        s.pop()
        if arg < KINDS:
            seen: i64 = 0
            if shuffled(m, s, domain) == 0:
                seen = c[m.bottom_known[domain]]  # it lay at the bottom, where some have seen it go
            lift(m, s, arg)
            s.emit("progress", who, domain)
            if arg in (PRINTING, CONSTITUTION):
                c[m.laid_open + who * 2 + (0 if arg == PRINTING else 1)] += 1
                s.emit("laid_open", who, arg)
                m.r.check_win(s)
            else:
                s.emit("progress_card", who, arg, 0, 0, 0, BITS[who])
                receive(m, s, who, arg)
                learn(m, s, seen, who, arg)
        m.go_on(s)


class SurplusPhase(KnightsPhase):
    """A fifth hidden card: one must be played, or goes under its pile (CK-027, CK-028, CKO-002). Frame: whose."""

    def legal(self, s: State, seat: i64, out: Codes) -> None:
        m = self.m
        if m.fifth_is_played and seat == s.cells[m.r.on_turn]:
            before = out.count
            m.playable(s, seat, out)
            if out.count > before:
                return
        for kind in range(KINDS):
            if s.cells[m.card_at(seat, kind)] > 0:
                out.add(self.asks + kind)


class ReturnVerb(KnightsVerb):
    """`return crane`: put a card face down under its pile."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        m = self.m
        s.pop()
        m.gain_card(s, seat, arg, -1)
        forget(m, s, BITS[seat], seat, arg)
        put_under(m, s, arg, BITS[seat])
        s.emit("returned", seat, m.domain_of[arg])
        s.emit("returned_card", seat, arg, 0, 0, 0, BITS[seat])
        m.go_on(s)


def receive(m: KnightsState, s: State, seat: i64, kind: i64) -> None:
    """Add a hidden card to a hand; a fifth must go (CK-026)."""
    m.gain_card(s, seat, kind, 1)
    if m.cards_of(s, seat) > MOST_CARDS:
        s.push(m.surplus_phase, seat)
