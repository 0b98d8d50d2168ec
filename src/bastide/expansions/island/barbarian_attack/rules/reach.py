"""The paths that a knight reaches on its march (TB-BARB-023, TB-BARB-025)."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from bastide.catan.base.island import Island
from bastide.catan.base.journeys import Journey
from bastide.kernel.state import State

STEPS: Final[i64] = 3
"""How many paths a knight marches (TB-BARB-023)."""
FED_STEPS: Final[i64] = 5
"""How many with a grain (TB-BARB-025)."""


@final
class March(Journey):
    """The way of a knight: from path to path, past everything (TB-BARB-026, TB-BARB-051)."""

    def cost(self, s: State, seat: i64, here: i64, way: i64, there: i64) -> i64:
        return 1 if there < self.r.board.overland else -1


class Reach:
    """The paths that a knight reaches from each path; nothing on the board ever changes them.

    Those of a path stand in `near`, the nearest first: from `first[edge]` to `until[edge]` within the knight's own
    strength, to `fed[edge]` with grain.
    """

    def __init__(self, r: Island) -> None:
        way = March(r, on_edges=True)
        nowhere = State(vec[i64]([]))
        near: list[int] = []
        first: list[int] = []
        until: list[int] = []
        fed: list[int] = []
        for edge in range(r.board.overland):
            count = way.reach(nowhere, 0, edge, FED_STEPS)
            found = [int(way.found[i]) for i in range(count)]
            first.append(len(near))
            near += [to for to in found if way.left[to] >= FED_STEPS - STEPS]
            until.append(len(near))
            near += [to for to in found if way.left[to] < FED_STEPS - STEPS]
            fed.append(len(near))
        self.near: vec[i64] = vec[i64](near)
        self.first: vec[i64] = vec[i64](first)
        self.until: vec[i64] = vec[i64](until)
        self.fed: vec[i64] = vec[i64](fed)
