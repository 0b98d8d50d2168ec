"""Traders & Builders: its rules, and the worked examples of the rulebook."""

from __future__ import annotations

import pytest

from bastide.carcassonne.base.scoring import lift
from bastide.carcassonne.tiles.load import tiles_of
from bastide.expansions.carcassonne.traders.rules import GOODS, TradersRules
from bastide.kernel.errors import InvalidAction
from tests.carcassonne.kit import BLUE, GREEN, RED, Board, Figure, board

BUILDER = (BLUE, "builder")
PIG = (BLUE, "pig")


def traders(tiles: str = "S", figures: dict[str, Figure] | None = None, *more: str, seats: int = 5) -> Board:
    return board(tiles, figures, seats, modules=["traders", *more])


def module(b: Board) -> TradersRules:
    return b.r.module(TradersRules)


def goods(b: Board) -> list[list[int]]:
    """The tokens of every seat: wine, grain, cloth."""
    at = module(b).goods
    return [[int(b.game.state.cells[at + seat * 3 + n]) for n in range(3)] for seat in range(int(b.r.seats))]


def next_seat(b: Board) -> int:
    s = b.game.state
    return int(s.cells[s.top() + 1])


# -- what there is


@pytest.mark.rule("TRD-001")
def test_tiles_pieces_and_goods() -> None:
    b = traders()
    assert b.game.state.cells[b.r.stack] == 71 + 24
    assert b.pieces("builder") == b.pieces("pig") == [1] * 5
    assert goods(b) == [[0, 0, 0]] * 5
    without = board().lay(RED, "road_straight@1,0,0")
    for word in ("builder", "pig"):
        with pytest.raises(InvalidAction):
            without.game.play(f"{word} road:E")


def test_an_example_of_notation_is_one_that_can_be_legal() -> None:
    b = traders().lay(RED, "road_straight@1,0,0")
    for word, example in (("builder", "builder road:N"), ("pig", "pig field:NL"), ("meeple", "meeple road:N")):
        with pytest.raises(InvalidAction, match=f"'{word}' is written like '{example}'"):
            b.game.play(word)


@pytest.mark.rule("TRD-001", "TRD-019")
def test_there_are_as_many_signs_as_tokens() -> None:
    cities = [(tile.copies, part) for tile in tiles_of("traders") for part in tile.sections]
    assert [sum(n * part.count(good) for n, part in cities) for good in GOODS] == [9, 6, 5]


# -- the tiles: example 29


@pytest.mark.rule("TRD-029")
def test_example_29_a_bridge_is_no_crossing() -> None:
    b = traders().lay(RED, "traders.bridge_crossing@1,0,0")
    assert b.claims == {"road:N", "road:E", "field:NL", "field:NR", "field:ER", "field:SR"}
    # A road that uses the bridge twice counts its tile once.
    loop = "S traders.bridge_crossing@1,0,0 road_curve@2,0,90 road_curve@2,-1,0 road_curve@1,-1,270"
    b = traders(f"{loop} monastery_road@1,1,180", {"0,0 road:E": BLUE}).turn(RED, "monastery_road@-1,0,270")
    assert b.scores[BLUE] == 7


@pytest.mark.rule("TRD-030")
def test_example_29_a_monastery_with_three_roads() -> None:
    b = traders().lay(RED, "traders.monastery_3roads@1,0,0")
    assert {"monastery", "road:E", "road:S", "road:W"} <= b.claims
    assert len({b.root(f"1,0 road:{side}") for side in "ESW"}) == 3


@pytest.mark.rule("TRD-031", "CARC-024")
def test_example_29_a_road_to_the_city_and_one_to_the_house() -> None:
    b = traders().lay(RED, "traders.city_road_and_house_road_bridge@1,0,0")
    assert b.claims == {"city:N", "road:W", "road:S", "field:EL", "field:SR", "field:WR"}
    assert not b.same("1,0 road:W", "1,0 road:S")


