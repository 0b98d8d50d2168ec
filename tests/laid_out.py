"""Empty databases that get their newest schema at once, in tests whose subject is not how it is migrated.

Alembic takes longer for its steps than most tests of the server take for the rest. Here they are run once in a process;
what they leave is then written into each empty SQLite database. Servers in processes of their own migrate for
themselves, and so do tests that ask for `step_by_step`.
"""

from __future__ import annotations

from functools import cache

import pytest
from sqlalchemy import Connection, create_engine

from bastide.server.storage import migrations

REAL = migrations.upgrade


@cache
def statements() -> tuple[str, ...]:
    """What makes an empty SQLite database one that has been migrated."""
    engine = create_engine("sqlite://")
    with engine.begin() as connection:
        REAL(connection)
    with engine.connect() as connection:
        found = tuple(connection.connection.iterdump())
    engine.dispose()
    return found[1:-1]  # without the transaction


def upgrade(connection: Connection, revision: str = "head") -> None:
    """See `migrations.upgrade`."""
    if revision != "head" or connection.dialect.name != "sqlite" or not empty(connection):
        REAL(connection, revision)
        return
    for statement in statements():
        connection.exec_driver_sql(statement)


def empty(connection: Connection) -> bool:
    """Whether an SQLite database has no table yet."""
    return connection.exec_driver_sql("SELECT 1 FROM sqlite_master LIMIT 1").first() is None


@pytest.fixture
def step_by_step() -> None:
    """Migrate databases in this test as a real server does."""


@pytest.fixture(autouse=True)
def laid_out_at_once(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Give empty databases of this process their schema at once, except in tests that ask for `step_by_step`."""
    if "step_by_step" not in request.fixturenames:
        monkeypatch.setattr(migrations, "upgrade", upgrade)
