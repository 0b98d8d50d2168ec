"""Friendly Robber: where the robber may go, what happens where it may go nowhere, who is robbed."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bastide import Game
from bastide.kernel.errors import ConfigError
from bastide.testing.play import play
from tests.kit import Table, land, table

SEVEN = ("roll", "roll 3 4")
TRIO = land("0,0 desert", "1,0 forest 8", "0,1 fields 5")
"""Three hexes round the corner 0,1,N."""
NO_DESERT = land("0,0 hills 4", "1,0 forest 8", "0,1 fields 5")


def friendly(seats: int = 3, **more: Any) -> Table:
    return table(seats, modules=["friendly_robber"], **more)


def open_hexes(t: Table) -> set[str]:
    return t.places("robber")


@pytest.mark.rule("TB-ROB-001")
@pytest.mark.parametrize("piece", ["settlements", "cities"])
def test_no_hex_with_a_building_of_a_player_with_two_points(piece: str) -> None:
    more: dict[str, Any] = {piece: {1: "0,0,N"}}
    t = friendly(rolled=False, robber="2,-2", **more).play(*SEVEN)
    closed = {"0,0", "0,-1", "1,-1"}
    assert not closed & open_hexes(t)
    assert len(open_hexes(t)) == 19 - len(closed) - 1
    for hex_ in closed:
        t.refuses(f"robber {hex_}", "TB-ROB-001")
    t.refuses("robber 2,-2", "BASE-023")
    assert "0,0" in open_hexes(table(3, rolled=False, robber="2,-2", **more).play(*SEVEN))


@pytest.mark.rule("TB-ROB-001")
def test_a_knight_keeps_the_same_distance() -> None:
    t = friendly(settlements={1: "0,0,N"}, cards={0: "knight"}, robber="2,-2").play("knight")
    assert t.phase == "robber"
    t.refuses("robber 0,0", "TB-ROB-001")


@pytest.mark.rule("TB-ROB-002")
def test_a_player_with_three_open_points_is_not_spared() -> None:
    t = friendly(settlements={1: "0,0,N", 2: "-1,2,S"}, cities={1: "1,1,S"}, rolled=False, robber="2,-2").play(*SEVEN)
    assert "0,0" in open_hexes(t)
    assert "-1,2" not in open_hexes(t)


@pytest.mark.rule("TB-ROB-002")
def test_hidden_points_do_not_count() -> None:
    cards = {1: "point*2"}
    t = friendly(settlements={1: "0,0,N 0,2,S"}, cards=cards, rolled=False, robber="2,-2").play(*SEVEN)
    t.check(points={1: 4})
    assert "0,0" not in open_hexes(t)


@pytest.mark.rule("TB-ROB-002")
def test_the_player_who_moves_the_robber_is_spared_too() -> None:
    t = friendly(settlements={0: "0,0,N"}, rolled=False, robber="2,-2").play(*SEVEN)
    t.refuses("robber 0,0", "TB-ROB-001")


@pytest.mark.rule("TB-ROB-003")
@pytest.mark.parametrize("robber", ["0,0", "1,0"])
def test_with_no_hex_left_the_robber_goes_to_the_desert_or_stays(robber: str) -> None:
    t = friendly(2, layout=TRIO, settlements={1: "0,1,N"}, hands={1: "ore*3"}, rolled=False, robber=robber)
    t.play(*SEVEN).check(phase="main", actors=[0], robber="0,0", hands={0: "", 1: "ore*3"})
    assert [int(event.a) for event in t.told("friendly_robber_home")] == [t.r.board.hex_index["0,0"]]


@pytest.mark.rule("TB-ROB-003")
def test_in_one_of_several_deserts_the_robber_stays() -> None:
    deserts = land("0,0 desert", "1,0 forest 8", "0,1 desert")
    t = friendly(2, layout=deserts, settlements={1: "0,1,N"}, rolled=False, robber="0,1")
    t.play(*SEVEN).check(phase="main", robber="0,1")


@pytest.mark.rule("TB-ROB-004")
def test_at_the_desert_only_players_with_three_points_are_robbed() -> None:
    # Seat 1 has one point and closes every hex; seat 2 has three, by a settlement and a city.
    t = friendly(
        layout=TRIO,
        settlements={1: "0,1,N", 2: "0,0,N"},
        cities={2: "0,1,S"},
        hands={1: "ore*3", 2: "wool"},
        cards={0: "knight"},
        robber="1,0",
    )
    t.play("knight").check(phase="steal", robber="0,0")
    t.play("chance: steal wool").check(hands={0: "wool", 1: "ore*3", 2: ""}, phase="main")


@pytest.mark.rule("TB-ROB-005")
def test_discards_are_unchanged_and_come_before_the_robber_goes_home() -> None:
    t = friendly(2, layout=TRIO, settlements={1: "0,1,N"}, hands={1: "ore*9"}, rolled=False, robber="1,0")
    t.play(*SEVEN).check(phase="discard", actors=[1], robber="1,0")
    t.play("1: discard ore*4").check(robber="1,0")
    t.play("go-on").check(phase="main", actors=[0], robber="0,0", hands={1: "ore*5"})


@pytest.mark.rule("TB-ROB-008")
def test_without_a_desert_the_robber_stands_beside_the_board() -> None:
    t = friendly(2, layout=NO_DESERT, settlements={1: "0,1,N"}, hands={1: "ore"}, rolled=False, robber="1,0")
    t.play(*SEVEN).check(phase="main", actors=[0], hands={1: "ore"})
    assert t.cell(t.r.robber) == -1
    assert len(t.told("friendly_robber_aside")) == 1


@pytest.mark.rule("TB-ROB-011")
def test_points_are_counted_when_the_robber_moves() -> None:
    # The third knight wins the largest army: two points that make seat 0 one of those who are not spared.
    t = friendly(settlements={0: "0,0,N"}, cards={0: "knight"}, played={0: "knight*2"}, robber="2,-2").play("knight")
    t.check(points={0: 3})
    assert "0,0" in open_hexes(t)
    # Seat 1 has three points, but nobody sees two of them.
    t = friendly(settlements={1: "0,0,N"}, cards={0: "knight", 1: "point*2"}, robber="2,-2").play("knight")
    t.check(points={1: 3})
    assert "0,0" not in open_hexes(t)


@pytest.mark.rule("TB-ROB-012")
def test_from_the_only_hex_left_the_robber_goes_to_the_desert() -> None:
    # Seat 1 closes all hexes but the forest, where the robber stands.
    t = friendly(2, layout=TRIO, settlements={1: "0,0,S"}, cards={0: "knight"}, robber="1,0")
    t.play("knight").check(phase="main", robber="0,0")


@pytest.mark.rule("TB-GEN-007", "MIX-018")
@pytest.mark.parametrize("modules", [["friendly_robber", "cities_knights"], ["cities_knights", "friendly_robber"]])
def test_it_is_not_played_with_cities_and_knights(modules: list[str]) -> None:
    with pytest.raises(ConfigError) as caught:
        Game.new({"modules": modules})
    assert caught.value.rule == "MIX-018"
    assert "the rules of the variant name another expansion" in str(caught.value)


def test_its_records_replay() -> None:
    # With two seats on three hexes, hardly a hex is ever open.
    config = {"seats": 2, "modules": ["friendly_robber"], "layout": TRIO, "options": {"pieces": "free"}}
    game = play(Game.new(config, seed=3), random.Random(3), 600)
    assert any(event.kind == "friendly_robber_home" for events in game.history for event in events)
    assert Game.load(game.save()).hash() == game.hash()


@pytest.mark.rule("TB-ROB-009", "TB-EVT-007")
def test_the_event_of_an_attack_counts_as_a_seven() -> None:
    t = table(3, modules=["friendly_robber", "event_cards"], settlements={1: "0,0,N"}, rolled=False, robber="2,-2")
    t.play("roll", "chance: reveal robber-attack 7").check(phase="robber")
    t.refuses("robber 0,0", "TB-ROB-001")


@pytest.mark.rule("TB-ROB-009", "TB-EVT-018", "TB-TWO-019")
def test_what_sends_the_robber_to_the_desert_spares_nobody() -> None:
    homes = {1: "0,0,N"}
    t = table(3, modules=["friendly_robber", "event_cards"], settlements=homes, rolled=False, robber="2,-2")
    t.play("roll", "chance: reveal robber-flees 4").check(robber="0,0")
    t = table(2, modules=["friendly_robber", "two_players"], settlements=homes, robber="2,-2")
    t.play("banish 0,0").check(robber="0,0")
