"""Records: a saved record loads, an altered one is refused and the wrong line named."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bastide.data.sources import parts
from bastide.kernel.errors import RecordError
from bastide.kernel.game import Game
from bastide.testing.play import Config, play
from tests.properties.play import configs, games

NAMES = st.lists(st.text(max_size=12), max_size=4)
CHARACTERS = st.one_of(st.characters(), st.sampled_from('0123456789{}[]",:\n\t \\trueflsn-.eE'))


def refused(text: str) -> None:
    """Assert that a text is refused with a line number that it has."""
    with pytest.raises(RecordError) as caught:
        Game.load(text)
    line = re.match(r"line (\d+): ", str(caught.value))
    assert line is not None, f"no line is named: {caught.value}"
    assert 1 <= int(line[1]) <= len(text.split("\n")) + 1


def meaning(text: str) -> Any:
    """What a record says, whatever the spaces between."""
    return [json.loads(line) for line in text.split("\n") if line.strip()]


@given(config=configs(), names=NAMES, seed=st.integers(0, 2**32), steps=st.integers(0, 150))
def test_what_is_saved_is_loaded(config: Config, names: list[str], seed: int, steps: int) -> None:
    seated = names[: config.get("seats", 4)]
    game = play(Game.new(config, seed=seed, names=seated), random.Random(seed), steps)
    text = game.save()
    loaded = Game.load(text)
    assert loaded.hash() == game.hash()
    assert loaded.save() == text
    assert loaded.names == game.names
    assert loaded.decisions == game.decisions
    assert loaded.rules.resolved() == game.rules.resolved()
    assert (loaded.over, loaded.winners, loaded.actors) == (game.over, game.winners, game.actors)
    for version in {0, game.version // 2, game.version}:
        assert loaded.at(version).hash() == game.at(version).hash()
    assert Game.load(text.replace("\n", "\r\n")).hash() == game.hash()


@given(game=games(most=60), at=st.floats(0, 1, exclude_max=True))
def test_a_record_cut_anywhere_is_refused(game: Game, at: float) -> None:
    text = game.save()
    cut = text[: int(at * (len(text) - 1))]
    refused(cut)


@given(game=games(most=60), at=st.floats(0, 1, exclude_max=True), char=CHARACTERS)
def test_a_record_with_another_character_is_refused_or_says_the_same(game: Game, at: float, char: str) -> None:
    text = game.save()
    i = int(at * len(text))
    altered = text[:i] + char + text[i + 1 :]
    try:
        loaded = Game.load(altered)
    except RecordError:
        refused(altered)
        return
    assert loaded.save() == text
    assert meaning(altered) == meaning(text)


@given(game=games(most=60), data=st.data())
def test_lines_cannot_be_dropped_doubled_or_swapped(game: Game, data: st.DataObject) -> None:
    lines = game.save().splitlines(keepends=True)
    i = data.draw(st.integers(0, len(lines) - 1))
    j = data.draw(st.integers(0, len(lines) - 1))
    refused("".join(lines[:i] + lines[i + 1 :]))
    refused("".join(lines[: i + 1] + lines[i:]))
    if i != j:
        lines[i], lines[j] = lines[j], lines[i]
        refused("".join(lines))


@given(game=games(most=60), other=games(most=60), data=st.data())
def test_lines_of_another_game_do_not_fit(game: Game, other: Game, data: st.DataObject) -> None:
    lines, others = game.save().splitlines(), other.save().splitlines()
    i = data.draw(st.integers(0, min(len(lines), len(others)) - 1))
    mixed = "\n".join(lines[:i] + others[i:]) + "\n"
    if meaning(mixed) not in (meaning(game.save()), meaning(other.save())):
        refused(mixed)


JSON: st.SearchStrategy[Any] = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=8)),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=6), inner, max_size=3)),
    max_leaves=8,
)


@given(game=games(most=20), data=st.data())
def test_fields_of_other_kinds_are_refused(game: Game, data: st.DataObject) -> None:
    entries = [json.loads(line) for line in game.save().splitlines()]
    entry = data.draw(st.sampled_from(entries))
    key = data.draw(st.sampled_from(sorted(entry)))
    before = entry[key]
    entry[key] = data.draw(JSON)
    text = "".join(json.dumps(entry) + "\n" for entry in entries)
    if json.dumps(entry[key]) != json.dumps(before):
        refused(text)


@given(text=st.one_of(st.text(), st.lists(JSON.map(json.dumps), max_size=4).map("\n".join)))
def test_what_is_no_record_is_refused(text: str) -> None:
    refused(text)


@pytest.mark.parametrize("name", ["a\u2028b", "\x85", "\x0b\x0c\x1c", "\r", "\n", "\ud800", '"', "\\", "é", ""])
def test_names_may_be_anything(name: str) -> None:
    game = Game.new({"seats": 3, "layout": "beginner"}, names=[name, "Maud"])
    assert Game.load(game.save()).names == (name, "Maud")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Maud", "Odile"),
        ('"goal": 10', '"goal": 11'),
        ('"over": false', '"over": true'),
        ('"trade": "full"', '"trade": "bank"'),
    ],
)
def test_a_record_without_decisions_is_guarded_too(before: str, after: str) -> None:
    text = Game.new({"seats": 3, "layout": "beginner"}, names=["Maud"]).save()
    assert before in text
    refused(text.replace(before, after))


@pytest.mark.parametrize(
    "how",
    [
        {"separators": (",", ":")},
        {"separators": (" , ", " : ")},
        {"ensure_ascii": True},
        {"indent": None, "separators": (",\t", ":\t")},
    ],
    ids=str,
)
def test_a_record_that_a_tool_has_spaced_otherwise_is_read(how: dict[str, Any]) -> None:
    game = Game.new({"seats": 3, "layout": "beginner", "options": {"first": 0}}, names=["Zoë", "\\", '"'])
    game.play("roll")
    entries = [json.loads(line) for line in game.save().splitlines()]
    entries[1:] = [dict(sorted(entry.items())) for entry in entries[1:]]
    text = "".join(f" {json.dumps(entry, **({'ensure_ascii': False} | how))} \n" for entry in entries)
    assert Game.load(text).save() == game.save()
    assert [part.text for part in parts((text + text).split("\n"))] == [text.removesuffix("\n")] * 2
    refused(text.replace("Zo", "Za"))


@pytest.mark.parametrize("indent", [1, 4, "\t"])
def test_a_record_that_a_tool_has_spread_over_lines_is_read_and_errors_name_its_lines(indent: int | str) -> None:
    game = Game.new({"seats": 3, "layout": "beginner", "options": {"first": 0}}, names=["Zoë", "{", "}"])
    game.play("roll")
    game.chance("roll 3 5")
    spread = [json.dumps(json.loads(line), ensure_ascii=False, indent=indent) for line in game.save().splitlines()]
    text = "".join(f"{entry}\n" for entry in spread)
    assert Game.load(text).save() == Game.load(text.replace("\n", "\r\n")).save() == game.save()
    assert [part.before for part in parts((text + text).split("\n"))] == [0, text.count("\n")]
    assert Game.load([*parts((text + text).split("\n"))][1].text).save() == game.save()
    second = spread[0].count("\n") + spread[1].count("\n") + 3
    with pytest.raises(RecordError, match=f"^line {second}: .*checksum"):
        Game.load(text.replace("roll 3 5", "roll 3 6"))
    with pytest.raises(RecordError, match=f"^line {text.count(chr(10)) + 1}: .* follows the end"):
        Game.load(text + spread[-1])
    for cut in range(0, len(text) - 2, 37):
        refused(text[:cut])


def test_lines_after_the_end_are_refused() -> None:
    text = Game.new({"seats": 3, "layout": "beginner"}).save()
    refused(text + text)
    refused(text + "{}\n")


def test_a_mark_before_the_text_and_blank_lines_after_it_are_passed_over() -> None:
    text = Game.new({"seats": 3, "layout": "beginner"}).save()
    for other in ("\ufeff" + text, text + "\n", text + " \r\n\t\n\n", text.removesuffix("\n")):
        assert Game.load(other).save() == text
    refused("\ufeff\ufeff" + text)
    refused("\n" + text)
    refused(text.replace("\n", "\n\n", 1))


@pytest.mark.parametrize(
    ("line", "before", "after", "key"),
    [
        (1, '"names": []', '"names": [], "names": []', "names"),
        (1, '"goal": 10', '"goal": 10, "goal": 10', "goal"),
        (1, '"config"', '"config": 1, "config"', "config"),
        (2, '"do": "roll"', '"do": "end", "do": "roll"', "do"),
        (2, '"by": 0', '"by": 0, "by": 0', "by"),
        (3, '"end": 1', '"end": 1, "end": 1', "end"),
    ],
)
def test_a_key_that_stands_twice_is_refused(line: int, before: str, after: str, key: str) -> None:
    game = Game.new({"seats": 3, "layout": "beginner", "options": {"first": 0}})
    game.play("roll")
    text = game.save()
    assert before in text
    with pytest.raises(RecordError, match=f"^line {line}: the key '{key}' stands twice"):
        Game.load(text.replace(before, after, 1))


@pytest.mark.parametrize("other", ["true", "1.0", '"1"', "null", "2", "[1]"])
def test_a_number_is_no_other_value_that_equals_it(other: str) -> None:
    game = Game.new({"seats": 3, "layout": "beginner", "options": {"first": 0}})
    game.play("roll")
    text = game.save()
    with pytest.raises(RecordError, match=re.escape(repr(json.loads(other)))):
        Game.load(text.replace('"bastide": 1', f'"bastide": {other}'))
    for key in ("n", "end"):
        refused(text.replace(f'"{key}": 1', f'"{key}": {other}'))
