"""The worked examples of the base game's rulebook, each in a newly built position."""

from __future__ import annotations

import pytest

from tests.carcassonne.kit import BLACK, BLUE, GREEN, RED, YELLOW, board


@pytest.mark.rule("CARC-011", "CARC-012")
def test_example_1_where_tiles_fit() -> None:
    b = board("S road_straight@1,0,0 city_corner@0,-1,180").drawn(RED, "city1")
    assert "1,-1,270" in b.places
    assert "1,-1,0" not in b.places
    b.refuses("tile 1,-1,0", "CARC-012")
    assert "1,0,0" in board().drawn(RED, "road_straight").places
    assert "0,-1,180" in board().drawn(RED, "city1").places


@pytest.mark.rule("CARC-016", "CARC-017", "CARC-018")
def test_example_2_a_thief_further_down_the_road() -> None:
    b = board("S road_straight@1,0,0", {"1,0 road:E": RED}).lay(BLUE, "monastery_road@2,0,90")
    assert b.claims == {"monastery", "field:NL"}
    b.refuses("meeple road:W", "CARC-017")


@pytest.mark.rule("CARC-016", "CARC-017", "CARC-018")
def test_example_3_a_knight_in_the_city() -> None:
    b = board("S city3@0,-1,90", {"0,-1 city:N": RED}).lay(BLUE, "city1_straight_road@1,-1,270")
    assert b.claims == {"road:N", "field:NL", "field:NR"}
    b.refuses("meeple city:W", "CARC-017")


@pytest.mark.rule("CARC-016")
def test_example_4_the_four_roles() -> None:
    assert board().lay(RED, "monastery_road@1,0,90").claims == {"monastery", "road:W", "field:NL"}
    assert board().lay(RED, "city1@0,-1,180").claims == {"city:S", "field:NL"}


@pytest.mark.rule("CARC-024", "CARC-026", "CARC-029")
def test_example_5_a_road_of_four_tiles() -> None:
    b = board("S monastery_road@-1,0,270 road_straight@1,0,0", {"1,0 road:E": RED}).turn(BLUE, "crossing3@2,0,0")
    assert b.scores[RED] == 4
    assert b.why() == [(RED, "road", 4, [("tiles", 4, 1, 4)])]


@pytest.mark.rule("CARC-024", "CARC-026")
def test_example_6_a_road_of_three_tiles() -> None:
    b = board("S monastery_road@-1,0,270", {"0,0 road:E": RED}).turn(BLUE, "crossing3@1,0,0")
    assert b.scores[RED] == 3


@pytest.mark.rule("CARC-030", "CARC-031")
def test_example_7_a_city_of_three_tiles_with_a_shield() -> None:
    b = board("S city_through_s@0,-1,90", {"0,-1 city:N": RED}).turn(BLUE, "city1@0,-2,180")
    assert b.scores[RED] == 8
    assert b.why() == [(RED, "city", 8, [("tiles", 3, 2, 6), ("shields", 1, 2, 2)])]


@pytest.mark.rule("CARC-031")
def test_example_8_a_city_twice_on_one_tile() -> None:
    # The tiles below the start tile are no part of it, and touch it with a field.
    b = board("S city_corner@0,1,180 city_corner@1,1,270 city_corner@0,2,90", {"0,1 city:E": RED}).turn(
        BLUE, "two_cities_adjacent@1,2,0"
    )
    assert b.scores[RED] == 8
    assert b.why() == [(RED, "city", 8, [("tiles", 4, 2, 8)])]


@pytest.mark.rule("CARC-019", "CARC-031", "CARC-036")
def test_example_9_two_knights_are_joined() -> None:
    b = board(
        "S city_corner@0,-1,180 road_straight@1,0,0 city1_straight_road@2,0,0 city_corner@2,-1,270",
        {"0,-1 city:E": BLUE, "2,-1 city:S": RED},
    ).lay(GREEN, "city_through@1,-1,0")
    assert not any(claim.startswith("city") for claim in b.claims)
    b.game.play("pass")
    assert b.scores[:2] == [10, 10]
    assert b.supply == [7] * 5


