"""Ships: building and moving them, and the pirate that blocks them.

On New Shores for four the lane from 4,2,S, a corner of home, along 4,2,SE, 4,2,E and 4,2,NE leads past the corners
4,3,N, 5,1,S and 4,2,N of the eastern island.
"""

from __future__ import annotations

import pytest

from bastide import Game
from tests.expansions.island.seafarers.rules.kit import afloat, ships_left

HOME = "4,2,S"
FAR = "2,8"
"""A hex of sea where the pirate is in nobody's way."""


@pytest.mark.rule("SEA-001", "SEA-002", "SEA-003")
def test_a_ship_is_built_at_the_coast_from_an_own_building() -> None:
    t = afloat(settlements={0: HOME}, hands={0: "lumber*3 wool*2 brick"}, pirate=FAR)
    assert t.places("ship") == {"4,2,SE", "3,3,E", "3,3,NE"}
    t.play("ship 4,2,SE")
    t.check(hands={0: "lumber*2 wool brick"})
    assert ships_left(t, 0) == 14
    t.refuses("road 4,2,SE", "SEA-002")
    t.refuses("ship 4,2,SE", "SEA-002")
    assert t.places("ship") == {"3,3,E", "3,3,NE", "4,2,E", "4,3,NE"}
    assert t.places("road") == {"3,3,E", "3,3,NE"}


@pytest.mark.rule("SEA-001")
def test_a_ship_costs_lumber_and_wool_and_there_are_fifteen() -> None:
    t = afloat(settlements={0: HOME}, hands={0: "lumber"}, pirate=FAR)
    t.refuses("ship 4,2,SE", "SEA-001", missing="wool")
    assert ships_left(t, 0) == 15


@pytest.mark.rule("SEA-002")
def test_a_ship_needs_water() -> None:
    t = afloat(settlements={0: "1,5,N"}, hands={0: "lumber wool"}, pirate=FAR)
    t.refuses("ship 1,4,E", "SEA-002")
    assert t.places("ship") == set()


@pytest.mark.rule("SEA-003")
def test_a_ship_does_not_go_on_from_a_road_nor_a_road_from_a_ship() -> None:
    t = afloat(
        settlements={0: HOME}, roads={0: "3,3,E"}, ships={0: "4,2,SE 4,2,E"}, hands={0: "lumber wool brick"}, pirate=FAR
    )
    assert t.places("road") == {"3,3,NE", "3,3,SE", "3,4,NE"}
    t.refuses("ship 3,4,NE", "SEA-003")
    t.refuses("ship 3,5,E", "SEA-003")
    t.refuses("road 5,1,SE", "BASE-029")
    # A building joins them.
    u = afloat(settlements={0: "4,2,S 5,1,S"}, ships={0: "4,2,SE 4,2,E"}, hands={0: "lumber wool brick"}, pirate=FAR)
    assert "5,1,SE" in u.places("road")


@pytest.mark.rule("SEA-004", "SEA-014")
def test_a_ship_leads_to_a_new_coast() -> None:
    t = afloat(settlements={0: HOME}, ships={0: "4,2,SE 4,2,E"}, hands={0: "lumber wool brick grain"}, pirate=FAR)
    assert t.places("settle") == {"5,1,S"}  # 4,3,N is too near
    t.play("settle 5,1,S")
    t.check(points={0: 4})


@pytest.mark.rule("SEA-005", "SEA-006", "SEA-021")
def test_only_the_loose_end_of_an_open_line_moves() -> None:
    t = afloat(settlements={0: HOME}, ships={0: "4,2,SE 4,2,E"}, pirate=FAR)
    assert t.places("sail") == {"4,2,E"}
    t.refuses("sail 4,2,SE", "SEA-006")
    t.refuses("sail 3,3,E", "SEA-005")
    t.play("sail 4,2,E")
    assert t.phase == "seafarers_sail"
    assert t.places("ship") == {"4,3,NE", "3,3,E", "3,3,NE"}  # neither back nor beyond itself
    t.refuses("ship 4,2,E", "SEA-005")
    t.refuses("ship 4,2,NE", "SEA-003")
    t.refuses("ship 1,4,E", "SEA-002")
    t.refuses("end", "SEA-005")
    t.play("ship 4,3,NE")
    assert ships_left(t, 0) == 13
    t.refuses("sail 4,3,NE", "SEA-005")  # once a turn


