"""The games of the front page: each is one click away, and its form for friends is as the card says."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from bastide.kernel.families import FAMILIES
from bastide.kernel.rooms import rooms
from bastide.server.common.settings import Settings
from bastide.view.words import Words
from bastide.web.app import create_app
from bastide.web.lengths import Length
from bastide.web.making import read_form
from bastide.web.making_tiles import read_tiles
from bastide.web.rulebook import book, home_of
from bastide.web.shelf import DOTS, FIRST, games, rules_of
from benchmarks.minutes import decisions
from tests.web.pages.test_pages import table_of
from tools.marked import block


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    settings = Settings(data=tmp_path, address_burst=10_000, new_table_burst=1000, address_tables=1000)
    with TestClient(create_app(settings), follow_redirects=False) as client:
        yield client


def test_a_card_makes_its_game_with_any_number_of_bots() -> None:
    for game in games(Words("en")):
        form = game.against("random")
        making = read_tiles(form) if game.family == "carcassonne" else read_form(form)
        assert making.what == form["what"], game.key
        assert making.players == game.usual_players, game.key
        assert game.usual_players in game.players, game.key
        assert making.open_seats == 0, game.key


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_card_says_what_is_new_in_three_lines_how_long_and_how_difficult(language: str) -> None:
    for game in games(Words(language)):
        assert len(game.news) == 3, game.key
        assert all(0 < len(line) < 75 for line in game.news), game.key
        assert 1 <= game.dots <= DOTS, game.key
        assert game.length is not None, game.key
        assert 5 <= game.length.against_bots < game.length.among_people, game.key
    found = {game.key: game for game in games(Words(language))}
    assert found["island/base"].dots == 1 < found["island/cities_knights"].dots
    chapters = found["island/campaign"].chapters
    parts = [found[f"island/{name}"].length for name in chapters]
    assert len(parts) > 1
    assert found["island/campaign"].length == Length(
        sum(one.seat for one in parts if one), sum(one.all for one in parts if one)
    )


def test_the_rules_of_a_room_are_counted_as_the_book_has_them() -> None:
    counted = Counter(home_of(rule.source.rpartition("/")[0]) for rule in book())
    for family in FAMILIES:
        for name in rooms(family):
            assert rules_of(family, name) == counted[family, name], name


def test_the_documented_minutes_are_those_of_the_cards() -> None:
    page = Path(__file__).parents[3].joinpath("docs", "minutes.md").read_text("utf-8")
    lines = {line.split(" | ")[0].removeprefix("| "): line for line in block(page, "minutes").text.splitlines()}
    for game in games(Words("en")):
        if not game.chapters:
            assert game.length is not None
            told = (game.length.against_bots, game.length.among_people)
            assert lines[game.title].rstrip(" |").endswith(f"{told[0]} | {told[1]}"), game.key


def test_counting_decisions_counts_those_of_every_seat() -> None:
    assert all(count > 20 for count in decisions({"game": "carcassonne", "seats": 3}, 3, 1))


@pytest.mark.parametrize(("language", "title"), [("en", "Seafarers"), ("fr", "Marins")])
def test_the_front_page_has_all_games_and_one_dark_button(client: TestClient, language: str, title: str) -> None:
    page = client.get(f"/?lang={language}").text
    keys = re.findall(r'name="game" value="([^"]+)"', page)
    newcomer, *cards = keys
    assert newcomer == "island/base"
    # Each card has its game twice: on its face, and turned over.
    assert cards == [game.key for game in games(Words("en")) for _ in range(2)]
    assert title in page
    assert len(keys) > FIRST
    shown = re.sub(r'<section class="turned.*?</section>', "", page, flags=re.S)
    assert shown.count("btn main") == 1
    assert "Again like last time" not in page
    assert "#face-greedy" in page


def test_one_click_begins_the_game(client: TestClient) -> None:
    for key, modules in (
        ("island/seafarers", ["seafarers"]),
        ("carcassonne/all", ["river", "inns", "traders", "hills", "wheel"]),
        ("island/campaign", ["fishermen"]),
        ("nonsense", []),
    ):
        table = table_of(client.post("/play", data={"game": key, "level": "random"}))
        shown = client.get(f"/api/tables/{table}").json()
        assert shown["stage"] == "playing", key
        assert shown["config"].get("modules", []) == modules
        assert {chair["bot"] for chair in shown["chairs"][1:]} == {"random"}
    page = client.get("/").text
    assert "Again like last time" in page
    assert re.search(r'name="level" value="random" checked', page), "the level is kept"
    again = table_of(client.post("/play", data={"game": "last"}))
    assert again != table
    assert client.get(f"/api/tables/{again}").json()["config"].get("modules", []) == []


def test_friends_get_the_same_game_with_open_seats(client: TestClient) -> None:
    page = unescape(client.get("/").text)
    address = next(found for found in re.findall(r'href="(/create[^"]+)"', page) if "what=troy" in found)
    form = client.get(address).text
    assert re.search(r'name="what" value="troy"[^>]* checked', form)
    assert re.search(r'name="seat1" value="open"[^>]* checked', form)


@pytest.mark.parametrize(("seat", "minutes"), [("bot", "against_bots"), ("open", "among_people")])
def test_the_sheet_of_a_game_says_the_same_as_its_card(client: TestClient, seat: str, minutes: str) -> None:
    game = next(game for game in games(Words("en")) if game.key == "island/great_wall")
    seats = [{}, *[{"kind": "bot"} if seat == "bot" else {}] * 3]
    order = {"name": "Quay", "nickname": "Maud", "config": {"modules": ["great_wall"]}, "seats": seats}
    page = client.get(f"/t/{client.post('/api/tables', json=order).json()['table']}").text
    sheet = page[page.index('id="briefing"') :]
    assert f"Difficulty: {game.dots} of {DOTS}" in sheet
    assert f"<span>{getattr(game.length, minutes)} minutes</span>" in sheet