@pytest.mark.rule("CARC-033")
def test_example_10_a_monastery() -> None:
    b = board(
        "S road_straight@-1,0,0 road_straight@1,0,0 monastery@0,1,0 city1@-1,1,270 city1@1,1,90 city1@-1,2,270"
        " city1@0,2,180",
        {"0,1 monastery": RED},
    ).turn(BLUE, "city1@1,2,90")
    assert b.scores[RED] == 9
    assert b.why() == [(RED, "monastery", 9, [("squares", 9, 1, 9)])]
    assert b.supply[RED] == 7


@pytest.mark.rule("CARC-022", "CARC-039")
def test_example_11_lay_place_score_and_home_again() -> None:
    b = board("S monastery_road@-1,0,270").turn(RED, "crossing3@1,0,0", "meeple road:W")
    assert (b.scores[RED], b.supply[RED]) == (3, 7)


@pytest.mark.rule("CARC-022", "CARC-032")
def test_example_12_the_same_with_a_knight() -> None:
    b = board().turn(RED, "city1@0,-1,180", "meeple city:S")
    assert (b.scores[RED], b.supply[RED]) == (4, 7)


@pytest.mark.rule("CARC-040", "CARC-041")
def test_example_13_three_fields() -> None:
    b = board("S road_straight@1,0,0 road_straight@2,0,0 city_through@0,-1,90")
    north, south, west = "1,0 field:NL", "2,0 field:ER", "0,-1 field:WL"
    assert not b.same(north, south)
    assert not b.same(north, west)
    assert not b.same(south, west)
    for where in (north, south, west):
        assert b.same(where, where)
    assert b.same("0,0 field:EL", north)


@pytest.mark.rule("CARC-019", "CARC-040")
def test_example_14_farmers_are_joined() -> None:
    b = board(
        "S road_straight@1,0,0 road_curve@2,0,0 road_straight@2,1,90 city1@1,1,180 city1@1,2,0",
        {"1,0 field:ER": BLUE, "2,0 field:NL": RED, "1,2 field:EL": YELLOW},
    )
    assert not b.same("1,0 field:ER", "2,0 field:NL")
    assert not b.same("1,2 field:EL", "2,0 field:NL")
    assert not b.same("1,2 field:EL", "1,0 field:ER")
    b.lay(GREEN, "monastery_road@2,2,180")
    assert b.claims == {"monastery", "road:N"}
    assert b.same("1,2 field:EL", "1,0 field:ER", "2,0 field:NL")
    b.refuses("meeple field:NL", "CARC-017")


@pytest.mark.rule("CARC-045")
def test_example_15_an_incomplete_road() -> None:
    assert board("S road_straight@1,0,0 road_straight@2,0,0", {"1,0 road:E": RED}).end().scores[RED] == 3


@pytest.mark.rule("CARC-047")
def test_example_16_an_incomplete_monastery() -> None:
    b = board("S monastery@0,1,0 road_straight@1,0,0 city1@1,1,90 city1@0,2,180", {"0,1 monastery": YELLOW}).end()
    assert b.scores[YELLOW] == 5


@pytest.mark.rule("CARC-046")
def test_example_17_an_incomplete_city() -> None:
    b = board("S city_through_s@0,-1,90", {"0,-1 city:N": BLUE}).end()
    assert b.scores[BLUE] == 3
    assert b.why() == [(BLUE, "city", 3, [("tiles", 2, 1, 2), ("shields", 1, 1, 1)])]