@pytest.mark.rule("SEA-005")
def test_a_ship_with_two_loose_ends_is_taken_up_in_one_way() -> None:
    t = afloat(settlements={0: HOME}, ships={0: "2,1,E"}, pirate=FAR)
    assert t.legal().count("sail 2,1,E") == 1


@pytest.mark.rule("SEA-006")
def test_no_ship_of_a_closed_line_moves() -> None:
    t = afloat(settlements={0: f"{HOME} 5,1,S"}, ships={0: "4,2,SE 4,2,E"}, pirate=FAR)
    assert t.places("sail") == set()
    t.refuses("sail 4,2,E", "SEA-006")
    # A branch of it is open.
    u = afloat(settlements={0: f"{HOME} 5,1,S"}, ships={0: "4,2,SE 4,2,E 4,3,NE"}, pirate=FAR)
    assert u.places("sail") == {"4,3,NE"}


@pytest.mark.rule("SEA-006")
def test_a_settlement_at_its_end_closes_a_line() -> None:
    t = afloat(settlements={0: HOME}, ships={0: "4,2,SE 4,2,E"}, hands={0: "lumber wool brick grain"}, pirate=FAR)
    assert t.places("sail") == {"4,2,E"}
    t.play("settle 5,1,S")
    assert t.places("sail") == set()
    t.refuses("sail 4,2,E", "SEA-006")


@pytest.mark.rule("SEA-005")
def test_a_ship_built_this_turn_stays() -> None:
    t = afloat(settlements={0: HOME}, ships={0: "4,2,SE"}, hands={0: "lumber wool"}, pirate=FAR)
    t.play("ship 4,2,E")
    t.refuses("sail 4,2,E", "SEA-005")
    t.play("end", "1: roll", "roll 1 1", "1: end", "2: roll", "roll 1 1", "2: end", "3: roll", "roll 1 1", "3: end")
    t.play("0: roll", "roll 1 1")
    assert t.places("sail") == {"4,2,E"}


@pytest.mark.rule("SEA-005")
def test_one_ship_moves_a_turn() -> None:
    t = afloat(settlements={0: HOME}, ships={0: "4,2,SE 3,3,NE"}, pirate=FAR)
    assert t.places("sail") == {"4,2,SE", "3,3,NE"}
    t.play("sail 4,2,SE", "ship 3,3,E")
    assert t.places("sail") == set()
    t.refuses("sail 3,3,NE", "SEA-005")
    for seat in (1, 2, 3):
        t.play("end", f"{seat}: roll", "roll 1 1")
    t.play("end", "0: roll", "roll 1 1")
    assert t.places("sail") == {"3,3,NE", "3,3,E"}


@pytest.mark.rule("SEA-021")
def test_a_ship_moves_after_the_roll_alone() -> None:
    t = afloat(settlements={0: HOME}, ships={0: "4,2,SE"}, pirate=FAR, rolled=False)
    assert t.places("sail") == set()
    t.refuses("sail 4,2,SE", "BASE-016")


@pytest.mark.rule("SEA-021")
def test_a_ship_without_another_path_stays() -> None:
    t = afloat(settlements={0: HOME}, ships={0: "4,2,SE"}, roads={0: "3,3,E", 1: "3,3,NE"}, pirate=FAR)
    assert t.places("sail") == set()
    t.refuses("sail 4,2,SE", "SEA-021")


