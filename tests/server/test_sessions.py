"""An account's sessions: listed and ended one by one, refused at once, their lines closed."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, update
from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from bastide.server.accounts import session_store
from bastide.server.accounts.accounts import Accounts
from bastide.server.common.faults import RequestRefused
from bastide.server.common.tokens import cookie_name, new_id
from bastide.server.storage.schema import account_session
from bastide.server.storage.store import Store, StoreError
from tests.server.tables import COOKIE, client_in, hub_in, run, settings
from tests.server.test_accounts import act, make, register, sign_in, sit, stranger
from tests.server.test_http import fault

pytestmark = pytest.mark.usefixtures("everywhere")


def listed(client: TestClient) -> list[dict[str, Any]]:
    answer = client.get("/api/account/sessions")
    assert answer.status_code == 200, answer.text
    found: list[dict[str, Any]] = answer.json()["sessions"]
    return found


def other_of(client: TestClient) -> str:
    """The one session of this account that is not this one."""
    (found,) = [one["id"] for one in listed(client) if not one["here"]]
    return str(found)


def code_of(line: WebSocketTestSession) -> int:
    """The code with which a connection is closed, skipping messages."""
    try:
        while True:
            line.receive_json()
    except WebSocketDisconnect as closed:
        return closed.code


def two(client: TestClient) -> TestClient:
    """One account in two browsers; the second."""
    register(client)
    other = stranger(client)
    sign_in(other)
    return other


def test_sessions_are_listed_with_minutes_and_nothing_of_the_browser(tmp_path: Path) -> None:
    with client_in(tmp_path) as client:
        fault(client.get("/api/account/sessions"), 401, "session")
        other = two(client)
        for browser in (client, other):
            rows = listed(browser)
            assert [set(row) for row in rows] == [{"id", "begun", "used", "here"}] * 2
            assert [row["here"] for row in rows].count(True) == 1
            for row in rows:
                assert row["begun"] % 60 == row["used"] % 60 == 0
                assert row["begun"] == pytest.approx(time.time(), abs=120)
        assert {column.name for column in account_session.columns} == {
            "id",
            "account_id",
            "generation",
            "begun",
            "used",
        }
        stranger_ = stranger(client)
        register(stranger_, "Odile", "other password")
        assert len(listed(stranger_)) == 1


def test_one_session_is_ended_and_refused_at_its_next_request(tmp_path: Path) -> None:
    with client_in(tmp_path) as client:
        other = two(client)
        third = stranger(client)
        sign_in(third)
        ids = {row["id"]: row["here"] for row in listed(client)}
        assert len(ids) == 3
        (mine,) = [one["id"] for one in listed(other) if one["here"]]
        assert client.delete(f"/api/account/sessions/{mine}").json() == {"sessions": 1}
        fault(other.get("/api/account"), 401, "session")
        fault(other.get("/api/account/sessions"), 401, "session")
        fault(other.delete(f"/api/account/sessions/{next(iter(ids))}"), 401, "session")
        assert third.get("/api/account").status_code == 200
        fault(client.delete(f"/api/account/sessions/{mine}"), 404, "unknown")
        (here,) = [one["id"] for one in listed(client) if one["here"]]
        fault(client.delete(f"/api/account/sessions/{here}"), 400, "malformed")
        for odd in ("x", "%00" * 17, "e" * 300, new_id()):
            fault(client.delete(f"/api/account/sessions/{odd}"), 404, "unknown")
        sign_in(other)
        assert other.get("/api/account").status_code == 200


def test_all_others_are_ended_at_once(tmp_path: Path) -> None:
    with client_in(tmp_path) as client:
        others = [two(client), stranger(client)]
        sign_in(others[1])
        assert client.delete("/api/account/sessions").json() == {"sessions": 2}
        for other in others:
            fault(other.get("/api/account"), 401, "session")
        assert [row["here"] for row in listed(client)] == [True]
        assert client.delete("/api/account/sessions").json() == {"sessions": 0}


def test_the_session_of_another_account_is_not_ended(tmp_path: Path) -> None:
    with client_in(tmp_path) as client:
        register(client)
        odile = stranger(client)
        register(odile, "Odile", "other password")
        (hers,) = listed(odile)
        fault(client.delete(f"/api/account/sessions/{hers['id']}"), 404, "unknown")
        assert client.delete("/api/account/sessions").json() == {"sessions": 0}
        assert len(listed(odile)) == 1


@pytest.mark.parametrize("origin", ["https://elsewhere.example", "null"])
def test_pages_of_other_sites_end_nothing(tmp_path: Path, origin: str) -> None:
    with client_in(tmp_path) as client:
        other = two(client)
        for path in ("/api/account/sessions", f"/api/account/sessions/{other_of(client)}"):
            fault(client.delete(path, headers={"origin": origin}), 403, "origin")
        assert len(listed(other)) == 2


def test_signing_out_and_in_leaves_one_session(tmp_path: Path) -> None:
    with client_in(tmp_path) as client:
        register(client)
        sign_in(client)
        assert len(listed(client)) == 1, "the same browser signs in anew"
        client.delete("/api/account/session")
        sign_in(client)
        assert len(listed(client)) == 1
        client.post("/api/account/password", json={"password": "correct horse", "new": "better horse"})
        assert len(listed(client)) == 1


def test_the_lines_of_a_session_are_closed_and_its_seats_go(tmp_path: Path) -> None:
    with client_in(tmp_path) as client:
        other = two(client)
        table = make(client)
        loose = make(stranger(client))
        assert other.post(f"/api/account/tables/{table}").json()["seat"] == 0
        with (
            client.websocket_connect(f"/ws/{table}?as=json") as stays,
            other.websocket_connect(f"/ws/{table}?as=json") as ends,
            other.websocket_connect(f"/ws/{loose}?as=json") as watches,
        ):
            for line in (stays, ends, watches):
                assert line.receive_json()["type"] == "table"
            client.delete(f"/api/account/sessions/{other_of(client)}")
            for line in (ends, watches):
                assert code_of(line) == 1012
            stays.send_json({"id": new_id(), "do": "chat", "text": "still here"})
            while stays.receive_json()["type"] != "ack":
                pass
        # The token of the seat is in that browser still; it opens nothing there.
        assert cookie_name(table) in other.cookies
        with other.websocket_connect(f"/ws/{table}?as=json") as again:
            frame = again.receive_json()
            assert frame["fault"]["code"] == "session"
            assert code_of(again) == 4401
        fault(other.get(f"/api/tables/{table}"), 401, "session")
        chat = {"id": new_id(), "do": "chat", "text": "me?"}
        answer = other.post(f"/api/tables/{table}/commands", json=chat)
        assert (answer.status_code, answer.json()["fault"]["code"]) == (401, "session")
        with other.websocket_connect(f"/ws/{loose}?as=json") as watches:
            assert watches.receive_json()["type"] == "table", "to watch, nobody needs an account"
        act(client, table, "chat", "still mine")


def test_a_seat_that_was_never_the_accounts_stays(tmp_path: Path) -> None:
    with client_in(tmp_path) as client:
        register(client)
        other = stranger(client)
        table = make(client)
        sit(other, table, "Odile")
        sign_in(other)
        client.delete("/api/account/sessions")
        assert other.get(f"/api/tables/{table}").json()["seat"] == 1


def test_lines_are_closed_where_somebody_else_ended_the_session(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another server, or the operator: what only the database knows is found out soon."""
    monkeypatch.setattr(session_store, "LOOK", 0.02)

    async def end() -> None:
        store = await Store.open(settings(tmp_path).database_url)
        accounts = Accounts(store)
        (maud,) = await accounts.listed()
        assert await accounts.change(maud) is not None
        await store.close()

    with client_in(tmp_path) as client:
        register(client)
        table = make(client)
        with client.websocket_connect(f"/ws/{table}?as=json") as line:
            line.receive_json()
            run(end())
            assert code_of(line) == 1012
        fault(client.get("/api/account"), 401, "session")


