"""Group commit: what several tables want to store at once shares one transaction, as the database has a single writer.

A commit waits for the disk and for several iterations of the event loop, however little it stores. Jobs that arrive
during one commit share the next.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Final, Generic, TypeVar

T = TypeVar("T")

MOST: Final = 64
"""The maximum number of jobs in one commit."""


Waiting = tuple[T, "asyncio.Future[None]"]
"""A job, and the future that its table awaits."""


class GroupCommit(Generic[T]):
    """A queue of jobs. `store` stores some of them in one transaction, all or none.

    If it fails, each job is tried again alone, so that none suffers from another; but not if the error is `hopeless`:
    then it would be the same for each, and all would wait for it again and again.
    """

    def __init__(self, store: Callable[[Sequence[T]], Awaitable[None]], hopeless: type[Exception]) -> None:
        self._store = store
        self._hopeless = hopeless
        self._waiting: list[Waiting[T]] = []
        self._task: asyncio.Task[None] | None = None

    async def add(self, item: T) -> None:
        """Store a job; when this returns, it is stored. Cancelling the caller does not cancel the job.

        :raises Exception: the error of `store` for this job alone, or one that is hopeless for all.
        """
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((item, future))
        if self._task is None:
            self._task = asyncio.create_task(self._work(), name="batch")
        await future

    async def close(self) -> None:
        """Wait until the queue is empty."""
        if self._task is not None:
            await asyncio.gather(self._task, return_exceptions=True)

    async def _work(self) -> None:
        try:
            while self._waiting:
                taken, self._waiting = self._waiting[:MOST], self._waiting[MOST:]
                await self._take(taken)
        finally:
            # Something is left only if this task is cancelled.
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
    """Resolve the futures of these jobs: stored, or the error. Cancelled ones are skipped."""
    for _, future in those:
        if future.done():
            continue
        if error is None:
            future.set_result(None)
        elif isinstance(error, asyncio.CancelledError):
            future.cancel()
        else:
            future.set_exception(error)
