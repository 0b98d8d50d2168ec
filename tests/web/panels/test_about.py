"""The sheet about hexes and seats: the same words in all worlds that its reader cannot tell apart, in both tongues."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import pytest
from msgspec.structs import replace

from bastide.kernel.game import Game
from bastide.kernel.resample import resample
from bastide.view import SPECTATOR, view
from bastide.view.island.facts import facts
from bastide.view.island.model import IslandView
from bastide.web.panels import render
from bastide.web.panels.about import about
from bastide.web.panels.desk import Desk, spoken
from tests.kit import table
from tests.web.panels import tables

PLACED = {0: "0,0,N 0,2,N", 1: "0,1,N"}
HANDS = {0: "ore*3 wool", 1: "grain*2 brick", 2: "lumber*4"}


def told(
    viewer: int = SPECTATOR,
    language: str = "en",
    world: int | None = None,
    at: Game | None = None,
    cards: Sequence[Mapping[str, int]] = (),
) -> str:
    game = at or table(settlements=PLACED, hands=HANDS, cards={1: "knight point"}, robber="0,0").game
    if world is not None:
        game.state = resample(game.rules, game.state, viewer, world)
    shown = view(game, viewer)
    assert isinstance(shown, IslandView)
    desk = Desk(replace(tables.mine(), view=shown), spoken(language, ""))
    return str(about(desk, shown, facts(game), cards))


@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_hidden_cards_do_not_show(viewer: int, language: str) -> None:
    assert told(viewer, language, 5) == told(viewer, language)


def test_a_seat_has_its_income_its_hand_and_its_exchanges() -> None:
    seat = re.search(r'<section data-fact="seat 0">.*?</section>', told())
    assert seat is not None
    words = re.sub("<[^>]+>", " ", seat[0])
    assert "4 cards in hand" in words
    assert "In 36 rolls:" in words
    assert "Exchanges: 4:1" in words
    at_harbour = table(settlements={0: "2,-1,N"}).game
    [shown] = [one for one in facts(at_harbour).hexes if one.place == "2,-1"]
    assert [one.text for one in shown.harbors]
    assert "the rest" in told(at=at_harbour)


def test_a_hex_has_its_chance_its_owners_and_the_robber() -> None:
    sheet = told()
    assert len(re.findall('data-fact="hex ', sheet)) == 19
    assert len(re.findall("The robber is here", sheet)) == 1
    assert "Nobody draws here." in sheet
    assert re.search(r"in 36 rolls</li><li><svg", sheet), "who draws follows the chance"
    assert "Les Voleurs sont ici" in told(language="fr")


def test_each_player_and_each_hex_of_land_asks_for_a_part_of_the_sheet() -> None:
    shown = "".join(map(str, render(tables.mine(), "en").values()))
    asked = re.findall(r'data-about="([^"]+)"', shown)
    assert sum(name.startswith("hex ") for name in asked) == 19
    assert {name for name in asked if name.startswith("hex ")} < set(re.findall(r'data-fact="([^"]+)"', told()))
    assert [name for name in asked if name.startswith("seat ")] == [f"seat {seat}" for seat in range(4)]


@pytest.mark.parametrize(
    ("language", "words"),
    [
        (
            "en",
            (
                "Known to all, at least: 2 ore",
                "The whole hand is known to all: 2 grain",
                "No card of this hand is known",
            ),
        ),
        ("fr", ("Connu de tous, au moins : 2 ", "Toute la main est connue de tous : 2", "Aucune carte de cette main")),
    ],
)
def test_known_cards_stand_in_the_sheet_of_their_seat_where_the_table_lists_them(
    language: str, words: tuple[str, str, str]
) -> None:
    cards = [{"ore": 2}, {"grain": 2, "brick": 1}, {}]
    sheet = told(language=language, cards=cards)
    plain = re.sub(r"\s+", " ", re.sub("<[^>]+>", " ", sheet).replace("\xa0", " "))
    shown = [one for one in words if one in plain]
    assert shown == list(words), plain[:1500]
    assert plain.count(words[2]) == 1, "of a hand without cards nothing is said"
    without = told(language=language)
    assert not any(one.split(":")[0] in re.sub("<[^>]+>", " ", without).replace("\xa0", " ") for one in words)
