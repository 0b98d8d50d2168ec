"""The cookies of seats stay small however many seats a browser takes, and none that it holds is lost."""

from __future__ import annotations

import random
import time
from http.cookies import SimpleCookie
from pathlib import Path

import pytest
from httpx import Response
from starlette.testclient import TestClient

from bastide.server.common import seat_list
from bastide.server.common.seat_list import HeldSeat, SeatLists
from bastide.server.common.tokens import SeatToken, Tokens, cookie_name, new_id
from bastide.server.http import seat_cookies
from tests.server.tables import MARK, SECRET, client_in
from tests.server.test_http import make

AGE = 1000
ORDER = {"name": "Quay", "nickname": "Maud", "config": {"game": "toy", "goal": 4}, "seats": [{"kind": "open"}] * 2}


def test_a_list_says_what_was_put_in_and_is_believed_from_nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "time", lambda: 2_000_000_000.0)
    lists = SeatLists(SECRET, AGE)
    seats = [
        HeldSeat(SeatToken(new_id(), seat, generation), 2_000_000_000 - late)
        for seat in (0, 7, None)
        for generation in (0, 1, 255)
        for late in (0, AGE)
    ]
    text = lists.issue(seats)
    assert lists.verify(text) == seats
    assert lists.verify(lists.issue([HeldSeat(SeatToken(new_id(), 1, 1), 2_000_000_000 - AGE - 1)])) == []
    for forged in (text[:-1], text[1:], text[:30], "A" + text[1:], text[:-5] + "AAAAA", "", "?", "é", text + text):
        assert forged == text or lists.verify(forged) == []
    assert SeatLists("another secret of a server", AGE).verify(text) == []
    many = seat_list.latest(HeldSeat(SeatToken(new_id(), 0, 0), 1_999_999_000 + n) for n in range(500))
    assert [held.at for held in many] == list(range(1_999_999_420, 1_999_999_500))
    assert len(lists.issue(many)) < 2000


def cookies_sent(client: TestClient) -> int:
    return len(client.build_request("GET", "/").headers.get("cookie", ""))


def seats_known(client: TestClient) -> set[str]:
    answer = client.get("/api/tables?mine=1")
    assert answer.status_code == 200
    return {card["id"] for card in answer.json()["tables"]}


def test_a_browser_with_old_cookies_keeps_its_seats_in_few_bytes(tmp_path: Path) -> None:
    """The cookies of earlier versions, one for each table, are moved into the list."""
    with client_in(tmp_path) as client:
        made = [make(client) for _ in range(70)]
        for one in made:
            client.cookies.set(cookie_name(one["table"]), one["token"], domain="testserver.local", path="/")
        assert cookies_sent(client) > 7500
        last = make_with_cookies(client)
        for _ in range(20):
            answer = client.post(f"/api/tables/{last}/token", json={"token": token_of(client, last)})
            assert answer.status_code == 200
            assert sum(len(line) for line in answer.headers.get_list("set-cookie")) < 2500
        assert cookies_sent(client) < 2500
        assert seats_known(client) <= {one["table"] for one in made} | {last}
        for one in made:
            command = {"id": "hello", "do": "chat", "text": "Hello"}
            answer = client.post(f"/api/tables/{one['table']}/commands", json=command)
            assert answer.status_code == 200, answer.text


def make_with_cookies(client: TestClient) -> str:
    answer = client.post("/api/tables", json=ORDER)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["table"])


def token_of(client: TestClient, table: str) -> str:
    return next(cookie.value or "" for cookie in client.cookies.jar if cookie.name == cookie_name(table))


