"""Who is at a table and who is away. Only memory knows: after a restart everybody is away until they come back."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Final, NamedTuple

from bastide.server.state import Gap, Seat

AWAY: Final = 5.0
"""For how many seconds nobody is called away: a page that is loaded anew is gone for a moment."""


class _Silence(NamedTuple):
    generation: int
    since: float
    at: int


class Presence:
    """How long each person of a table has been away. `changed` is called when a period ends without anybody acting."""

    def __init__(self, grace: float, changed: Callable[[], None], clock: Callable[[], float] = time.monotonic) -> None:
        self._grace = grace
        self._away = min(AWAY, grace)
        self._changed = changed
        self._clock = clock
        self._silent: dict[int, _Silence] = {}
        self._timer: asyncio.TimerHandle | None = None

    def update(self, seats: Sequence[Seat], connected: Collection[int]) -> None:
        """These are the seats now, and those whose people are connected. A seat's last line is the one that counts."""
        now = self._clock()
        for number, seat in enumerate(seats):
            if seat.kind != "person" or number in connected:
                self._silent.pop(number, None)
            elif number not in self._silent or self._silent[number].generation != seat.generation:
                self._silent[number] = _Silence(seat.generation, now, int(time.time()))
        self._wait()

    def heard(self, number: int) -> None:
        """Somebody without a line gave a sign of life for this seat: bots need none to play."""
        known = self._silent.get(number)
        if known is None:
            return
        missed = self._clock() - known.since >= self._away
        self._silent[number] = _Silence(known.generation, self._clock(), int(time.time()))
        self._wait()
        if missed:
            self._changed()

    def gaps(self) -> dict[int, Gap]:
        """The seats whose people are not connected."""
        now = self._clock()
        return {
            number: Gap(silent.at, now - silent.since >= self._away, now - silent.since >= self._grace)
            for number, silent in self._silent.items()
        }

    def close(self) -> None:
        """Wait for nothing any more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _wait(self) -> None:
        """Be called when the next period ends."""
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
