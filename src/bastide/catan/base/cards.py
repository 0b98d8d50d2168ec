"""Development cards: buying and playing them, and the largest army (BASE-033 to BASE-039, BASE-044)."""

from __future__ import annotations

from mypy_extensions import i64

from bastide.catan.base.automatic import AutomaticPhase, go_on
from bastide.catan.base.holders import IslandPhase, IslandVerb
from bastide.catan.base.island import (
    CARD,
    KNIGHT,
    LEAST_ARMY,
    MONOPOLY,
    PLENTY,
    ROADS,
    Island,
)
from bastide.catan.base.network import can_lay_free, free_spots
from bastide.catan.base.robber import BY_KNIGHT, set_in_motion
from bastide.kernel.codes import Codes
from bastide.kernel.state import BITS, State


class CardVerbs:
    """The verbs of development cards, as the phases need them."""

    def __init__(self, r: Island) -> None:
        add = r.add_verb
        self.buy = add(BuyVerb(r, "buy"))
        self.draw = add(DrawVerb(r, "draw", names=r.card_names), by_chance=True)
        self.knight = add(KnightVerb(r, "knight"))
        self.roads = add(RoadsVerb(r, "roads"))
        self.plenty = add(PlentyVerb(r, "plenty"))
        self.take = add(TakeVerb(r, "take", names=r.good_names))
        self.monopoly = add(MonopolyVerb(r, "monopoly", names=r.good_names))


def playable_cards(r: Island, verbs: CardVerbs, s: State, seat: i64, out: Codes) -> None:
    """Add the cards that seat may play now: one a turn, none bought this turn (BASE-034)."""
    c = s.cells
    if c[r.card_played] != 0:
        return
    at = r.cards + seat * r.kinds
    if c[at + KNIGHT] > 0:
        out.add(verbs.knight)
    if c[at + ROADS] > 0 and can_lay_free(r, s, seat):
        out.add(verbs.roads)
    if c[at + PLENTY] > 0 and bank_size(r, s) > 0:
        out.add(verbs.plenty)
    if c[at + MONOPOLY] > 0:
        for g in range(r.held):
            out.add(verbs.monopoly + g)


def may_play(r: Island, s: State, seat: i64, kind: i64) -> bool:
    """Whether a seat may play a card of a kind as far as BASE-034 says: none yet this turn, none bought in it."""
    c = s.cells
    return c[r.card_played] == 0 and c[r.cards + seat * r.kinds + kind] > 0


def bank_size(r: Island, s: State) -> i64:
    """The bank's number of resource cards."""
    total: i64 = 0
    for g in range(r.held):
        total += s.cells[r.bank + g]
    return total


def lay_open(r: Island, s: State, seat: i64, kind: i64) -> None:
    """Remove a card from the hand (BASE-050)."""
    c = s.cells
    c[r.card_played] = 1
    c[r.cards + seat * r.kinds + kind] -= 1
    c[r.played + seat * r.kinds + kind] += 1
    s.emit("play", seat, kind)


class BuyVerb(IslandVerb):
    """`buy`: a development card is paid for."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        r = self.r
        r.pay(s, seat, CARD)
        s.emit("buy", seat)
        for pile in r.card_piles:
            if pile.sell(s, seat):
                go_on(r, s)
                r.check_win(s)
                return
        s.push(r.draw_phase, seat)


class DrawPhase(IslandPhase):
    """Chance: each card left in the deck is as likely. Frame: the buyer."""

    def actors(self, s: State) -> i64:
        return 0

    def outcomes(self, s: State, out: Codes) -> None:
        for k in range(self.r.kinds):
            n = s.cells[self.r.deck + k]
            if n > 0:
                out.weigh(self.asks + k, n)


class DrawVerb(IslandVerb):
    """`draw knight`: which card it was; only the buyer learns it (BASE-033)."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        r = self.r
        buyer = s.cells[s.top() + 1]
        s.pop()
        s.cells[r.deck + arg] -= 1
        s.cells[r.fresh + buyer * r.kinds + arg] += 1
        s.emit("draw", buyer, arg, 0, 0, 0, BITS[buyer])
        r.check_win(s)


