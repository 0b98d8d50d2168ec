"""The socket: what is sent, to whom and when, and what is read."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import threading
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient, WebSocketDenialResponse, WebSocketTestSession
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from bastide.server.http import socket
from tests.server.tables import client_in, hub_in, order, run, seated
from tests.server.test_http import make
from tests.server.toy import draw_panels

pytestmark = pytest.mark.usefixtures("everywhere")

IDS = itertools.count()


class Line:
    """One page's line, which remembers every frame that it got."""

    def __init__(self, session: WebSocketTestSession) -> None:
        self.session = session
        self.frames: list[str] = []

    def send(self, do: str, text: str = "", **more: Any) -> str:
        body = {"id": f"c{next(IDS)}", "do": do, "text": text} | more
        self.session.send_json(body)
        return str(body["id"])

    def next(self) -> dict[str, Any]:
        text = self.session.receive_text()
        self.frames.append(text)
        found: dict[str, Any] = msgspec.json.decode(text)
        return found

    def until(self, kind: str) -> dict[str, Any]:
        while True:
            frame = self.next()
            if frame["type"] == kind:
                return frame

    def panel(self, key: str) -> str:
        """Read until this panel comes."""
        while True:
            frame = self.next()
            if frame["type"] == "panels" and key in frame["panels"]:
                return str(frame["panels"][key])

    def ask(self, do: str, text: str = "", **more: Any) -> dict[str, Any]:
        """Send a command and read until its answer."""
        wanted = self.send(do, text, **more)
        while True:
            frame = self.next()
            if frame.get("id") == wanted:
                return frame


@contextlib.contextmanager
def line(client: TestClient, table: str, token: str = "", **query: str) -> Iterator[Line]:
    parts = [f"{key}={value}" for key, value in ({"token": token} if token else {}).items()]
    parts += [f"{key}={value}" for key, value in query.items() if key != "as_"]
    if "as_" in query:
        parts.append(f"as={query['as_']}")
    with client.websocket_connect(f"/ws/{table}?{'&'.join(parts)}") as session:
        yield Line(session)


def test_panels_come_whole_and_then_only_as_they_change(tmp_path: Path) -> None:
    with client_in(tmp_path, draw_panels) as client:
        made = make(client, "open", "open")
        table, maud = made["table"], made["token"]
        with line(client, table, maud) as page:
            first = page.next()
            assert first["type"] == "panels"
            assert first["whole"] is True
            assert first["version"] == 1
            assert set(first["panels"]) == {"head", "rail", "chat"}
            assert "Maud:person:True" in first["panels"]["rail"]
            assert page.ask("chat", "hello", id="c") == {"type": "ack", "id": "c", "version": 2}
            second = page.next()
            assert second["panels"] == {"chat": "Maud: hello"}
            assert second["whole"] is False
            with line(client, table) as watcher:
                assert "Maud: hello" in watcher.next()["panels"]["chat"]
            sat = client.post(f"/api/tables/{table}/sit", json={"nickname": "Odile", "id": "o" * 16})
            assert set(page.until("panels")["panels"]) == {"rail"}
            with line(client, table, sat.json()["token"], lang="fr") as other:
                assert "lang=fr" in other.next()["panels"]["head"]
                assert "Odile:person:True" in page.panel("rail")
                page.ask("start")
                page.ask("play", "draw")
                mine = page.until("panels")
                assert [event["kind"] for event in mine["events"]] == ["draw", "card"]
                assert "secret" in mine["panels"]["hand"]
                page.ask("play", "end")
                theirs = other.until("panels")
                while "draw" not in [event["kind"] for event in theirs["events"]]:
                    theirs = other.until("panels")
                assert "secret" not in "".join(other.frames)
            assert "Odile:person:False" in page.panel("rail")


def test_without_a_renderer_or_on_request_the_table_comes_as_data(tmp_path: Path) -> None:
    with client_in(tmp_path, draw_panels) as client:
        made = make(client, "open", "greedy", start=True, config={"game": "toy", "goal": 50})
        with line(client, made["table"], made["token"], as_="json") as bot:
            first = bot.next()
            assert first["type"] == "table"
            assert first["whole"] is True
            assert first["table"]["seat"] == 0
            assert first["table"]["view"]["legal"] == ["draw", "mark 1", "mark 2", "offer", "end"]
            assert bot.ask("play", "mark 1", version=first["version"])["type"] == "ack"
            after = bot.until("table")
            assert after["events"] == [{"kind": "mark", "seat": 0}]
            assert bot.ask("undo")["type"] == "ack"
            assert bot.until("table")["whole"] is False


