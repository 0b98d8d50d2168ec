"""Invasions: what a new settlement or city brings ashore (TB-BARB-007 to TB-BARB-010, TB-BARB-049)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from bastide.catan.base.automatic import AutomaticPhase, go_on
from bastide.catan.base.side_roll import SideRollPhase
from bastide.expansions.island.barbarian_attack.rules.state import FULL, BarbarianState
from bastide.kernel.state import BITS, State

LANDINGS: Final[i64] = 3
"""The different sums of an invasion (TB-BARB-008)."""
SUMS: Final[i64] = 13


class InvasionPhase(AutomaticPhase):
    """Begins the invasions that are due, one after the other. Frame: the seat on turn."""

    def __init__(self, m: BarbarianState, verb: i64) -> None:
        super().__init__("barbarian_attack_invasion", verb)
        self.m = m

    def resume(self, s: State, seat: i64, value: i64) -> None:
        m = self.m
        c = s.cells
        if c[m.supply] == 0:
            if c[m.invasions] > 0:
                s.emit("barbarian_attack_none", seat)
            c[m.invasions] = 0
        if c[m.invasions] == 0:
            s.pop()
            return
        c[m.invasions] -= 1
        s.emit("barbarian_attack_invasion", seat)
        s.push(m.landing_phase, seat)


class LandingPhase(SideRollPhase):
    """Chance: where the next barbarian lands. Frame: the seat on turn, the mask of this invasion's sums, their number.

    A seven and a sum that this invasion has had are rerolled (TB-BARB-008).
    """

    def __init__(self, m: BarbarianState) -> None:
        super().__init__("barbarian_attack_landing", m.r, 2)
        self.most = [int(BITS[SUMS]) - 1, int(LANDINGS) - 1]
        self.m = m

    def stands(self, s: State, total: i64) -> bool:
        return total != 7 and (s.cells[s.top() + 2] & BITS[total]) == 0

    def resume(self, s: State, seat: i64, value: i64) -> None:
        m = self.m
        c = s.cells
        top = s.top()
        hex_ = m.coast_of_number[value]
        if hex_ >= 0:
            there = c[m.barbarians + hex_]
            if there < FULL:
                c[m.supply] -= 1
                s.emit("barbarian_attack_landed", seat, hex_, there + 1)
                m.put(s, hex_, there + 1)
            else:
                s.emit("barbarian_attack_full", seat, hex_)
        c[top + 2] += BITS[value]
        c[top + 3] += 1
        if c[top + 3] == LANDINGS or c[m.supply] == 0:
            s.pop()
            go_on(m.r, s)
