"""The server as a process: it shuts down gracefully, and resumes where it was."""

from __future__ import annotations

import asyncio
import json
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from bastide.server.engine.games import Games
from bastide.server.log.state import TableState
from bastide.server.storage.store import Store
from tests.chosen import by_turns
from tests.cli.test_serve import port_of, running

pytestmark = pytest.mark.slow

GAME = {
    "name": "Quay",
    "nickname": "Maud",
    "config": {"game": "island", "layout": "beginner"},
    "seats": [{"kind": "open"}, {"kind": "bot", "bot": "greedy"}, {"kind": "bot", "bot": "greedy"}],
    "start": True,
}
GRACE = 8.0


class Player:
    """A client that chats as fast as it is answered, and remembers every answer."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.acknowledged: dict[str, int] = {}
        self.shown = 0
        self.code = 0

    async def play(self, line: ClientConnection) -> None:
        with suppress(ConnectionClosed):
            for count in range(100_000):
                command = {"id": f"p{self.number}-{count}", "do": "chat", "text": f"line {count}"}
                await line.send(msgspec.json.encode(command).decode())
                while self.note(await line.recv()) != command["id"]:
                    pass
        # What came before the end of the line, while the next command was written.
        with suppress(ConnectionClosed):
            while True:
                self.note(await line.recv())
        self.code = line.close_code or 0

    def note(self, text: str | bytes) -> str:
        """Remember a frame; the id that it answers."""
        frame = msgspec.json.decode(text)
        assert frame["type"] in ("ack", "panels", "table"), frame
        if frame["type"] == "ack":
            self.acknowledged[frame["id"]] = frame["version"]
        else:
            self.shown = max(self.shown, frame["version"])
        return str(frame.get("id", ""))


async def made(base: str, **more: Any) -> tuple[str, str]:
    async with httpx.AsyncClient(base_url=base) as http:
        answer = await http.post("/api/tables", json={**GAME, **more})
        assert answer.status_code == 201, answer.text
        return answer.json()["table"], answer.json()["token"]


async def stored(folder: Path, table: str) -> TableState:
    store = await Store.open(f"sqlite:///{folder / 'bastide.db'}")
    try:
        return TableState.replayed(Games(), table, await store.load(table))
    finally:
        await store.close()


async def ended(process: subprocess.Popen[str], seconds: float) -> float:
    """Wait for the process; how long it took."""
    begun = time.monotonic()
    while process.poll() is None:
        assert time.monotonic() - begun < seconds, "it does not end"
        await asyncio.sleep(0.01)
    return time.monotonic() - begun


async def go_on(port: int, table: str, token: str, version: int = 0) -> None:
    """Come back to seat 0 of a table that stands at least at that version, and play."""
    address = f"ws://127.0.0.1:{port}/ws/{table}?as=json"
    async with connect(address, additional_headers={"Authorization": f"Bearer {token}"}) as line:
        shown = msgspec.json.decode(await line.recv())
        assert shown["table"]["seat"] == 0
        assert shown["table"]["stage"] == "playing"
        assert shown["version"] >= version
        while not (legal := shown["table"]["view"]["legal"]):
            # The bots go on by themselves.
            shown = msgspec.json.decode(await asyncio.wait_for(line.recv(), 10))
        await line.send(msgspec.json.encode({"id": "on", "do": "play", "text": legal[0]}).decode())
        while (frame := msgspec.json.decode(await line.recv())).get("id") != "on":
            pass
        assert frame["type"] == "ack"


@by_turns("sig", [signal.SIGTERM, signal.SIGINT])
def test_a_server_that_is_told_to_end_keeps_what_it_acknowledged_and_goes_on_later(
    tmp_path: Path, sig: signal.Signals, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BASTIDE_BOT_DELAY", "0.05,0.1")

    async def end(process: subprocess.Popen[str], port: int) -> tuple[str, str, list[Player]]:
        table, token = await made(f"http://127.0.0.1:{port}")
        address = f"ws://127.0.0.1:{port}/ws/{table}?as=json"
        mine = {"Authorization": f"Bearer {token}"}
        players = [Player(number) for number in range(3)]
        lines = [await connect(address, additional_headers=mine if n == 0 else None) for n in range(3)]
        jobs = [asyncio.create_task(player.play(line)) for player, line in zip(players, lines, strict=True)]
        while min(len(player.acknowledged) for player in players) < 5:
            await asyncio.sleep(0.01)
        process.send_signal(sig)
        await asyncio.wait_for(asyncio.gather(*jobs), GRACE)
        assert await ended(process, GRACE) < GRACE
        return table, token, players

    options = ("serve", "--port", 0, "--data", tmp_path, "--grace", GRACE, "--log-format", "json")
    with running(*options) as (process, line):
        table, token, players = asyncio.run(end(process, port_of(line)))
        _, err = process.communicate(timeout=10)
    assert process.returncode == 0, err
    assert [player.code for player in players] == [1012] * 3, "come back"
    log = [json.loads(record) for record in err.splitlines()]
    assert [record["event"] for record in log if record["logger"] == "bastide.server"] == [
        "started",
        "closing",
        "closed",
    ]
    assert not [record for record in log if record["level"] in ("warning", "error")]
    assert next(record["signal"] for record in log if record["event"] == "closing") == sig.name
    state = asyncio.run(stored(tmp_path, table))
    acknowledged = {
        f"0.1:{key}" if player.number == 0 else f"*:{key}": version
        for player in players
        for key, version in player.acknowledged.items()
    }
    assert {key: state.done[key].version for key in acknowledged} == acknowledged
    assert [player.shown for player in players] == [state.version] * 3, "everybody was told of everything"
    assert not list(tmp_path.glob("*.db-wal")), "the database was closed"
    with running(*options) as (process, line):
        asyncio.run(go_on(port_of(line), table, token, state.version))


SLOW = """
import asyncio
from bastide.server.storage.store import Store
append = Store.append

