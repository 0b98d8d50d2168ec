"""The events: what each card makes the players do before production (TB-EVT-007 to TB-EVT-023).

Players choose clockwise from the one on turn, one after the other, but for Good neighbours, where all choose at once.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from bastide.catan.base.automatic import AutomaticPhase
from bastide.catan.base.island import CITY, Island, hand_limit, hand_size, open_points
from bastide.catan.base.robber import BY_EVENT, rob_from
from bastide.expansions.island.event_cards.rules.deck import (
    CALM_SEA,
    CONFLICT,
    EARTHQUAKE,
    EPIDEMIC,
    FINE_DAY,
    GOOD_NEIGHBOURS,
    NEIGHBOURS_HELP,
    PLENTIFUL_YEAR,
    ROBBER_ATTACK,
    ROBBER_FLEES,
    TOURNAMENT,
    TRADE_ADVANTAGE,
)
from bastide.expansions.island.event_cards.rules.state import EventCardsPhase, EventCardsState
from bastide.kernel.codes import Codes
from bastide.kernel.state import BITS, FRAME, State

NO_CARDS: Final[i64] = 0
NO_ROAD: Final[i64] = 1
NO_KNIGHT: Final[i64] = 2
TIE: Final[i64] = 3
NO_HARBOUR: Final[i64] = 4
NO_HOLDER: Final[i64] = 5
NEUTRAL_HOLDER: Final[i64] = 6
NEVER_HELD: Final[i64] = 7
ALL_EQUAL: Final[i64] = 8
NO_CARDS_TO_GIVE: Final[i64] = 9
NO_ROBBER: Final[i64] = 10
ROBBER_RESTS: Final[i64] = 11
ROBBER_THERE: Final[i64] = 12
ROBBER_OFF: Final[i64] = 13
NO_CITY: Final[i64] = 14
NO_CITY_DRAWS: Final[i64] = 15
"""Why an event has no effect, as its line in the log says."""


def begin_event(m: EventCardsState, s: State, seat: i64, total: i64) -> None:
    """Push the decisions that this turn's event card requires; `total` is its number."""
    r = m.r
    event = m.event(s)
    if event == FINE_DAY:
        return
    if event == EPIDEMIC:
        if not city_draws(r, s, total):
            s.emit("event_cards_nobody", -1, event, why_nobody(m, s, event))
        return
    if event == ROBBER_ATTACK:
        if not m.knights.attacks(s, seat) and not too_many(r, s):
            why: i64 = ROBBER_RESTS
            if not r.has_robber:
                why = NO_CARDS
            s.emit("event_cards_nobody", -1, event, why)
        return
    if event == ROBBER_FLEES:
        flee(m, s, seat)
        return
    concerned = concerned_by(m, s, event)
    if event in (TRADE_ADVANTAGE, CONFLICT):
        for taker in range(r.seats):
            if concerned & BITS[taker]:
                rob_from(r, s, taker, holding(r, s) & ~BITS[taker], event == TRADE_ADVANTAGE)
    elif event == GOOD_NEIGHBOURS:
        if concerned != 0:
            for other in range(r.seats):
                if concerned & BITS[other]:
                    s.cells[m.owing + other] = 1
            s.push(m.gift_phase, seat)
    elif concerned != 0:
        s.push(m.round_phase, seat, 0, concerned)
    if concerned == 0:
        s.emit("event_cards_nobody", -1, event, why_nobody(m, s, event))


def too_many(r: Island, s: State) -> bool:
    """Whether somebody holds more cards than the limit (BASE-022)."""
    for seat in range(r.seats):
        if hand_size(r, s, seat) > hand_limit(r, s, seat):
            return True
    return False


def robs_by_event(m: EventCardsState, s: State) -> bool:
    """Whether the event of the card asks from whom a card is taken; a theft of the turn itself lies over its phase."""
    r = m.r
    c = s.cells
    top = s.top()
    if c[top] != r.rob_phase or c[top + 2] == 0 or c[top - FRAME] in (r.main_phase, r.roll_phase):
        return False
    return m.event(s) in (TRADE_ADVANTAGE, CONFLICT)


