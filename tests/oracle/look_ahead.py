"""Where the independent engine departs from the rulebook on the river: it looks further ahead than one bend.

It refuses a river tile if one of the five squares beyond the open end that it would leave is taken: those beside the
next square, and the three behind it. With this module beside the river, our games can follow the peer's.
"""

from __future__ import annotations

from mypy_extensions import i64

from bastide.carcassonne.base.laying import find
from bastide.carcassonne.base.seams import CarcassonneModule, ModuleRules
from bastide.kernel.state import State

NAME = "peer-river"
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))


class LookAheadRules(ModuleRules):
    """The peer's further condition in a game."""

    def may_lie(self, s: State, place: i64, kind: i64, rotation: i64) -> bool:
        position = s.cells[self.r.where + place]
        x, y = int(self.r.x_of(position)), int(self.r.y_of(position))
        tile = self.r.tables.tiles[kind]
        for side in range(4):
            dx, dy = STEPS[side]
            if tile.edge(side, int(rotation)) == "I" and not self.taken(s, x + dx, y + dy):
                beyond = [(n * dx + m * dy, n * dy + m * dx) for n, m in ((1, -1), (1, 1), (2, -1), (2, 0), (2, 1))]
                if any(self.taken(s, x + ax, y + ay) for ax, ay in beyond):
                    return False
        return True

    def taken(self, s: State, x: int, y: int) -> bool:
        """Whether a tile lies on a square."""
        place = find(self.r, s, self.r.position_of(x, y))
        return place >= 0 and bool(s.cells[self.r.standing + place] != 0)


class LookAhead(CarcassonneModule):
    """The peer's further condition."""

    def __init__(self) -> None:
        super().__init__(NAME, LookAheadRules)
