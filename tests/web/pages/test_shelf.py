"""The games of the front page: each is one click away, and its form for friends is as the card says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from bastide.server.common.settings import Settings
from bastide.view.words import Words
from bastide.web.app import create_app
from bastide.web.making import read_form
from bastide.web.making_tiles import read_tiles
from bastide.web.shelf import DOTS, FIRST, games
from tests.web.pages.test_pages import table_of


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    settings = Settings(data=tmp_path, address_burst=10_000, new_table_burst=1000, address_tables=1000)
    with TestClient(create_app(settings), follow_redirects=False) as client:
        yield client


def test_a_card_makes_its_game_with_any_number_of_bots() -> None:
    for game in games(Words("en")):
        for players in (2, 3, 4):
            form = game.against("random", players)
            making = read_tiles(form) if game.family == "carcassonne" else read_form(form)
            assert making.what == form["what"], game.key
            assert making.players in game.players, game.key
            assert making.players == players or players not in game.players, game.key
            assert making.open_seats == 0, game.key
        assert 1 <= game.dots <= DOTS, game.key
        assert 1 <= len(game.news) <= 3, game.key


@pytest.mark.parametrize(("language", "title"), [("en", "Seafarers"), ("fr", "Marins")])
def test_the_front_page_has_all_games_and_one_dark_button(client: TestClient, language: str, title: str) -> None:
    page = client.get(f"/?lang={language}").text
    keys = re.findall(r'name="game" value="([^"]+)"', page)
    assert keys == [game.key for game in games(Words("en"))]
    assert title in page
    assert len(keys) > FIRST
    assert page.count("btn main") == 1
    assert "As last time" not in page
    assert "#face-greedy" in page


def test_one_click_begins_the_game(client: TestClient) -> None:
    for key, bots, modules in (
        ("island/seafarers", "1", ["seafarers"]),
        ("carcassonne/all", "2", ["river", "inns", "traders", "hills", "wheel"]),
        ("island/campaign", "3", ["fishermen"]),
        ("nonsense", "3", []),
    ):
        table = table_of(client.post("/play", data={"game": key, "bots": bots, "level": "random"}))
        shown = client.get(f"/api/tables/{table}").json()
        assert shown["stage"] == "playing", key
        assert shown["config"].get("modules", []) == modules
        assert {chair["bot"] for chair in shown["chairs"][1:]} == {"random"}
    assert "As last time" in client.get("/").text


def test_friends_get_the_same_game_with_open_seats(client: TestClient) -> None:
    page = unescape(client.get("/").text)
    address = next(found for found in re.findall(r'href="(/create[^"]+)"', page) if "what=troy" in found)
    form = client.get(address).text
    assert re.search(r'name="what" value="troy"[^>]* checked', form)
    assert re.search(r'name="seat1" value="open"[^>]* checked', form)
