"""The bands of the front page: what goes on, and people."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import msgspec
import pytest
from starlette.testclient import TestClient

from bastide.server.common.model import TableCard
from bastide.server.common.settings import Settings
from bastide.server.storage.results import Score
from bastide.view.words import Words
from bastide.web.app import create_app
from bastide.web.continuing import CARDS, band, ended, turn_of
from bastide.web.making import Making
from bastide.web.people import met, met_in_form
from tests.web.pages.test_pages import table_of


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    settings = Settings(data=tmp_path, address_burst=10_000, new_table_burst=1000, address_tables=1000)
    with TestClient(create_app(settings), follow_redirects=False) as client:
        yield client


def card(name: str, stage: Any, awaited: tuple[int, ...] = (), players: int = 3) -> TableCard:
    names = ["Maud", "Bruno", "Clara"][:players]
    config = {"game": "island"}
    return TableCard(name, name, stage, f"/t/{name}", 0, 3, 3 - players, names, config, 0, awaited=list(awaited))


def test_the_own_turn_comes_first_and_alone_has_the_dark_button() -> None:
    cards = [card("a", "playing", (1,)), card("b", "over"), card("c", "playing", (0,)), card("d", "waiting", (), 2)]
    cards += [card("e", "over"), card("f", "playing", (2,))]
    shown, more = band(cards, {}, Making(), Words("en"))
    assert [one.name for one in shown] == ["c", "d", "b", "Again like last time"]
    assert len(shown) == CARDS
    assert [one.main for one in shown] == [True, False, False, False]
    assert [one.button for one in shown] == ["Resume", "Open", "Replay", "Play"]
    assert [one.id for one in more] == ["a", "e", "f"]
    assert shown[2].link == "/t/b/replay"
    shown, _ = band(cards[:1], {}, None, Words("en"))
    assert [(one.main, one.state) for one in shown] == [(False, "Bruno to play")]


@pytest.mark.parametrize(
    ("language", "mine", "theirs", "lost"),
    [
        ("en", "you won, 10 to 7 and 5", "Bruno won, 10 to 8 and 5", "nobody won"),
        ("fr", "gagné, 10 à 7 et 5", "Bruno gagne, 10 à 8 et 5", "personne n’a gagné"),
    ],
)
def test_the_last_game_says_who_won(language: str, mine: str, theirs: str, lost: str) -> None:
    words, table = Words(language), card("a", "over")
    points = [(0, "Maud", 10, True), (1, "Bruno", 5, False), (2, "Clara", 7, False)]
    assert ended(table, [Score("a", 1, *one) for one in points], words) == mine
    points = [(0, "Maud", 8, False), (1, "Bruno", 10, True), (2, "Clara", 5, False)]
    assert ended(table, [Score("a", 1, *one) for one in points], words) == theirs
    assert ended(table, [Score("a", 1, 0, "Maud", 3, False)], words) == lost


def test_whose_turn_it_is_when_a_chair_is_empty_is_not_guessed() -> None:
    assert turn_of(card("a", "playing", (1,), players=2), Words("en")) == "in play"


def test_a_browser_without_account_goes_on_with_its_games(client: TestClient) -> None:
    newcomer = client.get("/").text
    assert "Continue" not in newcomer
    assert "Play now" in newcomer
    table = table_of(client.post("/play", data={"game": "island/base", "level": "random"}))
    page = client.get("/").text
    assert f'href="/t/{table}"' in page
    assert "Continue" in page
    assert "Play now" not in page
    client.cookies.clear()
    assert "Continue" not in client.get("/").text


def test_who_has_not_played_here_is_offered_easy_bots_that_take_their_time(client: TestClient) -> None:
    easy, slow = 'name="level" value="easy" checked', 'name="slow" value="on" checked'
    for language, words in (
        ("en", "3 easy bots that take their time"),
        ("fr", "3 robots faciles qui prennent leur temps"),
    ):
        page = client.get(f"/?lang={language}").text
        assert easy in page
        assert slow in page
        assert words in page
    table = table_of(client.post("/play", data={"game": "island/base", "level": "easy", "slow": "on"}))
    tables = cast(Any, client.app).state.hub.tables
    assert tables[table].state.slow
    assert slow in client.get("/").text
    table = table_of(client.post("/play", data={"game": "island/base", "level": "random"}))
    assert not tables[table].state.slow
    assert easy not in client.get("/").text
    assert slow not in client.get("/").text


def test_with_people_now_opens_a_table_and_the_next_one_sits_down_at_it(client: TestClient) -> None:
    opened = table_of(client.post("/people", data={"nickname": "Maud"}))
    shown = client.get(f"/api/tables/{opened}").json()
    assert shown["stage"] == "waiting"
    assert opened in client.get("/api/tables").text, "it is public"
    assert [chair["kind"] for chair in shown["chairs"]] == ["person", "open", "open"]
    with client.websocket_connect(f"/ws/{opened}?as=json") as socket:
        socket.receive_text()
        client.cookies.clear()
        joined = table_of(client.post("/people", data={"nickname": "Odile"}))
        assert joined == opened
        people = [chair["name"] for chair in client.get(f"/api/tables/{opened}").json()["chairs"]]
        assert people[:2] == ["Maud", "Odile"]
        # Who sits there already does not meet the table again.
        assert table_of(client.post("/people", data={"nickname": "Odile"})) != opened


def test_two_who_press_at_once_meet(client: TestClient) -> None:
    opened = table_of(client.post("/people", data={"nickname": "Maud"}))
    client.cookies.clear()
    assert table_of(client.post("/people", data={"nickname": "Odile"})) == opened


def test_with_people_now_leaves_tables_alone_at_which_nobody_waits(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bastide.web.people.ARRIVING", 0)
    opened = table_of(client.post("/people", data={"nickname": "Maud"}))
    client.cookies.clear()
    assert table_of(client.post("/people", data={"nickname": "Odile"})) != opened


HEX: dict[str, Any] = {"config": {"modules": []}}
ONE_FAMILY = {"config": {"game": "carcassonne"}}
SERIES = HEX | {"series": {"games": [{"modules": []}]}}


@pytest.mark.parametrize(
    ("order", "person", "fits"),
    [
        (HEX, {"family": "island"}, True),
        (HEX, {"family": "any"}, True),
        (HEX, {"family": "carcassonne"}, False),
        (ONE_FAMILY, {"family": "carcassonne"}, True),
        (ONE_FAMILY, {"family": "island"}, False),
        ({"config": {"modules": ["fishermen"]}}, {"family": "island"}, False),
        ({"config": {"modules": ["fishermen"]}}, {"family": "island", "met": "fishermen"}, True),
        (HEX | {"clock": {"kind": "turn", "seconds": 20}}, {"family": "island"}, False),
        (HEX | {"clock": {"kind": "turn", "seconds": 90}}, {"family": "island"}, True),
        (HEX | {"clock": {"kind": "reserve", "seconds": 300}}, {"family": "island"}, False),
        (HEX | {"clock": {"kind": "reserve", "seconds": 1200}}, {"family": "island"}, True),
        (HEX | {"idle": 0}, {"family": "island"}, False),
        (HEX | {"idle": 86_400}, {"family": "island"}, False),
        (HEX | {"password": "sesame"}, {"family": "island"}, False),
        (HEX | {"public": False}, {"family": "island"}, False),
        (SERIES, {"family": "island"}, False),
        (HEX | {"seats": [{}, {"kind": "bot"}]}, {"family": "island"}, False),
    ],
)
def test_with_people_now_takes_a_table_that_fits_or_opens_one(
    client: TestClient, order: dict[str, Any], person: dict[str, str], fits: bool
) -> None:
    seats: list[dict[str, str]] = [{}, {}, {}]
    made = {"name": "Quay", "nickname": "Maud", "public": True, "seats": seats} | order
    table = client.post("/api/tables", json=made).json()["table"]
    with client.websocket_connect(f"/ws/{table}?as=json") as socket:
        socket.receive_text()
        client.cookies.clear()
        if "met" in person:
            client.post("/play", data={"game": f"island/{person['met']}", "level": "random"})
        found = table_of(client.post("/people", data={"nickname": "Odile", "family": person["family"]}))
        assert (found == table) == fits
        if not fits and person["family"] != "any":
            opened = client.get(f"/api/tables/{found}").json()
            assert (opened["config"]["game"], opened["config"].get("modules", [])) == (person["family"], [])
            assert opened["stage"] == "waiting"


def test_an_expansion_is_met_at_a_table_or_in_the_last_form() -> None:
    table = msgspec.structs.replace(card("a", "over"), config={"modules": ["troy"]})
    assert met([table, card("b", "playing")]) == {("island", "troy")}
    assert met_in_form({"what": "hills", "game": "carcassonne"}) == {("carcassonne", "hills")}
    assert met_in_form({}) == set()


def test_a_wrong_code_stands_beside_its_field_which_has_the_focus(client: TestClient) -> None:
    page = client.get("/join?link=nonsense").text
    assert re.search(r'<input [^>]*name="link"[^>]*autofocus', page)
    assert "No table has this link or code: nonsense" in page


def test_the_first_page_draws_no_picture(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def drawn(*_: object) -> str:
        raise AssertionError("a picture is drawn before a browser asks for it")

    monkeypatch.setattr("bastide.view.covers.document", drawn)
    page = client.get("/").text
    assert page.count("/art/cover/") > 40
