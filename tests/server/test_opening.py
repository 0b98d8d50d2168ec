"""The start of a server: one for each SQLite file, a database that is not there yet, one that others can read."""

from __future__ import annotations

import asyncio
import errno
import socket
import time
from pathlib import Path

import asyncpg
import pytest

from bastide.server.cluster import opening
from bastide.server.cluster.opening import open_hub
from bastide.server.storage.store import Store, StoreError
from tests.postgres import PostgresServer, database
from tests.server.tables import complaints, hub_in, run, settings
from tests.server.toy import Toy


def test_a_second_server_on_one_file_is_refused(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_in(tmp_path):
            with pytest.raises(StoreError, match=r"another server uses it \(process \d+\)"):
                await open_hub(settings(tmp_path), Toy())
            (tmp_path / "link.db").symlink_to(tmp_path / "bastide.db")
            with pytest.raises(StoreError, match="another server uses it"):
                await open_hub(settings(tmp_path, database=str(tmp_path / "link.db")), Toy())
            # The tools of operators may use it meanwhile.
            await (await Store.open(settings(tmp_path).database_url)).close()
        async with hub_in(tmp_path):
            pass

    run(story())


def test_a_lock_that_was_removed_is_taken_again(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_in(tmp_path) as hub:
            # It reads the database by itself at any moment, and would take the lock again.
            await hub.rater.close()
            (tmp_path / "bastide.db-lock").unlink()
            await hub.shared.store.count()
            with pytest.raises(StoreError, match="another server uses it"):
                await open_hub(settings(tmp_path), Toy())
            # Another one is faster: only that one goes on.
            (tmp_path / "bastide.db-lock").unlink()
            async with hub_in(tmp_path) as other:
                for work in (hub.shared.store.count, hub.shared.store.check):
                    with pytest.raises(StoreError, match="another server uses it"):
                        await work()
                assert await other.shared.store.check()
            assert await hub.shared.store.check()

    run(story())


def test_several_servers_may_use_one_postgresql(tmp_path: Path) -> None:
    async def story() -> None:
        with database() as url:
            async with hub_in(tmp_path, database=url), hub_in(tmp_path, database=url):
                pass

    run(story())


def test_a_database_that_others_can_read_is_warned_about(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    said = "other users can read the database, its mode should be 0600"

    async def start() -> None:
        async with hub_in(tmp_path, secret=""):
            pass

    run(start())
    assert complaints(caplog) == []
    (tmp_path / "bastide.db").chmod(0o644)
    run(start())
    assert complaints(caplog) == [said]
    caplog.clear()
    (tmp_path / "bastide.db").chmod(0o600)
    (tmp_path / "secret").chmod(0o640)
    run(start())
    assert complaints(caplog) == ["other users can read the secret, its mode should be 0600"]


def test_a_missing_secret_beside_a_database_is_warned_about(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    said = "secret missing, a new one is created: nobody keeps a seat"

    async def start(secret: str = "") -> None:
        async with hub_in(tmp_path, secret=secret):
            pass

    run(start())
    assert complaints(caplog) == []
    (tmp_path / "secret").unlink()
    run(start("a secret of the environment"))
    assert complaints(caplog) == []
    run(start())
    assert complaints(caplog) == [said]


def test_a_postgresql_that_is_away_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(opening, "AGAIN", 0.05)
    with PostgresServer() as server, server.database() as url:
        server.stop()
        with pytest.raises(StoreError, match="cannot open the database"):
            run(open_hub(settings(tmp_path, database=url, database_wait=0.2), Toy()))

        async def story() -> None:
            job = asyncio.create_task(open_hub(settings(tmp_path, database=url), Toy()))
            while "database does not answer, waiting" not in caplog.messages:
                await asyncio.sleep(0.01)
            await asyncio.to_thread(server.start)
            await (await job).close()

        caplog.clear()
        run(story())
        assert caplog.messages.count("database does not answer, waiting") == 1


@pytest.mark.parametrize(
    "error",
    [
        OSError(errno.EHOSTUNREACH, "No route to host"),
        OSError(errno.ENETUNREACH, "Network is unreachable"),
        socket.gaierror(socket.EAI_AGAIN, "Temporary failure in name resolution"),
        socket.gaierror(socket.EAI_NONAME, "Name or service not known"),
        asyncpg.TooManyConnectionsError("sorry, too many clients already"),
    ],
    ids=["no route", "no network", "no name server", "no name", "too many clients"],
)
def test_a_machine_that_is_not_there_yet_is_waited_for(
    error: Exception, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def away(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(asyncpg, "connect", away)
    url = "postgresql://nobody@db.example.org/none"
    with pytest.raises(StoreError, match="cannot open the database"):
        run(open_hub(settings(tmp_path, database=url, database_wait=0.1), Toy()))
    assert "database does not answer, waiting" in caplog.messages


def test_a_wait_ends_when_the_server_is_to_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "AGAIN", 0.01)
    begun = time.monotonic()
    url = "postgresql://nobody@127.0.0.1:1/none"
    with pytest.raises(StoreError):
        run(open_hub(settings(tmp_path, database=url), Toy(), stopping=lambda: time.monotonic() > begun + 0.1))
    assert time.monotonic() < begun + 20


def test_a_database_that_refuses_is_not_waited_for(tmp_path: Path) -> None:
    with database() as url, pytest.raises(StoreError, match="nobody"):
        run(open_hub(settings(tmp_path, database=url.replace("postgres@", "nobody@"), database_wait=1e6), Toy()))
