"""The database interface of the store: SQLite in one file, or PostgreSQL for several servers at once."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, Protocol, TypeVar

from sqlalchemy import URL, Connection, Engine, make_url
from sqlalchemy.exc import ArgumentError

from bastide.server.common.settings import Settings

T = TypeVar("T")

DRIVERS: Final = {"sqlite": "sqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}
"""The SQLAlchemy driver for each kind of database. `postgres://` is an alias."""


class UnusableDatabase(ValueError):
    """A URL that names no usable database; the message says what would be right and quotes no URL."""


class Database(Protocol):
    """How the store accesses its database: one whole transaction at a time."""

    @property
    def shared(self) -> bool:
        """Whether several servers may use it; it then runs transactions concurrently, otherwise one after the other."""
        ...

    @property
    def failures(self) -> tuple[type[Exception], ...]:
        """The exceptions that it raises when it fails."""
        ...

    @property
    def engine(self) -> Engine:
        """The engine that write connections come from."""
        ...

    async def write(self, work: Callable[[Connection], T], *, hurry: bool = True) -> T:
        """Run a transaction; when this returns, it is on disk. An exception rolls it back.

        With `hurry` it fails if it takes very long.
        """
        ...

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Run several reads in one transaction."""
        ...

    def dedicated_connection(self) -> AbstractAsyncContextManager[Any]:
        """A driver connection for one use, closed afterwards."""
        ...

    def claim(self) -> None:
        """Make sure that no other server uses the database, unless it is `shared`.

        :raises OSError: another one does.
        """
        ...

    async def close(self) -> None:
        """Close all connections."""
        ...


def parse(text: str) -> URL:
    """Parse a database URL and add its driver.

    :raises UnusableDatabase: it is no URL, or of an unsupported kind.
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
    if DRIVERS[kind].endswith("asyncpg") and find_spec("asyncpg") is None:
        raise UnusableDatabase("PostgreSQL needs a package that is not installed: pip install 'bastide[postgresql]'")
    if "sslmode" in url.query:
        # The name that libpq and hosting providers use.
        url = url.update_query_dict({"ssl": url.query["sslmode"]}).difference_update_query(["sslmode"])
    return url.set(drivername=DRIVERS[kind])


def file_of(text: str) -> Path | None:
    """The file of an SQLite database; None for another kind, one in memory, or a URL that cannot be read."""
    try:
        url = parse(text)
    except UnusableDatabase:
        return None
    memory = url.get_backend_name() != "sqlite" or url.database in (None, "", ":memory:")
    return None if memory else Path(str(url.database))


def shown(text: str) -> str:
    """A database as it may appear in messages and logs: without user, password and query."""
    try:
        url = parse(text)
    except UnusableDatabase:
        return "of this URL"
    if url.get_backend_name() == "sqlite":
        return str(url.database or ":memory:")
    host = f"[{url.host}]" if url.host and ":" in url.host else url.host or ""
    return f"postgresql://{host}{f':{url.port}' if url.port else ''}/{url.database or ''}"


def location(settings: Settings) -> str:
    """Where tables are stored, for display: without user and password."""
    return shown(settings.database_url) if settings.database else str(settings.data)


def connect(url: URL) -> Database:
    """The database for a URL; nothing is opened yet."""
    # Import only one of them: each driver takes longer to import than a restarting server can spare.
    if url.get_backend_name() == "sqlite":
        from bastide.server.storage.sqlite import SQLite

        return SQLite(url)
    from bastide.server.storage.postgresql import PostgreSQL

    return PostgreSQL(url)
