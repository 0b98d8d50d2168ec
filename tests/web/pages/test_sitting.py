"""Taking a seat by the form of the page, once: also with two clicks, or with an answer that is lost on its way."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from bastide.server.common.settings import Settings
from bastide.server.common.tokens import cookie_name
from bastide.web.app import create_app
from bastide.web.at_table import BROWSER_COOKIE
from tests.web.pages.test_pages import MAKE, stranger, table_of


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(create_app(Settings(data=tmp_path)), follow_redirects=False) as client:
        yield client


@pytest.fixture
def table(client: TestClient) -> str:
    return table_of(client.post("/create", data=MAKE | {"nickname": "Maud", "seat2": "open"}))


def names(client: TestClient, table: str) -> list[str]:
    return [chair["name"] for chair in client.get(f"/api/tables/{table}").json()["chairs"]]


def test_an_answer_that_is_lost_costs_nobody_the_seat(client: TestClient, table: str) -> None:
    guest = stranger(client)
    guest.get(f"/t/{table}")
    for _ in range(3):
        assert table_of(guest.post(f"/t/{table}/sit", data={"text": "Odile"})) == table
        assert guest.get(f"/api/tables/{table}").json()["seat"] == 1
        guest.cookies.delete(cookie_name(table))
        guest.get(f"/t/{table}")
    assert names(client, table) == ["Maud", "Odile", ""]


def test_a_second_click_is_no_mistake(client: TestClient, table: str) -> None:
    guest = stranger(client)
    guest.get(f"/t/{table}")
    for _ in range(2):
        assert table_of(guest.post(f"/t/{table}/sit", data={"text": "Odile"})) == table
    assert names(client, table) == ["Maud", "Odile", ""]
    assert guest.post(f"/t/{table}/sit", data={"text": "Pia"}).status_code == 409, "one seat for each"


def test_whoever_left_may_come_again(client: TestClient, table: str) -> None:
    guest = stranger(client)
    guest.get(f"/t/{table}")
    for _ in range(3):
        assert table_of(guest.post(f"/t/{table}/sit", data={"text": "Odile"})) == table
        assert names(client, table) == ["Maud", "Odile", ""]
        left = guest.post(f"/api/tables/{table}/commands", json={"id": "go", "do": "leave"})
        assert left.json()["type"] == "ack"
        guest.cookies.delete(cookie_name(table))


def seat_of(client: TestClient, table: str) -> int | None:
    found: int | None = client.get(f"/api/tables/{table}").json()["seat"]
    return found


def test_a_person_ends_the_seat_on_other_devices(client: TestClient, table: str) -> None:
    copy = stranger(client)
    for time in range(3):
        copy.cookies.update(client.cookies)
        assert seat_of(copy, table) == 0, time
        assert 'action="/t/' + table + '/renew"' in client.get(f"/t/{table}").text
        assert table_of(client.post(f"/t/{table}/renew")) == table
        assert seat_of(client, table) == 0, time
        assert seat_of(copy, table) is None, time
    assert stranger(client).post(f"/t/{table}/renew").status_code == 403


def test_a_second_click_of_it_is_no_mistake(client: TestClient, table: str) -> None:
    guest = stranger(client)
    guest.get(f"/t/{table}")
    guest.post(f"/t/{table}/sit", data={"text": "Odile"})
    before = dict(guest.cookies)
    for _ in range(2):
        guest.cookies.clear()
        guest.cookies.update(before)
        assert table_of(guest.post(f"/t/{table}/renew")) == table
        assert seat_of(guest, table) == 1


def test_another_browser_is_given_nothing(client: TestClient, table: str) -> None:
    guest, other = stranger(client), stranger(client)
    for browser in (guest, other):
        browser.get(f"/t/{table}")
    assert guest.cookies[BROWSER_COOKIE] != other.cookies[BROWSER_COOKIE]
    guest.post(f"/t/{table}/sit", data={"text": "Odile"})
    refused = other.post(f"/t/{table}/sit", data={"text": "Odile"})
    assert refused.status_code == 409
    assert f'href="/t/{table}">Back to the table' in refused.text
    assert guest.cookies[BROWSER_COOKIE] not in client.get(f"/t/{table}").text


def test_the_cookie_is_this_hosts_alone_over_https(client: TestClient, table: str) -> None:
    said = stranger(client).get(f"https://testserver/t/{table}").headers["set-cookie"]
    assert said.startswith(f"__Host-{BROWSER_COOKIE}=")
    for part in ("Secure", "HttpOnly", "Path=/", "SameSite=lax"):
        assert part in said
    assert "set-cookie" not in client.get(f"/t/{table}").headers, "a seated browser is known by its seat"
