"""Barbarian Attack on the page: the coast, the reader's knights, figures, the form, the rules, a game."""

from __future__ import annotations

import pytest

from bastide import Game
from bastide.view import SPECTATOR
from bastide.web.panels.painter import Painter
from bastide.web.panels.rows import joined
from bastide.web.rulebook import shelf
from tests.expansions.island.barbarian_attack.kit import attack
from tests.kit import Table
from tests.web.making import offered
from tests.web.panels.test_painter import painted, seen


def drawn(t: Table | Game, viewer: int = 0, language: str = "en") -> str:
    game = t if isinstance(t, Game) else t.game
    return "".join(joined(Painter()(seen(game, viewer), language)).values())


@pytest.mark.parametrize(
    ("language", "falls", "conquered"),
    [("en", "9 is freed if you stay:", "8 is conquered:"), ("fr", "9, victoire si vous restez", "8 est conquise")],
)
def test_the_coast_says_what_falls_and_what_is_lost(language: str, falls: str, conquered: str) -> None:
    t = attack(
        4,
        barbarians={"-1,-1": 1, "1,-2": 3, "0,-2": 2},
        knights={0: "-1,-1,E -2,-1,E"},
        settlements={1: "1,-2,N", 2: "0,-2,N"},
    ).play("end")
    page = drawn(t, 0, language)
    assert falls in page.replace("\u202f", " ").replace("\xa0", " ")
    assert conquered in page
    assert page.count('class="falls"') == 1
    if language == "en":
        assert "3 is in danger:" in page
        assert "9 is freed after this turn:" in drawn(t, 1)
        assert "29 barbarians left" not in page
        assert "30 barbarians left" in page


def test_the_readers_own_panel_and_the_figures_of_all() -> None:
    t = attack(knights={0: "0,0,E", 1: "0,0,NE 0,0,SE"}, prisoners={0: 3}, hands={0: "gold*4"})
    page = drawn(t)
    assert "2 gold for 1 card: 2 of 2 left this turn" in page
    assert "3 prisoners: 1 point, 1 more for the next." in page
    assert "side-barbarian_attack_own" not in drawn(t, SPECTATOR)
    panels = Painter()(seen(t.game, 1), "en")
    for seat, count in enumerate((1, 2, 0)):
        assert f"<span>{count}/6</span>" in panels[f"rail-{seat}"]


def test_the_march_has_a_button_to_end_it_and_one_to_stay() -> None:
    t = attack(knights={0: "0,0,E"}).play("end")
    assert 'data-notation="pass"' in drawn(t)
    page = drawn(t.play("march 0,0,E"))
    assert 'data-notation="halt 0,0,E"' in page
    assert "Stay here" in page


def test_the_painter_draws_a_whole_game_as_it_is() -> None:
    config = {"seats": 3, "modules": ["barbarian_attack"], "layout": "random", "options": {"goal": 6}}
    painted(config, every=10)


@pytest.mark.parametrize(("language", "label"), [("en", "Barbarian Attack"), ("fr", "L’Invasion barbare")])
def test_the_form_for_a_new_table_offers_it(language: str, label: str) -> None:
    choice = offered("barbarian_attack", language)
    assert choice.label == label
    assert len(choice.options) == 2


@pytest.mark.parametrize("language", ["en", "fr"])
def test_its_rules_stand_in_the_book(language: str) -> None:
    page = shelf(language, "", "barbarian-attack", None)
    assert [rule.id for rule in page["found"]] == [*(f"TB-BARB-{n:03}" for n in range(1, 59)), "TB-GEN-011"]