def test_a_page_that_comes_back_gets_what_followed_or_everything(tmp_path: Path) -> None:
    with client_in(tmp_path, draw_panels) as client:
        made = make(client, "open", "greedy", start=True, config={"game": "toy", "goal": 50})
        table, maud = made["table"], made["token"]
        with line(client, table, maud) as page:
            page.next()
            for text in ("mark 1", "draw", "mark 2"):
                page.ask("play", text)
        with line(client, table, maud) as page:
            assert page.next()["events"] == []
            page.send("seen", version=3)
            followed = page.until("panels")
            assert followed["whole"] is False
            assert [event["kind"] for event in followed["events"]] == ["draw", "card", "mark"]
            assert page.ask("undo")["type"] == "ack"
            page.until("panels")
            page.send("seen", version=3)
            whole = page.until("panels")
            assert whole["whole"] is True, "what was taken back cannot be told as a sequence"
            assert whole["events"] == []
            page.send("seen", version=99)
            assert page.until("panels")["whole"] is True
        with line(client, table, maud, seen="3") as page:
            assert page.next()["whole"] is True
        with line(client, table, maud, seen="7") as page:
            page.ask("play", "mark 2")
        with line(client, table, maud, seen="7") as page:
            first = page.next()
            assert first["whole"] is False
            assert first["events"] == [{"kind": "mark", "seat": 0}]
            assert set(first["panels"]) > {"head", "hand"}, "a new line knows nothing of what the page shows"
        with line(client, table, maud, seen="x") as page:
            assert "'x'" in page.next()["fault"]["message"]


def test_the_seat_may_be_taken_over_the_socket(tmp_path: Path) -> None:
    with client_in(tmp_path) as client:
        table = make(client, "open", "open")["table"]
        with line(client, table) as guest:
            assert guest.next()["table"]["watchers"] == 1
            seated = guest.ask("sit", "Odile", id="o" * 16)
            assert seated["type"] == "seated"
            assert seated["seat"] == 1
            assert guest.until("table")["table"]["seat"] == 1
            assert guest.ask("chat", "here I am")["type"] == "ack"
        client.cookies.clear()
        with line(client, table, seated["token"]) as again:
            assert again.next()["table"]["seat"] == 1
            assert again.ask("leave")["type"] == "ack"
            assert again.until("table")["table"]["seat"] is None


def test_bad_messages_are_refused_and_the_line_stays(tmp_path: Path) -> None:
    with client_in(tmp_path) as client:
        made = make(client, "open", "greedy", start=True)
        with line(client, made["table"], made["token"]) as page:
            page.next()
            for text, code, quoted in (
                ("{", "malformed", "'{'"),
                ('{"id":"a","do":"fly"}', "malformed", "$.do"),
                ('{"id":"a","do":"ping","seat":true}', "malformed", "$.seat"),
                ("[" * 10_000, "malformed", "[[["),
                (" " * 20_000, "too-large", "20000"),
                ('{"id":"a","do":"play","text":"dance"}', "invalid", "'dance'"),
                ('{"id":"a","do":"play","text":"yes"}', "illegal", "'yes'"),
            ):
                page.session.send_text(text)
                frame = page.until("refused")
                assert frame["fault"]["code"] == code
                assert quoted in frame["fault"]["message"]
                assert len(frame["fault"]["message"]) < 400
                assert frame["version"] == 2
            assert page.ask("ping")["type"] == "ack"


def test_binary_frames_close_the_line(tmp_path: Path) -> None:
    with client_in(tmp_path) as client, line(client, make(client)["table"]) as page:
        page.next()
        page.session.send_bytes(b"\x00\x01")
        assert "binary" in page.until("refused")["fault"]["message"]
        with pytest.raises(WebSocketDisconnect) as closed:
            page.next()
        assert closed.value.code == 1003


def test_a_flood_is_slowed_and_then_cut(tmp_path: Path) -> None:
    with (
        client_in(tmp_path, message_rate=10.0, message_burst=5, message_flood=20) as client,
        line(client, make(client)["table"]) as page,
    ):
        page.next()
        for _ in range(40):
            page.session.send_text("{}")
        with pytest.raises(WebSocketDisconnect) as closed:
            page.until("the end")
        assert closed.value.code == 1008
        assert msgspec.json.decode(page.frames[-1])["fault"]["code"] == "rate"


