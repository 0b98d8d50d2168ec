"""The wagon's move: points, tolls, grain, plazas, deliveries, the second move; compared with a slow search."""

from __future__ import annotations

import pytest

from tests.expansions.island.traders_barbarians.kit import (
    CASTLE,
    CASTLE_DOOR,
    FIT_OUT,
    GLASS_DOOR,
    GLASSWORKS,
    QUARRY,
    QUARRY_DOOR,
    SHUT,
    UPGRADE,
    cargo,
    gold,
    module,
    points_left,
    stack,
    trade,
    wagon,
    weights,
)
from tests.kit import Table

HERE = "0,0,N"
EAST, WEST, NORTH = "1,-1,S", "0,-1,S", "1,-2,S"
"""The corners beside it, along 0,0,NE, 0,-1,SE and 0,-1,E."""


def going(seats: int = 3, **more: object) -> Table:
    """Seat 0's wagon stands in the middle of the island, or elsewhere, and is on its move."""
    given = {"wagons": {0: HERE}, "barbarians": "1,-2,SE -2,1,NE 0,1,E", **more}
    return trade(seats, **given).play("end")  # type: ignore[arg-type] # keywords


# -- when, and how far


@pytest.mark.rule("TB-TRAD-014", "TB-TRAD-028")
def test_a_wagon_moves_at_the_end_of_the_turn_if_it_likes() -> None:
    t = trade(wagons={0: HERE})
    t.refuses(f"drive {EAST}", "TB-TRAD-014")
    t.refuses("rest", "TB-TRAD-014")
    t.play("end").check(phase="traders_barbarians_wagon", actors=[0])
    assert t.places("drive") == {EAST, WEST, NORTH}
    t.refuses("1: roll", "TB-TRAD-014")
    t.refuses("end", "TB-TRAD-014")
    t.refuses("drive 0,0,S", "TB-TRAD-014")
    t.play("rest").check(phase="roll", actors=[1])
    assert wagon(t) == HERE


@pytest.mark.rule("TB-TRAD-028", "TB-TRAD-007")
@pytest.mark.parametrize(("level", "points"), [(1, 4), (2, 5), (3, 6), (4, 7), (5, 7)])
def test_the_points_of_each_level(level: int, points: int) -> None:
    assert points_left(going(levels={0: level})) == points


@pytest.mark.rule("TB-TRAD-016")
def test_a_path_costs_two_an_own_road_one_anothers_a_gold_more() -> None:
    t = going(roads={0: "0,0,NE", 1: "0,-1,SE"}, hands={0: "gold*2"})
    t.play(f"drive {EAST}")
    assert points_left(t) == 3
    t.play(f"drive {HERE}", f"drive {WEST}")
    assert points_left(t) == 1
    assert gold(t) == [1, 1, 0]
    t = going().play(f"drive {NORTH}")
    assert points_left(t) == 2


@pytest.mark.rule("TB-TRAD-016", "TB-TRAD-018", "TB-TRAD-032")
def test_a_barbarian_costs_two_points_more() -> None:
    """TB-TRAD-EX-03: bare path 4, own road 3, another's road 3 and a gold."""
    for roads, left, purse in (({}, 0, 1), ({0: "0,0,NE"}, 1, 1), ({1: "0,0,NE"}, 1, 0)):
        t = going(barbarians="0,0,NE 1,0,E 0,2,CN", roads=roads, hands={0: "gold"}).play(f"drive {EAST}")
        assert t.told("traders_barbarians_drive")[0].c == left
        assert gold(t)[0] == purse
    t = going(barbarians="0,0,NE 1,0,E 0,2,CN", roads={0: "0,-1,SE"})
    t.play(f"drive {WEST}", f"drive {HERE}", f"drive {WEST}", f"drive {HERE}")
    assert points_left(t) == 0
    # A level-1 wagon with three points left stops before a barbarian on a bare path, or goes round.
    t = going(barbarians="0,0,NE 1,0,E 0,2,CN", roads={0: "0,0,E"}, wagons={0: "0,1,N"}).play(f"drive {EAST}")
    assert points_left(t) == 3
    t.refuses(f"drive {HERE}", "TB-TRAD-018")
    assert HERE not in t.places("drive")
    assert "2,-1,S" not in t.places("drive")
    assert t.places("drive") == {"0,1,N", "1,0,N"}


