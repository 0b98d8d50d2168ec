"""The database file is removed or replaced while the server runs, or is missing at the start."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import text
from starlette.testclient import TestClient

from bastide.server.common.faults import RequestRefused
from bastide.server.http import health
from bastide.server.storage.store import Unusable
from bastide.server.tables import hub as hubs
from tests.postgres import execute
from tests.server.tables import client_in, complaints, hub_in, playing, run
from tests.server.test_health import ready
from tests.server.test_http import make

FULL = "PRAGMA max_page_count=1"


@pytest.fixture(autouse=True)
def ask_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "KEPT", -1.0)


def chat(client: TestClient, table: str, token: str, number: int) -> int:
    command = {"id": f"line {number}", "do": "chat", "text": "Hello"}
    answer = client.post(f"/api/tables/{table}/commands", json=command, headers={"authorization": f"Bearer {token}"})
    assert answer.status_code == 200 or answer.json()["fault"]["code"] == "store"
    return int(answer.status_code)


def removed(file: Path) -> None:
    file.unlink()


def replaced(file: Path) -> None:
    shutil.copy(file, file.with_name("copy"))
    file.with_name("copy").replace(file)


def journal_removed(file: Path) -> None:
    file.with_name(f"{file.name}-wal").unlink()


def overwritten(file: Path) -> None:
    """As by `cp` with the copy that `bastide backup` made."""
    with closing(sqlite3.connect(file)) as reading, closing(sqlite3.connect(file.with_name("copy"))) as writing:
        reading.backup(writing)
        writing.execute("PRAGMA journal_mode=DELETE")
    shutil.copyfile(file.with_name("copy"), file)


def emptied(file: Path) -> None:
    os.truncate(file, 0)


@pytest.mark.parametrize("lose", [removed, replaced, overwritten, emptied, journal_removed])
def test_nothing_is_acknowledged_into_a_lost_file(tmp_path: Path, lose: Callable[[Path], None]) -> None:
    with client_in(tmp_path) as client:
        made = make(client)
        table, token = made["table"], made["token"]
        assert chat(client, table, token, 1) == 200
        assert ready(client)[0] == 200
        lose(tmp_path / "bastide.db")
        assert chat(client, table, token, 2) == 503
        assert ready(client) == (503, {"status": "unavailable", "reason": "store"})
        assert client.get("/api/tables").status_code == 503
        assert client.get(f"/api/tables/{table}").status_code == 200, "what is in memory is still shown"


def test_a_database_behind_a_link_is_watched_with_its_journal(tmp_path: Path) -> None:
    link = tmp_path / "link.db"
    link.symlink_to(tmp_path / "bastide.db")
    with client_in(tmp_path, database=str(link)) as client:
        made = make(client)
        assert chat(client, made["table"], made["token"], 1) == 200
        journal_removed(tmp_path / "bastide.db")
        assert chat(client, made["table"], made["token"], 2) == 503
        assert ready(client)[0] == 503


def test_a_file_that_comes_back_is_used_again(tmp_path: Path) -> None:
    with client_in(tmp_path) as client:
        made = make(client)
        table, token = made["table"], made["token"]
        file = tmp_path / "bastide.db"
        file.rename(tmp_path / "away")
        assert chat(client, table, token, 1) == 503
        (tmp_path / "away").rename(file)
        assert chat(client, table, token, 1) == 200
        assert ready(client)[0] == 200
        shown = client.get(f"/api/tables/{table}").json()
        assert [line["text"] for line in shown["chat"]] == ["Hello"]


def test_a_lost_file_is_logged_even_if_nobody_asks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(hubs, "SWEEP", 0.01)
    with client_in(tmp_path) as client:
        make(client)
        (tmp_path / "bastide.db").unlink()
        while "store not ready" not in caplog.messages:
            client.get("/healthz")


@pytest.mark.parametrize("secret", ["", "a secret of the environment"], ids=["a file", "a variable"])
def test_a_missing_database_is_warned_about(secret: str, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    said = "database missing, a new one is created"

    def start() -> list[str]:
        caplog.clear()
        with client_in(tmp_path, secret=secret):
            return complaints(caplog)

    assert start() == [], "the first start"
    assert start() == [], "the second"
    for end in ("", "-wal", "-shm"):
        (tmp_path / f"bastide.db{end}").unlink(missing_ok=True)
    assert start() == [said]
    assert start() == []


def test_readiness_follows_commits_that_fail(tmp_path: Path) -> None:
    """A row may find room where a commit finds none, so that only a commit tells that there is room again."""

    async def story() -> None:
        async with hub_in(tmp_path) as hub:
            store, readiness = hub.shared.store, health.Readiness()
            with pytest.raises(Unusable):
                await store.write(lambda connection: connection.exec_driver_sql("INSERT INTO nowhere VALUES (1)"))
            assert store.failing
            full = True
            await store.write(lambda connection: connection.exec_driver_sql("CREATE TABLE tried (here INTEGER)"))
            store.failing = True

            commits = store._database.write

            async def committing(work: Callable[..., object], *, hurry: bool = True) -> object:
                """A disk without room: what is rolled back needs none."""

                def job(connection: object) -> object:
                    found = work(connection)
                    if full and connection.in_transaction():  # type: ignore[attr-defined]
                        raise OSError(28, "No space left on device")
                    return found

                return await commits(job, hurry=hurry)

            store._database.write = committing  # type: ignore[method-assign, assignment]
            assert await readiness.trouble(hub) == "store"
            full = False
            assert await readiness.trouble(hub) == ""
            assert not store.failing
            assert await store.count() == 0, "what was written for the check is gone"

    run(story())


def test_readiness_follows_a_postgresql_without_room(tmp_path: Path, postgres_url: str) -> None:
    """A short row, or one of another table, may find room where a command finds none."""
    full = (
        "CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS "
        "'BEGIN RAISE EXCEPTION ''could not extend file: No space left on device'' USING ERRCODE = ''53100''; END'",
        "CREATE TRIGGER no_room BEFORE INSERT ON entry FOR EACH ROW EXECUTE FUNCTION no_room()",
    )

    async def story() -> None:
        async with hub_in(tmp_path, database=postgres_url) as hub:
            maud, _ = await playing(hub, "Maud", "Odile")
            readiness = health.Readiness()
            assert await readiness.trouble(hub) == ""
            for statement in full:
                await hub.shared.store.change(text(statement))
            with pytest.raises(RequestRefused, match="could not be stored"):
                await maud.do("chat", "Hello")
            for _ in range(2):
                assert await readiness.trouble(hub) == "store"
            await hub.shared.store.change(text("DROP TRIGGER no_room ON entry"))
            hub.shared.store.failing = True
            assert await readiness.trouble(hub) == ""
            await maud.do("chat", "Hello")
            assert execute(postgres_url, "SELECT count(*) AS rows FROM entry WHERE kind = ''")[0]["rows"] == 0

    run(story())
