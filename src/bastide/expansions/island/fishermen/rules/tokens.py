"""Drawing tokens: how many are due, the limit, the exchange of one, the stock (TB-FISH-006 to TB-FISH-018)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from bastide.catan.base.automatic import AutomaticPhase, go_on
from bastide.expansions.island.fishermen.rules.knowledge import note_spent, turned_over
from bastide.expansions.island.fishermen.rules.state import (
    KINDS,
    MOST_HELD,
    FishermenPhase,
    FishermenState,
    FishermenVerb,
)
from bastide.kernel.codes import Codes
from bastide.kernel.state import BITS, State

BOOT: Final = "boot"
"""The old boot in notation, as a token that is drawn, and as the verb that gives it away."""
FISH: Final = ("1", "2", "3")
"""The other tokens in notation, by the number of fish on them."""


def owe_catch(m: FishermenState, s: State, total: i64) -> None:
    """Count the tokens that a number brings: one for a settlement, two for a city, none at a lake with the robber."""
    r = m.r
    c = s.cells
    waters = m.waters
    found = False
    for i in range(waters.start[total], waters.start[total + 1]):
        corner = waters.corners[i]
        owner = c[r.owner + corner]
        if owner == 0 or owner > r.seats:
            continue
        lake = waters.lake[i]
        if lake < 0 or lake != c[r.robber]:
            c[m.due + owner - 1] += c[r.level + corner]
            found = True
    if found:
        s.push(m.due_phase, c[r.on_turn])


class DuePhase(AutomaticPhase):
    """The seats draw what is due to them, clockwise (TB-FISH-007). Frame: the first of them."""

    def __init__(self, m: FishermenState, verb: i64) -> None:
        super().__init__("fishermen_due", verb)
        self.m = m

    def resume(self, s: State, seat: i64, value: i64) -> None:
        m = self.m
        c = s.cells
        for k in range(m.r.seats):
            other = (seat + k) % m.r.seats
            if c[m.due + other] == 0:
                continue
            if m.face_down(s) == 0:
                s.emit("fishermen_none", other)
            elif m.held(s, other) < MOST_HELD:
                c[m.due + other] -= 1
                s.push(m.draw_phase, other)
                return
            else:
                c[m.due + other] = 0
                s.push(m.swap_phase, other)
                return
            c[m.due + other] = 0
        s.pop()


class DrawPhase(FishermenPhase):
    """Chance: each token that lies face down is as likely. Frame: who draws."""

    def actors(self, s: State) -> i64:
        return 0

    def outcomes(self, s: State, out: Codes) -> None:
        m = self.m
        for kind in range(KINDS):
            n = s.cells[m.stock + kind]
            if n > 0:
                out.weigh(m.catch + kind, n)
        if s.cells[m.boot] == 0:
            out.weigh(m.catch + KINDS, 1)


class CatchVerb(FishermenVerb):
    """`catch 2`: which token it was; only who draws it learns that. `catch boot`: the old boot, open to all."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        m = self.m
        c = s.cells
        who = c[s.top() + 1]
        s.pop()
        if arg == KINDS:
            c[m.boot] = who + 1
            c[m.boot_new] = 1
            s.emit("fishermen_boot", who)
        else:
            c[m.stock + arg] -= 1
            c[m.fish + who * KINDS + arg] += 1
            s.emit("fishermen_catch", who, arg + 1, 0, 0, 0, BITS[who])
        restock(m, s)
        go_on(m.r, s)


def restock(m: FishermenState, s: State) -> None:
    """Turn the spent tokens over and shuffle them once none lies face down (TB-FISH-018)."""
    c = s.cells
    if m.face_down(s) > 0:
        return
    count: i64 = 0
    for kind in range(KINDS):
        count += c[m.spent + kind]
        c[m.stock + kind] = c[m.spent + kind]
        c[m.spent + kind] = 0
    if count > 0:
        turned_over(m, s)
        s.emit("fishermen_turned", -1, count)


def spend(m: FishermenState, s: State, seat: i64, kind: i64, count: i64) -> None:
    """Lay tokens of a seat face up beside the stock."""
    for _token in range(count):
        note_spent(m, s, seat, kind)
        s.cells[m.fish + seat * KINDS + kind] -= 1
        s.cells[m.spent + kind] += 1


class SwapPhase(FishermenPhase):
    """The player with the most tokens may exchange one instead of drawing (TB-FISH-016). Frame: the seat."""

    def legal(self, s: State, seat: i64, out: Codes) -> None:
        for kind in range(KINDS):
            if s.cells[self.m.fish + seat * KINDS + kind] > 0:
                out.add(self.asks + kind)
        out.add(self.m.r.no)

    def resume(self, s: State, seat: i64, value: i64) -> None:
        """The seat keeps what it has."""
        s.pop()
        go_on(self.m.r, s)


class ThrowBackVerb(FishermenVerb):
    """`throw-back 1`: a token for one that lies face down."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        m = self.m
        s.pop()
        spend(m, s, seat, arg, 1)
        s.emit("fishermen_thrown", seat, arg + 1)
        s.push(m.draw_phase, seat)
