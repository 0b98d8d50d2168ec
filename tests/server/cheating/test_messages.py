"""Messages made to break their reader. Each is refused by name, and the server goes on."""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.extensions.permessage_deflate import PerMessageDeflate
from websockets.typing import Origin

from bastide.server.http.socket_limits import HELD, SLICE
from tests.server.cheating.ways import Scene, code, scene
from tests.server.tables import complaints, order, run, until
from tests.server.test_http import bearer
from tests.server.test_lines import closed, serving

HEAD: Final = '{"id":"a","do":"play","text":"mark 1"'
BAD: Final = {
    "deep lists": "[" * 5000,
    "deep lists, closed": "[" * 5000 + "]" * 5000,
    "deep objects": '{"a":' * 3000 + "1" + "}" * 3000,
    "deep in a field": HEAD + ',"version":' + "[" * 3000 + "]" * 3000 + "}",
    "NaN": HEAD + ',"version":NaN}',
    "Infinity": HEAD + ',"version":Infinity}',
    "minus infinity": HEAD + ',"version":-1e999}',
    "a huge integer": HEAD + ',"version":' + "9" * 5000 + "}",
    "a negative number": HEAD + ',"version":-1}',
    "a huge exponent": HEAD + ',"version":1e400}',
    "a fraction": HEAD + ',"version":1.5}',
    "a truth for a number": HEAD + ',"seat":true}',
    "a text for a number": HEAD + ',"seat":"0"}',
    "a seat that no table has": HEAD + ',"seat":8}',
    "half a pair": '{"id":"a","do":"chat","text":"\\ud800"}',
    "an unknown field": HEAD + ',"admin":true}',
    "an unknown command": '{"id":"a","do":"cheat"}',
    "a list": '["a","play","mark 1"]',
    "null": "null",
    "nothing": "",
    "a long text": '{"id":"a","do":"chat","text":"' + "x" * 501 + '"}',
    "a long id": '{"id":"' + "x" * 65 + '","do":"ping"}',
    "no id": '{"id":"","do":"ping"}',
    "two messages": HEAD + "}" + HEAD + "}",
    "a message and a half": HEAD + "}{",
    "a comment": HEAD + "} // mark 1",
    "a NUL": HEAD + "}\x00",
    "too large": " " * 20_000 + HEAD + "}",
}


@pytest.fixture
def here(tmp_path: Path) -> Iterator[Scene]:
    with scene(tmp_path) as found:
        before = found.state().version
        yield found
        assert found.state().version == before, "nothing changed"
        assert found.http(found.maud, "play", "mark 1")["type"] == "ack", "and the table goes on"


def check(answer: dict[str, Any]) -> None:
    assert code(answer) in ("malformed", "too-large")
    assert len(answer.get("fault", answer)["message"]) < 500, "it is quoted, but not at length"


@pytest.mark.parametrize("kind", BAD)
def test_a_bad_body(here: Scene, kind: str) -> None:
    headers = bearer(here.maud) | {"content-type": "application/json"}
    answer = here.client.post(f"/api/tables/{here.table}/commands", content=BAD[kind].encode(), headers=headers)
    assert answer.status_code in (400, 413)
    check(answer.json())


@pytest.mark.parametrize("kind", BAD)
def test_a_bad_frame(here: Scene, kind: str) -> None:
    with here.client.websocket_connect(f"/ws/{here.table}?as=json", headers=bearer(here.maud)) as session:
        session.send_text(BAD[kind])
        while (frame := session.receive_json())["type"] == "table":
            pass
        check(frame)
        session.send_json({"id": "still there", "do": "ping"})
        while (frame := session.receive_json())["type"] == "table":
            pass
        assert frame["type"] == "ack", "the line goes on"


@pytest.mark.parametrize("text", [b'{"id":"\xff","do":"ping"}', b'{"id":"\xed\xa0\x80","do":"ping"}', b"\xfe\xff\x00{"])
def test_a_body_that_is_no_utf_8(here: Scene, text: bytes) -> None:
    headers = bearer(here.maud) | {"content-type": "application/json"}
    check(here.client.post(f"/api/tables/{here.table}/commands", content=text, headers=headers).json())


def test_of_two_values_for_one_key_the_last_counts_whoever_reads(tmp_path: Path) -> None:
    """There is one reader, so nobody can check one value and carry out the other."""
    with scene(tmp_path) as here:
        headers = bearer(here.odile) | {"content-type": "application/json"}
        body = b'{"id":"a","do":"ping","do":"play","text":"nothing","text":"mark 1"}'
        answer = here.client.post(f"/api/tables/{here.table}/commands", content=body, headers=headers).json()
        assert code(answer) == "turn", "it is refused as what it would have done"


