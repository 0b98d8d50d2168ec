"""Barbarian Attack for two: a mercenary, barbarians moved for trade tokens, fewer gold (TB-BARB-042 to TB-BARB-046)."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from bastide.catan.base.automatic import go_on
from bastide.expansions.island.barbarian_attack.rules.cards import free_paths
from bastide.expansions.island.barbarian_attack.rules.module import BarbarianAttack
from bastide.expansions.island.barbarian_attack.rules.state import (
    FULL,
    KNIGHTHOOD,
    BarbarianPartner,
    BarbarianPhase,
    BarbarianState,
    BarbarianVerb,
)
from bastide.expansions.island.two_players.rules.refusals import why_no_action
from bastide.expansions.island.two_players.rules.state import TwoPlayersState
from bastide.kernel.bits import put
from bastide.kernel.codes import Codes
from bastide.kernel.errors import IllegalAction, Refusal
from bastide.kernel.rules import Module
from bastide.kernel.state import State

LOST_GOLD: Final[i64] = 2
LOST_TOKENS: Final[i64] = 1
"""What a lost knight brings (TB-BARB-046)."""


def adapt(module: Module) -> None:
    """Give the neutral colours a knight."""
    assert isinstance(module, BarbarianAttack)
    module.partner = Mercenary


@final
class Mercenary(BarbarianPartner):
    """The knight of a neutral colour, and what tokens do to barbarians."""

    two: TwoPlayersState

    def __init__(self, m: BarbarianState) -> None:
        super().__init__(m)
        # The mercenary's path + 1.
        self.where: i64 = m.r.schema.add("mercenary", [], most=int(m.r.board.edges))
        self.hire: i64 = m.r.add_verb(HireVerb(self))
        self.shift: i64 = m.r.add_verb(ShiftVerb(self))
        self.phase = m.r.add_phase(HirePhase(self))

    def connect(self) -> None:
        self.two = self.m.r.module(TwoPlayersState)

    def knight_came(self, s: State, seat: i64) -> None:
        """With the first knight comes the mercenary, to a path of the castle (TB-BARB-042)."""
        if s.cells[self.where] == 0 and self.m.knights_at(s, self.m.castle) < 6:
            s.push(self.phase, seat)

    def post(self, s: State) -> i64:
        return s.cells[self.where] - 1

    def moved(self, s: State, edge: i64) -> None:
        s.cells[self.where] = edge + 1

    def console(self, s: State, seat: i64) -> None:
        self.m.earn(s, seat, LOST_GOLD)
        self.two.gain(s, seat, LOST_TOKENS)

    def turn_actions(self, s: State, seat: i64, out: Codes) -> None:
        """A barbarian of any coastal hex may be moved, if another one has room for it (TB-BARB-044, TB-BARB-058)."""
        if not self.two.may_act(s, seat):
            return
        m = self.m
        room = m.open_coast(s, 0)
        for hex_ in m.coast:
            there = s.cells[m.barbarians + hex_]
            if there > 0 and (room > 1 or (room == 1 and there == FULL)):
                out.add(self.shift + hex_)

    def why_not(self, s: State, seat: i64, word: str, arg: i64, no: Refusal) -> IllegalAction | None:
        m = self.m
        if s.cells[s.top()] == self.phase:
            if word != "hire":
                return no.say("TB-BARB-042", "place the mercenary first")
            if s.cells[m.knight + arg] != 0:
                return no.say("TB-BARB-042", "a knight stands on this path already")
            return no.say("TB-BARB-042", "place the mercenary on a path of the castle")
        if word == "hire":
            return no.say("TB-BARB-042", "the mercenary comes with the first knight")
        if word != "shift":
            return None
        found = why_no_action(self.two, s, seat, no)
        if found is not None:
            return found
        if m.coast_at[arg] < 0 or s.cells[m.barbarians + arg] == 0:
            return no.say("TB-BARB-044", "no barbarian is on this hex")
        return no.say("TB-BARB-058", "no other coastal hex has room for a barbarian")


@final
class HirePhase(BarbarianPhase):
    """A seat places the mercenary at the castle. Frame: the seat."""

    def __init__(self, mercenary: Mercenary) -> None:
        super().__init__(mercenary.m, "barbarian_attack_hire")
        self.mercenary = mercenary

    def legal(self, s: State, seat: i64, out: Codes) -> None:
        free_paths(self.m, s, KNIGHTHOOD, self.mercenary.hire, out)


@final
class HireVerb(BarbarianVerb):
    """`hire q,r,E`: the mercenary comes to a path of the castle; it marches this turn (TB-BARB-057)."""

    def __init__(self, mercenary: Mercenary) -> None:
        super().__init__(mercenary.m, "hire", names=mercenary.m.r.board.edge_names)
        self.mercenary = mercenary

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        m = self.m
        s.pop()
        s.cells[m.knight + arg] = m.r.seats + 1
        s.cells[self.mercenary.where] = arg + 1
        put(s.cells, m.entered, arg, True)
        s.emit("barbarian_attack_hired", seat, arg)
        go_on(m.r, s)


@final
class ShiftVerb(BarbarianVerb):
    """`shift q,r`: for trade tokens, a barbarian leaves that hex for another one."""

    def __init__(self, mercenary: Mercenary) -> None:
        super().__init__(mercenary.m, "shift", names=mercenary.m.r.board.hex_names)
        self.mercenary = mercenary

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        m = self.m
        c = s.cells
        s.emit("barbarian_attack_shifted", seat, arg, self.mercenary.two.pay_action(s, seat))
        c[m.loose] += 1
        bit: i64 = 1
        for _coast in range(m.coast_at[arg]):
            bit *= 2
        s.push(m.land_phase, seat, bit, 1)
        m.put(s, arg, c[m.barbarians + arg] - 1)
