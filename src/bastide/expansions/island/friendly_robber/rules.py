"""Friendly Robber (TB-ROB-001 to TB-ROB-012): the robber keeps away from players who have only two points."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from bastide.catan.base.automatic import AutomaticPhase, go_on
from bastide.catan.base.island import Island, open_points
from bastide.catan.base.robber import rob, robber_may_go
from bastide.catan.base.seams import IslandModule, ModuleRules, RobberLimit
from bastide.kernel.codes import Codes
from bastide.kernel.errors import IllegalAction, Refusal
from bastide.kernel.rules import Phase
from bastide.kernel.state import BITS, State

SPARED_POINTS: Final[i64] = 2
"""The robber spares players with this many open points or fewer (TB-ROB-002)."""


@final
class FriendlyRobberRules(ModuleRules):
    """The variant in a game."""

    def __init__(self, r: Island, module: FriendlyRobber) -> None:
        super().__init__(r, module)
        self.offers_deserts: bool = module.offers_deserts
        self.robber: i64 = r.verb_named("robber").offset
        self.desert_phase: i64 = r.add_phase(DesertPhase(r, self.robber))
        self.home_phase: i64 = r.add_phase(HomePhase(self, r.verb_named("go-on").offset))
        self.spared = SparedSeats(self)
        r.limit_robber(self.spared)

    def spares(self, s: State, seat: i64) -> bool:
        """Whether the robber spares that seat now."""
        return open_points(self.r, s, seat) <= SPARED_POINTS

    def robber_moves(self, s: State, seat: i64, out: Codes) -> None:
        if not self.offers_deserts:
            return
        r = self.r
        for h in range(r.board.land):
            if robber_may_go(r, s, seat, h):
                return
        add_deserts(r, self.robber, out)

    def why_not(self, s: State, seat: i64, codes: list[int], no: Refusal) -> IllegalAction | None:
        r = self.r
        phase = r.phases[s.cells[s.top()]].name
        verb = r.verb_of[codes[0]]
        arg: i64 = codes[0] - verb.offset
        moves = phase == "robber" and verb.word == "robber" and arg != s.cells[r.robber]
        if moves and not self.spared.may_stand(s, seat, arg):
            return no.say("TB-ROB-001", "a player with two points or fewer has a building at this hex")
        if phase == "friendly_robber_desert":
            terrain = r.board.terrain[r.desert]
            return no.say("TB-ROB-003", "no other hex is open to the robber: choose a {terrain}", {"terrain": terrain})
        at_robber = phase == "rob" and s.cells[s.top() + 2] == 0  # not a theft by a figure or card of another module
        if at_robber and verb.word == "rob" and arg != seat and self.spares(s, arg):
            return no.say("TB-ROB-004", "the robber spares players with two points or fewer")
        return None


@final
class SparedSeats(RobberLimit):
    """The robber keeps away from seats that it spares."""

    def __init__(self, m: FriendlyRobberRules) -> None:
        self.m = m

    def may_stand(self, s: State, seat: i64, hex_: i64) -> bool:
        r = self.m.r
        seen: i64 = 0
        for k in range(6):
            owner = s.cells[r.owner + r.board.hex_corners[hex_ * 6 + k]] - 1
            if 0 <= owner < r.seats and seen & BITS[owner] == 0:
                if self.m.spares(s, owner):
                    return False
                seen |= BITS[owner]
        return True

    def may_rob(self, s: State, thief: i64, victim: i64) -> bool:
        return not self.m.spares(s, victim)

    def no_hex(self, s: State, seat: i64) -> None:
        s.push(self.m.home_phase, seat)
        r = self.m.r
        for other in range(r.seats):
            if s.cells[r.discards + other] > 0:
                return  # the robber goes home once everybody has discarded
        go_on(r, s)


class HomePhase(AutomaticPhase):
    """The robber goes to the desert, or beside a board without one (TB-ROB-003, TB-ROB-008). Frame: the thief."""

    def __init__(self, m: FriendlyRobberRules, verb: i64) -> None:
        super().__init__("friendly_robber_home", verb)
        self.m = m
        self.r = m.r

    def resume(self, s: State, seat: i64, value: i64) -> None:
        r = self.r
        s.pop()
        there = s.cells[r.robber]
        if there < 0 or r.is_desert[there] == 0:
            if r.deserts > 1:
                s.push(self.m.desert_phase, seat)
                return
            s.cells[r.robber] = r.desert
        if r.desert < 0:
            s.emit("friendly_robber_aside", seat)
        else:
            s.emit("friendly_robber_home", seat, s.cells[r.robber])
        rob(r, s, seat)


class DesertPhase(Phase):
    """Of several deserts, the thief chooses the one to which the robber goes. Frame: the thief."""

    def __init__(self, r: Island, robber: i64) -> None:
        super().__init__("friendly_robber_desert")
        self.r = r
        self.robber = robber

    def legal(self, s: State, seat: i64, out: Codes) -> None:
        add_deserts(self.r, self.robber, out)


def add_deserts(r: Island, robber: i64, out: Codes) -> None:
    """Add a move of the robber to each desert."""
    for h in range(r.board.land):
        if r.is_desert[h] == 1:
            out.add(robber + h)


class FriendlyRobber(IslandModule):
    """The variant.

    With `offers_deserts`, a piece of another module may be moved in place of the robber. Moving the robber to the
    desert is then one choice of several.
    """

    def __init__(self) -> None:
        super().__init__("friendly_robber", FriendlyRobberRules)
        self.goods_win = False
        self.role = "variant"
        self.offers_deserts: bool = False


MODULE: Final = FriendlyRobber
