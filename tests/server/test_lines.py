"""Connections in practice: slow readers, and a real server with a real WebSocket client."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
import uvicorn
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from bastide.server.common.faults import RequestRefused
from bastide.server.http import api
from bastide.server.http.socket import Connection
from bastide.server.http.socket_compression import BEHIND
from bastide.server.log.draft import Who
from bastide.server.run.app import create_app
from bastide.server.run.serve import options
from bastide.server.tables.feed import NEWS
from bastide.server.tables.hub import Hub
from tests.server.tables import Person, complaints, hub_in, order, playing, run, settings, until
from tests.server.test_secrecy import Ear
from tests.server.toy import Toy, draw_panels


class Slow(Ear):
    """A reader that takes nothing until it is let."""

    def __init__(self, hub: Hub) -> None:
        super().__init__(hub)
        self.reading = asyncio.Event()
        self.pings = 0

    async def receive(self) -> dict[str, Any]:
        if self.pings:
            self.pings -= 1
            return {"type": "websocket.receive", "text": '{"id": "p", "do": "ping"}'}
        return await super().receive()

    async def send_text(self, text: str) -> None:
        await self.reading.wait()
        await super().send_text(text)


def test_a_slow_reader_is_brought_up_to_date_and_holds_up_nobody(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_in(tmp_path, render=draw_panels) as hub:
            maud, odile = await playing(hub, "Maud", "Odile")
            ears = [Slow(hub), Slow(hub)]
            lines: list[Any] = []
            for ear in ears:
                fake: Any = ear
                lines.append(asyncio.create_task(Connection(fake, maud.table, odile.who, "en", False).run(None)))
            ears[1].reading.set()
            await until(lambda: ears[1].frames)
            for _ in range(NEWS + 10):
                await maud.do("play", "mark 1")
            await maud.do("chat", "still there?")
            assert ears[0].frames == []
            ears[0].reading.set()
            await until(lambda: any("still there?" in frame for frame in ears[0].frames))
            assert len(ears[0].frames) == 2, "what it was too slow for, and then all at once"
            last = msgspec.json.decode(ears[0].frames[-1])
            assert last["whole"] is True
            assert last["events"] == []
            assert last["version"] == maud.table.state.version
            told = [msgspec.json.decode(frame) for frame in ears[1].frames]
            assert sum(len(frame["events"]) for frame in told) == NEWS + 10
            for ear in ears:
                ear.gone.set()
            await asyncio.gather(*lines)

    run(story())


def test_who_does_not_read_answers_is_not_read(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_in(tmp_path, message_rate=1e6) as hub:
            maud, _ = await playing(hub, "Maud", "Odile")
            ear = Slow(hub)
            ear.pings = 500
            fake: Any = ear
            line = asyncio.create_task(Connection(fake, maud.table, Who(), "en", True).run(None))
            await asyncio.sleep(0.2)
            assert 500 - ear.pings <= 2
            ear.reading.set()
            await until(lambda: len(ear.frames) >= 501)
            ear.gone.set()
            await line

    run(story())


@contextlib.asynccontextmanager
async def serving(folder: Path, **more: Any) -> AsyncIterator[tuple[int, Hub]]:
    """The application on a port of its own, as `bastide serve` runs it."""
    chosen = settings(folder, **more)
    app = create_app(chosen, engine=Toy())
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(app, log_level="warning", **options(chosen)))
    task = asyncio.create_task(server.serve(sockets=[listener]))
    await until(lambda: server.started)
    try:
        yield listener.getsockname()[1], app.state.hub
    finally:
        server.should_exit = True
        await task


async def drain(line: ClientConnection) -> None:
    async for _ in line:
        pass
    await line.recv()


async def closed(line: ClientConnection) -> int:
    """Read until the line is closed; the code."""
    with pytest.raises(ConnectionClosed) as caught:
        await drain(line)
    assert caught.value.rcvd is not None
    return caught.value.rcvd.code


def test_a_real_server_plays_and_cuts_what_is_too_large_or_no_text(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as (port, hub):
            table, made = await hub.create(order("open", "greedy", start=True))
            token = hub.issue(table, made.seat or 0, made.generation)
            address = f"ws://127.0.0.1:{port}/ws/{table.state.id}"
            headers = {"Authorization": f"Bearer {token}"}
            async with connect(address, additional_headers=headers) as line:
                first = msgspec.json.decode(await line.recv())
                assert first["table"]["seat"] == 0
                assert line.response is not None
                agreed = line.response.headers["Sec-WebSocket-Extensions"]
                assert agreed.startswith("permessage-deflate")
                assert f"server_max_window_bits={BEHIND}" in agreed
                await line.send('{"id": "a", "do": "play", "text": "mark 1"}')
                assert msgspec.json.decode(await line.recv()) == {"type": "ack", "id": "a", "version": 3}
                assert msgspec.json.decode(await line.recv())["version"] == 3
                await line.send(" " * 20_000)
                assert msgspec.json.decode(await line.recv())["fault"]["code"] == "too-large"
                await line.send(" " * 1_000_000)
                assert await closed(line) == 1009
            async with connect(address, additional_headers={"Cookie": f"bastide-{table.state.id}={token}"}) as line:
                assert msgspec.json.decode(await line.recv())["table"]["seat"] == 0
                await line.send(b"\xff\xfe", text=True)
                assert await closed(line) == 1007
            async with connect(address) as line:
                assert msgspec.json.decode(await line.recv())["table"]["seat"] is None
                going = asyncio.create_task(closed(line))
                await asyncio.sleep(0)
                await hub.close()
                assert await going == 1012

    run(story())


def test_a_body_that_does_not_come_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api, "PATIENCE", 0.05)

    async def story() -> None:
        async with serving(tmp_path) as (port, _):
            for half in (b"", b'{"name": '):
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                head = b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
                writer.write(head + b"Content-Length: 60\r\n\r\n" + half)
                said = await reader.read()
                assert said.startswith(b"HTTP/1.1 408"), "and the line is closed, or there would be no end to it"
                assert b'"code":"slow"' in said
                writer.close()

    run(story())


async def deaf(hub: Hub, person: Person) -> tuple[Slow, asyncio.Task[None]]:
    """Somebody's line whose reader has stopped at its first frame."""
    ear = Slow(hub)
    fake: Any = ear
    line = asyncio.create_task(Connection(fake, person.table, person.who, "en", False).run(None))
    await asyncio.sleep(0.05)
    return ear, line


