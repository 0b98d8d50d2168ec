"""What follows by itself: work on the agenda that nobody decides, done when all that lies above it is."""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from bastide.kernel.codes import Codes
from bastide.kernel.rules import Phase, Rules, Verb
from bastide.kernel.state import DEPTH, OVER, State


@mypyc_attr(allow_interpreted_subclasses=True)
class Following(Phase):
    """A frame of the agenda whose `resume` takes it off and does its work.

    Whoever has finished a decision calls `go_on`. Where the last decision was one of the base, which knows of nothing
    below it, chance brings the only thing that can come: `go on`.
    """

    def __init__(self, name: str, verb: i64) -> None:
        super().__init__(name)
        self.verb: i64 = verb

    def actors(self, s: State) -> i64:
        return 0

    def outcomes(self, s: State, out: Codes) -> None:
        out.weigh(self.verb, 1)


def go_on(r: Rules, s: State) -> None:
    """Do all work that lies on top of the agenda."""
    c = s.cells
    while c[OVER] == 0 and c[DEPTH] > 0:
        phase = r.phases[c[s.top()]]
        if not isinstance(phase, Following):
            return
        phase.resume(s, c[s.top() + 1], 0)


class GoOnVerb(Verb):
    """`go-on`: nobody decides anything; what follows is done."""

    def __init__(self, r: Rules) -> None:
        super().__init__("go-on", 1, by_chance=True)
        self.r = r

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        go_on(self.r, s)
