"""Espionage: a look at the hidden cards of another player, and one of them (CK-146, CK-183)."""

from __future__ import annotations

from mypy_extensions import i64

from bastide.expansions.island.cities_knights.rules.deciding import KnightsPhase, KnightsVerb
from bastide.expansions.island.cities_knights.rules.progress.hand import holds, lay_down
from bastide.expansions.island.cities_knights.rules.progress.memory import forget, learn, look
from bastide.expansions.island.cities_knights.rules.progress.names import ESPIONAGE, KINDS
from bastide.expansions.island.cities_knights.rules.progress.piles import receive
from bastide.kernel.codes import Codes
from bastide.kernel.state import BITS, State


class EspionageVerb(KnightsVerb):
    """`espionage 2`: look at that seat's cards and take one (CK-146, CK-183)."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        lay_down(self.m, s, seat, ESPIONAGE)
        s.emit("espionage", seat, arg)
        look(self.m, s, seat, arg)
        s.push(self.m.spy_phase, seat, arg)


class SpyPhase(KnightsPhase):
    """Which card of a hand that lies open to the spy. Frame: the spy, whose cards."""

    def legal(self, s: State, seat: i64, out: Codes) -> None:
        for kind in range(KINDS):
            if holds(self.m, s, s.cells[s.top() + 2], kind):
                out.add(self.asks + kind)


class SpyVerb(KnightsVerb):
    """`spy crane`: that card changes hands."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        m = self.m
        victim = s.cells[s.top() + 2]
        s.pop()
        m.gain_card(s, victim, arg, -1)
        forget(m, s, BITS[seat], victim, arg)
        s.emit("spied", seat, victim, m.domain_of[arg])
        s.emit("spied_card", seat, victim, arg, 0, 0, BITS[seat] | BITS[victim])
        receive(m, s, seat, arg)
        learn(m, s, BITS[victim], seat, arg)
        m.go_on(s)
