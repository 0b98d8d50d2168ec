"""The JSON API: the whole way from making a table to its record, and every way to ask wrongly."""

from __future__ import annotations

import logging
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.responses import Response
from starlette.routing import Route
from starlette.testclient import TestClient

from bastide.server.common.tokens import SeatToken, Tokens, code_of, cookie_name, kept_secret
from bastide.server.http.headers import HideTokens
from bastide.server.run.app import create_app
from tests.server.tables import SECRET, client_in, order, settings
from tests.server.toy import Toy

pytestmark = pytest.mark.usefixtures("everywhere")

JSON = {"content-type": "application/json"}


def make(client: TestClient, *seats: str, **more: Any) -> dict[str, Any]:
    """A table made by a client that keeps no cookies."""
    response = client.post("/api/tables", content=msgspec.json.encode(order(*seats, **more)), headers=JSON)
    assert response.status_code == 201, response.text
    client.cookies.clear()
    found: dict[str, Any] = response.json()
    return found


def bearer(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"}


def command(client: TestClient, table: str, token: str, do: str, text: str = "", **more: Any) -> Any:
    body = {"id": f"{do}-{text}", "do": do, "text": text} | more
    return client.post(f"/api/tables/{table}/commands", json=body, headers=bearer(token) if token else {})


def fault(response: Any, status: int, code: str) -> str:
    assert response.status_code == status, response.text
    found = response.json()
    found = found.get("fault", found)
    assert found["code"] == code
    return str(found["message"])


def test_from_an_empty_folder_to_a_record(tmp_path: Path) -> None:
    with client_in(tmp_path / "new") as client:
        made = make(client, "open", "open", public=True)
        table, maud = made["table"], made["token"]
        assert made["link"] == f"/t/{table}"
        assert len(table) >= 16
        sat = client.post(f"/api/tables/{table}/sit", json={"nickname": "Odile", "id": "o" * 16})
        odile = sat.json()["token"]
        cookie = sat.headers["set-cookie"]
        assert cookie.startswith(f"bastide-{table}=")
        assert "HttpOnly" in cookie
        assert "SameSite=lax" in cookie
        assert client.cookies, "the cookie is kept"
        assert client.get(f"/api/tables/{table}").json()["seat"] == 1
        listed = client.get("/api/tables").json()["tables"]
        assert [(card["id"], card["open"], card["players"], card["seat"]) for card in listed] == [
            (table, 0, ["Maud", "Odile"], 1)
        ]
        assert [card["id"] for card in client.get("/api/tables?mine=1").json()["tables"]] == [table]
        client.cookies.clear()
        assert client.get("/api/tables?mine=1").json()["tables"] == []
        assert client.get(f"/api/tables/{table}").json()["seat"] is None
        assert client.get(f"/api/tables/{table}?token={odile}").json()["seat"] == 1
        assert command(client, table, maud, "start").json()["type"] == "ack"
        fault(client.get(f"/api/tables/{table}/record"), 403, "hidden")
        while client.get(f"/api/tables/{table}").json()["stage"] == "playing":
            turn = client.get(f"/api/tables/{table}").json()["view"]["on_turn"]
            token = (maud, odile)[turn]
            version = client.get(f"/api/tables/{table}").json()["version"]
            command(client, table, token, "play", "draw", id=f"d{version}", version=version)
            command(client, table, token, "play", "end", id=f"e{version}")
        record = client.get(f"/api/tables/{table}/record")
        assert record.headers["content-type"].startswith("application/jsonl")
        assert Toy().load(record.text).over
        fault(client.get(f"/api/tables/{table}/record?game=2"), 404, "unknown")
        assert "'²'" in fault(client.get(f"/api/tables/{table}/record?game=²"), 400, "malformed")


def test_private_tables_and_finished_ones_are_not_listed(tmp_path: Path) -> None:
    with client_in(tmp_path) as client:
        make(client)
        assert client.get("/api/tables").json() == {"tables": []}


CLOCK = {"kind": "reserve", "seconds": 600}


@pytest.mark.parametrize(
    ("asked", "rule"),
    [
        ({"public": True}, {"kind": "turn", "seconds": 300, "increment": 0, "answer": 120, "late": "wait"}),
        ({"public": True, "clock": None}, None),
        ({"public": True, "clock": CLOCK}, {**CLOCK, "increment": 0, "answer": 30, "late": "wait"}),
        ({}, None),
        ({"clock": CLOCK}, {**CLOCK, "increment": 0, "answer": 30, "late": "wait"}),
    ],
)
def test_a_public_table_has_a_calm_clock_unless_its_maker_says_otherwise(
    tmp_path: Path, asked: dict[str, Any], rule: dict[str, Any] | None
) -> None:
    with client_in(tmp_path) as client:
        sent = {"name": "Quay", "nickname": "Maud", "config": {"game": "toy", "goal": 4}, "start": True}
        body = {**sent, "seats": [{"kind": "open"}, {"kind": "bot", "bot": "random"}], **asked}
        made = client.post("/api/tables", json=body)
        assert made.status_code == 201, made.text
        clock = client.get(f"/api/tables/{made.json()['table']}").json()["clock"]
        assert (clock and clock["rule"]) == rule


def test_tables_are_listed_after_the_system_clock_was_put_forward(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on a machine without a clock of its own, which knows the time only some time after it has started."""
    later = time.time() + 14 * 86400
    with client_in(tmp_path) as client:
        monkeypatch.setattr(time, "time", lambda: later)
        made = make(client, public=True)
        assert [card["id"] for card in client.get("/api/tables").json()["tables"]] == [made["table"]]
        assert client.portal is not None
        hub = client.app.state.hub  # type: ignore[attr-defined]  # the application is Starlette's
        assert client.portal.call(hub.coded, code_of(made["table"])) == made["table"]


def test_a_viewer_is_sent_only_what_it_may_see(tmp_path: Path) -> None:
    with client_in(tmp_path) as client:
        made = make(client, "open", "greedy", start=True, config={"game": "toy", "goal": 50})
        table, maud = made["table"], made["token"]
        command(client, table, maud, "play", "draw")
        assert "secret" in client.get(f"/api/tables/{table}", headers=bearer(maud)).text
        assert "secret" not in client.get(f"/api/tables/{table}").text
        seen = command(client, table, maud, "seen", version=2).json()
        assert seen["type"] == "table"
        assert "secret" in str(seen["events"])
        assert "secret" not in command(client, table, "", "seen", version=2).text


def test_a_table_without_spectators_shows_them_nothing(tmp_path: Path) -> None:
    with client_in(tmp_path) as client:
        made = make(client, "open", "greedy", start=True, spectators=False)
        table = made["table"]
        command(client, table, made["token"], "chat", "between us")
        found = client.get(f"/api/tables/{table}")
        assert found.json()["view"] is None
        assert "between us" not in found.text
        seen = command(client, table, "", "seen", version=1)
        assert "between us" not in seen.text
        assert seen.json()["events"] == []
        fault(command(client, table, "", "chat", "hello?"), 403, "spectator")
        fault(client.get(f"/api/tables/{table}/record"), 403, "spectator")


def test_malformed_messages_are_quoted(tmp_path: Path) -> None:
    with client_in(tmp_path) as client:
        table = make(client)["table"]
        path = f"/api/tables/{table}/commands"

        def post(content: bytes, media: str = "application/json") -> Any:
            return client.post(path, content=content, headers={"content-type": media})

        assert "'{\"id\": 1'" in fault(post(b'{"id": 1'), 400, "malformed")
        assert "$.do" in fault(post(b'{"id": "a", "do": "dance"}'), 400, "malformed")
        assert "extra" in fault(post(b'{"id": "a", "do": "ping", "extra": 1}'), 400, "malformed")
        assert "$.seat" in fault(post(b'{"id": "a", "do": "open", "seat": 99}'), 400, "malformed")
        assert "$.version" in fault(post(b'{"id": "a", "do": "ping", "version": -1}'), 400, "malformed")
        fault(post(b'{"id": "a", "do": "ping", "version": ' + b"9" * 5000 + b"}"), 400, "malformed")
        fault(post(b"NaN"), 400, "malformed")
        fault(post(b""), 400, "malformed")
        fault(post(b'{"id": "\xff", "do": "ping"}'), 400, "malformed")
        fault(post(b'{"id": "\\ud800", "do": "ping"}'), 400, "malformed")
        fault(post(b"[" * 16_000), 400, "malformed")
        assert "16384" in fault(post(b" " * 20_000), 413, "too-large")
        assert "'text/plain'" in fault(post(b"{}", "text/plain"), 415, "media")
        deep = b'{"name":"a","nickname":"b","seats":[{}],"config":{"x":' + b"[" * 5000 + b"]" * 5000 + b"}}"
        fault(client.post("/api/tables", content=deep, headers=JSON), 400, "malformed")
        huge = b'{"name":"a","nickname":"b","seats":[{}],"config":{"x":1e400}}'
        fault(client.post("/api/tables", content=huge, headers=JSON), 400, "malformed")
        long = b'{"name":"' + b"a" * 25 + b'","nickname":"b","seats":[{}],"config":{}}'
        assert "$.name" in fault(client.post("/api/tables", content=long, headers=JSON), 400, "malformed")


def test_a_broken_config_says_what_is_wrong_with_it(tmp_path: Path) -> None:
    with client_in(tmp_path) as client:
        content = msgspec.json.encode(order(config={"game": "whist"}))
        message = fault(client.post("/api/tables", content=content, headers=JSON), 400, "config")
        assert "'whist'" in message


def test_what_is_not_there_is_said_plainly(tmp_path: Path) -> None:
    with client_in(tmp_path) as client:
        assert "'nosuchtable'" in fault(client.get("/api/tables/nosuchtable"), 404, "unknown")
        fault(client.get("/api/tables/" + "a" * 17), 404, "unknown")
        assert "'/api/nothing'" in fault(client.get("/api/nothing"), 404, "unknown")
        assert "GET" in fault(client.delete("/api/tables"), 405, "method")
        assert "GET" in client.delete("/api/tables").headers["allow"]
        french = client.get("/api/tables/nosuchtable", headers={"accept-language": "fr-CA, en;q=0.5"})
        assert "vérifiez" in fault(french, 404, "unknown")


def test_tokens_open_one_seat_of_one_table(tmp_path: Path) -> None:
    with client_in(tmp_path) as client:
        one, two = make(client), make(client)
        table = one["table"]
        fault(client.get(f"/api/tables/{table}", headers=bearer(two["token"])), 401, "token")
        fault(command(client, table, two["token"], "play", "draw"), 401, "token")
        good = SeatToken(table, 0, 1)
        forged = Tokens("another secret altogether", 3600).issue(good)
        tampered = one["token"][:-3] + ("aaa" if one["token"][-3:] != "aaa" else "bbb")
        expired = Tokens(SECRET, -1).issue(good)
        for token in (forged, tampered, "nonsense", "é", "a" * 10_000):
            headers = {"authorization": f"Bearer {token}".encode()}
            response = client.get(f"/api/tables/{table}", headers=headers)
            assert token[:20] not in fault(response, 401, "token")
        assert client.get(f"/api/tables/{table}", headers=bearer(expired)).status_code == 200, "not expired here"
        client.cookies.set(cookie_name(table), forged)
        response = client.get(f"/api/tables/{table}")
        fault(response, 401, "token")
        assert "Max-Age=0" in response.headers["set-cookie"], "a cookie that opens nothing is taken back"


def test_a_token_that_is_refused_takes_no_good_cookie_along(tmp_path: Path) -> None:
    with client_in(tmp_path) as client:
        made = make(client, "open", "greedy")
        table = made["table"]
        assert client.post(f"/api/tables/{table}/token", json={"token": made["token"]}).status_code == 200
        for token in ("nonsense", Tokens("quite another secret", 60).issue(SeatToken(table, 0, 1))):
            response = client.post(f"/api/tables/{table}/token", json={"token": token})
            fault(response, 401, "token")
            assert "set-cookie" not in response.headers
            fault(client.get(f"/api/tables/{table}", headers=bearer(token)), 401, "token")
        assert client.get(f"/api/tables/{table}").json()["seat"] == made["seat"], "the cookie is kept"


def test_an_expired_token_opens_nothing(tmp_path: Path) -> None:
    with client_in(tmp_path, token_age=-1) as client:
        made = make(client)
        assert "expired" in fault(client.get(f"/api/tables/{made['table']}?token={made['token']}"), 401, "token")


def test_a_token_of_a_seat_that_changed_hands_shows_the_public_view(tmp_path: Path) -> None:
    with client_in(tmp_path) as client:
        made = make(client, "open", "open")
        table, old = made["table"], made["token"]
        assert command(client, table, old, "leave").status_code == 200
        assert client.get(f"/api/tables/{table}", headers=bearer(old)).json()["seat"] is None
        fault(command(client, table, old, "play", "draw"), 401, "token")
        fault(client.post(f"/api/tables/{table}/token", json={"token": old}), 401, "token")
        again = client.post(f"/api/tables/{table}/sit", json={"nickname": "Maud", "id": "m" * 16}, headers=bearer(old))
        assert again.json()["seat"] == 0
        fresh = again.json()["token"]
        client.cookies.clear()
        kept = client.post(f"/api/tables/{table}/token", json={"token": fresh})
        assert kept.json()["seat"] == 0
        assert client.get(f"/api/tables/{table}").json()["seat"] == 0


def test_acting_wrongly_is_refused_with_the_reason(tmp_path: Path) -> None:
    with client_in(tmp_path) as client:
        made = make(client, "open", "open")
        table, maud = made["table"], made["token"]
        fault(command(client, table, maud, "play", "draw"), 409, "stage")
        odile = client.post(f"/api/tables/{table}/sit", json={"nickname": "Odile", "id": "o" * 16}).json()["token"]
        client.cookies.clear()
        fault(command(client, table, odile, "start"), 403, "host")
        command(client, table, maud, "start")
        assert "Maud" in fault(command(client, table, odile, "play", "draw"), 409, "turn")
        fault(command(client, table, "", "play", "draw"), 403, "spectator")
        assert "'dance 1'" in fault(command(client, table, maud, "play", "dance 1"), 400, "invalid")
        illegal = command(client, table, maud, "play", "yes")
        assert illegal.json()["fault"]["rule"] == "TOY-001"
        assert illegal.json()["type"] == "refused"
        assert "'yes'" in fault(illegal, 409, "illegal")
        stale = command(client, table, maud, "play", "draw", version=1)
        assert stale.json()["version"] == 3
        fault(stale, 409, "stale")
        why = command(client, table, maud, "why", "city").json()
        assert why["fault"] == {
            "code": "why",
            "message": "'city': a city lacks 3 ore",
            "rule": "TOY-001",
            "missing": {"ore": 3},
        }
        assert command(client, table, maud, "why", "end").json()["type"] == "ack"
        assert command(client, table, maud, "why", "draw").json()["type"] == "ack"
        fault(command(client, table, maud, "why", "no"), 409, "why")
        fault(command(client, table, maud, "why", "dance"), 400, "invalid")
        fault(command(client, table, "", "why", "draw"), 403, "spectator")


def test_pages_from_elsewhere_may_not_act(tmp_path: Path) -> None:
    with client_in(tmp_path, origins=("https://friend.example",)) as client:
        table = make(client)["table"]

        def ping(origin: str) -> Any:
            body = {"id": "p", "do": "ping"}
            return client.post(f"/api/tables/{table}/commands", json=body, headers={"origin": origin})

        assert ping("http://testserver").status_code == 200
        assert ping("https://friend.example").status_code == 200
        for origin in (
            "https://evil.example",
            "null",
            "http://testserver.evil.example",
            "http://[",
            "http://testserver:81",
        ):
            fault(ping(origin), 403, "origin")


@pytest.mark.parametrize(("site", "allowed"), [("same-origin", 1), ("none", 1), ("cross-site", 0), ("same-site", 0)])
def test_a_browser_that_names_no_origin_tells_whose_page_asks(tmp_path: Path, site: str, allowed: bool) -> None:
    with client_in(tmp_path) as client:
        table = make(client)["table"]
        headers = {"sec-fetch-site": site}
        answer = client.post(f"/api/tables/{table}/commands", json={"id": "p", "do": "ping"}, headers=headers)
        if allowed:
            assert answer.status_code == 200
        else:
            fault(answer, 403, "origin")


def test_who_asks_too_often_must_wait(tmp_path: Path) -> None:
    with client_in(tmp_path, address_rate=0.5, address_burst=5, new_table_rate=0.01, new_table_burst=1) as client:
        make(client)
        response = client.post("/api/tables", content=msgspec.json.encode(order()), headers=JSON)
        fault(response, 429, "rate")
        assert int(response.headers["retry-after"]) > 50
        answers = [client.get("/api/tables").status_code for _ in range(6)]
        assert answers[0] == 200
        assert answers[-1] == 429


def test_every_answer_carries_the_security_headers(tmp_path: Path) -> None:
    async def broken(request: object) -> None:
        raise RuntimeError("the secret of the house")

    app = create_app(settings(tmp_path), engine=Toy(), extra_routes=[Route("/broken", broken)])
    with TestClient(app, raise_server_exceptions=False) as client:
        for path, status in (("/api/tables", 200), ("/nothing", 404), ("/broken", 500)):
            response = client.get(path)
            assert response.status_code == status
            policy = response.headers["content-security-policy"]
            assert "script-src 'self';" in policy
            assert response.headers["x-content-type-options"] == "nosniff"
            assert response.headers["referrer-policy"] == "same-origin"
        assert "secret of the house" not in response.text
        assert response.json()["code"] == "internal"


def test_pictures_carry_those_headers_alone_that_a_picture_needs(tmp_path: Path) -> None:
    async def drawn(request: object) -> Response:
        return Response("<svg/>", media_type="image/svg+xml")

    app = create_app(settings(tmp_path), engine=Toy(), extra_routes=[Route("/drawn.svg", drawn)])
    with TestClient(app) as client:
        headers = client.get("/drawn.svg").headers
        assert headers["content-security-policy"].startswith("default-src 'none'; ")
        assert "script-src" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert "permissions-policy" not in headers


def test_tokens_do_not_reach_the_log() -> None:
    record = logging.LogRecord(
        "uvicorn.access", logging.INFO, "", 0, '%s - "GET %s"', ("::1", "/ws/x?token=abc.def-g&lang=fr"), None
    )
    assert HideTokens().filter(record)
    assert record.getMessage() == '::1 - "GET /ws/x?token=…&lang=fr"'


def test_the_secret_is_made_once_and_readable_by_its_owner_only(tmp_path: Path) -> None:
    secret = kept_secret(tmp_path)
    assert kept_secret(tmp_path) == secret
    assert len(secret) >= 32
    assert (tmp_path / "secret").stat().st_mode & 0o777 == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["secret"]
    with pytest.raises(ValueError, match="at least 16"):
        Tokens("short", 1)
