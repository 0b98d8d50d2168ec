"""Clocks and the pause as panels: the same HTML for any time left, buttons for those allowed."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bastide.server.common.model import Clock, ClockView, SeatClock, TableView
from bastide.view.model import LogLine, Say
from bastide.view.words import Words
from bastide.web.making import Making, read_form, sentence
from bastide.web.panels import render
from bastide.web.panels.painter import Painter
from bastide.web.panels.rows import joined
from bastide.web.times import duration, terms
from tests.web.panels import tables

TURN = Clock(kind="turn", seconds=90)


def timed(left: int = 42_000, table: TableView | None = None) -> TableView:
    seats = [SeatClock(0, 90_000, False, False), SeatClock(1, left, True, False), SeatClock(2, 90_000, False, False)]
    return replace(table or tables.mine(), clock=ClockView(TURN, seats))


def test_a_table_without_a_clock_looks_as_before() -> None:
    html = "".join(render(tables.mine(), "en").values())
    assert "data-clock" not in html
    assert 'data-do="pause"' not in html


def test_people_have_a_clock_and_bots_have_none() -> None:
    rail = render(timed(), "en")["rail"]
    assert [f'data-clock="{seat}"' in rail for seat in range(4)] == [True, True, True, False]
    assert rail.count("data-mine") == 1


def test_nothing_is_drawn_anew_because_time_passes() -> None:
    assert render(timed(42_000), "en") == render(timed(17), "en")


@pytest.mark.parametrize(("language", "words"), [("en", "Your time is up"), ("fr", "Votre temps est écoulé")])
def test_the_rail_says_whose_time_is_up(language: str, words: str) -> None:
    assert words in render(timed(0), language)["rail"]
    assert words not in render(timed(1), language)["rail"]


def test_the_log_says_what_was_played_because_a_time_was_up() -> None:
    paint = Painter()
    game = tables.mine()
    assert game.view is not None
    roll, gain = (LogLine(900, 12, 1, kind, Say("{player} starts", {"player": 1})) for kind in ("dice", "gain"))
    log = [*game.view.log, roll, gain, replace(gain, version=901)]
    for automatic, count in (([], 0), ([900], 1), ([900, 901], 2), ([], 0)):
        shown = replace(game, view=replace(game.view, log=log), automatic=automatic)
        for language, words in (("en", "(time up)"), ("fr", "(temps écoulé)")):
            drawn = joined(paint(shown, language))
            assert drawn["log"].count(words) == count
            assert drawn == render(shown, language)


def test_the_host_may_let_a_bot_play_for_somebody_without_time() -> None:
    table = timed(0, replace(tables.waiting(), host=True))
    assert "The time of Maud is up." in render(table, "en")["notice"]
    assert 'data-do="stand-in"' in render(table, "en")["notice"]
    guest = replace(table, host=False, chairs=[replace(chair, host=False) for chair in table.chairs])
    assert "is up" not in render(guest, "en")["notice"]


def test_a_host_without_time_can_be_replaced() -> None:
    table = timed(0, tables.waiting())
    table = replace(table, host=False, chairs=[replace(chair, host=chair.seat == 1) for chair in table.chairs])
    notice = render(table, "en")["notice"]
    assert "The time of Maud is up." in notice
    assert 'data-do="host"' in notice
    assert "is up" not in render(replace(table, seat=None), "en")["notice"], "a spectator can do nothing"


def test_those_who_may_pause_have_a_button_on_a_desk_and_on_a_phone() -> None:
    panels = render(replace(tables.mine(), may_pause=True), "en")
    assert 'data-do="pause"' in panels["head"]
    assert 'data-do="pause"' in panels["players"]
    assert panels["pause"] == '<section id="pause" hidden></section>'


def test_a_paused_game_says_who_paused_it_and_who_may_go_on() -> None:
    mine = render(replace(timed(), paused=1, may_pause=True), "fr")["pause"]
    assert "avez mise en pause." in mine
    assert 'data-do="resume"' in mine
    other = render(replace(timed(), paused=2, may_pause=False), "en")["pause"]
    assert "Odile has paused it. No clock runs." in other
    assert "resume" not in other
    assert "Odile or the host lets it go on." in other


def test_the_rail_of_a_paused_game_waits_for_nobody() -> None:
    assert "Your turn" in render(timed(), "en")["rail"]
    paused = render(replace(timed(), paused=1), "en")
    assert "Your turn" not in paused["rail"] + paused["prompt"]
    assert "The game is paused" in paused["prompt"]
    assert "prompt mine" not in paused["prompt"], "the page calls nobody"


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(30, "30\u00a0s"), (90, "90\u00a0s"), (60, "1\u00a0min"), (7200, "2\u00a0h"), (61, "61\u00a0s")],
)
def test_a_time_is_said_as_people_say_it(seconds: int, words: str) -> None:
    assert duration(seconds) == words


def test_terms_name_the_increment_if_there_is_one() -> None:
    words = Words("en")
    assert terms(words, Clock(kind="reserve", seconds=600)) == "10\u00a0min for the game"
    assert "and 5\u00a0s more" in terms(words, Clock(kind="reserve", seconds=600, increment=5))


def test_the_form_makes_the_clock_that_it_shows() -> None:
    assert read_form({"players": "3"}).limit() is None
    turn = read_form({"clock": "turn", "turn_seconds": "45", "late": "bot"})
    assert turn.limit() == Clock(kind="turn", seconds=45, late="bot")
    assert "45\u00a0s for each turn. A bot plays on" in sentence(turn, Words("en"))
    game = read_form({"clock": "reserve", "reserve_minutes": "30", "increment": "15"})
    assert game.limit() == Clock(kind="reserve", seconds=1800, increment=15)
    asked = read_form({"clock": "turn", "turn_seconds": "45", "answer": "60"})
    assert asked.limit() == Clock(kind="turn", seconds=45, answer=60)
    hasty = read_form({"clock": "reserve", "reserve_minutes": "30", "increment": "0", "answer": "10"})
    assert hasty.limit() == Clock(kind="reserve", seconds=1800, answer=10)
    wrong = read_form(
        {"clock": "reserve", "reserve_minutes": "999999999", "increment": "-4", "answer": "0", "late": "x"}
    )
    assert wrong.limit() == Clock(kind="reserve", seconds=5400, answer=10)
    assert Making().request(Words("en")).clock is None
