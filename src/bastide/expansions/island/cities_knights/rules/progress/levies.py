"""Cards that cost others: Sabotage, Taxation, Wedding (CK-148 to CK-152, CK-179, CK-184, CK-185, CKO-003 to 005)."""

from __future__ import annotations

from mypy_extensions import i64

from bastide.catan.base.island import hand_size, open_points
from bastide.catan.base.robber import victims
from bastide.expansions.island.cities_knights.rules.deciding import KnightsVerb
from bastide.expansions.island.cities_knights.rules.progress.hand import PlainCard, lay_down
from bastide.expansions.island.cities_knights.rules.progress.names import SABOTAGE, TAXATION, WEDDING
from bastide.expansions.island.cities_knights.rules.state import KnightsState
from bastide.kernel.state import BITS, State


def hit(m: KnightsState, s: State, seat: i64, points: i64, other: i64) -> bool:
    """Whether Sabotage by a seat with so many points costs another cards (CK-152, CK-179, CK-185)."""
    r = m.r
    return other != seat and hand_size(r, s, other) > 1 and open_points(r, s, other) >= points


class HandSabotageVerb(PlainCard):
    """`sabotage`: seats with as many points lose half the hand (CK-152)."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        m = self.m
        r = m.r
        lay_down(m, s, seat, SABOTAGE)
        points = open_points(r, s, seat)
        for other in range(r.seats):
            if hit(m, s, seat, points, other):
                n = hand_size(r, s, other) // 2
                s.cells[r.discards + other] = n
                s.emit("owes", other, n)
        s.push(r.discard_phase, seat, 0, SABOTAGE)


class CitySabotageVerb(KnightsVerb):
    """`sabotage q,r,N`: that city yields as a settlement until it is repaired (CKO-003, CKO-005, CKO-038)."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        lay_down(self.m, s, seat, SABOTAGE)
        s.cells[self.m.damaged + arg] = 1
        s.emit("sabotage", seat, arg, s.cells[self.m.r.owner + arg] - 1)
        self.m.go_on(s)


class TaxationVerb(KnightsVerb):
    """`taxation q,r`: the robber goes there, and each player with a building there loses a card (CK-148, CKO-010)."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        m = self.m
        r = m.r
        lay_down(m, s, seat, TAXATION)
        s.cells[r.robber] = arg
        s.emit("robber", seat, arg)
        mask = victims(r, s, seat)
        for other in range(r.seats - 1, -1, -1):
            if mask & BITS[other]:
                s.push(r.steal_phase, seat, other)
        m.go_on(s)


class WeddingVerb(PlainCard):
    """`wedding`: seats with more points give two cards of choice (CK-150)."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        m = self.m
        r = m.r
        lay_down(m, s, seat, WEDDING)
        for other in range(r.seats):
            n = hand_size(r, s, other)
            if n > 2:
                n = 2
            if other != seat and n > 0 and open_points(r, s, other) > open_points(r, s, seat):
                s.cells[r.discards + other] = n
                s.emit("owes", other, n)
        s.push(r.discard_phase, seat, seat + 1, WEDDING)