def test_who_is_sent_away_to_come_back_is_first_shown_what_happened(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_in(tmp_path, render=draw_panels) as hub:
            maud, odile = await playing(hub, "Maud", "Odile")
            ear, line = await deaf(hub, odile)
            await maud.do("chat", "last words")
            draining = asyncio.create_task(hub.drain(5))
            await until(lambda: maud.table.closed)
            await asyncio.sleep(0.05)
            assert not draining.done(), "the reader is still there"
            ear.reading.set()
            await asyncio.gather(line, draining)
            assert len(ear.frames) == 2
            assert "last words" in ear.frames[-1]
            with pytest.raises(RequestRefused, match="restarting"):
                await hub.create(order())
            with pytest.raises(RequestRefused, match="too busy"):
                await maud.do("chat", "too late")

    run(story())


HANDSHAKE = (
    "GET /ws/{table}{query} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)


@pytest.mark.parametrize("query", ["", "?seen=x", "?token=x"], ids=["accepted", "a bad query", "a bad token"])
def test_who_goes_before_the_line_is_open_is_no_fault_of_the_server(
    query: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def story() -> None:
        async with serving(tmp_path) as (port, hub):
            table, _ = await hub.create(order("open", "greedy"))
            asked = HANDSHAKE.format(table=table.state.id, query=query)
            for _ in range(5):
                # Before the server reads anything.
                with socket.create_connection(("127.0.0.1", port)) as client:
                    client.sendall(asked.encode())
                await asyncio.sleep(0.05)
            async with connect(f"ws://127.0.0.1:{port}/ws/{table.state.id}") as line:
                await line.recv()

    run(story())
    assert complaints(caplog) == []


def test_a_reader_that_takes_nothing_does_not_hold_up_closing(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_in(tmp_path, render=draw_panels) as hub:
            _, odile = await playing(hub, "Maud", "Odile")
            ear, line = await deaf(hub, odile)
            await asyncio.wait_for(hub.drain(0.2), 2)
            ear.reading.set()
            await line

    run(story())
