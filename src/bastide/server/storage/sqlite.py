"""SQLite as the store's database: whole transactions in threads of its own.

Running each statement separately would switch threads and wait for the event loop several times per transaction: while
the loop was busy rendering, a commit took some forty iterations of it.
"""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final, Protocol, TypeVar

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import QueuePool

from bastide.server.storage.database_file import DatabaseFile
from bastide.server.storage.server_lock import ServerLock

T = TypeVar("T")

NAME: Final = "store"
"""The name of the threads."""
PATIENCE: Final = 5
"""How many seconds a connection waits for a locked file."""


class SQLite:
    """A database file used by one server: one thread writes, so that writers are queued in order, and one reads.

    An in-memory database lives in its one connection, and so in one thread.
    """

    shared: Final = False
    failures: Final = (SQLAlchemyError, OSError)

    def __init__(self, url: URL) -> None:
        memory = url.database in (None, "", ":memory:")
        self._file = None if memory else make(Path(str(url.database)))
        self._lock = None if memory else ServerLock(Path(str(url.database)))
        self._writer = Thread(url, self._check)
        self._reader = self._writer if memory else Thread(url, self._check, reads=True)

    @property
    def engine(self) -> Engine:
        """See `Database.engine`."""
        return self._writer.engine

    async def write(self, work: Callable[[Connection], T], *, hurry: bool = True) -> T:
        """See `Database.write`. There is no time limit: a local file answers or fails."""
        return await self._writer.run(work)

    async def read(self, work: Callable[[Connection], T]) -> T:
        """See `Database.read`."""
        return await self._reader.run(work)

    def dedicated_connection(self) -> contextlib.AbstractAsyncContextManager[Any]:
        """See `Database.dedicated_connection`."""
        raise NotImplementedError("a server that is alone has nobody to listen to")

    def claim(self) -> None:
        """See `Database.claim`."""
        if self._lock is not None:
            self._lock.take()

    def _check(self, *, is_open: bool = True) -> None:
        """Make sure that the path leads to the open file, and that no other server uses it."""
        if self._file is not None:
            self._file.check(is_open=is_open)
        if self._lock is not None and is_open:
            self._lock.keep()

    async def close(self) -> None:
        """See `Database.close`."""
        for thread in {self._writer, self._reader}:
            await thread.close()
        if self._file is not None:
            self._file.close()
        if self._lock is not None:
            self._lock.release()


class Check(Protocol):
    """Looks at the database file before and after each transaction, and before it is open."""

    def __call__(self, *, is_open: bool = True) -> None:
        """:raises OSError: it must not be used."""


class Thread:
    """A thread with one connection, optionally read-only. It fails while `check` does, which looks at the file."""

    def __init__(self, url: URL, check: Check, *, reads: bool = False) -> None:
        self._check = check
        self.engine = create_engine(url, poolclass=QueuePool, pool_size=1, max_overflow=0, hide_parameters=True)
        pragmatic(self.engine, "BEGIN" if reads else "BEGIN IMMEDIATE")

        @event.listens_for(self.engine, "do_connect")
        def connecting(*_: object) -> None:
            # SQLite would create a file that is not there.
            check(is_open=False)

        self._thread = ThreadPoolExecutor(1, thread_name_prefix=NAME)

    async def run(self, work: Callable[[Connection], T]) -> T:
        """Run a transaction; when this returns, it is on disk. An exception rolls it back."""

        def job() -> T:
            with self.engine.begin() as connection:
                self._check()
                result = work(connection)
            # What was just committed must be where the next start looks for it.
            self._check()
            return result

        return await asyncio.get_running_loop().run_in_executor(self._thread, job)

    async def close(self) -> None:
        """Close the connection and stop the thread."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self.engine.dispose)
        self._thread.shutdown(wait=False)


def make(file: Path) -> DatabaseFile:
    """Create the database file if it does not exist, readable by its owner only: it contains hidden information.

    SQLite gives its journal the same mode.
    """
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    # A read-only folder is reported when the connection fails.
    with contextlib.suppress(OSError):
        file.touch(mode=0o600)
    return DatabaseFile(file)


def log_ahead(cursor: sqlite3.Cursor) -> None:
    """Switch to write-ahead logging, which persists. SQLite does not wait while another process switches."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            cursor.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
            time.sleep(0.02)


def readable(text: bytes) -> str:
    """A stored text; what is not UTF-8 is replaced."""
    return text.decode("utf-8", "replace")


def pragmatic(engine: Engine, begin: str) -> None:
    """Configure every connection, and the statement that begins a transaction: a write transaction locks at once."""

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _record: object) -> None:
        # sqlite3 must not begin transactions itself: it would do so too late, and never for reads.
        connection.isolation_level = None
        # A damaged text fails where it is read, not every query that comes across it.
        connection.text_factory = readable
        cursor = connection.cursor()
        for pragma in (f"busy_timeout={1000 * PATIENCE}", "synchronous=FULL", "foreign_keys=ON"):
            cursor.execute(f"PRAGMA {pragma}")
        log_ahead(cursor)
        cursor.close()

    @event.listens_for(engine, "begin")
    def begun(connection: Connection) -> None:
        connection.exec_driver_sql(begin)
