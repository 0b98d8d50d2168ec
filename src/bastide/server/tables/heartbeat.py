"""Detects that the server stood still: its process was stopped, its machine slept, or its event loop was blocked."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Final

from bastide.server.common.logs import write
from bastide.server.log.clock import now

log = logging.getLogger("bastide.server")

INTERVAL: Final = 0.1
"""How often, in seconds, the event loop proves that it runs."""
LATE: Final = 250
"""After how many milliseconds without progress a server, or what a table waits for, counts as stalled."""
SETTLE: Final = 500
"""For how many milliseconds clocks stand after a stall: what was sent meanwhile is read before anybody is late."""
TOLD: Final = 1000
"""The shortest stall that is logged, in milliseconds."""
STOOD_STILL: Final = "server stood still"
"""The event that is logged."""


class Heartbeat:
    """Counts the time for which a server stood still, which no clock may charge to a player.

    It relies on nobody's order in the event loop: while a beat is overdue, `stood` grows with the time that passes.
    `recovered` is called after a stall, once the time is counted.
    """

    def __init__(self, recovered: Callable[[], None], time: Callable[[], int] = now) -> None:
        self._recovered = recovered
        self._time = time
        self._last = time()
        self._stood = 0
        self.beats = 0
        """How often it has beaten, for a watchdog."""
        self._settled = 0
        self._task = asyncio.create_task(self._run(), name="heartbeat")

    def stood(self) -> int:
        """For how many milliseconds the server has stood still in all. It never decreases."""
        gone = self._time() - self._last
        return self._stood + (gone if gone > LATE or self._last < self._settled else 0)

    def beat(self) -> None:
        """Note that the event loop runs."""
        self.beats += 1
        at = self._time()
        gone = at - self._last
        stalled = gone > LATE
        if stalled or self._last < self._settled:
            self._stood += gone
        self._last = at
        if stalled:
            self._settled = at + SETTLE
            if gone >= TOLD:
                write(log, logging.WARNING, STOOD_STILL, ms=gone)
            self._recovered()

    async def close(self) -> None:
        """Stop."""
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(INTERVAL)
            self.beat()
