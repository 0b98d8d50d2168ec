"""The Great Wall with six: the special building phase, the second turn of paired players (GW-037, X56-012)."""

from __future__ import annotations

import pytest

from tests.expansions.island.great_wall.kit import CITY, FORTRESSES, gathered, levels, steppe

PRICE = "brick lumber"


@pytest.mark.rule("GW-037", "X56-012", "HIST-002")
def test_sections_and_cities_are_built_between_turns() -> None:
    t = steppe(6, hands={1: f"{PRICE} {CITY}"}).play("end")
    t.check(phase="five_six_building", actors=[1])
    assert t.verbs() >= {"section", "city", "pass"}
    t.play("section", f"city {FORTRESSES[1]}", "rider IV")
    assert levels(t) == [0, 1, 0, 0, 0, 0]
    assert gathered(t) == {"IV": 1}
    t.check(phase="five_six_building", actors=[1])
    t.play("pass").check(actors=[2])


@pytest.mark.rule("X56-012")
def test_no_knight_acts_between_turns() -> None:
    t = steppe(6, cards={1: "knight"}, gathered="I", behind="4,2").play("end")
    t.refuses("knight", "X56-006")
    t.refuses("pirate 4,4", "GW-030")
    t.refuses("section", "GW-012", PRICE)


@pytest.mark.rule("HIST-002")
def test_paired_players_build_sections_and_play_knights() -> None:
    t = steppe(6, between_turns="paired", hands={3: PRICE}, cards={3: "knight"}, behind="4,2", rolled=True)
    t.play("end").check(phase="main", actors=[3])
    t.play("section", "knight", "free 4,2", "pass")
    assert levels(t) == [0, 0, 0, 1, 0, 0]
