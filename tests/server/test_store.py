"""The store: what is written stays, in order and once; the database is made and migrated by itself."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, text, update

from bastide.server.common.tokens import new_id
from bastide.server.log.commands import create
from bastide.server.log.draft import Draft
from bastide.server.log.entries import Chat, Entry
from bastide.server.log.state import TableState
from bastide.server.storage.schema import table
from bastide.server.storage.sqlite import log_ahead
from bastide.server.storage.store import Conflict, Store, StoreError
from tests.server.tables import hub_in, order, run
from tests.server.toy import Toy


def url(folder: Path) -> str:
    return f"sqlite:///{folder / 'tables.db'}"


async def filled(store: Store, **more: Any) -> TableState:
    """A stored table with one line of chat."""
    draft = Draft(TableState(new_id()), Toy(), random.Random(1), None, "")
    create(draft, order(**more))
    await store.create(draft.state, draft.sealed())
    return draft.state


def line(state: TableState, version: int, command: str | None = None) -> Entry:
    return Entry(version=version, payload=Chat("Maud", "hello"), seat=0, at=state.at, command=command, upto=version)


def test_of_many_seats_those_of_the_latest_tables_are_listed(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_in(tmp_path) as hub:
            made = [(await filled(hub.shared.store)).id for _ in range(105)]
            await hub.shared.store.change(text("UPDATE game_table SET updated = 1"))
            last = made[-5:]
            await hub.shared.store.change(update(table).where(table.c.id.in_(last)).values(updated=2))
            listed = [card.id for card in await hub.cards(dict.fromkeys(made, 0))]
            assert len(listed) == 100
            assert set(listed[:5]) == set(last)

    run(story())


def test_a_version_and_a_command_are_stored_once(anywhere: str) -> None:
    async def story() -> None:
        store = await Store.open(anywhere)
        state = await filled(store)
        await store.append(state, [line(state, 2, "a"), line(state, 3)], chairs=False)
        with pytest.raises(Conflict):
            await store.append(state, [line(state, 3, "b")], chairs=False)
        with pytest.raises(Conflict):
            await store.append(state, [line(state, 4, "a")], chairs=False)
        with pytest.raises(Conflict):
            await store.append(state, [line(state, 4, "c"), line(state, 3)], chairs=False)
        assert [entry.version for entry in await store.load(state.id)] == [1, 2, 3], "all of a command, or nothing"
        assert await store.load("nosuch") == []
        await store.close()

    run(story())


def _pragma(name: str) -> Callable[[Connection], Any]:
    return lambda connection: connection.scalar(text(f"PRAGMA {name}"))


def test_the_database_is_durable_by_its_settings(tmp_path: Path) -> None:
    async def story() -> None:
        store = await Store.open(url(tmp_path))
        for work in (store.read, store.write):
            modes = [(await work(_pragma(name))) for name in ("journal_mode", "synchronous")]
            assert modes == ["wal", 2]
        await store.close()

    run(story())


def test_nobody_else_on_the_machine_can_read_the_hands(tmp_path: Path) -> None:
    async def story() -> None:
        store = await Store.open(url(tmp_path))
        await filled(store)
        for file in tmp_path.iterdir():
            assert file.stat().st_mode & 0o077 == 0, file.name
        await store.close()

    run(story())


class Held:
    """A transaction that has written something and is not at its end until it may be."""

    def __init__(self) -> None:
        self.begun, self.may_end = threading.Event(), threading.Event()

    def __call__(self, connection: Connection) -> bool:
        connection.execute(text("UPDATE game_table SET name = 'renamed'"))
        self.begun.set()
        return self.may_end.wait(10)

    async def beside(self, url: str) -> bool:
        """Carry it out by a store of its own."""
        store = await Store.open(url)
        try:
            return await store.write(self)
        finally:
            await store.close()

    async def read_beside(self, store: Store, table: str) -> None:
        """Read a table in the middle of it, and let it end."""
        assert await asyncio.to_thread(self.begun.wait, 10)
        assert len(await asyncio.wait_for(store.load(table), 5)) == 1
        self.may_end.set()


def test_reading_goes_on_while_somebody_writes(anywhere: str) -> None:
    async def story() -> None:
        store, held = await Store.open(anywhere), Held()
        state = await filled(store)
        writing = asyncio.create_task(asyncio.to_thread(asyncio.run, held.beside(anywhere)))
        await held.read_beside(store, state.id)
        assert await writing
        await store.close()

    run(story())


def test_reading_goes_on_while_the_same_server_writes_to_a_file(tmp_path: Path) -> None:
    async def story() -> None:
        store, held = await Store.open(url(tmp_path)), Held()
        state = await filled(store)
        writing = asyncio.create_task(store.write(held))
        await held.read_beside(store, state.id)
        assert await writing
        await store.close()

    run(story())


def test_lists_show_what_is_public_and_alive(anywhere: str) -> None:
    async def story() -> None:
        store = await Store.open(anywhere)
        await filled(store)
        shown = await filled(store, public=True, name="Seen")
        [card] = await store.public(0)
        assert (card.id, card.name, card.seats, card.open, card.players) == (shown.id, "Seen", 3, 2, ["Maud"])
        assert await store.public(int(time.time() * 1000) + 1000) == []
        await store.close()

    run(story())


def test_a_database_in_memory_serves_as_well() -> None:
    async def story() -> None:
        store = await Store.open("sqlite://")
        states = await asyncio.gather(*(filled(store) for _ in range(5)))
        assert [len(await store.load(state.id)) for state in states] == [1] * 5
        await store.close()

    run(story())


@pytest.mark.parametrize(
    "bad",
    [
        "sqlite:////proc/no/such/tables.db",
        "nonsense",
        "what://x:password@y/z",
        "postgresql+psycopg://x:password@y/z",
        "postgresql://maud:password@127.0.0.1:1/tables",
        "postgresql://maud:pass/word@127.0.0.1:1/tables",
        "postgresql://127.0.0.1:1/tables?user=maud&password=password",
    ],
)
def test_a_database_that_cannot_be_opened_is_named_without_its_password(bad: str) -> None:
    with pytest.raises(StoreError, match="cannot open the database") as caught:
        run(Store.open(bad))
    for secret in ("password@", "pass/word", "=password", "maud"):
        assert secret not in str(caught.value)


KILLED = """
import asyncio, os, signal, sys
from pathlib import Path
from tests.server.tables import hub_in, playing

