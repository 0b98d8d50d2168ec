"""The development cards, revealed and resolved when they are bought (TB-BARB-016 to TB-BARB-022)."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from bastide.catan.base.automatic import go_on
from bastide.catan.base.seams import CardPile
from bastide.expansions.island.barbarian_attack.rules.state import (
    CARDS,
    FULL,
    INTRIGUE,
    KNIGHTHOOD,
    KNIGHTS,
    TREASON,
    BarbarianPhase,
    BarbarianState,
    BarbarianVerb,
)
from bastide.kernel.bits import put
from bastide.kernel.codes import Codes
from bastide.kernel.state import BITS, State

BRIBE: Final[i64] = 2
"""The gold of Treason (TB-BARB-020)."""
MOVED: Final[i64] = 2
"""The barbarians that Treason moves."""


def deal(m: BarbarianState, s: State, seat: i64) -> None:
    """Turn up the next card for its buyer; an empty pile is made of the used cards (TB-BARB-017)."""
    if m.cards_left(s) == 0:
        for k in range(CARDS):
            s.cells[m.pile + k] = m.card_counts[k]
        s.emit("barbarian_attack_shuffled", -1)
    s.push(m.card_phase, seat)


@final
class BarbarianPile(CardPile):
    """The cards of the scenario, which are turned up when they are bought (TB-BARB-017)."""

    def __init__(self, m: BarbarianState) -> None:
        self.m = m

    def for_sale(self, s: State, seat: i64, count: i64) -> i64:
        """The pile's; once it is empty, the used cards are shuffled."""
        left = self.m.cards_left(s)
        if left == 0:
            for k in range(CARDS):
                left += self.m.card_counts[k]
        return left

    def sell(self, s: State, seat: i64) -> bool:
        deal(self.m, s, seat)
        return True


class CardPhase(BarbarianPhase):
    """Chance: each card left in the pile is as likely. Frame: the buyer."""

    def actors(self, s: State) -> i64:
        return 0

    def outcomes(self, s: State, out: Codes) -> None:
        for k in range(CARDS):
            n = s.cells[self.m.pile + k]
            if n > 0:
                out.weigh(self.asks + k, n)


class TurnUpVerb(BarbarianVerb):
    """`turn-up treason`: which card was bought; all see it, and it takes effect at once."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        m = self.m
        buyer = s.cells[s.top() + 1]
        s.pop()
        s.cells[m.pile + arg] -= 1
        s.emit("barbarian_attack_card", buyer, arg)
        if arg == TREASON:
            begin_treason(m, s, buyer)
        elif arg == INTRIGUE:
            if occupied(m, s) > 0:
                s.push(m.capture_phase, buyer)
            else:
                s.emit("barbarian_attack_again", buyer)
                deal(m, s, buyer)
        elif s.cells[m.ready + buyer] > 0 and can_place(m, s, arg):
            s.push(m.place_phase, buyer, arg)
        else:
            s.emit("barbarian_attack_nothing", buyer, arg)
        go_on(m.r, s)


# -- a knight


def free_paths(m: BarbarianState, s: State, card: i64, offset: i64, out: Codes) -> None:
    """Add the paths without a knight: of the castle, or with Swift Knight all (TB-BARB-018, TB-BARB-019)."""
    if card == KNIGHTHOOD:
        for k in range(m.castle * 6, m.castle * 6 + 6):
            if s.cells[m.knight + m.hex_edges[k]] == 0:
                out.add(offset + m.hex_edges[k])
        return
    for edge in range(m.r.board.overland):
        if s.cells[m.knight + edge] == 0:
            out.add(offset + edge)


def can_place(m: BarbarianState, s: State, card: i64) -> bool:
    """Whether a path is free for the knight of a card."""
    if card == KNIGHTHOOD:
        return m.knights_at(s, m.castle) < 6
    for edge in range(m.r.board.overland):
        if s.cells[m.knight + edge] == 0:
            return True
    return False  # a small board has fewer paths than there are knights


class PlacePhase(BarbarianPhase):
    """A seat places a knight. Frame: the seat, the card."""

    def legal(self, s: State, seat: i64, out: Codes) -> None:
        free_paths(self.m, s, s.cells[s.top() + 2], self.m.place, out)


class PlaceKnightVerb(BarbarianVerb):
    """`station q,r,E`: a knight comes to a path."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        m = self.m
        s.pop()
        s.cells[m.knight + arg] = seat + 1
        s.cells[m.ready + seat] -= 1
        if m.at_castle[arg] != 0:
            put(s.cells, m.entered, arg, True)
        s.emit("barbarian_attack_knight", seat, arg, KNIGHTS - s.cells[m.ready + seat])
        m.partner.knight_came(s, seat)
        go_on(m.r, s)


# -- Treason


def occupied(m: BarbarianState, s: State) -> i64:
    """How many coastal hexes have barbarians."""
    count: i64 = 0
    for hex_ in m.coast:
        if s.cells[m.barbarians + hex_] > 0:
            count += 1
    return count


