"""How many faults were injected, by kind: kept in build/faults.json, and shown at the end of a run of the tests."""

from __future__ import annotations

import fcntl
import json
import os
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from tests.sizes import sized

FILE: Final = Path(__file__).parents[2] / "build" / "faults.json"
LEAST: Final = {
    "kills at chosen points": 32,
    "kills at chosen points, with undo": 32,
    "kills from outside": 15,
    "kills at the first start": 10,
    "kills at shared commits": 15,
    "bad messages": 130,
    "bad messages, with undo": 130,
    "bad lines": 100,
    "a database that takes nothing": 50,
    "a file that may not grow": 8,
    "a disk without room": 8,
    "a locked database": 8,
    "a database moved away": 8,
    "everything at once": 60,
    "stalls": 20,
    "bots in processes": sized(20, 1000),
    "PostgreSQL restarted": 6,
    "PostgreSQL connections ended": 10,
    "kills on PostgreSQL": 12,
}
"""The least number of faults that each test injects, or it fails."""
FACTOR: Final = float(os.environ.get("BASTIDE_TEST_FAULTS") or sized(1, 5))
"""How many times as many games are played under fire; for a long search."""


def report(name: str, counts: Counter[str], **measured: Any) -> None:
    """Keep what a test injected, after it has passed.

    :raises AssertionError: it was less than it was to be.
    """
    assert counts.total() >= LEAST[name], f"{name}: only {counts.total()} faults: {dict(counts)}"
    keep(name, faults=dict(sorted(counts.items())), **measured)


def until_enough(name: str, folder: Path, play: Callable[[Path], Counter[str]]) -> Counter[str]:
    """Play games, each in a folder of its own, until they injected what they are to inject, and report it.

    How many faults go into a game depends on how quick the machine is.

    :raises AssertionError: even five games were not enough.
    """
    counts: Counter[str] = Counter()
    for number in range(5):
        game = folder / str(number)
        game.mkdir()
        counts += play(game)
        if counts.total() >= LEAST[name]:
            break
    report(name, counts)
    return counts


def keep(name: str, **measured: Any) -> None:
    """Keep what a test measured."""
    FILE.parent.mkdir(exist_ok=True)
    with FILE.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        try:
            found = json.loads(FILE.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            found = {}
        found[name] = {"at": int(time.time()), **measured}
        FILE.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


def summary(since: float) -> list[str]:
    """What was injected since then (seconds since 1970), line by line; nothing if there was nothing."""
    try:
        found = json.loads(FILE.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return []
    found = {name: part for name, part in found.items() if part["at"] >= int(since)}
    lines = []
    total = 0
    for name, part in found.items():
        faults = part.get("faults", {})
        total += sum(faults.values())
        told = {kind: value for kind, value in part.items() if kind not in ("at", "faults")} | faults
        lines.append(f"{sum(faults.values()):5} {name}: {', '.join(f'{kind} {value}' for kind, value in told.items())}")
    return [*lines, f"{total:5} faults in all"] if lines else []