class KnightVerb(IslandVerb):
    """`knight`: the robber moves, and the army grows (BASE-035, BASE-044)."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        r = self.r
        lay_open(r, s, seat, KNIGHT)
        award_army(r, s)
        set_in_motion(r, s, seat, BY_KNIGHT)
        r.check_win(s)


def award_army(r: Island, s: State) -> None:
    """Update the largest army's holder after a change in played knights (BASE-044).

    A holder keeps it while nobody has more. For knights that are taken back see `army_shrank`.
    """
    c = s.cells
    best: i64 = 0
    first: i64 = -1
    for seat in range(r.seats):
        mine = c[r.played + seat * r.kinds + KNIGHT]
        if mine > best:
            best = mine
            first = seat
    holder = c[r.army_holder] - 1
    if r.army_points == 0 or best < LEAST_ARMY or (holder >= 0 and c[r.played + holder * r.kinds + KNIGHT] == best):
        return
    c[r.army_holder] = first + 1
    s.emit("army", first, best, holder)


def army_shrank(r: Island, s: State) -> None:
    """Update the award after its holder loses a knight: an equal removes it, a stronger seat takes it."""
    c = s.cells
    holder = c[r.army_holder] - 1
    if holder < 0:
        return
    mine = c[r.played + holder * r.kinds + KNIGHT]
    best = mine if mine >= LEAST_ARMY else LEAST_ARMY - 1
    first: i64 = -1
    if mine >= LEAST_ARMY:
        first = holder
    for seat in range(r.seats):
        theirs = c[r.played + seat * r.kinds + KNIGHT]
        if seat != holder and theirs >= LEAST_ARMY and theirs >= best:
            first = -1
            if theirs > best:
                first = seat
            best = theirs
    if first == holder:
        return
    c[r.army_holder] = first + 1
    if first >= 0:
        s.emit("army", first, best, holder)
    else:
        s.emit("no_army", -1, holder)


class RoadsVerb(IslandVerb):
    """`roads`: two roads for nothing, fewer if pieces or places lack (BASE-036)."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        lay_open(self.r, s, seat, ROADS)
        s.push(self.r.roads_phase, seat, 2)


class RoadsPhase(IslandPhase):
    """Free roads, or free lines of another kind. Frame: the seat, how many are left."""

    def legal(self, s: State, seat: i64, out: Codes) -> None:
        free_spots(self.r, s, seat, out)

    def resume(self, s: State, seat: i64, value: i64) -> None:
        r = self.r
        s.cells[s.top() + 2] -= 1
        if s.cells[s.top() + 2] == 0:
            s.pop()
        elif r.modular and r.seams.has_follow_build:
            # What follows from this road may take the last place for the next, or make one.
            s.push(r.next_road_phase, seat)
        elif not can_lay_free(r, s, seat):
            s.pop()


class NextRoadPhase(AutomaticPhase):
    """Ends the free roads below it if no place is left for another. Frame: the seat."""

    def __init__(self, r: Island, verb: i64) -> None:
        super().__init__("next_road", verb)
        self.r = r

    def resume(self, s: State, seat: i64, value: i64) -> None:
        s.pop()
        if not can_lay_free(self.r, s, seat):
            s.pop()


class PlentyVerb(IslandVerb):
    """`plenty ore*2`: two cards of choice from the bank, or what it has (BASE-037)."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        lay_open(self.r, s, seat, PLENTY)
        there = bank_size(self.r, s)
        s.push(self.r.take_phase, seat, min(there, 2))


class TakePhase(IslandPhase):
    """Cards of choice from the bank, kinds in ascending order. Frame: the seat, how many are left, the next kind.

    `begun` says that the choice belongs to the action before it (a card just played).
    """

    def __init__(self, r: Island, take: i64, begun: bool) -> None:
        super().__init__(r, "take", 2, r.goods - 1)
        self.take = take
        self.begun = begun

    def legal(self, s: State, seat: i64, out: Codes) -> None:
        r = self.r
        c = s.cells
        top = s.top()
        owed = c[top + 2]
        least = c[top + 3]
        beyond: i64 = 0
        for g in range(r.held - 1, -1, -1):
            there = c[r.bank + g]
            beyond += there
            if there > 0 and g >= least and beyond >= owed:
                out.add(self.take + g)

    def partial(self, s: State, seat: i64) -> bool:
        return self.begun or s.cells[s.top() + 3] > 0


class TakeVerb(IslandVerb):
    """One card of a free choice; the notation writes the whole set."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        r = self.r
        top = s.top()
        r.draw_goods(s, seat, arg, 1)
        s.emit("take", seat, arg, 1)
        s.cells[top + 2] -= 1
        s.cells[top + 3] = arg
        if s.cells[top + 2] == 0:
            s.pop()


class MonopolyVerb(IslandVerb):
    """`monopoly wool`: all others hand over every card of a good (BASE-038)."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        r = self.r
        lay_open(r, s, seat, MONOPOLY)
        s.emit("monopoly", seat, arg)
        for other in range(r.seats):
            if other == seat:
                continue
            n = s.cells[r.hand + other * r.goods + arg]
            if n > 0:
                r.pass_goods(s, other, seat, arg, n)
                s.emit("hand_over", other, arg, n, seat)
