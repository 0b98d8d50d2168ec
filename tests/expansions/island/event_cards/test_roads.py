"""Damaged roads: what they bar, what they still count for, and their repair."""

from __future__ import annotations

import pytest

from bastide.kernel.bits import put
from bastide.view import explain
from tests.expansions.island.event_cards.kit import cards, damaged, module


@pytest.mark.rule("TB-EVT-010")
def test_no_road_before_the_repair() -> None:
    t = cards(settlements={0: "0,0,N"}, damaged={0: "0,0,NE"}, hands={0: "brick*2 lumber*2"}, rolled=True)
    t.refuses("road 0,0,E", "TB-EVT-010")
    assert t.places("mend") == {"0,0,NE"}
    t.refuses("mend 0,0,E", "TB-EVT-010")
    t.play("mend 0,0,NE").check(hands={0: "brick lumber"}, phase="main")
    assert damaged(t, 0) == set()
    t.play("road 0,0,E").check(hands={0: ""}, roads={0: 13})


@pytest.mark.rule("TB-EVT-010")
def test_the_button_for_roads_says_why_it_is_off() -> None:
    t = cards(settlements={0: "0,0,N"}, damaged={0: "0,0,NE"}, hands={0: "brick*2 lumber*2"}, rolled=True)
    reason = explain(t.game, "road", 0)
    assert reason is not None
    assert (reason.rule, reason.say.text) == ("TB-EVT-010", "repair your damaged road first")


@pytest.mark.rule("TB-EVT-010")
def test_the_repair_costs_a_lumber_and_a_brick() -> None:
    t = cards(damaged={0: "0,0,NE"}, hands={0: "brick"}, rolled=True)
    t.refuses("mend 0,0,NE", "TB-EVT-010", missing="lumber")


@pytest.mark.rule("TB-EVT-010")
def test_nobody_repairs_the_road_of_another_nor_is_barred_by_it() -> None:
    t = cards(settlements={0: "0,0,N"}, damaged={1: "0,2,SE"}, hands={0: "brick*2 lumber*2"}, rolled=True)
    assert not t.places("mend")
    t.refuses("mend 0,2,SE", "TB-EVT-010")
    t.play("road 0,0,NE")
    t = cards(damaged={0: "0,0,NE", 1: "0,2,SE"}, hands={0: "brick*2 lumber*2"}, rolled=True)
    assert t.places("mend") == {"0,0,NE"}
    t.refuses("mend 0,2,SE", "TB-EVT-010")


@pytest.mark.rule("TB-EVT-010")
def test_damage_stays_for_turns_and_each_road_is_repaired_alone() -> None:
    t = cards(
        2,
        settlements={0: "0,0,N"},
        damaged={0: "0,0,NE 0,0,E"},
        hands={0: "brick*2 lumber*2"},
        rolled=True,
        robber="0,0",
    )
    t.play("mend 0,0,E", "end", "roll", "chance: reveal fine-day 3", "end", "roll", "chance: reveal fine-day 4")
    assert damaged(t, 0) == {"0,0,NE"}
    t.refuses("road 0,0,SE", "TB-EVT-010")


@pytest.mark.rule("TB-EVT-011")
def test_damaged_roads_count_for_the_longest_road() -> None:
    t = cards(settlements={0: "0,0,N"}, roads={0: "0,0,E 0,0,SE -1,0,E"}, damaged={0: "0,0,NE -1,1,NE"}, rolled=True)
    t.check(length={0: 5}, longest=0)


@pytest.mark.rule("TB-EVT-012")
@pytest.mark.parametrize("seat", [0, 1])
def test_nobody_settles_at_the_end_of_a_damaged_road(seat: int) -> None:
    hands = {seat: "brick lumber wool grain"}
    of_other = {1 - seat: "1,0,NE"} if seat else {}
    t = cards(on_turn=seat, hands=hands, rolled=True, roads={seat: "0,0,NE 0,0,E"}, damaged=of_other)
    place = sorted(t.places("settle"))
    edges = t.r.board.edge_index
    assert place
    # The road to each of these places is damaged, and then each is barred.
    for edge in ("0,0,NE", "0,0,E", "1,0,NE", "0,-1,SE", "1,-1,SE", "0,0,SE"):
        put(t.game.state.cells, module(t).damaged, edges[edge], True)
    assert not t.places("settle")
    t.refuses(f"settle {place[0]}", "TB-EVT-012")


@pytest.mark.rule("TB-EVT-046")
def test_a_settlement_at_a_damaged_road_becomes_a_city() -> None:
    t = cards(settlements={0: "0,0,N"}, damaged={0: "0,0,NE"}, hands={0: "ore*3 grain*2"}, rolled=True)
    t.play("city 0,0,N").check(cities={0: 3})


@pytest.mark.rule("TB-EVT-046")
def test_a_road_is_repaired_on_ones_own_turn_after_the_card() -> None:
    t = cards(damaged={0: "0,0,NE"}, hands={0: "brick lumber"})
    t.refuses("mend 0,0,NE", "TB-EVT-003")


@pytest.mark.rule("TB-EVT-046", "X56-012")
def test_in_the_special_building_phase_roads_are_repaired() -> None:
    t = cards(5, modules=("five_six",), damaged={1: "0,0,NE", 2: "0,2,SE"}, hands={1: "brick lumber"}, rolled=True)
    t.play("end").check(phase="five_six_building", actors=[1])
    t.refuses("mend 0,2,SE", "TB-EVT-010")
    t.play("mend 0,0,NE").check(hands={1: ""}, actors=[1])
    t.play("pass").check(actors=[2])
    t.refuses("mend 0,2,SE", "TB-EVT-010", missing="brick lumber")


@pytest.mark.rule("TB-EVT-013")
def test_free_roads_repair() -> None:
    t = cards(settlements={0: "0,0,N"}, damaged={0: "0,0,NE"}, cards={0: "roads"}, rolled=True)
    t.play("roads").check(phase="roads")
    assert t.legal() == ["mend 0,0,NE"]
    t.refuses("road 0,0,E", "TB-EVT-010")
    t.play("mend 0,0,NE").check(phase="roads", hands={0: ""})
    assert not damaged(t, 0)
    t.play("road 0,0,E").check(phase="main", roads={0: 13})


@pytest.mark.rule("TB-EVT-013")
def test_two_free_roads_repair_two() -> None:
    t = cards(damaged={0: "0,0,NE 0,0,E 0,0,SE"}, cards={0: "roads"})
    t.play("roads", "mend 0,0,NE", "mend 0,0,E").check(phase="roll")
    assert damaged(t, 0) == {"0,0,SE"}
