"""Invasions, conquered hexes and buildings, and how they are freed."""

from __future__ import annotations

import pytest

from tests.expansions.island.barbarian_attack.kit import (
    CITY,
    SETTLEMENT,
    attack,
    barbarians,
    module,
    supply,
    weights,
)
from tests.kit import Table

SHORE = "0,-3,S"
"""A corner of the hex 3 alone, at a harbour for all goods."""


def building(**more: object) -> Table:
    """Red can build a settlement at 0,0,N, inland."""
    return attack(roads={0: "0,-1,SE 0,0,NE"}, hands={0: SETTLEMENT}, **more)  # type: ignore[arg-type] # keywords


@pytest.mark.rule("TB-BARB-007", "TB-BARB-008", "TB-BARB-049")
def test_a_settlement_brings_an_invasion_at_once() -> None:
    t = building().play("settle 0,0,N")
    t.check(phase="barbarian_attack_landing", actors=[-1])
    assert weights(t) == {f"throw {n}": 6 - abs(7 - n) for n in range(2, 13) if n != 7}
    t.play("throw 4")
    assert set(weights(t)) == {f"throw {n}" for n in (2, 3, 5, 6, 8, 9, 10, 11, 12)}
    t.play("throw 12", "throw 2").check(phase="main", actors=[0])
    assert (barbarians(t), supply(t)) == ({"-2,1": 1, "-2,0": 1, "0,2": 1}, 33)


@pytest.mark.rule("TB-BARB-007")
def test_a_city_does_and_a_road_does_not() -> None:
    t = attack(settlements={0: "0,0,N"}, roads={0: "0,-1,SE"}, hands={0: f"{CITY} brick lumber"})
    t.play("road 0,0,NE").check(phase="main")
    t.play("city 0,0,N").check(phase="barbarian_attack_landing")


@pytest.mark.rule("TB-BARB-009")
def test_a_full_hex_gets_none_and_the_roll_counts() -> None:
    t = building(barbarians={"1,-2": 3}).play("settle 0,0,N", "throw 8")
    assert t.told("barbarian_attack_full")
    t.play("throw 9", "throw 10").check(phase="main")
    assert barbarians(t) == {"1,-2": 3, "-1,-1": 1, "2,-1": 1}


@pytest.mark.rule("TB-BARB-010", "TB-BARB-055")
def test_an_empty_supply_ends_invasions_one_under_way_too() -> None:
    t = building(supply=1, prisoners={1: 9}).play("settle 0,0,N", "throw 8")
    t.check(phase="main")
    assert supply(t) == 0
    t = building(supply=0, prisoners={1: 9}).play("settle 0,0,N")
    t.check(phase="main")
    assert t.told("barbarian_attack_none")
    assert supply(t) == 0


@pytest.mark.rule("TB-BARB-011", "TB-BARB-015")
def test_the_third_barbarian_stops_the_yield_and_two_do_not() -> None:
    for count, drawn in ((2, "brick"), (3, "")):
        t = attack(barbarians={"1,-2": count}, settlements={0: "1,-2,S"}, rolled=False)
        t.play("roll", "roll 4 4").check(hands={0: f"{drawn} "})
    # The inland hex with the same number yields as ever.
    t = attack(barbarians={"1,-2": 3}, settlements={0: "1,0,N"}, rolled=False)
    t.play("roll", "roll 4 4").check(hands={0: "ore"})


@pytest.mark.rule("TB-BARB-012")
def test_nothing_is_built_at_a_conquered_hex() -> None:
    hand = {0: f"{SETTLEMENT} {CITY}"}
    free = attack(settlements={0: "1,-2,S"}, roads={0: "1,-2,SE 1,-2,E"}, hands=hand)
    taken = attack(settlements={0: "1,-2,S"}, roads={0: "1,-2,SE 1,-2,E"}, hands=hand, barbarians={"1,-2": 3})
    for text in ("city 1,-2,S", "settle 2,-3,S"):
        assert free.can(text), text
        taken.refuses(text, "TB-BARB-012")
    assert "1,-2,NE" in free.places("road")
    taken.refuses("road 1,-2,NE", "TB-BARB-012")
    assert taken.places("road") <= free.places("road")
    assert taken.places("road"), "paths of other hexes stay open"


@pytest.mark.rule("TB-BARB-013")
def test_a_building_between_sea_and_conquered_hexes_is_lost_with_points_and_harbour() -> None:
    # 1,-3,S is a corner of the hexes 3 and 8 alone.
    t = building(settlements={1: "1,-3,S"}, barbarians={"0,-2": 3, "1,-2": 2}, prisoners={1: 2})
    t.check(points={1: 2})
    t.play("settle 0,0,N", "throw 8")
    assert [event.seat for event in t.told("barbarian_attack_laid")] == [1]
    t.check(points={1: 1})


@pytest.mark.rule("TB-BARB-013")
def test_the_harbour_of_a_lost_building_does_not_serve() -> None:
    t = building(settlements={1: SHORE}, barbarians={"0,-2": 2})
    before = [int(t.r.rate(t.game.state, 1, g)) for g in range(5)]
    assert before == [3] * 5
    t.play("settle 0,0,N", "throw 3")
    assert [int(t.r.rate(t.game.state, 1, g)) for g in range(5)] == [4] * 5
    t.check(points={1: 0})


@pytest.mark.rule("TB-BARB-014")
def test_buildings_at_the_castle_and_the_desert_are_safe() -> None:
    t = building(settlements={1: "2,-2,N", 2: "-2,2,S"}, barbarians={"1,-2": 3, "-2,1": 3, "-1,2": 3, "2,-1": 3})
    m = module(t)
    assert [t.cell(m.lost + seat) for seat in range(3)] == [0, 0, 0]
    t.check(points={1: 1, 2: 1})


@pytest.mark.rule("TB-BARB-054")
def test_a_lost_building_still_keeps_its_place_and_cuts_roads() -> None:
    t = attack(
        settlements={1: "1,-3,S"},
        roads={0: "0,-2,NE 1,-3,SE"},
        barbarians={"0,-2": 3, "1,-2": 3},
        hands={0: SETTLEMENT},
    )
    t.check(length={0: 1}, points={1: 0})
    assert not t.places("settle")


@pytest.mark.rule(
    "TB-BARB-007", "TB-BARB-008", "TB-BARB-009", "TB-BARB-010", "TB-BARB-011", "TB-BARB-012", "TB-BARB-013"
)
def test_example_an_invasion() -> None:
    """TB-BARB-EX-01: two on the 9, three on the 8; Red has a settlement on -1,-2,S and builds elsewhere."""
    t = building(settlements={0: "-1,-2,S"}, barbarians={"-1,-1": 2, "1,-2": 3})
    before = supply(t)
    t.check(points={0: 1})
    t.play("settle 0,0,N", "throw 3")
    assert barbarians(t)["0,-2"] == 1
    t.play("throw 9")
    assert barbarians(t)["-1,-1"] == 3
    assert t.told("barbarian_attack_conquered")
    assert [e.seat for e in t.told("barbarian_attack_laid")] == [0]
    t.check(points={0: 1})
    assert not {"throw 7", "throw 3"} & set(weights(t))
    t.play("throw 8").check(phase="main")
    assert barbarians(t) == {"0,-2": 1, "-1,-1": 3, "1,-2": 3}
    assert before - supply(t) == 2
