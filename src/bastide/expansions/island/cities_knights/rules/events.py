"""The event die: the barbarians come nearer, or progress cards are drawn (CK-015 to CK-023)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bastide.expansions.island.cities_knights.rules.barbarians import advance
from bastide.expansions.island.cities_knights.rules.deciding import KnightsVerb
from bastide.expansions.island.cities_knights.rules.progress.piles import pile_size
from bastide.expansions.island.cities_knights.rules.state import DOMAINS, SHIP
from bastide.kernel.codes import Codes
from bastide.kernel.rules import Phase
from bastide.kernel.state import State

FACES: Final = vec[i64]([3, 1, 1, 1])
"""How many faces show the ship, and each domain (CK-018)."""


class EventPhase(Phase):
    """Chance: the event die. Frame: the roller."""

    def actors(self, s: State) -> i64:
        return 0

    def outcomes(self, s: State, out: Codes) -> None:
        for face in range(DOMAINS + 1):
            out.weigh(self.asks + face, FACES[face])


class EventVerb(KnightsVerb):
    """`event ship`, `event trade`: what the event die shows."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        m = self.m
        roller = s.cells[s.top() + 1]
        s.pop()
        s.cells[m.event] = arg + SHIP
        if arg == 0:
            s.emit("event", roller, arg)
            advance(m, s, roller)
        else:
            s.emit("event", roller, arg, 0 if self._progress(s, roller, arg - 1) else 1)
        m.go_on(s)

    def _progress(self, s: State, roller: i64, domain: i64) -> bool:
        """Seats whose level reaches the red die draw, clockwise from the roller (CK-021, CK-022); whether any does."""
        m = self.m
        seats = m.r.seats
        draws = False
        if pile_size(m, s, domain) == 0:
            return draws
        red = s.cells[m.r.dice]
        for i in range(seats - 1, -1, -1):
            other = (roller + i) % seats
            level = m.level(s, other, domain)
            if level > 0 and red <= level + 1:
                s.push(m.progress_phase, other, domain)
                draws = True
        return draws
