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
        owners = g.owners(hex_)
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
    out.append(Say("{count} in 36 rolls", {"count": sum(g.pips(h) for h in hexes)}))
    if board.harbor[corner]:
        out.append(harbor(g, int(board.harbor[corner])))
    return out


def harbor(g: Glance, kind: int) -> Say:
    """A harbour by its number on the board."""
    return Say("harbour 3:1") if kind == 1 else Say("harbour 2:1 {good}", {"good": _good(g, kind)})


def label(g: Glance, piece: str, place: str) -> Say:
    """What choosing a place does: where a line leads, at which harbour a building stands."""
    if piece in g.rules.line_names:
        return _direction(g, piece, g.rules.board.edge_index[place])
    if piece in BUILDINGS:
        kind = int(g.rules.board.harbor[g.rules.board.corner_index[place]])
        if kind == 1:
            return Say("{piece:Name} at the harbour 3:1", {"piece": piece})
        if kind > 1:
            return Say("{piece:Name} at the harbour 2:1 {good}", {"piece": piece, "good": _good(g, kind)})
    return Say("{piece:Name} here", {"piece": piece})


def _direction(g: Glance, piece: str, edge: int) -> Say:
    """Where a line leads: towards a harbour, or else the land beyond its far end."""
    board = g.rules.board
    ends = [int(board.edge_corners[2 * edge + k]) for k in range(2)]
    far = [corner for corner in ends if not _reached(g, corner)]
    if len(far) != 1:
        return Say("{piece:Name} that joins two of your own" if not far else "{piece:Name} here", {"piece": piece})
    beyond = [int(board.corner_corners[far[0] * 3 + k]) for k in range(3)]
    for corner in (far[0], *(c for c in beyond if c >= 0 and c not in ends)):
        harbor = int(board.harbor[corner])
        if harbor == 1:
            return Say("{piece:Name} towards the harbour 3:1", {"piece": piece})
        if harbor > 1:
            good = _good(g, harbor)
            return Say("{piece:Name} towards the harbour 2:1 {good}", {"piece": piece, "good": good})
    near = {hex_ for corner in ends if corner not in far for hex_ in _hexes_round(g, corner)}
    for hex_ in _hexes_round(g, far[0]):
        if hex_ not in near:
            at = g.hex_tip(hex_)
            if "number" in at.args:
                return Say("{piece:Name} towards {terrain} {number}", {"piece": piece, **at.args})
            return Say("{piece:Name} towards {terrain}", {"piece": piece, **at.args})
    return Say("{piece:Name} along the coast", {"piece": piece})


def _reached(g: Glance, corner: int) -> bool:
    """Whether the viewer has a building or a line at a corner."""
    r = g.rules
    edges = [int(r.board.corner_edges[corner * 3 + k]) for k in range(3)]
    lines = any(edge >= 0 and g.cell(r.road + edge) == g.viewer + 1 for edge in edges)
    return lines or g.cell(r.owner + corner) == g.viewer + 1


def _good(g: Glance, harbor: int) -> str:
    return str(g.rules.good_names[harbor - 2])


def _hexes_round(g: Glance, corner: int) -> list[int]:
    """The hexes of land that touch a corner."""
    found = [int(g.rules.board.corner_hexes[corner * 3 + k]) for k in range(3)]
    return [hex_ for hex_ in found if 0 <= hex_ < g.rules.board.land]
