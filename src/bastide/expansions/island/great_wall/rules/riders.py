"""Riders: how they gather, ride to the battlefields and pass the wall (GW-014 to GW-027, GW-035, GW-036)."""

from __future__ import annotations

from mypy_extensions import i64

from bastide.catan.base.automatic import go_on
from bastide.expansions.island.great_wall.rules.state import (
    CROWD,
    FULL,
    NUMERALS,
    GreatWallPhase,
    GreatWallState,
    GreatWallVerb,
)
from bastide.kernel.codes import Codes
from bastide.kernel.state import State


def call_rider(m: GreatWallState, s: State, seat: i64) -> None:
    """A settlement or a city draws a rider from the bag; an empty bag gives none (GW-014, GW-015)."""
    if m.lowest(s, m.bag, 0) >= 0:
        s.push(m.rider_phase, seat)
    else:
        s.emit("great_wall_none", seat)


class RiderPhase(GreatWallPhase):
    """Chance: each rider in the bag is as likely. Frame: the seat that has built."""

    def actors(self, s: State) -> i64:
        return 0

    def outcomes(self, s: State, out: Codes) -> None:
        for numeral in range(self.m.numerals):
            count = s.cells[self.m.bag + numeral]
            if count > 0:
                out.weigh(self.asks + numeral, count)


class TerritoryVerb(GreatWallVerb):
    """A verb whose argument is a gathering territory, or the riders of its numeral."""

    def __init__(self, m: GreatWallState, word: str) -> None:
        super().__init__(m, word, names=NUMERALS[: int(m.numerals)])


class RiderVerb(TerritoryVerb):
    """`rider II`: the rider that is drawn gathers on the territory of its numeral."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        m = self.m
        builder = s.cells[s.top() + 1]
        s.pop()
        s.cells[m.bag + arg] -= 1
        s.cells[m.gathered + arg * m.numerals + arg] += 1
        s.emit("great_wall_rider", builder, arg, m.riders(s, m.gathered, arg))
        go_on(m.r, s)


def ride_out(m: GreatWallState, s: State, total: i64) -> None:
    """A rider follows each arrow of the rolled number; then walls are passed, in the order of the sections."""
    for k in range(len(m.arrow_number)):
        territory, section = m.arrow_from[k], m.arrow_to[k]
        if m.arrow_number[k] != total or m.lowest(s, m.gathered, territory) < 0:
            continue
        if m.riders(s, m.fighting, section) == FULL:
            s.emit("great_wall_full", m.owner_of(s, section), section)
            continue
        m.move_rider(s, m.gathered, territory, m.fighting, section)
        s.emit("great_wall_ride", m.owner_of(s, section), territory, section, m.riders(s, m.fighting, section))
    for section in range(m.sections):
        if m.riders(s, m.fighting, section) > s.cells[m.level + section]:
            pass_wall(m, s, section)
            if s.cells[m.passes] == m.most_passes:
                s.emit("great_wall_fallen", -1, m.most_passes)
                m.r.finish_as(s, 0, m.fallen)
                return


def pass_wall(m: GreatWallState, s: State, section: i64) -> None:
    """The riders before a section come through: it loses a level, its owner a point, its hexes their yield."""
    c = s.cells
    owner = m.owner_of(s, section)
    count = m.riders(s, m.fighting, section)
    s.emit("great_wall_pass", owner, section, count, c[m.level + section])
    if c[m.level + section] > 0:
        c[m.level + section] -= 1
    c[m.passes] += 1
    if owner >= 0:
        c[m.penalties + owner] += 1
        s.emit("great_wall_penalty", owner, c[m.penalties + owner])
    again = False
    for k in range(m.line_from[section], m.line_from[section + 1]):
        if m.riders(s, m.behind, m.line[k]) > 0:
            again = True
    for _rider in range(count):
        hex_ = next_hex(m, s, section, again)
        if hex_ < 0:
            m.move_rider(s, m.fighting, section, m.bag, 0)
            s.emit("great_wall_no_room", -1, section)
            continue
        m.move_rider(s, m.fighting, section, m.behind, hex_)
        c[m.freed + hex_] = 0
        s.emit("great_wall_occupied", -1, hex_, m.riders(s, m.behind, hex_))


def next_hex(m: GreatWallState, s: State, section: i64, again: bool) -> i64:
    """The hex that the next rider through a section occupies; -1 if its line is full.

    Behind a line that was free the nearest one (GW-019). If riders were there already (`again`), first those freed by
    knights, nearest first (GW-023), then the free one with the highest number (GW-024). Where none is free, a second
    rider joins the first (GW-025, GW-048).
    """
    best: i64 = -1
    for k in range(m.line_from[section], m.line_from[section + 1]):
        hex_ = m.line[k]
        if m.riders(s, m.behind, hex_) > 0:
            continue
        if not again or s.cells[m.freed + hex_] != 0:
            return hex_
        if best < 0 or m.rank[hex_] > m.rank[best]:
            best = hex_
    if again and best >= 0:
        return best
    for k in range(m.line_from[section], m.line_from[section + 1]):
        if m.riders(s, m.behind, m.line[k]) < CROWD:
            return m.line[k]
    return -1
