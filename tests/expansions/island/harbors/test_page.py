"""Harbours on the page: the anchor of each player, the form for a new table, the summary, the rules, a painted game."""

from __future__ import annotations

import pytest

from bastide.view import SPECTATOR
from bastide.view.island.model import IslandView
from bastide.web.panels.painter import Painter
from bastide.web.panels.rows import joined
from bastide.web.panels.summary_moments import moments
from bastide.web.rulebook import shelf
from tests.expansions.island.harbors.kit import harbored
from tests.expansions.island.harbors.test_rules import CITY, EAST, NORTH, SOUTH, WEST
from tests.expansions.island.harbors.test_view import overtaken
from tests.web.making import offered
from tests.web.panels.test_painter import painted, seen

WITH_CARD = {
    "en": "3 harbour points, with the harbour card",
    "fr": "3 points portuaires, avec la fiche Première Puissance Portuaire",
}
WITHOUT = {"en": "1 harbour point", "fr": "1 point portuaire"}
NONE = {"en": "0 harbour points", "fr": "0 point portuaire"}


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR])
def test_each_row_tells_harbour_points_and_one_of_them_the_card(language: str, viewer: int) -> None:
    t = harbored(cities={0: EAST}, settlements={0: NORTH, 1: SOUTH})
    panels = Painter()(seen(t.game, viewer), language)
    for seat, said in enumerate((WITH_CARD, WITHOUT, NONE)):
        words = said[language]
        number, _, name = words.partition(" ")
        rail = panels[f"rail-{seat}"]
        assert f"<span>{number}</span>" in rail.split("stat-harbors")[1].split("</li>")[0]
        assert name in rail
        assert name in panels[f"players-{seat}"]
        assert ("#F2C653" in rail.split("stat-harbors")[1].split("</li>")[0]) is (seat == 0)


def test_the_painter_draws_a_whole_game_as_it_is() -> None:
    config = {"seats": 3, "modules": ["harbors"], "layout": "random", "options": {"goal": 6}}
    painted(config, every=25)


def test_the_card_is_a_key_moment_and_its_points_stand_in_the_summary() -> None:
    t = harbored(
        cities={0: f"{SOUTH} 0,0,N 1,0,S", 1: WEST},
        settlements={0: f"{EAST} -1,0,S", 1: NORTH},
        hands={0: CITY},
        card=1,
    ).play(f"city {EAST}")
    assert t.game.winners == [0]
    panels = "".join(joined(Painter()(seen(t.game, 0), "en")).values())
    assert "</b> takes the harbour card from" in panels
    assert "harbour points 4" in panels, "among the facts of the winner"
    view = seen(overtaken().game, 0).view
    assert isinstance(view, IslandView)
    assert [moment.line.kind for moment in moments(view)] == ["harbors_card"]


@pytest.mark.parametrize(
    ("language", "label", "note"),
    [
        ("en", "The harbours of Catan", "points and a card for buildings at harbours, goal one higher"),
        ("fr", "Les ports de Catan", "les ports rapportent des points et une fiche, objectif un point plus haut"),
    ],
)
def test_the_form_for_a_new_table_offers_it(language: str, label: str, note: str) -> None:
    choice = offered("harbors", language)
    assert (choice.label, choice.note, choice.on, choice.options) == (label, note, True, [])
    assert choice.prints


@pytest.mark.parametrize("language", ["en", "fr"])
def test_its_rules_stand_in_the_book(language: str) -> None:
    page = shelf(language, "", "harbors", None)
    assert [rule.id for rule in page["found"]] == [f"TB-HARB-{n:03}" for n in range(1, 12)]