@pytest.mark.rule("TRD-032")
def test_example_29_three_cities() -> None:
    b = traders().lay(RED, "traders.corner_cloth_plus_two_cities@0,-1,0")
    assert len([claim for claim in b.claims if claim.startswith("city")]) == 3
    assert "field:inner" in b.claims


# -- the builder


@pytest.mark.rule("TRD-003", "TRD-005", "TRD-006", "TRD-008", "TRD-009")
def test_example_30_a_second_tile_and_no_third() -> None:
    b = traders("S road_straight@1,0,0", {"1,0 road:E": BLUE})
    b.turn(BLUE, "road_straight@2,0,0", "builder road:E")
    assert next_seat(b) == BLUE + 1, "the tile on which the builder was placed brings none"
    b.turn(RED, "city1@0,-1,180").turn(BLUE, "road_curve@3,0,0")
    assert (b.phase, next_seat(b)) == ("draw", BLUE)
    assert [event.kind for event in b.events if event.kind in ("again", "turn")] == ["again"]
    b.turn(BLUE, "road_straight@3,1,90")
    assert next_seat(b) == BLUE + 1
    assert b.pieces("builder") == [1, 0, 1, 1, 1]


@pytest.mark.rule("TRD-003", "TRD-008", "TRD-010", "TRD-011", "TRD-014")
def test_example_31_road_then_city() -> None:
    b = traders("S monastery_road@-1,0,270", {"0,0 road:E": BLUE})
    b.turn(BLUE, "road_straight@1,0,0", "builder road:E")
    b.turn(BLUE, "traders.city1_road_cw@2,0,180", "meeple city:S")
    assert (b.scores[BLUE], b.supply[BLUE], b.pieces("builder")[BLUE]) == (4, 6, 1)
    assert next_seat(b) == BLUE
    b.turn(BLUE, "city_through@2,1,90", "builder city:N")
    assert (next_seat(b), b.pieces("builder")[BLUE]) == (BLUE + 1, 0)


@pytest.mark.rule("TRD-002", "TRD-003", "TRD-004", "TRD-023", "COMBO-006")
def test_where_builder_and_pig_may_stand() -> None:
    b = traders("S road_straight@1,0,0", {"1,0 road:E": BLUE, "0,0 field:EL": RED}).lay(BLUE, "road_straight@2,0,0")
    assert b.may("builder") == {"road:E"}
    assert b.may("pig") == set()
    b.refuses("builder field:NL", "TRD-004")
    b.refuses("builder city:N", "CARC-015")
    b.refuses("pig road:E", "TRD-023")
    b.refuses("pig field:NL", "TRD-023")
    b.game.play("builder road:E")
    assert (b.phase, b.pieces("builder")[BLUE], b.supply[BLUE]) == ("draw", 0, 6)
    b = traders("S road_straight@1,0,0", {"1,0 road:E": BLUE, "0,0 field:EL": RED}).lay(RED, "monastery_road@2,0,90")
    assert b.may("builder") == set()
    assert b.may("pig") == {"field:NL"}
    b.refuses("builder monastery", "TRD-004")
    b.refuses("builder road:W", "TRD-003")


@pytest.mark.rule("TRD-002")
def test_a_builder_comes_from_the_supply() -> None:
    b = traders("S road_straight@1,0,0 city1@0,-1,180", {"1,0 road:E": BLUE, "0,0 field:EL": BUILDER})
    b.lay(BLUE, "road_straight@2,0,0")
    assert b.may("builder") == set()
    b.refuses("builder road:E", "CARC-015")
    b.refuses("tile 1,1,0", "CARC-009")


@pytest.mark.rule("TRD-003", "INN-002", "COMBO-001")
def test_a_big_follower_is_company_for_a_builder() -> None:
    b = traders("S road_straight@1,0,0", {"1,0 road:E": (BLUE, "big")}, "inns").lay(BLUE, "road_straight@2,0,0")
    assert b.may("builder") == {"road:E"}