def concerned_by(m: EventCardsState, s: State, event: i64) -> i64:
    """The mask of seats that an event gives something to do or to gain, as things stand when its card is revealed."""
    r = m.r
    everybody = BITS[r.seats] - 1
    if event == EARTHQUAKE:
        mask: i64 = 0
        for seat in range(r.seats):
            if m.intact(s, seat) > 0:
                mask |= BITS[seat]
        return mask
    if event == GOOD_NEIGHBOURS:
        return holding(r, s)
    if event == TOURNAMENT:
        return strongest(m, s)
    if event == CALM_SEA:
        return most_at_harbours(r, s)
    if event == PLENTIFUL_YEAR:
        return everybody
    if event == NEIGHBOURS_HELP:
        leaders = leading(r, s)
        if leaders != everybody:
            return leaders & holding(r, s)
        return 0
    taker: i64 = -1
    if event == TRADE_ADVANTAGE:
        taker = s.cells[r.route_holder] - 1
    elif event == CONFLICT:
        taker = m.knights.champion(s)
        if taker < 0:
            best = strongest(m, s)
            if best & (best - 1) == 0:  # nobody, or one alone
                taker = only(r, best)
    if 0 <= taker < r.seats and holding(r, s) & ~BITS[taker] != 0:
        return BITS[taker]
    return 0


def why_nobody(m: EventCardsState, s: State, event: i64) -> i64:
    """Why an event concerns nobody (`concerned_by`)."""
    r = m.r
    if event == EARTHQUAKE:
        return NO_ROAD
    if event == TOURNAMENT:
        return NO_KNIGHT
    if event == EPIDEMIC:
        if any_city(r, s):
            return NO_CITY_DRAWS
        return NO_CITY
    if event == CALM_SEA:
        return NO_HARBOUR
    if event == NEIGHBOURS_HELP:
        if leading(r, s) == BITS[r.seats] - 1:
            return ALL_EQUAL
        return NO_CARDS_TO_GIVE
    if event == TRADE_ADVANTAGE:
        holder = s.cells[r.route_holder] - 1
        if r.route_points == 0:
            return NEVER_HELD
        if holder < 0:
            return NO_HOLDER
        if holder >= r.seats:
            return NEUTRAL_HOLDER
    if event == CONFLICT and m.knights.champion(s) < 0:
        best = strongest(m, s)
        if best == 0:
            return NO_KNIGHT
        if best & (best - 1) != 0:
            return TIE
    return NO_CARDS


def any_city(r: Island, s: State) -> bool:
    """Whether a seat has a city."""
    for corner in range(r.board.corners):
        if is_city(r, s, corner):
            return True
    return False


def is_city(r: Island, s: State, corner: i64) -> bool:
    """Whether a city of a seat stands on a corner."""
    return s.cells[r.level + corner] >= CITY and s.cells[r.owner + corner] <= r.seats


def city_draws(r: Island, s: State, total: i64) -> bool:
    """Whether a city of a seat stands at a hex that produces on a number, and so draws less in an epidemic."""
    if r.numbers_move:
        for h in range(r.board.land):
            if s.cells[r.number + h] == total and city_at(r, s, h):
                return True
    for i in range(r.roll_from[total], r.roll_from[total + 1]):
        if city_at(r, s, r.roll_hexes[i]):
            return True
    return False


def city_at(r: Island, s: State, h: i64) -> bool:
    """Whether a city of a seat stands at a hex, and nothing keeps that hex from producing."""
    if h == s.cells[r.robber] or (r.seams.has_rests and r.seams.rests(s, h)):
        return False
    for k in range(h * 6, h * 6 + 6):
        if is_city(r, s, r.board.hex_corners[k]):
            return True
    return False


def only(r: Island, mask: i64) -> i64:
    """The first seat of a mask; -1 if it is empty."""
    for seat in range(r.seats):
        if mask & BITS[seat]:
            return seat
    return -1


def holding(r: Island, s: State) -> i64:
    """The mask of seats with cards in hand."""
    mask: i64 = 0
    for seat in range(r.seats):
        if hand_size(r, s, seat) > 0:
            mask |= BITS[seat]
    return mask


def most(amounts: list[i64], least: i64) -> i64:
    """The mask of seats with the greatest amount; none if it is below `least`."""
    best = least
    mask: i64 = 0
    for seat in range(len(amounts)):
        amount = amounts[seat]
        if amount > best:
            best = amount
            mask = 0
        if amount == best:
            mask |= BITS[seat]
    return mask


