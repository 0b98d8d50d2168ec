"""Caravans on the page: the panel of the bids, the form of a bid, points in the rows, the form, the rules, a game."""

from __future__ import annotations

import pytest

from bastide import Game
from bastide.view import SPECTATOR
from bastide.web.panels.painter import Painter
from bastide.web.panels.rows import joined
from bastide.web.rulebook import shelf
from tests.expansions.island.caravans.kit import ARROWS, THREE_CARAVANS, bid, caravans
from tests.expansions.island.caravans.test_bidding import bidding
from tests.web.making import offered
from tests.web.panels.test_painter import painted, seen

A, B, C = ARROWS


def drawn(t: object, viewer: int = 0, language: str = "en") -> str:
    game = t if isinstance(t, Game) else t.game  # type: ignore[attr-defined] # a Table
    return "".join(joined(Painter()(seen(game, viewer), language)).values())


@pytest.mark.parametrize(("language", "words"), [("en", "between wagons"), ("fr", "entre deux chariots")])
@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR])
def test_points_between_wagons_stand_in_the_rows(language: str, words: str, viewer: int) -> None:
    t = caravans(wagons=THREE_CARAVANS, settlements={1: "1,0,S -1,0,S"})
    panels = Painter()(seen(t.game, viewer), language)
    row = panels["rail-1"].split("stat-caravans")[1].split("</li>")[0]
    assert "+2" in row
    assert words in row
    assert words in panels["players-1"]
    assert "stat-caravans" not in panels["rail-0"]


@pytest.mark.parametrize(
    ("language", "bids", "left", "before"),
    [
        ("en", "Bids for the next wagon", "16 of 22 wagons left", "all may bid"),
        ("fr", "Mises pour le prochain chariot", "16 chariots sur 22", "tous peuvent miser"),
    ],
)
def test_the_panel_shows_the_bids_as_they_are_laid(language: str, bids: str, left: str, before: str) -> None:
    east = Painter()(seen(caravans(wagons=THREE_CARAVANS).game, 0), language)["east"]
    assert left in east
    assert before in east
    t = bidding(wagons=THREE_CARAVANS).play("bid wool*2 grain", "pass")
    panels = Painter()(seen(t.game, 3), language)
    assert bids in panels["east"]
    shown = panels["east"].split("caravans-stakes")[1]
    assert shown.count("<li") == 2
    assert shown.split("</li>")[0].count("chip") == 3
    assert "<b title" in shown
    assert ">3</b>" in shown
    assert "caravans-strip" in "".join(panels.values())


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "the next wagon may come here, between two wagons, +1: P1"),
        ("fr", "le prochain chariot peut venir ici, entre deux chariots, +1\u202f: P1"),
    ],
)
@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR])
def test_pointing_at_a_path_tells_what_a_wagon_would_bring_before_the_bid(
    language: str, told: str, viewer: int
) -> None:
    t = bidding(wagons=A, settlements={1: "1,-2,S"})
    pieces = Painter()(seen(t.game, viewer), language)["pieces"].replace("\u00a0", "\u202f")
    assert pieces.count("#caravans_next") == 4
    assert pieces.count(f"<title>{told}</title>") == 2


def test_the_panel_says_who_decided_and_why() -> None:
    t = bid(bidding(), {2: "grain"})
    assert "bid more than all others together and decides" in drawn(t)
    assert 'class="decides"' in drawn(t)
    t = bid(bidding(), {0: "wool", 1: "wool"}).play(f"0: vote {A}", f"1: vote {A}")
    page = drawn(t)
    assert "The last bids" in page
    assert "The majority of votes chose the path." in page
    assert "caravans-strip" not in page
    t = bid(bidding(2, modules=("two_players",)), {})
    assert "The bids are equal: each player places a wagon." in drawn(t)


@pytest.mark.parametrize(
    ("language", "bids", "nothing"), [("en", "Bid", "Bid nothing"), ("fr", "Miser", "Ne rien miser")]
)
def test_a_bid_is_made_of_cards_of_the_hand(language: str, bids: str, nothing: str) -> None:
    t = bidding(hands={0: "wool*2 grain ore"})
    choice = Painter()(seen(t.game, 0), language)["choice"]
    assert 'data-form="bid"' in choice
    assert 'data-prefix="bid"' in choice
    assert "data-need" not in choice
    assert 'data-good="wool" data-max="2"' in choice.replace("\n", " ")
    assert 'data-good="ore"' not in choice
    assert f">{bids}</button>" in choice
    assert 'data-notation="pass"' in choice
    assert nothing in choice
    assert "data-live" not in Painter()(seen(t.game, 1), language)["choice"]


def test_without_wool_and_grain_there_is_nothing_to_bid() -> None:
    choice = Painter()(seen(bidding(hands={0: "ore"}).game, 0), "en")["choice"]
    assert 'data-notation="pass"' in choice
    assert "data-form" not in choice


def test_the_painter_draws_a_whole_game_as_it_is() -> None:
    game = painted({"seats": 3, "modules": ["caravans"], "layout": "random", "options": {"goal": 7}}, every=10)
    assert "wagons left" in drawn(game) or "caravans" in drawn(game)


@pytest.mark.parametrize(
    ("language", "label", "note", "options"),
    [
        (
            "en",
            "Caravans",
            "bids of wool and grain send wagons from the oasis, goal 12",
            ["The majority of votes", "the most votes", "more than half"],
        ),
        (
            "fr",
            "La caravane marchande",
            "des mises de laine et de blé guident les chariots depuis l’oasis, objectif 12",
            ["La majorité des voix", "le plus de voix", "plus de la moitié"],
        ),
    ],
)
def test_the_form_for_a_new_table_offers_it(language: str, label: str, note: str, options: list[str]) -> None:
    choice = offered("caravans", language)
    assert (choice.label, choice.note, choice.on) == (label, note, True)
    [option] = choice.options
    assert (option.name, option.chosen) == ("majority", "most")
    assert [option.label, *(shown for _, shown in option.choices)] == options


@pytest.mark.parametrize("language", ["en", "fr"])
def test_its_rules_stand_in_the_book(language: str) -> None:
    page = shelf(language, "", "caravans", None)
    assert [rule.id for rule in page["found"]] == [f"TB-CARA-{n:03}" for n in range(1, 39)]
