"""The support row: donations, and the cards that ships take out of it and put into it (TROY-008 to -010, -024, -026).

With the option `row_cards` a ship's owner points at the place of the card.

All see how many cards lie in the row, which one is taken and who puts one in; only who puts a card in or takes it out
sees what it is. So the card of a known place is known until it is taken or a battle shuffles the row (TROY-049).
"""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from bastide.catan.base.automatic import go_on
from bastide.catan.base.island import open_points
from bastide.catan.base.seams import Knowledge
from bastide.expansions.island.troy.rules.state import (
    DONATED,
    DRAW,
    DRAWN,
    EXCHANGE,
    EXCHANGED,
    MOST_GIVEN,
    SIDES,
    TroyPhase,
    TroyState,
    TroyVerb,
)
from bastide.kernel.codes import Codes
from bastide.kernel.state import BITS, EVERYBODY, State


def row_actions(m: TroyState, s: State, seat: i64, out: Codes) -> None:
    """Add what the seat on turn may do with the row: donate, and use its ships."""
    c = s.cells
    if c[m.once + DONATED] == 0:
        hand = m.r.hand + seat * m.r.goods
        for good in range(m.r.held):
            if c[hand + good] > 0:
                out.add(m.donate + good)
    if may_use(m, s, seat, EXCHANGE, EXCHANGED):
        out.add(m.exchange)
    if may_use(m, s, seat, DRAW, DRAWN):
        out.add(m.draw)


def may_use(m: TroyState, s: State, seat: i64, kind: i64, once: i64) -> bool:
    """Whether a seat may take a card of the row with a ship now (TROY-031, TROY-038)."""
    return s.cells[m.once + once] == 0 and m.serves(s, seat, kind) and m.row_size(s) > 0


def put_card(m: TroyState, s: State, seat: i64, good: i64) -> None:
    """Move a card of a hand to the end of the row; only its owner knows it."""
    c = s.cells
    place = m.given_cards(s)
    c[m.r.hand + seat * m.r.goods + good] -= 1
    c[m.given + place] = good + 1
    c[m.knows + place] = seat + 1
    m.r.seams.moved(s, seat, good, -1, BITS[seat])


def take_place(m: TroyState, s: State, place: i64) -> i64:
    """Take the card at a place out of the row; the later ones move up. Returns its good."""
    c = s.cells
    good = c[m.given + place] - 1
    last = m.given_cards(s) - 1
    for k in range(place, last):
        c[m.given + k] = c[m.given + k + 1]
        c[m.knows + k] = c[m.knows + k + 1]
    c[m.given + last] = 0
    c[m.knows + last] = 0
    return good


class DonatePhase(TroyPhase):
    """The further cards of a donation, kinds in ascending order. Frame: the seat, how many are given, the last good."""

    def legal(self, s: State, seat: i64, out: Codes) -> None:
        m = self.m
        top = s.top()
        if s.cells[top + 2] < MOST_GIVEN:
            hand = m.r.hand + seat * m.r.goods
            for good in range(s.cells[top + 3], m.r.held):
                if s.cells[hand + good] > 0:
                    out.add(m.donate + good)
        out.add(m.donated)

    def partial(self, s: State, seat: i64) -> bool:
        return True


class DonateVerb(TroyVerb):
    """A card of a donation; the notation writes the whole: `donate wool*2 ore` (TROY-008)."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        m = self.m
        if s.cells[s.top()] != m.donate_phase:
            s.push(m.donate_phase, seat, 0, 0)
        put_card(m, s, seat, arg)
        s.emit("troy_put", seat, arg, 1, 0, 0, BITS[seat])
        s.cells[s.top() + 2] += 1
        s.cells[s.top() + 3] = arg


class DonatedVerb(TroyVerb):
    """The end of a donation, which its notation leaves out: however many cards it had, it brings one trade point."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        m = self.m
        count = s.cells[s.top() + 2]
        s.pop()
        s.cells[m.once + DONATED] = 1
        s.cells[m.points_of + seat] += 1
        s.emit("troy_donated", seat, count, m.row_size(s))


class TakeFromRowVerb(TroyVerb):
    """`swap-card` or `draw-row`: a ship takes a card out of the row, without a look at it first."""

    def __init__(self, m: TroyState, word: str, once: i64) -> None:
        super().__init__(m, word)
        self.once: i64 = once

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        m = self.m
        s.cells[m.once + self.once] = 1
        back: i64 = 0
        if self.once == EXCHANGED:
            back = 1
        if m.pointed:
            s.push(m.point_phase, seat, back)
        else:
            s.push(m.lift_phase, seat, back)


