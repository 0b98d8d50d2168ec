"""Health and readiness: the answers for load balancers and monitors."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from starlette.testclient import TestClient

from bastide.server.http import health
from bastide.server.storage.store import Store, StoreError
from tests.server.tables import client_in, hub_in, run
from tests.server.test_http import make


@pytest.fixture(autouse=True)
def ask_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "KEPT", -1.0)


def ready(client: TestClient) -> tuple[int, Any]:
    response = client.get("/readyz")
    assert response.headers["cache-control"] == "no-store"
    return response.status_code, response.json()


def test_a_server_that_came_up_is_alive_and_ready(tmp_path: Path) -> None:
    with client_in(tmp_path) as client:
        make(client)
        assert client.get("/healthz").json() == {"status": "ok"}
        assert ready(client) == (200, {"status": "ready"})


def test_a_server_that_closes_is_not_ready_but_alive(tmp_path: Path) -> None:
    with client_in(tmp_path) as client:
        client.app.state.hub.closing = True  # type: ignore[attr-defined] # the client says it is any ASGI application
        assert ready(client) == (503, {"status": "unavailable", "reason": "closing"})
        assert client.get("/healthz").status_code == 200


def test_a_store_that_fails_is_told_without_its_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(self: Store) -> bool:
        raise StoreError(f"cannot write to {tmp_path}")

    async def hanging(self: Store) -> bool:
        await asyncio.sleep(60)
        return True

    with client_in(tmp_path) as client:
        monkeypatch.setattr(health, "PATIENCE", 0.05)
        for failing in (broken, hanging):
            monkeypatch.setattr(Store, "check", failing)
            assert ready(client) == (503, {"status": "unavailable", "reason": "store"})


def test_a_database_that_is_behind_or_cannot_be_written_to_is_found_out(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_in(tmp_path) as hub:
            store = hub.shared.store
            readiness = health.Readiness()
            assert await store.check()
            assert await store.count() == 0, "what was written for the check is gone"
            await store.change(text("UPDATE alembic_version SET version_num = '0000'"))
            assert await readiness.trouble(hub) == "migrations"
            await store.change(text("DELETE FROM alembic_version"))
            assert await readiness.trouble(hub) == "migrations"
            await store.change(text("DROP TABLE chair"), text("DROP TABLE entry"), text("DROP TABLE game_table"))
            assert await readiness.trouble(hub) == "store"

    run(story())


def test_the_database_is_asked_at_most_once_a_second(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = 0

    async def counted(self: Store) -> bool:
        nonlocal asked
        asked += 1
        return True

    monkeypatch.setattr(health, "KEPT", 60.0)
    monkeypatch.setattr(Store, "check", counted)
    with client_in(tmp_path) as client:
        for _ in range(5):
            assert ready(client)[0] == 200
    assert asked == 1
