"""Where a wagon comes in one move, with the points and the gold that the best way there takes."""

from __future__ import annotations

from typing import NamedTuple

from bastide.expansions.island.traders_barbarians.rules.state import TradersState
from bastide.kernel.bits import has
from bastide.kernel.state import State


class Way(NamedTuple):
    """The way to a corner: the points left there, and the edges in their order."""

    points: int
    gold: int
    edges: tuple[int, ...]


def reach(m: TradersState, s: State, seat: int, points: int) -> dict[int, Way]:
    """The best way to each corner that a wagon reaches with so many points: the most points left, then the most gold.

    A barbarian is passed at its price; none is driven off. The gold that others would get stands as it is now.
    """
    r = m.r
    here = int(s.cells[m.wagon + seat]) - 1
    gold = int(s.cells[r.hand + seat * r.goods + m.gold])
    # By corner, the ways that no other beats in points and gold.
    best: dict[int, list[Way]] = {here: [Way(points, gold, ())]}
    todo = [(here, best[here][0])]
    while todo:
        corner, way = todo.pop()
        if way not in best[corner] or (corner != here and m.plaza_at[corner] != 0):
            continue
        for k in range(corner * int(r.way_count), (corner + 1) * int(r.way_count)):
            edge = int(r.ways[k])
            if edge < 0 or m.open_edge[edge] == 0 or has(s.cells, m.barring, edge):
                continue
            pays = int(m.pays_toll(s, seat, edge))
            after = Way(way.points - int(m.step(s, edge, True)), way.gold - pays, (*way.edges, edge))
            if after.points < 0 or after.gold < 0:
                continue
            there = int(r.way_ends[k])
            known = best.setdefault(there, [])
            if any(other.points >= after.points and other.gold >= after.gold for other in known):
                continue
            known[:] = [other for other in known if other.points > after.points or other.gold > after.gold]
            known.append(after)
            todo.append((there, after))
    del best[here]
    return {corner: max(ways, key=lambda way: (way.points, way.gold)) for corner, ways in sorted(best.items()) if ways}


def tolls(m: TradersState, s: State, seat: int, way: Way) -> dict[int, int]:
    """The gold due on a way, by the owner of the road: a seat, or a colour that nobody plays."""
    out: dict[int, int] = {}
    for edge in way.edges:
        if m.pays_toll(s, seat, edge):
            owner = int(s.cells[m.r.road + edge]) - 1
            out[owner] = out.get(owner, 0) + 1
    return out
