"""The River: its rules, and the worked examples of the rulebook."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bastide.kernel.chooser import Chooser
from bastide.kernel.codes import Codes
from bastide.kernel.errors import ConfigError
from bastide.kernel.game import Game
from bastide.kernel.rules import Phase
from bastide.kernel.state import CHANCE
from tests.carcassonne.kit import BLUE, RED, Board, Figure, board

COURSE = 10
"""How many tiles lie between source and mouth."""


def river(tiles: str = "S", figures: dict[str, Figure] | None = None, **options: Any) -> Board:
    return board(tiles, figures, modules=["river"], **options)


def random_game(seed: int) -> Board:
    b = river()
    rng = random.Random(seed)
    while not b.game.over:
        if b.game.actors == [CHANCE]:
            b.game.draw(rng)
        else:
            b.game.play(rng.choice(b.game.legal()))
    return b


def drawn(b: Board) -> list[str]:
    return [d.text.split()[1] for d in b.game.decisions if d.text.startswith("draw")]


# -- what there is


@pytest.mark.rule("RIVER-001", "COMBO-004")
def test_the_start_tile_stays_in_the_box() -> None:
    b = river()
    c = b.game.state.cells
    assert c[b.r.stack] == 71 + 11
    start = b.r.tables.kind_index["city1_straight_road"]
    assert c[b.r.left + start] == 3
    b = river(start_tile_in_stack="yes")
    c = b.game.state.cells
    assert (c[b.r.stack], c[b.r.left + start]) == (72 + 11, 4)


@pytest.mark.rule("RIVER-002", "COMBO-002")
def test_the_source_lies_out_and_belongs_to_nobody() -> None:
    b = river()
    assert [e.kind for e in b.game.opening] == ["laid", "turn"]
    assert b.r.tables.names[b.game.opening[0].a] == "river.source"
    assert b.phase == "draw"
    for text in ("meeple field:NL", "tile 1,0,0"):
        b.refuses(text, "CARC-009", 0)


@pytest.mark.rule("RIVER-003", "RIVER-007", "RIVER-014")
@pytest.mark.parametrize("seed", range(4))
def test_the_piles_follow_each_other(seed: int) -> None:
    b = random_game(seed)
    names = drawn(b)
    assert all(name.startswith("river.") and name != "river.lake" for name in names[:COURSE])
    assert len(set(names[:COURSE])) == 8
    assert names[COURSE] == "river.lake"
    assert not any(name.startswith("river.") for name in names[COURSE + 1 :])
    seats = [d.seat for d in b.game.decisions if d.text.startswith("tile")]
    assert seats == [n % 5 for n in range(len(seats))]
    assert len(seats) + sum(int(b.game.state.cells[b.r.aside + kind]) for kind in range(b.r.tables.kinds)) == 82


def test_a_draw_falls_as_the_weights_say() -> None:
    b = board(modules=["river", "hills"])
    for seed in range(200):
        if b.game.over:
            break
        if b.game.actors != [CHANCE]:
            b.game.play(random.Random(seed).choice(b.game.legal()))
            continue
        phase = b.r.phase(b.game.state)
        drawn = phase.sample(b.game.state, Chooser(seed), Codes())
        assert drawn == Phase.sample(phase, b.game.state, Chooser(seed), Codes())
        b.game.chance(b.r.write([int(drawn)]))


# -- laying


@pytest.mark.rule("RIVER-004")
def test_a_river_tile_continues_the_river() -> None:
    b = river().drawn(RED, "river.straight_sheep")
    assert b.places == {"1,0,0", "1,0,180"}
    b.refuses("tile 0,-1,0", "RIVER-004")
    b.refuses("tile 1,0,90", "CARC-012")
    b.refuses("tile 2,0,0", "CARC-011")
    b.refuses("tile 0,0,0", "CARC-011")
    b = river("S river.two_cities@1,0,0").drawn(RED, "river.corner_city")
    assert b.places == {"2,0,180", "2,0,90"}


BEND = "S river.curve_vineyard@1,0,0"


@pytest.mark.rule("RIVER-005", "RIVER-006")
def test_example_47_no_two_bends_the_same_way() -> None:
    b = river(BEND).drawn(RED, "river.corner_city")
    assert b.places == {"1,1,270"}
    b.refuses("tile 1,1,180", "RIVER-005")
    b.game.play("tile 1,1,270")
    b.game.play("pass")
    b.drawn(BLUE, "river.curve_vineyard")
    assert b.places == {"2,1,0"}


@pytest.mark.rule("RIVER-005")
@pytest.mark.parametrize(("uturn", "places"), [("immediate", {"1,2,180", "1,2,270"}), ("never", {"1,2,270"})])
def test_straights_between_two_bends(uturn: str, places: set[str]) -> None:
    b = river(f"{BEND} river.straight_sheep@1,1,90", river_uturn=uturn).drawn(RED, "river.corner_city")
    assert b.places == places
    if uturn == "never":
        b.refuses("tile 1,2,180", "RIVER-005")


@pytest.mark.rule("RIVER-005")
def test_the_first_bend_may_turn_either_way() -> None:
    for uturn in ("immediate", "never"):
        b = river("S river.two_cities@1,0,0", river_uturn=uturn).drawn(RED, "river.road_curve")
        assert b.places == {"2,0,0", "2,0,90"}


@pytest.mark.rule("RIVER-007")
def test_the_mouth_is_laid_by_the_next_player() -> None:
    b = river("S river.two_cities@1,0,0")
    for kind, name in enumerate(b.r.tables.names):
        if name.startswith("river.") and name != "river.lake":
            b.game.state.cells[b.r.left + kind] = 0
    assert b.game.chances() == [("draw river.lake", 1)]
    b.lay(RED, "river.lake@2,0,0")
    assert b.claims == {"field:NL"}
    b.game.play("meeple field:NL")
    assert sum(n for _, n in b.game.chances()) == 71


@pytest.mark.rule("RIVER-008", "RIVER-011")
def test_followers_on_river_tiles_but_not_on_the_river() -> None:
    b = river().lay(RED, "river.monastery_bridge@1,0,0")
    assert b.claims == {"monastery", "road:S", "field:NL", "field:ER", "field:SR"}
    assert river().lay(RED, "river.two_cities@1,0,0").claims == {"city:N", "city:S", "field:EL", "field:ER"}


@pytest.mark.rule("RIVER-009")
def test_the_river_parts_fields_but_not_at_its_ends() -> None:
    b = river("S river.straight_sheep@1,0,0")
    assert b.same("1,0 field:NL", "1,0 field:ER"), "they meet round the source"
    b = river("S river.road_bridge@1,0,90 river.straight_sheep@2,0,0")
    assert not b.same("2,0 field:NL", "2,0 field:ER")
    b = river("S river.road_bridge@1,0,90 river.straight_sheep@2,0,0 river.lake@3,0,0")
    assert b.same("2,0 field:NL", "2,0 field:ER")


@pytest.mark.rule("RIVER-010")
def test_a_road_crosses_the_river() -> None:
    b = river("S river.road_bridge@1,0,90 monastery@0,1,0 monastery_road@1,1,180")
    assert b.same("1,0 road:N", "1,1 road:N")
    fields = ("NL", "NR", "ER", "SR")
    assert len({river("S river.road_bridge@1,0,90").root(f"1,0 field:{half}") for half in fields}) == 3


@pytest.mark.rule("RIVER-011", "RIVER-012")
def test_river_tiles_are_tiles() -> None:
    b = river("S monastery@0,-1,0 monastery_road@1,-1,0", {"1,-1 road:S": RED})
    b.turn(BLUE, "river.road_bridge@1,0,90").end()
    assert [score for score in b.why() if score[1] == "road"] == [(RED, "road", 2, [("tiles", 2, 1, 2)])]
    assert "river" not in b.r.reasons


EXAMPLE = (
    "S river.straight_sheep@1,0,0 river.two_cities@2,0,0 river.monastery_bridge@3,0,0 river.curve_vineyard@4,0,0"
    " river.straight_sheep@4,1,270"
)


@pytest.mark.rule("RIVER-012", "RIVER-015", "CARC-033")
def test_example_50_a_monastery_on_the_river_without_vineyards() -> None:
    more = "city1@2,-1,180 monastery@3,-1,0 monastery@4,-1,0 city1@2,1,0"
    b = river(f"{EXAMPLE} {more}", {"3,0 monastery": RED})
    b.to_move(BLUE)
    for kind, name in enumerate(b.r.tables.names):
        if name.startswith("river."):
            b.game.state.cells[b.r.left + kind] = 0
    b.turn(BLUE, "monastery_road@3,1,180")
    assert b.scores[RED] == 9


@pytest.mark.rule("RIVER-013", "CARC-013")
def test_what_fits_nowhere_leaves_the_game() -> None:
    b = river("S monastery@0,-1,0 city1@1,-1,180 monastery@0,1,0 monastery@1,1,0")
    rng = random.Random(1)
    for _ in range(COURSE):
        b.game.draw(rng)
        assert b.phase == "draw"
    assert b.game.chances() == [("draw river.lake", 1)]
    b.game.chance("draw river.lake")
    c = b.game.state.cells
    assert sum(int(c[b.r.aside + kind]) for kind in range(b.r.tables.kinds)) == 11
    assert sum(n for _, n in b.game.chances()) == 71 - 4
    # The river stays open: nothing can lie where it would go on.
    for name in ("monastery", "city1", "road_curve"):
        copy = Board(b.game.copy()).drawn(RED, name)
        assert not any(place.startswith("1,0,") for place in copy.places)


# -- beside a board (where else it may lie, the tests of expansions together say)


@pytest.mark.rule("COMBO-003", "RIVER-002")
@pytest.mark.parametrize("modules", [["river", "wheel"], ["wheel", "river"]])
def test_the_source_beside_the_board_is_recorded_and_taken_back(modules: list[str]) -> None:
    b = board(modules=modules)
    places = b.game.legal()
    for text in ("tile 0,-1,270", "tile 1,-1,0", "pass", "meeple field:NL"):
        b.refuses(text, "COMBO-003")
    assert [(e.kind, int(e.seat)) for e in b.game.play("tile 4,1,0")] == [("tile", RED)]
    b.drawn(RED, "river.straight_sheep")
    assert b.places == {"5,1,0", "5,1,180"}
    assert Game.load(b.game.save()).hash() == b.game.hash()
    b.game.undo()
    b.game.undo()
    assert b.game.legal() == places


@pytest.mark.rule("COMBO-003")
def test_where_chance_places_the_source_no_seat_does() -> None:
    b = board(modules=["wheel", "river"], source_place="random")
    b.refuses("tile 4,1,0", "COMBO-003", RED)
    b.game.chance("tile 0,4,90")
    assert (b.phase, Game.load(b.game.save()).hash()) == ("draw", b.game.hash())


# -- configs


@pytest.mark.parametrize(
    ("modules", "options", "says"),
    [
        ([], {"river_uturn": "never"}, "'river_uturn' means nothing without the module 'river'"),
        (["inns"], {"start_tile_in_stack": "yes"}, "'start_tile_in_stack' means nothing without the module 'river'"),
        (["river"], {"source_place": "random"}, "'source_place' means nothing without the module 'wheel'"),
        (["river"], {"river_uturn": "always"}, "options.river_uturn must be one of immediate, never, got 'always'"),
        (["river", "river"], {}, r"modules\[1\] = 'river' stands there twice"),
        (["rivers"], {}, "there are: "),
    ],
)
def test_a_config_that_makes_no_sense_is_refused(modules: list[str], options: dict[str, str], says: str) -> None:
    with pytest.raises(ConfigError, match=says):
        Game.new({"game": "carcassonne", "modules": modules, "options": options}, seed=1)


def test_a_record_holds_the_options() -> None:
    b = river(river_uturn="never")
    options = b.game.rules.resolved()["options"]
    assert (options["river_uturn"], options["start_tile_in_stack"]) == ("never", "no")
    assert "source_place" not in options
    assert Game.load(b.game.save()).rules.resolved() == b.game.rules.resolved()
