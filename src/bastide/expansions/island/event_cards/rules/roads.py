"""Damaged roads: who chooses them, and their repair (TB-EVT-009 to TB-EVT-013, TB-EVT-046)."""

from __future__ import annotations

from mypy_extensions import i64

from bastide.catan.base.automatic import go_on
from bastide.expansions.island.event_cards.rules.state import EventCardsPhase, EventCardsState, EventCardsVerb
from bastide.kernel.codes import Codes
from bastide.kernel.state import State


def repairs(m: EventCardsState, s: State, seat: i64, out: Codes) -> None:
    """Add the repair of each damaged road of a seat."""
    left = s.cells[m.broken + seat]
    edge: i64 = -1
    while left > 0:
        edge = m.next_damaged(s, seat, edge)
        if edge < 0:
            return
        out.add(m.mend + edge)
        left -= 1


class QuakePhase(EventCardsPhase):
    """A seat chooses which of its roads is damaged. Frame: the seat."""

    def legal(self, s: State, seat: i64, out: Codes) -> None:
        left = self.m.intact(s, seat)
        edge: i64 = -1
        while left > 0:
            edge = self.m.next_intact(s, seat, edge)
            if edge < 0:
                return
            out.add(self.asks + edge)
            left -= 1


class DamageVerb(EventCardsVerb):
    """`damage q,r,E`: a road of the seat is damaged by the earthquake."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        s.pop()
        self.m.damage(s, arg, seat)
        s.emit("event_cards_damaged", seat, arg)
        go_on(self.m.r, s)


class MendVerb(EventCardsVerb):
    """`mend q,r,E`: a damaged road is repaired, paid for or in place of a free road."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        m = self.m
        r = m.r
        phase = r.phases[s.cells[s.top()]]
        if phase.paid:
            r.pay(s, seat, m.repair)
        m.mended(s, arg, seat)
        s.emit("event_cards_mended", seat, arg)
        if not phase.paid:
            phase.resume(s, seat, arg)
            go_on(self.m.r, s)
