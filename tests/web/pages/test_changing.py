"""The waiting room: the host changes the game in the form, everybody sees what changed, a guest is offered a name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from bastide.players import offered
from bastide.server.common.settings import Settings
from bastide.web.app import create_app
from bastide.web.making import NICKNAMES
from tests.web.pages.test_pages import MAKE, stranger, table_of

MAP = MAKE | {"nickname": "Maud", "seat2": "open", "layout": "random", "deal": "23", "goal": "10", "usual_goal": "10"}


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    settings = Settings(data=tmp_path, address_burst=10_000, new_table_burst=1000, address_tables=1000)
    with TestClient(create_app(settings), follow_redirects=False) as client:
        yield client


def sat(client: TestClient, table: str, name: str) -> TestClient:
    """Another browser, whose person sits at the table."""
    guest = stranger(client)
    guest.get(f"/t/{table}")
    guest.post(f"/t/{table}/sit", data={"text": name})
    return guest


def chosen(html: str) -> dict[str, str]:
    """The fields of the form as a browser sends them unchanged."""
    form = html[html.index('id="making"') : html.index("</form>")]
    out: dict[str, str] = {}
    for field in re.findall(r"<input[^>]*>", form):
        named = dict(re.findall(r'(\w+)="([^"]*)"', field))
        on = re.search(r" checked[ >]", field) is not None
        if "name" in named and (on or named.get("type") not in ("radio", "checkbox")):
            out[named["name"]] = unescape(named.get("value", "on"))
    for name, options in re.findall(r'<select name="(\w+)"[^>]*>(.*?)</select>', form, re.S):
        found = re.search(r'value="([^"]*)" selected', options) or re.search(r'value="([^"]*)"', options)
        assert found is not None
        out[name] = found[1]
    return out


def shown(client: TestClient, table: str) -> str:
    """The table's page as plain text."""
    return unescape(re.sub(r"<[^>]+>", " ", client.get(f"/t/{table}").text))


def test_the_form_of_a_table_shows_its_game_and_changes_nothing_by_itself(client: TestClient) -> None:
    table = table_of(client.post("/create", data=MAP))
    sat(client, table, "Odile")
    before = client.get(f"/api/tables/{table}").json()
    form = client.get(f"/t/{table}/game")
    assert f'action="/t/{table}/game"' in form.text
    assert "Odile" in form.text
    assert table_of(client.post(f"/t/{table}/game", data=chosen(form.text) | {"do": "make"})) == table
    after = client.get(f"/api/tables/{table}").json()
    assert after["config"] == before["config"], "the map too"
    assert [chair["name"] for chair in after["chairs"]] == ["Maud", "Odile", ""]


def test_everybody_sees_what_the_host_has_changed(client: TestClient) -> None:
    table = table_of(client.post("/create", data=MAP))
    guest = sat(client, table, "Odile")
    form = chosen(client.get(f"/t/{table}/game").text)
    wanted = form | {"do": "make", "goal": "12", "what": "fishermen", "players": "4", "seat3": "greedy"}
    assert table_of(client.post(f"/t/{table}/game", data=wanted)) == table
    for reader in (client, guest, stranger(client)):
        told = shown(reader, table)
        assert "The host has changed the game. New:" in told
        assert "first to 12 points" in told
        assert "No longer: first to 10 points." in told
        assert "4 players" in told
    french = guest.get(f"/t/{table}?lang=fr").text
    assert re.search("L.hôte a changé la partie.", unescape(french))
    again = chosen(client.get(f"/t/{table}/game").text)
    assert (again["what"], again["goal"], again["players"], again["seat3"]) == ("fishermen", "12", "4", "greedy")
    assert client.post(f"/api/tables/{table}/commands", json={"id": "s", "do": "start", "text": "greedy"}).json()[
        "type"
    ] == ("ack")
    assert "The host has changed the game" not in shown(guest, table)


