"""Chits: a foreign island, once for each seat; the win by one."""

from __future__ import annotations

import pytest

from bastide import Game
from tests.expansions.island.seafarers.rules.kit import SEA, afloat, chits, land_corner, sea

HOME = "4,2,S"
HAND = "lumber*2 brick*2 wool*2 grain*2"
FAR = "2,8"


@pytest.mark.rule("SEA-014")
def test_the_first_settlement_on_an_island_brings_two_points_once() -> None:
    t = afloat(
        settlements={0: HOME, 1: "5,2,S"},
        ships={0: "4,2,SE 4,2,E 4,2,NE"},
        roads={0: "5,1,SE 5,1,E"},
        hands={0: HAND},
        pirate=FAR,
    )
    t.play("settle 4,2,N")
    assert [(e.seat, e.b) for e in t.told("seafarers_chit")] == [(0, 2)]
    assert chits(t, 0) == 2
    t.check(points={0: 4})
    t.play("settle 5,2,N")
    assert t.told("seafarers_chit") == []
    t.check(points={0: 5})


@pytest.mark.rule("SEA-014")
def test_every_seat_gets_a_chit_on_the_same_island() -> None:
    t = afloat(settlements={0: "5,2,N", 1: HOME}, ships={1: "4,2,SE"}, hands={1: HAND}, on_turn=1, pirate=FAR)
    sea_ = sea(t.game)
    t.game.state.cells[sea_.areas + land_corner(t, "5,2,N")] = 2
    t.refuses("settle 4,3,N", "BASE-031")  # the distance rule: too near to home
    u = afloat(settlements={0: "5,2,N", 1: "3,3,N"}, ships={1: "3,3,NE 4,2,SE"}, hands={1: HAND}, on_turn=1, pirate=FAR)
    u.play("settle 4,3,N")
    u.check(points={1: 4})
    assert chits(u, 1) == 2


@pytest.mark.rule("SEA-014", "SEA-015")
def test_home_brings_no_chit() -> None:
    t = afloat(settlements={0: HOME}, roads={0: "3,3,NE 3,2,SE"}, hands={0: HAND}, pirate=FAR)
    t.play("settle " + sorted(t.places("settle"))[0])
    t.check(points={0: 2})


@pytest.mark.rule("SEA-014", "BASE-045")
def test_a_chit_may_win() -> None:
    t = afloat(settlements={0: HOME}, ships={0: "4,2,SE 4,2,E"}, hands={0: HAND}, pirate=FAR, goal=4)
    t.play("settle 5,1,S")
    t.check(points={0: 4}, winners=[0], phase="over")


@pytest.mark.rule("SEA-023")
def test_on_four_islands_the_island_of_a_starting_settlement_is_native() -> None:
    game = Game.new({"seats": 4, "modules": SEA, "layout": "four_islands", "options": {"first": 0}})
    m = sea(game)
    game.play(sorted(text for text in game.legal() if text.startswith("settle"))[0])
    row = [int(game.state.cells[m.areas + k]) for k in range(int(m.area_count))]
    assert sorted(row) == [0, 0, 0, 1]
    assert int(m.points(game.state, 0)) == 0


@pytest.mark.rule("SEA-018", "SEA-019")
def test_corners_between_desert_and_strip_belong_to_the_strip() -> None:
    t = afloat(layout="through_the_desert")
    # 1,2 is forest of the strip beside the desert 2,2; 2,3 is the desert's other neighbour at home.
    strip = land_corner(t, "1,2,S")
    assert strip >= 0
    board = t.r.board
    touching = {
        board.corner_names[c]
        for c in range(int(board.ashore))
        if {"2,1", "1,2"}
        & {board.hex_names[board.corner_hexes[c * 3 + k]] for k in range(3) if board.corner_hexes[c * 3 + k] >= 0}
    }
    assert {land_corner(t, corner) for corner in touching} == {strip}
