"""The log: its lines, and that a whole game at debug level logs no secret and no hidden information."""

from __future__ import annotations

import asyncio
import errno
import io
import json
import logging
import re
import sqlite3
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from sqlalchemy import text
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from bastide.server.common import logs
from bastide.server.common.model import Command
from bastide.server.log.draft import Who
from bastide.server.storage.store import Store, StoreError
from bastide.server.tables.hub import Hub
from tests.server.tables import order, run, until
from tests.server.test_lines import serving
from tests.server.toy import PILE, ToyGame

log = logging.getLogger("bastide.test")


@pytest.fixture
def stream(request: pytest.FixtureRequest) -> Iterator[io.StringIO]:
    """The log of this process as the command line sets it up, caught; afterwards everything is as before."""
    names = ("bastide", *logs.QUIET)
    root = logging.getLogger()
    kept = root.handlers[:], root.level
    levels = {name: logging.getLogger(name).level for name in names}
    caught = io.StringIO()
    logs.setup(getattr(request, "param", "json"), "debug", caught)
    yield caught
    root.handlers[:], root.level = kept
    for name, level in levels.items():
        logging.getLogger(name).setLevel(level)
    logging.getLogger("uvicorn.access").disabled = False


def lines(stream: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def fail() -> None:
    try:
        sqlite3.connect(":memory:").execute("SELECT * FROM hands WHERE card = 'knight'")
    except sqlite3.Error as error:
        raise RuntimeError("a hand: knight, ore") from error


def test_a_record_is_one_line_of_json(stream: io.StringIO) -> None:
    logs.write(log, logging.INFO, "request", table=logs.mark("an id"), seat=None, status=200, ms=1.5)
    [line] = lines(stream)
    moment = datetime.fromisoformat(line.pop("time"))
    assert moment.utcoffset() is not None
    assert abs((datetime.now(moment.tzinfo) - moment).total_seconds()) < 60
    assert line == {
        "level": "info",
        "logger": "bastide.test",
        "event": "request",
        "table": logs.mark("an id"),
        "status": 200,
        "ms": 1.5,
    }


@pytest.mark.parametrize("stream", ["text"], indirect=True)
def test_a_record_is_one_line_of_text(stream: io.StringIO) -> None:
    logs.write(log, logging.WARNING, "bot failed", bot='a "b"\nc', seat=2)
    logging.getLogger("elsewhere").error("two\nlines")
    first, second = stream.getvalue().splitlines()
    assert re.fullmatch(
        r'\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z WARNING bastide.test bot failed bot="a \\"b\\"\\nc" seat=2', first
    )
    assert second.endswith('ERROR   elsewhere "two\\nlines"')


@pytest.mark.parametrize("stream", logs.FORMATS, indirect=True)
def test_of_an_exception_the_kind_and_the_place_are_told_and_not_its_words(stream: io.StringIO) -> None:
    try:
        fail()
    except RuntimeError as error:
        logs.write(log, logging.ERROR, "ours", error)
        logging.getLogger("uvicorn.error").exception("theirs")
    written = stream.getvalue()
    assert written.count("\n") == 2
    assert written.count("RuntimeError<OperationalError") == 2
    assert written.count(":fail") == 2
    assert "test_logs.py" in written
    assert "knight" not in written


def test_a_level_that_is_off_is_not_written_and_libraries_never_tell_their_details(stream: io.StringIO) -> None:
    for name in logs.QUIET:
        logging.getLogger(name).info("GET /ws/x?token=secret")
    logging.getLogger("uvicorn.access").error("GET /ws/x?token=secret")
    logging.getLogger("somebody").info("else")
    logs.setup("text", "warning", stream)
    logs.write(log, logging.INFO, "request")
    assert stream.getvalue() == ""


async def play_everything(port: int, hub: Hub) -> set[str]:
    """A whole game of two people and a bot that fails, every kind of request, right and wrong. All its secrets."""
    secrets: set[str] = set()
    base = f"http://127.0.0.1:{port}"
    async with httpx.AsyncClient(base_url=base) as http:
        body = order("open", "open", "illegal", nickname="Maudzzz", name="Quayzzz", public=True)
        made = await http.post("/api/tables", json=msgspec.to_builtins(body))
        table, maud = made.json()["table"], made.json()["token"]
        cookies = dict(made.cookies)
        http.cookies.clear()
        sit_id = "sit-secret-0123456789"
        sat = await http.post(f"/api/tables/{table}/sit", json={"nickname": "Odilezzz", "id": sit_id})
        odile = sat.json()["token"]
        cookies |= dict(sat.cookies)
        http.cookies.clear()
        secrets |= {table, maud, odile, sit_id, "Maudzzz", "Odilezzz", "Quayzzz", *cookies, *cookies.values()}
        secrets |= {part for token in (maud, odile) for part in token.split(".") if len(part) > 3}
        where = f"/api/tables/{table}"

        async def post(token: str, **command: Any) -> Any:
            headers = {"authorization": f"Bearer {token}"}
            return (await http.post(f"{where}/commands", json=command, headers=headers)).json()

        await post(maud, id="start-1", do="start")
        await post(maud, id="chat-1", do="chat", text="bodyzzz of a message")
        for path in (
            where,
            f"{where}?token={maud}",
            f"{where}?token=forgedzzz",
            f"{where}/record",
            f"/{table}",
            "/api/tables",
        ):
            await http.get(path, headers={"cookie": f"bastide-{table}={odile}"})
        await http.post(f"{where}/commands", content=b'{"bodyzzz', headers={"content-type": "application/json"})
        await post(maud, id="wrong", do="play", text="notationzzz")
        await post("forgedzzz", id="wrong", do="play", text="draw")
        lines = []
        for token, way in ((maud, "query"), (odile, "header")):
            query = f"?as=json&token={token}" if way == "query" else "?as=json"
            headers = {} if way == "query" else {"Authorization": f"Bearer {token}"}
            lines.append(
                await connect(f"ws://127.0.0.1:{port}/ws/{table}{query}", additional_headers=headers, max_queue=None)
            )
        with pytest.raises(InvalidStatus):
            await connect(f"ws://127.0.0.1:{port}/ws/{table}", additional_headers={"Origin": "https://evilzzz.example"})
        forged = await connect(f"ws://127.0.0.1:{port}/ws/{table}?token=forgedzzz")
        await forged.recv()
        await forged.close()
        await lines[0].send('{"bodyzzz')
        live = await hub.table(table)
        step = 0
        while live.state.stage == "playing":
            match = live.state.match
            assert match is not None
            game = match.game
            assert isinstance(game, ToyGame)
            secrets |= {card for hand in game.hands for card in hand}
            if game.turn == 2:
                await asyncio.sleep(0.005)
                continue
            step += 1
            command = {"id": f"step-{step}", "do": "play", "text": "draw" if step % 2 else "end"}
            await lines[game.turn].send(msgspec.json.encode(command).decode())
            version = live.state.version
            await until(lambda version=version: live.state.version > version)
        for line in lines:
            await line.close()
        record = await http.get(f"{where}/record", headers={"authorization": f"Bearer {maud}"})
        assert record.status_code == 200
        await until(lambda: not live.watchers)
    return secrets


@pytest.mark.parametrize("stream", logs.FORMATS, indirect=True)
def test_a_whole_game_leaves_no_secret_in_the_log(
    tmp_path: Path, stream: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> set[str]:
        async with serving(tmp_path) as (port, hub):
            return await play_everything(port, hub)

    secrets = run(story())
    written = stream.getvalue()
    for event in ("request", "command", "connected", "disconnected", "bot refused"):
        assert event in written
    assert "/api/tables/{table_id}/commands" in written
    assert len([card for card in secrets if card in PILE]) >= 4
    assert len(secrets) > 12
    for secret in secrets | {"zzz"}:
        assert secret not in written
    assert "token=" not in written
    assert "127.0.0.1" not in written


def test_what_breaks_tells_no_secret_either(
    tmp_path: Path, stream: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> str:
        async with serving(tmp_path) as (_, hub):
            table, made = await hub.create(order("open", "broken", start=True))
            who = Who(made.seat, made.generation)

            async def full(*args: object, **more: object) -> None:
                raise StoreError("[parameters: ('secret007',)]")

            with monkeypatch.context() as patch:
                patch.setattr(Store, "append", full)
                with pytest.raises(Exception, match="could not be stored"):
                    await table.do(who, Command("idzzz", "play", "draw"))
            with monkeypatch.context() as patch:
                patch.setattr(Store, "load_short", full)
                with pytest.raises(Exception, match="cannot be read"):
                    await hub.table("2" * 17)
            await table.do(who, Command("again", "play", "end"))
            await until(lambda: table.state.match is not None and table.state.match.free() != {1})
            asyncio.get_running_loop().call_soon(fail)
            task = asyncio.create_task(asyncio.sleep(0, StoreError("secret008")), name=table.state.id)
            await task
            await asyncio.sleep(0.01)
            return table.state.id

    table = run(story())
    events = [line["event"] for line in lines(stream)]
    for event in ("command not stored", "table not read", "bot failed", "unhandled error"):
        assert event in events
    written = stream.getvalue()
    for secret in (table, "secret0", "idzzz", "knight", "this bot is broken"):
        assert secret not in written


def test_what_the_loop_says_thousands_of_times_stands_there_once(stream: io.StringIO) -> None:
    logs._told.clear()
    for _ in range(1000):
        logs.unhandled({"exception": OSError(errno.EMFILE, "Too many open files")})
    for _ in range(3):
        logs.unhandled({"exception": OSError(errno.EPIPE, "Broken pipe")})
    assert [line["event"] for line in lines(stream)] == ["unhandled error"] * 4


def test_the_database_quotes_no_parameters_in_its_errors(tmp_path: Path) -> None:
    async def story() -> None:
        store = await Store.open(f"sqlite:///{tmp_path / 'tables.db'}")
        await store.change(text("DROP TABLE entry"))
        with pytest.raises(StoreError, match="no such table") as caught:
            await store.load("a secret")
        assert "secret" not in str(caught.value)
        await store.close()

    run(story())


@pytest.mark.parametrize("path", ["/api/tables", "/api/account/session"])
def test_somebody_who_goes_in_the_middle_of_a_question_is_no_fault_of_the_server(
    path: str, tmp_path: Path, stream: io.StringIO
) -> None:
    async def job() -> None:
        async with serving(tmp_path) as (port, _):
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 90"
            writer.write(f"{head}\r\n\r\n{{".encode())
            await writer.drain()
            writer.close()
            await until(lambda: any(line["event"] == "request" for line in lines(stream)))

    run(job())
    [line] = [line for line in lines(stream) if line["event"] == "request"]
    assert (line["route"], line["status"]) == (path, 499)
    assert not [line for line in lines(stream) if line["level"] in ("warning", "error")]
