"""How a store speaks to SQLite: in threads of its own, where a transaction goes as a whole.

Statement by statement each would be several ways to a thread and back, and each of them waits for a turn of the event
loop: while it draws tables all the time, a commit took some forty of its turns.
"""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final, TypeVar

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import QueuePool

T = TypeVar("T")

NAME: Final = "store"
"""What the threads are called."""
PATIENCE: Final = 5
"""How many seconds a connection waits for another that has the file locked."""


class SQLite:
    """A database in a file that one server uses: one thread writes, so that writers wait in order, and one reads.

    A database in memory lives in its one connection, and so in one thread.
    """

    shared: Final = False
    failures: Final = (SQLAlchemyError, OSError)

    def __init__(self, url: URL) -> None:
        memory = url.database in (None, "", ":memory:")
        if not memory:
            make(Path(str(url.database)))
        self._writer = Thread(url)
        self._reader = self._writer if memory else Thread(url, reads=True)

    @property
    def engine(self) -> Engine:
        """See `Database.engine`."""
        return self._writer.engine

    async def write(self, work: Callable[[Connection], T], *, hurry: bool = True) -> T:
        """See `Database.write`. A file answers or fails: there is nothing to wait for."""
        return await self._writer.run(work)

    async def read(self, work: Callable[[Connection], T]) -> T:
        """See `Database.read`."""
        return await self._reader.run(work)

    def line(self) -> contextlib.AbstractAsyncContextManager[Any]:
        """See `Database.line`."""
        raise NotImplementedError("a server that is alone has nobody to listen to")

    async def close(self) -> None:
        """See `Database.close`."""
        for thread in {self._writer, self._reader}:
            await thread.close()


class Thread:
    """One connection in one thread; on request only for reading. Close with `close`."""

    def __init__(self, url: URL, *, reads: bool = False) -> None:
        self.engine = create_engine(url, poolclass=QueuePool, pool_size=1, max_overflow=0, hide_parameters=True)
        pragmatic(self.engine, "BEGIN" if reads else "BEGIN IMMEDIATE")
        self._thread = ThreadPoolExecutor(1, thread_name_prefix=NAME)

    async def run(self, work: Callable[[Connection], T]) -> T:
        """Carry this out in a transaction; when it returns, what it wrote is on disk. An error in it takes all back."""

        def job() -> T:
            with self.engine.begin() as connection:
                return work(connection)

        return await asyncio.get_running_loop().run_in_executor(self._thread, job)

    async def close(self) -> None:
        """Close the connection."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self.engine.dispose)
        self._thread.shutdown(wait=False)


def make(file: Path) -> None:
    """Make the file of a database, if it is not there, so that nobody else on the machine can read it: hands lie in it.

    Its journal gets the same mode.
    """
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    # A folder that cannot be written to is told of when the connection fails.
    with contextlib.suppress(OSError):
        file.touch(mode=0o600)


def log_ahead(cursor: sqlite3.Cursor) -> None:
    """Turn to write-ahead logging, which lasts. While another server does it first, SQLite does not wait by itself."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            cursor.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
            time.sleep(0.02)


def pragmatic(engine: Engine, begin: str) -> None:
    """What every connection is told, and by which statement a transaction begins: one for writing says so at once."""

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _record: object) -> None:
        # The driver must not begin transactions by itself: it would do so too late, and never for reading.
        connection.isolation_level = None
        cursor = connection.cursor()
        for pragma in (f"busy_timeout={1000 * PATIENCE}", "synchronous=FULL", "foreign_keys=ON"):
            cursor.execute(f"PRAGMA {pragma}")
        log_ahead(cursor)
        cursor.close()

    @event.listens_for(engine, "begin")
    def begun(connection: Connection) -> None:
        connection.exec_driver_sql(begin)
