"""The rules of the windmills."""

from __future__ import annotations

from mypy_extensions import i64

from bastide.catan.base.island import Island
from bastide.catan.base.seams import IslandModule
from bastide.kernel.rules import Rules
from bastide.kernel.state import State


class Windmills(IslandModule):
    """Counts the sacks of each seat; nothing else changes."""

    def __init__(self) -> None:
        super().__init__("windmills")
        self.flour = 0

    def join(self, island: Rules) -> None:
        assert isinstance(island, Island)
        self.flour = island.schema.add("flour", [int(island.seats)], most=int(island.turn_limit))

    def begin_turn(self, s: State, seat: i64) -> None:
        s.cells[self.flour + seat] += 1


MODULE = Windmills
