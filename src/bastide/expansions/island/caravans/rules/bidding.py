"""The bidding at the end of a turn: bids, votes, and who decides where the wagon goes (TB-CARA-014 to TB-CARA-022)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from bastide.catan.base.automatic import go_on
from bastide.expansions.island.caravans.rules.state import CaravansPhase, CaravansState, CaravansVerb
from bastide.expansions.island.caravans.rules.wagons import extended, paths, place_wagon
from bastide.kernel.codes import Codes
from bastide.kernel.state import State

OUTBID: Final[i64] = 0
MOST_CARDS: Final[i64] = 1
ON_TURN: Final[i64] = 2
NO_BIDS: Final[i64] = 3
TIE: Final[i64] = 4
"""Why a seat decides: more cards than all others together, most cards, its turn that ends, no bids, or equal bids."""
NO_WAGON: Final[i64] = 0
NO_PATH: Final[i64] = 1
"""Why no wagon is placed."""


def begin_round(m: CaravansState, s: State, seat: i64) -> None:
    """Begin the bidding after the turn of a seat; with one path, or none, there is nothing to bid for (TB-CARA-034)."""
    found = Codes()
    paths(m, s, 0, found, 0)
    if found.count > 1:
        s.push(m.bid_phase, seat, 0)
    elif found.count == 1:
        place_wagon(m, s, -1, found.items[0])
    else:
        s.emit("caravans_none", -1, NO_WAGON if s.cells[m.stock] == 0 else NO_PATH)


class BidPhase(CaravansPhase):
    """One seat after the other bids, clockwise, card by card. Frame: the seat, how many have bid, its last kind + 1."""

    def __init__(self, m: CaravansState) -> None:
        super().__init__(m, "caravans_bid", m.r.seats - 1, m.r.held)
        self.quick = True

    def legal(self, s: State, seat: i64, out: Codes) -> None:
        m = self.m
        hand = m.r.hand + seat * m.r.goods
        last = s.cells[s.top() + 3]
        for good in (m.wool, m.grain):
            if s.cells[hand + good] > 0 and good + 1 >= last:
                out.add(m.bid + good)
        out.add(m.r.no if last == 0 else m.end_bid)

    def partial(self, s: State, seat: i64) -> bool:
        return s.cells[s.top() + 3] > 0

    def resume(self, s: State, seat: i64, value: i64) -> None:
        """The bid is complete."""
        at = self.m.stake + 2 * seat
        s.emit("caravans_bid", seat, s.cells[at], s.cells[at + 1])
        next_bid(self.m, s)


class BidVerb(CaravansVerb):
    """A card of a bid, which goes to the bank; the notation writes the whole bid: `bid wool*2 grain` (TB-CARA-021)."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        m = self.m
        m.r.draw_goods(s, seat, arg, -1)
        s.cells[m.stake + 2 * seat + (0 if arg == m.wool else 1)] += 1
        s.cells[s.top() + 3] = arg + 1


