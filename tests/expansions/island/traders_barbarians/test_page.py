"""Traders & Barbarians on the page: levels, places, the reader's wagon, figures, the form, the rules, a game."""

from __future__ import annotations

import re

import pytest

from bastide import Game
from bastide.view import SPECTATOR
from bastide.web.panels.painter import Painter
from bastide.web.panels.rows import joined
from bastide.web.rulebook import shelf
from tests.expansions.island.traders_barbarians.kit import ONE, trade
from tests.kit import Table
from tests.web.making import offered
from tests.web.panels.test_painter import painted, seen


def drawn(t: Table | Game, viewer: int = 0, language: str = "en") -> str:
    game = t if isinstance(t, Game) else t.game
    page = "".join(joined(Painter()(seen(game, viewer), language)).values())
    return page.replace("\u202f", " ").replace("\xa0", " ")


@pytest.mark.parametrize(
    ("language", "parts"),
    [
        ("en", ("Level 4 costs", "Glass for: castle", "1 point and 3 gold there", "of 6 points left")),
        (
            "fr",
            ("Prix du niveau 4 :", "Vitraux, destination : château", "1 point et 3 or là-bas", "points sur 6 restants"),
        ),
    ],
)
def test_levels_and_the_readers_wagon(language: str, parts: tuple[str, ...]) -> None:
    t = trade(wagons={0: "0,0,N"}, levels={0: 3}, cargo={0: "glass"}, hands={0: "gold*2"}).play("end")
    page = drawn(t, 0, language)
    for part in parts:
        assert part in page
    assert 'class="here"' in page
    assert "side-traders_barbarians_own" not in drawn(t, SPECTATOR)
    assert 'data-notation="rest"' in page


def test_fed_oxen_have_points_left_and_no_total() -> None:
    t = trade(wagons={0: "0,0,N"}, hands={0: "grain"}).play("end", "feed")
    html = Painter()(seen(t.game, 0), "en")["west"]
    assert "<b>6</b><span>points left</span>" in html
    assert "of 4 points" not in html


def test_the_figures_of_all_have_level_and_load_but_no_route() -> None:
    t = trade(wagons={0: "0,0,N"}, levels={1: 4}, cargo={1: "tools"})
    panels = Painter()(seen(t.game, 0), "en")
    assert "tools for: quarry" in panels["rail-1"]
    assert "longest route" not in panels["rail-1"]
    assert 'data-key="W"' in drawn(t)


def test_the_painter_draws_a_whole_game_as_it_is() -> None:
    config = {"seats": 3, "modules": [ONE], "layout": "random", "options": {"goal": 6}}
    painted(config, every=10)


@pytest.mark.parametrize(("language", "told"), [("en", "P0 rolls a die: 5"), ("fr", "P0 lance un dé : 5")])
def test_the_roll_against_a_barbarian_stands_beside_the_dice(language: str, told: str) -> None:
    t = trade(wagons={0: "0,0,N"}, levels={0: 3}, barbarians="0,0,NE 1,0,E 0,2,CN", rolled=False)
    t.play("roll", "roll 1 2", "end", "expel 0,0,NE", "throw 5")
    dice = Painter()(seen(t.game, 0), language)["dice"].split('class="die-tells"')[1]
    assert told in re.sub(r"<[^>]*>", "", dice).replace("\u202f", " ").replace("\xa0", " ")


@pytest.mark.parametrize(("language", "label"), [("en", "Traders & Barbarians"), ("fr", "Barbares & Marchands")])
def test_the_form_for_a_new_table_offers_it(language: str, label: str) -> None:
    choice = offered(ONE, language)
    assert choice.label == label
    assert [option.name for option in choice.options] == ["army"]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_its_rules_stand_in_the_book(language: str) -> None:
    page = shelf(language, "", "traders-barbarians", None)
    assert [rule.id for rule in page["found"]] == [f"TB-TRAD-{n:03}" for n in range(1, 54)]
