"""Catan for Two on the page: tokens, both numbers of the turn, the choice of a colour, the form, the rules, a game."""

from __future__ import annotations

import pytest

from bastide import Game
from bastide.view import SPECTATOR
from bastide.view.words import Words
from bastide.web.making import Making, may_duel, sentence
from bastide.web.panels.painter import Painter
from bastide.web.panels.rows import joined
from bastide.web.rulebook import shelf
from tests.expansions.island.two_players.kit import ROAD, WHITE, two
from tests.expansions.island.two_players.test_building import COAST, COAST_ROAD
from tests.expansions.island.two_players.test_together import at_sea
from tests.web.making import offered
from tests.web.panels.test_painter import painted, seen


def drawn(t: object, viewer: int = 0, language: str = "en") -> str:
    game = t if isinstance(t, Game) else t.game  # type: ignore[attr-defined] # a Table
    return "".join(joined(Painter()(seen(game, viewer), language)).values())


@pytest.mark.parametrize(("language", "words"), [("en", "trade tokens"), ("fr", "jetons Commerce")])
@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR])
def test_each_row_tells_the_tokens(language: str, words: str, viewer: int) -> None:
    panels = Painter()(seen(two(tokens=(3, 6)).game, viewer), language)
    for seat, count in enumerate((3, 6)):
        row = panels[f"rail-{seat}"].split("stat-two-players")[1].split("</li>")[0]
        assert f"<span>{count}</span>" in row
        assert words in row
        assert words in panels[f"players-{seat}"]


def test_the_panel_offers_what_tokens_buy_and_says_why_not() -> None:
    t = two(robber="2,-1", hands={1: "ore*2"})
    page = drawn(t)
    assert 'data-notation="forced-trade"' in page
    assert 'data-notation="banish 0,0"' in page
    assert 'popovertarget="why-retire"' in page
    assert "you have played no knight that you could give up" in page
    assert "An action costs 1 token, one action a turn." in page
    assert 'data-notation="forced-trade"' not in drawn(t, 1)
    assert "side-two_players" not in drawn(t, SPECTATOR)


def test_the_dice_tell_both_numbers_and_that_one_is_to_come() -> None:
    t = two(rolled=False).play("roll", "roll 2 4")
    assert "This turn: 6; one more to come" in drawn(t)
    assert "This turn: 6, 2" in drawn(t.play("roll", "roll 1 1"))


def test_a_neutral_colour_is_chosen_by_its_shield() -> None:
    t = two(settlements={0: COAST}, hands={0: ROAD}).play(f"road {COAST_ROAD}")
    page = drawn(t)
    assert page.count("two-players-colour") == 2
    assert 'data-notation="neutral 2"' in page
    assert "Which neutral colour builds a road?" in page


def test_the_painter_draws_a_whole_game_as_it_is() -> None:
    config = {"seats": 2, "modules": ["two_players"], "layout": "random", "options": {"goal": 6}}
    game = painted(config, every=10)
    assert "trade token" in drawn(game), "among the facts of the summary"


@pytest.mark.parametrize(
    ("language", "label", "note"),
    [
        ("en", "Catan for Two", "two neutral colours, two rolls a turn, trade tokens"),
        ("fr", "Catan à deux", "deux couleurs neutres, deux lancers par tour, des jetons Commerce"),
    ],
)
def test_the_form_for_a_new_table_offers_it(language: str, label: str, note: str) -> None:
    choice = offered("two_players", language)
    assert (choice.label, choice.note, choice.on, choice.options) == (label, note, True, [])


@pytest.mark.parametrize("language", ["en", "fr"])
def test_its_rules_stand_in_the_book(language: str) -> None:
    page = shelf(language, "", "two-players", None)
    assert [rule.id for rule in page["found"]] == [f"TB-TWO-{n:03}" for n in range(1, 37)]


def test_the_form_calls_no_duel_what_only_two_play() -> None:
    alone = Making(seats=("greedy",), modules=("two_players",))
    assert sentence(alone, Words("en")).startswith("2 players share the island")
    assert [may_duel(modules) for modules in ((), ("two_players",))] == [True, False]


def test_at_sea_the_row_of_a_neutral_colour_tells_its_longest_route() -> None:
    board = at_sea().r.board
    road = board.edge_names[int(board.corner_edges[3 * board.corner_index["2,3,S"]])]
    rows = Painter()(seen(at_sea(roads={WHITE: road}).game, 0), "en")
    assert "longest route 1: 1 road" in rows[f"rail-{WHITE}"]
    assert 'tabindex="0"' in rows[f"rail-{WHITE}"]
    assert "tabindex" not in rows[f"rail-{WHITE + 1}"]