def test_seats_taken_at_the_same_time_are_all_kept(tmp_path: Path) -> None:
    """The answers come in another order than the requests were sent, each computed from the cookies of its request."""

    def take(known: dict[str, str]) -> Response:
        client.cookies.clear()
        header = "; ".join(f"{name}={value}" for name, value in known.items())
        answer: Response = client.post("/api/tables", json=ORDER, headers={"cookie": header} if header else {})
        client.cookies.clear()
        assert answer.status_code == 201, answer.text
        tables.add(answer.json()["table"])
        return answer

    tables: set[str] = set()
    jar: dict[str, str] = {}
    rng = random.Random(5)
    with client_in(tmp_path) as client:
        for _ in range(30):
            # Up to three requests are sent with what the browser has, and answered in any order.
            answers = [take(dict(jar)) for _ in range(rng.randint(1, 3))]
            rng.shuffle(answers)
            for answer in answers:
                for line in answer.headers.get_list("set-cookie"):
                    [(name, morsel)] = SimpleCookie(line).items()
                    if morsel["max-age"] == "0":
                        jar.pop(name, None)
                    else:
                        jar[name] = morsel.value
        assert len(jar) < 15
        for name, value in jar.items():
            client.cookies.set(name, value, domain="testserver.local", path="/")
        assert seats_known(client) == tables


def test_a_seat_that_is_no_longer_good_leaves_the_list(tmp_path: Path) -> None:
    with client_in(tmp_path) as client:
        tables = [make_with_cookies(client) for _ in range(8)]
        lists = SeatLists(SECRET, 10**9)
        assert seat_cookies.SEATS not in client.cookies
        gone = next(held for held in lists.verify(client.cookies[f"{seat_cookies.SEATS}-{MARK}"]))
        left = client.post(f"/api/tables/{gone.token.table}/commands", json={"id": "leave", "do": "leave"})
        assert left.status_code == 200, left.text
        said = client.post(f"/api/tables/{gone.token.table}/commands", json={"id": "x", "do": "chat", "text": "Hello"})
        assert said.status_code in (401, 403)
        assert gone.token.table not in seats_known(client)
        assert seats_known(client) == set(tables) - {gone.token.table}


def test_a_single_cookie_that_no_longer_proves_anything_is_deleted(tmp_path: Path) -> None:
    with client_in(tmp_path) as client:
        of_another_table = Tokens(SECRET, AGE).issue(SeatToken(new_id(), 0, 1))
        client.cookies.set(cookie_name(new_id()), of_another_table, domain="testserver.local", path="/")
        mine = make_with_cookies(client)
        assert {cookie.name for cookie in client.cookies.jar} == {cookie_name(mine)}


def test_servers_on_one_host_leave_each_others_cookies_alone(tmp_path: Path) -> None:
    """A browser sends its cookies to every port of a host; both servers have seats and an account in it."""
    maud = {"name": "Maud", "password": "correct horse"}
    with client_in(tmp_path / "1") as one, client_in(tmp_path / "2", secret="another secret of a server") as other:
        other.cookies.jar = one.cookies.jar
        tables = {make_with_cookies(client): client for _ in range(6) for client in (one, other)}
        for table, client in tables.items():
            said = client.post(f"/api/tables/{table}/commands", json={"id": "hi", "do": "chat", "text": "Hello"})
            assert said.status_code == 200
        assert len(seats_known(one)) == len(seats_known(other)) == 6
        for client in (one, other):
            assert client.post("/api/account", json=maud).status_code == 201
        assert one.delete("/api/account/session").status_code == 200
        assert one.get("/api/account").status_code == 401
        assert other.get("/api/account").json()["name"] == "Maud"


def test_a_list_of_a_version_whose_cookies_had_no_mark_is_read(tmp_path: Path) -> None:
    with client_in(tmp_path) as client:
        tables = {make_with_cookies(client) for _ in range(6)}
        marked = f"{seat_cookies.SEATS}-{MARK}"
        client.cookies.set(seat_cookies.SEATS, client.cookies[marked], domain="testserver.local", path="/")
        client.cookies.delete(marked)
        assert seats_known(client) == tables
        tables |= {make_with_cookies(client) for _ in range(6)}
        assert seats_known(client) == tables
