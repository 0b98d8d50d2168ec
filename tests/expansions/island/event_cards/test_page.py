"""Event Cards on the page: the card in place of the dice, the pile, damaged roads, the form for a new table."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bastide.view import SPECTATOR
from bastide.view.island.model import IslandView
from bastide.view.words import Words
from bastide.web.panels.desk import Desk
from bastide.web.panels.page import context
from bastide.web.panels.painter import Painter
from bastide.web.panels.summary_charts import luck
from bastide.web.rulebook import shelf
from tests.expansions.island.event_cards.kit import cards, reveal
from tests.web.making import offered
from tests.web.panels.test_painter import painted, seen


@pytest.mark.parametrize(
    ("language", "name", "told"),
    [
        ("en", "Epidemic", "This turn, each city draws only one card from a hex."),
        ("fr", "Épidémie", "Ce tour-ci, chaque ville ne reçoit qu’une seule carte par tuile."),
    ],
)
@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR])
def test_the_card_stands_in_place_of_the_dice(language: str, name: str, told: str, viewer: int) -> None:
    t = reveal(cards(), "epidemic 8")
    panels = Painter()(seen(t.game, viewer), language)
    assert 'class="event-card' in panels["dice"]
    assert "<b>8</b>" in panels["dice"]
    assert "data-die" not in panels["dice"]
    assert name in panels["dice"]
    assert told in panels["east"]


@pytest.mark.parametrize(("language", "said"), [("en", "Reveal a card"), ("fr", "Retourner une carte")])
def test_the_dark_button_reveals_a_card(language: str, said: str) -> None:
    panels = Painter()(seen(cards().game, 0), language)
    assert said in panels["actions"]


@pytest.mark.parametrize(("language", "name"), [("en", "repair"), ("fr", "réparer")])
def test_the_menu_lists_the_key_of_a_repair(language: str, name: str) -> None:
    table = replace(seen(cards().game, 0), config={"game": "island", "modules": ["event_cards"]})
    assert ("K", name) in context(table, language, {})["keys"]


def test_the_panel_counts_the_cards_that_are_left() -> None:
    t = reveal(cards(), "robber-attack 7")
    panel = Painter()(seen(t.game, 0), "en")["east"]
    assert "30 until New Year" in panel
    assert "7: 5 of 6 left" in panel
    assert "Damaged roads" not in panel


@pytest.mark.parametrize(("language", "said"), [("en", "Numbers"), ("fr", "Nombres")])
def test_the_summary_counts_numbers_of_cards_and_no_dice(language: str, said: str) -> None:
    t = reveal(cards(), "robber-attack 7")
    table = seen(t.game, 0)
    assert isinstance(table.view, IslandView)
    chart = str(luck(Desk(table, Words(language)), table.view))
    assert said in chart
    for word in ("Dice", "Dés", "roll", "lancer"):
        assert word not in chart


@pytest.mark.parametrize(("language", "said"), [("en", "2 damaged roads"), ("fr", "2 routes endommagées")])
def test_damaged_roads_stand_in_the_row_of_their_owner_and_in_the_panel(language: str, said: str) -> None:
    t = cards(damaged={1: "0,0,NE 0,0,E"}, rolled=True)
    panels = Painter()(seen(t.game, 0), language)
    assert said in panels["rail-1"]
    assert said not in panels["rail-0"]
    assert Words(language).gettext("Damaged roads") in panels["east"]
    assert "event_cards_crack" in panels["pieces"]


def test_with_cities_and_knights_the_event_die_lies_beside_the_card() -> None:
    t = cards(modules=("cities_knights",))
    t.play("roll", "chance: throw 3", "chance: event trade", "chance: reveal fine-day 9")
    panel = Painter()(seen(t.game, 0), "en")["dice"]
    assert "event-card" in panel
    assert "die event" in panel
    assert "red 3" in panel


def test_the_painter_draws_a_whole_game_as_it_is() -> None:
    config = {"seats": 3, "modules": ["event_cards"], "layout": "random", "options": {"goal": 5}}
    painted(config, every=25)


@pytest.mark.parametrize(
    ("language", "label", "note"),
    [
        ("en", "Event cards", "36 cards with events in place of the dice"),
        ("fr", "Cartes Péripétie", "36 cartes et leurs péripéties à la place des dés"),
    ],
)
def test_the_form_for_a_new_table_offers_it(language: str, label: str, note: str) -> None:
    choice = offered("event_cards", language)
    assert (choice.label, choice.note, choice.on, choice.options) == (label, note, True, [])
    assert choice.prints


@pytest.mark.parametrize("language", ["en", "fr"])
def test_its_rules_stand_in_the_book(language: str) -> None:
    page = shelf(language, "", "event-cards", None)
    found = [rule.id for rule in page["found"]]
    assert found == [f"TB-EVT-{n:03}" for n in range(1, 58)]


@pytest.mark.rule("TB-EVT-027")
@pytest.mark.parametrize(("language", "said"), [("en", "strongest active knights"), ("fr", "chevaliers actifs")])
def test_with_cities_and_knights_the_card_tells_that_active_knights_count(language: str, said: str) -> None:
    t = cards(modules=("cities_knights",))
    t.play("roll", "chance: throw 3", "chance: event trade", "chance: reveal tournament 5")
    panels = Painter()(seen(t.game, 0), language)
    assert said in panels["dice"]
    assert said in panels["east"]