async def story():
    async with hub_in(Path(sys.argv[1])) as hub:
        maud, _ = await playing(hub, "Maud", "Odile")
        print(maud.table.state.id, flush=True)
        for number in range(100_000):
            outcome = await maud.do("play", "mark 1", id=f"mark-{number}")
            print(outcome.version, flush=True)

asyncio.run(story())
"""


def test_what_was_acknowledged_survives_a_kill(tmp_path: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", KILLED, str(tmp_path)], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        table = process.stdout.readline().strip()
        acknowledged = [int(process.stdout.readline()) for _ in range(40)]
        process.kill()
        acknowledged += [int(rest) for rest in process.stdout.read().split("\n")[:-1] if rest]

    async def story() -> None:
        async with hub_in(tmp_path) as hub:
            entries = await hub.shared.store.load(table)
            versions = [entry.version for entry in entries]
            assert versions == list(range(1, len(versions) + 1))
            assert len(versions) - acknowledged[-1] in (0, 1), "at most one was stored and not told"
            commands = [entry.command for entry in entries if entry.command]
            assert len(commands) == len(set(commands))
            assert (await hub.table(table)).state.version == versions[-1]

    run(story())


def test_turning_to_write_ahead_logging_waits_for_whoever_has_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite says at once that the file is locked there, whatever it is told to wait."""
    file = tmp_path / "bastide.db"
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("CREATE TABLE first (n)")
    other.execute("BEGIN EXCLUSIVE")
    waits: list[float] = []

    def wait(seconds: float) -> None:
        waits.append(seconds)
        if len(waits) == 3:
            other.execute("COMMIT")

    monkeypatch.setattr("bastide.server.storage.sqlite.time.sleep", wait)
    mine = sqlite3.connect(file, timeout=0)
    log_ahead(mine.cursor())
    assert len(waits) == 3
    assert mine.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    other.execute("PRAGMA locking_mode=EXCLUSIVE")
    other.execute("BEGIN EXCLUSIVE")
    monkeypatch.setattr("bastide.server.storage.sqlite.PATIENCE", 0)
    monkeypatch.setattr("bastide.server.storage.sqlite.time.sleep", lambda seconds: None)
    blocked = sqlite3.connect(file, timeout=0)
    with pytest.raises(sqlite3.OperationalError, match="locked"):
        log_ahead(blocked.cursor())
    for connection in (other, mine, blocked):
        connection.close()
