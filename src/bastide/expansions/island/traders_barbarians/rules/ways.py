"""The paths at a wagon: what it may take, attack, and when its points are lost (TB-TRAD-016 to TB-TRAD-018)."""

from __future__ import annotations

from mypy_extensions import i64

from bastide.catan.base.island import Island
from bastide.expansions.island.traders_barbarians.rules.state import TradersState
from bastide.kernel.bits import has
from bastide.kernel.state import State


def way_to(r: Island, here: i64, there: i64) -> i64:
    """The path from a corner to one beside it; -1 if there is none."""
    for k in range(here * r.way_count, (here + 1) * r.way_count):
        if r.ways[k] >= 0 and r.way_ends[k] == there:
            return r.ways[k]
    return -1


def gold_of(m: TradersState, s: State, seat: i64) -> i64:
    """The gold of a seat."""
    return s.cells[m.r.hand + seat * m.r.goods + m.gold]


def can_pay(m: TradersState, s: State, seat: i64, edge: i64) -> bool:
    """Whether a seat has the gold for a path, if its road is another's (TB-TRAD-017)."""
    return not m.pays_toll(s, seat, edge) or gold_of(m, s, seat) > 0


def may_step(m: TradersState, s: State, seat: i64, edge: i64, points: i64) -> bool:
    """Whether a wagon at one end of a path may take it with so many points (TB-TRAD-016, TB-TRAD-031)."""
    if m.open_edge[edge] == 0 or has(s.cells, m.barring, edge):
        return False
    return m.step(s, edge, True) <= points and can_pay(m, s, seat, edge)


def may_attack(m: TradersState, s: State, seat: i64, edge: i64) -> bool:
    """Whether a wagon at one end of a path may attack its barbarian: once a turn, from level 2 (TB-TRAD-029, -031)."""
    return has(s.cells, m.barbarians, edge) and s.cells[m.level + seat] > 0 and not has(s.cells, m.attacked, edge)


def lose_points(m: TradersState, s: State, seat: i64) -> None:
    """Points that are enough for no path on are lost (TB-TRAD-018): grain then brings just its own (TB-TRAD-053)."""
    r = m.r
    c = s.cells
    top = s.top()
    points = c[top + 2]
    if points == 0:
        return
    here = c[m.wagon + seat] - 1
    for k in range(here * r.way_count, (here + 1) * r.way_count):
        edge = r.ways[k]
        if edge < 0:
            continue
        if may_step(m, s, seat, edge, points):
            return
        if may_attack(m, s, seat, edge) and m.step(s, edge, False) <= points and can_pay(m, s, seat, edge):
            return
    c[top + 2] = 0
