"""Who is connected to a table. Kept in memory only: after a restart all people count as away until they reconnect."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Final, NamedTuple

from bastide.server.log.state import ChairState, Gap

AWAY: Final = 5.0
"""How many seconds of disconnection are ignored: reloading a page takes a moment."""


class _Silence(NamedTuple):
    generation: int
    since: float
    at: int


class Presence:
    """How long each person of a table has been disconnected. `changed` is called when a period ends by itself."""

    def __init__(self, grace: float, changed: Callable[[], None], clock: Callable[[], float] = time.monotonic) -> None:
        self._grace = grace
        self._away = min(AWAY, grace)
        self._changed = changed
        self._clock = clock
        self._silent: dict[int, _Silence] = {}
        self._timer: asyncio.TimerHandle | None = None

    def update(self, seats: Sequence[ChairState], connected: Collection[int]) -> None:
        """Set the current seats, and those whose people are connected."""
        now = self._clock()
        for number, seat in enumerate(seats):
            if seat.kind != "person" or number in connected:
                self._silent.pop(number, None)
            elif number not in self._silent or self._silent[number].generation != seat.generation:
                self._silent[number] = _Silence(seat.generation, now, int(time.time()))
        self._wait()

    def heard(self, number: int) -> None:
        """Note a sign of life of a disconnected seat: bots can play without a connection."""
        known = self._silent.get(number)
        if known is None:
            return
        missed = self._clock() - known.since >= self._away
        self._silent[number] = _Silence(known.generation, self._clock(), int(time.time()))
        self._wait()
        if missed:
            self._changed()

    def gaps(self) -> dict[int, Gap]:
        """The seats of disconnected people."""
        now = self._clock()
        return {
            number: Gap(silent.at, now - silent.since >= self._away, now - silent.since >= self._grace)
            for number, silent in self._silent.items()
        }

    def close(self) -> None:
        """Cancel the timer."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _wait(self) -> None:
        """Set the timer to the end of the next period."""
        self.close()
        now = self._clock()
        ends = _ends(self._silent.values(), (self._away, self._grace))
        wait = min((end - now for end in ends if end > now), default=None)
        if wait is not None:
            self._timer = asyncio.get_running_loop().call_later(wait, self._ring)

    def _ring(self) -> None:
        self._timer = None
        self._changed()


def _ends(silences: Iterable[_Silence], periods: Sequence[float]) -> list[float]:
    return [silence.since + period for silence in silences for period in periods]
