"""PostgreSQL as the store's database: a connection pool for transactions, and a connection for LISTEN."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from typing import Any, Final, TypeVar

import asyncpg
from sqlalchemy import URL, Connection, Engine
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import create_async_engine

T = TypeVar("T")

POOL: Final = 10
"""The maximum number of pooled connections per server, beside the listener's."""
PATIENCE: Final = 20.0
"""After how many seconds a transaction without an answer has failed: a server may vanish silently."""
SESSION: Final = {
    "application_name": "bastide",
    # A server frozen in the middle of a transaction must not lock a table for longer than this.
    "idle_in_transaction_session_timeout": "10s",
    "lock_timeout": "10s",
    "statement_timeout": "15s",
    "jit": "off",
    # Whatever the database server's own setting: acknowledged means on disk.
    "synchronous_commit": "on",
}
"""Settings of every connection."""


class PostgreSQL:
    """A database that several servers share. Transactions of one server wait for each other only on locked rows."""

    shared: Final = True
    # While connecting, asyncpg's exceptions are not wrapped.
    failures: Final = (SQLAlchemyError, OSError, asyncpg.PostgresError, asyncpg.InterfaceError)

    def __init__(self, url: URL) -> None:
        self._engine = create_async_engine(
            url,
            pool_size=POOL // 2,
            max_overflow=POOL - POOL // 2,
            pool_timeout=PATIENCE,
            # A connection that died while idle is replaced transparently.
            pool_pre_ping=True,
            # Parameters contain hands and chat: no error message may quote them.
            hide_parameters=True,
            connect_args={"server_settings": SESSION, "timeout": PATIENCE / 2},
        )

    @property
    def engine(self) -> Engine:
        """See `Database.engine`."""
        return self._engine.sync_engine

    async def write(self, work: Callable[[Connection], T], *, hurry: bool = True) -> T:
        """See `Database.write`."""
        async with asyncio.timeout(PATIENCE if hurry else None), self._engine.begin() as connection:
            return await connection.run_sync(work)

    async def read(self, work: Callable[[Connection], T]) -> T:
        """See `Database.read`."""
        async with asyncio.timeout(PATIENCE), self._engine.connect() as connection:
            return await connection.run_sync(work)

    @contextlib.asynccontextmanager
    async def dedicated_connection(self) -> AsyncIterator[Any]:
        """See `Database.dedicated_connection`."""
        async with self._engine.connect() as connection:
            driver = (await connection.get_raw_connection()).driver_connection
            try:
                yield driver
            finally:
                with contextlib.suppress(*self.failures):
                    await connection.invalidate()

    def claim(self) -> None:
        """See `Database.claim`."""

    async def close(self) -> None:
        """See `Database.close`."""
        await self._engine.dispose()
