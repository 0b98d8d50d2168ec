"""Timed random games inside the engine, from which every game's measures are built.

All times are processor time of this process, which leaves out other load on the machine as far as the system can
tell.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from bastide.kernel.playout import Chooser, playouts
from bastide.kernel.rules import Rules

SEED: Final = 1
MOST_ACTIONS: Final = 1_000_000
"""Far more than a game of 1000 turns takes: the rules end every game, never this number."""
Values = dict[str, float]
Measure = Callable[[float, int], Values]
"""Called with about how many seconds to take and the number of the round, which seeds what is drawn."""


def rates(won: int, games: int, actions: int, took: float) -> Values:
    """The figures of whole games: won games and actions per second, actions per game."""
    return {
        "games_per_second": won / took,
        "actions_per_second": actions / took,
        "actions_per_game": actions / games,
    }


def loop(rules: Rules, seconds: float, number: int) -> Values:
    """Random games inside the engine.

    `games_per_second` counts won games only; chance outcomes count as actions too.
    """
    start, chooser = rules.start(), Chooser(SEED + number)
    won = games = actions = 0
    begun = time.process_time()
    while True:
        # Batches: few enough calls to cost nothing, short enough to end on time in a fast or a slow build.
        took = time.process_time() - begun
        if took >= seconds and won:
            return rates(won, games, actions, took)
        tally = playouts(rules, start, max(1, games // 8), chooser, MOST_ACTIONS)
        won += min(sum(int(n) for n in tally.wins), int(tally.games))  # a shared win counts once per seat
        games += int(tally.games)
        actions += int(tally.steps)


def loop_of(make: Callable[[int], Rules]) -> Measure:
    """Random games inside the engine, under new rules in every round."""
    return lambda seconds, number: loop(make(number), seconds, number)


def named(prefix: str, measure: Measure) -> Measure:
    """The same measure, its figures named with a prefix."""
    return lambda seconds, number: {f"{prefix}_{name}": value for name, value in measure(seconds, number).items()}


def growing(suffix: str, measure: Measure) -> Measure:
    """Games and actions a second of a loop, names suffixed."""

    def kept(seconds: float, number: int) -> Values:
        values = measure(seconds, number)
        return {f"loop_{name}_{suffix}": values[name] for name in ("games_per_second", "actions_per_second")}

    return kept