def test_frames_and_lines_of_a_real_server(tmp_path: Path) -> None:
    """Binary frames, frames beyond the limit, half frames, half heads: the line is cut, and others do not notice."""

    async def story() -> None:
        async with serving(tmp_path) as (port, hub):
            table, made = await hub.create(order("open", "greedy", start=True))
            headers = {"Authorization": f"Bearer {hub.issue(table, made.seat or 0, made.generation)}"}
            address = f"ws://127.0.0.1:{port}/ws/{table.state.id}"
            for frame, text, reason in (
                (b"\x00\x01", False, 1003),
                (b"\xff\xfe", True, 1007),
                (b" " * 1_000_000, True, 1009),
            ):
                async with connect(address, additional_headers=headers) as line:
                    await line.recv()
                    await line.send(frame, text=text)
                    assert await closed(line) == reason
            # Frames of which the end never comes: one that says it is huge, and a head that does not end.
            slow = []
            for begin in (b"\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xff", b"\x81\xfe\x10\x00half"):
                line = await connect(address, additional_headers=headers)
                await line.recv()
                line.transport.write(begin)
                slow.append(line)
            half = [await asyncio.open_connection("127.0.0.1", port) for _ in range(20)]
            for _, writer in half:
                writer.write(b"GET /api/tables HTTP/1.1\r\nHost: x\r\nX-Slow: ")
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(b"GET /api/tables HTTP/1.1\r\nHost: x\r\nX-Huge: " + b"a" * 200_000)
            answer = await asyncio.wait_for(reader.read(100), 10)
            assert b" 4" in answer[:16] or answer == b"", "a head without end is cut"
            assert await closed(slow[0]) in (1002, 1009), "a frame announced as huge is not waited for"
            async with connect(address, additional_headers=headers) as line:
                await line.recv()
                await line.send('{"id": "a", "do": "play", "text": "mark 1"}')
                assert '"ack"' in str(await line.recv())
            slow[1].transport.abort()
            for _, writer in half:
                writer.close()

    run(story())


MASK = b"\x80\0\0\0\0"
FLOODS = {
    "too many messages at once": b"\x81" + MASK,
    "too many pieces": b"\x00" + MASK,
    "too many pings": b"\x89" + MASK,
}


@pytest.mark.parametrize("reason", FLOODS)
def test_frames_that_hold_nothing_fill_no_memory(tmp_path: Path, reason: str) -> None:
    """Empty frames count for no limit of size: thousands of messages, of pieces of one message, of pings."""

    async def story() -> None:
        async with serving(tmp_path) as (port, hub):
            table, made = await hub.create(order("open", "greedy", start=True))
            headers = {"Authorization": f"Bearer {hub.issue(table, made.seat or 0, made.generation)}"}
            address = f"ws://127.0.0.1:{port}/ws/{table.state.id}"
            line = await connect(address, additional_headers=headers, compression=None)
            await line.recv()
            begin = b"\x01" + MASK if reason == "too many pieces" else b""
            line.transport.write(begin + 5000 * FLOODS[reason])
            assert await closed(line) == 1008
            assert line.close_reason == reason
            await until(lambda: not table.watchers)
            async with connect(address, additional_headers=headers) as line:
                await line.recv()
                for _ in range(20):
                    await (await line.ping())
                await line.send([" ", '{"id": "a", ', '"do": "ping"}'])
                while '"ack"' not in str(await line.recv()):
                    pass

    run(story())


def packed(size: int) -> bytes:
    """A text of so many spaces as a compressed frame."""
    squeeze = zlib.compressobj(9, zlib.DEFLATED, -12)
    data = (squeeze.compress(b" " * size) + squeeze.flush(zlib.Z_SYNC_FLUSH))[:-4]
    assert len(data) < 126
    return b"\xc1" + bytes([0x80 | len(data)]) + b"\0\0\0\0" + data


def test_a_few_bytes_that_stand_for_many_fill_no_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each message is small enough to be answered; but 40 kB of the line are 30 MB of messages."""
    unpacked = 0
    decompress = PerMessageDeflate.decode

    def counted(self: PerMessageDeflate, frame: Any, **more: Any) -> Any:
        nonlocal unpacked
        found = decompress(self, frame, **more)
        unpacked += len(found.data)
        return found

    async def story() -> None:
        async with serving(tmp_path) as (port, hub):
            table, made = await hub.create(order("open", "greedy", start=True))
            headers = {"Authorization": f"Bearer {hub.issue(table, made.seat or 0, made.generation)}"}
            address = f"ws://127.0.0.1:{port}/ws/{table.state.id}"
            line = await connect(address, additional_headers=headers)
            await line.recv()
            monkeypatch.setattr(PerMessageDeflate, "decode", counted)
            line.transport.write(500 * packed(60_000))
            assert await closed(line) == 1008
            assert line.close_reason == "too many messages at once"
            assert unpacked < HELD + SLICE * 1000, "what is not taken in is not unpacked either"
            async with connect(address, additional_headers=headers) as line:
                await line.recv()
                for number in range(30):
                    # What was read makes room again.
                    await line.send(" " * 30_000)
                    while "too-large" not in str(await line.recv()):
                        pass
                    if number % 10 == 0:
                        await line.send('{"id": "a", "do": "ping"}')
                        while '"ack"' not in str(await line.recv()):
                            pass

    run(story())


def test_a_line_that_is_refused_is_no_error_of_the_server(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def story() -> None:
        async with serving(tmp_path) as (port, hub):
            table, _ = await hub.create(order("open", "greedy", start=True))
            with pytest.raises(InvalidStatus) as refused:
                await connect(f"ws://127.0.0.1:{port}/ws/{table.state.id}", origin=Origin("http://elsewhere"))
            assert refused.value.response.status_code == 403
            assert b'"origin"' in refused.value.response.body

    run(story())
    assert complaints(caplog) == []
