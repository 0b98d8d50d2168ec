"""What seats know of each other's hands and of the piles (`progress/memory.py`, `hands.py`)."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from bastide.catan.base.seams import Knowledge
from bastide.expansions.island.cities_knights.rules.hands import fit_hands, seen_in
from bastide.expansions.island.cities_knights.rules.progress.memory import fit, remembered
from bastide.expansions.island.cities_knights.rules.progress.names import CONSTITUTION, PRINTING
from bastide.expansions.island.cities_knights.rules.state import DOMAINS, RESOURCES, KnightsState
from bastide.kernel.state import BITS, EVERYBODY, State


@final
class KnightsKnowledge(Knowledge):
    """What is known of goods in hands, of progress cards in hands and of those in piles."""

    def __init__(self, m: KnightsState) -> None:
        self.m = m

    def known(self, s: State, field: i64, row: i64, kind: i64, viewer: i64) -> i64:
        """Cards put under a pile, to those who saw them go; cards and goods of others that a seat has seen."""
        m = self.m
        c = s.cells
        if field == m.r.hand:
            return self._known_goods(s, row, kind, viewer)
        for d in range(DOMAINS):
            if field == m.bottom[d]:
                mask = c[m.bottom_known[d] + row]
                return 1 if mask == EVERYBODY or (viewer >= 0 and mask & BITS[viewer]) else 0
            if field == m.pile[d] and m.first[d] + kind in (PRINTING, CONSTITUTION):
                return c[m.pile[d] + kind]  # nobody holds it, or it would lie open
            if field == m.held[d]:
                if viewer >= 0:
                    return remembered(m, s, viewer, row, m.first[d] + kind)
                return 0
        return 0

    def lacks(self, s: State, field: i64, row: i64, viewer: i64) -> i64:
        """Goods that a seat could not give when it had to, unless it may have some since."""
        m = self.m
        if field == m.r.hand:
            return s.cells[m.lacking + row]
        return 0

    def _known_goods(self, s: State, row: i64, good: i64, viewer: i64) -> i64:
        """Cards that a seat has seen in a hand, and the resource that was offered for a commodity."""
        m = self.m
        c = s.cells
        top = s.top()
        known: i64 = 0
        if viewer >= 0:
            known = seen_in(m, s, viewer, row, good)
        if known == 0 and c[top] == m.reply_phase and c[top + 2] == row and c[top + 3] == good:
            known = 1
        return known

    def dealt(self, s: State, viewer: i64) -> None:
        m = self.m
        fit(m, s, viewer)
        fit_hands(m, s, viewer)

    def consistent(self, s: State) -> bool:
        """Seats owing a commodity hold one (CK-138)."""
        m = self.m
        c = s.cells
        if c[s.top()] != m.reply_phase:
            return True
        for g in range(RESOURCES, m.r.held):
            if c[m.r.hand + c[s.top() + 1] * m.r.goods + g] > 0:
                return True
        return False
