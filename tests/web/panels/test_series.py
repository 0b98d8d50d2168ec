"""The box of a series: in the waiting room and after a game."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from bastide.server.common.model import GameResult, SeriesView, TableView
from bastide.server.log.series import standings
from bastide.view.words import Words
from bastide.web.panels import render
from bastide.web.panels.desk import Desk
from bastide.web.panels.series import next_words, series_box
from tests.web.panels import tables

PLANNED: list[dict[str, Any]] = [
    {"game": "island", "modules": []},
    {"game": "island", "modules": ["harbors"]},
    {"game": "carcassonne"},
]
NAMES = ["Maud", "Odile", "Tibor", "<i>Pia"]


def series(results: int, number: int, *, planned: bool = True, wins: int = 0, over: bool = False) -> SeriesView:
    played = [GameResult(n + 1, PLANNED[n], NAMES, [10, 8, 7, 6], [n % 2]) for n in range(results)]
    return SeriesView(PLANNED if planned else [], wins, played, standings(played), number, over)


def box(shown: SeriesView | None, language: str = "en", table: TableView | None = None) -> str:
    return str(series_box(desk(shown, language, table)) or "")


def desk(shown: SeriesView | None, language: str = "en", table: TableView | None = None) -> Desk:
    return Desk(replace(table or tables.finished(), series=shown), Words(language))


def test_a_table_with_one_game_shows_no_series() -> None:
    assert box(None) == ""
    assert next_words(desk(None)) == "Rematch"


def test_after_a_game_the_box_tells_who_won_and_what_comes() -> None:
    html = box(series(1, 1))
    assert "Game 1 of 3" in html
    assert "Maud with 10 points" in html
    assert f"/t/{tables.finished().id}/replay?game=1" in html
    assert html.count("<li") == 3
    assert "harbours of Catan" in html
    assert "Carcassonne" in html
    assert next_words(desk(series(1, 1))).startswith("Next: ")


def test_the_head_of_a_running_game_says_how_far_the_series_is() -> None:
    def head(shown: SeriesView | None, language: str = "en") -> str:
        return render(replace(tables.mine(), series=shown), language)["head"]

    assert "<span>Game 1 of 3</span>" in head(series(0, 1))
    assert "<span>Game 3 of 3: Maud 1, Odile 1</span>" in head(series(2, 3))
    assert "Partie 2 sur 3\N{NARROW NO-BREAK SPACE}: Maud 1</span>" in head(series(1, 2), "fr")
    assert "of 3" not in head(series(2, 3, planned=False))
    assert "of 3" not in head(None)


def test_standings_have_places_wins_and_points() -> None:
    html = box(series(2, 2))
    assert html.index('<th scope="row">Maud') < html.index('<th scope="row">Tibor')
    assert "&lt;i&gt;Pia" in html
    assert "<i>Pia" not in html
    assert "<caption" in html


def test_the_end_of_a_series_is_told_and_it_can_be_played_again() -> None:
    assert "The series is over" in box(series(3, 3, over=True))
    assert next_words(desk(series(3, 3, over=True))) == "Play the series again"
    assert "Game 2 of 3, 2 wins decide" in box(series(1, 2, wins=2))


def test_games_without_a_plan_are_listed() -> None:
    html = box(series(2, 2, planned=False))
    assert "The games at this table" in html
    assert html.count("<li") == 2
    assert next_words(desk(series(2, 2, planned=False))) == "Rematch"


def test_the_box_stands_in_the_summary_and_in_the_waiting_room() -> None:
    assert "Game 1 of 3" in render(replace(tables.finished(), series=series(1, 1)), "en")["summary"]
    waiting = replace(tables.finished(), stage="waiting", view=None, series=series(1, 2))
    assert "Game 2 of 3" in render(waiting, "en")["room"]


def test_french_says_it_as_players_do() -> None:
    html = box(series(1, 2, wins=2), "fr")
    assert "Partie 2 sur 3, en 2 victoires" in html
    assert "Classement par parties gagnées" in html
