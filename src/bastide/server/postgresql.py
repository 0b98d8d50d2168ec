"""How a store speaks to PostgreSQL: a few connections for several transactions at once, and one to listen on."""

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
"""How many connections a server keeps at most, beside the one that listens."""
PATIENCE: Final = 20.0
"""After how many seconds a transaction that has no answer has failed: a server may be gone without a word."""
SESSION: Final = {
    "application_name": "bastide",
    # A server that is frozen in the middle of a transaction must not hold a table for longer than this.
    "idle_in_transaction_session_timeout": "10s",
    "lock_timeout": "10s",
    "statement_timeout": "15s",
    "jit": "off",
    # Whatever the server's own setting is: what is acknowledged is on disk.
    "synchronous_commit": "on",
}
"""What every connection is told."""


class PostgreSQL:
    """A database that several servers share. Transactions of one server wait for each other only where they must."""

    shared: Final = True
    # While it connects, the driver's own errors come as they are.
    failures: Final = (SQLAlchemyError, OSError, asyncpg.PostgresError, asyncpg.InterfaceError)

    def __init__(self, url: URL) -> None:
        self._engine = create_async_engine(
            url,
            pool_size=POOL // 2,
            max_overflow=POOL - POOL // 2,
            pool_timeout=PATIENCE,
            # A connection that died while nobody used it is replaced without anybody noticing.
            pool_pre_ping=True,
            # The parameters are what people hold and say: no error message quotes them.
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
    async def line(self) -> AsyncIterator[Any]:
        """See `Database.line`."""
        async with self._engine.connect() as connection:
            driver = (await connection.get_raw_connection()).driver_connection
            try:
                yield driver
            finally:
                with contextlib.suppress(*self.failures):
                    await connection.invalidate()

    async def close(self) -> None:
        """See `Database.close`."""
        await self._engine.dispose()
