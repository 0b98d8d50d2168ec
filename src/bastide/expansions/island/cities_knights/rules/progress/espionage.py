"""Espionage: a look at the hidden cards of another player, and one of them (CK-146, CK-183)."""

from __future__ import annotations

from mypy_extensions import i64

from bastide.catan.base.robber import SeatVerb
from bastide.expansions.island.cities_knights.rules.progress.hand import holds, lay_down
from bastide.expansions.island.cities_knights.rules.progress.memory import forget, learn, look
from bastide.expansions.island.cities_knights.rules.progress.names import ESPIONAGE, KINDS
from bastide.expansions.island.cities_knights.rules.progress.piles import receive
from bastide.expansions.island.cities_knights.rules.state import KnightsState
from bastide.kernel.codes import Codes
from bastide.kernel.rules import Phase, Verb
from bastide.kernel.state import BITS, State


class EspionageVerb(SeatVerb):
    """`espionage 2`: look at that seat's cards and take one (CK-146, CK-183)."""

    def __init__(self, m: KnightsState) -> None:
        super().__init__("espionage", m.r)
        self.m = m
        self.final = True

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        lay_down(self.m, s, seat, ESPIONAGE)
        s.emit("espionage", seat, arg)
        look(self.m, s, seat, arg)
        s.push(self.m.spy_phase, seat, arg)


class SpyPhase(Phase):
    """Which card of a hand that lies open to the spy. Frame: the spy, whose cards."""

    def __init__(self, m: KnightsState, spy: i64) -> None:
        super().__init__("spy")
        self.most = [int(m.r.seats) - 1, 0]
        self.m = m
        self.spy: i64 = spy

    def legal(self, s: State, seat: i64, out: Codes) -> None:
        for kind in range(KINDS):
            if holds(self.m, s, s.cells[s.top() + 2], kind):
                out.add(self.spy + kind)


class SpyVerb(Verb):
    """`spy crane`: that card changes hands."""

    def __init__(self, m: KnightsState) -> None:
        super().__init__("spy", KINDS)
        self.m = m
        self.final = True

    def describe(self, arg: i64) -> str:
        return f"spy {self.m.card_names[arg]}"

    def parse(self, words: list[str]) -> i64:
        if len(words) == 1 and words[0] in self.m.card_names:
            return self.m.card_names.index(words[0])
        return -1

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
