"""Barbarians: driven off by wagons, moved on sevens, by knights, robbing the owners of roads."""

from __future__ import annotations

import pytest

from tests.expansions.island.traders_barbarians.kit import (
    FIRST,
    GLASS_DOOR,
    GLASSWORKS,
    SHUT,
    barbarians,
    gold,
    points_left,
    trade,
    wagon,
    weights,
)
from tests.kit import Table

HERE, EAST, WEST, NORTH = "0,0,N", "1,-1,S", "0,-1,S", "1,-2,S"
NE = "0,0,NE"
"""The path to the east of the wagon."""


def facing(level: int = 3, **more: object) -> Table:
    """Seat 0's wagon stands before a barbarian and is on its move."""
    given = {"wagons": {0: HERE}, "levels": {0: level}, "barbarians": f"{NE} 1,0,E 0,2,CN", **more}
    return trade(3, **given).play("end")  # type: ignore[arg-type] # keywords


@pytest.mark.rule("TB-TRAD-029")
@pytest.mark.parametrize(("level", "least"), [(2, 6), (3, 5), (4, 4), (5, 3)])
def test_which_rolls_drive_a_barbarian_off(level: int, least: int) -> None:
    for roll in range(1, 7):
        t = facing(level).play(f"expel {NE}")
        assert weights(t) == {f"throw {n}": 1 for n in range(1, 7)}
        t.play(f"throw {roll}")
        assert (t.phase == "traders_barbarians_post") is (roll >= least)


@pytest.mark.rule("TB-TRAD-029")
def test_who_may_attack() -> None:
    facing(1).refuses(f"expel {NE}", "TB-TRAD-029")
    facing().refuses("expel 1,0,E", "TB-TRAD-029")
    facing().refuses("expel 0,-1,SE", "TB-TRAD-029")
    trade(wagons={0: HERE}, levels={0: 3}).refuses("expel 0,1,E", "TB-TRAD-014")
    assert facing().places("expel") == {NE}


@pytest.mark.rule("TB-TRAD-030", "TB-TRAD-032", "TB-TRAD-036")
def test_a_barbarian_driven_off_goes_anywhere_and_robs_nobody() -> None:
    """TB-TRAD-EX-04: a five or six at level 3."""
    t = facing(roads={1: "0,0,E"}, hands={1: "ore*3"}).play(f"expel {NE}", "throw 5")
    board = t.r.board
    inland = set(board.edge_names[: board.overland]) - SHUT
    assert t.places("post") == inland - {NE, "1,0,E", "0,2,CN"}
    t.refuses(f"post {NE}", "TB-TRAD-049")
    t.refuses("post 1,0,E", "TB-TRAD-032")
    t.refuses("post 0,2,E", "TB-TRAD-036")
    t.refuses("rest", "TB-TRAD-033")
    t.play("post 0,0,E").check(phase="traders_barbarians_wagon", actors=[0], hands={1: "ore*3"})
    assert barbarians(t) == {"0,0,E", "1,0,E", "0,2,CN"}
    assert points_left(t) == 6
    t.play(f"drive {EAST}")
    assert points_left(t) == 4


@pytest.mark.rule("TB-TRAD-031")
def test_a_barbarian_that_holds_out_is_not_passed_this_turn() -> None:
    t = facing(roads={0: NE}).play(f"expel {NE}", "throw 4")
    t.check(phase="traders_barbarians_wagon")
    assert barbarians(t) == {NE, "1,0,E", "0,2,CN"}
    t.refuses(f"drive {EAST}", "TB-TRAD-031")
    t.refuses(f"expel {NE}", "TB-TRAD-031")
    assert points_left(t) == 6
    assert t.places("drive") == {WEST, NORTH}
    t.play(f"drive {WEST}", "rest", "roll", "roll 1 2", "end", "roll", "roll 1 2", "end")
    t.play("roll", "roll 1 2", "end", f"drive {HERE}")
    assert t.can(f"expel {NE}"), "the next turn"
    assert t.can(f"drive {EAST}")


@pytest.mark.rule("TB-TRAD-031")
def test_each_barbarian_is_attacked_once_a_turn() -> None:
    t = facing(5, barbarians=f"{NE} 0,-1,SE 0,2,CN").play(f"expel {NE}", "throw 3", "post 0,-1,E")
    t.refuses("expel 0,-1,E", "TB-TRAD-031")
    assert t.can("expel 0,-1,SE"), "another one"
    assert t.can(f"drive {NORTH}"), "it may be passed, at its price"