def test_use_is_written_down_once_a_minute_and_refuses_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with hub_in(tmp_path) as hub:
            store = hub.shared.store
            accounts = Accounts(store)
            maud = await accounts.register("Maud", "maud", "hash")
            kept = session_store.SessionStore(accounts, 3600)
            now = 60_000 * 1000 + 1
            monkeypatch.setattr(session_store, "_now", lambda: now)
            session = await kept.begin(maud)
            writes: list[object] = []
            change = store.change

            async def counted(*statements: Any) -> int:
                writes.append(statements)
                return await change(*statements)

            monkeypatch.setattr(store, "change", counted)
            for _ in range(5):
                assert await kept.found(session, maud.id) == (maud, "hash")
            assert not writes
            now += 60_000
            for _ in range(5):
                assert await kept.found(session, maud.id) is not None
            assert len(writes) == 1
            assert (await kept.listed(maud))[0] == (session, now - 60_000, now)

            async def full(*statements: Any) -> int:
                raise StoreError("the disk is full")

            monkeypatch.setattr(store, "change", full)
            now += 60_000
            assert await kept.found(session, maud.id) is not None
            monkeypatch.setattr(store, "change", change)
            # What has expired is not listed, and goes when somebody signs in.
            now += 3600_000
            assert await kept.listed(maud) == []
            await kept.begin(maud)
            assert len(await accounts.rows(select(account_session))) == 1

    run(story())


