"""The barbarians on the paths: attacks of wagons, and where they are moved (TB-TRAD-029 to TB-TRAD-036)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from bastide.catan.base.automatic import go_on
from bastide.catan.base.island import hand_size
from bastide.catan.base.robber import rob_from
from bastide.catan.base.side_roll import SideRollPhase
from bastide.expansions.island.traders_barbarians.rules.state import ROLLS, TradersPhase, TradersState, TradersVerb
from bastide.expansions.island.traders_barbarians.rules.ways import lose_points
from bastide.kernel.bits import put
from bastide.kernel.codes import Codes
from bastide.kernel.state import BITS, State

ROBS: Final[i64] = 0
EXPELLED: Final[i64] = 1
PATHS_ALONE: Final[i64] = 2
"""Why a barbarian moves: a seven or a card, where it robs; a wagon drove it off; something that bars roads."""


def start_barbarian(m: TradersState, s: State, seat: i64) -> None:
    """A seat moves one barbarian, if there is a path for it (TB-TRAD-033, TB-TRAD-034)."""
    if has_room(m, s, False):
        s.push(m.rouse_phase, seat)


def has_room(m: TradersState, s: State, bare: bool) -> bool:
    """Whether some path could take a barbarian; with `bare`, one without a road."""
    for edge in range(m.r.board.overland):
        if m.may_place(s, edge) and not (bare and s.cells[m.r.road + edge] != 0):
            return True
    return False


class RousePhase(TradersPhase):
    """Which barbarian moves. Frame: the seat."""

    def legal(self, s: State, seat: i64, out: Codes) -> None:
        edge = self.m.next_barbarian(s, -1)
        while edge >= 0:
            out.add(self.m.rouse + edge)
            edge = self.m.next_barbarian(s, edge)


class RouseVerb(TradersVerb):
    """`rouse q,r,E`: the barbarian there is the one that moves."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        s.pop()
        s.push(self.m.post_phase, seat, arg, ROBS)


class PostPhase(TradersPhase):
    """Where a barbarian goes. Frame: the seat, the path that it leaves, why it moves."""

    def legal(self, s: State, seat: i64, out: Codes) -> None:
        m = self.m
        bare = s.cells[s.top() + 3] == PATHS_ALONE
        for edge in range(m.r.board.overland):
            if m.may_place(s, edge) and not (bare and s.cells[m.r.road + edge] != 0):
                out.add(m.post + edge)


class PostVerb(TradersVerb):
    """`post q,r,E`: the barbarian goes there; after a seven or a knight it robs the owner of the road."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        m = self.m
        r = m.r
        c = s.cells
        top = s.top()
        start = c[top + 2]
        why = c[top + 3]
        s.pop()
        put(c, m.barbarians, start, False)
        put(c, m.barbarians, arg, True)
        s.emit("traders_barbarians_barbarian", seat, start, arg)
        if why == EXPELLED:
            put(c, m.attacked, start, False)
            put(c, m.attacked, arg, True)
            lose_points(m, s, seat)
            return
        owner = c[r.road + arg] - 1
        if why == ROBS and 0 <= owner < r.seats and owner != seat and hand_size(r, s, owner) > 0:
            rob_from(r, s, seat, BITS[owner])
        else:
            go_on(r, s)


class ExpelVerb(TradersVerb):
    """`expel q,r,E`: the wagon attacks the barbarian on that path; a die decides."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        put(s.cells, self.m.attacked, arg, True)
        s.push(self.m.attack_phase, seat, arg)


class AttackPhase(SideRollPhase):
    """Chance: the die against a barbarian. Frame: the seat, the path."""

    def __init__(self, m: TradersState) -> None:
        super().__init__("traders_barbarians_attack", m.r, 1)
        self.most = [int(m.r.board.edges) - 1, 0]
        self.m = m

    def resume(self, s: State, seat: i64, value: i64) -> None:
        m = self.m
        c = s.cells
        edge = c[s.top() + 2]
        s.pop()
        if value < ROLLS[c[m.level + seat]]:
            put(c, m.barring, edge, True)
            s.emit("traders_barbarians_held", seat, edge, value)
            lose_points(m, s, seat)
            return
        s.emit("traders_barbarians_expelled", seat, edge, value)
        if has_room(m, s, False):
            s.push(m.post_phase, seat, edge, EXPELLED)
