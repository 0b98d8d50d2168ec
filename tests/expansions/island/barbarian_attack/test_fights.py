"""The fights: who wins, who gets prisoners, which knights are lost."""

from __future__ import annotations

import pytest

from tests.expansions.island.barbarian_attack.kit import (
    attack,
    barbarians,
    gold,
    knights,
    module,
    prisoners,
    supply,
    weights,
)
from tests.kit import Table

NINE = "-1,-1"
"""The hex 9, with its paths clockwise from the upper right: -1,-1,NE, -1,-1,E, -1,-1,SE, -2,0,NE, -2,-1,E, -1,-2,SE."""
NE, E, SE, SW, W, NW = "-1,-1,NE", "-1,-1,E", "-1,-1,SE", "-2,0,NE", "-2,-1,E", "-1,-2,SE"


def after(t: Table) -> Table:
    """Seat 0 has ended its turn without a march."""
    t.play("end")
    return t.play("pass") if t.phase == "barbarian_attack_march" else t


@pytest.mark.rule("TB-BARB-030")
def test_more_knights_than_barbarians_win_whoever_they_belong_to() -> None:
    after(attack(barbarians={NINE: 2}, knights={0: f"{E} {W}"})).check(phase="roll")
    t = after(attack(barbarians={NINE: 2}, knights={0: E, 1: W, 2: NE}))
    t.check(phase="barbarian_attack_duel")
    after(attack(barbarians={}, knights={0: E})).check(phase="roll")
    t = after(attack(barbarians={NINE: 1}, knights={1: f"{E} {W}"}))
    t.check(phase="barbarian_attack_colour")
    assert prisoners(t) == [0, 1, 0]


@pytest.mark.rule("TB-BARB-031", "TB-BARB-034")
def test_a_victor_alone_takes_all() -> None:
    t = after(attack(barbarians={NINE: 3}, knights={0: f"{E} {W} {NE} {SW}"}))
    assert (prisoners(t), barbarians(t)) == ([3, 0, 0], {})
    t.check(points={0: 1})


@pytest.mark.rule("TB-BARB-032")
def test_one_each_where_there_are_enough() -> None:
    t = after(attack(barbarians={NINE: 2}, knights={0: f"{E} {W}", 1: NE}))
    assert (prisoners(t), gold(t)) == ([1, 1, 0], [0, 0, 0])


@pytest.mark.rule("TB-BARB-032")
def test_too_few_are_rolled_for_and_gold_goes_to_those_without() -> None:
    t = after(attack(barbarians={NINE: 2}, knights={0: E, 1: W, 2: NE}))
    t.check(phase="barbarian_attack_duel", actors=[-1])
    assert weights(t) == {f"throw {n}": 6 - abs(7 - n) for n in range(2, 13)}
    t.play("throw 4", "throw 9", "throw 6").check(phase="barbarian_attack_colour")
    assert (prisoners(t), gold(t)) == ([0, 1, 1], [3, 0, 0])


@pytest.mark.rule("TB-BARB-032")
def test_a_tie_for_the_last_one_is_rolled_again() -> None:
    t = after(attack(barbarians={NINE: 2}, knights={0: E, 1: W, 2: NE})).play("throw 4", "throw 9", "throw 4")
    assert t.told("barbarian_attack_tie")
    assert prisoners(t) == [0, 1, 0]
    t.play("throw 5", "throw 3").check(phase="barbarian_attack_colour")
    assert (prisoners(t), gold(t)) == ([1, 1, 0], [0, 0, 3])
    # Both of a tie above the last one get theirs.
    t = after(attack(barbarians={NINE: 2}, knights={0: E, 1: W, 2: NE})).play("throw 9", "throw 9", "throw 4")
    assert (prisoners(t), gold(t)) == ([1, 1, 0], [0, 0, 3])
    # A tie for the only one: who rolled less is out.
    t = after(attack(4, barbarians={NINE: 1}, knights={0: E, 1: W, 2: NE})).play("throw 4", "throw 9", "throw 9")
    assert (prisoners(t), gold(t)) == ([0, 0, 0, 0], [3, 0, 0, 0])
    t.play("throw 2", "throw 12")
    assert (prisoners(t), gold(t)) == ([0, 0, 1, 0], [3, 3, 0, 0])


