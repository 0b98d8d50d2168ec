"""Schema migrations, run when the store is opened."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sqlalchemy import Connection, inspect, text

# Importing Alembic takes longer than a restarting server can spare: it is imported only when there is something to
# migrate.
if TYPE_CHECKING:
    from alembic.config import Config

QUEUE: Final = 0x62617374
"""The advisory lock of PostgreSQL that serialises migrations."""


class Stuck(Exception):
    """A database cannot be migrated to the requested revision; the message says why."""


def config(connection: Connection) -> Config:
    """Alembic's configuration for these migrations on this connection."""
    from alembic.config import Config

    made = Config()
    made.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    made.attributes["connection"] = connection
    return made


def upgrade(connection: Connection, revision: str = "head") -> None:
    """Migrate a database, empty or old, up to a revision. Servers that start together do so one after the other.

    :raises Stuck: the database is of a newer version.
    """
    _queue(connection)
    if revision == "head" and is_current(connection):
        return
    unknown = newer(connection)
    if unknown:
        raise Stuck(
            f"it was written by a newer version of Bastide (revision {unknown[0][:40]}; this version knows "
            f"{max(revisions())}): install that version, or restore a backup made before the upgrade"
        )
    from alembic import command
    from alembic.util import CommandError

    try:
        command.upgrade(config(connection), revision)
    except CommandError as error:
        raise Stuck(str(error)) from error


def is_current(connection: Connection) -> bool:
    """Whether a database is at the newest revision."""
    return stored(connection) == [max(revisions())]


def stored(connection: Connection) -> list[str]:
    """The revision of a database, in a list that is empty if it has none."""
    if not inspect(connection).has_table("alembic_version"):
        return []
    return [str(found) for found in connection.scalars(text("SELECT version_num FROM alembic_version"))]


def newer(connection: Connection) -> list[str]:
    """The revision of a database, in a list that is empty if this version knows it, or there is none."""
    return [found for found in stored(connection) if found not in revisions()]


@cache
def revisions() -> frozenset[str]:
    """All revisions. Files are numbered in order."""
    return frozenset(path.name[:4] for path in (Path(__file__).parent / "versions").glob("[0-9]*.py"))


def downgrade(connection: Connection, revision: str) -> None:
    """Migrate a database back to a revision; `base` is empty."""
    from alembic import command

    _queue(connection)
    command.downgrade(config(connection), revision)


def _queue(connection: Connection) -> None:
    """Wait for other migrations, without a time limit. SQLite has one writer anyway."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SET LOCAL lock_timeout = 0"))
        connection.execute(text("SET LOCAL statement_timeout = 0"))
        connection.execute(text("SELECT pg_advisory_xact_lock(:queue)"), {"queue": QUEUE})
