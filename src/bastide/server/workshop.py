"""Where games are made and read: in a thread, one at a time, so that those who play wait for none of it.

Rules that nobody has played by for a while take long to make, 0.1 s and more with many expansions; a long log takes
long to play again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class Workshop:
    """The one thread of a server for all that may make the rules of a game."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()

    async def do(self, job: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
        """What a job gives, when it is its turn.

        It must share nothing that changes with what the loop does meanwhile.
        """
        async with self._turn:
            return await asyncio.to_thread(job, *given, **named)
