"""What the view of a module says by its tables alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bastide import Game
from bastide.catan.base.island import Island
from bastide.kernel.state import CHANCE, Event
from bastide.view.island.module_view import CORNER, GOOD, HEX, NUMBER, SEAT, Fields, ModuleView
from bastide.view.model import Arg, Say


class FairView(ModuleView):
    """A module with a phase that asks, one of chance, and events of every sort."""

    fields: Mapping[str, Fields] = {
        "fair_prize": (("place", CORNER), ("prize", NUMBER), ("good", GOOD)),
        "fair_visit": (("hex", HEX), ("host", SEAT), ("coins", NUMBER)),
        "fair_count": (("count", NUMBER), ("other", SEAT)),
    }
    plain: Mapping[str, tuple[str, Say]] = {
        "fair_prize": ("point", Say("{player} wins the {prize} and {good}")),
        "fair_visit": ("point", Say("{player} visits {victim} at {terrain} {number} for {count}")),
        "fair_count": ("point", Say("{count} for {other}")),
    }
    values: Mapping[str, Sequence[str | int]] = {"prize": ("ribbon", "cup")}
    placed = frozenset({"stall"})
    asked: Mapping[str, tuple[Say, Say]] = {"fair_stall": (Say("Choose a place."), Say("{player} chooses a place."))}
    chance: Mapping[str, Say] = {"fair_draw": Say("The prize is drawn.")}


VIEW = FairView()


@pytest.mark.parametrize(
    ("phase", "actors", "viewer", "said"),
    [
        ("fair_stall", [1], 1, Say("Choose a place.")),
        ("fair_stall", [1], 0, Say("{player} chooses a place.", {"player": 1})),
        ("fair_draw", [int(CHANCE)], 0, Say("The prize is drawn.")),
        ("fair_draw", [int(CHANCE)], -1, Say("The prize is drawn.")),
        ("main", [1], 1, None),
        ("dice", [int(CHANCE)], 1, None),
        ("over", [], 1, None),
    ],
)
def test_prompts_come_from_tables(phase: str, actors: list[int], viewer: int, said: Say | None) -> None:
    assert VIEW.prompt(cast(Any, SimpleNamespace(phase=phase, actors=actors, viewer=viewer))) == said


def test_a_decision_names_a_place_after_a_verb_of_the_table() -> None:
    assert VIEW.moved("stall 0,0,N") == "0,0,N"
    assert VIEW.moved("road 0,0,E") is None


@pytest.mark.parametrize(
    ("event", "args"),
    [
        (Event("fair_prize", 0, 5, 1, 2, 0, -1), {"prize": "cup", "good": "wool"}),
        (Event("fair_visit", 0, 0, 2, 7, 0, -1), {"victim": 2, "count": 7}),
        (Event("fair_count", 0, 3, 1, 0, 0, -1), {"count": 3, "other": 1}),
    ],
)
def test_a_sentence_gets_the_fields_that_it_names(event: Event, args: dict[str, Arg]) -> None:
    rules = Game.new({"seats": 3, "layout": "beginner"}).rules
    assert isinstance(rules, Island)
    if event.kind == "fair_visit":
        args = args | {"terrain": rules.board.terrain[0], "number": int(rules.board.number[0])}
    assert VIEW.args(rules, event) == args
