"""A side roll: one die or two, rolled within a turn, not the number of the turn.

A module derives a phase from `SideRollPhase` and pushes it; chance plays `throw 4`, the sum, with its exact weight,
and the phase pops itself in `resume`.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from bastide.catan.base.holders import IslandVerb
from bastide.catan.base.island import Island
from bastide.kernel.codes import Codes
from bastide.kernel.rules import Phase
from bastide.kernel.state import State

WORD: Final = "throw"
SUMS: Final[i64] = 13
"""Sums of two dice, and all below them."""


@mypyc_attr(allow_interpreted_subclasses=True)
class SideRollPhase(Phase):
    """Chance: the sum of `dice` dice, 1 or 2. The module owns its purpose and frame.

    `resume` gets the sum: the module pops the frame there, applies the result and calls `go_on`.
    """

    def __init__(self, name: str, r: Island, dice: i64) -> None:
        super().__init__(name, asks=throw_code(r))
        self.dice: i64 = dice

    def actors(self, s: State) -> i64:
        return 0

    def stands(self, s: State, total: i64) -> bool:
        """Whether a sum counts; others are rerolled, so they never occur. At least one must."""
        return True

    def outcomes(self, s: State, out: Codes) -> None:
        for total in range(self.dice, 6 * self.dice + 1):
            if self.stands(s, total):
                weight: i64 = 1
                if self.dice == 2:
                    weight = total - 1 if total < 8 else 13 - total
                out.weigh(self.asks + total, weight)


class ThrowVerb(IslandVerb):
    """`throw 4`: the sum of a side roll."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        phase = self.r.phase(s)
        assert isinstance(phase, SideRollPhase)
        roller = s.cells[s.top() + 1]
        s.emit("throw", roller, arg, phase.dice)
        phase.resume(s, roller, arg)


def throw_code(r: Island) -> i64:
    """The code of `throw 0`, to which a sum is added; the same for all modules of a game."""
    for verb in r.verbs:
        if verb.word == WORD:
            return verb.offset
    return r.add_shared(ThrowVerb(r, WORD, names=[str(total) for total in range(SUMS)]), by_chance=True)