@pytest.mark.parametrize(("token", "close"), [("nonsense", 4401), ("", 4404)])
def test_a_line_that_leads_nowhere_is_closed_for_good(tmp_path: Path, token: str, close: int) -> None:
    with client_in(tmp_path) as client:
        table = make(client)["table"] if token else "nosuchtable"
        with line(client, table, token) as page:
            assert page.next()["fault"]["code"] in ("token", "unknown")
            with pytest.raises(WebSocketDisconnect) as closed:
                page.next()
            assert closed.value.code == close


def test_pages_from_elsewhere_get_no_line(tmp_path: Path) -> None:
    with client_in(tmp_path) as client:
        table = make(client)["table"]
        headers = {"origin": "https://evil.example"}
        with (
            pytest.raises(WebSocketDenialResponse) as denied,
            client.websocket_connect(f"/ws/{table}", headers=headers),
        ):
            pass
        assert denied.value.status_code == 403
        assert "evil.example" in denied.value.text


def test_another_tables_token_opens_no_line(tmp_path: Path) -> None:
    with client_in(tmp_path) as client:
        one, two = make(client), make(client)
        with line(client, one["table"], two["token"]) as page:
            assert "another table" in page.next()["fault"]["message"]


def test_a_renderer_that_fails_does_not_break_the_table(tmp_path: Path) -> None:
    broken = threading.Event()

    def render(table: Any, language: str, unseen: frozenset[str]) -> dict[str, str]:
        if broken.is_set():
            raise RuntimeError("the pen is broken")
        return draw_panels(table, language)

    with client_in(tmp_path, render) as client:
        made = make(client, "open", "greedy", start=True)
        with line(client, made["table"], made["token"]) as page:
            page.next()
            broken.set()
            assert page.ask("chat", "hm")["type"] == "ack"
            assert page.until("refused")["fault"]["code"] == "internal"
            broken.clear()
            assert page.ask("chat", "better")["type"] == "ack"
            assert page.until("panels")["panels"]["chat"] == "Maud: hm | Maud: better"


@pytest.mark.parametrize("states", [(WebSocketState.CONNECTED, WebSocketState.CONNECTED), ()])
def test_a_cut_connection_is_no_error(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, states: tuple[WebSocketState, ...]
) -> None:
    """uvicorn and Starlette answer what is sent after the cut with a RuntimeError."""

    class Cut(WebSocket):
        async def send(self, message: Any) -> None:
            if states:
                raise RuntimeError("Unexpected ASGI message 'websocket.send', after sending 'websocket.close'")
            self.application_state = WebSocketState.DISCONNECTED
            await super().send(message)

    async def receive() -> Any:
        await asyncio.sleep(60)

    async def send(message: Any) -> None:
        raise AssertionError(message)

    async def story() -> None:
        async with hub_in(tmp_path) as hub:
            maud, _ = await seated(hub, "Maud", "Odile")
            scope = {"type": "websocket", "app": SimpleNamespace(state=SimpleNamespace(hub=hub)), "headers": []}
            websocket = Cut({**scope, "client": ("127.0.0.1", 1)}, receive, send)
            websocket.client_state = websocket.application_state = WebSocketState.CONNECTED
            await socket.Connection(websocket, maud.table, maud.who, "en", True).run(None)

    run(story())
    assert [record.getMessage() for record in caplog.records if record.levelname == "ERROR"] == []


def test_a_seat_may_have_several_tabs(tmp_path: Path) -> None:
    with client_in(tmp_path, draw_panels) as client:
        made = make(client, "open", "greedy", start=True)
        with line(client, made["table"], made["token"]) as one:
            one.next()
            with line(client, made["table"], made["token"]) as two:
                two.next()
                two.ask("play", "mark 1", id="same")
                assert one.until("panels")["events"] == [{"kind": "mark", "seat": 0}]
                again = one.ask("play", "mark 1", id="same")
                assert again == {"type": "ack", "id": "same", "version": 3}


def test_orders_are_what_the_api_reads() -> None:
    assert msgspec.json.decode(msgspec.json.encode(order()), type=type(order())) == order()
