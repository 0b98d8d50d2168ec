"""Troy on the page: the war, the own side, rows, forms, and that secrets are in no page."""

from __future__ import annotations

import pytest

from bastide import Game
from bastide.view import SPECTATOR, svg
from bastide.web.panels.painter import Painter
from bastide.web.panels.rows import joined
from tests.expansions.island.troy.kit import FIRST_ROW, battle, troy
from tests.kit import Table
from tests.view.island.seen import seen as viewed
from tests.web.panels.test_painter import seen

FLEET = "3,1 3,2 2,2 2,3 1,3 1,4"


def drawn(t: Table | Game, viewer: int = 0, language: str = "en") -> str:
    game = t if isinstance(t, Game) else t.game
    return "".join(joined(Painter()(seen(game, viewer), language)).values())


@pytest.mark.rule("TROY-006", "TROY-049")
def test_the_war_shows_the_row_as_the_reader_knows_it() -> None:
    t = troy(row=f"{FIRST_ROW} ore brick", givers="- - - - 0 1", rest="wool", markers=(2, 1))
    mine, other = drawn(t, 0), drawn(t, 1)
    assert "6 of 10" not in mine
    assert "7 of 10" in mine
    assert mine.count("a card that nobody knows") == 1
    assert mine.count("face down, ") == 1
    assert "ore, " in mine
    assert "brick, " in other
    assert drawn(t, SPECTATOR).count("face down, ") == 2
    assert "3 more cards bring a battle" in mine
    assert "own design" in mine


@pytest.mark.rule("TROY-042")
@pytest.mark.parametrize("viewer", [0, 1, 2, SPECTATOR])
def test_a_decision_card_is_in_its_owners_page_alone(viewer: int) -> None:
    pages = [drawn(troy(sides=sides, markers=(3, 1)), viewer) for sides in ("troy " * 2 + "mycenae " * 2,)]
    swapped = drawn(troy(sides="mycenae mycenae troy troy", markers=(3, 1)), viewer)
    assert (pages[0] == swapped) is (viewer == SPECTATOR)
    assert ("You stand by" in pages[0]) is (viewer != SPECTATOR)
    one = drawn(troy(sides="troy mycenae troy mycenae", markers=(3, 1)), 0)
    assert one == drawn(troy(sides="troy mycenae mycenae troy", markers=(3, 1)), 0)


@pytest.mark.rule("TROY-008")
def test_the_form_of_a_donation_takes_three_cards() -> None:
    page = drawn(troy(hands={0: "ore*5 wool"}))
    assert 'data-form="donate"' in page
    form = page.split('data-prefix="donate"')[1].split("</form>")[0]
    assert 'data-most="3"' in form
    assert form.count("data-adds=") == 2
    assert 'data-max="3"' in form
    given = troy(hands={0: "ore*5"}).play("donate ore")
    assert 'data-prefix="donate"' not in drawn(given)
    assert 'popovertarget="why-troy-donate"' in drawn(given)
    assert 'data-prefix="donate"' not in drawn(troy(hands={0: "ore*5"}), 1)


@pytest.mark.rule("TROY-024", "TROY-026", "TROY-031")
def test_ships_in_their_order_and_what_they_can_do() -> None:
    t = troy(ships={0: FLEET}, charters={0: "ore"}, people="1,4")
    page = drawn(t)
    fleet = page.split('class="fleet"')[1].split("</ol>")[0]
    assert fleet.count("<li") == 7
    assert fleet.count("stopped") == 1
    assert "following" in fleet
    assert 'data-notation="swap-card"' in page
    assert 'popovertarget="why-troy-draw-row"' in page
    assert "why-troy-swap-card" not in drawn(troy(ships={0: "3,1"})), "not built yet"


@pytest.mark.parametrize(("language", "words"), [("en", "trade points"), ("fr", "points de commerce")])
def test_each_row_tells_trade_points_and_ships(language: str, words: str) -> None:
    panels = Painter()(seen(troy(points={1: 5}, ships={1: "3,1 3,2"}).game, 0), language)
    row = panels["rail-1"].split("stat-troy")[1].split("</li>")[0]
    assert "<span>5</span>" in row
    assert words in row
    assert "2/7" in panels["rail-1"]
    assert "2/7" in panels["players-1"]


def test_the_last_battle_is_shown() -> None:
    t = troy(row=f"{FIRST_ROW} ore ore ore wool wool brick").play("end")
    battle(t, "ore ore ore wool")
    assert "The battle for Troy" in drawn(t, 1)
    battle(t, "wool grain brick")
    page = drawn(t, 1)
    assert "The last battle" in page
    assert "Troy wins" in page


def test_a_game_that_is_over_reveals_all() -> None:
    t = troy(row=f"{FIRST_ROW} ore ore ore wool wool brick", markers=(4, 0), cities={1: "0,1,N"}).play("end")
    battle(t, "ore ore ore wool wool grain brick")
    page = drawn(t, SPECTATOR)
    assert "Odile" in page or "wins" in page
    assert "6 points of the city" in page


def test_the_board_shows_ships_and_sea_people() -> None:
    t = troy(ships={0: FLEET}, people="5,5")
    view = viewed(t, 0)
    places = {(piece.kind, piece.place) for piece in view.pieces}
    assert ("troy_three", "3,1") in places
    assert ("troy_draw", "1,4") in places
    assert ("troy_people", "5,5") in places
    assert "troy_three" in svg.layers.pieces(view)
    assert 'href="#berth"' in svg.layers.land(view.board) or "berth" in svg.layers.land(view.board)
