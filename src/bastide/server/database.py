"""Which database is meant, and how it is spoken to: SQLite in one file, or PostgreSQL for several servers at once."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Any, Final

from sqlalchemy import URL, Connection, Engine, event, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import AsyncAdaptedQueuePool

try:
    import asyncpg
except ImportError:
    asyncpg = None

READ: Final = "bastide_read"
"""The execution option of a connection that only reads."""
DRIVERS: Final = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}
"""How each kind of database is reached. What others call `postgres://` is the same."""
POOL: Final = 10
"""How many connections to PostgreSQL a server keeps at most, beside the one that listens."""
PATIENCE: Final = 20.0
"""After how many seconds a transaction of PostgreSQL that has no answer has failed."""
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
"""What every connection to PostgreSQL is told."""

FAILURES: Final[tuple[type[Exception], ...]] = (
    SQLAlchemyError,
    OSError,
    # While it connects, the driver's own errors come as they are.
    *((asyncpg.PostgresError, asyncpg.InterfaceError) if asyncpg else ()),
)
"""What it looks like when a database does not do what it is asked."""


class UnusableDatabase(ValueError):
    """This is no database that could be used; the message says what would be right and quotes no URL."""


def parse(text: str) -> URL:
    """The URL of a database, with its asynchronous driver.

    :raises UnusableDatabase: it is none, or of a kind that Bastide does not keep tables in.
    """
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        raise UnusableDatabase(
            "it is no path and no URL like postgresql://USER:PASSWORD@HOST:5432/NAME; signs such as @ : / # in a "
            "password are written %40 %3A %2F %23"
        ) from None
    kind = url.drivername.partition("+")[0]
    if url.drivername not in (kind, DRIVERS.get(kind)) or kind not in DRIVERS:
        raise UnusableDatabase(f"tables are kept in sqlite: or postgresql:, not in {url.drivername[:40]!r}")
    if DRIVERS[kind].endswith("asyncpg") and asyncpg is None:
        raise UnusableDatabase("PostgreSQL needs a package that is not installed: pip install 'bastide[postgresql]'")
    if "sslmode" in url.query:
        # What PostgreSQL's own programs call it, and so the addresses that hosts hand out.
        url = url.update_query_dict({"ssl": url.query["sslmode"]}).difference_update_query(["sslmode"])
    return url.set(drivername=DRIVERS[kind])


def shown(text: str) -> str:
    """A database as it may stand in messages and logs: without user, password and query."""
    try:
        url = parse(text)
    except UnusableDatabase:
        return "of this URL"
    if url.get_backend_name() == "sqlite":
        return str(url.database or ":memory:")
    host = f"[{url.host}]" if url.host and ":" in url.host else url.host or ""
    return f"postgresql://{host}{f':{url.port}' if url.port else ''}/{url.database or ''}"


def in_memory(url: URL) -> bool:
    """Whether this database of SQLite is no file, and lives in its one connection."""
    return url.database in (None, "", ":memory:")


def connect(url: URL) -> AsyncEngine:
    """The connections to a database; nothing is opened yet."""
    return _sqlite(url) if url.get_backend_name() == "sqlite" else _postgresql(url)


def _postgresql(url: URL) -> AsyncEngine:
    return create_async_engine(
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


def _sqlite(url: URL) -> AsyncEngine:
    memory = in_memory(url)
    if not memory:
        Path(str(url.database)).parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        # Hands lie in the file: nobody else on the machine reads it. Its journal gets the same mode. A folder that
        # cannot be written to is told of when the connection fails.
        with contextlib.suppress(OSError):
            Path(str(url.database)).touch(mode=0o600)
    # A database in memory lives in its one connection.
    engine = create_async_engine(
        url,
        poolclass=AsyncAdaptedQueuePool,
        pool_size=1 if memory else 5,
        max_overflow=0 if memory else 5,
        hide_parameters=True,
    )

    pragmatic(engine.sync_engine)
    return engine


def pragmatic(engine: Engine) -> None:
    """What every connection to SQLite is told, and that a transaction for writing says so when it begins."""

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _record: object) -> None:
        # The driver must not begin transactions by itself: it would do so too late, and never for reading.
        connection.isolation_level = None
        cursor = connection.cursor()
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        reading = connection.get_execution_options().get(READ, False)
        connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")
