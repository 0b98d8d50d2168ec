"""Seafarers with Cities & Knights: knights at sea, and the pirate that they chase (CKS-001 to CKS-019).

What holds for roads holds for ships; the other expansion asks about lines of any kind, so that knights go over ships,
stand beside them at open sea and hold them. The pirate rests, as the robber does, until the first attack, since nothing
is then set in motion.
"""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from bastide.catan.base.building import PlaceVerb
from bastide.catan.base.lines import goes_on
from bastide.catan.base.turn import MainPhase
from bastide.catan.base.wide import lines_at
from bastide.expansions.island.cities_knights.rules.knights import may_act, spent
from bastide.expansions.island.cities_knights.rules.refusals import why_rests
from bastide.expansions.island.cities_knights.rules.state import KnightsState
from bastide.expansions.island.seafarers.rules.aboard import Aboard
from bastide.expansions.island.seafarers.rules.state import SeafarersState
from bastide.kernel.codes import Codes
from bastide.kernel.errors import IllegalAction, Refusal
from bastide.kernel.rules import Module
from bastide.kernel.state import BITS, State

CHASE = "chase-pirate"


def adapt(module: Module) -> None:
    """Let its knights aboard."""
    assert isinstance(module, SeafarersState)
    module.aboard = KnightsAboard()


@final
class KnightsAboard(Aboard):
    """Knights that drive the pirate away, as they do the robber."""

    knights: KnightsState
    chase: ChasePirateVerb

    def __init__(self) -> None:
        super().__init__(chases=True)

    def join(self, m: SeafarersState) -> None:
        self.knights = m.r.module(KnightsState)
        self.chase = ChasePirateVerb(m, self.knights)
        m.r.add_verb(self.chase)
        m.relay_phase = self.knights.rebuild_phase

    def legal(self, m: SeafarersState, s: State, seat: i64, out: Codes) -> None:
        knights = self.knights
        there = m.pirate_hex(s)
        if there < 0 or not knights.robber_is_awake(s):
            return
        for k in range(there * 6, there * 6 + 6):
            corner = m.r.board.hex_corners[k]
            if may_act(knights, s, seat, corner):
                out.add(self.chase.offset + corner)

    def why_not(self, m: SeafarersState, s: State, seat: i64, word: str, arg: i64, no: Refusal) -> IllegalAction | None:
        if word == "sail":
            return self._holding(m, s, seat, arg, no)
        if word == "ship":
            return self._barring(m, s, seat, arg, no)
        if word != CHASE:
            return None
        phase = m.r.phases[s.cells[s.top()]]
        if not isinstance(phase, MainPhase):
            return None
        if s.cells[self.knights.knight + arg] != seat + 1:
            return no.say("CK-067", "no knight of yours stands there")
        rests = why_rests(self.knights, s, arg, no)
        if rests is not None:
            return rests
        if not self.knights.robber_is_awake(s):
            return no.say("CKS-012", "before the first attack of the barbarians the pirate stays where it is")
        return no.say("CKS-008", "the pirate is not beside this knight")

    def _holding(self, m: SeafarersState, s: State, seat: i64, edge: i64, no: Refusal) -> IllegalAction | None:
        """Whether a knight alone closes the end of a line (CKS-006)."""
        r = m.r
        for k in range(2):
            corner = r.board.edge_corners[2 * edge + k]
            if s.cells[self.knights.knight + corner] == seat + 1 and not goes_on(r, s, seat, edge, corner):
                return no.say("CKS-006", "a knight of yours holds this ship")
        return None

    def _barring(self, m: SeafarersState, s: State, seat: i64, edge: i64, no: Refusal) -> IllegalAction | None:
        """Whether an opponent's knight stands where an own ship ends (CKS-002)."""
        for k in range(2):
            corner = m.r.board.edge_corners[2 * edge + k]
            if s.cells[self.knights.knight + corner] not in (0, seat + 1):
                if lines_at(m.r, s, seat, corner) & BITS[m.ship]:
                    return no.say("CKS-002", "a ship does not go on past an opponent's knight")
        return None

    def gold_of(self, m: SeafarersState, s: State, corner: i64) -> i64:
        if s.cells[self.knights.damaged + corner] != 0:
            return 1
        return s.cells[m.r.level + corner]


@final
class ChasePirateVerb(PlaceVerb):
    """`chase-pirate q,r,N`: the knight there drives the pirate away (CKS-008, CKS-016)."""

    def __init__(self, m: SeafarersState, knights: KnightsState) -> None:
        super().__init__(CHASE, m.r.board.corner_names, m.r.board.corner_index)
        self.m = m
        self.knights = knights

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        s.cells[self.knights.active + arg] = 0
        s.cells[self.knights.marks + arg] |= spent(self.knights)
        s.emit("seafarers_chase", seat, arg)
        s.push(self.m.pirate_phase, seat)
