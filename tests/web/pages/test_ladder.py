"""The ladder as a browser without any script gets it, the switch on the page of an account, and the API of both."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tests.server.test_http import fault
from tests.web.pages.test_account import MAUD, send
from tests.web.pages.test_pages import client, stranger

__all__ = ["client"]

ODILE = "Odile & <co>"


def filled(folder: Path, *, games: int = 12, name: str = ODILE) -> None:
    """Give Maud and another person so many rated games under one rule set, which Maud wins."""
    with closing(sqlite3.connect(folder / "bastide.db")) as database, database:
        accounts = dict(database.execute("SELECT name, id FROM account"))
        people = (accounts["Maud"], accounts[name])
        for number in range(1, games + 1):
            table = f"rated-{number}"
            database.execute(
                "INSERT INTO game_table (id, name, config, public, stage, version, created, updated)"
                " VALUES (?, 'Quay', '{}', 1, 'over', 1, 0, 0)",
                [table],
            )
            for seat, owner in enumerate(people):
                before, after = 25.0 + (number - 1) * (1 - 2 * seat) / 4, 25.0 + number * (1 - 2 * seat) / 4
                database.execute(
                    "INSERT INTO rated_seat VALUES (?, 1, ?, 1, 'island', '', ?, 0, ?, ?, ?, 1, ?, 2.0, ?, 2.0)",
                    [table, seat, 1 + seat, 1_790_000_000_000, number, owner, before, after],
                )
        for seat, owner in enumerate(people):
            strength = 25.0 + games * (1 - 2 * seat) / 4
            database.execute("INSERT INTO rating VALUES (?, 'island', ?, 2.0, ?)", [owner, strength, games])


def two(client: TestClient, **rated: str) -> TestClient:
    """Maud in this browser and another person in another one, who take part."""
    other = stranger(client)
    for browser, name in ((client, "Maud"), (other, ODILE)):
        send(browser, "register", **MAUD | {"name": name})
        send(browser, "ratings", rated="on", **rated)
    return other


def text(page: str) -> str:
    """The text of a page, its spaces as one."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))


def test_an_account_takes_part_by_a_switch(client: TestClient) -> None:
    send(client, "register", **MAUD)
    page = client.get("/account").text
    assert re.search(r'<input class="switch"[^>]*name="rated">', page), "off until somebody turns it on"
    assert client.get("/ladder/player?name=Maud").status_code == 404
    assert client.get("/api/account/ratings").json() == {"rated": False, "program": False}
    send(client, "ratings", rated="on")
    assert re.search(r'name="rated" checked', client.get("/account?done=ratings").text)
    assert "Maud" in client.get("/ladder/player?name=maud").text
    answer = client.post("/api/account/ratings", json={"rated": True, "program": True})
    assert answer.json() == {"rated": True, "program": True}
    assert "program" in client.get("/ladder/player?name=Maud").text
    send(client, "ratings")
    assert client.get("/ladder/player?name=Maud").status_code == 404
    fault(stranger(client).post("/api/account/ratings", json={"rated": True}), 401, "session")


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_ladder_lists_people_by_rating(language: str, client: TestClient, tmp_path: Path) -> None:
    two(client)
    filled(tmp_path)
    page = client.get(f"/ladder?rules=island&lang={language}").text
    rows = [text(row) for row in re.findall(r"<tr.*?</tr>", page.partition("standings")[2], re.DOTALL)]
    heads = "Place Name Rating Games" if language == "en" else "Rang Nom Cote Parties"
    assert rows[0].split() == heads.split()
    assert rows[1].split()[:2] == ["1", "Maud"]
    assert "1588 ± 116" in rows[1]
    assert "Odile &amp; &lt;co&gt;" in rows[2]
    assert page.count('<tr class="own">') == 1
    assert '<tr class="own">' not in stranger(client).get("/ladder?rules=island").text
    found = client.get("/api/ladder?rules=island").json()["ladder"]
    assert [(one["place"], one["name"], one["rating"]) for one in found["people"]] == [
        (1, "Maud", 1588),
        (2, ODILE, 1412),
    ]
    assert {one["bot"] for one in found["bots"]} >= {"random", "easy", "greedy"}


