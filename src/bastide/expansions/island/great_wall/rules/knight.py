"""The knight's card and the pirate (GW-028 to GW-032, GW-045)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from bastide.catan.base.automatic import go_on
from bastide.catan.base.building import rates_changed
from bastide.catan.base.island import hand_size
from bastide.catan.base.robber import rob_from
from bastide.expansions.island.great_wall.rules.riders import TerritoryVerb
from bastide.expansions.island.great_wall.rules.state import GreatWallPhase, GreatWallState, GreatWallVerb
from bastide.kernel.codes import Codes
from bastide.kernel.state import BITS, State

RIDE: Final[i64] = 0
FREE: Final[i64] = 1
SAIL: Final[i64] = 2
ACTIONS: Final[i64] = 3
"""The actions of a knight's card."""
ALLOWED: Final[i64] = 2
"""How many of them it may do (GW-030)."""


def possible(m: GreatWallState, s: State, action: i64) -> bool:
    """Whether an action of a knight's card is possible now. The pirate can always be moved."""
    if action == RIDE:
        return m.numerals > 1 and m.any_gathered(s)
    return action == SAIL or m.any_behind(s)


class KnightPhase(GreatWallPhase):
    """Up to two different actions of a knight's card, in any order.

    Frame: the seat, the mask of those done, the territory + 1 from which a rider is being led.
    """

    def legal(self, s: State, seat: i64, out: Codes) -> None:
        m = self.m
        done = s.cells[s.top() + 2]
        start = s.cells[s.top() + 3] - 1
        if start >= 0:
            for territory in range(m.numerals):
                if territory != start:
                    out.add(m.lead + territory)
            return
        if not done & BITS[RIDE] and m.numerals > 1:
            for territory in range(m.numerals):
                if m.lowest(s, m.gathered, territory) >= 0:
                    out.add(m.ride + territory)
        if not done & BITS[FREE]:
            for hex_ in range(m.r.board.land):
                if m.lowest(s, m.behind, hex_) >= 0:
                    out.add(m.free + hex_)
        if not done & BITS[SAIL]:
            pirate_moves(m, s, out)
        out.add(m.no)

    def resume(self, s: State, seat: i64, value: i64) -> None:
        """The seat does no more."""
        s.pop()
        go_on(self.m.r, s)


def acted(m: GreatWallState, s: State, action: i64) -> None:
    """End the card after its second action, or if no other one is possible."""
    top = s.top()
    done = s.cells[top + 2] | BITS[action]
    count: i64 = 0
    more = False
    for other in range(ACTIONS):
        if done & BITS[other]:
            count += 1
        elif possible(m, s, other):
            more = True
    if count == ALLOWED or not more:
        s.pop()
    else:
        s.cells[top + 2] = done


class RideVerb(TerritoryVerb):
    """`ride I`: a rider of a gathering territory is to go to another one."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        s.cells[s.top() + 3] = arg + 1


class LeadVerb(TerritoryVerb):
    """`lead III`: the gathering territory that the rider goes to."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        m = self.m
        top = s.top()
        start = s.cells[top + 3] - 1
        s.cells[top + 3] = 0
        m.move_rider(s, m.gathered, start, m.gathered, arg)
        s.emit("great_wall_led", seat, start, arg)
        acted(m, s, RIDE)


class FreeVerb(GreatWallVerb):
    """`free q,r`: a rider behind the wall goes back to the bag."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        m = self.m
        m.move_rider(s, m.behind, arg, m.bag, 0)
        left = m.riders(s, m.behind, arg)
        if left == 0:
            s.cells[m.freed + arg] = 1
        s.emit("great_wall_freed", seat, arg, left)
        acted(m, s, FREE)


def pirate_moves(m: GreatWallState, s: State, out: Codes) -> None:
    """Add a move of the pirate to every other hex of sea (GW-028)."""
    for hex_ in range(m.r.board.land, m.r.board.hexes):
        if m.sea[hex_] != 0 and hex_ != s.cells[m.pirate]:
            out.add(m.sail + hex_)


class PirateSailsPhase(GreatWallPhase):
    """After a seven, the pirate must move. Frame: the seat."""

    def legal(self, s: State, seat: i64, out: Codes) -> None:
        pirate_moves(self.m, s, out)


class PirateSailsVerb(GreatWallVerb):
    """`pirate q,r`: the pirate goes to a hex of sea, and the seat may take a card of another (GW-028, GW-045)."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        m = self.m
        c = s.cells
        before = c[m.pirate]
        c[m.pirate] = arg
        s.emit("great_wall_pirate", seat, arg)
        if m.serves_harbor(before) or m.serves_harbor(arg):
            for other in range(m.r.seats):
                rates_changed(m.r, s, other)
        if c[s.top()] == m.knight_phase:
            acted(m, s, SAIL)
        else:
            s.pop()
        mask: i64 = 0
        for other in range(m.r.seats):
            if other != seat and hand_size(m.r, s, other) > 0:
                mask |= BITS[other]
        rob_from(m.r, s, seat, mask, m.may_decline)