@pytest.mark.rule("TB-BARB-032")
def test_one_die_by_option() -> None:
    t = after(attack(barbarians={NINE: 2}, knights={0: E, 1: W, 2: NE}, battle_dice="one"))
    assert weights(t) == {f"throw {n}": 1 for n in range(1, 7)}


@pytest.mark.rule("TB-BARB-033")
def test_one_left_over_goes_to_the_most_knights_or_is_rolled_for() -> None:
    t = after(attack(barbarians={NINE: 3}, knights={0: f"{E} {W} {NE}", 1: SE}))
    assert prisoners(t) == [2, 1, 0]
    t = after(attack(4, barbarians={NINE: 3}, knights={0: f"{E} {W}", 1: f"{SE} {NE}"}))
    t.check(phase="barbarian_attack_duel")
    assert prisoners(t) == [1, 1, 0, 0]
    t.play("throw 3", "throw 8").check(phase="barbarian_attack_colour")
    assert (prisoners(t), gold(t)) == ([1, 2, 0, 0], [3, 0, 0, 0])


@pytest.mark.rule("TB-BARB-033")
def test_those_who_do_not_tie_get_no_gold() -> None:
    t = after(attack(barbarians={NINE: 3}, knights={0: f"{E} {W}", 1: f"{SE} {NE}", 2: SW}))
    t.check(phase="barbarian_attack_colour")
    assert (prisoners(t), gold(t)) == ([1, 1, 1], [0, 0, 0])


@pytest.mark.rule("TB-BARB-035", "TB-BARB-013")
def test_a_freed_hex_yields_again_and_can_be_invaded_again() -> None:
    t = after(
        attack(
            barbarians={NINE: 3},
            knights={0: f"{E} {W} {NE} {SW}"},
            settlements={1: "-1,-2,S"},
        )
    )
    assert t.told("barbarian_attack_freed")
    assert t.told("barbarian_attack_raised")
    t.check(points={1: 1})
    t.play("colour violet", "roll", "roll 4 5").check(hands={1: "grain"})
    m = module(t)
    assert not m.conquered(t.game.state, t.r.board.hex_index[NINE])


@pytest.mark.rule("TB-BARB-036", "TB-BARB-037")
@pytest.mark.parametrize(("colour", "hit"), [("violet", {NW, SE}), ("green", {NE, SW}), ("brown", {W, E})])
def test_the_colour_die_takes_two_parallel_paths(colour: str, hit: set[str]) -> None:
    t = after(attack(barbarians={NINE: 1}, knights={0: f"{NE} {E} {SE}", 1: f"{SW} {W} {NW}"}))
    t.play("throw 5", "throw 4")
    assert weights(t) == {"colour violet": 1, "colour green": 1, "colour brown": 1}
    before = gold(t)
    t.play(f"colour {colour}").check(phase="roll", actors=[1])
    left = {NE, E, SE, SW, W, NW} - hit
    assert knights(t, 0) | knights(t, 1) == left
    assert [t.cell(module(t).ready + seat) for seat in range(2)] == [4, 4]
    assert [n - b for n, b in zip(gold(t), before, strict=True)] == [3, 3, 0]


@pytest.mark.rule("TB-BARB-029", "TB-BARB-052", "TB-BARB-053")
def test_the_coast_is_fought_in_order_with_the_knights_that_are_left() -> None:
    # The path between the hexes 9 and 3 is -1,-1,NE; both hexes have one barbarian.
    t = after(attack(barbarians={NINE: 1, "0,-2": 1}, knights={0: f"{NE} {W} 0,-2,NE"}))
    t.check(phase="barbarian_attack_colour")
    assert barbarians(t) == {"0,-2": 1}
    t.play("colour violet").check(phase="barbarian_attack_colour")
    assert barbarians(t) == {}
    t = after(attack(barbarians={NINE: 1, "0,-2": 1}, knights={0: f"{NE} {W} 0,-2,NE"}))
    t.play("colour green").check(phase="roll")
    assert barbarians(t) == {"0,-2": 1}


