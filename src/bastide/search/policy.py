"""What a search asks of a family: a policy that plays on, and an evaluation of where it stops.

Both read what the seat to move may know, and use integers only, so that interpreted and compiled agree to the bit.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from bastide.kernel.chooser import Chooser
from bastide.kernel.codes import Codes
from bastide.kernel.rules import Rules
from bastide.kernel.state import BITS, State

WHOLE: Final[i64] = 1_000_000
"""A certain win: the values of an evaluation are millionths of it."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Policy:
    """Decides for every seat in a rollout. It is made for one game and keeps only what is fixed in it.

    What it draws comes from `chooser`; equal positions and numbers give equal decisions.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules: Rules = rules
        self._codes = Codes()

    def choose(self, s: State, seat: i64, chooser: Chooser) -> i64:
        """The code of one legal action of a seat that the game waits for. The default takes any."""
        out = self._codes
        out.clear()
        self.rules.phase(s).legal(s, seat, out)
        return out.items[chooser.below(out.count)]

    def rank(self, s: State, seat: i64, out: Codes, most: i64) -> None:
        """Add at most `most` legal actions worth a search to `out`, the most promising first, all if `most` is 0.

        The default adds them as the rules list them.
        """
        found = self._codes
        found.clear()
        self.rules.phase(s).legal(s, seat, found)
        count = found.count
        if 0 < most < count:
            count = most
        for i in range(count):
            out.add(found.items[i])


@mypyc_attr(allow_interpreted_subclasses=True)
class Evaluation:
    """What a position is worth to each seat. `terms` names the parts that `explain` tells apart."""

    def __init__(self, rules: Rules) -> None:
        self.rules: Rules = rules
        self.terms: list[str] = []

    def clock(self, s: State) -> i64:
        """How many turns have begun: a rollout goes on for a number of them. The default counts none."""
        return 0

    def values(self, s: State, out: vec[i64]) -> None:
        """Write each seat's expected share of the win to `out[seat]`, in millionths (`WHOLE`); they add up to it."""
        raise NotImplementedError

    def explain(self, s: State, seat: i64, out: vec[i64]) -> None:
        """Write the terms of a seat's value, before it becomes a share, to `out[term]`."""


def share_win(winners: i64, seats: i64, out: vec[i64]) -> None:
    """The value of an ended game: the winners share it; where nobody wins, all do."""
    count: i64 = 0
    for seat in range(seats):
        if winners & BITS[seat]:
            count += 1
    for seat in range(seats):
        if count == 0:
            out[seat] = WHOLE // seats
        else:
            out[seat] = WHOLE // count if winners & BITS[seat] else 0
