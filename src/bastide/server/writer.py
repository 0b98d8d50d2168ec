"""Speaks to SQLite in a thread of its own: a transaction goes there as a whole, and comes back when it is on disk.

Through the asynchronous driver each statement is several ways to a thread and back, and each of them waits for a turn
of the event loop: while it draws tables all the time, a commit took some forty of its turns.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

from sqlalchemy import URL, Connection, create_engine
from sqlalchemy.pool import QueuePool

from bastide.server.database import READ, pragmatic

T = TypeVar("T")

NAME: Final = "store"
"""What the thread is called."""


class Writer:
    """One connection to a file, in one thread; on request only for reading. Close with `close`."""

    def __init__(self, url: URL, *, reads: bool = False) -> None:
        self._options = {READ: reads}
        self.engine = create_engine(
            url.set(drivername="sqlite"), poolclass=QueuePool, pool_size=1, max_overflow=0, hide_parameters=True
        )
        pragmatic(self.engine)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix=NAME)

    async def run(self, work: Callable[[Connection], T]) -> T:
        """Carry this out in a transaction; when it returns, what it wrote is on disk. An error in it takes all back."""

        def job() -> T:
            with self.engine.connect() as connection, connection.execution_options(**self._options).begin():
                return work(connection)

        return await asyncio.get_running_loop().run_in_executor(self._thread, job)

    async def close(self) -> None:
        """Close the connection."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self.engine.dispose)
        self._thread.shutdown(wait=False)
