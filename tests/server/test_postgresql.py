"""Where PostgreSQL differs from SQLite: what it refuses, how it fails, and that it recovers."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import text

from bastide.server.common.faults import RequestRefused
from bastide.server.common.settings import Settings
from bastide.server.log.draft import Who
from bastide.server.storage import database
from bastide.server.storage.store import Conflict, Store, StoreError
from tests.postgres import PostgresServer, execute, with_database
from tests.server.tables import Person, client_in, hub_in, order, playing, run
from tests.server.test_store import filled, line


def test_what_no_database_keeps_is_refused_before_it_is_asked(anywhere: str, tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_in(tmp_path, database=anywhere) as hub:
            maud, _ = await playing(hub, "Maud", "Odile")
            version = maud.table.state.version
            for bad in ("a\0b", "half \ud800", "\x1b"):
                with pytest.raises(RequestRefused) as caught:
                    await maud.do("chat", bad)
                assert caught.value.code == "malformed", bad
            assert maud.table.state.version == version
            assert await maud.do("chat", "hello 🎲 é", id="é🎲" * 32)
            assert await maud.do("chat", "again", id="é" * 64)

    run(story())


def test_a_request_with_odd_text_gets_a_clear_answer(anywhere: str, tmp_path: Path) -> None:
    with client_in(tmp_path, database=anywhere) as client:
        made = client.post(
            "/api/tables",
            json={
                "name": "Quay",
                "nickname": "Maud",
                "config": {"game": "toy", "goal": 4},
                "seats": [{"kind": "open"}, {"kind": "open"}],
            },
        ).json()
        path = f"/api/tables/{made['table']}/commands"
        for text, status in (('"a\\u0000b"', 400), ('"\\ud800"', 400), ('"plain"', 200)):
            body = f'{{"id": {text}, "do": "chat", "text": "hello"}}'
            answer = client.post(path, content=body, headers={"content-type": "application/json"})
            assert answer.status_code == status, text
        for path in ("/api/tables/a%00b", f"/api/tables/{'é' * 17}"):
            assert client.get(path).status_code == 404


def test_a_restarted_server_is_found_again(tmp_path: Path) -> None:
    async def story() -> None:
        with PostgresServer() as server:
            async with hub_in(tmp_path, database=server.url) as hub:
                maud, _ = await playing(hub, "Maud", "Odile")
                for how in ("fast", "immediate"):
                    await asyncio.to_thread(server.restart, how)
                    version = (await maud.do("play", "mark 1")).version
                    assert version == maud.table.state.version
                await asyncio.to_thread(server.stop)
                with pytest.raises(RequestRefused) as caught:
                    await maud.do("play", "mark 2", id="kept")
                assert caught.value.code == "store"
                with pytest.raises(StoreError):
                    await hub.shared.store.check()
                await asyncio.to_thread(server.start)
                assert (await maud.do("play", "mark 2", id="kept")).version == version + 1
                assert await hub.shared.store.check()
                versions = [entry.version for entry in await hub.shared.store.load(maud.table.state.id)]
                assert versions == list(range(1, version + 2))

    run(story())


def test_acknowledged_means_on_disk_whatever_the_server_says(postgres_url: str) -> None:
    name = postgres_url.rpartition("/")[2]
    execute(postgres_url, f'ALTER DATABASE "{name}" SET synchronous_commit = off')

    async def story() -> None:
        store = await Store.open(postgres_url)
        assert await store.read(lambda connection: connection.scalar(text("SHOW synchronous_commit"))) == "on"
        await store.close()

    run(story())


def test_two_writers_of_one_version_do_not_both_succeed(postgres_url: str) -> None:
    async def story() -> None:
        one, other = await asyncio.gather(Store.open(postgres_url), Store.open(postgres_url))
        state = await filled(one)
        for version in range(2, 12):
            both = (store.append(state, [line(state, version)], chairs=False) for store in (one, other))
            done = await asyncio.gather(*both, return_exceptions=True)
            assert [type(result) for result in done if result is not None] == [Conflict]
        assert len(await one.load(state.id)) == 11
        for store in (one, other):
            await store.close()

    run(story())


def test_a_database_that_is_not_there_or_not_ours_is_told(postgres_url: str) -> None:
    with pytest.raises(StoreError, match='database "nosuch" does not exist'):
        run(Store.open(with_database(postgres_url, "nosuch")))
    with pytest.raises(StoreError, match='role "nobody" does not exist'):
        run(Store.open(postgres_url.replace("postgres@", "nobody:password@")))


def test_without_the_driver_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "find_spec", lambda name: None)
    with pytest.raises(StoreError, match=r"pip install 'bastide\[postgresql\]'"):
        run(Store.open("postgresql://host/tables"))


@pytest.mark.parametrize(
    ("given", "url", "place"),
    [
        ("", "sqlite:///data/bastide.db", "data"),
        ("other.db", "sqlite:///other.db", "other.db"),
        ("sqlite:////var/x.db", "sqlite:////var/x.db", "/var/x.db"),
        ("postgresql://maud:secret@db:5433/t?ssl=require", None, "postgresql://db:5433/t"),
        ("postgres://maud:secret@[::1]/t", None, "postgresql://[::1]/t"),
    ],
)
def test_a_database_is_named_in_several_ways(given: str, url: str | None, place: str) -> None:
    chosen = Settings(data=Path("data"), database=given)
    assert chosen.database_url == (url or given)
    assert database.location(chosen) == place
    assert database.parse(chosen.database_url).drivername in ("sqlite", "postgresql+asyncpg")


def test_tls_is_asked_for_in_the_words_of_postgresql_as_well() -> None:
    found = database.parse("postgresql://maud:secret@db/t?sslmode=verify-full&application_name=x")
    assert found.query == {"ssl": "verify-full", "application_name": "x"}


def test_a_database_that_is_asked_for_without_tls_is_opened(postgres_url: str) -> None:
    async def story() -> None:
        await (await Store.open(f"{postgres_url}?sslmode=disable")).close()
        with pytest.raises(StoreError, match="SSL"):
            await Store.open(f"{postgres_url}?sslmode=require")

    run(story())


def test_lists_are_in_the_same_order(anywhere: str, tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_in(tmp_path, database=anywhere) as hub:
            for name in ("éa", "Za", "a", "B"):
                table, outcome = await hub.create(order("open", "open", name=name, public=True))
                await Person(table, Who(outcome.seat, outcome.generation)).do("chat", name)
                await asyncio.sleep(0.002)
            assert [card.name for card in await hub.public()] == ["B", "a", "Za", "éa"]

    run(story())
