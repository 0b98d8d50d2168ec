"""Rivers on the page: tiles on the players' cards, the panel of gold, the form, the summary, the rules."""

from __future__ import annotations

import re

import pytest

from bastide.view import SPECTATOR
from bastide.web.panels.painter import Painter
from bastide.web.panels.rows import joined
from bastide.web.rulebook import shelf
from tests.expansions.island.rivers.kit import BRIDGE, riverside
from tests.expansions.island.rivers.test_view import bridged
from tests.web.making import offered
from tests.web.panels.test_painter import painted, seen

FORTUNE = {
    "en": "Fortune, for the most gold: one point more",
    "fr": "Fortune, pour le plus d’or\u202f: 1 point de victoire en plus",
}
MISERY = {"en": "Misery: two points less", "fr": "Misère\u202f: 2 points de victoire en moins"}


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR])
def test_each_row_shows_gold_and_the_tiles(language: str, viewer: int) -> None:
    panels = Painter()(seen(bridged().game, viewer), language)
    for seat, gold in enumerate((4, 2, 2)):
        rail = panels[f"rail-{seat}"].replace("\u00a0", "\u202f")
        assert f"{gold}</span>" in rail.split("stat-purse")[1].split("</li>")[0]
        assert (FORTUNE[language] in rail, MISERY[language] in rail) == (seat == 0, seat > 0)
        assert (">Fortune<" in panels[f"players-{seat}"]) is (seat == 0)


def test_gold_is_traded_and_is_no_card_of_the_hand() -> None:
    panels = joined(Painter()(seen(riverside(gold=[4, 2], hands={0: "wool", 1: "ore"}).game, 0), "en"))
    assert panels["offer"].count('data-good="gold"') == 2, "given and wanted"
    assert 'data-notation="bank gold*2 ore"' in panels["offer"]
    assert 'data-good="wool"' in panels["hand"]
    assert 'data-good="gold"' not in panels["hand"]


def test_points_below_none_have_a_minus_sign() -> None:
    t = riverside(gold=[1, 4], settlements={0: "0,-2,N", 2: "0,2,S 2,0,N"})
    panels = Painter()(seen(t.game, 0), "en")
    assert '<b class="count">−1</b>' in panels["rail-0"].split('class="vp"')[1]
    assert [panels[f"players-{seat}"].split('class="sum">')[1].split("<")[0] for seat in (0, 2)] == ["1 − 2", "2 − 2"]


@pytest.mark.parametrize(
    ("language", "left"),
    [("en", "2 of 2 exchanges of 2 gold left this turn"), ("fr", "Échanges de 2 or ce tour-ci\u202f: encore 2 sur 2")],
)
def test_a_panel_lists_the_players_from_the_richest_down(language: str, left: str) -> None:
    t = riverside(gold=[1, 4, 2])
    east = "".join(panel for key, panel in Painter()(seen(t.game, 0), language).items() if "east" in key)
    panel = east.split('class="rivers"')[1].replace("\u00a0", "\u202f")
    assert left in panel
    assert re.findall(r'class="name">P(\d)<.*?<b>(\d)', panel) == [("1", "4"), ("2", "2"), ("0", "1")]


def test_the_bridge_has_a_button_with_its_cost() -> None:
    t = riverside(settlements={0: "-1,0,N"}, hands={0: BRIDGE})
    actions = Painter()(seen(t.game, 0), "en")["actions"]
    assert 'data-verb="bridge"' in actions
    assert "Bridge" in actions


def test_the_painter_draws_a_whole_game_as_it_is() -> None:
    config = {"seats": 3, "modules": ["rivers"], "layout": "random", "options": {"goal": 6}}
    painted(config, every=25)


def test_the_tiles_stand_in_the_summary() -> None:
    cities = {0: "0,-2,N -2,0,N 2,-2,N 2,0,N"}
    t = riverside(gold=[0, 1], cities=cities, settlements={0: "-1,0,N"}, hands={0: BRIDGE})
    t.play("bridge -1,-1,SE")
    assert t.game.winners == [0]
    panels = "".join(joined(Painter()(seen(t.game, 0), "en")).values())
    assert FORTUNE["en"] in panels
    assert "is the richest: Fortune" in panels


@pytest.mark.parametrize(
    ("language", "label", "option", "choices"),
    [
        (
            "en",
            "The Rivers of Catan",
            "Misery goes to",
            ["all but the richest", "those with the least gold"],
        ),
        (
            "fr",
            "Les Rivières de Catan",
            "La misère touche",
            ["tous sauf le plus riche", "ceux qui ont le moins d’or"],
        ),
    ],
)
def test_the_form_for_a_new_table_offers_it(language: str, label: str, option: str, choices: list[str]) -> None:
    choice = offered("rivers", language)
    assert (choice.label, choice.on) == (label, True)
    [found] = choice.options
    assert str(found).lower().count(option.lower()) >= 1
    for text in choices:
        assert text.lower() in str(found).lower()


@pytest.mark.parametrize("language", ["en", "fr"])
def test_its_rules_stand_in_the_book(language: str) -> None:
    page = shelf(language, "", "rivers", None)
    assert [rule.id for rule in page["found"]] == [f"TB-RIV-{n:03}" for n in range(1, 35)]
