"""The rules of the lighthouse."""

from __future__ import annotations

from functools import partial

from mypy_extensions import i64

from bastide.catan.base.island import Island
from bastide.catan.base.seams import IslandModule, ModuleRules
from bastide.kernel.state import State


class Lighthouse(ModuleRules):
    """Counts how often the light has shone on each seat; nothing else changes."""

    def __init__(self, r: Island, module: IslandModule) -> None:
        super().__init__(r, module)
        self.shone = r.schema.add("shone", [int(r.seats)], most=int(r.turn_limit))

    def begin_turn(self, s: State, seat: i64) -> None:
        s.cells[self.shone + (seat + 1) % self.r.seats] += 1


MODULE = partial(IslandModule, "lighthouse", Lighthouse)
