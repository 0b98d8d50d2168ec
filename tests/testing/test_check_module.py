"""`check_module` notices each kind of fault of a module, and says which one, where, and how to repeat it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from mypy_extensions import i64

from bastide.catan.base.island import Island
from bastide.catan.base.seams import IslandModule
from bastide.kernel.codes import Codes
from bastide.kernel.errors import ConfigError
from bastide.kernel.game import Game
from bastide.kernel.rules import Verb
from bastide.kernel.state import State
from bastide.testing import CheckFailed, Own, check_module
from bastide.testing import own as known
from bastide.testing.words import unworded
from tests.combinations.test_broken import Broken, Nameless, Pointing, changing, enter

pytestmark = pytest.mark.interpreted


class Above(Broken):
    def spoil(self, s: State, r: Island) -> None:
        s.cells[self.own] = 10


class Forgetful(Broken):
    """Counts in the object, which undo does not take back."""

    def __init__(self, r: Island, module: IslandModule) -> None:
        super().__init__(r, module)
        self.turns = 0

    def spoil(self, s: State, r: Island) -> None:
        self.turns += 1
        s.cells[self.own] = self.turns % 9


class Restless(Broken):
    def turn_actions(self, s: State, seat: i64, rolled: bool, out: Codes) -> None:
        s.cells[self.own] = (s.cells[self.own] + 1) % 9


class Twice(Broken):
    def turn_actions(self, s: State, seat: i64, rolled: bool, out: Codes) -> None:
        if rolled:
            out.add(self.r.verb_named("end").offset)


class Mumble(Broken):
    """Its notation cannot be read."""

    def __init__(self, r: Island, module: IslandModule) -> None:
        super().__init__(r, module)
        self.verb = Mumbled("mumble", 1)
        r.add_verb(self.verb)

    def turn_actions(self, s: State, seat: i64, rolled: bool, out: Codes) -> None:
        if rolled:
            out.add(self.verb.offset)


class Mumbled(Verb):
    def describe(self, arg: i64) -> str:
        return "mumble something"

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        pass


class Failing(Broken):
    def spoil(self, s: State, r: Island) -> None:
        raise ZeroDivisionError("by zero")


@pytest.mark.parametrize(
    ("rules", "check", "reason"),
    [
        (changing(lambda r: int(r.bank), 1), "positions", "lumber is not conserved"),
        (Above, "positions", "broken.own[0] = 10 is not in 0 to 9"),
        (Pointing, "positions", "points of seat 0"),
        (Forgetful, "undo", "decisions were taken back differs in broken.own"),
        (Forgetful, "records", "the end does not match the position that the decisions lead to"),
        (Restless, "counts", "the position was changed by listing its actions"),
        (Twice, "positions", "assert len(set(codes)) == len(codes) (invariants.py, line"),
        (Nameless, "actions", "is refused by no rule of the catalogue"),
        (Mumble, "playing", "'mumble something'"),
        (Failing, "playing", "ZeroDivisionError: by zero (test_check_module.py, line"),
    ],
)
def test_a_fault_is_named_with_its_check(
    monkeypatch: pytest.MonkeyPatch, rules: type[Broken], check: str, reason: str
) -> None:
    enter(monkeypatch, rules)
    monkeypatch.setattr("bastide.testing.module.STEPS", 150)
    with pytest.raises(CheckFailed, match=re.escape(reason)) as caught:
        check_module("broken", 1, first=7, only=[check])
    said = str(caught.value)
    assert said.startswith(f"broken: the check '{check}' fails ")
    assert "the game with seed 7 of {'game': 'island'" in said
    assert said.endswith(f"Repeat it with check_module('broken', 1, first=7, only=['{check}'])")


def test_a_view_that_shows_what_is_hidden_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    enter(monkeypatch, Broken)

    def peeking(game: Game, viewer: int, brief: bool = False) -> Any:
        return [int(game.state.cells[game.rules.hand + k]) for k in range(5)]  # type: ignore[attr-defined] # an island

    monkeypatch.setattr("bastide.testing.checks.view", peeking)
    with pytest.raises(CheckFailed, match="the view of seat -1 differs in worlds that it cannot tell apart"):
        check_module("broken", 3, only=["secrecy"])


def test_a_sound_module_passes_and_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    enter(monkeypatch, Broken)
    monkeypatch.setattr("bastide.testing.module.rooms", lambda family: {"harbors": ""})
    report = check_module("broken", 1, only=["playing", "combinations", "speed"])
    assert (report.games, report.beside) == (2, ["harbors"])
    assert report.speed is not None
    assert [hook.name for hook in report.speed.hooks] == ["begin_turn"]
    assert report.speed.hooks[0].calls > 10
    assert re.search(r"an action takes [\d.]+ µs, [\d.]+ µs without.*\n  begin_turn: \d+ calls", str(report))


def test_its_author_says_what_is_different(monkeypatch: pytest.MonkeyPatch) -> None:
    class More(Own):
        def points(self, r: Any, module: Any, s: State, seat: int) -> int:
            return 1

    enter(monkeypatch, Pointing)
    monkeypatch.setitem(known.OWN, "broken", Own())  # forgets what follows
    check_module("broken", 1, own=More(), only=["positions"])


def test_what_cannot_be_checked_is_refused() -> None:
    with pytest.raises(ConfigError, match="'nothing_like_it' is not a module of the island"):
        check_module("nothing_like_it", 1)
    with pytest.raises(ValueError, match="only = 'word' is no check; there are playing, positions"):
        check_module("harbors", 1, only=["word"])


def test_missing_words_are_named(tmp_path: Any) -> None:
    (tmp_path / "words").mkdir()
    (tmp_path / "words" / "names.toml").write_text('module_mine = "my module"\n', "utf-8")
    (tmp_path / "view.py").write_text('LINE = Say("{player} sings out of tune")\nEMPTY = Say("{count}")\n', "utf-8")
    module = IslandModule("mine")
    module.options = {"pitch": ("high", "low")}
    assert list(unworded(tmp_path, module)) == [
        "module_mine has no name in en: write one in names.toml and in the translations",
        "module_mine has no name in fr: write one in names.toml and in the translations",
        "option_pitch has no name in en: write one in names.toml and in the translations",
        "option_pitch has no name in fr: write one in names.toml and in the translations",
        "'my module' of names.toml has no fr",
        "'{player} sings out of tune' of view.py has no fr",
    ]
