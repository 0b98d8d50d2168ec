"""A fake worker that answers at once, and fabricated comparison results."""

from __future__ import annotations

import sys
from typing import Any

from benchmarks.rounds import Measured, Subject

WORKER = """
import json, sys
print(json.dumps(ABOUT), flush=True)
for turn, line in enumerate(sys.stdin):
    measure, seconds, number = line.rsplit(" ", 2)
    print(measure, seconds, number, file=sys.stderr, flush=True)
    if turn == ENDS:
        sys.exit("out of memory")
    figures = {f"{measure}_games_per_second": SPEED * (1 + int(number)), "cpu": 0.5, "wall": 1.0}
    print(json.dumps(figures), flush=True)
"""


def subject(
    key: str, speed: float = 1.0, ends: int = -1, about: str = '{"version": "1"}', **measures: float
) -> Subject:
    """A subject whose worker answers with `speed` times one more than the number of the round."""
    text = WORKER.replace("SPEED", str(speed)).replace("ENDS", str(ends)).replace("ABOUT", about)
    return Subject(key, key.title(), (sys.executable, "-c", text), measures or {"loop": 1.0})


def measured() -> Measured:
    """Three rounds of the engine, of the same without seams, and of one peer."""

    def games(measure: str, *values: float) -> dict[str, list[float]]:
        return {
            f"{measure}_games_per_second": list(values),
            f"{measure}_actions_per_second": [1000 * value for value in values],
            f"{measure}_actions_per_game": [1000.0] * len(values),
        }

    own = games("loop", 4000, 4200, 4100) | games("driven", 1500, 1600, 1400)
    own |= {"copy_us": [0.5, 0.6, 0.4], "paired_loop_games_per_second": [98.0, 97.0, 99.0]}
    own |= {f"loop_games_per_second_{what}": [4000.0] * 3 for what in ("seats_2", "modules_0", "modules_1")}
    own |= {f"loop_actions_per_second_{what}": [4e6] * 3 for what in ("seats_2", "modules_0", "modules_1")}
    own |= {"loop_games_per_second_carcassonne": [5000.0] * 3, "loop_actions_per_second_carcassonne": [5e5] * 3}
    own |= {"placement_us_quarter_1": [2.0] * 3, "placement_us_quarter_4": [3.0] * 3}
    sizes = {"state_bytes": 3000, "state_bytes_seats_2": 2000, "state_bytes_carcassonne": 40000}
    return Measured(
        {
            "compiled": own,
            "without_seams": {"paired_loop_games_per_second": [100.0, 100.0, 100.0]},
            "fastcatan": games("driven", 500, 400, 700),
        },
        {
            "compiled": {"version": "0.1.0", "compiled": True, "python": "3.11.7", "sizes": sizes},
            "without_seams": {"version": "0.1.0", "sizes": sizes},
            "fastcatan": {"version": "2.0.0", "python": "3.12.1", "numpy": "2.0"},
        },
        ["catanatron: no such version"],
        3.0,
        4.0,
    )


def results() -> dict[str, Any]:
    """The same as plain data."""
    from benchmarks.results import results

    facts = {"Date": "2026-11-21", "Commit": "0123456789", "Processor": "An <old> one"}
    titles = {"compiled": "Bastide, compiled", "without_seams": "Bastide without", "fastcatan": "fastcatan"}
    return {**results(facts, 3, titles, measured()), "commands": ["make bench"]}
