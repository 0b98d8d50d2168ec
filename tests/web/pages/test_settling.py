"""What a form for a new table comes to: swaps, what is left out and why, the last form."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from bastide.catan.base.seams import IslandModule
from bastide.catan.family import MODULES
from bastide.server.common.settings import Settings
from bastide.view.words import Words
from bastide.web.app import create_app
from bastide.web.making import Making, read_form
from bastide.web.making_tiles import GAME as TILES
from bastide.web.making_tiles import read_tiles
from bastide.web.settling import form_of_making, in_short, settled
from tests.web.making import shown

ENGLISH, FRENCH = Words("en"), Words("fr")


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    settings = Settings(data=tmp_path, bot_delay=(0.0, 0.0), address_burst=10_000, new_table_burst=1000)
    with TestClient(create_app(settings), follow_redirects=False) as client:
        yield client


def read(form: Mapping[str, str], language: Words = ENGLISH) -> tuple[Making, list[str]]:
    return settled(form, read_form, language, "island")


def test_what_does_not_go_with_the_game_is_left_out_and_named() -> None:
    making, told = read({"what": "troy", "module_harbors": "on", "module_event_cards": "on", "players": "6"})
    assert (making.what, set(making.modules), making.players) == ("troy", {"troy", "five_six"}, 6)
    assert told == ["Event cards: not with Troy", "The harbours of Catan: not with Troy"]
    making, told = read({"what": "seafarers", "players": "6"}, FRENCH)
    assert making.players == 4
    assert told == ["6 joueurs\u202f: pas avec Marins"]
    assert read({"what": "cities_knights", "module_seafarers": "on"})[1] == []


@pytest.mark.parametrize(
    ("form", "swap", "what", "modules", "players"),
    [
        ({"what": "cities_knights"}, "friendly_robber", "base", {"friendly_robber"}, 4),
        ({"what": "troy"}, "seafarers", "seafarers", {"seafarers"}, 4),
        (
            {"what": "cities_knights", "module_seafarers": "on"},
            "6",
            "cities_knights",
            {"cities_knights", "five_six"},
            6,
        ),
        (
            {"what": "seafarers", "module_cities_knights": "on"},
            "5",
            "cities_knights",
            {"cities_knights", "five_six"},
            5,
        ),
        ({"what": "campaign"}, "cities_knights", "cities_knights", {"cities_knights"}, 4),
        ({"what": "base", "module_two_players": "on", "players": "2"}, "6", "base", {"five_six"}, 6),
        ({"what": "troy"}, "nothing", "troy", {"troy"}, 4),
        ({"what": "troy"}, "99", "troy", {"troy"}, 4),
    ],
)
def test_a_swap_takes_the_place_of_what_bars_it(
    form: dict[str, str], swap: str, what: str, modules: set[str], players: int
) -> None:
    making, _ = read({"players": "4"} | form | {"swap": swap})
    assert (making.what, set(making.modules), making.players) == (what, modules, players)


def test_no_game_takes_the_place_of_the_first_one_of_a_campaign(client: TestClient) -> None:
    page = shown(client.post("/create", data={"what": "campaign", "do": "show"}))
    assert [name for name in page.swaps if not name.isdigit()] == []
    assert "event_cards" in page.ticks()
    making, told = read({"what": "campaign", "players": "6"})
    assert (making.what, making.players) == ("campaign", 4)
    assert told == ["6 players: not with Campaign"]
    assert read({"what": "campaign", "players": "4", "swap": "6"})[0].modules == ("five_six",)


def test_without_a_script_a_swap_is_a_button(client: TestClient) -> None:
    page = shown(client.post("/create", data={"what": "troy", "do": "show"}))
    assert "seafarers" in page.swaps
    page = shown(client.post("/create", data={"what": "troy", "swap": "seafarers"}))
    assert page.chosen["what"] == "seafarers"


def test_a_form_that_is_sent_with_what_does_not_go_together_is_refused(client: TestClient) -> None:
    answer = client.post("/create", data={"what": "troy", "module_harbors": "on", "do": "make"})
    assert answer.status_code == 400
    assert "cannot be combined" in answer.text


@pytest.mark.parametrize("path", ["/create", "/create/carcassonne"])
def test_the_preview_settles_as_the_page_does(client: TestClient, path: str) -> None:
    card = "hills" if "carcassonne" in path else "troy"
    form = {"what": card, "module_harbors": "on", "module_inns": "on", "players": "4", "undo": "on"}
    preview = client.post(f"{path}/preview", data=form).json()
    page = shown(client.post(path, data=form | {"do": "show"}))
    assert preview["what"] == page.chosen["what"]
    assert {f"module_{name}" for name in preview["added"]} == {n for n in page.chosen if n.startswith("module_")}
    assert [str(number) for number in page.offers("players")] == [
        str(n) for n in range(2, 9 if "carcassonne" in path else 7) if str(n) not in preview["numbers"]
    ]


def larger() -> IslandModule:
    module = IslandModule("larger")
    module.role = "extension"
    module.more_seats = module.only_seats = (7, 8)
    return module


def test_a_plug_in_is_a_card_or_is_brought_by_its_number(monkeypatch: pytest.MonkeyPatch, client: TestClient) -> None:
    monkeypatch.setitem(MODULES, "larger", larger)
    monkeypatch.setitem(MODULES, "windmills", partial(IslandModule, "windmills"))
    page = shown(client.get("/create"))
    assert "windmills" in page.offers("what")
    assert "larger" not in page.offers("what")
    assert page.offers("players") == ["2", "3", "4", "5", "6", "7", "8"]
    assert read({"players": "7"})[0].modules == ("larger",)


def test_the_fields_of_a_form_fit_into_one_request(client: TestClient) -> None:
    for path in ("/create", "/create/carcassonne"):
        names = set(re.findall(r'<(?:input|select)[^>]* name="(\w+)"', client.get(path).text))
        assert len(names) < 100, "what `bastide.web.forms.fields` reads"


FORMS = [
    {"what": "seafarers", "module_cities_knights": "on", "players": "3", "seat1": "open", "seat2": "random"},
    {"what": "campaign", "module_harbors": "on", "trade": "bank", "clock": "reserve", "late": "bot"},
    {"what": "base", "players": "6", "layout": "random", "public": "public", "goal": "8", "usual_goal": "10"},
    {"what": "seafarers", "map_seafarers": "four_islands", "series": "evening", "game2": "same", "pieces": "free"},
]


@pytest.mark.parametrize("form", FORMS)
def test_the_last_form_is_read_again_as_it_was_sent(form: dict[str, str]) -> None:
    making = read_form(form | {"undo": "on", "deal": "7"}, "Maud")
    assert read_form(form_of_making(making) | {"deal": "7"}, "Maud") == making
    tiles = read_tiles({"what": "hills", "module_inns": "on", "option_farmers": "off", "players": "7", "deal": "7"})
    assert read_tiles(form_of_making(tiles) | {"deal": "7"}) == tiles


def test_the_last_form_is_offered_without_its_password(client: TestClient) -> None:
    assert "as=last" not in client.get("/create").text
    sent = {"what": "hills", "players": "5", "seat1": "open", "password": "sesame", "name": "Quay", "do": "make"}
    assert client.post("/create/carcassonne", data=sent).status_code == 303
    assert "sesame" not in client.cookies["bastide_last"]
    assert f'href="/create/{TILES}?as=last"' in client.get("/create").text
    page = client.get("/create/carcassonne?as=last")
    assert shown(page).chosen | {"what": "hills", "players": "5", "seat1": "open"} == shown(page).chosen
    client.cookies["bastide_last"] = "%FF" * 4000
    assert client.get("/create?as=last").status_code == 200


def test_what_is_folded_is_told_in_short_in_both_languages() -> None:
    assert in_short(Making(), ENGLISH) == "to 10 points · no time limit · by link only · with undo · with spectators"
    public = read_form({"public": "public", "password": "sesame"})
    assert in_short(public, FRENCH).endswith("ouverte à tous · avec mot de passe · sans annulation · sans spectateurs")
