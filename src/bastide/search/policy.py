"""What a search asks of a family: a policy that plays on, and an evaluation of where it stops.

Both read what the seat to move may know, and use integers only, so that interpreted and compiled agree to the bit.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from bastide.kernel.chooser import Chooser
from bastide.kernel.codes import Codes
from bastide.kernel.errors import IllegalAction, OutOfRange
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


STEPS: Final[i64] = 64
"""The steps of the table in which odds fall by a factor of e."""
KEPT: Final = 984_496
"""What is left of odds after a step, in millionths: the 64th root of 1 / e."""


def _odds() -> list[int]:
    """The odds of a seat that is k steps behind the first, in millionths."""
    found = [10**12]
    while found[-1] > 10**8:
        found.append(found[-1] * KEPT // 10**6)
    return [each // 10**6 for each in found]


ODDS: Final = vec[i64](_odds())
LAST: Final[i64] = len(ODDS) - 1


def share_by_lead(values: vec[i64], scale: i64) -> None:
    """Turn what the seats have into shares of the win: a lead of `scale` multiplies the odds by e."""
    seats: i64 = len(values)
    most = values[0]
    for seat in range(seats):
        most = max(most, values[seat])
    total: i64 = 0
    for seat in range(seats):
        values[seat] = ODDS[min(STEPS * (most - values[seat]) // scale, LAST)]
        total += values[seat]
    rest = WHOLE
    for seat in range(seats):
        values[seat] = values[seat] * WHOLE // total
        rest -= values[seat]
    values[0] += rest


TAKEN: Final[i64] = -1_000_000_000_000_000
"""Below all values: the action is in the order already."""


def add_best(codes: vec[i64], values: vec[i64], out: Codes, most: i64) -> None:
    """Add codes by falling value until there are `most` (0: all that are not `TAKEN`); of equals the first.

    `values` is used up.
    """
    while most == 0 or out.count < most:
        best: i64 = -1
        for n in range(len(codes)):
            if values[n] != TAKEN and (best < 0 or values[n] > values[best]):
                best = n
        if best < 0:
            return
        out.add(codes[best])
        values[best] = TAKEN


def check_question(rules: Rules, s: State, seat: i64, policy: Policy, evaluation: Evaluation) -> None:
    """Refuse a search of what a seat need not decide, or by what was made for another game.

    :raises IllegalAction: the seat has nothing to decide now.
    :raises OutOfRange: there is no such seat, or the position, the policy or the evaluation is of another game.
    """
    rules.check_state(s)
    rules.check_player(seat)
    if policy.rules is not rules or evaluation.rules is not rules:
        raise OutOfRange("the policy and the evaluation are of another game than the rules")
    if (rules.actors(s) | rules.optional(s)) & BITS[seat] == 0:
        raise IllegalAction(f"seat {seat} has nothing to decide now", rules.turn_rule)
