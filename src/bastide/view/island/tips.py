"""Tooltips of a place on the board: what it touches, and what it gives."""

from __future__ import annotations

from typing import Final

from bastide.view.island.glance import Glance
from bastide.view.model import Say

BUILDINGS: Final = frozenset({"settlement", "city"})
"""Pieces that yield goods, so the roll odds of their hexes matter."""


def tip(g: Glance, piece: str, place: str) -> list[Say]:
    """The tooltip of a place for a piece, in short lines."""
    board = g.rules.board
    if piece == "robber":
        hex_ = board.hex_index[place]
        owners = {g.cell(g.rules.owner + board.hex_corners[hex_ * 6 + k]) - 1 for k in range(6)}
        victims = [seat for seat in range(int(g.rules.seats)) if seat in owners and seat != g.viewer]
        return [g.hex_tip(hex_), *(Say("hits {player}", {"player": seat}) for seat in victims)]
    if piece in g.rules.line_names:
        edge = board.edge_index[place]
        one, other = (_hexes_round(g, int(board.edge_corners[2 * edge + k])) for k in range(2))
        return [g.hex_tip(h) for h in one if h in other]
    corner = board.corner_index[place]
    hexes = _hexes_round(g, corner)
    out = [g.hex_tip(h) for h in hexes]
    if piece not in BUILDINGS:
        return out
    numbers = [number for h in hexes for number in g.rules.numbers_of(g.state, h)]
    pips = sum(6 - abs(7 - number) for number in numbers)
    out.append(Say("{count} in 36 rolls", {"count": pips}))
    harbor = int(board.harbor[corner])
    if harbor == 1:
        out.append(Say("harbour 3:1"))
    elif harbor > 1:
        out.append(Say("harbour 2:1 {good}", {"good": g.rules.good_names[harbor - 2]}))
    return out


def _hexes_round(g: Glance, corner: int) -> list[int]:
    """The hexes of land that touch a corner."""
    found = [int(g.rules.board.corner_hexes[corner * 3 + k]) for k in range(3)]
    return [hex_ for hex_ in found if 0 <= hex_ < g.rules.board.land]
