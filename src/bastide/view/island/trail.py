"""The lines of a colour's longest route, in a game with several kinds of line."""

from __future__ import annotations

from bastide.catan.base.corners import cut
from bastide.catan.base.island import Island, line_at
from bastide.catan.base.lines import weight
from bastide.kernel.state import State
from bastide.view.island.glance import Glance


def trail(g: Glance, colour: int) -> dict[str, list[str]]:
    """The names of the edges of one longest route, by kind of line; empty where there are only roads.

    Of several routes of that length it is the one found first, in the order of the corners.
    """
    r = g.rules
    if len(r.line_names) < 2:
        return {}
    out: dict[str, list[str]] = {kind: [] for kind in r.line_names}
    for edge in edges(r, g.state, colour):
        out[r.line_names[r.line_at(g.state, edge)]].append(r.board.edge_names[edge])
    return {kind: places for kind, places in out.items() if places}


def edges(r: Island, s: State, colour: int) -> list[int]:
    """The edges of one trail as long as the colour's route, which is known: the search ends with the first."""
    length = int(s.cells[r.route + colour])
    own = {e: int(weight(r, s, e)) for e in range(int(r.board.edges)) if s.cells[r.road + e] == colour + 1}
    if not length:
        return []
    starts = dict.fromkeys(int(r.board.edge_corners[2 * e + k]) for e in own for k in range(2))
    for corner in sorted(starts):
        path: list[int] = []
        if _walk(r, s, colour, corner, -1, length, own, path):
            return path
    return []


def _walk(
    r: Island, s: State, colour: int, corner: int, kind: int, left: int, free: dict[int, int], path: list[int]
) -> bool:
    """Whether a trail of this length goes on from a corner over free lines; `path` then holds it.

    `kind` is the line over which the corner was reached, -1 at the start. See `wide.longest` for the rules.
    """
    if left <= 0:
        return True
    if sum(free.values()) < left or (kind >= 0 and cut(r, s, colour, corner)):
        return False
    kinds = -1 if kind < 0 or s.cells[r.owner + corner] == colour + 1 else int(r.line_joins[kind])
    for k in range(corner * int(r.way_count), (corner + 1) * int(r.way_count)):
        edge = int(r.ways[k])
        if edge not in free or not kinds & 1 << int(line_at(r, s, edge)):
            continue
        weighs = free.pop(edge)
        path.append(edge)
        if _walk(r, s, colour, int(r.way_ends[k]), int(line_at(r, s, edge)), left - weighs, free, path):
            return True
        path.pop()
        free[edge] = weighs
    return False