def begin_treason(m: BarbarianState, s: State, seat: i64) -> None:
    """Gold, then barbarians go from different hexes, or for want of those from the supply, to others (TB-BARB-020).

    As many move as there are places for: the hexes they leave do not count among those.
    """
    c = s.cells
    m.earn(s, seat, BRIBE)
    sources = occupied(m, s)
    for moved in range(MOVED, 0, -1):
        lifts = moved if moved < sources else sources
        if c[m.supply] < moved - lifts or not can_lift(m, s, 0, -1, lifts, moved):
            continue
        c[m.supply] -= moved - lifts
        c[m.loose] += moved - lifts
        if lifts > 0:
            s.push(m.lift_phase, seat, 0, lifts)
        else:
            s.push(m.land_phase, seat, 0, moved)
        return
    s.emit("barbarian_attack_nothing", seat, TREASON)


def can_lift(m: BarbarianState, s: State, left: i64, after: i64, lifts: i64, moved: i64) -> bool:
    """Whether so many more hexes can be left, beyond a place in the order, so that all who move find a place.

    `left` is the mask of those left before.
    """
    if lifts == 0:
        return m.open_coast(s, left) >= moved
    for i in range(after + 1, len(m.coast)):
        if s.cells[m.barbarians + m.coast[i]] > 0 and can_lift(m, s, left | BITS[i], i, lifts - 1, moved):
            return True
    return False


def next_lift(m: BarbarianState, s: State, left: i64, lifts: i64, after: i64) -> i64:
    """The next place in the order beyond one from which a barbarian may be lifted; -1 for none."""
    moved = s.cells[m.loose] + lifts
    first = after if after >= 0 else highest(left)
    for i in range(first + 1, len(m.coast)):
        if s.cells[m.barbarians + m.coast[i]] > 0 and can_lift(m, s, left | BITS[i], i, lifts - 1, moved):
            return i
    return -1


def highest(mask: i64) -> i64:
    """The highest number of a mask; -1 if it is empty."""
    found: i64 = -1
    for i in range(12):
        if mask & BITS[i]:
            found = i
    return found


class LiftPhase(BarbarianPhase):
    """The hexes that barbarians leave, in the order of the check. Frame: the seat, the mask of those, how many more."""

    def legal(self, s: State, seat: i64, out: Codes) -> None:
        m = self.m
        top = s.top()
        left, lifts = s.cells[top + 2], s.cells[top + 3]
        i = next_lift(m, s, left, lifts, -1)
        while i >= 0:
            out.add(self.asks + m.coast[i])
            i = next_lift(m, s, left, lifts, i)


class LiftVerb(BarbarianVerb):
    """`lift q,r`: a barbarian leaves a coastal hex."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        m = self.m
        c = s.cells
        top = s.top()
        c[m.loose] += 1
        s.emit("barbarian_attack_lifted", seat, arg)
        c[top + 2] |= BITS[m.coast_at[arg]]
        c[top + 3] -= 1
        if c[top + 3] == 0:
            left = c[top + 2]
            s.pop()
            s.push(m.land_phase, seat, left, c[m.loose])
        m.put(s, arg, c[m.barbarians + arg] - 1)


class LandPhase(BarbarianPhase):
    """The hexes to which they go, in the same order. Frame: the seat, the mask of hexes barred, how many go."""

    def legal(self, s: State, seat: i64, out: Codes) -> None:
        m = self.m
        top = s.top()
        barred, more = s.cells[top + 2], s.cells[top + 3]
        after: i64 = 0  # the mask of the places up to this one
        for i in range(len(m.coast)):
            after |= BITS[i]
            hex_ = m.coast[i]
            if (barred & BITS[i]) == 0 and s.cells[m.barbarians + hex_] < FULL:
                if m.open_coast(s, barred | after) >= more - 1:
                    out.add(m.land + hex_)


class LandVerb(BarbarianVerb):
    """`land q,r`: a barbarian that was lifted goes to a coastal hex."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        m = self.m
        c = s.cells
        top = s.top()
        c[m.loose] -= 1
        there = c[m.barbarians + arg] + 1
        s.emit("barbarian_attack_landed", seat, arg, there)
        c[top + 2] |= BITS[m.coast_at[arg] + 1] - 1
        c[top + 3] -= 1
        if c[top + 3] == 0:
            s.pop()
        m.put(s, arg, there)
        go_on(m.r, s)


# -- Intrigue


class CapturePhase(BarbarianPhase):
    """A barbarian of choice becomes a prisoner (TB-BARB-021). Frame: the seat."""

    def legal(self, s: State, seat: i64, out: Codes) -> None:
        for hex_ in self.m.coast:
            if s.cells[self.m.barbarians + hex_] > 0:
                out.add(self.asks + hex_)


class CaptureVerb(BarbarianVerb):
    """`capture q,r`: a barbarian of that hex becomes a prisoner."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        m = self.m
        c = s.cells
        s.pop()
        c[m.prisoners + seat] += 1
        s.emit("barbarian_attack_captured", seat, arg, c[m.prisoners + seat])
        m.put(s, arg, c[m.barbarians + arg] - 1)
        go_on(m.r, s)
        m.r.check_win(s)