def test_a_persons_page_has_the_curve_and_the_games(client: TestClient, tmp_path: Path) -> None:
    two(client)
    filled(tmp_path)
    page = client.get("/ladder/player?name=Maud").text
    assert page.count('<svg class="chart curve"') == 2
    assert "from game 10 to 12: from 1574 to 1588, now 1588." in page
    assert '<a href="/t/rated-12/replay?game=1">Quay</a>' in page
    assert "Odile &amp; &lt;co&gt;" in page
    found = client.get("/api/ladder/player?name=Maud").json()
    assert (found["curve"], found["rating"], found["games"]) == ([1574, 1581, 1588], 1588, 12)
    assert [game["after"] for game in found["history"][:4]] == [1588, 1581, 1574, None]


def test_before_ten_games_there_is_no_number(client: TestClient, tmp_path: Path) -> None:
    two(client)
    filled(tmp_path, games=9)
    assert "Nobody has played 10 rated games" in client.get("/ladder?rules=island").text
    page = client.get("/ladder/player?name=Maud").text
    assert "9 of 10 games" in page
    assert "curve" not in page.partition("<main")[2]
    assert not re.search(r"15\d\d", text(page.partition("<main")[2]))


def test_who_takes_no_part_any_more_is_not_named(client: TestClient, tmp_path: Path) -> None:
    other = two(client)
    filled(tmp_path)
    send(other, "ratings")
    for path in ("/ladder?rules=island", "/ladder/player?name=Maud", "/api/ladder", "/api/ladder/player?name=Maud"):
        assert "Odile" not in stranger(client).get(path).text
    assert "1 player without ratings" in client.get("/ladder/player?name=Maud").text


def test_what_there_is_not_is_said(client: TestClient) -> None:
    error = fault(client.get("/api/ladder?rules=chess"), 404, "unknown")
    assert "'chess'" in str(error)
    error = fault(client.get("/api/ladder/player?name=Nobody"), 404, "unknown")
    assert "'Nobody'" in str(error)
    assert client.get("/ladder?rules=chess").status_code == 404
    assert client.get("/ladder/player").status_code == 404
    assert client.get("/ladder").status_code == 200
    assert 'href="/ladder"' in client.get("/").text


def test_a_programs_account_says_so_and_stays_one(client: TestClient, tmp_path: Path) -> None:
    two(client, program="on")
    filled(tmp_path)
    assert text(client.get("/ladder?rules=island").text).count(" program ") == 2
    page = send(client, "ratings", 409, rated="on")
    assert "stays marked as one" in page


@pytest.mark.parametrize("level", ["greedy", "random"])
def test_a_table_of_people_who_take_part_says_that_it_is_rated(level: str, client: TestClient) -> None:
    send(client, "register", **MAUD)
    send(client, "ratings", rated="on")
    seats = [{}, {"kind": "bot", "bot": level}]
    order = {"name": "Quay", "nickname": "Maud", "config": {"game": "island"}, "seats": seats, "public": True}
    answer = client.post("/api/tables", json=order)
    table = answer.json()["table"]
    client.post(f"/api/tables/{table}/commands", json={"id": "a" * 20, "do": "start"})
    shown = client.get(f"/api/tables/{table}").json()
    assert (shown["rated"], shown["hint"]) == (True, None)
    assert "rated" in text(client.get(f"/t/{table}").text.partition('class="facts"')[2][:600])


def test_a_table_with_hints_for_all_is_not_rated(client: TestClient) -> None:
    send(client, "register", **MAUD)
    send(client, "ratings", rated="on")
    order = {"name": "Quay", "nickname": "Maud", "config": {"game": "island"}, "public": True, "hints": True}
    answer = client.post("/api/tables", json=order | {"seats": [{}, {"kind": "bot", "bot": "greedy"}]})
    table = answer.json()["table"]
    client.post(f"/api/tables/{table}/commands", json={"id": "a" * 20, "do": "start"})
    assert not client.get(f"/api/tables/{table}").json()["rated"]
    assert "rated" not in text(client.get(f"/t/{table}").text.partition('class="facts"')[2][:600])