def strongest(m: EventCardsState, s: State) -> i64:
    """The mask of seats with the most knights; none if nobody has any (TB-EVT-015)."""
    return most([m.knights.strength(s, seat) for seat in range(m.r.seats)], 1)


def most_at_harbours(r: Island, s: State) -> i64:
    """The mask of seats with the most buildings at harbours that serve; none if nobody has any (TB-EVT-017)."""
    buildings: list[i64] = [0] * int(r.seats)
    for corner in r.board.harbors:
        owner = s.cells[r.owner + corner] - 1
        if 0 <= owner < r.seats and r.seams.corner_serves(s, corner):
            buildings[owner] += 1
    return most(buildings, 1)


def leading(r: Island, s: State) -> i64:
    """The mask of seats with the most open points (TB-EVT-019)."""
    return most([open_points(r, s, seat) for seat in range(r.seats)], 0)


def flee(m: EventCardsState, s: State, seat: i64) -> None:
    """The robber goes to the desert, off a board without one; of several, the seat on turn chooses (TB-EVT-051)."""
    r = m.r
    there = s.cells[r.robber]
    fled = there == r.desert or (there >= 0 and r.is_desert[there] == 1)
    if r.seams.sets_in_motion(s, seat, BY_EVENT) or fled:
        s.emit("event_cards_nobody", -1, ROBBER_FLEES, _why_it_stays(m, s, there))
        return
    if r.deserts > 1:
        s.push(m.desert_phase, seat)
        return
    s.cells[r.robber] = r.desert
    if r.desert >= 0:
        s.emit("event_cards_fled", -1, r.desert)
    else:
        s.emit("event_cards_off", -1)


def _why_it_stays(m: EventCardsState, s: State, there: i64) -> i64:
    """Why the robber does not flee from where it stands."""
    if not m.r.has_robber:
        return NO_ROBBER
    if m.knights.robber_sleeps(s):
        return ROBBER_RESTS
    if there < 0:
        return ROBBER_OFF
    return ROBBER_THERE


class RoundPhase(AutomaticPhase):
    """Asks the seats of a mask, clockwise. Frame: the seat on turn, how many seats were reached, the mask."""

    def __init__(self, m: EventCardsState, verb: i64) -> None:
        super().__init__("event_cards_round", verb)
        self.most = [int(m.r.seats), int(BITS[m.r.seats]) - 1]
        self.m = m

    def resume(self, s: State, seat: i64, value: i64) -> None:
        m = self.m
        c = s.cells
        n = m.r.seats
        top = s.top()
        event = m.event(s)
        for k in range(c[top + 2], n):
            other = (seat + k) % n
            if c[top + 3] & BITS[other]:
                c[top + 2] = k + 1
                if event == EARTHQUAKE:
                    s.push(m.quake_phase, other)
                    return
                if event == NEIGHBOURS_HELP:
                    self._help(s, other)
                    return
                if in_bank(m, s) > 0:
                    s.push(m.boon_phase, other, 1)
                    return
                s.emit("event_cards_bank", other)
        s.pop()

    def _help(self, s: State, giver: i64) -> None:
        """Ask for the receiver and then the card; where only one seat has fewer points, for the card."""
        m = self.m
        behind = (BITS[m.r.seats] - 1) & ~leading(m.r, s)
        if behind & (behind - 1) == 0:
            s.push(m.give_phase, giver, only(m.r, behind))
        else:
            s.push(m.help_phase, giver)


def in_bank(m: EventCardsState, s: State) -> i64:
    """How many resource cards the bank has."""
    total: i64 = 0
    for good in range(m.resources):
        total += s.cells[m.r.bank + good]
    return total


class BoonPhase(EventCardsPhase):
    """A resource of choice from the bank, never a commodity. Frame: the seat, 1, 0."""

    def legal(self, s: State, seat: i64, out: Codes) -> None:
        for good in range(self.m.resources):
            if s.cells[self.m.r.bank + good] > 0:
                out.add(self.asks + good)


class FleePhase(EventCardsPhase):
    """Of several deserts, the seat on turn chooses the one to which the robber flees. Frame: that seat."""

    def legal(self, s: State, seat: i64, out: Codes) -> None:
        r = self.m.r
        for h in range(r.board.land):
            if r.is_desert[h] == 1:
                out.add(self.asks + h)
