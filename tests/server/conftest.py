"""Databases for tests of the server: an SQLite file in the test's folder, or a fresh database of a real PostgreSQL.

Passwords are hashed at the lowest cost (`tests/passwords.py`), and empty databases get their schema at once
(`tests/laid_out.py`).
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.laid_out import laid_out_at_once as laid_out_at_once
from tests.laid_out import step_by_step as step_by_step
from tests.passwords import cheap_passwords as cheap_passwords
from tests.passwords import production_cost as production_cost
from tests.postgres import database
from tests.server.tables import USUAL


@pytest.fixture
def postgres_url() -> Iterator[str]:
    """A fresh database of a real PostgreSQL, as a plain URL; dropped after the test."""
    with database() as url:
        yield url


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def anywhere(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The plain URL of a fresh database, once of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'bastide.db'}"
    return str(request.getfixturevalue("postgres_url"))


@pytest.fixture
def everywhere(anywhere: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run a test once with each kind of database, which it opens by default."""
    monkeypatch.setitem(USUAL, "database", anywhere)
