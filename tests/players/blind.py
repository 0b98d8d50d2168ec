"""The greedy bot without what the modules bring to it, and where the ships of a seat have come to."""

from __future__ import annotations

from bastide.catan.base.island import Island, line_at
from bastide.expansions.island.seafarers.rules.state import SeafarersState
from bastide.kernel.rooms import floor
from bastide.kernel.rules import Rules
from bastide.kernel.state import State
from bastide.players.greedy.island.bot import IslandBot
from bastide.players.greedy.island.module_bot import ModuleBot
from bastide.players.greedy.island.tables import Tables


class Blind(IslandBot):
    """Plays the rules of the modules, but values only what the base has; in their phases it decides by chance.

    With `without`, it lacks the part of that module alone.
    """

    def __init__(self, seed: int | None = None, without: str = "") -> None:
        super().__init__(seed)
        self.without = without

    def tables(self, rules: Rules, state: State) -> Tables:
        if self._tables is None or self._tables.r is not rules:
            known = super().tables(rules, state)
            assert isinstance(rules, Island)
            left = floor("island", self.without, "bot") if self.without else ModuleBot
            self._tables = Tables(rules, [part for part in known.modules if not isinstance(part, left)])
        return super().tables(rules, state)


def ships_of(r: Island, s: State, seat: int) -> tuple[int, int]:
    """How many ships a seat has on the board, and how many of them lie on a route that reached a settlement across
    the sea: ships that meet one another, or own buildings, with own buildings of two areas among their ends.
    """
    m = next((part for part in r.module_rules if isinstance(part, SeafarersState)), None)
    if m is None:
        return 0, 0
    c = s.cells
    left = {
        edge for edge in range(int(r.board.edges)) if c[r.road + edge] == seat + 1 and line_at(r, s, edge) == m.ship
    }
    ships, arrived = len(left), 0
    while left:
        route, edges = 0, [left.pop()]
        areas: set[int] = set()
        while edges:
            edge = edges.pop()
            route += 1
            for corner in (int(r.board.edge_corners[2 * edge + k]) for k in range(2)):
                owner = c[r.owner + corner]
                if owner == seat + 1:
                    areas.add(int(m.corner_area[corner]))
                elif owner != 0:
                    continue
                near = {int(r.ways[k]) for k in range(int(corner * r.way_count), int((corner + 1) * r.way_count))}
                edges += near & left
                left -= near
        arrived += route if len(areas) > 1 else 0
    return ships, arrived
