"""`bastide lesson` lists and checks lessons."""

from __future__ import annotations

import json

from tests.cli.conftest import Command


def test_the_list_names_the_courses(bastide: Command) -> None:
    assert "island: Learn the island, 10 steps\n" in bastide("lesson", "list").out
    assert json.loads(bastide("lesson", "list", "--json").out)[1]["name"] == "carcassonne"


def test_the_check_counts_what_it_tried(bastide: Command) -> None:
    [found] = json.loads(bastide("lesson", "check", "island", "--json").out)
    assert found["faults"] == []
    assert found["answered"] > found["ways"] >= found["moves"] > 20


def test_an_unknown_lesson_is_one_clear_line(bastide: Command) -> None:
    said = bastide("lesson", "check", "chess")
    assert said.code == 2
    assert "there is no lesson 'chess'; there are island, carcassonne" in said.err
