"""How much the searching bots of the island think."""

from __future__ import annotations

from typing import Final, NamedTuple


class Effort(NamedTuple):
    """Rollouts a decision, candidates, turns of a rollout, and when the bot departs from greedy's choice.

    It does for a lead of more than `errors` hundredths of its standard error. `quick` is the policy of the rollouts.
    """

    budget: int
    width: int
    turns: int
    errors: int
    quick: bool


QUICK: Final = Effort(200, 6, 4, 100, True)
GREEDY: Final = Effort(40, 5, 4, 100, False)
