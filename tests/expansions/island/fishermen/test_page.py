"""Fishermen on the page: the panels of fish and waters, rows, the board, the form, the rules, a game."""

from __future__ import annotations

import pytest

from bastide import Game
from bastide.view import SPECTATOR, svg
from bastide.web.panels.painter import Painter
from bastide.web.panels.rows import joined
from bastide.web.rulebook import shelf
from tests.expansions.island.fishermen.kit import INLAND, NINE, fishers
from tests.kit import Table
from tests.view.island.seen import seen as viewed
from tests.web.making import offered
from tests.web.panels.test_painter import painted, seen


def drawn(t: Table | Game, viewer: int = 0, language: str = "en") -> str:
    game = t if isinstance(t, Game) else t.game
    return "".join(joined(Painter()(seen(game, viewer), language)).values())


@pytest.mark.parametrize(("language", "words"), [("en", "fish tokens"), ("fr", "jetons Poisson")])
@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR])
def test_each_row_tells_the_tokens_and_the_boot(language: str, words: str, viewer: int) -> None:
    panels = Painter()(seen(fishers(fish={0: "1 3", 1: "2*3"}, boot=1).game, viewer), language)
    for seat, count in enumerate((2, 3)):
        row = panels[f"rail-{seat}"].split("stat-fishermen")[1].split("</li>")[0]
        assert f"<span>{count}</span>" in row
        assert words in row
        assert row.startswith(" boot") is (seat == 1)
        assert words in panels[f"players-{seat}"]


def test_the_panel_offers_the_best_payment_and_the_others_behind_a_button() -> None:
    t = fishers(fish={0: "1 2 3"}, robber="1,-2")
    page = drawn(t)
    first, other = page.index('data-notation="fish robber 2"'), page.index('data-notation="fish robber 3"')
    assert first < other
    assert "tokens 3, 1 fish lost" in page
    assert 'popovertarget="why-fish-steal"' in page
    assert "no other player has a card" in page
    assert 'data-notation="fish' not in drawn(t, 1)
    assert "side-fishermen" not in drawn(t, SPECTATOR).replace("side-fishermen_waters", "")


def test_the_waters_tell_the_stock_and_the_boot() -> None:
    page = drawn(fishers(fish={0: "1 2 3"}, spent="1*2"), SPECTATOR)
    assert "25 tokens to draw" in page
    assert "The old boot lies face down" in page
    t = fishers(boot=0, settlements={1: INLAND})
    assert 'data-notation="boot 1"' in drawn(t)
    assert 'data-notation="boot 1"' not in drawn(t, 1)
    t = fishers(boot=0, settlements={0: INLAND})
    assert 'popovertarget="why-fish-boot"' in drawn(t)
    assert "needs 11" in drawn(t, 1)


def test_tokens_of_others_are_in_no_page() -> None:
    one = fishers(fish={0: "1", 1: "3*2"}, spent="3")
    other = fishers(fish={0: "1", 1: "2*2"}, spent="3")
    for viewer in (0, 2, SPECTATOR):
        assert drawn(one, viewer) == drawn(other, viewer)
    assert drawn(one, 1) != drawn(other, 1)


def test_a_token_is_exchanged_by_its_picture() -> None:
    t = fishers(rolled=False, cities={0: NINE}, fish={0: "1*6 3"}).play("roll", "roll 4 5")
    page = drawn(t)
    assert page.count("fish-answer") == 2
    assert 'data-notation="throw-back 1"' in page


def test_the_board_has_a_lake_with_four_numbers_and_six_grounds() -> None:
    board = viewed(fishers()).board
    land = svg.land(board)
    assert land.count('class="site-ground"') == 6
    assert 'href="#hex-lake-0"' in land
    assert 'id="hex-lake-0"' in svg.defs(board)
    assert svg.lit(viewed(fishers())).count('href="#token-12"') == 2, "the lake's and that of the fields"


def test_for_two_there_are_no_trade_tokens_on_the_page() -> None:
    page = drawn(fishers(2, modules=("two_players",), fish={0: "2"}))
    assert "stat-two-players" not in page
    assert "side-two_players" not in page


def test_the_painter_draws_a_whole_game_as_it_is() -> None:
    config = {"seats": 3, "modules": ["fishermen"], "layout": "random", "options": {"goal": 5}}
    game = painted(config, every=10)
    assert "fish token" in drawn(game), "among the facts of the summary"


@pytest.mark.parametrize(
    ("language", "label", "note"),
    [
        ("en", "Fishermen", "a lake, fishing grounds, fish tokens and an old boot"),
        ("fr", "Les Pêcheurs", "un lac, des sites de pêche, des jetons Poisson et une Vieille Godasse"),
    ],
)
def test_the_form_for_a_new_table_offers_it(language: str, label: str, note: str) -> None:
    choice = offered("fishermen", language)
    assert (choice.label, choice.note, choice.on, choice.options) == (label, note, True, [])


@pytest.mark.parametrize("language", ["en", "fr"])
def test_its_rules_stand_in_the_book(language: str) -> None:
    page = shelf(language, "", "fishermen", None)
    assert [rule.id for rule in page["found"]] == [f"TB-FISH-{n:03}" for n in range(1, 40)]