@pytest.mark.rule("TB-BARB-050", "TB-GEN-011")
def test_the_player_on_turn_may_win_by_a_fight_and_others_wait_for_their_turn() -> None:
    won = attack(
        barbarians={NINE: 1}, knights={0: f"{E} {W}"}, prisoners={0: 1}, goal=3, settlements={0: "0,0,N 1,1,N"}
    )
    after(won).check(phase="over", winners=[0])
    t = after(
        attack(barbarians={NINE: 1}, knights={1: f"{E} {W}"}, prisoners={1: 1}, goal=3, settlements={1: "0,0,N 1,1,N"})
    )
    t.check(phase="barbarian_attack_colour")
    t.play("colour violet").check(phase="over", winners=[1])


@pytest.mark.rule("TB-BARB-050", "TB-GEN-011")
def test_by_option_the_points_count_from_the_winners_next_turn() -> None:
    t = after(
        attack(
            barbarians={NINE: 1},
            knights={0: f"{E} {W}"},
            prisoners={0: 1},
            goal=3,
            settlements={0: "0,0,N 1,1,N"},
            fights_end_turn="no",
        )
    ).play("colour violet")
    t.check(phase="roll", actors=[1], points={0: 3})
    for _ in (1, 2):
        t.play("roll", "roll 1 2", "end")
        if t.phase == "barbarian_attack_march":
            t.play("pass")
    t.check(phase="over", winners=[0])


@pytest.mark.rule("TB-BARB-055")
def test_prisoners_do_not_return_to_the_supply() -> None:
    t = attack(barbarians={NINE: 3}, knights={0: f"{E} {W} {NE} {SW}"})
    before = supply(t)
    assert supply(after(t)) == before


def example() -> Table:
    """TB-BARB-EX-02, after EX-01: Red is seat 0, Blue seat 1."""
    return attack(
        barbarians={"0,-2": 1, NINE: 3, "1,-2": 3},
        settlements={0: "-1,-2,S"},
        knights={0: f"{E} {SE} 0,-1,NE", 1: W},
    )


@pytest.mark.rule("TB-BARB-023", "TB-BARB-030", "TB-BARB-032", "TB-BARB-033", "TB-BARB-034", "TB-BARB-035")
def test_examples_of_march_victory_and_freed_hex() -> None:
    """TB-BARB-EX-02 and TB-BARB-EX-03: four knights beat three barbarians, Red gets two of them, the hex is free."""
    t = example()
    t.check(points={0: 0})
    t.play("end", "march 0,-1,NE")
    t.play(f"halt {NE}")
    t.play("pass").check(phase="barbarian_attack_colour")
    assert (prisoners(t), gold(t)) == ([2, 1, 0], [0, 0, 0])
    t.check(points={0: 2, 1: 0})
    m = module(t)
    assert not m.conquered(t.game.state, t.r.board.hex_index[NINE])
    corner = t.r.board.corner_index["-1,-2,S"]
    assert t.r.seams.corner_serves(t.game.state, corner)


@pytest.mark.rule("TB-BARB-029", "TB-BARB-030", "TB-BARB-036", "TB-BARB-037", "TB-BARB-052")
def test_example_of_knights_lost() -> None:
    """TB-BARB-EX-04: brown takes the knights at left and right; one knight does not beat the barbarian on 3."""
    t = example().play("end", "march 0,-1,NE", f"halt {NE}", "pass", "colour brown")
    t.check(phase="roll", actors=[1])
    assert (knights(t, 0), knights(t, 1)) == ({SE, NE}, set())
    assert gold(t) == [3, 3, 0]
    assert barbarians(t) == {"0,-2": 1, "1,-2": 3}
