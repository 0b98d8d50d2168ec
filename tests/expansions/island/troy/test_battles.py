"""Battles: when they come, which cards fight, what they are worth, and how the war ends."""

from __future__ import annotations

import pytest

from tests.expansions.island.troy.kit import (
    FIRST_ROW,
    battle,
    markers,
    module,
    rest,
    row,
    trade_points,
    troy,
)
from tests.kit import Table

NINE = f"{FIRST_ROW} brick ore wool ore wool"
"""A row of nine cards: ore 3, wool 3, lumber 1, grain 1, brick 1."""
FOUR = "0,1,N 2,1,N -1,2,S 0,3,S"
FIVE = "2,5,N 5,4,N 7,2,N 6,5,N 4,2,N"
"""Corners of all cities and of all settlements of a player."""


@pytest.mark.rule("TROY-008", "TROY-011", "TROY-012", "TROY-013", "TROY-014", "TROY-015", "TROY-016")
def test_a_row_of_eleven_is_fought_at_the_end_of_the_turn() -> None:
    """TROY-EX-01."""
    t = troy(row=NINE, hands={0: "lumber grain"})
    t.play("donate lumber grain")
    assert (trade_points(t, 0), len(row(t))) == (1, 11)
    t.play("end").check(phase="troy_battle", actors=[-1])
    assert dict(t.game.chances()) == {
        "reveal ore": 3,
        "reveal wool": 3,
        "reveal lumber": 2,
        "reveal grain": 2,
        "reveal brick": 1,
    }
    battle(t, "ore ore wool wool lumber grain brick")
    assert [(int(e.a), int(e.b), int(e.c), int(e.d)) for e in t.told("troy_victory")] == [(0, 1, 4, 2)]
    t.check(
        phase="roll", actors=[1], points={0: 1, 1: 1, 2: 0, 3: 0}, bank="lumber*18 brick*19 wool*18 grain*18 ore*18"
    )
    assert markers(t) == (1, 0)
    assert (row(t), rest(t)) == ([], {"ore": 1, "wool": 1, "lumber": 1, "grain": 1})


@pytest.mark.rule("TROY-014")
def test_in_a_tie_no_marker_moves() -> None:
    """TROY-EX-02."""
    t = troy(row="ore ore wool lumber grain grain brick wool lumber brick", hands={0: ""}).play("end")
    battle(t, "ore ore wool lumber grain grain brick")
    assert [int(e.a) for e in t.told("troy_tie")] == [3]
    assert markers(t) == (0, 0)
    t.check(phase="roll", actors=[1])


@pytest.mark.rule("TROY-013", "TROY-014")
def test_lumber_and_grain_are_points_of_mycenae() -> None:
    t = troy(row="lumber lumber grain grain brick brick ore ore wool wool", markers=(2, 3)).play("end")
    battle(t, "lumber lumber grain grain ore wool brick")
    assert markers(t) == (2, 4)
    t.check(points={0: 2, 1: 2, 2: 4, 3: 4})


@pytest.mark.rule("TROY-011", "TROY-048")
def test_nine_cards_are_too_few_and_ten_fight_without_being_asked() -> None:
    troy(row=NINE).play("end").check(phase="roll", actors=[1])
    t = troy(row=f"{NINE} brick").play("end")
    t.check(phase="troy_battle")
    t = troy(row=FIRST_ROW, rest="brick*6").play("end")
    t.check(phase="troy_battle")


@pytest.mark.rule("TROY-011", "TROY-012", "TROY-041")
def test_six_players_fight_with_nine_cards_of_thirteen_or_more() -> None:
    """TROY-EX-05."""
    fourteen = f"{NINE} brick brick brick lumber"
    troy(6, row=" ".join(fourteen.split()[:12])).play("end").check(phase="five_six_building", actors=[1])
    t = troy(6, row=f"{fourteen} grain").play("end")
    t.check(phase="troy_battle")
    battle(t, "ore ore wool wool brick brick brick brick lumber")
    assert sum(rest(t).values()) == 5
    assert markers(t) == (1, 0)
    t.check(phase="five_six_building", actors=[1])


@pytest.mark.rule("TROY-006", "TROY-016")
def test_the_spaces_of_the_track() -> None:
    assert [int(n) for n in module(troy()).track] == [0, 1, 2, 3, 4, 6]