@pytest.mark.rule("TB-TRAD-017", "TB-TRAD-050")
def test_without_gold_anothers_road_is_closed() -> None:
    t = going(roads={1: "0,0,NE 1,-1,SE"}, hands={0: "gold"}).play(f"drive {EAST}")
    assert gold(t) == [0, 1, 0]
    t.refuses("drive 1,0,N", "TB-TRAD-017", missing="gold")
    t = going(roads={1: "0,0,NE 1,-1,SE"}, hands={0: "gold*3"}).play(f"drive {EAST}", "drive 1,0,N")
    assert gold(t) == [1, 2, 0], "for every path"


@pytest.mark.rule("TB-TRAD-015")
def test_wagons_and_buildings_are_no_obstacle() -> None:
    t = going(wagons={0: HERE, 1: EAST, 2: EAST}, settlements={1: EAST}).play(f"drive {EAST}", "drive 1,0,N")
    assert wagon(t) == "1,0,N"
    assert wagon(t, 1) == wagon(t, 2) == EAST


@pytest.mark.rule("TB-TRAD-045", "TB-TRAD-052")
def test_inner_paths_cost_as_others_and_the_coast_is_closed() -> None:
    t = going(wagons={0: GLASS_DOOR}, roads={0: "0,2,CN"})
    assert t.places("drive") == {GLASSWORKS, "0,1,S", "1,1,S", "1,0,S"}
    t.play(f"drive {GLASSWORKS}")
    assert t.told("traders_barbarians_drive")[0].c == 3
    t = going(wagons={0: GLASS_DOOR}).play(f"drive {GLASSWORKS}")
    assert t.told("traders_barbarians_drive")[0].c == 2
    t = going(wagons={0: GLASS_DOOR}, roads={2: "0,2,CN"}, hands={0: "gold"}).play(f"drive {GLASSWORKS}")
    assert (t.told("traders_barbarians_drive")[0].c, gold(t)) == (3, [0, 0, 1])
    t = going(wagons={0: "1,1,S"})
    assert t.places("drive") == {GLASSWORKS, GLASS_DOOR, "1,2,N"}
    t.refuses("drive 0,3,N", "TB-TRAD-045")
    assert "0,2,E" in SHUT


# -- points that are lost, grain


@pytest.mark.rule("TB-TRAD-018")
def test_points_that_are_not_enough_are_lost() -> None:
    t = going(levels={0: 2}, roads={1: "0,0,NE"}, hands={1: "gold"})
    t.play(f"drive {NORTH}", f"drive {HERE}")
    assert points_left(t) == 0, "one point is left, and no own road"
    assert t.verbs() == {"rest"}
    t = going(levels={0: 2}, roads={0: "0,0,NE"}).play(f"drive {NORTH}", f"drive {HERE}")
    assert points_left(t) == 1


@pytest.mark.rule("TB-TRAD-020", "TB-TRAD-053")
def test_a_grain_brings_two_points_once_a_turn() -> None:
    t = going(hands={0: "grain*2"}).play("feed")
    assert points_left(t) == 6
    t.check(hands={0: "grain"})
    t.refuses("feed", "TB-TRAD-020")
    t.play(f"drive {EAST}", f"drive {HERE}", f"drive {EAST}").check(phase="traders_barbarians_wagon")
    assert points_left(t) == 0
    t.play("rest", "roll", "roll 1 2", "end", "roll", "roll 1 2", "end", "roll", "roll 1 2", "end", "feed")
    assert points_left(t) == 6
    going().refuses("feed", "TB-TRAD-020", missing="grain")


@pytest.mark.rule("TB-TRAD-020", "TB-TRAD-053")
def test_after_the_points_are_lost_grain_brings_just_two() -> None:
    t = going(levels={0: 2}, hands={0: "grain"}).play(f"drive {EAST}", f"drive {HERE}")
    assert points_left(t) == 0
    t.play("feed")
    assert points_left(t) == 2, "the point that was left is lost"
    t = going(levels={0: 2}, hands={0: "grain"}, roads={0: "0,0,NE"}).play(f"drive {NORTH}", f"drive {HERE}", "feed")
    assert points_left(t) == 3, "the wagon could still move"


