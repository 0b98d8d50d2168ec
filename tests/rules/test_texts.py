"""The words of the catalogue themselves: complete, consecutive, typeset."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import pytest

from bastide.kernel.catalogue import LANGUAGES, Catalogue, Rule, _Index, coverage
from bastide.kernel.families import FAMILIES
from bastide.kernel.rooms import rooms
from bastide.view.words import Words
from tests.catalogue import every_rule


def texts(rule: Rule, language: str) -> Iterator[str]:
    yield rule.title[language]
    yield rule.text[language]
    if rule.note:
        yield rule.note[language]
    yield from rule.words.get(language, ())


def test_all_base_rules_are_there() -> None:
    assert sum(rule.group == "BASE" for rule in every_rule()) == 54


def test_ids_are_consecutive_in_every_group() -> None:
    for group in every_rule().groups:
        ids = sorted(rule.id for rule in every_rule() if rule.group == group)
        assert ids == [f"{group}-{number:03}" for number in range(1, len(ids) + 1)]


def test_rules_wait_only_for_expansions_that_are_not_there() -> None:
    for rule in every_rule():
        for language, text in rule.waits.items():
            words = Words(language)
            titles = [words.title(f"module_{name}").casefold() for family in FAMILIES for name in rooms(family)]
            assert not [title for title in titles if title in text.casefold()], f"{rule.id} waits for what is there"


NAMED = {
    "fishermen": "Fishermen",
    "rivers": "Rivers",
    "caravans": "Caravans",
    "barbarian_attack": "Barbarian Attack",
    "traders_barbarians": "Traders & Barbarians",
    "two_players": "Catan for Two",
    "great_wall": "Great Wall",
    "troy": "Troy",
    "explorers_pirates": "Explorers & Pirates",
}
"""How the texts call the expansions for which a rule may wait."""


def test_rules_that_wait_name_an_expansion_that_is_missing() -> None:
    for rule in every_rule():
        if rule.waits:
            named = [name for name, title in NAMED.items() if title in rule.waits["en"]]
            assert named, f"{rule.id} waits for no expansion of this list: play it, or name what is missing"
            there = [name for name in named if name in rooms("island")]
            assert not there, f"{rule.id} no longer waits for {there}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_title_that_begins_with_another_expansion_calls_it_by_its_name(language: str) -> None:
    words = Words(language)
    titles = [words.title(f"module_{name}").casefold() for family in FAMILIES for name in rooms(family)]
    for rule in every_rule().in_section("event-cards"):
        prefix, colon, _ = re.sub("[\u00a0\u202f]", "", rule.title[language]).partition(":")
        named = re.sub("^(With|Avec) ", "", prefix).casefold()
        riddle = colon and not any(named in title for title in titles)
        assert not riddle, f"{rule.id}: {prefix}"


@pytest.mark.parametrize("group", ["TB-EVT", "MIX"])
def test_a_rule_without_a_test_is_missed_unless_it_waits(group: str) -> None:
    ids = [rule.id for rule in every_rule() if rule.group == group]
    rows = [row for row in coverage(every_rule(), {}) if row.group == group]
    waiting = [rule for row in rows for rule in row.waiting]
    assert sorted(waiting + [rule for row in rows for rule in row.missing]) == ids
    assert waiting == {"TB-EVT": ["TB-EVT-034"], "MIX": []}[group]


def test_the_base_follows_the_order_of_the_game() -> None:
    base = Catalogue.load("bastide.catan.base")
    order = ["board", "set-up", "turn", "production", "robber", "trade", "building", "cards", "awards", "end"]
    assert [section.id for section in base.sections] == order
    assert [rule.section for rule in base] == sorted((rule.section for rule in base), key=order.index)
    assert all(base.in_section(section) for section in order)


def wrong(rule: Rule, language: str) -> Iterator[str]:
    """What is not well written in one entry."""
    if len(rule.title[language]) > 60:
        yield "the title is long"
    if not 1 <= len(re.findall(r"[.!?](?= |$)", rule.text[language])) <= 4:
        yield "not one to four sentences"
    for text in texts(rule, language):
        if text != " ".join(re.split(r"[ \n]+", text)).strip():
            yield f"spaces in {text!r}"
        if re.search(r"['\"]|\.\.\.", text):
            yield f"typewriter signs in {text!r}"
        # French sets a narrow space that does not break beside these signs, as in all other texts; English none at all.
        if language == "fr" and re.search(r"(?<![\u202f0-9])[;:!?»]|«(?!\u202f)|\u00a0", text):
            yield f"spacing in {text!r}"
        if language == "en" and re.search(r"[\u00a0\u202f]| [;:!?]", text):
            yield f"spacing in {text!r}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_are_short_and_typeset(language: str) -> None:
    assert [f"{rule.id}: {fault}" for rule in every_rule() for fault in wrong(rule, language)] == []


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_rule_is_found_by_its_title(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_Index, "weights", cache(_Index.weights))  # many titles have the same words
    assert [rule.id for rule in every_rule() if rule not in every_rule().search(rule.title[language], language)] == []
