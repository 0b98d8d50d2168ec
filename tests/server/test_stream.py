"""A table as server-sent events: the socket's frames for programs, on a plain HTTP response."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bastide.server.http import stream
from bastide.server.http.stream import Events
from bastide.server.tables.feed import NEWS, Feed
from bastide.server.tables.hub import Hub
from tests.server.tables import Person, client_in, hub_in, playing, run, until
from tests.server.test_http import fault, make
from tests.server.test_lines import serving

EVENT = {"accept": "text/event-stream"}


class Reader:
    """Reads a stream over a real connection."""

    def __init__(self, reader: asyncio.StreamReader) -> None:
        self._reader = reader
        self.head: list[str] = []

    async def line(self) -> str:
        async with asyncio.timeout(10):
            return (await self._reader.readline()).decode().rstrip("\n")

    async def event(self) -> tuple[int | None, dict[str, Any]]:
        """The next event that is no comment: its id and its data."""
        version = None
        while True:
            line = await self.line()
            if line.startswith("id: "):
                version = int(line[4:])
            if line.startswith("data: "):
                assert await self.line() == "", "an event ends with an empty line"
                found: dict[str, Any] = msgspec.json.decode(line[6:])
                return version, found

    async def rest(self) -> str:
        async with asyncio.timeout(10):
            return (await self._reader.read()).decode()


@contextlib.asynccontextmanager
async def reading(port: int, table: str, query: str = "", **headers: str) -> AsyncIterator[Reader]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    lines = [f"GET /api/tables/{table}/stream{query} HTTP/1.0", f"Host: 127.0.0.1:{port}"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    writer.write(("\r\n".join(lines) + "\r\n\r\n").encode())
    found = Reader(reader)
    try:
        while (line := (await found.line()).rstrip("\r")) != "":
            found.head.append(line.lower())
        yield found
    finally:
        writer.close()


def test_a_stream_tells_what_happens_and_goes_on_where_it_was_broken(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as (port, hub):
            maud, _ = await playing(hub, "Maud", "Odile", config={"game": "toy", "goal": 50})
            table = maud.table.state.id
            token = hub.issue(maud.table, 0, 1)
            async with reading(port, table, Authorization=f"Bearer {token}") as mine:
                assert mine.head[0].endswith("200 ok")
                assert "content-type: text/event-stream; charset=utf-8" in mine.head
                version, first = await mine.event()
                assert (version, first["type"], first["whole"], first["table"]["seat"]) == (3, "table", True, 0)
                await maud.do("play", "draw")
                version, drawn = await mine.event()
                assert version == 5
                assert drawn["whole"] is False
                assert [event["kind"] for event in drawn["events"]] == ["draw", "card"]
                assert "secret" in str(drawn)
            await until(lambda: not maud.table.watchers)
            await maud.do("play", "mark 1")
            async with (
                reading(port, table, "?seen=3", Authorization=f"Bearer {token}", Last_Event_ID="5") as mine,
                reading(port, table, "?seen=3") as guest,
            ):
                assert [event["kind"] for event in (await mine.event())[1]["events"]] == ["mark"]
                version, seen = await guest.event()
                assert [event["kind"] for event in seen["events"]] == ["draw", "card", "mark"]
                assert "secret" not in str(seen)
                assert seen["table"]["seat"] is None
                going = asyncio.create_task(hub.close())
                assert "come back" in await mine.rest()
                await going

    run(story())


def test_a_stream_is_refused_like_anything_else(tmp_path: Path) -> None:
    with client_in(tmp_path) as client:
        one, two = make(client), make(client)
        path = f"/api/tables/{one['table']}/stream"
        fault(client.get("/api/tables/nosuchtable/stream"), 404, "unknown")
        fault(client.get(f"{path}?token={two['token']}"), 401, "token")
        assert "'x'" in fault(client.get(f"{path}?seen=x"), 400, "malformed")
        fault(client.get(path, headers={"last-event-id": "-1"}), 400, "malformed")
        fault(client.get(path, headers={"origin": "https://evil.example"}), 403, "origin")
        fault(client.post(path), 405, "method")
        assert client.head(path).headers["content-type"].startswith("text/event-stream")


class Slow:
    """A reader at the other end of an answer, who takes nothing until it is let."""

    def __init__(self, hub: Hub, person: Person) -> None:
        self.events = Events(Feed(person.table, person.who, "en", True), None)
        self.reading = asyncio.Event()
        self.gone = asyncio.Event()
        self.texts: list[bytes] = []
        self.ended = False

    async def send(self, message: Any) -> None:
        if message["type"] == "http.response.body":
            await self.reading.wait()
            self.texts.append(message["body"])
            self.ended = not message["more_body"]

    async def receive(self) -> Any:
        await self.gone.wait()
        return {"type": "http.disconnect"}

    def follow(self) -> asyncio.Task[None]:
        return asyncio.create_task(self.events({"type": "http"}, self.receive, self.send))


def test_a_slow_reader_of_a_stream_skips_what_it_was_too_slow_for(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_in(tmp_path) as hub:
            maud, odile = await playing(hub, "Maud", "Odile")
            ear = Slow(hub, odile)
            line = ear.follow()
            await until(lambda: maud.table.watchers)
            for _ in range(NEWS + 10):
                await maud.do("play", "mark 1")
            ear.reading.set()
            await until(lambda: len(ear.texts) == 2)
            last = msgspec.json.decode(ear.texts[-1].partition(b"data: ")[2])
            assert (last["whole"], last["events"], last["version"]) == (True, [], maud.table.state.version)
            ear.gone.set()
            await line
            assert not maud.table.watchers

    run(story())


def test_a_stream_that_nobody_reads_is_cut_and_a_quiet_one_kept_alive(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with hub_in(tmp_path) as hub:
            maud, odile = await playing(hub, "Maud", "Odile")
            monkeypatch.setattr(stream, "HEARTBEAT", 0.01)
            quiet = Slow(hub, maud)
            quiet.reading.set()
            line = quiet.follow()
            await until(lambda: b":\n\n" in quiet.texts)
            monkeypatch.setattr(stream, "SEND_PATIENCE", 0.01)
            deaf = Slow(hub, odile)
            await deaf.follow()
            assert deaf.texts == []
            await maud.table.close()
            await line
            assert quiet.ended

    run(story())
