"""Which database is meant, and what is asked of it: SQLite in one file, or PostgreSQL for several servers at once."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from importlib.util import find_spec
from typing import Any, Final, Protocol, TypeVar

from sqlalchemy import URL, Connection, Engine, make_url
from sqlalchemy.exc import ArgumentError

T = TypeVar("T")

DRIVERS: Final = {"sqlite": "sqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}
"""How each kind of database is reached. What others call `postgres://` is the same."""


class UnusableDatabase(ValueError):
    """This is no database that could be used; the message says what would be right and quotes no URL."""


class Database(Protocol):
    """How a store speaks to its database: by transactions that go there as a whole."""

    @property
    def shared(self) -> bool:
        """Whether several servers may use it; it then writes for several at once, otherwise for one after the other."""
        ...

    @property
    def failures(self) -> tuple[type[Exception], ...]:
        """What it looks like when it does not do what it is asked."""
        ...

    @property
    def engine(self) -> Engine:
        """What the connections that write come from."""
        ...

    async def write(self, work: Callable[[Connection], T], *, hurry: bool = True) -> T:
        """Carry out a transaction; when this returns, it is on disk. An error in it takes all back.

        `hurry` is whether it has failed if it takes very long.
        """
        ...

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Read all that is asked as it stands at one moment."""
        ...

    def line(self) -> AbstractAsyncContextManager[Any]:
        """A connection of the driver that is used for nothing else and closed afterwards."""
        ...

    async def close(self) -> None:
        """Close all connections."""
        ...


def parse(text: str) -> URL:
    """The URL of a database, with its driver.

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
    if DRIVERS[kind].endswith("asyncpg") and find_spec("asyncpg") is None:
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


def connect(url: URL) -> Database:
    """The way to a database; nothing is opened yet."""
    # Each brings libraries that take longer to come than a restarted server has: the other's are left.
    if url.get_backend_name() == "sqlite":
        from bastide.server.sqlite import SQLite

        return SQLite(url)
    from bastide.server.postgresql import PostgreSQL

    return PostgreSQL(url)
