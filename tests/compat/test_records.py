"""Records of earlier versions load, give the same results, look the same, and can go on."""

from __future__ import annotations

from typing import Any

import pytest

from bastide import Game, RecordError
from tests.chosen import sampled
from tests.compat import shown, stored

QUICK = {"island": shown.PARTS, "carcassonne": tuple(part for part in shown.PARTS if part != "drawing")}
"""What is compared here, and only where a phase was first met and at the end; `python -m tests.compat check` compares
everything. To draw all tiles takes many seconds.
"""
each_set = pytest.mark.parametrize("name", sampled(stored.names(), QUICK.__contains__, most=15))
"""The check reads 15 sets, which the commit chooses, beside the base games; the campaign reads all."""


def test_there_are_games_of_both_families_alone_and_with_every_module_that_is_stored() -> None:
    sets = [name.split("-") for name in stored.names()]
    assert {names[0] for names in sets if len(names) == 1} == set(QUICK)
    modules = {name for _, *names in sets for name in names}
    assert {"cities_knights", "river", "inns", "traders", "hills", "wheel"} <= modules
    assert {len(names) for names in sets} >= {1, 2, 3, 6}


@pytest.mark.compiled
@each_set
def test_a_game_comes_to_what_it_came_to(name: str) -> None:
    wrong: list[str] = []
    for game in stored.read(name):
        loaded = Game.load(game.record)
        assert loaded.save() == game.record, game.name
        versions = [version for version in game.versions if str(version) in game.onward or version == loaded.version]
        parts = QUICK[loaded.record().config["game"]]
        found = shown.whole(loaded, versions, parts)
        expected = shown.only(game.expected, versions, parts)
        wrong += (f"{game.name}: {line}" for line in shown.differences(expected, found))
    assert not wrong, "\n".join([*wrong, "python -m tests.compat dump shows all of it"])


@pytest.mark.compiled
@each_set
def test_a_game_that_stopped_goes_on(name: str) -> None:
    wrong: list[str] = []
    for game in stored.read(name):
        for text in game.cuts:
            loaded = Game.load(text)
            assert not loaded.over
            assert loaded.save() == text, game.name
            expected = game.onward[str(loaded.version)]
            different = shown.differences(expected, shown.onward(loaded))
            wrong += (f"{game.name}, from version {loaded.version}: {line}" for line in different)
    assert not wrong, "\n".join(wrong)


# What the comparison tells.


@pytest.fixture(scope="module")
def little() -> stored.Stored:
    return min(stored.read(stored.smallest()), key=lambda game: len(game.record))


@pytest.mark.parametrize("part", shown.PARTS)
def test_a_part_that_differs_is_named_with_its_version(little: stored.Stored, part: str) -> None:
    found: dict[str, Any] = {**little.expected, part: dict(little.expected[part])}
    last = max(found[part], key=int)
    found[part][last] = "another"
    assert shown.differences(little.expected, found) == [
        f"{part}: 1 of {len(found[part])} differ, the first at version {last}"
    ]
    del found[part][last]
    assert len(shown.differences(little.expected, found)) == 1


def test_another_end_is_a_difference(little: stored.Stored) -> None:
    found = {**little.expected, "winners": [7]}
    assert shown.differences(little.expected, found) == [f"winners: {little.expected['winners']!r} became [7]"]


def test_a_game_that_goes_another_way_differs_in_what_is_played(little: stored.Stored) -> None:
    before = Game.load(little.record)
    other = before.at(before.version // 2)
    other.play(sorted(other.legal(other.actors[0]))[0], other.actors[0])
    found = shown.whole(other, [])
    kinds = {line.partition(":")[0] for line in shown.differences(little.expected, found)}
    assert {"hash", "decisions", "cells", "fingerprint", "legal", "text-fr", "drawing"} <= kinds


def test_an_altered_record_is_not_read(little: stored.Stored) -> None:
    with pytest.raises(RecordError):
        Game.load(little.record.replace('"hash": "', '"hash": "0', 1))
