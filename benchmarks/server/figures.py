"""Percentiles, and summaries of the load and the server process."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

SHARES: Final = {"median": 0.5, "p99": 0.99, "p999": 0.999, "max": 1.0}


def percentile(values: Sequence[float], share: float) -> float:
    """The least value with at least that share at or below it. Raises ValueError if there are none.

    >>> percentile([3, 1, 2, 4], 0.5)
    2
    """
    if not values:
        raise ValueError("there are no values")
    return sorted(values)[max(math.ceil(share * len(values)) - 1, 0)]


def summary(values: Sequence[float]) -> dict[str, float]:
    """Median, p99, p999 and maximum of times in seconds, in milliseconds; empty if nothing was measured."""
    return {name: round(1000 * percentile(values, share), 2) for name, share in SHARES.items()} if values else {}
