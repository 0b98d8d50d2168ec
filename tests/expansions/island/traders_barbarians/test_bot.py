"""The greedy bot in Traders & Barbarians: it delivers, attacks, feeds and upgrades its wagon, hinders the others."""

from __future__ import annotations

import pytest

from bastide.players import make_bot
from bastide.players.honest import assert_honest
from tests.chosen import sampled
from tests.expansions.island.traders_barbarians.kit import (
    CASTLE,
    CASTLE_DOOR,
    GLASS_DOOR,
    GLASSWORKS,
    ONE,
    QUARRY_DOOR,
    UPGRADE,
    barbarians,
    cargo,
    trade,
    wagon,
)
from tests.kit import Table
from tests.players.strength import MATCHES, measure
from tests.sizes import sized


def chosen(t: Table, seat: int = 0) -> str:
    return make_bot("greedy", seat).choose(t.game, seat)


def moved(t: Table) -> Table:
    """The bot of seat 0 has moved its wagon."""
    while t.actors == [0] and t.phase == "traders_barbarians_wagon":
        t.play(chosen(t))
    return t


def test_it_drives_to_the_place_that_wants_its_token() -> None:
    for kind, door, plaza in (("glass", CASTLE_DOOR, CASTLE), ("sand", GLASS_DOOR, GLASSWORKS)):
        t = moved(trade(wagons={0: door}, cargo={0: kind}, barbarians="0,0,E 1,0,E 0,1,E").play("end"))
        assert (wagon(t), t.phase) == (plaza, "traders_barbarians_load")


def test_without_a_token_it_goes_to_the_nearest_plaza_that_has_some() -> None:
    t = moved(trade(wagons={0: QUARRY_DOOR}, barbarians="0,0,E 1,0,E 0,1,E").play("end"))
    assert wagon(t) == "2,-2,C"
    t = trade(wagons={0: QUARRY_DOOR}, barbarians="0,0,E 1,0,E 0,1,E", stacks={"quarry": ""}).play("end")
    assert wagon(moved(t)) != "2,-2,C"


def test_it_takes_its_own_roads() -> None:
    roads = "0,0,NE 1,-1,SE 1,-1,E"
    t = moved(
        trade(wagons={0: "0,0,N"}, cargo={0: "tools"}, roads={0: roads}, barbarians="1,-2,SE 0,0,E 0,1,E").play("end")
    )
    assert wagon(t) not in ("0,0,N", "1,-2,S")


def test_without_gold_it_goes_round_the_road_of_another() -> None:
    given = {
        "wagons": {0: "-1,0,N"},
        "cargo": {0: "glass"},
        "roads": {1: "-1,-1,SE"},
        "barbarians": "1,0,E 0,1,E 2,0,E",
    }
    assert wagon(moved(trade(**given, hands={0: "gold"}).play("end"))) == CASTLE  # type: ignore[arg-type] # keywords
    assert wagon(moved(trade(**given).play("end"))) not in ("-1,0,N", CASTLE)  # type: ignore[arg-type] # keywords


def test_a_grain_that_brings_the_delivery_is_spent() -> None:
    t = trade(wagons={0: "-1,-1,S"}, cargo={0: "glass"}, barbarians="-2,0,CNE 0,0,E 0,1,E", hands={0: "grain"})
    t = moved(t.play("end"))
    assert wagon(t) == CASTLE
    t = trade(wagons={0: "-1,0,N"}, cargo={0: "glass"}, barbarians="-2,0,CNE 0,0,E 0,1,E", hands={0: "grain"})
    t = moved(t.play("end"))
    assert wagon(t) == CASTLE
    t.check(hands={0: "gold"})


def test_it_attacks_a_barbarian_on_its_way() -> None:
    t = trade(wagons={0: CASTLE_DOOR}, cargo={0: "glass"}, levels={0: 4}, barbarians="-2,0,CNE 0,0,E 0,1,E").play("end")
    t.play("drive -1,0,N", "drive -1,-1,S")
    assert chosen(t) == "expel -2,0,CNE"


def test_a_barbarian_goes_to_a_road_of_one_with_cards() -> None:
    t = trade(roads={1: "0,0,NE", 0: "0,0,E"}, hands={1: "ore*3"}, rolled=False).play("roll", "roll 3 4")
    t.play(chosen(t))
    t.play(chosen(t))
    assert "0,0,NE" in barbarians(t)


def test_it_frees_its_own_way() -> None:
    t = trade(wagons={0: GLASS_DOOR}, cargo={0: "sand"}, barbarians="0,2,CN 1,-2,SE -2,1,NE", rolled=False)
    assert chosen(t.play("roll", "roll 3 4")) == "rouse 0,2,CN"


def test_it_upgrades_its_wagon() -> None:
    t = trade(wagons={0: "0,0,N"}, hands={0: UPGRADE}, settlements={0: "0,0,N"}, turn=3)
    assert chosen(t) == "upgrade"


def test_the_card_brings_a_second_move() -> None:
    t = trade(wagons={0: "0,0,N"}, cargo={0: "glass"}, cards={0: "journey"}).play("end")
    moved(t)
    t.check(cards={0: ""})
    assert cargo(t) == "glass" or t.phase == "traders_barbarians_load"


@pytest.mark.slow
@pytest.mark.parametrize(("match", "least"), [("one-blind", 5), ("duel-blind", 6)])
def test_with_the_rooms_part_the_bot_wins_more(match: str, least: int) -> None:
    """The README has the figures of more games."""
    games = sized(10, 400)
    assert measure(MATCHES[match], games, modules=(ONE,)).wins() >= least * games // 10


@pytest.mark.slow
def test_it_beats_random_seats() -> None:
    games = sized(8, 400)
    assert measure(MATCHES["three"], games, modules=(ONE,)).wins() >= 0.9 * games


@pytest.mark.compiled
@pytest.mark.parametrize("others", sampled([(), ("event_cards",)], count=1))
def test_it_looks_at_no_hidden_card(others: tuple[str, ...]) -> None:
    config = {"game": "island", "seats": 3, "modules": [ONE, *others]}
    assert assert_honest(make_bot("greedy", 1), config, decisions=120) == 40
