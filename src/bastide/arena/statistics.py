"""What results show: scores by block, ratings with intervals, and sequential tests.

The unit is the block. Its games share a board and a stream of chance, so they are not independent; blocks are. The
score of one entrant against another in a game is 1 if it wins, 0 if the other does, a part if they share the victory or
several seats of theirs are among the winners, and a half if neither wins. Two entrants of equal strength score a half.
"""

from __future__ import annotations

import math
import random
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from bastide.arena.games import Played
from bastide.arena.plan import Plan, Sequential

Z: Final = 1.959964
"""How many standard errors a 95 % interval of a normal distribution reaches."""
SAMPLES: Final = 1000
"""How many samples of blocks a bootstrap draws."""
ROUNDS: Final = 200
PRIOR: Final = 0.5
"""What each of a pair scores before any game, so that who lost all games has a rating."""
SCALE: Final = 400 / math.log(10)
"""Elo: so many points are a factor of e in the odds."""
EDGE: Final = 1e-3
"""What is added to each kind of score before its spread is measured, as chess engines' testers do."""


def score(game: Played, one: str, other: str) -> float | None:
    """What one entrant scored against another in a game; None if they did not meet."""
    if one not in game.seating or other not in game.seating:
        return None
    if not game.winners:
        return 0.5
    won = [game.seating[seat] for seat in game.winners]
    return 0.5 + (won.count(one) - won.count(other)) / (2 * len(won))


def block_scores(plan: Plan, games: Iterable[Played], one: int, other: int) -> list[float]:
    """The mean score of one entrant against another in each block whose games of the two have all been played."""
    names = [entrant.name for entrant in plan.entrants]
    first, second = names[one], names[other]
    wanted = sum({one, other} <= set(unit.seating) for unit in plan.units)
    found: defaultdict[int, list[float]] = defaultdict(list)
    for game in games:
        if (got := score(game, first, second)) is not None:
            found[game.block].append(got)
    return [sum(found[block]) / wanted for block in sorted(found) if len(found[block]) == wanted]


def pentanomial(scores: Sequence[float]) -> tuple[int, ...]:
    """How many blocks of a duel scored 0, 0.5, 1, 1.5 and 2 of its two games."""
    counts = [0] * 5
    for one in scores:
        counts[round(4 * one)] += 1
    return tuple(counts)


def interval(scores: Sequence[float]) -> tuple[float, float, float]:
    """The mean of block scores with its 95 % interval, by the spread of the blocks."""
    count = len(scores)
    mean = sum(scores) / count
    error = widened(count) * Z * math.sqrt(spread(scores) / count)
    return mean, max(0.0, mean - error), min(1.0, mean + error)


def widened(count: int) -> float:
    """How much wider a 95 % interval must be because its spread is measured on the same few blocks.

    The quantile of Student's distribution is expanded as in Abramowitz and Stegun, 26.7.5.

    >>> [round(widened(count), 3) for count in (10, 50, 1000)]
    [1.216, 1.036, 1.002]
    """
    free = max(count - 1, 1)
    powers = [Z**k for k in range(8)]
    quantile = (
        Z
        + (powers[3] + Z) / (4 * free)
        + (5 * powers[5] + 16 * powers[3] + 3 * Z) / (96 * free**2)
        + (3 * powers[7] + 19 * powers[5] + 17 * powers[3] - 15 * Z) / (384 * free**3)
    )
    return quantile / Z * math.sqrt(count / free)


def wilson(wins: float, games: int, z: float = Z) -> tuple[float, float]:
    """The 95 % interval of a share of wins among games that do not depend on each other (Wilson's score interval).

    >>> [round(x, 3) for x in wilson(95, 100)]
    [0.888, 0.978]
    """
    if games == 0:
        return 0.0, 1.0
    share, below = wins / games, 1 + z * z / games
    middle = (share + z * z / (2 * games)) / below
    error = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games)) / below
    return max(0.0, middle - error), min(1.0, middle + error)


def spread(scores: Sequence[float]) -> float:
    """The variance of block scores, with a little weight on each quarter so that it is never 0."""
    weights = defaultdict(float, {k / 4: EDGE for k in range(5)})
    for one in scores:
        weights[one] += 1
    total = sum(weights.values())
    mean = sum(value * weight for value, weight in weights.items()) / total
    return sum(weight * (value - mean) ** 2 for value, weight in weights.items()) / total


# Ratings.