def test_a_session_that_begins_while_the_password_changes_opens_nothing(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_in(tmp_path) as hub:
            accounts = Accounts(hub.shared.store)
            maud = await accounts.register("Maud", "maud", "hash")
            kept = session_store.SessionStore(accounts, 3600)
            before = await kept.begin(maud)
            changed = await accounts.change(maud, hashed="other")
            assert changed is not None
            late = await kept.begin(maud)
            assert await kept.living([before, late]) == set()
            assert await kept.found(late, maud.id) is None
            assert await kept.listed(changed) == []
            new = await kept.begin(changed)
            assert await kept.found(new, "somebody else") is None
            await hub.shared.store.change(update(account_session).values(used=1))
            assert await kept.end_others(changed, new) == 1
            await accounts.delete(changed)
            assert await kept.living([new]) == set()

    run(story())


def test_a_database_that_does_not_answer_closes_no_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with client_in(tmp_path) as client:
        register(client)
        table = make(client)
        state = client.app.state  # type: ignore[attr-defined]  # Starlette's, which TestClient does not know

        async def gone(*given: Any) -> set[str]:
            raise RequestRefused("store", "The accounts cannot be reached now; try again")

        monkeypatch.setattr(state.session_store, "living", gone)
        with client.websocket_connect(f"/ws/{table}?as=json") as line:
            assert line.receive_json()["table"]["seat"] == 0
            assert client.portal is not None
            client.portal.call(state.session_connections.look)
            line.send_json({"id": new_id(), "do": "chat", "text": "still here"})
            while line.receive_json()["type"] != "ack":
                pass
        assert COOKIE in client.cookies


def test_no_line_is_remembered_once_it_is_gone(tmp_path: Path) -> None:
    with client_in(tmp_path) as client:
        register(client)
        table = make(client)
        lines = client.app.state.session_connections._connections  # type: ignore[attr-defined]  # Starlette's
        with client.websocket_connect(f"/ws/{table}?as=json") as line:
            line.receive_json()
            assert [len(open_) for open_ in lines.values()] == [1]
        for _ in range(200):
            if not lines:
                break
            assert client.portal is not None
            client.portal.call(asyncio.sleep, 0.01)
        assert lines == {}


def test_who_only_plays_uses_the_session_as_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session_store, "LOOK", 0.02)
    with client_in(tmp_path) as client:
        other = two(client)
        table = make(client)
        with client.websocket_connect(f"/ws/{table}?as=json") as line:
            line.receive_json()
            later = session_store._now() + 3600_000
            monkeypatch.setattr(session_store, "_now", lambda: later)
            for _ in range(200):
                if (plays := next(row["used"] for row in listed(other) if not row["here"])) == later // 60_000 * 60:
                    break
                time.sleep(0.01)
            assert plays == later // 60_000 * 60
