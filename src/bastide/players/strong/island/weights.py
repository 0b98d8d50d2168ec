"""How much the searching bots of the island think."""

from __future__ import annotations

from typing import Final, NamedTuple


class Effort(NamedTuple):
    """Rollouts a decision, candidates, turns of a rollout, and when the bot leaves greedy's choice.

    With 0 turns, a rollout lasts one turn more than there are seats. The bot leaves greedy's choice for a lead of more
    than `errors` hundredths of its standard error. With `quick`, the rollouts are those of the quick policy.
    """

    budget: int
    width: int
    turns: int
    errors: int
    quick: bool


QUICK: Final = Effort(200, 6, 0, 175, True)
GREEDY: Final = Effort(40, 5, 0, 175, False)
