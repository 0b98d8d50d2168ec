"""How much one connection or one address may ask: token buckets, a bounded number of them, and lines that stay open."""

from __future__ import annotations

import contextlib
import ipaddress
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from typing import Final

KEPT: Final = 10_000
TOGETHER: Final = 5
"""A table or an account hears as many guesses as this many addresses may make: none alone may lock out all others."""


def network(host: str) -> str:
    """From where somebody asks; whole networks of IPv6 count as one.

    >>> network("2001:db8:1:2:3:4:5:6"), network("192.0.2.7")
    ('2001:db8:1:2', '192.0.2.7')

    However an address is written, its zeros left out or not; and one of IPv4 stays what it is.

    >>> network("2001:db8::1:2:3:4"), network("2001:db8::5"), network("::ffff:192.0.2.7")
    ('2001:db8:0:0', '2001:db8:0:0', '192.0.2.7')
    """
    if host.count(":") < 2:
        return host
    try:
        found = ipaddress.IPv6Address(host)
    except ValueError:
        return host
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    number = int(found) >> 64
    return ":".join(f"{number >> shift & 0xFFFF:x}" for shift in (48, 32, 16, 0))


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
        wait = self.take(asker)
        if wait:
            self.give(asker)
        return wait

    def take(self, asker: str) -> float:
        """Take a request of the asker out. 0 if it may go now, else the seconds until it may; it counts either way."""
        bucket = self._buckets.pop(asker, None) or Bucket(self._rate, self._burst)
        self._buckets[asker] = bucket
        if len(self._buckets) > KEPT:
            self._buckets.popitem(last=False)
        return bucket.take()

    def give(self, asker: str) -> None:
        """Put a request back that is not to count after all."""
        bucket = self._buckets.get(asker)
        if bucket is not None:
            bucket.give()


class Lines:
    """How many lines stay open at once: `most` in all, `each` of one asker."""

    def __init__(self, most: int, each: int) -> None:
        self._most = most
        self._each = each
        self._open: Counter[str] = Counter()

    def full(self) -> bool:
        """Whether nobody may open another."""
        return self._open.total() >= self._most

    def enough(self, asker: str) -> bool:
        """Whether this asker may not open another."""
        return self._open[asker] >= self._each

    @contextlib.contextmanager
    def hold(self, asker: str) -> Iterator[None]:
        """A line that is open for as long as this is entered."""
        self._open[asker] += 1
        try:
            yield
        finally:
            self._open[asker] -= 1
            if not self._open[asker]:
                del self._open[asker]
