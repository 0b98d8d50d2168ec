"""How the driver and a worker talk: lines of text.

The worker first says what it is, as one JSON object: versions by name, or `{"error": "why it cannot run"}`. Then each
line `MEASURE SECONDS NUMBER` asks for a round of about so many seconds, NUMBER seeding what is drawn. It is answered by
one JSON object: the figures, besides `cpu` and `wall`, the processor time and the time that the round took in seconds.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Mapping
from typing import IO

Answer = Callable[[str, float, int], Mapping[str, float]]


def rates(measure: str, won: int, games: int, actions: int, took: float) -> dict[str, float]:
    """The figures of whole games: those that somebody won and the actions a second, the actions in a game."""
    return {
        f"{measure}_games_per_second": won / took,
        f"{measure}_actions_per_second": actions / took,
        f"{measure}_actions_per_game": actions / games,
    }


def serve(
    about: Mapping[str, object], answer: Answer, lines: IO[str] | None = None, out: IO[str] | None = None
) -> None:
    """Say what this is, then answer every line until there are no more."""
    lines, out = lines or sys.stdin, out or sys.stdout
    print(json.dumps(about), file=out, flush=True)
    for line in lines:
        # A measure may be called by several words; the numbers are the last two.
        measure, seconds, number = line.rstrip("\n").rsplit(" ", 2)
        wall, cpu = time.perf_counter(), time.process_time()
        figures = answer(measure, float(seconds), int(number))
        spent = {"cpu": time.process_time() - cpu, "wall": time.perf_counter() - wall}
        print(json.dumps({**figures, **spent}), file=out, flush=True)
