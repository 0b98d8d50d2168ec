"""The decision cards, and the battles that a full row brings at the end of a turn (TROY-001, TROY-011 to TROY-016)."""

from __future__ import annotations

from mypy_extensions import i64

from bastide.catan.base.automatic import go_on
from bastide.catan.base.island import hidden_points, open_points
from bastide.expansions.island.troy.rules.state import (
    OF_MYCENAE,
    OF_TROY,
    SIDES,
    TroyPhase,
    TroyState,
    TroyVerb,
)
from bastide.kernel.codes import Codes
from bastide.kernel.state import BITS, State


class DealPhase(TroyPhase):
    """Chance: the decision cards, one for each seat. Frame: who gets the next one."""

    def actors(self, s: State) -> i64:
        return 0

    def outcomes(self, s: State, out: Codes) -> None:
        for city in range(SIDES):
            n = s.cells[self.m.undealt + city]
            if n > 0:
                out.weigh(self.asks + city, n)


class DealVerb(TroyVerb):
    """`side troy`: the decision card of a seat; only that seat learns it."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        m = self.m
        c = s.cells
        who = c[s.top() + 1]
        c[m.undealt + arg] -= 1
        c[m.side + who] = arg + 1
        s.emit("troy_side", who, arg, 0, 0, 0, BITS[who])
        if who + 1 < m.r.seats:
            c[s.top() + 1] = who + 1
        else:
            s.pop()
            go_on(m.r, s)


def begin_battle(m: TroyState, s: State, seat: i64) -> None:
    """After a turn, shuffle a full row: the battle is fought with so many of its cards, the others stay."""
    size = m.row_size(s)
    if size < m.full:
        return
    c = s.cells
    for place in range(m.given_cards(s)):
        c[m.rest + c[m.given + place] - 1] += 1
        c[m.given + place] = 0
        c[m.knows + place] = 0
    s.push(m.battle_phase, seat, 0)
    s.emit("troy_battle", seat, size, m.shown_cards)


class BattlePhase(TroyPhase):
    """Chance: the cards are turned up one by one. Frame: whose turn has ended, how many are turned up."""

    def actors(self, s: State) -> i64:
        return 0

    def outcomes(self, s: State, out: Codes) -> None:
        m = self.m
        for good in range(m.r.held):
            n = s.cells[m.rest + good]
            if n > 0:
                out.weigh(self.asks + good, n)


class FightVerb(TroyVerb):
    """`reveal ore`: the next card of the battle."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        m = self.m
        c = s.cells
        c[m.rest + arg] -= 1
        c[m.turned_up + arg] += 1
        top = s.top()
        c[top + 2] += 1
        s.emit("troy_revealed", -1, arg, c[top + 2], strength(m, s, OF_TROY), strength(m, s, OF_MYCENAE))
        if c[top + 2] == m.shown_cards:
            s.pop()
            decide(m, s)
            go_on(m.r, s)


def strength(m: TroyState, s: State, city: i64) -> i64:
    """The points of a city on the cards that are turned up (TROY-013)."""
    points: i64 = 0
    for good in range(m.r.held):
        if m.cause[good] == city + 1:
            points += s.cells[m.turned_up + good]
    return points


def decide(m: TroyState, s: State) -> None:
    """Move the marker of the city with more points, and return the cards to the bank (TROY-014, TROY-015)."""
    c = s.cells
    r = m.r
    troy = strength(m, s, OF_TROY)
    mycenae = strength(m, s, OF_MYCENAE)
    for good in range(r.held):
        c[r.bank + good] += c[m.turned_up + good]
        c[m.turned_up + good] = 0
    if not m.ends_turn:
        c[m.fought] = 1
    if troy == mycenae:
        s.emit("troy_tie", -1, troy)
        return
    city: i64 = OF_TROY
    if mycenae > troy:
        city = OF_MYCENAE
    c[m.marker + city] += 1
    s.emit("troy_victory", -1, city, m.city_points(s, city), troy, mycenae)
    if c[m.marker + city] == m.last_step:
        end_war(m, s, city)
    else:
        r.check_win(s)


def end_war(m: TroyState, s: State, city: i64) -> None:
    """End the game: the most points win, then the most trade points; still equal, they win together (TROY-035)."""
    r = m.r
    winners: i64 = 0
    best: i64 = -1
    most: i64 = -1
    for seat in range(r.seats):
        points = open_points(r, s, seat) + hidden_points(r, s, seat)
        trade = s.cells[m.points_of + seat]
        if points > best or (points == best and trade > most):
            winners = BITS[seat]
            best = points
            most = trade
        elif points == best and trade == most:
            winners |= BITS[seat]
    r.finish_as(s, winners, m.war)
    s.emit("troy_war", -1, city, winners, best, most)