@pytest.mark.rule("TB-TRAD-018", "TB-TRAD-053")
@pytest.mark.parametrize("roads", [{}, {1: "0,0,NE"}])
def test_a_point_is_lost_where_it_is_not_enough_behind_a_barbarian(roads: dict[int, str]) -> None:
    """The barbarian could be driven off, but its path takes two points; or it is a road and there is no gold."""
    t = going(levels={0: 2}, roads=roads, barbarians="0,0,NE -2,1,NE 0,1,E", hands={0: "grain"})
    t.play(f"drive {NORTH}", f"drive {HERE}")
    assert points_left(t) == 0
    t.play("feed")
    assert points_left(t) == 2, "not 3"


# -- plazas


@pytest.mark.rule("TB-TRAD-019", "TB-TRAD-020")
def test_a_plaza_ends_the_move_and_grain_does_not_help() -> None:
    t = going(wagons={0: GLASS_DOOR}, levels={0: 4}, hands={0: "grain"}).play(f"drive {GLASSWORKS}", "load tools")
    assert t.verbs() == {"rest"}
    assert points_left(t) == 0
    t.refuses("feed", "TB-TRAD-019")
    t.refuses(f"drive {GLASS_DOOR}", "TB-TRAD-019")
    t.play("rest").check(phase="roll", actors=[1])


@pytest.mark.rule("TB-TRAD-021", "TB-TRAD-004", "TB-TRAD-022")
def test_the_first_visit_brings_a_token_and_no_gold() -> None:
    """TB-TRAD-EX-02, first part."""
    t = going(wagons={0: GLASS_DOOR}, roads={0: "0,2,CN"}).play(f"drive {GLASSWORKS}")
    t.check(phase="traders_barbarians_load", points={0: 0})
    assert weights(t) == {"load glass": 6, "load tools": 6}
    t.play("load glass")
    assert (cargo(t), gold(t)[0], stack(t, "glassworks")) == ("glass", 0, {"glass": 5, "tools": 6})
    t.check(points={0: 0})


@pytest.mark.rule("TB-TRAD-023", "TB-TRAD-024")
@pytest.mark.parametrize(
    ("kind", "door", "plaza", "new"),
    [
        ("glass", CASTLE_DOOR, CASTLE, "sand"),
        ("marble", CASTLE_DOOR, CASTLE, "tools"),
        ("tools", QUARRY_DOOR, QUARRY, "marble"),
        ("sand", GLASS_DOOR, GLASSWORKS, "glass"),
    ],
)
@pytest.mark.parametrize("level", [1, 3, 5])
def test_a_delivery_brings_a_point_and_gold_by_the_level(
    kind: str, door: str, plaza: str, new: str, level: int
) -> None:
    t = going(wagons={0: door}, cargo={0: kind}, levels={0: level}, barbarians="0,0,E 1,0,E -1,0,E")
    before = t.points(0)
    t.play(f"drive {plaza}", f"load {new}")
    assert (t.points(0) - before, gold(t)[0], cargo(t)) == (1, level, new)
    t.play("rest").check(phase="roll")


@pytest.mark.rule("TB-TRAD-025", "TB-TRAD-022", "TB-TRAD-019")
def test_another_plaza_just_ends_the_move() -> None:
    t = going(wagons={0: GLASS_DOOR}, cargo={0: "glass"}).play(f"drive {GLASSWORKS}")
    assert (cargo(t), gold(t)[0], stack(t, "glassworks")) == ("glass", 0, {"glass": 5, "tools": 6})
    assert t.verbs() == {"rest"}


@pytest.mark.rule("TB-TRAD-024")
def test_an_empty_stack_gives_nothing() -> None:
    t = going(wagons={0: GLASS_DOOR}, cargo={0: "sand"}, stacks={"glassworks": ""}).play(f"drive {GLASSWORKS}")
    t.check(phase="traders_barbarians_wagon", points={0: 1})
    assert t.told("traders_barbarians_empty")
    assert cargo(t) == ""
    # Whoever has nothing to deliver takes a token at the next plaza that has some.
    t = going(wagons={0: CASTLE_DOOR}, stacks={"citadel": "sand"}).play(f"drive {CASTLE}", "load sand")
    assert stack(t, "citadel") == {}


