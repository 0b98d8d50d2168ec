"""The cards for first times: each waits for an event that there is, and says its rule in both languages."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from bastide.kernel.errors import ConfigError
from bastide.kernel.families import FAMILIES
from bastide.kernel.rooms import floors, folders
from bastide.lessons import first_times as module
from bastide.lessons.first_times import FILE, REFUSED, FirstTime, first_times, of_game, read
from bastide.lessons.lessons import base
from bastide.view.island.base_view import FIELDS
from bastide.view.words import Words
from bastide.web.panels.desk import Desk
from bastide.web.panels.first import cards
from tests.catalogue import every_rule
from tests.web.panels.tables import table

EVERY = [one for family in FAMILIES for found in first_times()[family].values() for one in found]
RIGHT = """
[[first]]
name = "seven"
rule = "BASE-021"
on = { kind = "number", total = 7 }
title.en = "A seven"
title.fr = "Un sept"
say.en = "Nothing."
say.fr = "Rien."
"""


@pytest.mark.parametrize("one", EVERY, ids=lambda one: one.key)
def test_a_card_waits_for_an_event_of_its_game_and_names_a_rule(one: FirstTime) -> None:
    (kind,) = one.on["kind"]
    where = [base(one.family), *([folders(one.family)[one.room]] if one.room else [])]
    written = [path.read_text("utf-8") for folder in where for path in Path(str(folder)).rglob("*.py")]
    assert kind == REFUSED or any(f'"{kind}"' in text for text in written)
    if one.family == "island" and kind != REFUSED:
        fields = {name: [field for field, _ in found] for view in views() for name, found in view.items()}
        assert set(one.on) - {"kind", "seat"} <= set(fields[str(kind)])
    assert one.rule in every_rule() if one.rule else kind == REFUSED
    assert one.title.of("en") != one.title.of("fr")
    assert one.say.of("en") != one.say.of("fr")


def views() -> list[dict[str, list[tuple[str, str]]]]:
    """The fields of events, by kind, of the base island and of each room."""
    return [dict(FIELDS), *(dict(view.fields) for view in floors("island", "view").values())]


def test_the_base_games_and_rooms_bring_cards() -> None:
    assert {(one.family, bool(one.room)) for one in EVERY} == {
        (name, own) for name in FAMILIES for own in (True, False)
    }
    assert len({one.key for one in EVERY}) == len(EVERY)


def test_a_room_replaces_a_card_of_the_base_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, change in (("ferry", ("BASE-021", "BASE-022")), ("wreck", ("name", "wreck"))):
        (tmp_path / name).mkdir()
        (tmp_path / name / FILE).write_text(RIGHT.replace(*change), "utf-8")
    brought = {name: tmp_path / name for name in ("ferry", "wreck")}
    monkeypatch.setattr(module, "folders", lambda family: brought if family == "island" else {})
    found = module.first_times.__wrapped__()
    monkeypatch.setattr(module, "first_times", lambda: found)
    assert "wreck" not in found["island"]
    rules = {one.name: one.rule for one in of_game("island", ["ferry", "wreck"])}
    assert (rules["seven"], len(rules)) == ("BASE-022", len(found["island"][""]))
    assert {one.name: one.rule for one in of_game("island", [])}["seven"] == "BASE-021"


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (('kind = "number"', "total = 8"), "on must have the kind of one event"),
        (("total = 7", "total = 7.5"), "total of on must be a number, a text or a list"),
        (('title.fr = "Un sept"\n', ""), "title must have a text for each of en, fr"),
        (('name = "seven"', 'name = "seven"\nwhen = 3'), "'when' is unknown"),
    ],
)
def test_a_wrong_card_is_an_error_that_names_it(tmp_path: Path, change: tuple[str, str], told: str) -> None:
    (tmp_path / FILE).write_text(RIGHT.replace(*change).replace("{ total = 8, total = 7 }", "{ total = 7 }"), "utf-8")
    with pytest.raises(ConfigError) as error:
        read("island", "", tmp_path / FILE)
    assert told in str(error.value)


def test_the_page_keeps_the_cards_of_its_game_in_the_language_of_the_reader() -> None:
    shown = replace(table(None), config={"game": "island", "modules": ["no_such_room"]})
    for language, title, rule in (("en", "A seven", "Rule BASE-021"), ("fr", "Un sept", "Règle BASE-021")):
        html = str(cards(Desk(shown, Words(language))))
        found = re.findall(r'<template data-first="([^"]+)" data-on="([^"]+)">(.*?)</template>', html)
        assert [key for key, _, _ in found] == [one.key for one in of_game("island", [])]
        seven = {key: (json.loads(on.replace("&#34;", '"')), card) for key, on, card in found}["island.seven"]
        assert seven[0] == {"kind": ["number"], "total": [7]}
        assert title in seven[1]
        assert rule in seven[1]
        assert f'href="/rules/BASE-021?lang={language}"' in seven[1]