class PointPhase(TroyPhase):
    """The place of the card that a ship takes. Frame: who takes it, whether a card is put in for it."""

    def legal(self, s: State, seat: i64, out: Codes) -> None:
        m = self.m
        for place in range(m.given_cards(s)):
            out.add(m.point + place)
        if m.rest_cards(s) > 0:
            out.add(m.point + m.places)


class PointVerb(TroyVerb):
    """`point 3`: the third card put into the row since the last battle; `point rest`: one that the battle left over."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        back = s.cells[s.top() + 2]
        s.pop()
        s.push(self.m.lift_phase, seat, back, arg + 1)


class TakenCardPhase(TroyPhase):
    """Chance: each card of the row is as likely, of those that were pointed at.

    Frame: who takes it, whether a card is put in for it, and where: a place + 1, or `places` + 1 for what a battle left
    over; 0 for the whole row.
    """

    def __init__(self, m: TroyState) -> None:
        super().__init__(m, "troy_lift", 1)
        if m.pointed:
            self.most = [1, int(m.places) + 1]

    def actors(self, s: State) -> i64:
        return 0

    def outcomes(self, s: State, out: Codes) -> None:
        m = self.m
        where = s.cells[s.top() + 3]
        for place in range(m.given_cards(s)):
            if where == 0 or where == place + 1:
                out.weigh(m.lifted + place, 1)
        if 0 < where <= m.places:
            return
        for good in range(m.r.held):
            n = s.cells[m.rest + good]
            if n > 0:
                out.weigh(m.lifted + m.places + good, n)


class LiftedVerb(TroyVerb):
    """`lifted 3`: the third card put into the row since the last battle; `lifted ore`: one of those that it left over.

    Who takes the card learns what it is, and so does who knew it in the row.
    """

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        m = self.m
        c = s.cells
        top = s.top()
        who = c[top + 1]
        back = c[top + 2]
        s.pop()
        sees = BITS[who]
        good = arg - m.places
        if arg < m.places:
            knows = c[m.knows + arg]
            if knows == m.r.seats + 1:
                sees = EVERYBODY
            elif knows > 0:
                sees |= BITS[knows - 1]
            good = take_place(m, s, arg)
        else:
            c[m.rest + good] -= 1
        c[m.r.hand + who * m.r.goods + good] += 1
        m.r.seams.moved(s, who, good, 1, sees)
        s.emit("troy_lifted", who, good, 1, arg + 1 if arg < m.places else 0, 0, sees)
        if back != 0:
            s.push(m.return_phase, who)
        else:
            go_on(m.r, s)


class PutBackPhase(TroyPhase):
    """A card of the hand goes into the row for the one taken, perhaps the same (TROY-024). Frame: the seat."""

    def legal(self, s: State, seat: i64, out: Codes) -> None:
        m = self.m
        for good in range(m.r.held):
            if s.cells[m.r.hand + seat * m.r.goods + good] > 0:
                out.add(m.put_back + good)


class PutBackVerb(TroyVerb):
    """`put-back ore`: the card that goes into the row."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        m = self.m
        s.pop()
        put_card(m, s, seat, arg)
        s.emit("troy_returned", seat, arg, 1, 0, 0, BITS[seat])
        go_on(m.r, s)


@final
class RowKnowledge(Knowledge):
    """Knowledge of face-down cards: those that a seat has seen; a seat that has not won holds no winning card."""

    def __init__(self, m: TroyState) -> None:
        self.m = m

    def known(self, s: State, field: i64, row: i64, kind: i64, viewer: i64) -> i64:
        if field == self.m.given and self.m.knows_card(s, row, viewer):
            return 1
        return 0

    def lacks(self, s: State, field: i64, row: i64, viewer: i64) -> i64:
        """The seat on turn holds no decision card that would give it enough points: it would have won already."""
        m = self.m
        r = m.r
        if field != m.side or row != s.cells[r.on_turn] or s.cells[r.turn] == 0 or not r.seams.may_win(s, row):
            return 0
        kinds: i64 = 0
        for city in range(SIDES):
            if open_points(r, s, row) + m.city_points(s, city) >= r.goal(s, row):
                kinds |= BITS[city]
        return kinds