@pytest.mark.rule("CARC-046", "CARC-048", "CARC-035")
def test_example_18_the_majority_in_an_incomplete_city() -> None:
    b = board(
        "S city_through_s@0,-1,90 city_through_s@0,-2,90 city_corner_s@0,-3,180 city_corner@1,-3,0",
        {"0,-1 city:N": GREEN, "0,-2 city:N": GREEN, "0,-3 city:E": BLACK},
    ).end()
    assert (b.scores[GREEN], b.scores[BLACK]) == (8, 0)


FARM = "S road_straight@1,0,0 city1@0,-1,180 city1@1,-1,0 city1@1,-2,180 city1@0,1,180 city1@0,2,0 city_corner@1,1,180"


@pytest.mark.rule("CARC-049", "CARC-050", "CARC-054")
def test_example_19_farmers_at_complete_cities() -> None:
    b = board(FARM, {"1,-1 field:EL": BLUE, "0,1 field:NL": RED})
    assert b.complete("0,0 city:N")
    assert not b.complete("1,1 city:E")
    b.end()
    assert (b.scores[BLUE], b.scores[RED]) == (6, 3)
    assert (BLUE, "field", 6, [("cities", 2, 3, 6)]) in b.why()


@pytest.mark.rule("CARC-051")
def test_example_20_both_fields_are_blue() -> None:
    assert board(FARM, {"1,-1 field:EL": BLUE, "0,1 field:NL": BLUE}).end().scores[BLUE] == 9


UPPER = "S road_straight@1,0,0 city1@0,-1,180 city1@0,-2,270 city1@-1,-2,90 monastery@0,-3,0"


@pytest.mark.rule("CARC-035", "CARC-049", "CARC-051", "CARC-053")
def test_example_21_the_majority_of_farmers() -> None:
    b = board(UPPER, {"1,0 field:NL": BLUE, "0,-1 field:NL": RED, "0,-2 field:NL": RED, "0,-3 field:NL": YELLOW}).end()
    assert [b.scores[seat] for seat in (BLUE, RED, YELLOW)] == [3, 6, 0]


@pytest.mark.rule("CARC-036", "CARC-053")
def test_example_22_tied_farmers() -> None:
    b = board(
        f"{UPPER} monastery@1,-3,0",
        {"0,-1 field:NL": RED, "0,-2 field:NL": RED, "0,-3 field:NL": YELLOW, "1,-3 field:NL": YELLOW},
    ).end()
    assert (b.scores[RED], b.scores[YELLOW]) == (6, 6)


@pytest.mark.rule("CARC-051", "CARC-052", "CARC-053")
def test_example_23_three_fields_at_four_cities() -> None:
    b = board(
        "S city_through@0,-1,270 city1_curve_left@0,-2,180 city1_straight_road@1,0,0 city3@1,-1,90"
        " two_cities_adjacent@2,-1,270 city1_curve_right@1,-2,180 two_cities_opposite@-1,-1,0"
        " city_corner_curve@2,0,90 city1@-1,-2,180 two_cities_opposite@3,0,270 city1@2,-2,90",
        {
            "1,-1 field:WL": BLUE,
            "1,0 field:EL": RED,
            "2,0 field:SL": BLUE,
            "-1,-2 field:NL": YELLOW,
            "1,-2 field:NR": YELLOW,
            "2,-2 field:NL": BLACK,
        },
    ).end()
    assert [b.scores[seat] for seat in (BLUE, RED, YELLOW, BLACK)] == [15, 9, 12, 0]


@pytest.mark.rule("CARC-011", "CARC-019", "CARC-040")
def test_example_24_a_farmer_comes_in_by_the_corner() -> None:
    b = board("S road_straight@1,0,0", {"1,0 field:NL": BLUE})
    b.turn(RED, "city1@0,-1,180", "meeple field:NL")
    assert not b.same("0,-1 field:NL", "1,0 field:NL")
    b.lay(GREEN, "monastery@1,-1,0")
    assert b.same("0,-1 field:NL", "1,0 field:NL", "1,-1 field:NL")
    assert b.claims == {"monastery"}
