"""What the roll yields (BASE-017 to BASE-021)."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from bastide.catan.base.island import Island
from bastide.kernel.state import State


def produce(r: Island, s: State, total: i64) -> None:
    """Every building at a hex with the rolled number draws, unless the robber stands there (BASE-017, BASE-018)."""
    c = s.cells
    goods = r.goods
    gains = vec[i64]([0] * (r.seats * goods))
    robber = c[r.robber]
    corners = r.board.hex_corners
    for i in range(r.roll_from[total], r.roll_from[total + 1]):
        h = r.roll_hexes[i]
        if h == robber:
            for k in range(6):
                if c[r.owner + corners[h * 6 + k]] != 0:
                    s.emit("blocked", -1, h)
                    break
            continue
        good = r.terrain_good[h]
        for k in range(6):
            corner = corners[h * 6 + k]
            owner = c[r.owner + corner]
            if owner == 0:
                continue
            replaced = False
            for m in r.seams.yield_of:
                if m.yield_of(s, h, corner, gains):
                    replaced = True
                    break
            if not replaced:
                level = c[r.level + corner]
                gains[(owner - 1) * goods + good] += level
                s.emit("yield", owner - 1, good, level, h, corner)
    pay_out(r, s, gains)


def pay_out(r: Island, s: State, gains: vec[i64]) -> None:
    """Cards go from the bank to the hands, good by good.

    If the bank cannot pay all of a good, nobody gets any (BASE-019), except that a single claimant takes what is left
    (BASE-020).
    """
    c = s.cells
    goods = r.goods
    for g in range(goods):
        owed: i64 = 0
        claimants: i64 = 0
        for seat in range(r.seats):
            n = gains[seat * goods + g]
            owed += n
            if n > 0:
                claimants += 1
        if owed == 0:
            continue
        there = c[r.bank + g]
        if owed > there:
            s.emit("shortage", -1, g, owed, there, claimants)
            if claimants > 1:
                continue
        for seat in range(r.seats):
            n = gains[seat * goods + g]
            if n > there:
                n = there
            if n > 0:
                r.draw_goods(s, seat, g, n)
                s.emit("gain", seat, g, n)
