"""The summary of a finished game: every figure is there as a picture and as a table, and every moment leads to it."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest
from msgspec.structs import replace

from bastide.server.common.model import TableView
from bastide.view.island.model import IslandView
from bastide.view.model import LogLine, Result, Say, Story
from bastide.view.words import Words
from bastide.web.panels import render
from bastide.web.panels.desk import Desk
from bastide.web.panels.summary_charts import GOT, LOST, ROWS
from bastide.web.panels.summary_moments import MOST, moments
from tests.web.panels import tables


class Tables(HTMLParser):
    """Reads every `<table>` as its caption and its rows of words."""

    def __init__(self) -> None:
        super().__init__()
        self.found: dict[str, list[list[str]]] = {}
        self.rows: list[list[str]] = []
        self.caption = ""
        self.inside = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "table":
            self.rows = []
        elif tag == "tr":
            self.rows.append([])
        elif tag in ("th", "td"):
            self.rows[-1].append("")
        if tag in ("caption", "th", "td"):
            self.inside = tag

    def handle_data(self, data: str) -> None:
        if self.inside == "caption":
            self.caption = data
        elif self.inside:
            self.rows[-1][-1] += data

    def handle_endtag(self, tag: str) -> None:
        if tag == self.inside:
            self.inside = ""
        elif tag == "table":
            self.found[self.caption] = self.rows


def summary(table: TableView, language: str = "en") -> str:
    return render(table, language)["summary"]


def read(table: TableView) -> dict[str, list[list[str]]]:
    reader = Tables()
    reader.feed(summary(table))
    return reader.found


def view() -> IslandView:
    shown = tables.finished().view
    assert isinstance(shown, IslandView)
    return shown


def told(**changes: object) -> TableView:
    return tables.table(replace(view(), **changes))


def test_before_the_end_there_is_no_summary() -> None:
    assert summary(tables.mine()) == '<section id="summary" hidden></section>'


@pytest.mark.parametrize("language", ["en", "fr"])
def test_each_chart_is_a_picture_with_a_sentence_and_a_table(language: str) -> None:
    html = summary(tables.finished(), language)
    assert html.count("<table>") == 3
    labels = re.findall(r'role="img" aria-label="([^"]+)"', html)
    assert len(set(labels)) == 3
    assert all(label.endswith(".") and "{" not in label for label in labels)
    for name in ("points", "goods", "dice"):
        assert len(re.findall(f'<input type="radio" name="show-{name}"', html)) == 2
        assert f'data-keep="show-{name}"' in html


def test_the_table_of_points_has_every_change() -> None:
    head, first, *rows = read(tables.finished())["Points after each turn in which they changed"]
    assert head == ["Turn", "Maud", "Odile", "Tibor", "Guilhem"]
    assert first == ["0", "2", "2", "2", "2"]
    assert ["38", "8", "7", "6", "6"] in rows
    assert rows[-1] == ["42", "10", "8", "7", "6"]
    turns = {int(step.split(":")[0]) for steps in tables.STEPS for step in steps.split()}
    assert {int(row[0]) for row in rows} == turns - {0}


def test_the_table_of_goods_counts_every_cause_once() -> None:
    rows = {row[0]: row[1:] for row in read(tables.finished())["Cards got (+) and lost (−) by cause"]}
    assert rows["Cause"] == ["Maud", "Odile", "Tibor", "Guilhem"]
    assert rows["Trade"][0] == "+6−7"
    assert rows["Built"][0] == "−40"
    assert rows["All"][0] == "+57−53"
    shown = {name for _words, came, went in ROWS for name in (came, went) if name}
    assert shown == set(tables.CAUSES.split())
    assert shown == {name for parts in (GOT, LOST) for names in parts.values() for name in names}


def test_the_dice_are_set_against_what_was_to_be_expected() -> None:
    rows = read(tables.finished())["How often each number came"]
    assert rows[6] == ["7", "5", "5.0"]
    assert "5,0" in summary(tables.finished(), "fr")


def test_moments_are_honours_and_the_end() -> None:
    found = moments(view())
    assert [(moment.number, moment.line.turn, moment.line.kind) for moment in found] == [
        (1, 21, "route"),
        (2, 27, "army"),
        (3, 38, "route"),
        (4, 42, "win"),
    ]
    assert [moment.note for moment in found[:3]] == [None, None, Say("taken from {other}", {"other": 0})]
    assert found[3].note is not None
    assert found[3].note.args == {"count": 2}


def test_each_moment_leads_to_its_place_in_the_replay() -> None:
    html = summary(tables.finished())
    for moment in moments(view()):
        assert f'href="/table/crooked/replay?step={moment.line.version}&amp;lang=en"' in html
    assert 'href="/table/crooked/replay?lang=en"' in html


def test_an_honour_that_nobody_holds_is_taken_from_nobody() -> None:
    lost = LogLine(120, 30, -1, "route", Say("Nobody has the longest road now"))
    log = sorted([*tables.decided(), lost], key=lambda line: line.version)
    notes = [moment.note for moment in moments(replace(view(), log=log))]
    assert notes[:4] == [None, None, Say("taken from {other}", {"other": 0}), None]
    assert "Nobody has the longest road now" in summary(told(log=log))


def test_other_lines_with_the_picture_of_an_honour_are_no_moments() -> None:
    march = LogLine(120, 30, 1, "army", Say("A knight of {player} marches", {"player": 1}))
    log = sorted([*tables.decided(), march], key=lambda line: line.version)
    assert moments(replace(view(), log=log)) == moments(replace(view(), log=tables.decided()))


def test_of_many_moments_the_last_are_shown() -> None:
    line = tables.decided()[0]
    log = [replace(line, version=n, turn=n, seat=n % 2) for n in range(30)]
    found = moments(replace(view(), log=log))
    assert [moment.number for moment in found] == list(range(1, MOST + 1))
    assert found[-1].line.version == 29
    summary(told(log=log))


def test_without_moments_it_was_an_even_game() -> None:
    assert "None: an even game." in summary(told(log=[]))


def test_a_game_without_figures_still_has_its_score() -> None:
    html = summary(told(result=Result([1], Say("x"))))
    assert html.count("<table>") == 1
    assert "10 points against 8, 7 and 6" in html
    assert 'data-do="rematch"' in html


def test_the_score_is_said_as_people_say_it() -> None:
    assert "10 points contre 8, 7 et 6" in summary(tables.finished(), "fr")
    draw = summary(told(result=Result([], Say("The game ends in a draw after {count} turns", {"count": 42}))))
    assert "A draw" in draw
    assert "The game ends in a draw after 42 turns" in draw


def test_watchers_have_no_rematch() -> None:
    table = replace(tables.finished(), seat=None)
    html = summary(table)
    assert 'data-do="rematch"' not in html
    assert "Replay from the start" in html


def test_names_are_text_in_charts_too() -> None:
    evil = '<i id="x">&'
    table = tables.finished()
    chairs = [replace(chair, name=evil) for chair in table.chairs]
    html = summary(replace(table, chairs=chairs))
    assert '<i id="x">' not in html
    assert Desk(table, Words("en")).name(1) == "Maud"


def test_a_game_that_ended_at_once_can_be_shown() -> None:
    story = Story([[2]] * 4, [dict.fromkeys(tables.CAUSES.split(), 0)] * 4)
    assert read(told(result=Result([1], Say("x"), story)))["Points after each turn in which they changed"][1][0] == "0"


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_result_is_shared_with_the_link_to_the_replay(language: str) -> None:
    table = tables.finished()
    page = summary(table, language)
    shared = re.search(r'data-copy="#replay-link" data-share="([^"]*)"', page)
    assert shared is not None
    assert f'id="replay-link" class="vh" aria-hidden="true">{table.link}/replay<' in page
    title = re.search(r"<h2>(.*?)</h2><p>(.*?)</p>", page)
    assert title is not None
    assert shared[1] == f"{table.name}. {title[1]}, {title[2]}"