@pytest.mark.rule("TRD-003", "TRD-013")
def test_followers_of_others_do_not_matter() -> None:
    road = "S road_straight@-1,0,0 road_straight@1,0,0 road_straight@2,0,0"
    b = traders(road, {"-1,0 road:E": RED, "1,0 road:E": BLUE, "2,0 road:E": BUILDER})
    b.lay(RED, "road_straight@3,0,0")
    assert b.may("builder") == {"road:E"}
    b.game.play("builder road:E")
    b.turn(BLUE, "road_straight@4,0,0")
    assert next_seat(b) == BLUE
    # Builders count for nothing.
    b.turn(BLUE, "monastery@0,1,0").turn(RED, "crossing3@5,0,0").turn(RED, "monastery@1,1,0")
    b.turn(GREEN, "monastery_road@-2,0,270")
    assert (b.scores[RED], b.scores[BLUE]) == (8, 8)
    assert b.pieces("builder") == [1] * 5


@pytest.mark.rule("TRD-005")
@pytest.mark.parametrize("tile", ["road_straight@2,0,0", "crossing3@2,0,0", "road_straight@-1,0,0"])
def test_a_tile_that_continues_or_completes_brings_a_second(tile: str) -> None:
    b = traders("S road_straight@1,0,0", {"1,0 road:E": BLUE, "0,0 road:E": BUILDER}).turn(BLUE, tile)
    assert next_seat(b) == BLUE


@pytest.mark.rule("TRD-005", "TRD-013", "TRD-014")
def test_a_tile_that_joins_brings_a_second() -> None:
    tiles = "S city_corner@0,-1,180 road_straight@1,0,0 city1_straight_road@2,0,0 city_corner@2,-1,270"
    figures: dict[str, Figure] = {"0,0 city:N": BLUE, "0,-1 city:E": BUILDER, "2,-1 city:S": RED}
    b = traders(tiles, figures).turn(BLUE, "city_through@1,-1,0")
    assert (b.scores[BLUE], b.scores[RED]) == (10, 10)
    assert (next_seat(b), b.pieces("builder")[BLUE]) == (BLUE, 1)


@pytest.mark.rule("TRD-007")
def test_a_tile_of_another_brings_nothing() -> None:
    b = traders("S road_straight@1,0,0", {"1,0 road:E": BLUE, "0,0 road:E": BUILDER}).turn(RED, "road_straight@2,0,0")
    assert next_seat(b) == RED + 1
    assert next_seat(b.turn(BLUE, "monastery@0,1,0")) == BLUE + 1, "nor does a tile elsewhere"


@pytest.mark.rule("TRD-006", "TRD-015")
def test_a_builder_on_what_the_tile_completes() -> None:
    b = traders("S monastery_road@-1,0,270", {"0,0 road:E": BLUE}).turn(BLUE, "crossing3@1,0,0", "builder road:W")
    assert (b.scores[BLUE], b.pieces("builder")[BLUE], next_seat(b)) == (3, 1, BLUE + 1)


@pytest.mark.rule("TRD-011")
def test_the_builder_comes_home_whoever_scores() -> None:
    b = traders(
        "S road_straight@-1,0,0 road_straight@1,0,0", {"-1,0 road:E": RED, "1,0 road:E": RED, "0,0 road:E": BUILDER}
    )
    b.turn(GREEN, "monastery_road@-2,0,270").turn(GREEN, "crossing3@2,0,0")
    assert (b.scores[RED], b.scores[BLUE], b.pieces("builder")[BLUE]) == (5, 0, 1)


