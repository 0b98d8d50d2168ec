"""Seafarers with Cities & Knights: knights at sea, and the pirate that they chase (CKS-001 to CKS-019).

What holds for roads holds for ships; the other expansion asks about lines of any kind, so that knights go over ships,
stand beside them at open sea and hold them. The pirate rests, as the robber does, until the first attack, since nothing
is then set in motion.
"""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from bastide.catan.base.lines import goes_on
from bastide.catan.base.turn import MainPhase
from bastide.catan.base.wide import lines_at
from bastide.expansions.island.cities_knights.rules.knights import may_act, spent
from bastide.expansions.island.cities_knights.rules.refusals import why_rests
from bastide.expansions.island.cities_knights.rules.state import KnightsState
from bastide.expansions.island.seafarers.rules.module import Seafarers
from bastide.expansions.island.seafarers.rules.state import SeafarersPartner, SeafarersState, SeafarersVerb
from bastide.kernel.codes import Codes
from bastide.kernel.errors import IllegalAction, Refusal
from bastide.kernel.rules import Module
from bastide.kernel.state import BITS, State

CHASE = "chase-pirate"


def adapt(module: Module) -> None:
    """Let its knights drive the pirate away and hold ships."""
    assert isinstance(module, Seafarers)
    module.partner = KnightsAtSea


@final
class KnightsAtSea(SeafarersPartner):
    """Knights that drive the pirate away, as they do the robber."""

    knights: KnightsState

    def __init__(self, m: SeafarersState) -> None:
        super().__init__(m, chases=True)
        self.chase = ChasePirateVerb(self)
        m.r.add_verb(self.chase)

    def connect(self) -> None:
        self.knights = self.m.r.module(KnightsState)
        self.m.relay_phase = self.knights.rebuild_phase

    def legal(self, s: State, seat: i64, out: Codes) -> None:
        m, knights = self.m, self.knights
        there = m.pirate_hex(s)
        if there < 0 or not knights.robber_is_awake(s):
            return
        for k in range(there * 6, there * 6 + 6):
            corner = m.r.board.hex_corners[k]
            if may_act(knights, s, seat, corner):
                out.add(self.chase.offset + corner)

    def why_not(self, s: State, seat: i64, word: str, arg: i64, no: Refusal) -> IllegalAction | None:
        if word == "sail":
            return self._holding(s, seat, arg, no)
        if word == "ship":
            return self._barring(s, seat, arg, no)
        if word != CHASE:
            return None
        phase = self.m.r.phases[s.cells[s.top()]]
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

    def _holding(self, s: State, seat: i64, edge: i64, no: Refusal) -> IllegalAction | None:
        """Whether a knight alone closes the end of a line (CKS-006)."""
        r = self.m.r
        for k in range(2):
            corner = r.board.edge_corners[2 * edge + k]
            if s.cells[self.knights.knight + corner] == seat + 1 and not goes_on(r, s, seat, edge, corner):
                return no.say("CKS-006", "a knight of yours holds this ship")
        return None

    def _barring(self, s: State, seat: i64, edge: i64, no: Refusal) -> IllegalAction | None:
        """Whether an opponent's knight stands where an own ship ends (CKS-002)."""
        m = self.m
        for k in range(2):
            corner = m.r.board.edge_corners[2 * edge + k]
            if s.cells[self.knights.knight + corner] not in (0, seat + 1):
                if lines_at(m.r, s, seat, corner) & BITS[m.ship]:
                    return no.say("CKS-002", "a ship does not go on past an opponent's knight")
        return None

    def gold_of(self, s: State, corner: i64) -> i64:
        if s.cells[self.knights.damaged + corner] != 0:
            return 1
        return s.cells[self.m.r.level + corner]


@final
class ChasePirateVerb(SeafarersVerb):
    """`chase-pirate q,r,N`: the knight there drives the pirate away (CKS-008, CKS-016)."""

    def __init__(self, partner: KnightsAtSea) -> None:
        super().__init__(partner.m, CHASE, names=partner.m.r.board.corner_names)
        self.partner = partner

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        knights = self.partner.knights
        s.cells[knights.active + arg] = 0
        s.cells[knights.marks + arg] |= spent(knights)
        s.emit("seafarers_chase", seat, arg)
        s.push(self.partner.m.pirate_phase, seat)
