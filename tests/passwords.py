"""A cheap password hasher for tests whose subject is not the cost of hashing."""

from __future__ import annotations

from functools import cache
from typing import Final

import pytest
from argon2 import PasswordHasher

from bastide.server.accounts import passwords

CHEAP: Final = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


@cache
def nobody() -> str:
    return CHEAP.hash(b"a discarded password")


@pytest.fixture
def production_cost() -> None:
    """Hash passwords in this test as a real server does."""


@pytest.fixture(autouse=True)
def cheap_passwords(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hash passwords in this process at the lowest cost, except in tests that ask for `production_cost`."""
    if "production_cost" not in request.fixturenames:
        monkeypatch.setattr(passwords, "HASHER", CHEAP)
        monkeypatch.setattr(passwords, "NOBODY", nobody())