def test_another_map_alone_is_told_too(client: TestClient) -> None:
    table = table_of(client.post("/create", data=MAP))
    form = chosen(client.get(f"/t/{table}/game").text)
    anew = client.post(f"/t/{table}/game", data=form | {"do": "deal"})
    assert anew.status_code == 200
    dealt = chosen(anew.text)
    assert dealt["deal"] != form["deal"]
    client.post(f"/t/{table}/game", data=dealt | {"do": "make"})
    assert "New: another map." in shown(client, table)


def test_tiles_change_in_their_own_form(client: TestClient) -> None:
    table = table_of(client.post("/create/carcassonne", data=MAKE | {"nickname": "Maud"}))
    form = client.get(f"/t/{table}/game")
    assert 'data-preview="/create/carcassonne/preview"' in form.text
    client.post(f"/t/{table}/game", data=chosen(form.text) | {"do": "make", "module_river": "on"})
    assert client.get(f"/api/tables/{table}").json()["config"]["modules"] == ["river"]


def test_a_table_that_no_form_has_made_has_the_form_too(client: TestClient) -> None:
    config = {"modules": ["fishermen"], "options": {"goal": 11, "trade": "bank"}}
    order = {"name": "Quay", "nickname": "Maud", "config": config, "seats": [{}, {"kind": "bot"}, {}]}
    table = client.post("/api/tables", json=order).json()["table"]
    form = chosen(client.get(f"/t/{table}/game").text)
    assert (form["what"], form["goal"], form["trade"], form["seat1"], form["seat2"]) == (
        "fishermen",
        "11",
        "bank",
        "greedy",
        "open",
    )


def test_only_the_host_is_shown_the_form(client: TestClient) -> None:
    table = table_of(client.post("/create", data=MAP))
    guest = sat(client, table, "Odile")
    assert f'href="/t/{table}/game"' in client.get(f"/t/{table}").text
    for reader in (guest, stranger(client)):
        assert f'href="/t/{table}/game"' not in reader.get(f"/t/{table}").text
        for answer in (reader.get(f"/t/{table}/game"), reader.post(f"/t/{table}/game", data=MAP)):
            assert (answer.status_code, answer.headers["location"]) == (303, f"/t/{table}")
    assert client.get(f"/api/tables/{table}").json()["before"] is None


def test_a_seat_with_a_person_is_not_taken_away(client: TestClient) -> None:
    table = table_of(client.post("/create", data=MAP))
    for name in ("Odile", "Pia"):
        sat(client, table, name)
    form = chosen(client.get(f"/t/{table}/game").text)
    refused = client.post(f"/t/{table}/game", data=form | {"do": "make", "what": "two_players", "players": "2"})
    assert refused.status_code == 409
    assert "Seat 3 is taken by Pia" in refused.text


def test_start_says_that_it_fills_the_seats(client: TestClient) -> None:
    table = table_of(client.post("/create", data=MAP))
    page = client.get(f"/t/{table}").text
    assert "Fill with bots and start" in page
    assert 'data-do="start" data-text="greedy"' in page
    assert "Compléter avec des robots et commencer" in client.get(f"/t/{table}?lang=fr").text


def test_levels_are_faces_in_one_order_in_every_menu(client: TestClient) -> None:
    table = table_of(client.post("/create", data=MAP))
    home, form, room = (client.get(path).text for path in ("/", "/create", f"/t/{table}"))
    menus = {
        home: re.findall(r'name="level" value="(\w+)"', home),
        form: [level for level in re.findall(r'name="seat1" value="(\w+)"', form) if level != "open"],
        room: re.findall(r'data-do="bot" data-seat="2" data-text="(\w+)"', room),
    }
    names = [unescape(name) for name in re.findall(r'name="level"[^>]*><span><svg.*?</svg>([^<]*)<', home)]
    assert names == ["easy", "steady", *names[2:-1], "aimless"], "none that a reader takes for a choice at random"
    order = offered(1)
    assert order[:2] == ["easy", "greedy"]
    assert order[-1] == "random"
    for page, levels in menus.items():
        assert levels == order
        for level in levels:
            assert f'href="#face-{level}"' in page
            assert f'id="face-{level}"' in page


