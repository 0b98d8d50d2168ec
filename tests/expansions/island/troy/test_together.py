"""Troy with five and six players: ships in the special building phase, battles before it, paired players; no other."""

from __future__ import annotations

import dataclasses

import pytest

from bastide import Game
from bastide.kernel import record
from bastide.kernel.errors import ConfigError
from tests.expansions.island.troy.kit import FIRST_ROW, NEAR, SHIP, battle, fleet, module, trade_points, troy

TWELVE = f"{FIRST_ROW} ore ore ore wool wool wool brick brick"
NINE_SHOWN = "ore ore ore ore wool wool brick brick lumber"


@pytest.mark.rule("HIST-002", "X56-008", "TROY-041")
def test_the_special_building_phase_follows_a_battle() -> None:
    t = troy(6, row=f"{TWELVE} brick").play("end")
    t.check(phase="troy_battle")
    battle(t, NINE_SHOWN)
    t.check(phase="five_six_building", actors=[1], points={0: 1, 3: 0})


@pytest.mark.rule("X56-012", "TROY-037", "TROY-045", "TROY-044")
def test_ships_are_built_in_the_special_building_phase_and_nothing_else_is_done() -> None:
    t = troy(
        6,
        settlements={1: NEAR, 2: "4,2,N"},
        ships={1: "5,3 4,3 4,4"},
        hands={1: f"{SHIP} ore", 2: "grain"},
        points={1: 2},
    ).play("end")
    t.check(phase="five_six_building", actors=[1])
    for text in ("donate ore", "swap-card", "draw-row"):
        t.refuses(text, "X56-012")
    t.refuses("ship -3,6", "TROY-018")
    t.play("ship 3,1").check(phase="troy_people", actors=[1], hands={1: "ore"})
    assert (trade_points(t, 1), fleet(t, 1)) == (0, ["5,3", "4,3", "4,4", "3,1"])
    t.play("people 4,1", "rob 2", "steal grain").check(phase="five_six_building", actors=[1], hands={1: "ore grain"})
    t.play("pass").check(actors=[2])


@pytest.mark.rule("X56-012", "TROY-023", "TROY-034")
def test_nobody_wins_by_a_flag_in_the_special_building_phase() -> None:
    cities, settlements = "0,1,N 2,1,N -1,2,S 0,3,S", "2,5,N 5,4,N 7,2,N 6,5,N 4,2,N"
    t = troy(
        6,
        cities={1: cities},
        settlements={1: settlements},
        ships={1: "3,1"},
        hands={1: SHIP},
        points={1: 2},
        markers=(1, 0),
    ).play("end", "ship 3,2")
    t.check(phase="troy_people", actors=[1], points={1: 15})
    t.play("people 5,5", "pass", *["pass"] * 4).check(phase="over", winners=[1])


@pytest.mark.rule("X56-007", "TROY-008", "TROY-037")
def test_a_second_turn_of_paired_players_has_a_donation_of_its_own() -> None:
    t = troy(6, between_turns="paired", hands={0: "ore*2", 3: "wool*2"}).play("donate ore", "end")
    t.check(phase="main", actors=[3])
    t.play("donate wool").check(phase="main")
    assert (trade_points(t, 0), trade_points(t, 3)) == (1, 1)
    t.refuses("donate wool", "TROY-008")


@pytest.mark.rule("X56-007", "TROY-011", "TROY-041")
def test_a_battle_follows_the_second_turn_of_paired_players_too() -> None:
    t = troy(6, between_turns="paired", row=TWELVE, hands={3: "wool"}).play("end", "donate wool", "end")
    t.check(phase="troy_battle")
    battle(t, "ore ore ore ore wool wool brick brick lumber").check(phase="roll", actors=[1])
    assert int(module(t).city_points(t.game.state, 0)) == 1


@pytest.mark.rule("HIST-005", "MIX-020", "MIX-021")
@pytest.mark.parametrize(
    ("other", "rule"),
    [
        ("friendly_robber", "MIX-020"),
        ("event_cards", "MIX-020"),
        ("harbors", "MIX-020"),
        ("two_players", "MIX-020"),
        ("cities_knights", "MIX-020"),
        ("seafarers", "MIX-020"),
        ("fishermen", "MIX-020"),
        ("great_wall", "MIX-021"),
    ],
)
def test_nothing_else_goes_with_it(other: str, rule: str) -> None:
    with pytest.raises(ConfigError) as caught:
        Game.new({"modules": ["troy", other]}, seed=1)
    assert caught.value.rule == rule


def test_the_earlier_name_of_its_option_is_read() -> None:
    game = Game.new({"seats": 4, "modules": ["troy"], "options": {"battle_ends_turn": "no"}}, seed=1)
    for options in ({"fights_end_turn": "no"}, {"fights_end_turn": "yes", "battle_ends_turn": "no"}):
        assert Game.new({"seats": 4, "modules": ["troy"], "options": options}, seed=1).save() == game.save()
    with pytest.raises(ConfigError, match="'fights_end_turn' is unknown"):
        Game.new({"seats": 4, "options": {"fights_end_turn": "no"}}, seed=1)


def test_a_record_without_a_later_option_loads() -> None:
    game = Game.new({"seats": 4, "modules": ["troy"], "options": {"first": 0}}, seed=1)
    stored = game.record()
    options = {name: value for name, value in stored.config["options"].items() if name != "row_cards"}
    earlier = record.write(dataclasses.replace(stored, config={**stored.config, "options": options}))
    assert "row_cards" not in earlier
    assert Game.load(earlier).save() == game.save()