@pytest.mark.rule("TRD-012", "TRD-027")
def test_a_piece_that_is_left_alone_goes_home() -> None:
    b = traders(
        "S road_straight@1,0,0 road_straight@2,0,0 road_straight@3,0,0",
        {"0,0 road:E": BLUE, "1,0 road:E": BLUE, "2,0 road:E": BUILDER, "3,0 road:E": (RED, "builder")},
    )
    s = b.game.state
    lift(b.r, s, b.tile_at("0,0"))
    assert b.pieces("builder") == [0, 0, 1, 1, 1]
    lift(b.r, s, b.tile_at("1,0"))
    assert b.pieces("builder") == [0, 1, 1, 1, 1], "that of another is not concerned"
    b = traders("S monastery@0,1,0 monastery@1,1,0", {"0,1 field:NL": BLUE, "1,1 field:NL": PIG})
    lift(b.r, b.game.state, b.tile_at("0,1"))
    assert b.pieces("pig") == [1] * 5


@pytest.mark.rule("TRD-016")
def test_without_a_tile_there_is_no_second_part() -> None:
    b = traders("S road_straight@1,0,0", {"1,0 road:E": BLUE, "0,0 road:E": BUILDER}).stack(road_straight=1)
    b.turn(BLUE, "road_straight@2,0,0")
    assert b.game.over
    assert b.told("again") == []


@pytest.mark.rule("TRD-005", "TRD-009")
def test_a_double_turn_does_not_last() -> None:
    b = traders("S road_straight@1,0,0", {"1,0 road:E": BLUE, "0,0 road:E": BUILDER})
    b.turn(BLUE, "road_straight@2,0,0").turn(BLUE, "road_straight@3,0,0")
    assert next_seat(b) == BLUE + 1
    b.turn(BLUE, "road_straight@4,0,0")
    assert next_seat(b) == BLUE, "in another turn there is a second tile again"
    b.game.undo()
    assert b.phase == "figure"
    assert b.game.why_not("pass") is None


@pytest.mark.rule("COMBO-005", "TRD-005")
def test_figure_then_scoring_then_home_then_the_second_tile() -> None:
    b = traders("S monastery_road@-1,0,270 road_straight@1,0,0", {"1,0 road:E": BLUE, "0,0 road:E": BUILDER})
    b.turn(BLUE, "crossing3@2,0,0", "meeple road:S")
    kinds = [e.kind for e in b.events if e.kind in ("meeple", "score", "home", "again", "turn")]
    assert kinds == ["meeple", "score", "home", "home", "again"]


# -- goods


CORNERS = "S traders.corner_grain@0,-1,180 traders.corner_wine@1,-1,0 traders.corner_grain_road_ccw@1,-2,180"


@pytest.mark.rule("TRD-017", "TRD-018")
def test_example_32_goods_for_whoever_closes_the_city() -> None:
    b = traders(CORNERS, {"0,-1 city:E": BLUE}).turn(RED, "city1@2,-2,270")
    assert b.scores[:2] == [0, 10]
    assert goods(b)[:2] == [[1, 2, 0], [0, 0, 0]]
    assert [(int(e.seat), GOODS[e.a], int(e.b)) for e in b.told("goods")] == [(RED, "wine", 1), (RED, "grain", 2)]


@pytest.mark.rule("TRD-018", "TRD-022")
def test_goods_without_any_knight_and_of_an_incomplete_city() -> None:
    b = traders(CORNERS)
    b.turn(RED, "monastery_road@-1,0,270")
    assert goods(b) == [[0, 0, 0]] * 5
    assert goods(traders(CORNERS, {"0,-1 city:E": BLUE}).end()) == [[0, 0, 0]] * 5
    assert goods(b.turn(GREEN, "city1@2,-2,270"))[GREEN] == [1, 2, 0]


@pytest.mark.rule("TRD-017")
def test_goods_are_taken_once_where_the_closing_tile_has_two_sections_of_the_city() -> None:
    b = traders("S traders.corner_grain@0,1,180 traders.corner_wine@1,1,270 city_corner@0,2,90", {"0,1 city:E": BLUE})
    b.turn(RED, "two_cities_adjacent@1,2,0")
    assert b.same("1,2 city:N", "1,2 city:W")
    assert (b.scores[BLUE], goods(b)[RED]) == (8, [1, 1, 0])


