"""Measures how fast this machine is, compared with the one for which the budgets of the check are given.

`pace()` plays one loop of plain Python on every core of the check at once, a few times, and takes the best: other work
on the machine makes a time longer and never shorter.
"""

from __future__ import annotations

import time
from concurrent.futures import ProcessPoolExecutor
from typing import Final

ROUNDS: Final = 5
STEPS: Final = 400_000
REFERENCE: Final = 0.13
"""The seconds of the loop on each of the two quiet cores for which the budgets are given.

On such a core the interpreted engine plays 126 random games of the base island a second (measured on 2026-11-22).
"""


def loop(steps: int = STEPS) -> float:
    """Play the loop once; its seconds. It does what tests do most: calls, dicts, lists and integers."""
    begun = time.perf_counter()
    found: dict[int, list[int]] = {}
    for step in range(steps):
        found.setdefault(mixed(step) % 1009, []).append(step)
        if step % 4096 == 0:
            found.clear()
    return time.perf_counter() - begun


def mixed(number: int) -> int:
    """A number that looks random."""
    return (number * 1_103_515_245 + 12_345) & 0x7FFFFFFF


def pace(cores: int) -> float:
    """How much this machine does in the time in which the one of the budgets does 1, with so many cores at work."""
    with ProcessPoolExecutor(cores) as pool:
        rounds = [max(pool.map(loop, [STEPS] * cores)) for _ in range(ROUNDS)]
    return REFERENCE / min(rounds)
