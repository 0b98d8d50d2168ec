"""Accounts: all that they add, and that nothing requires one."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest
from argon2 import PasswordHasher
from starlette.testclient import TestClient

from bastide.server.accounts import passwords
from bastide.server.accounts.accounts import PAGE, Accounts, ChairKey
from bastide.server.accounts.name_folding import account_name, folded
from bastide.server.common.faults import RequestRefused
from bastide.server.common.limits import Buckets
from bastide.server.common.tokens import cookie_name, new_id
from tests.server.tables import COOKIE, client_in, hub_in, playing, run
from tests.server.test_http import fault
from tests.server.test_results import finish

MAUD = {"name": "Maud", "password": "correct horse"}
TABLE = {"name": "Quay", "nickname": "Maud", "config": {"game": "toy", "goal": 2}, "seats": [{}, {}]}


def stranger(client: TestClient) -> TestClient:
    """Another browser on the same server."""
    other = TestClient(client.app)
    other.portal = client.portal
    return other


def register(client: TestClient, name: str = "Maud", password: str = "correct horse") -> None:
    answer = client.post("/api/account", json={"name": name, "password": password})
    assert answer.status_code == 201, answer.text


def sign_in(client: TestClient, name: str = "Maud", password: str = "correct horse") -> None:
    answer = client.post("/api/account/session", json={"name": name, "password": password})
    assert answer.status_code == 200, answer.text


def make(client: TestClient, **more: Any) -> str:
    answer = client.post("/api/tables", json=TABLE | more)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["table"])


def sit(client: TestClient, table: str, name: str) -> None:
    answer = client.post(f"/api/tables/{table}/sit", json={"nickname": name, "id": new_id()})
    assert answer.status_code == 200, answer.text


def act(client: TestClient, table: str, do: str, text: str = "") -> None:
    answer = client.post(f"/api/tables/{table}/commands", json={"id": new_id(), "do": do, "text": text})
    assert answer.status_code == 200, answer.text


def play_out(table: str, *clients: TestClient) -> None:
    """A whole game, which the first wins."""
    act(clients[0], table, "start")
    while (shown := clients[0].get(f"/api/tables/{table}").json())["stage"] == "playing":
        on_turn = clients[shown["view"]["on_turn"]]
        act(on_turn, table, "play", "draw")
        if clients[0].get(f"/api/tables/{table}").json()["stage"] == "playing":
            act(on_turn, table, "play", "end")


def test_register_sign_out_and_in(tmp_path: Path) -> None:
    with client_in(tmp_path) as client:
        fault(client.get("/api/account"), 401, "session")
        answer = client.post("/api/account", json=MAUD)
        assert answer.json() == {"name": "Maud", "created": pytest.approx(time.time(), abs=60)}
        cookie = answer.headers["set-cookie"]
        assert cookie.startswith(f"{COOKIE}=")
        assert "HttpOnly" in cookie
        assert "SameSite=lax" in cookie
        assert "Path=/;" in cookie
        assert "Secure" not in cookie, "this is plain HTTP"
        assert client.get("/api/account").json()["name"] == "Maud"
        assert client.delete("/api/account/session").status_code == 200
        fault(client.get("/api/account"), 401, "session")
        for name in ("Maud", "MAUD", "  maud ", "Mäud"):
            sign_in(client, name)
            assert client.get("/api/account").json()["name"] == "Maud", "as it was registered"


def test_the_cookie_is_secure_over_https(tmp_path: Path) -> None:
    with client_in(tmp_path) as client:
        client.base_url = "https://testserver"
        assert "Secure" in client.post("/api/account", json=MAUD).headers["set-cookie"]


def test_a_seat_taken_while_signed_in_goes_on_elsewhere(tmp_path: Path, anywhere: str) -> None:
    with client_in(tmp_path, database=anywhere) as client:
        register(client)
        table = make(client)
        other = stranger(client)
        register(other, "Odile", "other password")
        sit(other, table, "Odile")
        second = stranger(client)
        assert second.get("/api/tables?mine=1").json()["tables"] == []
        fault(second.post(f"/api/account/tables/{table}"), 401, "session")
        sign_in(second)
        assert [card["id"] for card in second.get("/api/tables?mine=1").json()["tables"]] == [table]
        assert [(card["id"], card["seat"]) for card in second.get("/api/account").json()["tables"]] == [(table, 0)]
        assert second.get(f"/api/tables/{table}").json()["seat"] is None, "only what is asked for"
        answer = second.post(f"/api/account/tables/{table}")
        assert answer.json()["seat"] == 0
        assert second.get(f"/api/tables/{table}").json()["seat"] == 0
        act(second, table, "start")
        act(second, table, "play", "draw")
        act(client, table, "chat", "both of my browsers are here")


def test_a_seat_that_changed_hands_is_no_longer_given(tmp_path: Path) -> None:
    with client_in(tmp_path) as client:
        register(client)
        table = make(client)
        act(client, table, "leave")
        other = stranger(client)
        sit(other, table, "Odile")
        second = stranger(client)
        sign_in(second)
        assert second.get("/api/account").json()["tables"] == []
        fault(second.post(f"/api/account/tables/{table}"), 403, "spectator")
        assert cookie_name(table) not in second.cookies


def test_history_and_statistics(tmp_path: Path, anywhere: str) -> None:
    with client_in(tmp_path, database=anywhere) as client:
        register(client)
        other = stranger(client)
        register(other, "Odile", "other password")
        table = make(client)
        sit(other, table, "Odile")
        play_out(table, client, other)
        act(client, table, "rematch")
        play_out(table, client, other)
        trio = make(other, nickname="Odile", seats=[{}, {}, {"kind": "bot", "bot": "random"}])
        sit(client, trio, "Maud")
        found = client.get("/api/account").json()
        assert [(game["table"], game["number"], game["points"], game["place"]) for game in found["history"]] == [
            (table, 2, 2, 1),
            (table, 1, 2, 1),
        ]
        first = found["history"][0]
        assert first["players"] == ["Maud", "Odile"]
        assert (first["family"], first["won"], first["name"]) == ("island", True, "Quay")
        assert first["link"] == f"/t/{table}/replay?game=2"
        assert [card["id"] for card in found["tables"]] == [trio], "what is over stands in the history"
        assert found["statistics"] == {
            "all": {"games": 2, "wins": 2, "average": 2.0},
            "players": {"2": {"games": 2, "wins": 2, "average": 2.0}},
            "families": {"island": {"games": 2, "wins": 2, "average": 2.0}},
        }
        lost = other.get("/api/account").json()
        assert lost["statistics"]["all"] == {"games": 2, "wins": 0, "average": 1.0}
        assert [game["place"] for game in lost["history"]] == [2, 2]
        assert client.get("/api/account?page=2").json()["history"] == []
        assert "'0'" in fault(client.get("/api/account?page=0"), 400, "malformed")
        fault(client.get("/api/account?page=²"), 400, "malformed")


def test_the_history_has_pages(tmp_path: Path, anywhere: str) -> None:
    async def story() -> None:
        async with hub_in(tmp_path, database=anywhere) as hub:
            people = await playing(hub, "Maud", "Odile", config={"game": "toy", "goal": 1})
            for number in range(PAGE + 1):
                if number:
                    await people[0].do("rematch")
                    await people[0].do("start")
                await finish(*people)
            accounts = Accounts(hub.shared.store)
            maud = await accounts.register("Maud", "maud", "x")
            table = people[0].table.state.id
            assert await accounts.link(maud, [ChairKey(table, 0, 1), ChairKey(new_id(), 0, 1)]) == 1
            numbers = [game.number for page in (1, 2, 3) for game in await accounts.history(maud, page)]
            assert sorted(numbers) == list(range(1, PAGE + 2))
            assert numbers[0] == PAGE + 1
            assert (await accounts.statistics(maud)).all.games == PAGE + 1

    run(story())


def test_seats_of_before_are_offered_and_added(tmp_path: Path, anywhere: str) -> None:
    with client_in(tmp_path, database=anywhere) as client:
        table, left = make(client), make(client)
        other = stranger(client)
        sit(other, table, "Odile")
        play_out(table, client, other)
        act(client, left, "leave")
        register(client)
        assert client.get("/api/account").json()["loose"] == 2
        assert client.get("/api/account").json()["history"] == []
        assert client.post("/api/account/seats").json() == {"seats": 2}
        assert client.post("/api/account/seats").json() == {"seats": 0}
        found = client.get("/api/account").json()
        assert found["loose"] == 0
        assert [game["table"] for game in found["history"]] == [table]
        assert found["tables"] == [], "the seat that was left is nobody's"


def test_another_password_ends_other_sessions_and_asks_for_the_old_one(tmp_path: Path, anywhere: str) -> None:
    with client_in(tmp_path, database=anywhere) as client:
        register(client)
        other = stranger(client)
        sign_in(other)
        path = "/api/account/password"
        fault(client.post(path, json={"password": "wrong horse", "new": "better horse"}), 401, "credentials")
        fault(client.post(path, json={"password": "correct horse", "new": "short"}), 400, "malformed")
        assert other.get("/api/account").status_code == 200
        assert client.post(path, json={"password": "correct horse", "new": "better horse"}).status_code == 200
        fault(other.get("/api/account"), 401, "session")
        assert client.get("/api/account").status_code == 200, "the session that changed the password continues"
        fault(other.post("/api/account/session", json=MAUD), 401, "credentials")
        sign_in(other, password="better horse")


def test_signing_out_everywhere(tmp_path: Path) -> None:
    with client_in(tmp_path) as client:
        register(client)
        other = stranger(client)
        sign_in(other)
        assert client.delete("/api/account/session?everywhere=1").status_code == 200
        for browser in (client, other):
            fault(browser.get("/api/account"), 401, "session")


def test_signing_out_leaves_no_seat_of_the_account_behind(tmp_path: Path) -> None:
    with client_in(tmp_path) as client:
        before = make(client)
        register(client)
        table = make(client)
        client.delete("/api/account/session")
        assert client.get(f"/api/tables/{table}").json()["seat"] is None
        assert client.get(f"/api/tables/{before}").json()["seat"] == 0, "this one was never the account's"


def test_deleting_asks_for_the_password_and_leaves_the_games(tmp_path: Path, anywhere: str) -> None:
    with client_in(tmp_path, database=anywhere) as client:
        register(client)
        table = make(client)
        other = stranger(client)
        sit(other, table, "Odile")
        play_out(table, client, other)
        fault(client.request("DELETE", "/api/account", json={"password": "wrong horse"}), 401, "credentials")
        assert client.request("DELETE", "/api/account", json={"password": "correct horse"}).status_code == 200
        fault(client.get("/api/account"), 401, "session")
        fault(client.post("/api/account/session", json=MAUD), 401, "credentials")
        assert client.get(f"/api/tables/{table}").json()["seat"] == 0, "seated people stay seated"
        assert client.get(f"/api/tables/{table}/record").status_code == 200
        register(client)
        assert client.get("/api/account").json()["history"] == [], "a namesake inherits nothing"


def test_a_seat_is_taken_also_where_it_cannot_be_linked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def failing(*given: Any) -> int:
        raise RequestRefused("store", "The accounts cannot be reached now; try again")

    with client_in(tmp_path) as client:
        register(client)
        monkeypatch.setattr(Accounts, "link", failing)
        table = make(client)
        monkeypatch.undo()
        assert client.get(f"/api/tables/{table}").json()["seat"] == 0
        assert client.get("/api/account").json()["loose"] == 1, "it can be added later"


def test_a_seat_taken_over_the_socket_is_linked(tmp_path: Path) -> None:
    with client_in(tmp_path) as client:
        table = make(client)
        other = stranger(client)
        register(other)
        with other.websocket_connect(f"/ws/{table}?as=json") as line:
            line.receive_json()
            line.send_json({"id": new_id(), "do": "sit", "text": "Odile"})
            while line.receive_json()["type"] != "seated":
                pass
        second = stranger(client)
        sign_in(second)
        assert second.post(f"/api/account/tables/{table}").json()["seat"] == 1


def test_sixteen_who_register_one_name_make_one_account(tmp_path: Path, anywhere: str) -> None:
    async def story() -> None:
        async with hub_in(tmp_path, database=anywhere) as hub:
            accounts = Accounts(hub.shared.store)
            jobs = [accounts.register("Maud", "maud", "x") for _ in range(16)]
            done = await asyncio.gather(*jobs, return_exceptions=True)
            refused = [error for error in done if isinstance(error, RequestRefused)]
            assert [error.code for error in refused] == ["taken"] * 15
            assert len(await accounts.listed()) == 1
            [maud] = [found for found in done if not isinstance(found, BaseException)]
            chair = ChairKey((await playing(hub, "Maud", "Odile"))[0].table.state.id, 0, 1)
            assert sorted(await asyncio.gather(*(accounts.link(maud, [chair]) for _ in range(5)))) == [0, 0, 0, 0, 1]

    run(story())


@pytest.mark.usefixtures("production_cost")
def test_hashes_of_other_costs_are_renewed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with client_in(tmp_path) as client:
        cheap = PasswordHasher(time_cost=1, memory_cost=1024, parallelism=1)
        with monkeypatch.context() as patch:
            patch.setattr(passwords, "HASHER", cheap)
            register(client)
        sign_in(client)
        portal = client.portal
        assert portal is not None
        row = portal.call(client.app.state.accounts.named, "maud")  # type: ignore[attr-defined]  # Starlette's state
        assert row is not None
        assert not passwords.outdated(row[1])
        sign_in(client)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Élodie", "ELODIE"),
        ("Straße", "strasse"),
        ("Мaud", "Maud"),  # a Cyrillic М
        ("Οdile", "Odile"),  # a Greek Ο
        ("Ｍａｕｄ", "Maud"),
        ("Ma\u200dud", "Maud"),
        ("M\u0301aud", "maud"),
        ("İris", "iris"),
        ("Bjørn", "bjorn"),
        ("A  B", "a b"),
    ],
)
def test_names_that_are_taken_for_each_other_are_one(one: str, other: str) -> None:
    assert account_name(one)[1] == account_name(other)[1]


@pytest.mark.parametrize(("one", "other"), [("Maud", "Maude"), ("Anna", "Ana"), ("A B", "AB"), ("猫", "犬")])
def test_names_that_differ_stay_different(one: str, other: str) -> None:
    assert folded(one) != folded(other)


@pytest.mark.usefixtures("production_cost")
def test_passwords_are_the_same_however_they_are_composed() -> None:
    kept = passwords.hashed("caf\u00e9 \ufb01n \x00\t")
    assert kept.startswith("$argon2id$")
    assert passwords.matches(kept, "cafe\u0301 fin \x00\t")
    assert not passwords.matches(kept, "cafe fin \x00\t")
    assert not passwords.matches("no hash", "cafe fin")
    assert not passwords.outdated(passwords.NOBODY), "an unknown name costs what a known one does"


def test_buckets_of_sign_ins_are_bounded() -> None:
    buckets = Buckets(0.05, 20)
    assert [buckets.wait("for maud") > 0 for _ in range(21)] == [False] * 20 + [True]
    assert buckets.wait("for odile") == 0
