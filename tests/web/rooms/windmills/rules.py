"""The rules of the windmills."""

from __future__ import annotations

from functools import partial

from mypy_extensions import i64

from bastide.catan.base.island import Island
from bastide.catan.base.seams import IslandModule, ModuleRules
from bastide.kernel.state import State


class Windmills(ModuleRules):
    """Counts the sacks of each seat; nothing else changes."""

    def __init__(self, r: Island, module: IslandModule) -> None:
        super().__init__(r, module)
        self.flour = r.schema.add("flour", [int(r.seats)], most=int(r.turn_limit))

    def begin_turn(self, s: State, seat: i64) -> None:
        s.cells[self.flour + seat] += 1


MODULE = partial(IslandModule, "windmills", Windmills)
