"""The seven: discards, the robber, the theft (BASE-021 to BASE-024, BASE-049); the knight uses the last two."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from bastide.catan.base.automatic import go_on
from bastide.catan.base.holders import IslandPhase, IslandVerb
from bastide.catan.base.island import Island, hand_limit, hand_size
from bastide.kernel.codes import Codes
from bastide.kernel.state import BITS, State

BY_SEVEN: Final[i64] = 0
BY_KNIGHT: Final[i64] = 1
BY_EVENT: Final[i64] = 2
"""What can move the robber."""


def start_seven(r: Island, s: State, seat: i64) -> None:
    """Seats over the hand limit owe half their cards, rounded down; then the robber moves (BASE-022, BASE-023)."""
    c = s.cells
    owing = False
    for other in range(r.seats):
        n = hand_size(r, s, other)
        if n > hand_limit(r, s, other):
            c[r.discards + other] = n // 2
            s.emit("owes", other, n // 2)
            owing = True
    set_in_motion(r, s, seat, BY_SEVEN)
    if owing:
        s.push(r.discard_phase, seat, 0)


def set_in_motion(r: Island, s: State, seat: i64, by: i64) -> None:
    """Start the robber's move after a seven, a knight or an event, unless a module replaces it."""
    if not (r.modular and r.seams.sets_in_motion(s, seat, by)):
        send_robber(r, s, seat)


def send_robber(r: Island, s: State, seat: i64) -> None:
    """Make a seat move the robber, or a module's piece instead.

    With no legal move, modules decide what happens; on the base island nothing does.
    """
    for h in range(r.board.land):
        if robber_may_go(r, s, seat, h):
            s.push(r.robber_phase, seat)
            return
    others = Codes()
    if r.modular:
        r.seams.robber_moves(s, seat, others)
    if others.count > 0:
        s.push(r.robber_phase, seat)
        return
    for limit in r.robber_limits:
        limit.no_hex(s, seat)


def robber_may_go(r: Island, s: State, seat: i64, hex_: i64) -> bool:
    """Whether that seat may move the robber to a hex of land: any but where it stands (BASE-023, BASE-049)."""
    if hex_ == s.cells[r.robber]:
        return False
    if not r.robber_limited:
        return True
    for limit in r.robber_limits:
        if not limit.may_stand(s, seat, hex_):
            return False
    return r.takes_robber[hex_] == 1


def victims(r: Island, s: State, seat: i64) -> i64:
    """The mask of opponents with a building at the robber's hex and a card to lose (BASE-024)."""
    c = s.cells
    mask: i64 = 0
    h = c[r.robber]
    if h < 0:
        return 0
    for k in range(6):
        owner = c[r.owner + r.board.hex_corners[h * 6 + k]] - 1
        if 0 <= owner < r.seats and owner != seat and (mask & BITS[owner]) == 0 and hand_size(r, s, owner) > 0:
            if not r.robber_limited or may_rob(r, s, seat, owner):
                mask += BITS[owner]
    return mask


def may_rob(r: Island, s: State, thief: i64, victim: i64) -> bool:
    """Whether the robber may take a card of that victim for that thief."""
    for limit in r.robber_limits:
        if not limit.may_rob(s, thief, victim):
            return False
    return True


class DiscardPhase(IslandPhase):
    """Seats owing cards choose them, in any order.

    Frame: the seat on turn, who gets the cards + 1 (0: the bank), why they are owed (0: a seven; else for a module).
    `discard_from` is the next kind a seat may choose + 1, 0 before the first.
    """

    def actors(self, s: State) -> i64:
        mask: i64 = 0
        for seat in range(self.r.seats):
            if s.cells[self.r.discards + seat] > 0:
                mask += BITS[seat]
        return mask

    def legal(self, s: State, seat: i64, out: Codes) -> None:
        r = self.r
        c = s.cells
        owed = c[r.discards + seat]
        least = c[r.discard_from + seat] - 1
        beyond: i64 = 0  # cards of this kind and later ones: a choice must leave enough for the rest
        for g in range(r.held - 1, -1, -1):
            held = c[r.hand + seat * r.goods + g]
            beyond += held
            if held > 0 and g >= least and beyond >= owed:
                out.add(self.asks + g)

    def partial(self, s: State, seat: i64) -> bool:
        return s.cells[self.r.discard_from + seat] > 0