@pytest.mark.rule("TB-TRAD-039", "TB-TRAD-048")
def test_a_delivery_wins_at_once() -> None:
    t = going(wagons={0: CASTLE_DOOR}, cargo={0: "glass"}, delivered={0: "glass " * 3 + "marble " * 6 + "tools " * 3})
    t.play(f"drive {CASTLE}").check(phase="over", winners=[0], points={0: 13})


# -- swift journey


@pytest.mark.rule("TB-TRAD-047", "TB-TRAD-035", "TB-TRAD-020")
def test_a_card_brings_a_second_move() -> None:
    t = going(cards={0: "journey"}, hands={0: "grain*2"}, levels={0: 2}).play(f"drive {EAST}", "feed", "journey")
    assert points_left(t) == 5
    t.refuses("feed", "TB-TRAD-020")
    t.refuses("journey", "TB-TRAD-047")
    t.check(cards={0: ""})
    t.play(f"drive {HERE}", "rest").check(phase="roll", actors=[1])


@pytest.mark.rule("TB-TRAD-047", "TB-TRAD-019")
def test_the_second_move_follows_a_plaza_too() -> None:
    t = going(wagons={0: GLASS_DOOR}, cards={0: "journey"}, hands={0: "grain"}).play(
        f"drive {GLASSWORKS}", "load glass"
    )
    assert t.verbs() == {"journey", "rest"}
    t.play("journey")
    assert points_left(t) == 4
    assert t.can("feed")
    t.play(f"drive {GLASS_DOOR}", f"drive {GLASSWORKS}")
    assert t.verbs() == {"rest"}


@pytest.mark.rule("TB-TRAD-046", "TB-TRAD-047")
def test_the_card_is_no_exception_to_the_rules_of_cards() -> None:
    going(fresh={0: "journey"}).refuses("journey", "BASE-034")
    going(cards={0: "journey"}, card_played=True).refuses("journey", "BASE-034")
    going().refuses("journey", "BASE-034")
    trade(cards={0: "journey"}, wagons={0: HERE}).refuses("journey", "TB-TRAD-047")
    t = going(fresh={0: "journey"}).play("rest")
    assert t.cell(t.r.cards + module(t).journey_kind) == 1, "in the next turn it may be played"


# -- upgrades


@pytest.mark.rule("TB-TRAD-026", "TB-TRAD-027", "TB-TRAD-028")
def test_upgrades_one_column_each_several_in_a_turn() -> None:
    t = trade(wagons={0: HERE}, hands={0: "lumber*6 wool*4 ore*4"}).play("upgrade", "upgrade")
    t.check(hands={0: "lumber*4 wool*2 ore*2"}, points={0: 0})
    t.play("upgrade").check(hands={0: "lumber*2 wool ore"}, points={0: 0})
    t.play("upgrade").check(hands={0: ""}, points={0: 1})
    t.refuses("upgrade", "TB-TRAD-026")
    assert points_left(t.play("end")) == 7


@pytest.mark.rule("TB-TRAD-026")
def test_what_an_upgrade_costs() -> None:
    trade(hands={0: "lumber wool"}).refuses("upgrade", "TB-TRAD-026", missing="ore")
    trade(hands={0: UPGRADE}, levels={0: 3}).refuses("upgrade", "TB-TRAD-026", missing="lumber")
    trade(hands={0: FIT_OUT}, levels={0: 3}).play("upgrade").check(hands={0: ""})
    trade(hands={0: UPGRADE}, rolled=False).refuses("upgrade", "BASE-016")
    going(hands={0: UPGRADE}).refuses("upgrade", "TB-TRAD-014")


@pytest.mark.rule("TB-TRAD-027", "TB-TRAD-039")
def test_the_highest_level_may_win() -> None:
    t = trade(hands={0: FIT_OUT}, levels={0: 4}, delivered={0: "glass " * 6 + "marble " * 6}).play("upgrade")
    t.check(phase="over", winners=[0])
