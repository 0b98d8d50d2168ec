"""The matrix fails if a refusal is dropped, and the games if an invariant is broken."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from mypy_extensions import i64

from bastide.catan.base.island import Island
from bastide.catan.base.seams import IslandModule, ModuleRules
from bastide.catan.family import MODULES
from bastide.kernel import combinations
from bastide.kernel.errors import IllegalAction, RecordError, Refusal
from bastide.kernel.rules import Verb
from bastide.kernel.state import State
from bastide.testing import own
from tests.combinations.matrix import faults
from tests.combinations.playing import Seen, play, rules_of, unseen
from tests.combinations.table import ENTRIES, in_short

pytestmark = pytest.mark.interpreted

LINES = combinations.pairs("island")


def ids(pair: combinations.Pair) -> str:
    return pair.rule


@pytest.mark.parametrize("line", LINES, ids=ids)
def test_a_line_that_is_dropped_is_noticed(monkeypatch: pytest.MonkeyPatch, line: combinations.Pair) -> None:
    left = tuple(one for one in LINES if one is not line)
    monkeypatch.setattr(combinations, "pairs", lambda family: left)
    found = list(faults())
    for names, entry in ENTRIES.items():
        if entry.rule == line.rule:
            assert any(fault.startswith(f"{in_short(names)} ") for fault in found)


@pytest.mark.parametrize("line", [line for line in LINES if line.reason], ids=ids)
def test_a_refusal_that_is_lifted_is_noticed(monkeypatch: pytest.MonkeyPatch, line: combinations.Pair) -> None:
    lifted = tuple(one._replace(reason="") if one is line else one for one in LINES)
    monkeypatch.setattr(combinations, "pairs", lambda family: lifted)
    wanted = {
        f"{in_short(names)} is allowed against {line.rule}"
        for names, entry in ENTRIES.items()
        if entry.rule == line.rule
    }
    assert set(faults()) == wanted


def test_a_wrong_role_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    class World(IslandModule):
        def __init__(self) -> None:
            super().__init__("friendly_robber")
            self.role = "world"

    monkeypatch.setitem(MODULES, "friendly_robber", World)
    assert any(fault.startswith("ROB+EVT is refused against MIX-004") for fault in faults())


# Games.


class Broken(ModuleRules):
    """A house rule that does something wrong when a turn begins."""

    def __init__(self, r: Island, module: IslandModule) -> None:
        super().__init__(r, module)
        self.own = r.schema.add("own", [2], most=9)

    def begin_turn(self, s: State, seat: i64) -> None:
        self.spoil(s, self.r)

    def spoil(self, s: State, r: Island) -> None:
        """The wrong thing."""


def enter(monkeypatch: pytest.MonkeyPatch, rules: type[Broken]) -> None:
    """Enter a house rule as `broken`."""
    monkeypatch.setitem(MODULES, "broken", partial(IslandModule, "broken", rules))


def changing(where: Callable[[Island], int], by: int) -> type[Broken]:
    """A rule that adds to one cell."""

    class Changing(Broken):
        def spoil(self, s: State, r: Island) -> None:
            s.cells[where(r)] += by

    return Changing


class Owing(Broken):
    def spoil(self, s: State, r: Island) -> None:
        s.cells[self.own + 1] = -1


class Pointing(Broken):
    def points(self, s: State, seat: i64) -> i64:
        return 1


class Forgetful(Broken):
    def spoil(self, s: State, r: Island) -> None:
        s.cells[self.own] = random.randrange(2**30)


class Nosy(Broken):
    def why_not(self, s: State, seat: i64, codes: list[int], no: Refusal) -> IllegalAction | None:
        s.cells[self.own] += 1
        return None


class Nameless(Broken):
    def why_not(self, s: State, seat: i64, codes: list[int], no: Refusal) -> IllegalAction | None:
        return no.say("NOWHERE-001", "no")


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        (changing(lambda r: int(r.bank), 1), "lumber is not conserved"),
        (changing(lambda r: int(r.deck), 1), "knight is not conserved"),
        (changing(lambda r: int(r.left), 1), "pieces of seat 0 are not conserved"),
        (changing(lambda r: int(r.route), 1), "route of seat 0"),
        (changing(lambda r: int(r.rates), -1), "rates of seat 0"),
        (changing(lambda r: int(r.open_edges), 2**59), "open edges of seat 0"),
        (changing(lambda r: int(r.claims), 1), "a claim that is not settled"),
        (Owing, "broken.own is negative"),
        (Pointing, "points of seat 0"),
        (Forgetful, "line|leads to another position"),
        (Nosy, "was refused and has changed the position"),
        (Nameless, "is refused by no rule"),
    ],
)
def test_a_broken_invariant_is_noticed(monkeypatch: pytest.MonkeyPatch, rules: type[Broken], said: str) -> None:
    enter(monkeypatch, rules)
    options: dict[str, Any] = {"first": 0, "turns": 30, "offers": 1, "trade": "bank"}
    game = rules_of({"seats": 2, "modules": ["broken"], "options": options}, 1)
    with pytest.raises((AssertionError, RecordError), match=said):
        play(game, 1, Seen())


def test_a_module_that_breaks_nothing_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    enter(monkeypatch, Broken)
    rules = rules_of({"seats": 2, "modules": ["broken"], "options": {"first": 0, "turns": 30, "trade": "bank"}}, 1)
    seen = Seen()
    play(rules, 1, seen)
    assert {"end", "road"} <= seen.verbs
    assert {"main", "setup"} & seen.phases == {"main"}, "this board has its first pieces printed"
    assert "turn" in seen.events


def test_what_does_not_come_up_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    class Idle(Broken):
        def __init__(self, r: Island, module: IslandModule) -> None:
            super().__init__(r, module)
            r.add_verb(Verb("never", 1))

    enter(monkeypatch, Idle)
    rules = rules_of({"seats": 2, "modules": ["broken"]}, 1)
    seen = Seen()
    assert {"never", "road"} <= unseen(rules, seen)["verbs"]
    seen.verbs = {verb.word for verb in rules.verbs} - {"never"}
    assert unseen(rules, seen)["verbs"] == {"never"}


def test_a_room_without_invariants_is_told_what_to_write(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own, "rooms", lambda family: ["no_such_room"])
    with pytest.raises(LookupError, match=r"write OWN in tests/expansions/island/no_such_room/invariants\.py"):
        own.own_of("no_such_room")
