"""Slow senders and readers: a real server waits for neither, and others do not notice."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from pathlib import Path

import pytest
from websockets.asyncio.client import connect

from bastide.server.http import slow_requests
from tests.server.tables import order, run, until
from tests.server.test_lines import serving

pytestmark = pytest.mark.slow

HEAD = b"GET /healthz HTTP/1.1\r\nHost: x\r\n"


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slow_requests, "PATIENCE", 0.4)
    monkeypatch.setattr(slow_requests, "READING", 0.4)


async def ended(reader: asyncio.StreamReader) -> bytes:
    """The server's output until it hangs up."""
    with contextlib.suppress(ConnectionError):
        async with asyncio.timeout(15):
            return await reader.read()
    return b""


async def drip(writer: asyncio.StreamWriter, text: bytes = b"X-Slow: a\r\n") -> None:
    """Send something now and then, until disconnected."""
    with contextlib.suppress(ConnectionError):
        while not writer.is_closing():
            writer.write(text)
            await writer.drain()
            await asyncio.sleep(0.05)


@pytest.mark.parametrize("begin", [b"", b"GET", HEAD, HEAD + b"X-Half: "])
def test_a_head_that_does_not_end_is_not_waited_for(tmp_path: Path, begin: bytes) -> None:
    async def story() -> None:
        async with serving(tmp_path) as (port, _):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(begin)
            said = await ended(reader)
            assert said.startswith(b"HTTP/1.1 408 ") if begin else said == b""
            assert b"too slowly" in said or not begin
            writer.close()

    run(story())


def test_of_many_heads_of_one_address_those_beyond_have_less_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(slow_requests, "PATIENCE", 60)
    monkeypatch.setattr(slow_requests, "HURRY", 0.4)
    monkeypatch.setattr(slow_requests, "MOST", 5)

    async def story() -> None:
        async with serving(tmp_path) as (port, _):
            lines = []
            for number in range(1, 9):
                lines.append(await asyncio.open_connection("127.0.0.1", port))
                lines[-1][1].write(HEAD)
                # One after the other, so that it is known which are beyond.
                if number <= 5:
                    await until(lambda: slow_requests.TimedHTTPProtocol.waiting.total() == len(lines))
            said = [await ended(reader) for reader, _ in lines[5:]]
            assert all(answer.startswith(b"HTTP/1.1 408 ") for answer in said)
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(HEAD + b"Connection: close\r\n\r\n")
            assert (await ended(reader)).startswith(b"HTTP/1.1 200 "), "a request is answered"
            for reader, writer in lines[:5]:
                writer.write(b"Connection: close\r\n\r\n")
                assert (await ended(reader)).startswith(b"HTTP/1.1 200 ")
            await until(lambda: not slow_requests.TimedHTTPProtocol.waiting)

    run(story())


def test_one_byte_after_the_other_gains_no_time(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as (port, _):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(HEAD)
            job = asyncio.create_task(drip(writer))
            said = await ended(reader)
            assert said.startswith(b"HTTP/1.1 408 ") or not said, "a reset may have come before it"
            job.cancel()
            writer.close()

    run(story())


@pytest.mark.parametrize("rest", [b"", b"a"], ids=["nothing", "drops"])
def test_a_second_request_has_no_more_time_than_the_first(tmp_path: Path, rest: bytes) -> None:
    async def story() -> None:
        async with serving(tmp_path) as (port, _):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(HEAD + b"\r\n" + b"GET /heal")
            assert (await reader.readline()).startswith(b"HTTP/1.1 200 ")
            job = asyncio.create_task(drip(writer, rest)) if rest else None
            await ended(reader)
            if job is not None:
                job.cancel()
            writer.close()

    run(story())


def test_what_nobody_wants_to_read_is_not_waited_for(tmp_path: Path) -> None:
    """A body for a path that takes none: answered at once, and then it comes drop by drop."""

    async def story() -> None:
        async with serving(tmp_path) as (port, _):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(b"POST /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n")
            # Before the first drop: a reset that answers one may discard what was not read yet.
            assert (await reader.readline()).startswith(b"HTTP/1.1 405 ")
            job = asyncio.create_task(drip(writer))
            await ended(reader)
            job.cancel()
            writer.close()

    run(story())


def test_an_answer_that_nobody_reads_is_given_up(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as (port, _):
            with socket.socket() as sleeper:
                sleeper.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                sleeper.connect(("127.0.0.1", port))
                # The description of the API again and again, without reading it once.
                ask = b"GET /api/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n"
                sleeper.setblocking(False)

                async def asking() -> None:
                    while True:
                        with contextlib.suppress(BlockingIOError):
                            sleeper.send(ask)
                        await asyncio.sleep(0.005)

                with pytest.raises(ConnectionError):
                    await asyncio.wait_for(asking(), 20)

    run(story())


def test_who_asks_in_time_and_a_line_that_is_silent_are_left_alone(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as (port, hub):
            table, made = await hub.create(order("open", "open"))
            headers = {"Authorization": f"Bearer {hub.issue(table, made.seat or 0, made.generation)}"}
            async with connect(f"ws://127.0.0.1:{port}/ws/{table.state.id}", additional_headers=headers) as line:
                await line.recv()
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.write(b"GET /api/tables/%s/stream HTTP/1.1\r\nHost: x\r\n\r\n" % table.state.id.encode())
                await reader.readuntil(b"\n\n")
                await asyncio.sleep(3 * slow_requests.PATIENCE)
                await line.send('{"id": "a", "do": "ping"}')
                while '"ack"' not in str(await line.recv()):
                    pass
                await line.send('{"id": "b", "do": "chat", "text": "hello"}')
                assert b"hello" in await reader.readuntil(b"hello")
                writer.close()

    run(story())


@pytest.mark.parametrize("way", [1, -1])
def test_a_request_that_says_its_length_in_two_ways_smuggles_no_other(tmp_path: Path, way: int) -> None:
    both = [b"Content-Length: 5", b"Transfer-Encoding: chunked"][::way]
    head = b"\r\n".join([b"POST /api/tables HTTP/1.1", b"Host: x", b"Content-Type: application/json", *both])

    async def story() -> None:
        async with serving(tmp_path) as (port, _):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(head + b"\r\n\r\n0\r\n\r\n" + HEAD + b"\r\n")
            said = await ended(reader)
            assert said.startswith(b"HTTP/1.1 400 ")
            assert said.count(b"HTTP/1.1 ") == 1
            assert b"connection: close" in said
            assert b"content-security-policy" in said
            writer.close()

    run(story())
