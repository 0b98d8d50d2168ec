"""Automatic work: agenda frames without a decision, run when the frames above are done."""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from bastide.catan.base.holders import IslandVerb
from bastide.kernel.codes import Codes
from bastide.kernel.rules import Phase, Rules
from bastide.kernel.state import DEPTH, OVER, State


@mypyc_attr(allow_interpreted_subclasses=True)
class AutomaticPhase(Phase):
    """An agenda frame whose `resume` pops it and does its work.

    Call `go_on` after finishing a decision. If the last decision was one of the base, which does not know the frames
    below it, chance plays the only outcome: `go on`.
    """

    def __init__(self, name: str, verb: i64) -> None:
        super().__init__(name, asks=verb)
        self.automatic = True

    def actors(self, s: State) -> i64:
        return 0

    def outcomes(self, s: State, out: Codes) -> None:
        out.weigh(self.asks, 1)


def go_on(r: Rules, s: State) -> None:
    """Run all automatic frames on the agenda top."""
    c = s.cells
    while c[OVER] == 0 and c[DEPTH] > 0:
        top = s.top()
        if r.automatic[c[top]] == 0:
            return
        r.phases[c[top]].resume(s, c[top + 1], 0)


class GoOnVerb(IslandVerb):
    """`go-on`: run the automatic work without a decision."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        go_on(self.r, s)
