"""A table with very many readers closes at once: none of them waits for the others."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

from bastide.server.http.socket import CLOSED_HERE, Connection
from bastide.server.tables.feed import LEAVE, Feed
from tests.server.tables import hub_in, playing, run

READERS = 300


def test_readers_of_a_closed_table_are_not_told_that_others_leave(tmp_path: Path) -> None:
    async def job() -> None:
        async with hub_in(tmp_path) as hub:
            maud, _ = await playing(hub, "Maud", "Odile")
            feeds = [Feed(maud.table, maud.who, "en", True) for _ in range(READERS)]
            for feed in feeds:
                feed.join()
            for feed in feeds:
                feed.dirty = False
            await maud.table.close()
            assert all(feed.dismissed for feed in feeds)
            for feed in feeds:
                feed.part()
            assert not any(feed.dirty for feed in feeds)

    run(job())


class Slow:
    """A socket that is told to close; to be shown something takes long."""

    def __init__(self) -> None:
        self.closed: list[tuple[int, str]] = []
        self.at = 0.0

    async def receive(self) -> dict[str, str]:
        await asyncio.Event().wait()
        return {}

    async def send_text(self, text: str) -> None:
        await asyncio.sleep(60)

    async def close(self, code: int, reason: str) -> None:
        self.closed.append((code, reason))
        self.at = time.monotonic()


def test_readers_who_wait_to_be_shown_something_are_told_to_come_back_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def job() -> None:
        async with hub_in(tmp_path) as hub:
            maud, _ = await playing(hub, "Maud", "Odile")
            monkeypatch.setattr("bastide.server.http.access.address_of", lambda _: "192.0.2.1")
            monkeypatch.setattr("bastide.server.http.access.hub_of", lambda _: hub)
            sockets = [Slow() for _ in range(READERS)]
            connections = [Connection(socket, maud.table, maud.who, "en", True) for socket in sockets]  # type: ignore[arg-type] # as far as it is used
            jobs = [asyncio.create_task(connection.run(None)) for connection in connections]
            while len(maud.table.watchers) < READERS:
                await asyncio.sleep(0.01)
            begun = time.monotonic()
            await hub.drain(20)
            await asyncio.gather(*jobs)
            assert time.monotonic() - begun < LEAVE + 5
            assert all(socket.closed == [CLOSED_HERE] for socket in sockets)

    run(job())
