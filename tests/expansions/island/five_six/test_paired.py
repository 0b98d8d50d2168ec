"""Paired players: the second turn, without a roll, of the third seat to the left."""

from __future__ import annotations

import pytest

from bastide.view import explain
from tests.expansions.island.five_six.kit import KNIGHTS, paired
from tests.kit import Table


def turns(t: Table, count: int) -> list[int]:
    """Whose turns these are, of both kinds."""
    out = []
    for _ in range(count):
        out += t.actors
        if t.phase == "roll":
            t.play("roll", "roll 1 1")
        t.play("end")
    return out


@pytest.mark.rule("X56-007")
@pytest.mark.parametrize(
    ("seats", "order"),
    [(6, [0, 3, 1, 4, 2, 5, 3, 0, 4, 1, 5, 2, 0, 3]), (5, [0, 3, 1, 4, 2, 0, 3, 1, 4, 2, 0, 3, 1, 4])],
)
def test_the_third_seat_to_the_left_takes_the_second_turn(seats: int, order: list[int]) -> None:
    assert turns(paired(seats, rolled=False), len(order)) == order


@pytest.mark.rule("X56-007")
def test_there_is_no_roll_in_the_second_turn() -> None:
    t = paired().play("end")
    t.check(phase="main", actors=[3])
    t.refuses("roll", "X56-007")
    assert [int(event.a) for event in t.told("five_six_second")] == [0]
    t.play("end").check(phase="roll", actors=[1])


@pytest.mark.rule("X56-007")
def test_in_the_second_turn_one_trades_with_the_bank_alone() -> None:
    t = paired(hands={3: "brick*5", 1: "wool"}).play("end")
    assert "offer GOODS for GOODS" not in t.game.forms()
    t.refuses("offer brick for wool", "X56-007")
    reason = explain(t.game, "trade", 3)
    assert reason is not None
    assert reason.rule == "X56-007"
    t.play("bank brick*4 ore").check(hands={3: "brick ore"})
    # In the first turn of the next pair players trade again.
    t.play("end", "roll", "roll 1 1")
    assert "offer GOODS for GOODS" in t.game.forms()


@pytest.mark.rule("X56-007")
def test_one_builds_and_plays_one_card_in_the_second_turn() -> None:
    t = paired(
        settlements={3: "0,0,N"},
        hands={3: "brick lumber wool grain ore"},
        cards={3: "plenty*2 monopoly", 0: "monopoly"},
        card_played=True,
    ).play("end")
    t.play("plenty ore*2", "road 0,0,NE").check(hands={3: "wool grain ore*3"}, roads={3: 14})
    t.refuses("monopoly wool", "BASE-034")
    t.play("buy", "chance: draw knight")
    t.refuses("knight", "BASE-034")
    t.play("end", "roll", "roll 1 1", "end")
    t.check(actors=[4], phase="main")


@pytest.mark.rule("X56-007")
def test_a_card_of_the_second_turn_may_be_played_on_the_next_turn() -> None:
    t = paired(5, hands={3: "wool grain ore"}).play("end", "buy", "chance: draw monopoly", "end")
    # The pairs that follow: 1 and 4, 2 and 0, then 3 again.
    assert turns(t, 4) == [1, 4, 2, 0]
    t.check(actors=[3], phase="roll")
    t.play("monopoly wool")


@pytest.mark.rule("X56-007")
def test_the_second_turn_may_be_won() -> None:
    t = paired(settlements={3: "0,0,N"}, hands={3: "grain*2 ore*3"}, goal=3, cards={3: "point"}).play("end")
    t.check(points={3: 2}, phase="main")
    t.play("city 0,0,N").check(winners=[3])


@pytest.mark.rule("X56-007")
def test_it_is_won_at_its_beginning_by_points_from_another_turn() -> None:
    paired(settlements={3: "0,0,N"}, cards={3: "point*2"}, goal=3).play("end").check(winners=[3])


@pytest.mark.rule("X56-007")
def test_what_is_possible_once_a_turn_is_possible_in_the_second_turn_too() -> None:
    """A donation of Troy stands for it."""
    t = paired(modules=["five_six", "troy"], hands={0: "ore*2", 3: "wool*2"}).play("donate ore", "end")
    t.check(phase="main", actors=[3])
    t.play("donate wool")
    t.refuses("donate wool", "TROY-008")


@pytest.mark.rule("X56-013")
def test_with_cities_and_knights_the_second_turn_is_as_any_other_but_for_the_roll() -> None:
    t = paired(
        modules=KNIGHTS,
        cities={3: "0,0,N"},
        roads={3: "0,0,NE 0,-1,SE"},
        hands={3: "paper*3 wool ore grain"},
    ).play("end")
    t.check(phase="main", actors=[3])
    assert {"improve", "recruit", "end"} <= t.verbs()
    before = [int(n) for n in t.game.state.cells]
    t.refuses("roll", "X56-007")
    assert before == [int(n) for n in t.game.state.cells]
    t.play("improve science", "end").check(phase="roll", actors=[1])
    assert not any(event.kind in ("roll", "event", "gain") for event in t.events)
