"""A reusable buffer of action codes, so that listing legal actions allocates nothing."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

ROOM: Final[i64] = 128


@final
class Codes:
    """A growing buffer: `items[0]` to `items[count - 1]` are valid, the rest is stale."""

    def __init__(self) -> None:
        self.items: vec[i64] = vec[i64]([0] * ROOM)
        self.room: i64 = ROOM
        self.count: i64 = 0

    def clear(self) -> None:
        """Empty the row; keep its room."""
        self.count = 0

    def add(self, code: i64) -> None:
        """Append a code."""
        n = self.count
        if n == self.room:
            self._grow()
        self.items[n] = code
        self.count = n + 1

    def weigh(self, code: i64, weight: i64) -> None:
        """Append a chance outcome: its code, then its weight."""
        n = self.count
        if n + 2 > self.room:
            self._grow()
        self.items[n] = code
        self.items[n + 1] = weight
        self.count = n + 2

    def row(self) -> vec[i64]:
        """Return the codes as a new vector."""
        return self.items[: self.count]

    def _grow(self) -> None:
        self.room = 2 * self.room
        more = vec[i64]([0] * self.room)
        for i in range(self.count):
            more[i] = self.items[i]
        self.items = more
