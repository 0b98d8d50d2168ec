"""A worker thread in which games are built and loaded, one at a time, without blocking the event loop.

Rules that are not in the cache take 0.1 s and more to build with many expansions, and a long log takes long to replay.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from contextvars import ContextVar
from typing import Final, ParamSpec, TypeVar

from bastide.server.engine.contained import contained

P = ParamSpec("P")
T = TypeVar("T")

PIECE: Final = 0.002
"""The processor time in seconds after which a job lets the event loop go on."""
LONGEST: Final = 0.025
"""For how many seconds at most it waits for that."""


class Rests:
    """Lets an event loop make a pass whenever a job in another thread has had its piece of processor time.

    Both need the interpreter. While both want it the loop loses time at each of its system calls, hundreds of times
    in a pass that serves many connections: such a pass takes several times as long.
    """

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._passed = threading.Event()
        self._begun = 0.0

    def begin(self) -> None:
        """The job begins, in the thread that runs this."""
        RESTS.set(self)
        self._begun = time.thread_time()

    def rest(self) -> None:
        """Wait until the loop has made a pass, if it is time."""
        if time.thread_time() - self._begun < PIECE:
            return
        self._passed.clear()
        self._loop.call_soon_threadsafe(self._passed.set)
        self._passed.wait(LONGEST)
        self._begun = time.thread_time()


RESTS: ContextVar[Rests | None] = ContextVar("RESTS", default=None)
"""The rests of the job that runs, if it has any."""


def rest() -> None:
    """Between two parts of a job: let the event loop go on if the job has run for long."""
    rests = RESTS.get()
    if rests is not None:
        rests.rest()


class RulesThread:
    """The one thread of a server for all work that may build rules."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()
        self._count = 0
        self.job: tuple[int, int] | None = None
        """The number of the job that runs, and its thread."""

    async def run(self, job: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
        """Run a job in the thread, after the jobs before it, and return its result.

        The job must not share mutable state with the event loop. A long one calls `rest` between its parts.
        """
        rests = Rests()

        def begun() -> T:
            rests.begin()
            self._count += 1
            self.job = self._count, threading.get_ident()
            try:
                with contained():
                    return job(*given, **named)
            finally:
                self.job = None

        async with self._turn:
            return await asyncio.to_thread(begun)
