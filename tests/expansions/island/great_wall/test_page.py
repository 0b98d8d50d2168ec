"""The Great Wall on the page: the panel of the wall, figures of each player, choices of a knight, the summary."""

from __future__ import annotations

import pytest

from bastide import Game
from bastide.web.panels.painter import Painter
from bastide.web.panels.rows import joined
from tests.expansions.island.great_wall.kit import steppe
from tests.kit import Table
from tests.web.panels.test_painter import seen


def drawn(t: Table | Game, viewer: int = 0, language: str = "en") -> str:
    game = t if isinstance(t, Game) else t.game
    page = "".join(joined(Painter()(seen(game, viewer), language)).values())
    return page.replace("\u202f", " ").replace("\xa0", " ")


@pytest.mark.rule("HIST-006")
@pytest.mark.parametrize(
    ("language", "falls", "passes", "design"),
    [
        ("en", "the next rider passes", "2 of 5 passes: at 5 all have lost", "own design"),
        ("fr", "le prochain coureur passe", "2 passages sur 5 : à 5, tous ont perdu", "un dessin de Bastide"),
    ],
)
def test_the_wall_says_what_falls(language: str, falls: str, passes: str, design: str) -> None:
    t = steppe(levels={1: 2, 2: 5}, fields={1: 2}, gathered="I*2", penalties={2: 2})
    page = drawn(t, 0, language)
    assert page.count('class="falls"') == 1
    assert falls in page
    assert passes in page
    assert design in page


@pytest.mark.rule("GW-035")
def test_the_panel_warns_when_the_next_pass_is_the_last() -> None:
    for passes, warned in ((3, False), (4, True)):
        page = drawn(steppe(penalties={2: passes}))
        assert (f'"fold-short bad">{passes} of 5 passes' in page) is warned


def test_the_figures_of_each_player() -> None:
    page = drawn(steppe(levels={1: 3}, penalties={1: 2}))
    assert "−2" in page
    assert "level of the wall" in page
    assert "21 riders in the bag" in page


@pytest.mark.rule("GW-030")
def test_a_knight_offers_what_it_can_do() -> None:
    page = drawn(steppe(gathered="I", behind="4,2", cards={0: "knight"}).play("knight"))
    for verb in ("ride", "free", "pirate"):
        assert f'data-verb="{verb}"' in page
    assert "No more" in page


@pytest.mark.rule("GW-012")
def test_the_button_shows_the_price_of_the_next_level() -> None:
    page = drawn(steppe(hands={0: "brick lumber"}))
    assert 'data-notation="wall-section"' in page


@pytest.mark.rule("GW-035")
@pytest.mark.parametrize(("language", "title"), [("en", "All have lost"), ("fr", "Tous ont perdu")])
def test_the_summary_of_a_lost_game(language: str, title: str) -> None:
    t = steppe(gathered="I", penalties={0: 2, 1: 2}, settlements={2: "1,4,N"}, rolled=False)
    t.play("roll", "roll 3 3")
    assert title in drawn(t, 0, language)
