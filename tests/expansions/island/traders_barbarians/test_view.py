"""Traders & Barbarians as it is shown: wagons, the reach of a move, the log, the text view, in both languages."""

from __future__ import annotations

import pytest

from bastide.expansions.island.traders_barbarians.view.model import TradersBarbariansView
from bastide.view import SPECTATOR
from bastide.view.text import text
from bastide.view.words import Words
from tests.expansions.island.traders_barbarians.kit import CASTLE, CASTLE_DOOR, trade
from tests.kit import Table
from tests.view.island.seen import Reader, seen

PLAYERS = ["Maud", "Odile", "Tibor", "Guilhem"]
SPACES = {0xA0: " ", 0x202F: " ", 0x2019: "'"}
lines = Reader(PLAYERS, SPACES).lines
HERE, EAST, WEST = "0,0,N", "1,-1,S", "0,-1,S"


def own(t: Table, viewer: int = 0) -> TradersBarbariansView:
    found = seen(t, viewer).modules["traders_barbarians"]
    assert isinstance(found, TradersBarbariansView)
    return found


@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR])
def test_everybody_sees_wagons_tokens_and_barbarians(viewer: int) -> None:
    t = trade(wagons={0: HERE, 1: CASTLE}, levels={1: 5}, cargo={0: "sand"}, delivered={1: "glass glass marble"})
    found = own(t, viewer)
    assert [(one.place, one.level, one.cargo, one.wanted, one.deliveries) for one in found.wagons] == [
        (HERE, 1, "sand", "glassworks", 0),
        (CASTLE, 5, "", "", 3),
        ("", 1, "", "", 0),
    ]
    assert found.stacks["citadel"] == {"tools": 6, "sand": 5}
    assert len(found.barbarians) == 3
    assert found.move is None
    assert {(one.source, one.points) for one in seen(t, viewer).seats[1].sources if one.points} == {
        ("traders_barbarians_delivered", 3),
        ("traders_barbarians_top", 1),
    }
    assert seen(t, viewer).seats[1].route == -1


@pytest.mark.rule("TB-TRAD-033")
def test_a_barbarian_robs_the_owner_of_a_road_who_has_cards() -> None:
    """What is told of a path before a barbarian goes there."""
    t = trade(
        roads={0: "0,0,NE", 1: "0,0,E", 2: "0,0,SE"}, hands={0: "wool", 1: "gold*2", 2: "ore"}, rolled=False
    ).play("roll", "roll 3 4", "rouse 0,1,E")
    words = Words("en")
    tips = {target.place: [words.text(say, PLAYERS) for say in target.tip] for target in seen(t).targets}
    assert tips["0,0,NE"] == ["road of Maud"]
    assert tips["0,0,E"] == ["road of Odile"], "gold is not taken"
    assert tips["0,0,SE"] == ["road of Tibor: you take a card"]
    assert tips["1,0,E"] == []


def test_each_way_tells_its_points_and_to_whom_its_tolls_go() -> None:
    t = trade(wagons={0: HERE}, roads={0: "0,-1,SE", 1: "0,0,NE 1,-1,SE"}, hands={0: "gold*2"}).play("end")
    view, words = seen(t), Words("en")
    tips = {target.place: [words.text(say, PLAYERS) for say in target.tip] for target in view.targets}
    assert tips[EAST] == ["1 point on the way, 3 left", "1 gold to Odile"]
    assert tips[WEST] == ["1 point on the way, 3 left"]
    far = {
        piece.place: [words.text(say, PLAYERS) for say in piece.told] for piece in view.pieces if "_far_" in piece.kind
    }
    assert far["1,0,N"] == ["2 points on the way, 2 left", "2 gold to Odile"]
    assert EAST not in far
    t = trade(wagons={0: CASTLE_DOOR}, roads={0: "-2,0,CNE"}).play("end")
    [plaza] = [target for target in seen(t).targets if target.place == CASTLE]
    assert words.text(plaza.tip[-1], PLAYERS) == "the plaza ends the move"


def test_the_button_of_the_next_level_has_its_price_or_says_why_not() -> None:
    t = trade(hands={0: "lumber wool ore"})
    [button] = [one for one in seen(t).actions if one.verb == "upgrade"]
    assert (button.enabled, button.notation, button.left) == (True, "upgrade", 4)
    assert button.cost == {"lumber": 1, "wool": 1, "ore": 1}
    t = trade(hands={0: "lumber wool ore"}, levels={0: 4})
    [button] = [one for one in seen(t).actions if one.verb == "upgrade"]
    assert button.cost == {"lumber": 2, "wool": 1, "ore": 1}
    assert button.reason is not None
    assert (button.reason.rule, button.reason.missing) == ("TB-TRAD-026", {"lumber": 1})
    [button] = [one for one in seen(trade(levels={0: 5})).actions if one.verb == "upgrade"]
    assert (button.enabled, button.cost, button.left) == (False, {}, 0)
    [button] = [one for one in seen(trade(rolled=False)).actions if one.verb == "upgrade"]
    assert button.reason is not None


@pytest.mark.parametrize(
    ("language", "told"),
    [
        (
            "en",
            [
                "Maud drives on: 3 points left",
                "Maud pays 1 gold to Odile for the road",
                "Maud delivers glass: 1 point, 1 gold",
                "Maud takes sand, wanted here: glassworks",
            ],
        ),
        (
            "fr",
            [
                "Maud avance : il reste 3 points",
                "Maud paie 1 or à Odile pour sa route",
                "Maud livre : vitraux, 1 point, 1 or",
                "Maud charge : sable, destination : verrerie",
            ],
        ),
    ],
)
def test_a_delivery_in_the_log(language: str, told: list[str]) -> None:
    t = trade(wagons={0: CASTLE_DOOR}, cargo={0: "glass"}, roads={1: "-2,0,CNE"}, hands={0: "gold"})
    found = lines(t.play("end", f"drive {CASTLE}", "load sand"), language)
    assert [line.casefold() for line in found[-4:]] == [line.casefold() for line in told]


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("seats", [2, 3])
def test_the_text_view_tells_wagons_places_and_the_reach(language: str, seats: int) -> None:
    modules = ("two_players",) if seats == 2 else ()
    t = trade(seats, wagons={0: HERE}, cargo={0: "glass"}, modules=modules, hands={0: "gold*2"}).play("end")
    flat = " ".join(text(seen(t), Words(language), PLAYERS).translate(SPACES).split())
    for part in {
        "en": (
            "Wagon of Maud: 0,0,N, level 1",
            "Castle: gives tools 6, sand 6; wants glass, marble",
            "Within reach: ",
            "Paths within hexes: -2,0,CN;",
        ),
        "fr": (
            "Chariot de Maud : 0,0,N, niveau 1",
            "veut vitraux, marbre",
            "À portée : ",
            "Chemins à l'intérieur des tuiles : -2,0,CN",
        ),
    }[language]:
        assert part in flat
    assert "long" not in " ".join(line for line in flat.split(";") if "Maud (" in line)
