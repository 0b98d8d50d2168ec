"""How much one connection or one address may ask: token buckets, and a bounded number of them."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

KEPT: Final = 10_000


class Bucket:
    """Lets `burst` requests through at once and `rate` per second after that."""

    def __init__(self, rate: float, burst: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._burst = float(burst)
        self._clock = clock
        self._left = float(burst)
        self._at = clock()

    def take(self) -> float:
        """Take one request out. 0 if it may go now, else the seconds until it may; it counts either way."""
        now = self._clock()
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
        self._left -= 1
        return max(0.0, -self._left / self._rate)

    def give(self) -> None:
        """Put a request back that was not let through."""
        self._left += 1


class Buckets:
    """A bucket for each of many askers; the longest silent are forgotten."""

    def __init__(self, rate: float, burst: int) -> None:
        self._rate = rate
        self._burst = burst
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def wait(self, asker: str) -> float:
        """0 if the asker may go on, else the seconds until it may; a request that must wait does not count."""
        bucket = self._buckets.pop(asker, None) or Bucket(self._rate, self._burst)
        self._buckets[asker] = bucket
        if len(self._buckets) > KEPT:
            self._buckets.popitem(last=False)
        wait = bucket.take()
        if wait:
            bucket.give()
        return wait

    def give(self, asker: str) -> None:
        """Put a request back that is not to count after all."""
        bucket = self._buckets.get(asker)
        if bucket is not None:
            bucket.give()