@pytest.mark.rule("TRD-019")
def test_the_goods_of_two_cities_at_once() -> None:
    b = traders(
        "S road_straight@1,0,0 road_straight@2,0,0 traders.corner_grain@0,-1,180 traders.corner_wine@2,-1,0"
        " city1@2,-2,180"
    ).turn(RED, "two_cities_opposite@1,-1,90")
    assert goods(b)[RED] == [1, 1, 0]


@pytest.mark.rule("TRD-020", "TRD-021", "COMBO-016")
def test_example_33_most_goods_of_a_kind() -> None:
    b = traders(seats=2)
    for seat, row in enumerate([[5, 3, 2], [4, 3, 2]]):
        for n, count in enumerate(row):
            b.game.state.cells[module(b).goods + seat * 3 + n] = count
    b.end()
    assert b.scores == [30, 20]
    assert b.why() == [
        (RED, "goods", 10, [("wine", 1, 10, 10)]),
        (RED, "goods", 10, [("grain", 1, 10, 10)]),
        (BLUE, "goods", 10, [("grain", 1, 10, 10)]),
        (RED, "goods", 10, [("cloth", 1, 10, 10)]),
        (BLUE, "goods", 10, [("cloth", 1, 10, 10)]),
    ]
    assert traders().end().scores == [0] * 5, "a kind that nobody has pays nobody"


# -- the pig


PASTURE = (
    "S city1@0,-1,180 city1@0,-2,270 city1@-1,-2,90 monastery@0,-3,0 monastery@1,-3,0 monastery@-1,-3,0"  # two cities
)


@pytest.mark.rule("TRD-024", "TRD-025", "TRD-028")
def test_example_34_a_pig_with_the_majority_and_one_without() -> None:
    b = traders(
        PASTURE,
        {
            "0,-1 field:NL": BLUE,
            "0,-2 field:NL": BLUE,
            "0,-3 field:NL": PIG,
            "1,-3 field:NL": RED,
            "-1,-3 field:NL": (RED, "pig"),
        },
    ).end()
    assert b.scores[:2] == [0, 8]
    assert b.why() == [(BLUE, "field", 8, [("cities", 2, 4, 8)])]
    assert b.pieces("pig")[:2] == [0, 0]


@pytest.mark.rule("TRD-025", "TRD-026")
def test_a_pig_in_a_tie() -> None:
    b = traders(PASTURE, {"0,-1 field:NL": BLUE, "0,-3 field:NL": PIG, "1,-3 field:NL": RED}).end()
    assert b.scores[:2] == [6, 8]


@pytest.mark.rule("TRD-023", "TRD-028")
def test_pigs_of_several_players_share_a_field() -> None:
    b = traders("S monastery@0,1,0 monastery@1,1,0 monastery@2,1,0", {"0,1 field:NL": BLUE, "1,1 field:NL": PIG})
    b.game.state.cells[b.r.who + b.root("0,1 field:NL")] += 1
    b.lay(RED, "monastery@3,1,0")
    assert b.may("pig") == {"field:NL"}
    b.game.play("pig field:NL")
    assert b.pieces("pig")[:2] == [0, 0]


@pytest.mark.rule("CARC-008", "TRD-023")
def test_without_farmers_there_is_no_pig() -> None:
    b = board("S", modules=["traders"], farmers="off").lay(RED, "city1@0,-1,180")
    assert b.may("pig") == set()
    b.refuses("pig field:NL", "TRD-023")


@pytest.mark.rule("COMBO-009", "COMBO-001")
def test_the_builder_on_the_river() -> None:
    b = traders(
        "S monastery@0,-1,0 road_straight@1,-1,90 road_straight@1,-2,90",
        {"1,-1 road:N": BLUE, "1,-2 road:N": BUILDER},
        "river",
    ).turn(BLUE, "river.road_bridge@1,0,90")
    assert next_seat(b) == BLUE
    assert {text.split()[1].split(".")[0] for text, _ in b.game.chances()} == {"river"}
