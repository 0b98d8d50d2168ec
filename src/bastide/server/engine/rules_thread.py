"""A worker thread in which games are built and loaded, one at a time, without blocking the event loop.

Rules that are not in the cache take 0.1 s and more to build with many expansions, and a long log takes long to replay.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class RulesThread:
    """The one thread of a server for all work that may build rules."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()

    async def run(self, job: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
        """Run a job in the thread, after the jobs before it, and return its result.

        The job must not share mutable state with the event loop.
        """
        async with self._turn:
            return await asyncio.to_thread(job, *given, **named)
