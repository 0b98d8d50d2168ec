"""The protocol of the driver and a worker: lines of text.

The worker first identifies itself with a JSON object: versions by name, or `{"error": "why it cannot run"}`. Then
each line `MEASURE SECONDS NUMBER` asks for a round of about so many seconds, with NUMBER as the seed. The answer is
one JSON object: the figures, and `cpu` and `wall`, the processor time and the elapsed time of the round in seconds.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Mapping
from typing import IO

Answer = Callable[[str, float, int], Mapping[str, float]]


def rates(measure: str, won: int, games: int, actions: int, took: float) -> dict[str, float]:
    """The figures of whole games: won games and actions per second, actions per game."""
    return {
        f"{measure}_games_per_second": won / took,
        f"{measure}_actions_per_second": actions / took,
        f"{measure}_actions_per_game": actions / games,
    }


def serve(
    about: Mapping[str, object], answer: Answer, lines: IO[str] | None = None, out: IO[str] | None = None
) -> None:
    """Print the versions, then answer every line until the input ends."""
    lines, out = lines or sys.stdin, out or sys.stdout
    print(json.dumps(about), file=out, flush=True)
    for line in lines:
        # A measure's name may have several words; the numbers are the last two.
        measure, seconds, number = line.rstrip("\n").rsplit(" ", 2)
        wall, cpu = time.perf_counter(), time.process_time()
        figures = answer(measure, float(seconds), int(number))
        spent = {"cpu": time.process_time() - cpu, "wall": time.perf_counter() - wall}
        print(json.dumps({**figures, **spent}), file=out, flush=True)
