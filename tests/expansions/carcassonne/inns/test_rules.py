"""Inns & Cathedrals: its rules, and the worked examples of the rulebook."""

from __future__ import annotations

import pytest

from bastide.kernel.errors import InvalidAction
from tests.carcassonne.kit import BLUE, GREEN, RED, Board, Figure, board

BIG = (BLUE, "big")


def inns(tiles: str = "S", figures: dict[str, Figure] | None = None) -> Board:
    return board(tiles, figures, modules=["inns"])


# -- what there is


@pytest.mark.rule("INN-001")
def test_tiles_and_pieces() -> None:
    b = inns()
    assert sum(n for _, n in b.game.chances()) == b.game.state.cells[b.r.stack] == 71 + 18
    assert b.pieces("big") == [1] * 5
    assert b.supply == [7] * 5
    without = board().lay(RED, "road_straight@1,0,0")
    with pytest.raises(InvalidAction):
        without.game.play("big road:E")


# -- the tiles: example 25


@pytest.mark.rule("INN-013")
def test_example_25_two_cities_and_two_roads() -> None:
    b = inns().lay(RED, "inns.two_cities_two_roads@1,0,0")
    fields = {"field:EL", "field:ER", "field:WL", "field:WR"}
    assert b.claims == {"road:W", "road:E", "city:N", "city:S"} | fields
    assert not b.same("1,0 road:W", "1,0 road:E")
    assert not b.same("1,0 city:N", "1,0 city:S")


@pytest.mark.rule("INN-014")
def test_example_25_four_cities_and_three() -> None:
    b = inns().lay(RED, "inns.four_cities@0,-1,0")
    assert b.claims == {"city:N", "city:E", "city:S", "city:W", "field:inner"}
    b.game.play("meeple city:E")
    assert b.complete("0,-1 city:S")
    assert not b.complete("0,-1 city:E")
    assert inns().lay(RED, "inns.three_cities@0,-1,180").claims == {"city:E", "city:S", "city:W", "field:NL"}


@pytest.mark.rule("INN-015")
def test_example_25_a_monastery_with_two_roads() -> None:
    b = inns("S monastery_road@-1,0,270").lay(RED, "inns.monastery_2roads@1,0,0")
    assert b.claims == {"monastery", "road:W", "road:E", "field:NL", "field:ER"}
    b.game.play("meeple road:W")
    assert (b.scores[RED], b.complete("1,0 road:E")) == (3, False)


@pytest.mark.rule("INN-008")
def test_example_25_the_inn_stands_at_one_of_the_sections() -> None:
    for rotation, points in ((0, 3), (180, 6)):
        b = inns("S monastery_road@-1,0,270", {"0,0 road:E": BLUE}).turn(RED, f"inns.crossing3_inn@1,0,{rotation}")
        assert b.scores[BLUE] == points


@pytest.mark.rule("INN-016")
def test_example_25_the_wall_cuts_the_field() -> None:
    b = inns().lay(RED, "inns.city1_wedge@0,-1,180")
    assert b.claims == {"city:S", "field:NL", "field:WL"}
    assert not b.same("0,-1 field:NL", "0,-1 field:WL")


# -- the big follower


ROADS = "S road_straight@-1,0,0 road_straight@1,0,0 monastery_road@-1,1,270 monastery_road@1,1,90"


@pytest.mark.rule("INN-003", "INN-005", "COMBO-017")
def test_example_26_the_big_thief_has_the_majority() -> None:
    b = inns(ROADS, {"-1,1 road:E": BIG, "1,1 road:W": RED}).turn(GREEN, "road_straight@0,1,0")
    assert (b.scores[BLUE], b.scores[RED]) == (3, 0)
    assert (b.pieces("big"), b.supply) == ([1] * 5, [7] * 5)


@pytest.mark.rule("INN-003")
def test_one_big_follower_is_tied_with_two() -> None:
    city = "S city_through_s@0,-1,90 city_through_s@0,-2,90 city_corner_s@0,-3,180 city_corner@1,-3,0"
    b = inns(city, {"0,-1 city:N": GREEN, "0,-2 city:N": GREEN, "0,-3 city:E": BIG}).end()
    assert (b.scores[GREEN], b.scores[BLUE]) == (8, 8)
    field = "S road_straight@1,0,0 city1@0,-1,180 monastery@1,-1,0"
    b = inns(field, {"0,0 field:EL": RED, "1,-1 field:NL": BIG}).end()
    assert (b.scores[RED], b.scores[BLUE]) == (0, 3)


@pytest.mark.rule("INN-002")
def test_the_big_follower_is_placed_like_any_other() -> None:
    b = inns("S road_straight@1,0,0", {"1,0 road:E": RED}).lay(BLUE, "monastery_road@2,0,90")
    assert b.may("big") == b.claims == {"monastery", "field:NL"}
    b.refuses("big road:W", "CARC-017")
    b.refuses("big city:N", "CARC-015")
    b.game.play("big monastery")
    assert b.phase == "draw"
    assert b.pieces("big") == [1, 0, 1, 1, 1]
    assert b.supply[BLUE] == 7
    b.lay(BLUE, "road_straight@-1,0,0")
    assert b.may("big") == set()
    assert b.refuses("big road:E", "CARC-021") == "you have no such follower left in your supply"
    # It keeps others out.
    b = inns("S road_straight@1,0,0", {"1,0 road:E": BIG}).lay(RED, "road_straight@2,0,0")
    assert "road:E" not in b.claims


@pytest.mark.rule("INN-002")
def test_the_big_follower_is_placed_when_no_other_is_left() -> None:
    b = inns()
    b.game.state.cells[b.r.supply + RED] = 0
    b.lay(RED, "road_straight@1,0,0")
    assert (b.claims, b.may("big")) == (set(), {"road:E", "field:NL", "field:ER"})
    b.game.state.cells[b.r.figure_supply[1] + RED] = 0
    assert b.game.legal() == ["pass"]