def last_battle(t: Table) -> Table:
    """Troy wins with everything it has."""
    return battle(t.play("end"), "ore ore ore wool wool wool brick")


@pytest.mark.rule("TROY-035")
@pytest.mark.parametrize("trade", [{0: 3, 1: 1}, {0: 1, 1: 3}], ids=("first", "second"))
def test_a_marker_on_six_ends_the_game(trade: dict[int, int]) -> None:
    """TROY-EX-04: A and B have 12 points each with those of the city; one has more trade points."""
    t = troy(
        row=f"{NINE} brick",
        markers=(4, 1),
        cities={0: "0,1,N 2,1,N -1,2,S", 1: "5,4,N 7,2,N 6,5,N"},
        points=trade,
    )
    last_battle(t).check(phase="over", winners=[max(trade, key=trade.__getitem__)], points={0: 12, 1: 12})
    assert t.r.ending(t.game.state) == "troy.war"
    assert markers(t) == (6, 1)


@pytest.mark.rule("TROY-035")
def test_the_most_points_win_the_war_on_whatever_turn() -> None:
    t = troy(row=f"{NINE} brick", markers=(4, 4), cities={2: "0,1,N 2,1,N -1,2,S 5,4,N"}, points={0: 9})
    last_battle(t).check(phase="over", winners=[2], points={2: 12, 0: 6})
    rich = troy(
        row=f"{NINE} brick",
        markers=(4, 4),
        cities={0: "0,1,N 2,1,N -1,2,S 5,4,N", 2: "7,2,N 0,3,S"},
        settlements={0: "6,5,N", 2: ""},
    )
    last_battle(rich).check(phase="over", winners=[0], points={0: 15})
    assert rich.r.ending(rich.game.state) == "troy.war"


@pytest.mark.rule("TROY-036")
def test_players_still_equal_win_together() -> None:
    t = troy(row=f"{NINE} brick", markers=(4, 0), cities={0: "0,1,N", 1: "2,1,N"}, points={0: 2, 1: 2, 2: 5})
    last_battle(t).check(phase="over", winners=[0, 1])
    assert [int(event.b) for event in t.told("troy_war")] == [0b11]


@pytest.mark.rule("TROY-034")
def test_fifteen_points_win_on_the_own_turn_with_those_of_the_city() -> None:
    three = FOUR.rpartition(" ")[0]
    t = troy(markers=(3, 1), cities={0: three}, settlements={0: FIVE}, hands={0: "grain*2 ore*3"})
    t.check(points={0: 14}, phase="main")
    t.play("city 7,2,N").check(phase="over", winners=[0], points={0: 15})
    t = troy(markers=(1, 3), cities={0: three}, settlements={0: FIVE}, hands={0: "grain*2 ore*3"})
    t.play("city 7,2,N").check(phase="main", points={0: 13})


@pytest.mark.rule("TROY-041")
@pytest.mark.parametrize("seats", [4, 6])
def test_the_player_whose_turn_ends_may_win_by_the_battle(seats: int) -> None:
    filler = "brick brick brick lumber" if seats == 6 else "brick"
    shown = "ore ore ore wool wool wool brick" + (" brick lumber" if seats == 6 else "")

    def ended(**more: object) -> Table:
        t = troy(seats, row=f"{NINE} {filler}", markers=(1, 0), cities={0: FOUR}, settlements={0: FIVE}, **more)  # type: ignore[arg-type] # options of `table`
        t.check(points={0: 14})
        return battle(t.play("end"), shown)

    ended().check(phase="over", winners=[0], points={0: 15})
    later = ended(battle_ends_turn="no")
    assert later.phase == ("five_six_building" if seats == 6 else "roll")
    assert not later.game.over
    if seats == 4:
        for seat in (1, 2, 3):
            later.play(f"{seat}: roll", "roll 1 1", f"{seat}: end")
        later.check(phase="over", winners=[0])


@pytest.mark.rule("TROY-042")
def test_points_of_a_city_are_hidden() -> None:
    t = troy(markers=(3, 1))
    for seat, points in enumerate((3, 3, 1, 1)):
        assert int(t.r.open_points(t.game.state, seat)) == 0
        assert int(t.r.points(t.game.state, seat, -1)) == 0
        assert int(t.r.points(t.game.state, seat, seat)) == points