class EndBidVerb(CaravansVerb):
    """The end of a bid, which its notation leaves out."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        self.m.r.phases[self.m.bid_phase].resume(s, seat, 0)


def next_bid(m: CaravansState, s: State) -> None:
    """Ask the next seat for its bid; after the last, decide who decides."""
    c = s.cells
    top = s.top()
    if c[top + 2] + 1 < m.r.seats:
        c[top + 1] = (c[top + 1] + 1) % m.r.seats
        c[top + 2] += 1
        c[top + 3] = 0
        return
    s.pop()
    seat = c[m.r.on_turn]
    most = most_cards(m, s)
    total: i64 = 0
    for other in range(m.r.seats):
        total += m.votes(s, other)
    if total == 0 and not m.pairs:
        appoint(m, s, seat, NO_BIDS, 1)
    elif most >= 0 and 2 * m.votes(s, most) > total:
        appoint(m, s, most, OUTBID, 2 if m.pairs else 1)
    elif m.pairs:
        appoint(m, s, 1 - seat, TIE, 1)
        appoint(m, s, seat, TIE, 1)
    else:
        s.push(m.vote_phase, seat, 0)
        next_vote(m, s, 0)


def most_cards(m: CaravansState, s: State) -> i64:
    """The seat that has bid more cards than any other; -1 if there is none."""
    best: i64 = 0
    found: i64 = -1
    for seat in range(m.r.seats):
        votes = m.votes(s, seat)
        if votes == best:
            found = -1
        elif votes > best:
            best = votes
            found = seat
    return found


def appoint(m: CaravansState, s: State, seat: i64, why: i64, count: i64) -> None:
    """Let a seat place so many wagons."""
    s.emit("caravans_decides", seat, why)
    s.push(m.choose_phase, seat, count, 0)


class VotePhase(CaravansPhase):
    """The bidders name a path each, clockwise from the seat on turn (TB-CARA-017, TB-CARA-033).

    Frame: the seat that votes, how far it sits from the seat on turn.
    """

    def legal(self, s: State, seat: i64, out: Codes) -> None:
        paths(self.m, s, self.m.vote, out, 0)


class VoteVerb(CaravansVerb):
    """`vote q,r,E`: all votes of the seat are for this path."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        m = self.m
        s.cells[m.named + seat] = arg + 1
        s.emit("caravans_vote", seat, arg, m.votes(s, seat))
        next_vote(m, s, s.cells[s.top() + 2] + 1)


def next_vote(m: CaravansState, s: State, place: i64) -> None:
    """Ask the next bidder, from a place clockwise of the seat on turn; after the last, count."""
    c = s.cells
    r = m.r
    top = s.top()
    for k in range(place, r.seats):
        seat = (c[r.on_turn] + k) % r.seats
        if m.votes(s, seat) > 0:
            c[top + 1] = seat
            c[top + 2] = k
            return
    s.pop()
    edge = elected(m, s)
    if edge >= 0:
        place_wagon(m, s, -1, edge)
        close_round(m, s)
        go_on(r, s)
        return
    most = most_cards(m, s)
    if most >= 0:
        appoint(m, s, most, MOST_CARDS, 1)
    else:
        appoint(m, s, c[r.on_turn], ON_TURN, 1)


def elected(m: CaravansState, s: State) -> i64:
    """The path with the majority of votes: alone the most, or more than half (TB-CARA-018); -1 if there is none."""
    c = s.cells
    best: i64 = 0
    total: i64 = 0
    found: i64 = -1
    for seat in range(m.r.seats):
        total += m.votes(s, seat)
        edge = c[m.named + seat] - 1
        if edge < 0:
            continue
        votes: i64 = 0
        for other in range(m.r.seats):
            if c[m.named + other] - 1 == edge:
                votes += m.votes(s, other)
        if votes > best:
            best = votes
            found = edge
        elif votes == best and edge != found:
            found = -1
    if m.half and 2 * best <= total:
        return -1
    return found


class WagonPhase(CaravansPhase):
    """A seat places wagons where it likes, of two each for another caravan (TB-CARA-026, TB-CARA-037).

    Frame: the seat, how many are left to place, the mask of caravans that it has extended.
    """

    def legal(self, s: State, seat: i64, out: Codes) -> None:
        paths(self.m, s, self.m.wagon, out, s.cells[s.top() + 3])


class WagonVerb(CaravansVerb):
    """`wagon q,r,E`: the next wagon stands there."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        m = self.m
        c = s.cells
        top = s.top()
        c[top + 3] |= extended(m, s, arg)
        c[top + 2] -= 1
        if c[top + 2] == 0:
            s.pop()
        place_wagon(m, s, seat, arg)
        # Without a path, a further wagon is left out (TB-CARA-035).
        while c[s.top()] == m.choose_phase:
            found = Codes()
            paths(m, s, 0, found, c[s.top() + 3])
            if found.count > 0:
                return
            s.pop()
        close_round(m, s)
        go_on(m.r, s)


def close_round(m: CaravansState, s: State) -> None:
    """Clear bids and votes."""
    for seat in range(m.r.seats):
        s.cells[m.stake + 2 * seat] = 0
        s.cells[m.stake + 2 * seat + 1] = 0
        s.cells[m.named + seat] = 0
