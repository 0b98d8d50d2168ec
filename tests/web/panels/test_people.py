"""The people on the page: who is away, for whom a bot plays, who is host, which seats are locked."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from bastide.server.common.model import TableView
from bastide.web.panels import render
from tests.web.panels import tables
from tests.web.panels.test_panels import parse


def changed(table: TableView, seat: int, **what: Any) -> TableView:
    """The same table with something else about one chair."""
    chairs = list(table.chairs)
    chairs[seat] = replace(chairs[seat], **what)
    return replace(table, chairs=chairs)


def hosted(table: TableView, host: int) -> TableView:
    """The same table with another host."""
    chairs = [replace(chair, host=chair.seat == host) for chair in table.chairs]
    return replace(table, chairs=chairs, host=table.seat == host)


def commands(html: str) -> set[tuple[str, str, str]]:
    """The commands that a panel offers: what, the seat, the text."""
    attributes = [dict(found) for _, found in parse(html).elements]
    return {
        (str(found["data-do"]), str(found.get("data-seat") or ""), str(found.get("data-text") or ""))
        for found in attributes
        if "data-do" in found
    }


@pytest.fixture
def table() -> TableView:
    """A game in which everybody is a person and is there, seen by seat 1, who is host."""
    shown = tables.mine()
    chairs = [replace(chair, kind="person", bot="", present=True) for chair in shown.chairs]
    return hosted(replace(shown, chairs=chairs, seat=1), 1)


def test_nobody_away_is_nothing_to_say(table: TableView) -> None:
    panels = render(table, "en")
    assert commands(panels["notice"]) == set()
    assert "away" not in panels["rail"] + panels["players"]
    assert 'aria-live="polite"' in panels["notice"], "the region is there before there is anything to say"


def test_who_is_away_is_said_in_words_and_marks_to_everybody_but_themselves(table: TableView) -> None:
    gone = changed(table, 2, present=False, away=1_700_000_000)
    name = table.chairs[2].name
    for panels in (render(gone, "en"), render(replace(gone, seat=None, host=False), "en")):
        assert "</svg>away</div>" in panels["rail"]
        assert 'class="sign"' in panels["rail"]
        assert "away" in panels["players"]
        assert f"{name} is away." in panels["notice"]
    assert "absent" in render(gone, "fr")["rail"]
    assert "away" not in render(replace(gone, seat=2), "en")["rail"]


def test_the_host_may_let_a_bot_play_once_the_period_of_grace_is_over(table: TableView) -> None:
    gone = changed(table, 2, present=False, away=1_700_000_000)
    assert commands(render(gone, "en")["notice"]) == set()
    absent = changed(gone, 2, absent=True)
    assert commands(render(absent, "en")["notice"]) == {("stand-in", "2", "greedy")}
    assert ("stand-in", "2", "greedy") in commands(render(absent, "en")["people"])
    assert commands(render(hosted(absent, 0), "en")["notice"]) == set(), "only the host decides"
    assert commands(render(replace(absent, seat=None, host=False), "en")["notice"]) == set()
    playing = changed(absent, 2, stand_in="greedy")
    assert commands(render(playing, "en")["notice"]) == set()
    assert ("open", "2", "") in commands(render(playing, "en")["people"])
    assert f"A bot plays for {table.chairs[2].name}." in render(playing, "en")["notice"]
    assert "a bot plays" in render(playing, "en")["rail"]


def test_whoever_comes_back_is_offered_the_seat(table: TableView) -> None:
    mine = changed(table, 1, stand_in="greedy")
    assert commands(render(mine, "en")["notice"]) == {("back", "", "")}
    assert "A bot plays for you." in render(mine, "en")["notice"]
    assert "Un robot joue pour vous." in render(mine, "fr")["notice"]
    assert ("back", "", "") in commands(render(mine, "en")["people"])
    assert ("stand-in", "1", "greedy") in commands(render(table, "en")["people"])


def test_an_absent_host_can_be_replaced_and_a_present_person_made_host(table: TableView) -> None:
    absent = changed(hosted(table, 3), 3, present=False, away=1, absent=True)
    assert commands(render(absent, "en")["notice"]) == {("host", "1", "")}
    watching = replace(absent, seat=None, host=False)
    assert commands(render(watching, "en")["notice"]) == set()
    people = commands(render(changed(table, 3, away=1), "en")["people"])
    assert {seat for do, seat, _ in people if do == "host"} == {"0", "2"}
    assert 'class="crown"' in render(table, "en")["rail"]


def test_locked_seats_are_marked_and_the_host_locks_and_unlocks(table: TableView) -> None:
    room = tables.room()
    panel = render(room, "en")["room"]
    assert {("lock", "0", ""), ("lock", "2", ""), ("lock", "", "")} <= commands(panel)
    locked = changed(room, 2, locked=True)
    panel = render(locked, "en")["room"]
    assert {("unlock", "2", ""), ("lock", "0", ""), ("unlock", "", "")} <= commands(panel)
    assert "nobody can sit down here" in panel
    assert "Déverrouiller" in render(locked, "fr")["room"]
    guest = replace(changed(locked, 0, locked=True), seat=None, host=False)
    panel = render(guest, "en")["room"]
    assert "The open seats are locked." in panel
    assert commands(panel) == set()
    game = changed(table, 0, kind="open", name="", locked=True)
    assert "locked" in render(game, "en")["rail"]
    assert ("unlock", "0", "") in commands(render(game, "en")["people"])


def test_the_host_shows_and_hides_the_code_of_a_game_that_runs(table: TableView) -> None:
    host = replace(hosted(table, table.seat or 0), host=True, may_show_code=True)
    assert ("show-code", "", "") in commands(render(host, "en")["people"])
    shown = render(replace(host, code="Q8JEDD"), "fr")["people"]
    assert ("hide-code", "", "") in commands(shown)
    assert "Q8J EDD" in shown
    others = render(replace(table, host=False, code="Q8JEDD"), "en")["people"]
    assert "Q8J EDD" in others
    assert not {"show-code", "hide-code"} & {do for do, _, _ in commands(others)}
    assert "by-code" not in render(table, "en")["people"]


def test_leaving_a_game_that_is_played_takes_a_second_press(table: TableView) -> None:
    playing = render(table, "en")["people"]
    inside = playing[playing.index("<details") : playing.index("</details>")]
    assert playing.count('data-do="leave"') == inside.count('data-do="leave"') == 1
    assert "let a bot play" in inside
    over = render(replace(table, stage="over"), "en")["people"]
    assert over.count('data-do="leave"') == 1
    assert '<details class="leaving"' not in over


def test_a_guest_may_take_a_seat_that_was_left_during_the_game(table: TableView) -> None:
    left = replace(changed(table, 0, kind="open", name=""), seat=None, host=False)
    panels = render(left, "en")
    assert ("sit", "", "") in commands(panels["people"])
    assert "A seat is free." in panels["notice"]
    locked = changed(left, 0, locked=True)
    assert ("sit", "", "") not in commands(render(locked, "en")["people"])
    assert "A seat is free." not in render(locked, "en")["notice"]
    # The game waits for that seat, so people who can do something about it are told.
    for host, locks in ((True, False), (True, True), (False, False)):
        mine = replace(changed(left, 0, locked=locks), seat=1, host=host)
        assert ('popovertarget="people"' in render(mine, "en")["notice"]) is host


def test_the_invitation_says_that_a_password_is_needed() -> None:
    assert "and the password" in render(replace(tables.room(), password=True), "en")["room"]
    assert "and the password" not in render(tables.room(), "en")["room"]


def test_the_host_alone_finds_the_password_of_the_table(table: TableView) -> None:
    for host in (True, False):
        page = render(replace(table, host=host), "en")["people"]
        assert ("/password" in page) is host
        assert "Remove the password" not in page
    guarded = render(replace(table, host=True, password=True), "fr")["people"]
    assert "Retirer le mot de passe" in guarded


@pytest.mark.parametrize(
    ("language", "said"), [("en", "searcher failed three times"), ("fr", "searcher a échoué trois fois")]
)
def test_a_bot_that_was_replaced_is_told_of(table: TableView, language: str, said: str) -> None:
    assert said not in "".join(render(table, language).values())
    for chair in ({"kind": "bot", "bot": "greedy"}, {"stand_in": "greedy"}):
        panels = render(changed(table, 2, failed="searcher", **chair), language)
        assert said in panels["people"]
        assert said in panels["notice"]
        assert (said in panels["rail"]) == ("kind" in chair)


def test_the_host_is_offered_the_bots_that_this_server_can_seat(table: TableView) -> None:
    bots = replace(changed(table, 2, kind="bot", bot="greedy"), bots=["greedy", "random", "searcher"])
    offered = {text for do, _, text in commands(render(bots, "en")["people"]) if do == "bot"}
    assert offered == {"greedy", "random", "searcher"}


@pytest.mark.parametrize("chair", [{"kind": "bot", "bot": "strong"}, {"stand_in": "strong"}])
def test_a_bot_is_a_face_in_the_row_of_players(table: TableView, chair: dict[str, str]) -> None:
    rail = render(changed(table, 2, **chair), "en")["rail"]
    assert 'href="#face-strong"' in rail
    assert "u-bot" not in rail
