"""Times `resample` on positions of the recorded games between greedy bots: for `benchmarks.resample`.

    python -P -m benchmarks.workers.resampled POSITIONS TIMES

Prints one line of JSON: how the engine is built, and for each kind of game the microseconds per position. The views
of every seat and of a spectator are used in turn.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator

from bastide.kernel.built import is_compiled
from bastide.kernel.families import configure
from bastide.kernel.resample import resample
from bastide.kernel.rules import Rules
from bastide.kernel.state import State
from benchmarks.recorded import Recorded, kinds, read
from benchmarks.recorded.make import plans


def positions(game: Recorded) -> Iterator[tuple[Rules, State]]:
    """The positions before all decisions of a game with hidden cards; none of others."""
    rules = configure(game.config, None)
    if not rules.schema.pools:
        return
    s = rules.start()
    for seat, text in game.decisions:
        yield rules, s.copy()
        for code in rules.read(text):
            rules.apply(s, seat, code)


def chosen(kind: str, count: int) -> list[tuple[Rules, State]]:
    """That many positions of a kind's greedy games, evenly spaced; all if there are no more."""
    bots = [bot for _, bot, games in plans()[kind] for _ in range(games)]
    found = [one for bot, game in zip(bots, read(kind), strict=True) if bot == "greedy" for one in positions(game)]
    return [found[n * len(found) // count] for n in range(count)] if len(found) > count else found


def timed(rules: Rules, state: State, viewer: int, times: int) -> float:
    """The microseconds to deal a position once: the lowest mean of three series."""
    means = []
    for row in range(3):
        begun = time.process_time_ns()
        for seed in range(row * times, (row + 1) * times):
            resample(rules, state, viewer, seed)
        means.append((time.process_time_ns() - begun) / times / 1000)
    return min(means)


def main() -> None:
    """Measure and print."""
    count, times = (int(word) for word in sys.argv[1:])
    out: dict[str, list[float]] = {}
    for kind in kinds():
        found = chosen(kind, count)
        if found:
            viewers = int(found[0][0].seats) + 1
            out[kind] = [round(timed(*one, n % viewers - 1, times), 3) for n, one in enumerate(found)]
    print(json.dumps({"compiled": is_compiled(), "kinds": out}))


if __name__ == "__main__":
    main()
