"""The sheet of what is new at a table: it names the points to which this table plays, not those of its modules."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from bastide.kernel.game import Game
from bastide.lessons.briefings import GOAL
from bastide.view import view
from bastide.web.panels.brief import sheet
from bastide.web.panels.desk import Desk, spoken
from tests.web.panels import tables


def told(config: dict[str, object], language: str, *, begun: bool) -> str:
    game = Game.new(config, seed=5)
    shown = replace(tables.mine(), config=game.rules.resolved(), view=view(game, 0) if begun else None)
    return str(sheet(Desk(shown, spoken(language, ""))))


@pytest.mark.parametrize("begun", [False, True], ids=["waiting", "begun"])
def test_the_points_of_the_table_are_named(begun: bool) -> None:
    both = {"game": "island", "seats": 4, "modules": ["cities_knights", "seafarers"]}
    for options, goal in (({}, 16), ({"goal": 11}, 11)):
        config = both | {"options": options}
        for language, words in (("en", "First to "), ("fr", "Le premier à ")):
            page = told(config, language, begun=begun).replace("\N{NO-BREAK SPACE}", " ")
            assert set(re.findall(rf"{words}(\S+) points", page)) == {str(goal)}
            assert GOAL not in page
