"""The Fortune tile and the Misery tiles: who holds them for how much gold (TB-RIV-018 to TB-RIV-023, TB-RIV-029)."""

from __future__ import annotations

from mypy_extensions import i64

from bastide.expansions.island.rivers.rules.state import RiversState
from bastide.kernel.state import State


def deal_tiles(m: RiversState, s: State) -> None:
    """Deal the tiles after the set-up: Misery to those with the least gold (TB-RIV-018, TB-RIV-019)."""
    move_tiles(m, s, True)


def move_tiles(m: RiversState, s: State, least: bool) -> None:
    """Give every tile to whom it belongs now.

    Misery belongs to everybody who has less gold than the richest, or with `least` only to those who have the least.
    Where all have the same, all take it.
    """
    c = s.cells
    seats = m.r.seats
    low = m.gold_of(s, 0)
    high = low
    for seat in range(1, seats):
        gold = m.gold_of(s, seat)
        if gold < low:
            low = gold
        if gold > high:
            high = gold
    richest: i64 = 0  # seat + 1; 0 for none, -1 for several
    for seat in range(seats):
        gold = m.gold_of(s, seat)
        if gold == high:
            richest = seat + 1 if richest == 0 else -1
        poor = gold == low if least or low == high else gold < high
        if poor and c[m.misery + seat] == 0:
            c[m.misery + seat] = 1
            s.emit("rivers_misery", seat)
        elif not poor and c[m.misery + seat] != 0:
            c[m.misery + seat] = 0
            s.emit("rivers_relief", seat)
    holder = richest if richest > 0 else 0
    before = c[m.fortune]
    if holder != before:
        c[m.fortune] = holder
        if holder > 0:
            s.emit("rivers_fortune", holder - 1, before - 1)
        else:
            s.emit("rivers_fortune_back", before - 1)
