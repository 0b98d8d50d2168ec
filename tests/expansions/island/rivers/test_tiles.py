"""Rivers: the Fortune tile and the Misery tiles, ties, when they move, what they do to points and the end."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from bastide.expansions.island.rivers.rules.tiles import deal_tiles
from tests.expansions.island.rivers.kit import BRIDGE, poor, rich, rivers, riverside
from tests.kit import Table

READINGS = ("poorer", "least")


def set_up(gold: Sequence[int], reading: str = "poorer") -> Table:
    """The tiles dealt after a set-up that brought so much gold."""
    t = riverside(len(gold), gold=gold, misery=reading)
    m, s = rivers(t.game), t.game.state
    s.cells[m.fortune] = 0
    for seat in range(len(gold)):
        s.cells[m.misery + seat] = 0
    deal_tiles(m, s)
    return t


@pytest.mark.rule("TB-RIV-018", "TB-RIV-019")
@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize(
    ("gold", "fortune", "misery"),
    [
        ([4, 1, 0, 0], 0, [2, 3]),
        ([1, 3, 2], 1, [0]),
        ([2, 2, 1], -1, [2]),
        ([0, 0, 0], -1, [0, 1, 2]),
        ([2, 2, 2, 2], -1, [0, 1, 2, 3]),
        ([0, 0, 1], 2, [0, 1]),
    ],
)
def test_after_the_set_up_the_poorest_take_misery(
    reading: str, gold: list[int], fortune: int, misery: list[int]
) -> None:
    t = set_up(gold, reading)
    assert (rich(t), poor(t)) == (fortune, misery)


@pytest.mark.rule("TB-RIV-020", "TB-RIV-022")
@pytest.mark.parametrize(
    ("gold", "fortune", "poorer", "least"),
    [
        ([3, 1, 1, 0], 0, [1, 2, 3], [3]),
        ([1, 1, 1, 0], -1, [3], [3]),
        ([1, 1, 1, 1], -1, [0, 1, 2, 3], [0, 1, 2, 3]),
        ([0, 0, 0], -1, [0, 1, 2], [0, 1, 2]),
        ([2, 5, 5], -1, [0], [0]),
        ([2, 5, 4], 1, [0, 2], [0]),
    ],
)
def test_in_play_everybody_poorer_than_the_richest_holds_misery(
    gold: list[int], fortune: int, poorer: list[int], least: list[int]
) -> None:
    for reading, misery in zip(READINGS, (poorer, least), strict=True):
        t = riverside(len(gold), gold=gold, misery=reading)
        assert (rich(t), poor(t)) == (fortune, misery)


@pytest.mark.rule("TB-RIV-020", "TB-RIV-021", "TB-RIV-022", "TB-RIV-023")
def test_tiles_move_with_every_change_of_gold() -> None:
    """TB-RIV-EX-03: 3, 1, 1, 0, then 1, 1, 1, 0, then all equal."""
    t = riverside(4, gold=[3, 1, 1, 0], settlements={3: "-1,0,N"}, hands={3: "brick lumber"})
    assert (rich(t), poor(t)) == (0, [1, 2, 3])
    t.play("bank gold*2 ore")
    assert (rich(t), poor(t)) == (-1, [3])
    assert [e.kind for e in t.events if e.kind.startswith("rivers")] == [
        "rivers_relief",
        "rivers_relief",
        "rivers_fortune_back",
    ]
    t.play(*["end", "roll", "roll 1 2"] * 3, "road -1,0,NE")
    assert (rich(t), poor(t)) == (-1, [0, 1, 2, 3])
    assert [int(e.seat) for e in t.told("rivers_misery")] == [0, 1, 2]


@pytest.mark.rule("TB-RIV-018", "TB-RIV-019", "TB-RIV-022", "TB-RIV-029")
@pytest.mark.parametrize(("reading", "after"), [("poorer", [1, 2, 3]), ("least", [2, 3])])
def test_the_tiles_of_the_set_up_stay_until_gold_first_changes(reading: str, after: list[int]) -> None:
    """TB-RIV-EX-04: 4, 1, 0, 0, then the second builds a road by a river."""
    t = riverside(4, settlements={1: "-1,0,N"}, hands={1: "brick lumber wool*2", 2: "ore"}, misery=reading)
    m, s = rivers(t.game), t.game.state
    for seat, gold in enumerate((4, 1)):
        s.cells[t.r.hand + seat * t.r.goods + m.gold] = gold
        s.cells[t.r.bank + m.gold] -= gold
    deal_tiles(m, s)
    assert (rich(t), poor(t)) == (0, [2, 3])
    t.play("end", "roll", "roll 1 2", "offer wool for ore to 2", "2: accept", "trade 2")
    assert (rich(t), poor(t)) == (0, [2, 3]), "no gold has moved"
    t.play("road -1,0,NE")
    assert (rich(t), poor(t)) == (0, after)


@pytest.mark.rule("TB-RIV-021", "TB-RIV-023")
def test_a_trade_moves_the_tiles_of_both() -> None:
    t = riverside(gold=[3, 2, 0], hands={1: "ore", 2: "wool"})
    t.play("offer gold*2 for ore to 1", "1: accept", "trade 1")
    assert (rich(t), poor(t)) == (1, [0, 2])
    assert [(int(e.seat), int(e.a)) for e in t.told("rivers_fortune")] == [(1, 0)]
    assert [int(e.seat) for e in t.told("rivers_relief")] == [1]
    assert [int(e.seat) for e in t.told("rivers_misery")] == [0]


@pytest.mark.rule("TB-RIV-020", "TB-RIV-022", "TB-RIV-024")
def test_fortune_is_a_point_and_misery_takes_two() -> None:
    t = riverside(gold=[3, 1, 0], settlements={0: "0,-2,N -2,0,N", 1: "2,-2,N 2,0,N", 2: "0,2,S"})
    t.check(points={0: 3, 1: 0, 2: -1})
    t.play("bank gold*2 ore").check(points={0: 2, 1: 2, 2: -1})


@pytest.mark.rule("TB-RIV-024")
def test_the_goal_is_reached_with_the_tiles_counted() -> None:
    cities = {0: "0,-2,N -2,0,N 2,-2,N 2,0,N"}
    t = riverside(gold=[0, 1], cities=cities, settlements={0: "-1,0,N"}, hands={0: BRIDGE})
    t.check(points={0: 7}, winners=[])  # nine less two
    t.play("bridge -1,-1,SE").check(points={0: 10}, winners=[0])  # the richest now


@pytest.mark.rule("TB-RIV-023", "TB-RIV-024")
def test_an_exchange_with_the_bank_can_win() -> None:
    cities = {0: "0,-2,N -2,0,N 2,-2,N 2,0,N"}
    t = riverside(gold=[0, 0], cities=cities, settlements={0: "-1,0,N"}, hands={0: "wool*3"})
    t.check(points={0: 7}, winners=[])
    t.play("bank wool*3 gold").check(points={0: 10}, winners=[0])


@pytest.mark.rule("TB-RIV-023", "TB-RIV-024")
def test_a_trade_can_win_for_the_player_on_turn_alone() -> None:
    cities = {0: "0,-2,N -2,0,N 2,-2,N 2,0,N"}
    t = riverside(gold=[0, 1], cities=cities, settlements={0: "-1,0,N"}, hands={0: "wool*4"})
    t.play("offer wool for gold to 1", "1: accept", "trade 1").check(points={0: 10}, winners=[0])
    t = riverside(gold=[0, 1], cities=cities, settlements={0: "-1,0,N"}, hands={0: "wool*4", 1: "ore"}, on_turn=1)
    t.play("offer gold for wool to 0", "0: accept", "trade 0").check(points={0: 10}, winners=[])
    t.play("end", "roll", "roll 1 2", "end").check(winners=[0])


@pytest.mark.rule("TB-RIV-024")
def test_spending_gold_can_cost_the_points() -> None:
    t = riverside(gold=[3, 2, 2], settlements={0: "0,-2,N -2,0,N"})
    t.check(points={0: 3})
    t.play("bank gold*2 ore").check(points={0: 0})
    assert (rich(t), poor(t)) == (-1, [0])


@pytest.mark.rule("TB-RIV-023", "TB-RIV-024", "TB-RIV-031")
def test_a_free_road_before_the_roll_can_win() -> None:
    cities = {0: "0,-2,N -2,0,N 2,-2,N 2,0,N"}
    t = riverside(gold=[0, 1], cities=cities, settlements={0: "-1,0,N"}, cards={0: "roads"}, rolled=False)
    t.play("roads", "road -1,0,NE").check(phase="roads", points={0: 9})  # as rich as seat 1
    t.play("road -1,0,E").check(phase="over", winners=[0], points={0: 10})
