"""Stores together what several tables want stored at once: a database with one writer has one commit at a time.

A commit takes several turns of the event loop and waits for the disk, however little it stores. Those who come while
one is under way share the next one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Final, Generic, TypeVar

T = TypeVar("T")

MOST: Final = 64
"""How many share one commit at most."""


Waiting = tuple[T, "asyncio.Future[None]"]
"""What is to be stored, and who waits for that."""


class Batch(Generic[T]):
    """What waits to be stored. `store` stores some of it in one transaction, all or none.

    What it raises is tried again for each alone, so that nobody suffers for another; but not where it is `hopeless`:
    then it would be the same for each, and everybody would wait for it again and again.
    """

    def __init__(self, store: Callable[[Sequence[T]], Awaitable[None]], hopeless: type[Exception]) -> None:
        self._store = store
        self._hopeless = hopeless
        self._waiting: list[Waiting[T]] = []
        self._task: asyncio.Task[None] | None = None

    async def add(self, item: T) -> None:
        """Store this; when it returns, it is stored. It is stored also if nobody waits for that any longer.

        :raises Exception: whatever `store` raises for this alone, or what is hopeless for all.
        """
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((item, future))
        if self._task is None:
            self._task = asyncio.create_task(self._work(), name="batch")
        await future

    async def close(self) -> None:
        """Wait until nothing waits."""
        if self._task is not None:
            await asyncio.gather(self._task, return_exceptions=True)

    async def _work(self) -> None:
        try:
            while self._waiting:
                taken, self._waiting = self._waiting[:MOST], self._waiting[MOST:]
                await self._take(taken)
        finally:
            # Nothing is left but where this is cancelled.
            tell(self._waiting, asyncio.CancelledError())
            self._waiting.clear()
            self._task = None

    async def _take(self, taken: Sequence[Waiting[T]]) -> None:
        try:
            await self._store([item for item, _ in taken])
        except Exception as error:
            if len(taken) == 1 or isinstance(error, self._hopeless):
                tell(taken, error)
                return
            for one in taken:
                await self._take([one])
        except asyncio.CancelledError as error:
            tell(taken, error)
            raise
        else:
            tell(taken, None)


def tell(those: Sequence[Waiting[T]], error: BaseException | None) -> None:
    """Tell those who wait that they are stored, or why not; whoever waits no longer is told nothing."""
    for _, future in those:
        if future.done():
            continue
        if error is None:
            future.set_result(None)
        elif isinstance(error, asyncio.CancelledError):
            future.cancel()
        else:
            future.set_exception(error)
