"""The rules of the lighthouse."""

from __future__ import annotations

from mypy_extensions import i64

from bastide.catan.base.island import Island
from bastide.catan.base.seams import IslandModule
from bastide.kernel.rules import Rules
from bastide.kernel.state import State


class Lighthouse(IslandModule):
    """Counts how often the light has shone on each seat; nothing else changes."""

    def __init__(self) -> None:
        super().__init__("lighthouse")
        self.shone = 0
        self.seats = 0

    def join(self, island: Rules) -> None:
        assert isinstance(island, Island)
        self.seats = int(island.seats)
        self.shone = island.schema.add("shone", [self.seats], most=int(island.turn_limit))

    def begin_turn(self, s: State, seat: i64) -> None:
        s.cells[self.shone + (seat + 1) % self.seats] += 1


MODULE = Lighthouse
