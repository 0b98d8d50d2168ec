"""The wall: raising one's section level by level (GW-011 to GW-013)."""

from __future__ import annotations

from mypy_extensions import i64

from bastide.expansions.island.great_wall.rules.board import TOP
from bastide.expansions.island.great_wall.rules.state import GreatWallState, GreatWallVerb
from bastide.kernel.state import State


def price(m: GreatWallState, s: State, section: i64, good: i64) -> i64:
    """How many cards of a good the next level of a section costs."""
    return m.prices[s.cells[m.level + section] * m.r.goods + good]


def may_wall(m: GreatWallState, s: State, seat: i64) -> bool:
    """Whether a seat has a section that is not finished, and the cards for its next level."""
    section = m.section_of(s, seat)
    if section < 0 or s.cells[m.level + section] == TOP:
        return False
    hand = m.r.hand + seat * m.r.goods
    for good in range(m.r.goods):
        if s.cells[hand + good] < price(m, s, section, good):
            return False
    return True


class WallSectionVerb(GreatWallVerb):
    """`wall-section`: the seat's section rises by a level."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        m = self.m
        section = m.section_of(s, seat)
        for good in range(m.r.goods):
            count = price(m, s, section, good)
            if count > 0:
                m.r.draw_goods(s, seat, good, -count)
        s.cells[m.level + section] += 1
        s.emit("great_wall_raised", seat, section, s.cells[m.level + section])