class DiscardVerb(IslandVerb):
    """One card of a discard; the notation writes the whole set: `discard ore*2 wool`."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        r = self.r
        c = s.cells
        to = c[s.top() + 2] - 1
        if to < 0:
            r.draw_goods(s, seat, arg, -1)
            s.emit("discard", seat, arg, 1)
        else:
            sees = BITS[seat] | BITS[to]
            r.pass_goods(s, seat, to, arg, 1, sees)
            s.emit("give", seat, arg, 1, to, 0, sees)
        c[r.discards + seat] -= 1
        c[r.discard_from + seat] = arg + 1
        if c[r.discards + seat] == 0:
            c[r.discard_from + seat] = 0
            for other in range(r.seats):
                if c[r.discards + other] > 0:
                    return
            s.pop()


class RobberPhase(IslandPhase):
    """The robber must move."""

    def legal(self, s: State, seat: i64, out: Codes) -> None:
        r = self.r
        for h in range(r.board.land):
            if robber_may_go(r, s, seat, h):
                out.add(self.asks + h)
        if r.modular:
            r.seams.robber_moves(s, seat, out)


class RobberVerb(IslandVerb):
    """`robber q,r`: the robber goes to a hex."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        s.cells[self.r.robber] = arg
        s.pop()
        s.emit("robber", seat, arg)
        rob(self.r, s, seat)


def rob(r: Island, s: State, seat: i64) -> None:
    """A seat robs a card from a seat at the robber's hex, if one there has any (BASE-024)."""
    mask = victims(r, s, seat)
    only = only_one(r, mask)
    if only >= 0:
        s.push(r.steal_phase, seat, only)
    elif mask != 0:
        s.push(r.rob_phase, seat)


def rob_from(r: Island, s: State, seat: i64, mask: i64, optional: bool = False) -> None:
    """A seat robs a card from one seat of a mask, regardless of the robber's hex; none if the mask is 0.

    If `optional`, the seat may pass; the module must have called `pass_code` in `join`. Each seat of the mask
    holds a card.
    """
    only = only_one(r, mask)
    if only >= 0 and not optional:
        s.push(r.steal_phase, seat, only)
    elif mask != 0:
        s.push(r.rob_phase, seat, mask, 1 if optional else 0)


def only_one(r: Island, mask: i64) -> i64:
    """The only seat of a one-seat mask; -1 for other masks."""
    for seat in range(r.seats):
        if mask == BITS[seat]:
            return seat
    return -1


class RobPhase(IslandPhase):
    """One of several opponents is chosen.

    Frame: the thief, the mask of opponents (0: those at the robber's hex), whether the thief may pass.
    """

    def legal(self, s: State, seat: i64, out: Codes) -> None:
        mask = self.mask(s, seat)
        for other in range(self.r.seats):
            if mask & BITS[other]:
                out.add(self.asks + other)
        if s.cells[s.top() + 3] != 0:
            out.add(self.r.no)

    def mask(self, s: State, seat: i64) -> i64:
        """The opponents who may be chosen."""
        given = s.cells[s.top() + 2]
        return given if given != 0 else victims(self.r, s, seat)

    def resume(self, s: State, seat: i64, value: i64) -> None:
        """The thief passes."""
        s.pop()
        go_on(self.r, s)


class RobVerb(IslandVerb):
    """`rob 2`: the victim is chosen."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        s.pop()
        s.push(self.r.steal_phase, seat, arg)


class StealPhase(IslandPhase):
    """Chance: a uniformly random card in the victim's hand. Frame: thief, victim."""

    def actors(self, s: State) -> i64:
        return 0

    def outcomes(self, s: State, out: Codes) -> None:
        r = self.r
        victim = s.cells[s.top() + 2]
        for g in range(r.held):
            n = s.cells[r.hand + victim * r.goods + g]
            if n > 0:
                out.weigh(self.asks + g, n)


class StealVerb(IslandVerb):
    """`steal ore`: which card it was; only thief and victim learn it (BASE-054)."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        r = self.r
        c = s.cells
        top = s.top()
        thief = c[top + 1]
        victim = c[top + 2]
        s.pop()
        sees = BITS[thief] | BITS[victim]
        r.pass_goods(s, victim, thief, arg, 1, sees)
        s.emit("steal", thief, victim, arg, 0, 0, sees)
