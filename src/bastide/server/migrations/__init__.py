"""How the database came to be as it is, step by step; run when the store is opened."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

QUEUE: Final = 0x62617374
"""The advisory lock of PostgreSQL that whoever migrates holds."""


def config(connection: Connection) -> Config:
    """Alembic's configuration for these migrations on this connection."""
    made = Config()
    made.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    made.attributes["connection"] = connection
    return made


def upgrade(connection: Connection, revision: str = "head") -> None:
    """Bring a database, empty or old, up to a revision. Servers that start together do so one after the other."""
    _queue(connection)
    command.upgrade(config(connection), revision)


def is_current(connection: Connection) -> bool:
    """Whether a database is at the newest revision."""
    heads = ScriptDirectory.from_config(config(connection)).get_heads()
    return set(MigrationContext.configure(connection).get_current_heads()) == set(heads)


def revisions() -> set[str]:
    """Every revision that a database may be at."""
    return {script.revision for script in ScriptDirectory(str(Path(__file__).parent)).walk_revisions()}


def downgrade(connection: Connection, revision: str) -> None:
    """Take a database back to a revision; `base` is nothing at all."""
    _queue(connection)
    command.downgrade(config(connection), revision)


def _queue(connection: Connection) -> None:
    """Wait until nobody else migrates, for as long as that takes. SQLite has one writer anyway."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SET LOCAL lock_timeout = 0"))
        connection.execute(text("SET LOCAL statement_timeout = 0"))
        connection.execute(text("SELECT pg_advisory_xact_lock(:queue)"), {"queue": QUEUE})