@dataclass(frozen=True)
class Rating:
    """An entrant's rating in Elo, 0 being the mean of all, with its 95 % interval."""

    name: str
    elo: float
    low: float
    high: float
    games: int


def ratings(plan: Plan, games: Iterable[Played], seed: int = 0, samples: int = SAMPLES) -> list[Rating]:
    """Bradley-Terry ratings, the best first; intervals by a bootstrap over blocks (Hunter 2004; Efron 1979)."""
    names = [entrant.name for entrant in plan.entrants]
    n = len(names)
    blocks: defaultdict[int, list[list[float]]] = defaultdict(lambda: [[0.0] * n for _ in range(n)])
    played = [0] * n
    index = {name: number for number, name in enumerate(names)}
    for game in games:
        seated = sorted({index[name] for name in game.seating})
        for one in seated:
            played[one] += 1
            for other in seated:
                if one != other and (got := score(game, names[one], names[other])) is not None:
                    blocks[game.block][one][other] += got
    tables = [blocks[block] for block in sorted(blocks)]
    if not tables:
        return []
    found = bradley_terry(summed(tables, n))
    rng = random.Random(seed)
    drawn = [bradley_terry(summed(rng.choices(tables, k=len(tables)), n), found) for _ in range(samples)]
    wider = widened(len(tables))
    out = []
    for one, name in enumerate(names):
        values = sorted(sample[one] for sample in drawn)
        low, high = values[int(0.025 * samples)], values[int(0.975 * samples)]
        elo = found[one]
        out.append(Rating(name, elo, elo - wider * (elo - low), elo + wider * (high - elo), played[one]))
    return sorted(out, key=lambda rating: -rating.elo)


def summed(tables: Iterable[Sequence[Sequence[float]]], n: int) -> list[list[float]]:
    """The sum of tables of scores."""
    out = [[0.0] * n for _ in range(n)]
    for table in tables:
        for one, row in enumerate(table):
            for other, value in enumerate(row):
                out[one][other] += value
    return out


def bradley_terry(wins: Sequence[Sequence[float]], start: Sequence[float] | None = None) -> list[float]:
    """The ratings in Elo under which these scores are most likely, their mean 0.

    `wins[i][j]` is what `i` scored against `j`. Each pair that met is given a drawn game more.
    """
    n = len(wins)
    strength = [1.0] * n if start is None else [math.exp(elo / SCALE) for elo in start]
    met = [[wins[i][j] + wins[j][i] > 0 for j in range(n)] for i in range(n)]
    won = [sum(wins[i][j] + PRIOR for j in range(n) if met[i][j]) for i in range(n)]
    for _ in range(ROUNDS):
        before = strength
        strength = []
        for i in range(n):
            below = sum((wins[i][j] + wins[j][i] + 2 * PRIOR) / (before[i] + before[j]) for j in range(n) if met[i][j])
            strength.append(won[i] / below if below else 1.0)
        middle = math.exp(sum(math.log(value) for value in strength) / n)
        strength = [value / middle for value in strength]
        if max(abs(math.log(one / other)) for one, other in zip(strength, before, strict=True)) < 1e-5:
            break
    return [SCALE * math.log(value) for value in strength]


# Sequential tests.


@dataclass(frozen=True)
class Verdict:
    """Where a sequential test stands after so many blocks: the log-likelihood ratio between its two bounds."""

    blocks: int
    ratio: float
    low: float
    high: float

    @property
    def decided(self) -> bool:
        """Whether one of the bounds is reached."""
        return not self.low < self.ratio < self.high

    @property
    def stronger(self) -> bool | None:
        """Whether the first entrant is stronger by the larger difference; None while that is open."""
        return None if not self.decided else self.ratio >= self.high


def verdict(scores: Sequence[float], test: Sequential) -> Verdict:
    """A sequential probability ratio test on block scores, in the normal approximation (Van den Bergh 2020)."""
    low = math.log(test.beta / (1 - test.alpha))
    high = math.log((1 - test.beta) / test.alpha)
    if not scores:
        return Verdict(0, 0.0, low, high)
    worse, better = (expected(elo) for elo in test.elo)
    mean = sum(scores) / len(scores)
    ratio = len(scores) * (better - worse) * (2 * mean - worse - better) / (2 * spread(scores))
    return Verdict(len(scores), ratio, low, high)


def expected(elo: float) -> float:
    """The score that is expected of an entrant stronger by so much.

    >>> round(expected(100), 2)
    0.64
    """
    return 1 / (1 + 10 ** (-elo / 400))