@pytest.mark.rule("SEA-007")
def test_the_pirate_blocks_building_and_moving() -> None:
    lane = {0: "4,2,SE 4,2,E"}
    hands = {0: "lumber wool"}
    t = afloat(settlements={0: HOME}, ships=lane, hands=hands, pirate="4,3")
    t.refuses("ship 4,3,NE", "SEA-007")
    assert t.places("ship") == {"3,3,NE", "4,2,NE"}  # 3,3,E lies at the pirate, too
    t.play("sail 4,2,E")
    assert t.places("ship") == {"3,3,NE"}
    t.refuses("ship 4,3,NE", "SEA-007")
    u = afloat(settlements={0: HOME}, ships=lane, pirate="4,2")
    assert u.places("sail") == set()
    u.refuses("sail 4,2,E", "SEA-007")


@pytest.mark.rule("SEA-009")
def test_the_pirate_leaves_roads_settlements_and_harbors_alone() -> None:
    def options(pirate: str) -> tuple[set[str], set[str], set[str]]:
        t = afloat(
            settlements={0: "3,4,N"}, roads={0: "3,3,E 3,3,NE"}, hands={0: "lumber*4 brick wool grain"}, pirate=pirate
        )
        return t.places("road"), t.places("settle"), t.places("bank")

    assert options("4,3") == options(FAR)
    assert options("4,3")[0]


@pytest.mark.rule("SEA-013")
def test_free_roads_may_be_ships() -> None:
    t = afloat(settlements={0: HOME}, cards={0: "roads"}, pirate=FAR)
    t.play("roads", "ship 4,2,SE")
    assert {"4,2,E", "4,3,NE"} < t.places("ship")
    t.refuses("ship 4,2,NE", "SEA-003")
    t.play("road 3,3,E")
    t.check(roads={0: 14}, phase="main")
    assert ships_left(t, 0) == 14


@pytest.mark.rule("SEA-012")
def test_a_starting_settlement_may_take_a_ship() -> None:
    game = Game.new({"seats": 4, "modules": ["seafarers"], "options": {"first": 0}})
    game.play(f"settle {HOME}")
    assert set(game.legal()) == {"road 3,3,E", "road 3,3,NE", "ship 3,3,E", "ship 3,3,NE", "ship 4,2,SE"}
    for path, rule in (("6,4,NE", "SEA-007"), ("2,4,E", "SEA-002"), ("4,3,NE", "SEA-012")):
        refusal = game.why_not(f"ship {path}")
        assert refusal is not None
        assert refusal.rule == rule
    game.play("ship 4,2,SE")
    assert game.actors == [1]


@pytest.mark.rule("SEA-005", "SEA-003")
def test_a_ship_that_leaves_the_end_of_an_own_road_leaves_the_road_its_corner() -> None:
    """At 3,0,S two own ships from 4,0,S and two own roads from 3,1,S meet, without a building."""
    t = afloat(
        settlements={0: "4,0,S 3,1,S"},
        ships={0: "3,1,NE 3,0,SE"},
        roads={0: "2,2,NE 2,1,E"},
        hands={0: "brick*2 lumber*3 wool*2 grain"},
        pirate=FAR,
    )
    assert "2,1,NE" in t.places("ship")
    t.play("sail 3,0,SE")
    assert "2,1,NE" not in t.places("ship"), "no ship leads there any more"
    t.play("ship 4,0,SE")
    assert "2,1,NE" in t.places("road"), "the road still does"
    assert "3,0,S" in t.places("settle")
    assert "2,1,NE" not in t.places("ship")


@pytest.mark.rule("SEA-005", "SEA-021")
def test_a_ship_whose_only_free_path_hangs_on_a_cut_line_does_not_move() -> None:
    """The path 5,1,NE joins the ship 5,0,SE, and behind the settlement of seat 1 another line of seat 0."""
    t = afloat(
        settlements={0: "5,0,S 6,1,S", 1: "6,0,S"},
        ships={0: "5,0,SE 5,1,E 5,2,NE", 2: "4,1,E 6,1,SE 5,0,E 4,1,NE"},
        pirate="",
    )
    assert "5,0,SE" not in t.places("sail")
    for text in t.legal(0):
        if text.startswith("sail"):
            game = t.game.copy()
            game.play(text, 0)
            assert game.legal(0), "a ship that was taken up has a path to go to"