def test_what_has_changed_stands_before_the_seats(client: TestClient) -> None:
    table = table_of(client.post("/create", data=MAP))
    form = chosen(client.get(f"/t/{table}/game").text)
    client.post(f"/t/{table}/game", data=form | {"do": "make", "goal": "12"})
    page = client.get(f"/t/{table}").text
    assert page.index("The host has changed the game") < page.index('class="seats-list"')


def test_a_guest_is_offered_a_name_that_nobody_has(client: TestClient) -> None:
    table = table_of(client.post("/create", data=MAP))
    taken = "Maud"
    for _ in range(2):
        guest = stranger(client)
        page = guest.get(f"/t/{table}").text
        found = re.search(r'id="nickname"[^>]*value="([^"]*)"|value="([^"]*)"[^>]*id="nickname"', page)
        assert found is not None
        name = found[1] or found[2]
        assert name in NICKNAMES
        assert name != taken
        taken = name
        guest.post(f"/t/{table}/sit", data={"text": name})
    assert f'data-nickname="{taken}"' in guest.get(f"/t/{table}").text, "the next time their own"


def test_the_map_of_the_room_shows_numbers_and_harbours(client: TestClient) -> None:
    table = table_of(client.post("/create", data=MAP))
    page = client.get(f"/t/{table}").text
    mosaic = page[page.index('class="mosaic"') :].partition("</svg>")[0]
    assert mosaic.count('r="52"') == 18
    assert mosaic.count("<rect") == 9


@pytest.mark.parametrize("clock", [{"clock": "none"}, {"clock": "turn"}, {"clock": "reserve"}])
def test_the_sentence_keeps_what_the_form_does_not_change(client: TestClient, clock: dict[str, str]) -> None:
    table = table_of(client.post("/create", data=MAP | {"public": "public", "idle": "300"} | clock))
    page = client.get(f"/t/{table}/game").text
    told = unescape(page.partition('id="sentence"')[2].partition(">")[2].partition("<")[0])
    assert "public list" in told
    assert ("Time to think" in told) == (clock["clock"] != "none")
    assert client.post("/create/preview", data=chosen(page)).json()["sentence"] == told


def test_people_who_sit_are_no_open_seats_and_one_who_leaves_meanwhile_makes_room(client: TestClient) -> None:
    table = table_of(client.post("/create", data=MAP | {"seat1": "open"}))
    guest = sat(client, table, "Odile")
    page = client.get(f"/t/{table}/game").text
    assert "1 seat waits for people" in page
    guest.post(f"/api/tables/{table}/commands", json={"id": "l", "do": "leave"})
    client.post(f"/t/{table}/game", data=chosen(page) | {"do": "make", "goal": "12"})
    chairs = client.get(f"/api/tables/{table}").json()["chairs"]
    assert [chair["kind"] for chair in chairs] == ["person", "open", "open"]


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ({}, {"series": "best3"}, "New: 3 games one after the other."),
        ({"series": "best3"}, {}, "New: one game."),
        ({"what": "fishermen"}, {"what": "campaign"}, "New: 5 games one after the other."),
        ({"what": "campaign"}, {"what": "fishermen"}, "New: one game."),
        ({}, {"deal": "99", "goal": "12"}, "New: first to 12 points, another map."),
    ],
)
def test_games_that_follow_and_a_map_beside_other_changes_are_told_too(
    client: TestClient, before: dict[str, str], after: dict[str, str], told: str
) -> None:
    table = table_of(client.post("/create", data=MAP | before))
    assert client.post(f"/t/{table}/game", data=MAP | after | {"do": "make"}).status_code == 303
    assert told in shown(client, table)
