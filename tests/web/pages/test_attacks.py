"""Malicious links, and endless forms, must not harm the people who open them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from bastide.server.common.seat_list import HeldSeat, SeatLists
from bastide.server.common.settings import Settings
from bastide.server.common.tokens import cookie_name
from bastide.server.http.costs import CONNECTION
from bastide.web.app import create_app
from tests.chosen import sampled
from tests.server.test_fairness import costs_of


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    settings = Settings(data=tmp_path, bot_delay=(0.0, 0.0), address_rate=0.5, address_burst=30)
    with TestClient(create_app(settings), follow_redirects=False) as client:
        yield client


def table_of(client: TestClient) -> str:
    """A new table of this browser."""
    return str(client.post("/play", data={}).headers["location"]).removeprefix("/t/")


@pytest.mark.parametrize("page", ["", "/replay"])
def test_a_link_with_a_bad_token_takes_nobodys_seat(client: TestClient, page: str) -> None:
    table = table_of(client)
    name = cookie_name(table)
    answer = client.get(f"/t/{table}{page}?token=nonsense")
    assert answer.status_code == 401
    assert "set-cookie" not in answer.headers
    assert client.get(f"/api/tables/{table}").json()["seat"] == 0, "the seat is still that of this browser"
    client.cookies.set(name, "nonsense", path="/")
    assert f"{name}=" in client.get(f"/t/{table}").headers["set-cookie"], "what is good for nothing is taken back"


@pytest.mark.parametrize("after", [".", ")", ").", "%29,", "%E2%80%A6", "%3E", "'", "%22%3E", "%0d%0a"])
def test_a_link_leads_to_the_table_with_the_sign_that_follows_it_in_a_chat(client: TestClient, after: str) -> None:
    table = table_of(client)
    answer = client.get(f"/t/{table}{after}?lang=fr")
    assert (answer.status_code, answer.headers["location"]) == (303, f"/t/{table}?lang=fr")
    assert client.get(f"/t/{table}.x").status_code == 404
    assert client.get(f"/t/{after}").status_code == 404


@pytest.mark.parametrize("path", ["//evil.example/", "/%5Cevil.example/", "///evil.example", "//evil.example%2f.."])
def test_no_page_leads_to_another_site(client: TestClient, path: str) -> None:
    answer = client.get(f"http://testserver{path}")
    assert answer.status_code == 404
    links = re.findall(r'(?:href|action|src)="([^"]*)"', answer.text)
    assert any("evil.example" in link for link in links), "the page offers itself in the other language"
    assert not [link for link in links if re.match(r"[\s/\\]{2}|[a-z]+:", link)]


@pytest.mark.parametrize(
    "path", sampled(["/", "/rules", "/create", "/art/carcassonne.svg", "/css/base.css", "/js/table.js"])
)
def test_what_an_address_asks_for_is_refused_when_it_has_cost_too_much(tmp_path: Path, path: str) -> None:
    settings = Settings(data=tmp_path, cost_rate=1e-6)
    with TestClient(create_app(settings), client=("192.0.2.1", 1)) as client:
        assert client.get(path).status_code == 200
        costs = costs_of(client)
        used = costs._used["192.0.2.1"][0]
        assert used > CONNECTION
        costs.add("192.0.2.1", settings.cost_burst - used)
        answer = client.get(path)
        assert answer.status_code == 429
        assert int(answer.headers["retry-after"]) >= 1
        assert client.get("/healthz").status_code == 200
        other = TestClient(client.app, client=("192.0.2.2", 1))
        other.portal = client.portal
        assert other.get(path).status_code == 200, "another address"


def test_the_list_of_seats_is_read_once_for_a_page(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """With 80 seats it was read 81 times, which took two thirds of the front page."""
    read: list[str] = []
    verify = SeatLists.verify

    def noted(lists: SeatLists, text: str) -> list[HeldSeat]:
        read.append(text)
        return verify(lists, text)

    for _ in range(6):
        table_of(client)
    monkeypatch.setattr(SeatLists, "verify", noted)
    assert "/t/" in client.get("/").text
    assert len(read) == 1


def test_a_page_that_is_asked_for_too_often_says_when_to_come_back(client: TestClient) -> None:
    answers = [client.get("/") for _ in range(60)]
    late = next(answer for answer in answers if answer.status_code == 429)
    assert int(late.headers["retry-after"]) >= 1