@pytest.mark.rule("TB-TRAD-031", "TB-TRAD-018")
def test_points_are_lost_where_no_way_is_left() -> None:
    t = facing(2, barbarians=f"{NE} 0,2,CN 0,1,E", roads={0: f"{NE} 0,-1,SE", 1: "0,-1,E"})
    t.play(f"drive {WEST}", f"drive {HERE}", f"drive {WEST}", f"drive {HERE}")
    assert points_left(t) == 1
    t = facing(2, barbarians=f"{NE} 0,2,CN 0,1,E", roads={0: NE, 1: "0,-1,E"}, hands={0: "gold*2"})
    t.play(f"drive {WEST}", f"drive {HERE}")
    assert points_left(t) == 1, "an attack may open a way"
    t.play(f"drive {NORTH}")
    assert points_left(t) == 0
    t = facing(2, barbarians=f"{NE} 0,2,CN 0,1,E", roads={0: NE}).play(f"drive {WEST}", f"drive {HERE}")
    assert points_left(t) == 1
    t.play(f"expel {NE}", "throw 1")
    assert points_left(t) == 0


@pytest.mark.rule("TB-TRAD-032")
def test_a_road_is_built_under_a_barbarian() -> None:
    t = trade(roads={0: "0,0,E"}, barbarians=f"{NE} 1,0,E 0,2,CN", hands={0: "brick lumber"})
    t.play(f"road {NE}")
    assert NE in barbarians(t)


@pytest.mark.rule("TB-TRAD-033", "TB-TRAD-049", "TB-TRAD-038")
def test_a_seven_discards_then_moves_a_barbarian_and_robs() -> None:
    t = trade(roads={1: NE}, hands={0: "ore*4 wool*4 gold*9", 1: "wool gold*5"}, rolled=False).play("roll", "roll 3 4")
    t.check(phase="discard", actors=[0])
    t.play("0: discard ore*4").check(phase="traders_barbarians_rouse", actors=[0])
    assert t.places("rouse") == FIRST
    t.refuses(f"rouse {NE}", "TB-TRAD-033")
    t.refuses("1: end", "TB-TRAD-033")
    t.refuses("end", "TB-TRAD-033")
    t.play("rouse 0,1,E")
    assert t.places("post") >= {NE, "0,0,E", "0,2,CN"}
    assert not t.places("post") & (FIRST | SHUT)
    t.play(f"post {NE}").check(phase="steal")
    assert weights(t) == {"steal wool": 1}, "not the gold"
    t.play("steal wool").check(phase="main", hands={1: "gold*5"})
    assert barbarians(t) == FIRST - {"0,1,E"} | {NE}


@pytest.mark.rule("TB-TRAD-033")
@pytest.mark.parametrize("road", [{}, {0: NE}, {1: NE}])
def test_nobody_is_robbed_on_a_path_on_an_own_road_or_of_nothing(road: dict[int, str]) -> None:
    t = trade(roads=road, hands={0: "wool", 1: "gold*3" if road else "ore", 2: "ore"}, rolled=False)
    t.play("roll", "roll 3 4", "rouse 0,1,E", f"post {NE}").check(phase="main", actors=[0], hands={0: "wool"})
    assert gold(t)[1] == (3 if road else 0)


@pytest.mark.rule("TB-TRAD-034", "TB-TRAD-046")
@pytest.mark.parametrize("rolled", [False, True])
def test_a_knight_moves_a_barbarian(rolled: bool) -> None:
    t = trade(cards={0: "knight"}, roads={2: NE}, hands={0: "ore*9", 2: "wool"}, rolled=rolled).play("knight")
    t.check(phase="traders_barbarians_rouse", hands={0: "ore*9"})
    t.play("rouse 0,1,E", f"post {NE}", "steal wool").check(phase="main" if rolled else "roll", hands={2: ""})


@pytest.mark.rule("TB-TRAD-036", "TB-TRAD-033")
def test_where_no_barbarian_goes() -> None:
    t = trade(rolled=False).play("roll", "roll 3 4", "rouse 0,1,E")
    for edge in sorted(SHUT):
        t.refuses(f"post {edge}", "TB-TRAD-036")
    t.refuses("rouse 0,1,E", "TB-TRAD-033")
    trade().refuses("rouse 0,1,E", "TB-TRAD-033")


@pytest.mark.rule("TB-TRAD-029", "TB-TRAD-019")
def test_a_wagon_leaves_a_plaza_past_a_barbarian() -> None:
    t = facing(2, wagons={0: GLASSWORKS}, barbarians="0,2,CN 1,0,E 0,1,E", roads={0: "0,2,CN"}).play(
        "expel 0,2,CN", "throw 6"
    )
    t.play("post 0,0,E", f"drive {GLASS_DOOR}")
    assert wagon(t) == GLASS_DOOR
    assert points_left(t) == 4


@pytest.mark.rule("TB-TRAD-013")
def test_a_two_and_a_twelve_are_rolled_again() -> None:
    t = trade(rolled=False).play("roll")
    assert set(weights(t)) == {f"roll {a} {b}" for a in range(1, 7) for b in range(1, 7) if 2 < a + b < 12}
    t.refuses("chance: roll 1 1", "BASE-048")
