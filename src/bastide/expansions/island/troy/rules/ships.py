"""Ships and the sea people (TROY-017 to TROY-031, TROY-040, TROY-044, TROY-045)."""

from __future__ import annotations

from mypy_extensions import i64

from bastide.catan.base.automatic import go_on
from bastide.catan.base.island import hand_size, payable
from bastide.catan.base.robber import rob_from
from bastide.expansions.island.troy.rules.state import SHIP_POINTS, SHIPS, TWO, TroyPhase, TroyState, TroyVerb
from bastide.kernel.codes import Codes
from bastide.kernel.state import BITS, State


def ship_spots(m: TroyState, s: State, seat: i64, out: Codes) -> None:
    """Add the hexes where a seat may build its next ship now, if it can pay for it."""
    r = m.r
    if s.cells[m.points_of + seat] < SHIP_POINTS or m.built(s, seat) == SHIPS:
        return
    if (payable(r, s, seat) & BITS[m.ship]) == 0:
        return
    for i in range(len(m.berths)):
        hex_ = m.berths[i]
        if s.cells[m.ship_on + hex_] == 0 and m.reaches_berth(s, seat, hex_):
            out.add(m.build + hex_)


class ShipVerb(TroyVerb):
    """`ship 3,1`: the next ship of the seat's pile; then the sea people move (TROY-021)."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        m = self.m
        c = s.cells
        r = m.r
        number = m.built(s, seat)
        r.pay(s, seat, m.ship)
        r.use_item(s, seat, m.ship, 1)
        c[m.points_of + seat] -= SHIP_POINTS
        c[m.ship_at + seat * SHIPS + number] = arg + 1
        c[m.ship_on + arg] = seat + 1
        s.emit("troy_ship", seat, arg, number, m.order[number])
        s.push(m.people_phase, seat)
        if m.order[number] == TWO:
            s.push(m.charter_phase, seat)
        r.check_win(s)


class CharterPhase(TroyPhase):
    """The seat chooses a trade card for its new ship (TROY-025). Frame: the seat."""

    def legal(self, s: State, seat: i64, out: Codes) -> None:
        for good in range(self.m.r.held):
            if s.cells[self.m.charters + good] > 0:
                out.add(self.asks + good)


class CharterVerb(TroyVerb):
    """`charter wool`: from now on the seat trades wool at 2:1, while the sea people let its ship be."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        m = self.m
        s.pop()
        s.cells[m.charters + arg] -= 1
        s.cells[m.chosen + seat] = arg + 1
        s.emit("troy_charter", seat, arg)


class PeoplePhase(TroyPhase):
    """The sea people must move to another hex of sea. Frame: who moves them."""

    def legal(self, s: State, seat: i64, out: Codes) -> None:
        m = self.m
        for hex_ in range(m.r.board.land, m.r.board.hexes):
            if hex_ != s.cells[m.people]:
                out.add(m.move + hex_)


class PeopleVerb(TroyVerb):
    """`people 3,2`: the sea people go to a hex of sea, and who moves them may take a card from a player there."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        m = self.m
        s.cells[m.people] = arg
        s.pop()
        s.emit("troy_people", seat, arg)
        mask = present(m, s, seat, arg)
        if mask != 0:
            rob_from(m.r, s, seat, mask, True)
        else:
            go_on(m.r, s)


def present(m: TroyState, s: State, seat: i64, hex_: i64) -> i64:
    """The mask of other seats with a ship or a building at a hex of sea, and a card to lose (TROY-030)."""
    r = m.r
    c = s.cells
    mask: i64 = 0
    for k in range(7):
        owner = c[m.ship_on + hex_] - 1
        if k < 6:
            owner = c[r.owner + r.board.hex_corners[hex_ * 6 + k]] - 1
        if 0 <= owner < r.seats and owner != seat and (mask & BITS[owner]) == 0 and hand_size(r, s, owner) > 0:
            mask |= BITS[owner]
    return mask
