"""Waiting for an idle person on the page: the question, the time that is left, the votes, and the way back."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from bastide.server.common.model import Ballot, TableView, WaitView
from bastide.web.panels import render
from tests.web.panels import tables
from tests.web.panels.test_people import changed, commands

WAYS = {("vote", "1", "bot"), ("vote", "1", "wait"), ("vote", "1", "open")}


def waiting(viewer: int | None, seat: int = 1, **what: Any) -> TableView:
    """A game of people that waits for one of them, as a seat or a spectator sees it."""
    shown = tables.mine()
    chairs = [replace(chair, kind="person", bot="", present=True, host=chair.seat == 0) for chair in shown.chairs]
    wait: dict[str, Any] = {"left": 58_400, "soon": True, "idle": False, "eased": False, "voters": [], "votes": []}
    found = WaitView(seat=seat, **wait | what)
    return replace(shown, chairs=chairs, seat=viewer, host=viewer == 0, idle=300, waits=[found])


def idle(viewer: int | None, *votes: Ballot, voters: tuple[int, ...] = (0, 2, 3), **what: Any) -> TableView:
    return waiting(viewer, left=None, soon=False, idle=True, voters=list(voters), votes=list(votes), **what)


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_while_there_is_time_nothing_is_said(viewer: int | None) -> None:
    there = waiting(viewer, left=200_000, soon=False)
    assert render(there, "en")["notice"] == render(replace(there, waits=[]), "en")["notice"]
    assert render(waiting(viewer, left=None, soon=False), "en")["notice"] == render(there, "en")["notice"]


@pytest.mark.parametrize(("language", "words"), [("en", "Are you there?"), ("fr", "Êtes-vous là\u202f?")])
def test_the_person_is_asked_and_answers_with_one_click(language: str, words: str) -> None:
    notice = render(waiting(1), language)["notice"]
    assert words in notice.replace("\u00a0", "\u202f")
    assert commands(notice) == {("here", "", "")}
    assert 'data-countdown="59">0:59</b>' in notice


def test_screen_readers_are_not_told_each_second() -> None:
    assert 'role="timer" aria-live="off"' in render(waiting(1), "en")["notice"]


def test_who_has_asked_for_time_can_only_decide() -> None:
    notice = render(waiting(1, eased=True), "en")["notice"]
    assert "It is your turn to decide." in notice
    assert commands(notice) == set()


@pytest.mark.parametrize(
    ("viewer", "words"),
    [(0, "You wait for Maud."), (None, "The others may decide how to go on in")],
)
def test_everybody_else_sees_when_the_others_may_decide(viewer: int | None, words: str) -> None:
    table = waiting(viewer)
    notice = render(table, "en")["notice"]
    assert words.replace("Maud", table.chairs[1].name) in notice
    assert commands(notice) == set()


def test_those_who_decide_have_three_ways_and_see_who_has_chosen_which() -> None:
    table = idle(0, Ballot(0, "bot"), Ballot(2, "bot"))
    notice = render(table, "en")["notice"]
    assert commands(notice) == WAYS
    assert "Most of those present decide; a tie waits." in notice
    assert notice.count('aria-pressed="true"') == 1
    assert "</span> you</span>" in notice
    assert table.chairs[2].name in notice.partition('data-text="bot"')[2].partition("</button>")[0]
    assert "The newcomer sees the hand." in notice
    assert "5\u00a0min" in notice


def test_one_who_decides_alone_is_told_so() -> None:
    assert "You decide." in render(idle(0, voters=(0,)), "en")["notice"]


@pytest.mark.parametrize("viewer", [None, 3])
def test_who_has_no_vote_sees_that_the_others_decide(viewer: int | None) -> None:
    notice = render(idle(viewer, voters=(0, 2)), "en")["notice"]
    assert commands(notice) == set()
    assert "The others decide." in notice


def test_the_idle_person_may_still_say_so() -> None:
    notice = render(idle(1), "en")["notice"]
    assert commands(notice) == {("here", "", "")}
    assert "The others decide now" in notice


def test_several_idle_people_are_decided_about_one_by_one() -> None:
    table = idle(0)
    waits = [*table.waits, replace(table.waits[0], seat=2)]
    notice = render(replace(table, waits=waits), "en")["notice"]
    assert commands(notice) == WAYS | {(do, "2", way) for do, _, way in WAYS}
    assert 'id="h-idle-1"' in notice
    assert 'aria-labelledby="h-idle-2"' in notice


@pytest.mark.parametrize("language", ["en", "fr"])
def test_an_offered_seat_is_free_to_spectators_and_its_person_takes_it_back(language: str) -> None:
    table = changed(replace(waiting(1), waits=[]), 1, stand_in="greedy", offered=True)
    assert ("back", "", "") in commands(render(table, language)["notice"])
    watching = replace(table, seat=None)
    panels = render(watching, language)
    assert 'popovertarget="people"' in panels["notice"]
    assert 'data-do="sit"' in panels["people"]
    assert 'data-do="sit"' not in render(changed(watching, 1, offered=False), language)["people"]
    words = "anybody may take the seat" if language == "en" else "la place est à prendre"
    assert words in panels["people"]


def test_a_host_in_the_waiting_room_is_asked_too_and_nobody_votes() -> None:
    room = tables.room()
    wait = WaitView(seat=room.seat or 0, left=20_000, soon=True, idle=False, eased=False, voters=[], votes=[])
    assert commands(render(replace(room, waits=[wait]), "en")["notice"]) == {("here", "", "")}
    other = replace(room, waits=[replace(wait, seat=1)])
    assert "Somebody else is host in" in render(other, "en")["notice"]


def test_names_are_escaped() -> None:
    table = changed(idle(0), 1, name="<b>x")
    assert "<b>x" not in render(table, "en")["notice"]


def test_the_waiting_room_says_how_long_the_table_waits() -> None:
    assert "waits 5\u00a0min for an idle person" in render(replace(tables.room(), idle=300), "en")["room"]
    assert "attend un jour un joueur inactif" in render(replace(tables.room(), idle=86_400), "fr")["room"]
    assert "idle person" not in render(replace(tables.room(), idle=0), "en")["room"]