@pytest.mark.rule("INN-004")
def test_the_big_follower_brings_no_more_points() -> None:
    around = (
        "S road_straight@-1,0,0 road_straight@1,0,0 monastery@0,1,0 city1@-1,1,270 city1@1,1,90 city1@-1,2,270"
        " city1@0,2,180"
    )
    assert inns(around, {"0,1 monastery": BIG}).turn(RED, "city1@1,2,90").scores[BLUE] == 9
    assert inns("S monastery_road@-1,0,270", {"0,0 road:E": BIG}).turn(RED, "crossing3@1,0,0").scores[BLUE] == 3


@pytest.mark.rule("INN-005")
def test_when_the_big_follower_comes_home() -> None:
    b = inns("S monastery_road@-1,0,270", {"0,0 road:E": BIG}).lay(BLUE, "crossing3@1,0,0")
    assert b.may("big") == set(), "it is not home before the scoring"
    b.game.play("pass")
    assert "road:E" in b.lay(BLUE, "road_straight@2,0,0").may("big")
    b = inns("S road_straight@1,0,0 city1@0,-1,180", {"0,0 field:EL": BIG}).end()
    assert (b.scores[BLUE], b.pieces("big")[BLUE]) == (3, 0)


# -- inns


@pytest.mark.rule("INN-006", "INN-007")
def test_example_27_a_road_with_an_inn() -> None:
    b = inns("S monastery_road@-1,0,270", {"0,0 road:E": BLUE}).turn(RED, "inns.crossing3_inn@1,0,180")
    assert b.why() == [(BLUE, "road", 6, [("tiles", 3, 2, 6)])]
    b = inns("S inns.road_straight_inn@1,0,0 road_straight@2,0,0", {"0,0 road:E": BLUE}).end()
    assert b.why() == [(BLUE, "road", 0, [("tiles", 3, 0, 0)])]


@pytest.mark.rule("INN-006")
def test_a_second_inn_adds_nothing() -> None:
    b = inns("S monastery_road@-1,0,270 inns.road_straight_inn@1,0,0", {"0,0 road:E": BLUE})
    assert b.turn(RED, "inns.crossing3_inn@2,0,180").scores[BLUE] == 8


@pytest.mark.rule("INN-006", "INN-007")
def test_an_inn_serves_the_whole_road_once_it_is_joined() -> None:
    inn = "S inns.road_straight_inn@1,0,0"
    b = inns(f"{inn} monastery_road@-1,0,270", {"0,0 road:E": RED}).turn(BLUE, "crossing3@2,0,0")
    assert b.scores[RED] == 8
    assert inns(inn, {"0,0 road:E": RED}).end().scores[RED] == 0


# -- cathedrals


CATHEDRAL = "S inns.cathedral@0,-1,0 city1@-1,-1,90 city1@1,-1,270 city_through_s@0,-2,90 city_through@0,-3,90"


@pytest.mark.rule("INN-009", "INN-010")
def test_example_28_a_city_with_a_cathedral() -> None:
    b = inns(CATHEDRAL, {"0,-1 city:N": BLUE}).turn(RED, "city1@0,-4,180")
    assert b.why() == [(BLUE, "city", 24, [("tiles", 7, 3, 21), ("shields", 1, 3, 3)])]
    b = inns(CATHEDRAL, {"0,-1 city:N": BLUE}).end()
    assert b.why() == [(BLUE, "city", 0, [("tiles", 6, 0, 0), ("shields", 1, 0, 0)])]


@pytest.mark.rule("INN-009")
def test_a_second_cathedral_adds_nothing() -> None:
    tiles = "S inns.cathedral@0,-1,0 inns.cathedral@0,-2,0 city1@-1,-1,90 city1@1,-1,270 city1@-1,-2,90 city1@1,-2,270"
    assert inns(tiles, {"0,-1 city:N": BLUE}).turn(RED, "city1@0,-3,180").scores[BLUE] == 24


@pytest.mark.rule("INN-012")
def test_farmers_are_paid_as_ever() -> None:
    b = inns(f"{CATHEDRAL} city1@0,-4,180", {"-1,-1 field:NL": RED}).end()
    assert b.scores[RED] == 3


ROAD = "S monastery_road@-1,0,270"
CITY = "S city_through_s@0,-1,90"
TABLE: list[tuple[str, str, str, int]] = [
    (ROAD, "0,0 road:E", "crossing3@1,0,0", 3),
    (ROAD, "0,0 road:E", "inns.crossing3_inn@1,0,180", 6),
    (f"{ROAD} road_straight@1,0,0", "0,0 road:E", "", 3),
    (f"{ROAD} inns.road_straight_inn@1,0,0", "0,0 road:E", "", 0),
    (CITY, "0,0 city:N", "city1@0,-2,180", 2 * 3 + 2),
    (CATHEDRAL, "0,0 city:N", "city1@0,-4,180", 3 * 7 + 3),
    (CITY, "0,0 city:N", "", 2 + 1),
    (CATHEDRAL, "0,0 city:N", "", 0),
]


@pytest.mark.rule("INN-011", "CARC-026", "CARC-031", "CARC-045", "CARC-046", "COMBO-007")
@pytest.mark.parametrize(("tiles", "where", "last", "points"), TABLE)
def test_examples_51_and_52_the_tables(tiles: str, where: str, last: str, points: int) -> None:
    b = inns(tiles, {where: BLUE})
    b = b.turn(RED, last) if last else b.end()
    assert b.scores[BLUE] == points
