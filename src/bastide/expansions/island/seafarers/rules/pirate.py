"""The pirate: where it goes, and whom it robs (SEA-007 to SEA-009, SEA-020, SEA-022)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from bastide.catan.base.island import hand_size, line_at
from bastide.catan.base.robber import rob_from
from bastide.expansions.island.seafarers.rules.state import SeafarersPhase, SeafarersState, SeafarersVerb
from bastide.kernel.codes import Codes
from bastide.kernel.state import BITS, State

ROBBER_ALONE: Final[i64] = 1
"""In a frame of the robber's phase: the pirate may not be moved instead."""


def pirate_moves(m: SeafarersState, s: State, out: Codes) -> None:
    """Add a move of the pirate to every other hex of sea."""
    there = s.cells[m.pirate]
    offset = m.move_pirate
    for hex_ in range(m.r.board.land, m.r.board.hexes):
        if hex_ != there:
            out.add(offset + hex_)


def pirate_victims(m: SeafarersState, s: State, seat: i64) -> i64:
    """The mask of opponents with a ship at the pirate's hex and a card to lose."""
    r = m.r
    c = s.cells
    mask: i64 = 0
    there = c[m.pirate]
    for k in range(there * 6, there * 6 + 6):
        edge = r.board.hex_edges[k]
        if edge < 0 or line_at(r, s, edge) != m.ship:
            continue
        owner = c[r.road + edge] - 1
        if 0 <= owner < r.seats and owner != seat and (mask & BITS[owner]) == 0 and hand_size(r, s, owner) > 0:
            mask += BITS[owner]
    return mask


class PiratePhase(SeafarersPhase):
    """The pirate must move, and not the robber."""

    def legal(self, s: State, seat: i64, out: Codes) -> None:
        pirate_moves(self.m, s, out)


class PirateVerb(SeafarersVerb):
    """`pirate q,r`: instead of the robber, the pirate goes to a hex of sea."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        m = self.m
        s.cells[m.pirate] = arg
        s.pop()
        s.emit("seafarers_pirate", seat, arg)
        rob_from(m.r, s, seat, pirate_victims(m, s, seat))
