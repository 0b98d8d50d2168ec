"""A series in the form for a new table: which games the server is asked for, and what the form says of it."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from bastide.catan.base.seams import IslandModule
from bastide.catan.family import MODULES
from bastide.server.common.model import CreateTable
from bastide.server.common.settings import Settings
from bastide.view.words import Words
from bastide.web import making, making_series
from bastide.web.app import create_app
from bastide.web.making import Making, campaign, read_form, sentence
from bastide.web.making_series import ordered, series_context, stations, with_series_told
from bastide.web.making_tiles import read_tiles

ENGLISH, FRENCH = Words("en"), Words("fr")
FORM = {"players": "3", "layout": "random", "trade": "full", "deal": "7"}


def order_of(**more: str) -> CreateTable:
    return ordered(read_form(FORM | more), ENGLISH, start=True)


def told(making: Making, words: Words) -> str:
    return with_series_told("A game.", making, words)


def test_one_game_has_no_series() -> None:
    assert order_of().series is None
    assert order_of(series="the worst of three").series is None
    assert order_of(series="evening").series is None


@pytest.mark.parametrize(("name", "count", "wins"), [("best3", 3, 2), ("best5", 5, 3)])
def test_the_best_of_several_deals_only_the_first_map(name: str, count: int, wins: int) -> None:
    order = order_of(series=name)
    assert order.series is not None
    assert (len(order.series.games) + 1, order.series.wins) == (count, wins)
    assert isinstance(order.config["layout"], dict)
    assert [game["layout"] for game in order.series.games] == ["random"] * (count - 1)
    assert {game["options"]["goal"] for game in order.series.games} == {order.config["options"]["goal"]}


def test_an_evening_takes_those_variants_along_that_suit_a_game() -> None:
    order = order_of(
        series="evening",
        module_friendly_robber="on",
        module_five_six="on",
        players="5",
        game2="same",
        game3="cities_knights",
        game5="base",
    )
    assert order.series is not None
    assert [game["modules"] for game in order.series.games] == [
        ["five_six", "friendly_robber"],
        ["cities_knights"],
        [],
    ]
    assert [game["options"]["goal"] for game in order.series.games] == [10, 13, 10]


@pytest.fixture
def chapters(monkeypatch: pytest.MonkeyPatch) -> None:
    """A campaign of two chapters, whatever rooms have one."""
    for name in ("first", "second"):
        monkeypatch.setitem(MODULES, name, partial(IslandModule, name))
    for module in (making, making_series):
        monkeypatch.setattr(module, "campaign", lambda game: ["first", "second"])


@pytest.mark.rule("TB-GEN-002")
def test_the_campaign_has_every_room_with_a_chapter_in_order() -> None:
    numbers = [MODULES[name]().chapter for name in campaign("island")]
    assert numbers == sorted(make().chapter for make in MODULES.values() if make().chapter)
    assert len(set(numbers)) == len(numbers) > 1
    assert campaign("carcassonne") == []


@pytest.mark.rule("TB-GEN-002")
@pytest.mark.usefixtures("chapters")
def test_the_campaign_plays_its_chapters_in_order_with_the_variants() -> None:
    order = order_of(series="campaign", module_friendly_robber="on", module_cities_knights="on")
    assert order.series is not None
    assert order.config["modules"] == ["friendly_robber", "first"]
    assert [game["modules"] for game in order.series.games] == [["friendly_robber", "second"]]
    assert order.series.wins == 0


@pytest.fixture
def optional(monkeypatch: pytest.MonkeyPatch) -> None:
    """A campaign of two chapters, the second with an option of its own."""

    def second() -> IslandModule:
        module = IslandModule("second")
        module.options = {"tide": ("low", "high")}
        return module

    monkeypatch.setitem(MODULES, "first", partial(IslandModule, "first"))
    monkeypatch.setitem(MODULES, "second", second)
    for module in (making, making_series):
        monkeypatch.setattr(module, "campaign", lambda game: ["first", "second"])


@pytest.mark.usefixtures("optional")
@pytest.mark.parametrize(
    "series", [{"series": "campaign"}, {"series": "evening", "module_first": "on", "game2": "second"}]
)
def test_a_later_game_has_the_options_of_its_own_expansion(series: dict[str, str]) -> None:
    order = order_of(option_tide="high", **series)
    assert order.series is not None
    assert "tide" not in order.config["options"]
    assert [game["options"]["tide"] for game in order.series.games] == ["high"]


@pytest.mark.usefixtures("optional")
def test_the_sentence_tells_the_options_of_a_campaign() -> None:
    game = read_form(FORM | {"what": "campaign", "option_tide": "high"})
    assert "Module first, Module second (option tide: high)." in told(game, ENGLISH)
    assert series_context(game, ENGLISH)["played"] >= {"first", "second"}


def test_a_campaign_is_told_before_its_first_game_whose_map_is_dealt() -> None:
    game = read_form(FORM | {"what": "campaign", "module_harbors": "on", "module_rivers": "on"})
    first, *_ = campaign("island")
    said = with_series_told(sentence(game, ENGLISH), game, ENGLISH)
    assert re.match(r"5 games one after the other, .* wins the campaign\. The first game: 3 players share", said)
    assert ENGLISH.title(f"module_{first}") in said.partition("The first game:")[2]
    assert "campagne. La première partie" in with_series_told(sentence(game, FRENCH), game, FRENCH)
    assert game.board() == game.other(first).board()
    goals = [goal for _name, goal in stations(game, ENGLISH)]
    assert goals == [f"to {each.goal} points" for each in making_series.games_of(game)]


def test_options_of_carcassonne_go_with_their_games() -> None:
    form = {"players": "2", "series": "evening", "module_inns": "on", "option_farmers": "off", "game2": "base"}
    order = ordered(read_tiles(form), ENGLISH, start=True)
    assert order.series is not None
    assert order.config["options"]["farmers"] == order.series.games[0]["options"]["farmers"] == "off"


def test_carcassonne_has_series_too() -> None:
    form = {"players": "2", "series": "evening", "module_inns": "on", "game2": "base", "game3": "traders"}
    order = ordered(read_tiles(form), ENGLISH, start=True)
    assert order.series is not None
    assert [order.config["modules"], *(game["modules"] for game in order.series.games)] == [["inns"], [], ["traders"]]


def test_the_form_keeps_what_was_chosen() -> None:
    shown = series_context(read_form(FORM | {"series": "evening", "game2": "same", "game3": "harbors"}), ENGLISH)
    assert shown["evening"] == [(2, "same"), (3, "harbors"), (4, ""), (5, ""), (6, "")]
    assert [kind for kind, _words in shown["series_kinds"]][:3] == ["one", "best3", "best5"]
    assert {"", "same", "base", "harbors"} <= {name for name, _words in shown["further"]}


def test_the_sentence_names_the_series_in_both_languages() -> None:
    assert told(read_form(FORM), ENGLISH) == "A game."
    best = read_form(FORM | {"series": "best3"})
    assert told(best, ENGLISH) == "A game. They play the best of 3 games."
    assert told(best, FRENCH) == "A game. La série se joue au meilleur des 3 parties."
    evening = read_form(FORM | {"series": "evening", "game2": "base"})
    assert told(evening, ENGLISH) == "A game. 1 further game follows."


@pytest.mark.parametrize(("goal", "goals"), [("10", [10, 10, 12, 12, 13]), ("4", [4, 4, 6, 6, 7]), ("20", [20] * 5)])
def test_a_campaign_is_as_much_shorter_or_longer_as_the_game_of_the_form(goal: str, goals: list[int]) -> None:
    order = order_of(series="campaign", goal=goal, usual_goal="10")
    assert order.series is not None
    games = [order.config, *order.series.games]
    assert [game["options"]["goal"] for game in games] == goals


@pytest.mark.parametrize("path", ["/create", "/create/carcassonne"])
def test_a_further_game_that_the_family_has_not_is_left_out(tmp_path: Path, path: str) -> None:
    form = {"series": "evening", "game2": "nothing", "game3": "wheel", "game4": "troy", "game5": "base"}
    with TestClient(create_app(Settings(data=tmp_path)), follow_redirects=False) as client:
        assert client.post(f"{path}/preview", data=form).json()["sentence"].endswith("2 further games follow.")
        assert client.post(path, data=form | {"do": "make"}).status_code == 303
