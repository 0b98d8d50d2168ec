"""Cards that players give: to the left neighbour all at once, or to a player with fewer points (TB-EVT-014, -019).

A card for the left neighbour lies face down beside the hand until all have chosen: nobody can pass on what they get.
"""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from bastide.catan.base.automatic import go_on
from bastide.catan.base.seams import Knowledge
from bastide.expansions.island.event_cards.rules.events import leading
from bastide.expansions.island.event_cards.rules.state import EventCardsPhase, EventCardsState, EventCardsVerb
from bastide.kernel.codes import Codes
from bastide.kernel.state import BITS, State


def held(m: EventCardsState, s: State, seat: i64, verb: i64, out: Codes) -> None:
    """Add an action of a verb for each kind of card in a hand."""
    r = m.r
    for good in range(r.held):
        if s.cells[r.hand + seat * r.goods + good] > 0:
            out.add(verb + good)


class GiftPhase(EventCardsPhase):
    """All who hold cards choose one for their left neighbour, in any order. Frame: the seat on turn."""

    def actors(self, s: State) -> i64:
        mask: i64 = 0
        for seat in range(self.m.r.seats):
            if s.cells[self.m.owing + seat] != 0:
                mask |= BITS[seat]
        return mask

    def legal(self, s: State, seat: i64, out: Codes) -> None:
        held(self.m, s, seat, self.asks, out)


class HelpPhase(EventCardsPhase):
    """A leader chooses who gets a card. Frame: the giver."""

    def legal(self, s: State, seat: i64, out: Codes) -> None:
        r = self.m.r
        leaders = leading(r, s)
        for other in range(r.seats):
            if leaders & BITS[other] == 0:
                out.add(self.asks + other)


class GivePhase(EventCardsPhase):
    """A leader chooses the card. Frame: the giver, the receiver."""

    def legal(self, s: State, seat: i64, out: Codes) -> None:
        held(self.m, s, seat, self.asks, out)


class HelpVerb(EventCardsVerb):
    """`help 2`: that seat gets a card."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        s.pop()
        s.push(self.m.give_phase, seat, arg)


class PresentVerb(EventCardsVerb):
    """`present ore`: the card that a seat gives; only giver and receiver know it."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        m = self.m
        r = m.r
        c = s.cells
        if c[s.top()] == m.give_phase:
            to = c[s.top() + 2]
            s.pop()
            sees = BITS[seat] | BITS[to]
            r.pass_goods(s, seat, to, arg, 1, sees)
            s.emit("give", seat, arg, 1, to, 0, sees)
            go_on(r, s)
            return
        c[m.owing + seat] = 0
        c[m.gift + seat] = arg + 1
        c[r.hand + seat * r.goods + arg] -= 1
        r.seams.moved(s, seat, arg, -1, BITS[seat])
        s.emit("event_cards_chosen", seat)
        for other in range(r.seats):
            if c[m.owing + other] != 0:
                return
        s.pop()
        self._hand_over(s)
        go_on(r, s)

    def _hand_over(self, s: State) -> None:
        """The cards reach the left neighbours."""
        m = self.m
        r = m.r
        c = s.cells
        for giver in range(r.seats):
            good = c[m.gift + giver] - 1
            if good >= 0:
                to = (giver + 1) % r.seats
                sees = BITS[giver] | BITS[to]
                c[m.gift + giver] = 0
                c[r.hand + to * r.goods + good] += 1
                r.seams.moved(s, to, good, 1, sees)
                s.emit("give", giver, good, 1, to, 0, sees)


@final
class GiftKnowledge(Knowledge):
    """Knowledge of a gift beside a hand: it is of no kind that the hand is known to lack."""

    def __init__(self, m: EventCardsState) -> None:
        self.m = m

    def lacks(self, s: State, field: i64, row: i64, viewer: i64) -> i64:
        if field == self.m.gift:
            return self.m.r.barred(s, self.m.r.hand, row, viewer)
        return 0
