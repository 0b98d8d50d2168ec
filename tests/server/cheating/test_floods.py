"""Too much of anything is refused or slowed, and costs nobody else anything; the server answers to its names only."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient, WebSocketDenialResponse, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from bastide.server.common.limits import OpenConnections, network
from tests.server.tables import client_in, order
from tests.server.test_http import JSON, bearer, command, fault, make


def opened(client: TestClient, table: str, stack: contextlib.ExitStack) -> WebSocketTestSession:
    return stack.enter_context(client.websocket_connect(f"/ws/{table}?as=json"))


def refused(session: WebSocketTestSession) -> tuple[str, int]:
    """The code of the refusal, and that with which the line is closed."""
    code = session.receive_json()["fault"]["code"]
    with pytest.raises(WebSocketDisconnect) as closed:
        session.receive_json()
    return code, closed.value.code


@pytest.mark.parametrize(("limits", "code"), [({"address_connections": 3}, "rate"), ({"connections": 3}, "busy")])
def test_lines_without_end(tmp_path: Path, limits: dict[str, Any], code: str) -> None:
    with client_in(tmp_path, **limits) as client, contextlib.ExitStack() as stack:
        table = make(client)["table"]
        lines = [opened(client, table, stack) for _ in range(3)]
        assert all(line.receive_json()["type"] == "table" for line in lines)
        assert refused(opened(client, table, stack)) == (code, 1013)
        stream = client.get(f"/api/tables/{table}/stream")
        assert fault(stream, {"rate": 429, "busy": 503}[code], code), "streams count as well"
        lines[0].close()
        # A place that is free again is given again.
        again = opened(client, table, stack)
        while again.receive_json()["type"] != "table":
            # The server has not yet heard that the line is closed.
            again = opened(client, table, stack)


def test_refused_lines_hold_no_place(tmp_path: Path) -> None:
    with client_in(tmp_path, address_connections=1) as client, contextlib.ExitStack() as stack:
        table = make(client)["table"]
        for _ in range(5):
            assert refused(opened(client, "nosuchtable", stack))[1] == 4404
        assert opened(client, table, stack).receive_json()["type"] == "table"


def test_lines_are_counted_for_each_address() -> None:
    lines = OpenConnections(3, 2)
    with lines.hold("a"), lines.hold("a"):
        assert lines.enough("a")
        assert not lines.enough("b")
        with lines.hold("b"):
            assert lines.full()
        assert not lines.full()
    assert not lines.enough("a")


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2"),
        ("2001:db8::1:2:3:4", "2001:db8:0:0"),
        ("2001:db8::5", "2001:db8:0:0"),
        ("2001:db8:1::5", "2001:db8:1:0"),
        ("fe80::1%eth0", "fe80:0:0:0"),
        ("a:name:of:a:test", "a:name:of:a:test"),
    ],
)
def test_a_network_of_ipv6_is_one_address_however_it_is_written(address: str, counted: str) -> None:
    assert network(address) == counted


def test_tables_without_end(tmp_path: Path) -> None:
    with client_in(tmp_path, new_table_rate=0.01, new_table_burst=3) as client:
        answers = [client.post("/api/tables", content=msgspec.json.encode(order()), headers=JSON) for _ in range(6)]
        assert [answer.status_code for answer in answers] == [201] * 3 + [429] * 3
        assert all(int(answer.headers["retry-after"]) > 30 for answer in answers[3:])


def test_requests_without_end_of_one_address(tmp_path: Path) -> None:
    with client_in(tmp_path, address_rate=0.1, address_burst=20) as client:
        made = make(client, "open", "greedy", start=True)
        answers = [command(client, made["table"], made["token"], "chat", f"line {n}") for n in range(40)]
        assert [answer.status_code for answer in answers].count(200) == 19
        assert fault(answers[-1], 429, "rate")


def test_chat_without_end_is_kept_short(tmp_path: Path) -> None:
    with client_in(tmp_path, chat_burst=300) as client:
        made = make(client, "open", "greedy")
        for number in range(230):
            assert command(client, made["table"], made["token"], "chat", f"line {number}").status_code == 200
        assert fault(command(client, made["table"], made["token"], "chat", "x" * 501), 400, "malformed")
        shown = client.get(f"/api/tables/{made['table']}", headers=bearer(made["token"])).json()["chat"]
        assert len(shown) == 200
        assert shown[-1]["text"] == "line 229"


def test_an_address_talks_at_many_tables_no_faster_than_at_two(tmp_path: Path) -> None:
    with client_in(tmp_path, chat_rate=0.001, chat_burst=5) as client:
        tables = [make(client, "open", "greedy", start=True) for _ in range(4)]
        for first, token in (("sits", True), ("watches", False)):
            said = [
                command(client, made["table"], made["token"] if token else "", "chat", f"{first} {number}")
                for made in tables
                for number in range(4)
            ]
            assert [answer.status_code for answer in said] == [200] * 10 + [429] * 6
            assert fault(said[-1], 429, "rate")
        slowed = client.app.state.metrics.limited.labels("chat")  # type: ignore[attr-defined] # of the test
        assert slowed._value.get() == 12
        assert command(client, tables[3]["table"], tables[3]["token"], "play", "draw").status_code == 200


def test_chat_without_end_is_slowed_and_silences_nobody_else(tmp_path: Path) -> None:
    with client_in(tmp_path, chat_rate=0.001, chat_burst=5) as client:
        made = make(client, "open", "greedy", start=True)
        watched = [command(client, made["table"], "", "chat", f"line {number}") for number in range(7)]
        assert [answer.status_code for answer in watched] == [200] * 5 + [429] * 2
        assert fault(watched[-1], 429, "rate")
        assert command(client, made["table"], made["token"], "chat", "it is my turn").status_code == 200
        assert command(client, made["table"], made["token"], "play", "draw").status_code == 200


def test_a_line_that_is_stored_is_acknowledged_again_when_its_limit_is_used_up(tmp_path: Path) -> None:
    with client_in(tmp_path, chat_rate=0.001, chat_burst=3) as client:
        tables = [make(client, "open", "greedy") for _ in range(3)]
        kept = command(client, tables[0]["table"], tables[0]["token"], "chat", "once").json()
        for made in tables:
            for number in range(3):
                command(client, made["table"], made["token"], "chat", f"line {number}")
        late = command(client, tables[2]["table"], tables[2]["token"], "chat", "more")
        fault(late, 429, "rate")
        assert int(late.headers["retry-after"]) > 100
        for made in (tables[0], tables[0]):
            again = command(client, made["table"], made["token"], "chat", "once")
            assert (again.status_code, again.json()) == (200, kept)
        with client.websocket_connect(f"/ws/{tables[0]['table']}?as=json", headers=bearer(tables[0]["token"])) as line:
            line.receive_json()
            line.send_json({"id": "chat-once", "do": "chat", "text": "once"})
            assert line.receive_json() == kept


def test_lines_that_are_refused_use_up_no_limit(tmp_path: Path) -> None:
    with client_in(tmp_path, chat_rate=0.001, chat_burst=2) as client:
        made = make(client, "open", "greedy", password="four winds")
        entered = client.post(f"/api/tables/{made['table']}/enter", json={"password": "four winds"}).json()["token"]
        client.cookies.clear()
        for number in range(9):
            fault(command(client, made["table"], "", "chat", f"let me in {number}"), 403, "password")
        assert command(client, made["table"], entered, "chat", "well done").status_code == 200, (
            "who stands outside silences nobody who watches"
        )


def test_messages_of_many_lines_of_one_address_are_read_late(tmp_path: Path) -> None:
    """What one line may send, many lines together may send eight times."""
    with client_in(tmp_path, message_rate=10.0, message_burst=5) as client, contextlib.ExitStack() as stack:
        made = make(client, "open", "greedy")
        path, headers = f"/ws/{made['table']}?as=json", bearer(made["token"])
        lines = [stack.enter_context(client.websocket_connect(path, headers=headers)) for _ in range(12)]
        slowed = client.app.state.metrics.limited.labels("messages")  # type: ignore[attr-defined] # of the test
        for line in lines:
            for number in range(4):
                line.send_json({"id": f"a{number}", "do": "ping"})
        for line in lines:
            while '"a3"' not in line.receive_text():
                pass
        assert 1 <= slowed._value.get() <= 12, "48 messages, of which 40 and a few more came in time"


NAMED = ("tables.example.org", ".friends.example")


@pytest.mark.parametrize("name", ["tables.example.org", "TABLES.example.org:8642", "a.friends.example"])
def test_a_name_of_the_server_is_answered(tmp_path: Path, name: str) -> None:
    with client_in(tmp_path, hosts=NAMED) as client:
        assert client.get("/api/tables", headers={"host": name}).status_code == 200


@pytest.mark.parametrize(
    "name",
    [
        "evil.example",
        "127.0.0.1:8642",
        "[::1]:8642",
        "",
        "tables.example.org.evil.example",
        "friends.example",
        "é",
        ":",
    ],
)
def test_another_name_is_not(tmp_path: Path, name: str) -> None:
    with client_in(tmp_path, hosts=NAMED) as client:
        asked = client.get("/api/tables", headers=[(b"host", name.encode())])
        assert fault(asked, 421, "host-name")
        headers = {"host": name.encode()}
        assert client.get("/healthz", headers=headers).status_code == 200, "health checks ask by address"
        with pytest.raises(WebSocketDenialResponse) as denied, client.websocket_connect("/ws/x", headers=headers):
            pass
        assert denied.value.status_code == 421


def test_without_names_all_are_good(tmp_path: Path) -> None:
    with client_in(tmp_path) as client:
        assert client.get("/api/tables", headers={"host": "whatever.example"}).status_code == 200
