"""Lessons are played to their end in every way that they offer, and each other legal move gets an answer."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

import bastide
from bastide.kernel.errors import ConfigError, IllegalAction, InvalidAction
from bastide.kernel.families import FAMILIES
from bastide.kernel.rooms import rooms
from bastide.lessons import course
from bastide.lessons import lessons as lessons_module
from bastide.lessons.briefings import briefings, of_modules
from bastide.lessons.check import check
from bastide.lessons.lessons import Lesson, lesson, lessons, read
from bastide.lessons.texts import Table
from tests.chosen import sampled

ISLAND = "island"
PACKAGE = Path(bastide.__file__).parent


@pytest.mark.parametrize(
    "lesson", sampled(lessons().values(), name=lambda one: one.name, count=1, rest=pytest.mark.campaign)
)
def test_every_lesson_is_played_in_every_way(lesson: Lesson) -> None:
    found = check(lesson)
    assert found.faults == ()
    assert found.moves == len(lesson.moves)
    assert found.ways >= found.moves
    assert found.answered > len(lesson.steps), "wrong moves are possible"


@pytest.mark.parametrize("name", FAMILIES)
def test_each_family_has_a_course_of_ten_steps_that_ends_its_game(name: str) -> None:
    own = lesson(name)
    assert (own.family, own.room, len(own.steps)) == (name, "", 10)
    place = course.begin(own)
    while place.move is not None:
        place = course.play(place, place.move.shown).place
    assert place.game.over
    assert place.game.winners == [own.seat]


def test_a_wrong_move_is_answered_and_changes_nothing() -> None:
    begun = course.begin(lesson(ISLAND))
    answer = course.play(begun, "settle 0,0,N")
    assert answer.place is begun
    assert answer.said is not None
    assert "dots" in answer.said.of("en")
    assert "points" in answer.said.of("fr")


def test_illegal_and_unreadable_moves_are_refused_by_the_rules() -> None:
    begun = course.begin(lesson(ISLAND))
    with pytest.raises(IllegalAction):
        course.play(begun, "roll")
    with pytest.raises(InvalidAction, match="setle"):
        course.play(begun, "setle 0,0,N")


def test_back_leaves_out_a_step_and_skip_plays_one() -> None:
    own = lesson(ISLAND)
    first = course.skip(course.begin(own))
    assert first == tuple(move.shown for move in own.steps[0].moves)
    second = course.at(own, (*first, "roll"))
    assert second.step == 1
    assert course.back(second) == first, "to the start of the step"
    assert course.back(course.at(own, first)) == (), "or of the one before"


def test_moves_of_an_older_lesson_lead_as_far_as_they_go() -> None:
    own = lesson(ISLAND)
    done = course.skip(course.begin(own))
    assert course.reached(own, [*done, "settle 9,9,N", "roll"]).done == done
    assert course.reached(own, ["nonsense"]).done == ()


def test_an_unknown_lesson_is_named_with_those_there_are() -> None:
    with pytest.raises(ConfigError, match=r"no lesson 'chess'; there are island, carcassonne"):
        lesson("chess")


def copied(folder: Path, **changes: Any) -> Path:
    """The island's lesson in a folder of its own, with parts of its text changed."""
    source = PACKAGE / "catan" / "lessons"
    text = (source / "island.toml").read_text("utf-8")
    for old, new in changes.values():
        assert old in text
        text = text.replace(old, new, 1)
    (folder / "island.toml").write_text(text, "utf-8")
    (folder / "island.jsonl").write_text((source / "island.jsonl").read_text("utf-8"), "utf-8")
    return folder


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (('do = ["roll"]', "do = []"), "step 2, task 1: do must name at least one notation"),
        (('do = ["roll"]', 'do = ["roll"]\nhint = "x"'), "'hint' is unknown"),
        (('do = ["roll"]', 'do = ["roll"]\nlight = ["colour red"]'), "'colour red' must begin with one of play"),
        (('"chance: roll 3 5"', '"roll 3 5"'), "'roll 3 5' must be like '1: end'"),
        (('title.fr = "Gagner"', 'title.de = "Sieg"'), "title must have a text for each of en, fr"),
        (("minutes = 10", "minutes = 0"), "minutes must be a whole number from 1 to 60, got 0"),
        (("[next]", "[next"), "island.toml: "),
    ],
)
def test_a_wrong_file_is_an_error_that_names_the_place(tmp_path: Path, change: tuple[str, str], told: str) -> None:
    with pytest.raises(ConfigError) as error:
        read("island", "", ISLAND, copied(tmp_path, change=change))
    assert told in str(error.value)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (('"chance: roll 3 5"', '"chance: roll 3 7"'), "'roll 3 7'"),
        (('do = ["city -1,2,N"]', 'do = ["city 0,0,N"]'), "step 7, move"),
        (('match = "robber 0,-1"', 'match = "robber 9,9"'), "no legal move gets the answer of 'robber 9,9'"),
        (('"1: accept",', '"2: refuse", "1: accept",'), "'refuse'"),
    ],
)
def test_the_check_finds_what_cannot_be_played(tmp_path: Path, change: tuple[str, str], told: str) -> None:
    found = check(read("island", "", ISLAND, copied(tmp_path, change=change)))
    assert any(told in fault for fault in found.faults), found.faults


def test_texts_have_no_signs_that_are_set_by_themselves() -> None:
    with pytest.raises(ConfigError, match="straight apostrophes"):
        Table("x", {"say": {"en": "It’s", "fr": "C'est"}}).text("say")


def test_every_room_has_a_briefing() -> None:
    for family in FAMILIES:
        assert set(briefings()[family]) >= set(rooms(family))


def test_a_briefing_says_three_things_in_both_languages() -> None:
    for one in (one for found in briefings().values() for one in found.values()):
        assert len(one.new) >= 3
        assert len(one.first) == 3
        assert all(text.of("fr") != text.of("en") for text in (*one.new, *one.first, one.win))


def test_worlds_of_briefings_are_layouts_of_their_rooms() -> None:
    from bastide.web.making import maps_of

    for room, one in briefings()["island"].items():
        assert {world.name for world in one.worlds} <= set(maps_of(room)), room


def test_briefings_of_a_game_come_in_the_order_of_its_modules() -> None:
    names = list(rooms("island"))[:3]
    assert [one.room for one in of_modules("island", [names[2], names[0], "nothing"])] == [names[2], names[0]]


def test_every_file_is_read() -> None:
    for path in PACKAGE.rglob("lessons/*.toml"):
        assert path.stem in lessons()
        assert tomllib.loads(path.read_text("utf-8"))["title"]["en"] == lesson(path.stem).title.of("en")


def test_a_plugin_brings_a_lesson_and_a_wrong_one_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, change in (("ferry", ("minutes = 10", "minutes = 4")), ("wreck", ("minutes = 10", "minutes = 0"))):
        (tmp_path / name / "lessons").mkdir(parents=True)
        here = copied(tmp_path / name / "lessons", change=change)
        for end in ("toml", "jsonl"):
            (here / f"island.{end}").rename(here / f"{name}.{end}")
    brought = {name: tmp_path / name for name in ("ferry", "wreck")}
    monkeypatch.setattr(lessons_module, "folders", lambda family: brought if family == ISLAND else {})
    found = lessons.__wrapped__()
    assert (found["ferry"].room, found["ferry"].minutes) == ("ferry", 4)
    assert "wreck" not in found
