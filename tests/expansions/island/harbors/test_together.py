"""Harbours with other expansions: cities that fall to the barbarians, metropolises, more seats, the sea."""

from __future__ import annotations

from typing import Any

import pytest

from bastide.expansions.island.cities_knights.rules.state import KnightsState
from tests.expansions.island.harbors.kit import harbor_points, harbored, holder, taken
from tests.expansions.island.harbors.test_rules import CITY, EAST, INLAND, NORTH, SOUTH, WEST
from tests.kit import Table

ATTACK = ("roll", "roll 1 1", "event ship")


def knights_of(t: Table) -> KnightsState:
    return t.r.module(KnightsState)


def besieged(seats: int = 3, **more: Any) -> Table:
    """The barbarians are one space away, and no knight stands against them."""
    t = harbored(seats, modules=("cities_knights",), rolled=False, **more)
    m, c = knights_of(t), t.game.state.cells
    c[m.ship], c[m.attacks], c[t.r.robber] = m.length - 1, 1, t.r.desert
    return t


@pytest.mark.rule("TB-HARB-006")
def test_a_city_that_falls_may_cost_the_card() -> None:
    t = besieged(cities={0: EAST, 1: SOUTH}, settlements={0: NORTH, 1: WEST}, card=0)
    m, c = knights_of(t), t.game.state.cells
    c[m.metropolis] = t.r.board.corner_index[SOUTH] + 1
    t.play(*ATTACK).check(phase="main", points={0: 2, 1: 7})
    assert (harbor_points(t), holder(t), taken(t)) == ([2, 3, 0], 1, [(1, 3, 0)])


@pytest.mark.rule("TB-HARB-006")
@pytest.mark.parametrize("first", [0, 1])
def test_the_card_is_looked_at_after_the_whole_attack(first: int) -> None:
    # Both lose a city at once, in whatever order they are asked: the holder is never beaten.
    t = besieged(
        cities={0: f"{EAST} {INLAND}", 1: f"{SOUTH} 1,0,S"}, settlements={0: NORTH, 1: WEST}, card=0, on_turn=first
    )
    t.play(*ATTACK).check(phase="fall", actors=[first])
    lost = {0: EAST, 1: SOUTH}
    t.play(f"{first}: lose {lost[first]}")
    assert holder(t) == 0
    t.play(f"{1 - first}: lose {lost[1 - first]}").check(phase="main")
    assert (harbor_points(t), holder(t)) == ([2, 2, 0], 0)


@pytest.mark.rule("TB-HARB-006", "TB-HARB-008")
def test_who_is_on_turn_may_win_by_the_card_that_another_loses() -> None:
    t = besieged(2, cities={0: EAST, 1: SOUTH}, settlements={0: NORTH, 1: f"{WEST} {INLAND}"}, card=0, goal=9)
    m, c = knights_of(t), t.game.state.cells
    c[m.metropolis] = t.r.board.corner_index[SOUTH] + 1
    c[t.r.on_turn] = 1
    c[t.game.state.top() + 1] = 1
    t.check(points={0: 5, 1: 6}, actors=[1])
    t.play(*ATTACK).check(points={0: 2, 1: 8}, phase="main")
    t = besieged(
        2, cities={0: EAST, 1: SOUTH}, settlements={0: NORTH, 1: f"{WEST} {INLAND}"}, card=0, goal=8, on_turn=1
    )
    t.game.state.cells[m.metropolis] = t.r.board.corner_index[SOUTH] + 1
    t.play(*ATTACK).check(points={0: 2, 1: 8}, phase="over", winners=[1])


@pytest.mark.rule("TB-HARB-007")
def test_a_metropolis_counts_two() -> None:
    t = besieged(cities={0: EAST, 1: SOUTH})
    t.game.state.cells[knights_of(t).metropolis] = t.r.board.corner_index[EAST] + 1
    assert harbor_points(t) == [2, 2, 0]
    t.check(points={0: 4})


@pytest.mark.rule("TB-HARB-008")
def test_in_the_special_building_phase_the_card_is_taken_at_once() -> None:
    t = harbored(5, modules=("five_six",))
    board = t.r.board
    first, second, third = (board.corner_names[board.harbors[k]] for k in (0, 6, 12))
    t = harbored(5, modules=("five_six",), settlements={1: f"{first} {second} {third}"}, hands={1: CITY}, card=2)
    assert (harbor_points(t), holder(t)) == ([0, 3, 0, 0, 0], 2)
    t.play("end", f"1: city {first}")
    assert (holder(t), taken(t)) == (1, [(1, 4, 2)])


@pytest.mark.rule("TB-HARB-008")
def test_harbours_of_foreign_islands_and_settlements_by_ship_count() -> None:
    t = harbored(4, modules=("seafarers",), layout="new_shores")
    names = [t.r.board.corner_names[corner] for corner in t.r.board.harbors]
    assert len(names) == 18
    t = harbored(4, modules=("seafarers",), layout="new_shores", cities={0: names[0]}, settlements={1: names[-1]})
    assert harbor_points(t) == [2, 1, 0, 0]


@pytest.mark.rule("TB-HARB-008")
def test_the_robber_counts_the_points_of_the_card() -> None:
    # With the card its holder has more than two points, and the robber may come.
    t = harbored(modules=("friendly_robber",), cities={0: EAST}, card=0, rolled=False)
    t.play("roll", "roll 3 4")
    closed = set(t.r.board.hex_names[: int(t.r.board.land)]) - t.places("robber")
    assert len(closed) == 1, "only the hex where it stands"
    t = harbored(modules=("friendly_robber",), cities={0: EAST}, rolled=False).play("roll", "roll 3 4")
    assert len(t.places("robber")) < int(t.r.board.land) - 1
