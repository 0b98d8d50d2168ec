"""Production (BASE-017 to BASE-021)."""

from __future__ import annotations

from mypy_extensions import i64

from bastide.catan.base.island import Island
from bastide.kernel.state import State


def produce(r: Island, s: State, total: i64) -> None:
    """Every building of a seat at a hex with the rolled number draws, unless the robber stands there.

    BASE-017, BASE-018.
    """
    if r.numbers_move:
        for h in range(r.board.land):
            if s.cells[r.number + h] == total:
                harvest(r, s, h)
    hexes = r.roll_hexes
    for i in range(r.roll_from[total], r.roll_from[total + 1]):
        harvest(r, s, hexes[i])
    pay_out(r, s)


def harvest(r: Island, s: State, h: i64) -> None:
    """Claim the yield of one hex."""
    c = s.cells
    corners = r.board.hex_corners
    robber = c[r.robber]
    for k in range(h * 6, h * 6 + 6):
        corner = corners[k]
        owner = c[r.owner + corner]
        if owner == 0 or owner > r.seats:
            continue
        if h == robber:
            s.emit("blocked", -1, h)
            break
        good = r.terrain_good[h]
        if r.modular:
            if r.seams.has_rests and r.seams.rests(s, h):
                break
            if r.seams.has_yield_of and (good < 0 or r.seams.claims_goods) and r.seams.yield_of(s, h, corner):
                continue
            if good < 0:
                continue
        level = c[r.level + corner]
        r.claim(s, owner - 1, good, level)
        s.emit("yield", owner - 1, good, level, h, corner)


def pay_out(r: Island, s: State) -> None:
    """Pay the claimed cards from the bank to the hands, good by good.

    If the bank cannot pay all of a good, no seat gets any (BASE-019), except that a single claimant takes the rest
    (BASE-020).
    """
    c = s.cells
    goods = r.goods
    for g in range(goods):
        owed = c[r.owed + g]
        if owed == 0:
            continue
        c[r.owed + g] = 0
        there = c[r.bank + g]
        if owed > there:
            claimants = claimants_of(r, s, g)
            s.emit("shortage", -1, g, owed, there, claimants)
            if claimants > 1:
                there = 0
        for seat in range(r.seats):
            n = c[r.claims + seat * goods + g]
            c[r.claims + seat * goods + g] = 0
            if n > there:
                n = there
            if n > 0:
                r.draw_goods(s, seat, g, n)
                if r.modular and r.seams.has_after_production and g < r.held:
                    c[r.drew + seat] += n
                s.emit("gain", seat, g, n)


def claimants_of(r: Island, s: State, good: i64) -> i64:
    """The number of seats with a claim on a good in this roll."""
    count: i64 = 0
    for seat in range(r.seats):
        if s.cells[r.claims + seat * r.goods + good] > 0:
            count += 1
    return count
