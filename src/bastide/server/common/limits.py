"""Rate limits: token buckets per connection or address, a bounded number of them, and a limit of open connections."""

from __future__ import annotations

import contextlib
import ipaddress
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from typing import Final

KEPT: Final = 10_000
TOGETHER: Final = 5
"""How many times the guesses of one address a table or an account accepts: no address can lock out all others."""


def network(host: str) -> str:
    """The address that limits apply to; an IPv6 /64 network counts as one.

    >>> network("2001:db8:1:2:3:4:5:6"), network("192.0.2.7")
    ('2001:db8:1:2', '192.0.2.7')

    The spelling of an address does not matter, and mapped IPv4 addresses stay IPv4.

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
    """A token bucket: `burst` requests at once, then `rate` per second."""

    def __init__(self, rate: float, burst: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._burst = float(burst)
        self._clock = clock
        self._left = float(burst)
        self._at = clock()

    def take(self) -> float:
        """Take a token. 0 if the request may go now, else the seconds to wait; the token is taken either way."""
        now = self._clock()
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
        self._left -= 1
        return max(0.0, -self._left / self._rate)

    def give(self) -> None:
        """Put a token back."""
        self._left += 1


class Buckets:
    """A token bucket per client; the least recently used are dropped."""

    def __init__(self, rate: float, burst: int) -> None:
        self._rate = rate
        self._burst = burst
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def wait(self, asker: str) -> float:
        """0 if the client may go on, else the seconds to wait; a request that must wait takes no token."""
        wait = self.take(asker)
        if wait:
            self.give(asker)
        return wait

    def take(self, asker: str) -> float:
        """Take a token of the client. 0 if the request may go now, else the seconds to wait; it is taken either way."""
        bucket = self._buckets.pop(asker, None) or Bucket(self._rate, self._burst)
        self._buckets[asker] = bucket
        if len(self._buckets) > KEPT:
            self._buckets.popitem(last=False)
        return bucket.take()

    def give(self, asker: str) -> None:
        """Put a token of the client back."""
        bucket = self._buckets.get(asker)
        if bucket is not None:
            bucket.give()


class OpenConnections:
    """Limits open connections: `most` in all, `each` per client."""

    def __init__(self, most: int, each: int) -> None:
        self._most = most
        self._each = each
        self._open: Counter[str] = Counter()

    def full(self) -> bool:
        """Whether the total limit is reached."""
        return self._open.total() >= self._most

    def enough(self, asker: str) -> bool:
        """Whether the limit of this client is reached."""
        return self._open[asker] >= self._each

    @contextlib.contextmanager
    def hold(self, asker: str) -> Iterator[None]:
        """Count a connection of the client as open while the context is entered."""
        self._open[asker] += 1
        try:
            yield
        finally:
            self._open[asker] -= 1
            if not self._open[asker]:
                del self._open[asker]
