"""Ratings of players: the Plackett-Luce model of `openskill` (Weng and Lin 2011), and how its numbers are shown."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

# Imported with the first rated game: a server that starts again need not wait for it.
if TYPE_CHECKING:
    from openskill.models import PlackettLuce

MU: Final = 25.0
SIGMA: Final = MU / 3
BETA: Final = SIGMA / 2
SHOWN_AT: Final = 10
"""After how many games a rating is shown."""
A_DAY: Final = 3
"""How many games against one person count on a day."""
MIDDLE: Final = 1500
POINTS: Final = 400 / (math.log(10) * BETA * math.sqrt(2))
"""How many points of a shown rating are one of `mu`: in a duel, 400 points more are odds of ten to one."""


class Strength(NamedTuple):
    """The strength of a player as a normal distribution: its mean and its deviation."""

    mu: float = MU
    sigma: float = SIGMA

    @property
    def shown(self) -> int:
        """The rating as it is shown; a new player's is 1500.

        >>> Strength().shown, Strength(30.0, 2.0).shown
        (1500, 1647)
        """
        return round(MIDDLE + POINTS * (self.mu - MU))

    @property
    def margin(self) -> int:
        """The rating lies within this of the shown one in 95 of 100 cases."""
        return round(1.96 * POINTS * self.sigma)


def after(strengths: Sequence[Strength], places: Sequence[int]) -> list[Strength]:
    """The strengths of the players of a game after it; a smaller place is better, equals share one."""
    model = _model()
    teams: list[Any] = [[model.rating(mu=one.mu, sigma=one.sigma)] for one in strengths]
    return [Strength(one.mu, one.sigma) for [one] in model.rate(teams, ranks=[float(place) for place in places])]


@cache
def _model() -> PlackettLuce:
    from openskill.models import PlackettLuce

    return PlackettLuce(mu=MU, sigma=SIGMA, beta=BETA)
