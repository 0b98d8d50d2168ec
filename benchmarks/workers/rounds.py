"""What the workers of `benchmarks.rates` do alike: measure several things in turns, and print JSON."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Mapping

from bastide.kernel import built


def told(things: Mapping[str, Callable[[], int]], times: int) -> None:
    """Print the rates of each thing in all rounds, a second of processor time; each call returns how much it did.

    Every round measures all of them, one after another, so that they meet the same machine.
    """
    rates: dict[str, list[float]] = {}
    for _round in range(times):
        for name, done in things.items():
            begun = time.process_time()
            count = done()
            rates.setdefault(name, []).append(count / (time.process_time() - begun))
    json.dump({"compiled": built.is_compiled(), "rates": rates}, sys.stdout)