async def slowly(*args, **more):
    await asyncio.sleep({delay})
    return await append(*args, **more)

Store.append = slowly
"""
"""A disk that takes so many seconds for each command."""


def asked(url: str) -> tuple[int, Any]:
    try:
        with urllib.request.urlopen(url, timeout=5) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


WAITING: dict[str, Any] = {"seats": [{"kind": "open"}, {"kind": "open"}, {"kind": "open"}], "start": False}


async def chatting(base: str, table: str, token: str) -> httpx.Response:
    """One command over HTTP, under way when this is awaited as a task."""
    async with httpx.AsyncClient(base_url=base, timeout=30) as http:
        body = {"id": "slow", "do": "chat", "text": "hello"}
        return await http.post(f"/api/tables/{table}/commands", json=body, headers={"Authorization": f"Bearer {token}"})


def test_while_it_closes_it_finishes_what_was_asked_and_takes_nothing_new(tmp_path: Path) -> None:
    async def story(process: subprocess.Popen[str], port: int) -> str:
        base = f"http://127.0.0.1:{port}"
        table, token = await made(base, **WAITING)
        other, _ = await made(base, **WAITING)
        assert (await asyncio.to_thread(asked, f"{base}/readyz"))[0] == 200
        command = asyncio.create_task(chatting(base, table, token))
        await asyncio.sleep(0.5)
        process.send_signal(signal.SIGTERM)
        await asyncio.sleep(0.3)
        assert await asyncio.to_thread(asked, f"{base}/readyz") == (503, {"status": "unavailable", "reason": "closing"})
        assert (await asyncio.to_thread(asked, f"{base}/healthz"))[0] == 200
        async with httpx.AsyncClient(base_url=base) as http:
            refused = await http.post("/api/tables", json={**GAME, **WAITING})
            assert (refused.status_code, refused.json()["code"]) == (503, "busy")
        with pytest.raises(InvalidStatus) as caught:
            await connect(f"ws://127.0.0.1:{port}/ws/{other}")
        assert caught.value.response.status_code == 503
        assert not command.done(), "all this was asked meanwhile"
        assert (await command).json()["type"] == "ack"
        await ended(process, GRACE)
        return table

    options = ("serve", "--port", 0, "--data", tmp_path, "--grace", GRACE)
    with running(*options, before=SLOW.format(delay=2)) as (process, line):
        table = asyncio.run(story(process, port_of(line)))
    assert process.returncode == 0
    assert "0.1:slow" in asyncio.run(stored(tmp_path, table)).done


@by_turns("signals", [(signal.SIGTERM, signal.SIGTERM), (signal.SIGTERM, signal.SIGINT), (signal.SIGTERM,)])
def test_it_ends_at_once_when_told_twice_and_in_the_end_anyway(
    tmp_path: Path, signals: tuple[signal.Signals, ...]
) -> None:
    async def story(process: subprocess.Popen[str], port: int) -> float:
        base = f"http://127.0.0.1:{port}"
        table, token = await made(base, **WAITING)
        command = asyncio.create_task(chatting(base, table, token))
        await asyncio.sleep(0.5)
        begun = time.monotonic()
        for sig in signals:
            process.send_signal(sig)
            await asyncio.sleep(0.3)
        await ended(process, 20)
        took = time.monotonic() - begun
        with pytest.raises(httpx.HTTPError):
            await command
        return took

    with running("serve", "--port", 0, "--data", tmp_path, "--grace", 2, before=SLOW.format(delay=60)) as (
        process,
        line,
    ):
        took = asyncio.run(story(process, port_of(line)))
        _, err = process.communicate(timeout=10)
    assert "Traceback" not in err
    if len(signals) == 2:
        assert took < 1.5
        assert process.returncode == 128 + signals[1]
    else:
        assert 1.5 < took < 4
        assert process.returncode == 1
        assert "closing took too long" in err


def test_metrics_have_a_port_of_their_own_until_the_end(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with running("serve", "--host", "127.0.0.1", "--port", 0, "--data", tmp_path, "--metrics-port", port) as (
        process,
        line,
    ):
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=20) as answer:
            text = answer.read().decode()
        assert 'bastide_tables{stage="waiting"} 0.0' in text
        with pytest.raises(urllib.error.HTTPError, match="404"):
            urllib.request.urlopen(f"http://127.0.0.1:{port_of(line)}/metrics", timeout=20)
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=20)
    assert process.returncode == 0


THINKING = """
import time
from bastide.server.engine.games import Games

class Thinker:
    def choose(self, game, seat):
        time.sleep(60)

Games.bot = lambda self, level, seed: Thinker()
"""


def test_a_bot_that_thinks_does_not_keep_the_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BASTIDE_BOT_DELAY", "0,0")

    async def story(process: subprocess.Popen[str], port: int) -> None:
        bots = {"seats": [{"kind": "bot", "bot": "greedy"}, {"kind": "open"}, {"kind": "bot", "bot": "greedy"}]}
        await made(f"http://127.0.0.1:{port}", **bots)
        await asyncio.sleep(0.5)
        process.send_signal(signal.SIGTERM)
        await ended(process, 6)

    options = ("serve", "--port", 0, "--data", tmp_path, "--grace", 2)
    with running(*options, before=THINKING) as (process, line):
        asyncio.run(story(process, port_of(line)))
        _, err = process.communicate(timeout=10)
    assert process.returncode == 0
    assert "bastide.server closed" in err
