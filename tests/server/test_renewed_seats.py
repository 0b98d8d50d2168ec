"""A person ends the copies of a seat's token, and plays on with a new one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

from bastide.server.common.tokens import new_id
from bastide.server.log.draft import Who
from tests.server.cheating.ways import code
from tests.server.tables import Page, client_in, hub_in, playing, refused, run, until
from tests.server.test_accounts import TABLE, act, make, register, sign_in, stranger
from tests.server.test_http import fault
from tests.server.test_passwords_of_tables import made


def renew(client: TestClient, table: str, token: str = "", **more: Any) -> Any:
    headers = {"authorization": f"Bearer {token}"} if token else {}
    body = {"id": new_id(), "do": "renew"} | more
    return client.post(f"/api/tables/{table}/commands", json=body, headers=headers)


def table_and_token(client: TestClient) -> tuple[str, str]:
    answer = client.post("/api/tables", json=TABLE).json()
    return answer["table"], answer["token"]


def seat_seen(client: TestClient, table: str, token: str = "") -> int | None:
    headers = {"authorization": f"Bearer {token}"} if token else {}
    found: int | None = client.get(f"/api/tables/{table}", headers=headers).json()["seat"]
    return found


def test_a_copied_token_only_watches_from_then_on(tmp_path: Path, anywhere: str) -> None:
    with client_in(tmp_path, database=anywhere) as client:
        table, copied = table_and_token(client)
        thief = stranger(client)
        assert seat_seen(thief, table, copied) == 0
        given = renew(client, table).json()
        assert (given["type"], given["seat"]) == ("seated", 0)
        assert given["token"] != copied
        assert seat_seen(thief, table, copied) is None
        assert seat_seen(thief, table, given["token"]) == 0
        assert seat_seen(client, table) == 0, "the browser has the new one as its cookie"
        for do in ("chat", "leave", "renew", "play"):
            body = {"id": new_id(), "do": do, "text": "draw"}
            headers = {"authorization": f"Bearer {copied}"}
            refusal = thief.post(f"/api/tables/{table}/commands", json=body, headers=headers).json()
            assert code(refusal) in ("token", "spectator"), do
        act(client, table, "chat", "still here")
        assert [card["id"] for card in client.get("/api/tables?mine=1").json()["tables"]] == [table]
    with client_in(tmp_path, database=anywhere) as client:
        assert seat_seen(client, table, copied) is None, "also after a restart"
        assert seat_seen(client, table, given["token"]) == 0


def test_a_lost_answer_is_given_again_to_who_knows_the_id_and_only_while_it_is_true(tmp_path: Path) -> None:
    with client_in(tmp_path) as client:
        table = make(client)
        first = new_id()
        token = renew(client, table, id=first).json()["token"]
        stale = stranger(client)
        again = renew(stale, table, id=first).json()
        assert (again["type"], again["seat"]) == ("seated", 0)
        assert seat_seen(stale, table) == 0
        assert renew(client, table, token).json()["type"] == "seated"
        fault(renew(client, table, token, id=first), 409, "used")
        assert code(renew(client, table, id="short").json()) == "malformed"
        assert code(renew(stranger(client), table).json()) == "spectator"


def test_the_seat_keeps_all_else(tmp_path: Path) -> None:
    async def job() -> None:
        async with hub_in(tmp_path) as hub:
            maud, odile = await playing(hub, "Maud", "Odile")
            await maud.do("play", "draw")
            page, copy = Page(maud.table, maud.who), Page(maud.table, maud.who)
            before = maud.table.view(0)
            old = maud.who
            done = await maud.do("renew", id="r" * 16)
            assert (done.seat, done.generation) == (0, old.generation + 1)
            maud.who = Who(0, done.generation)
            assert page.who == copy.who == Who(), "who follows by the old token watches"
            after = maud.table.view(0)
            assert (after.host, after.chairs[0].name) == (before.host, before.chairs[0].name)
            await refused(odile.do("renew", id="short"), "malformed")
            await odile.do("stand-in", "random")
            renewed = await odile.do("renew", id="o" * 16)
            assert maud.table.state.seats[1].stand_in == "random"
            assert maud.table.state.seats[1].generation == renewed.generation
            page.leave()
            copy.leave()

    run(job())


def test_the_bot_that_stands_in_plays_on(tmp_path: Path) -> None:
    async def job() -> None:
        async with hub_in(tmp_path) as hub:
            maud, odile = await playing(hub, "Maud", "Odile", config={"game": "toy", "goal": 3})
            await maud.do("stand-in", "random")
            await odile.do("stand-in", "random")
            done = await maud.do("renew", id="m" * 16)
            assert done.seat == 0
            table = maud.table
            await until(lambda: table.stage == "over")

    run(job())


def test_a_copy_cannot_lock_the_owner_of_an_account_out(tmp_path: Path) -> None:
    with client_in(tmp_path) as client:
        register(client)
        table, copied = table_and_token(client)
        thief = stranger(client)
        fault(renew(thief, table, copied), 401, "session")
        register(thief, "Odile", "other password")
        fault(renew(thief, table, copied), 401, "session")
        second = stranger(client)
        sign_in(second)
        assert second.post(f"/api/account/tables/{table}").json()["seat"] == 0
        assert renew(client, table).json()["type"] == "seated"
        assert seat_seen(thief, table, copied) is None
        assert seat_seen(second, table) is None
        assert second.post(f"/api/account/tables/{table}").json()["seat"] == 0, "the account has the seat, renewed"
        assert [card["id"] for card in second.get("/api/account").json()["tables"]] == [table]


def test_over_the_socket(tmp_path: Path) -> None:
    with client_in(tmp_path) as client:
        table, copied = table_and_token(client)
        client.cookies.clear()
        with (
            client.websocket_connect(f"/ws/{table}?as=json&token={copied}") as line,
            client.websocket_connect(f"/ws/{table}?as=json&token={copied}") as other,
        ):
            line.receive_json()
            other.receive_json()
            line.send_json({"id": new_id(), "do": "renew"})
            while (frame := line.receive_json())["type"] != "seated":
                pass
            assert frame["seat"] == 0
            while (shown := line.receive_json())["type"] != "table" or shown["table"]["seat"] is None:
                pass
            line.send_json({"id": new_id(), "do": "chat", "text": "still here"})
            while (reply := line.receive_json())["type"] == "table":
                pass
            assert reply["type"] == "ack"
            while (shown := other.receive_json())["table"]["seat"] is not None:
                pass
            other.send_json({"id": new_id(), "do": "leave"})
            while (reply := other.receive_json())["type"] == "table":
                pass
            assert code(reply) == "spectator"
        assert seat_seen(client, table, frame["token"]) == 0


def test_at_a_table_with_a_password_a_copy_sees_only_its_name(tmp_path: Path) -> None:
    with client_in(tmp_path) as client:
        table, maud = made(client)
        token = renew(client, table, maud).json()["token"]
        client.cookies.clear()
        shown = client.get(f"/api/tables/{table}", headers={"authorization": f"Bearer {maud}"})
        assert shown.json()["outside"]
        assert "quayside" not in shown.text
        assert not client.get(f"/api/tables/{table}", headers={"authorization": f"Bearer {token}"}).json()["outside"]
