"""Expansions together: the set-up, the order of a turn, what one part may hold, and how scores add up."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

import pytest

from bastide.carcassonne.family import MODULES, configure
from bastide.carcassonne.tiles.model import KINDS
from bastide.kernel.errors import ConfigError
from bastide.kernel.game import Game
from bastide.kernel.state import CHANCE
from tests.carcassonne.kit import BLUE, GREEN, RED, YELLOW, Board, Figure, board

ALL = ("river", "inns", "traders", "hills", "wheel")
BIG = (BLUE, "big")
BUILDER = (BLUE, "builder")
PIG = (BLUE, "pig")
SHEPHERD = (BLUE, "shepherd")


def new(*modules: str, seats: int = 3, **options: Any) -> Board:
    config = {"game": "carcassonne", "seats": seats, "modules": list(modules), "options": {"first": 1, **options}}
    return Board(Game(configure(config, None)))


def with_shepherd(b: Board, where: str, seat: int) -> Board:
    """The shepherd that stands there is known to the flocks."""
    s, r = b.game.state, b.r
    shepherd = next(field.offset for field in r.schema.fields if field.name == "shepherd")
    tile = b.tile_at(where)
    s.cells[shepherd + seat] = s.cells[r.first + tile] + (s.cells[r.figure + tile] - 1) // 256 + 1
    return b


def next_seat(b: Board) -> int:
    s = b.game.state
    return int(s.cells[s.top() + 1])


# -- set-up


@pytest.mark.rule("COMBO-001", "COMBO-018")
def test_any_set_for_any_number_of_players() -> None:
    for n in range(len(ALL) + 1):
        for modules in itertools.combinations(ALL, n):
            for seats in (2, 8):
                assert not new(*modules, seats=seats).game.over
    assert set(MODULES) == set(ALL)
    with pytest.raises(ConfigError, match="'dragon' is not a module"):
        new("dragon")


@pytest.mark.rule("COMBO-002")
@pytest.mark.parametrize(
    ("modules", "begins"),
    [
        ((), ["laid city1_straight_road", "turn"]),
        (("inns", "traders", "hills"), ["laid city1_straight_road", "turn"]),
        (("river", "hills"), ["laid river.source", "turn"]),
        (("wheel",), ["board", "turn"]),
        (("river", "wheel"), ["board", "turn"]),
    ],
)
def test_what_lies_out(modules: Sequence[str], begins: list[str]) -> None:
    b = new(*modules)
    told = [f"laid {b.r.tables.names[e.a]}" if e.kind == "laid" else e.kind for e in b.game.opening]
    assert told == begins


PLACES = {"1,-1,270", "3,-1,270", "4,1,0", "4,3,0", "0,4,90", "2,4,90", "3,4,90", "-1,1,180", "-1,2,180"}


@pytest.mark.rule("COMBO-002", "COMBO-003", "RIVER-002")
@pytest.mark.parametrize("modules", [("river", "wheel"), ("wheel", "river"), ALL])
def test_example_48_the_source_beside_the_board(modules: Sequence[str]) -> None:
    b = new(*modules)
    assert b.game.actors == [1]
    assert {text.removeprefix("tile ") for text in b.game.legal()} == PLACES
    for text in ("tile 0,-1,270", "tile 1,-1,0", "tile 4,0,0", "pass", "meeple field:NL"):
        b.refuses(text, "COMBO-003")
    events = b.game.play("tile 4,1,0")
    assert [(e.kind, int(e.seat)) for e in events] == [("tile", 1)]
    assert (b.phase, next_seat(b)) == ("draw", 1), "without a figure"
    assert all(text.startswith("draw river.") for text, _ in b.game.chances())
    b.drawn(1, "river.straight_sheep")
    assert b.places == {"5,1,0", "5,1,180"}
    assert Game.load(b.game.save()).hash() == b.game.hash()
    b.game.undo()
    b.game.undo()
    assert {text.removeprefix("tile ") for text in b.game.legal()} == PLACES


@pytest.mark.rule("COMBO-003")
def test_chance_may_place_the_source() -> None:
    b = new(*ALL, source_place="random")
    assert b.game.actors == [CHANCE]
    assert {text.removeprefix("tile "): n for text, n in b.game.chances()} == dict.fromkeys(PLACES, 1)
    b.refuses("tile 4,1,0", "COMBO-003", 1)
    b.game.chance("tile 0,4,90")
    assert (b.phase, next_seat(b)) == ("draw", 1)
    assert Game.load(b.game.save()).hash() == b.game.hash()


@pytest.mark.rule("COMBO-004")
@pytest.mark.parametrize(
    ("modules", "tiles"),
    [
        ((), 71),
        (("river",), 71 + 11),
        (("wheel",), 83),
        (("inns", "traders", "hills"), 131),
        (("inns", "traders", "hills", "wheel"), 143),
        (ALL, 154),
    ],
)
def test_how_many_tiles_are_drawn(modules: Sequence[str], tiles: int) -> None:
    b = new(*modules)
    c = b.game.state.cells
    assert c[b.r.stack] == tiles == sum(int(c[b.r.left + kind]) for kind in range(b.r.tables.kinds))


@pytest.mark.rule("COMBO-010")
def test_river_tiles_bear_no_signs_but_the_crown_is_open() -> None:
    b = new("river", "wheel")
    b.game.play("tile 4,1,0")
    assert not any("/" in text for text, _ in b.game.chances())
    b.lay(1, "river.straight_sheep@5,1,0")
    assert "meeple crown:storm" in b.game.legal()


# -- a part


@pytest.mark.rule("COMBO-005", "COMBO-014", "TRD-005")
def test_flock_then_figure_then_scoring_then_the_second_tile() -> None:
    b = board(
        "S monastery_road@-1,0,270 road_straight@1,0,0 road_straight@2,0,0",
        {"-1,0 field:NL": SHEPHERD, "1,0 road:E": BLUE, "2,0 road:E": BUILDER},
        modules=["inns", "traders", "hills"],
    )
    with_shepherd(b, "-1,0", BLUE)
    b.lay(BLUE, "crossing3@3,0,0")
    assert (b.phase, b.game.legal()) == ("flock", ["flock grow", "flock gather"])
    events = b.game.play("flock gather")
    assert b.phase == "figure"
    assert "shepherd field:NL" in b.game.legal(), "it came home before"
    assert b.may("builder") == set()
    assert [e.kind for e in events if e.kind in ("score", "home")] == ["score", "home"]
    events = b.game.play("meeple road:S")
    assert [e.kind for e in events if e.kind in ("meeple", "score", "home", "again", "turn")] == [
        "meeple",
        "score",
        "home",
        "home",
        "again",
    ]
    assert (b.scores[BLUE], b.phase, next_seat(b)) == (5, "draw", BLUE)


@pytest.mark.rule("COMBO-005", "COMBO-008", "WHEEL-006", "WHEEL-028")
def test_the_wheel_acts_in_both_parts() -> None:
    b = board(
        "S road_straight/2@2,-1,90 road_straight/2@2,-2,90",
        {"2,-1 road:N": BLUE, "2,-2 road:N": BUILDER},
        modules=["wheel", "traders"],
    )
    b.drawn(BLUE, "road_straight/3")
    assert [e.kind for e in b.events][:2] == ["draw", "pig"]
    b.game.play("tile 2,-3,90")
    assert b.phase == "figure"
    b.game.play("meeple crown:storm")
    assert (b.phase, next_seat(b)) == ("draw", BLUE)
    b.drawn(BLUE, "crossing4/1")
    assert [e.kind for e in b.events][:2] == ["draw", "pig"]
    b.game.play("tile 2,-4,0")
    assert "meeple crown:plague" in b.game.legal(), "the crown is judged for each part"
    b.game.play("meeple crown:plague")
    assert (b.phase, next_seat(b)) == ("draw", BLUE + 1)


@pytest.mark.rule("COMBO-006", "COMBO-017")
def test_exactly_one_figure() -> None:
    b = board(
        "S road_straight/2@2,-1,90 monastery@1,-1,0",
        {"2,-1 road:N": BLUE, "1,-1 field:NL": BLUE},
        modules=["wheel", "hills", "traders", "inns"],
    ).lay(BLUE, "road_straight@2,-2,90")
    found = [text.split() for text in b.game.legal() if text != "pass"]
    assert {word for word, _ in found} == {"meeple", "big", "builder", "pig", "shepherd"}
    assert {word for word, where in found if where == "crown:fortune"} == {"meeple", "big"}
    assert b.may("meeple") == b.may("big") == {"field:NR"}
    assert (b.may("builder"), b.may("pig"), b.may("shepherd")) == ({"road:N"}, {"field:NL"}, {"field:NR", "field:NL"})
    for text in ("builder road:N", "pig field:NL", "big field:NR", "meeple crown:taxes", "pass"):
        copy = Board(b.game.copy())
        copy.game.play(text)
        assert copy.phase == "draw"
    b.game.play("shepherd field:NR")
    assert b.phase == "token"
    b.game.chance("token 2")
    assert b.phase == "draw"
    assert [b.r.figure_words[n] for n in b.r.followers] == ["meeple", "big"]


# -- scoring


@pytest.mark.rule("COMBO-007", "COMBO-012")
def test_weights_come_before_hills() -> None:
    city = "S city_corner@0,-1,180 road_straight@1,0,0 city1_straight_road@2,0,0 hills.corner_hill@2,-1,270"
    figures: dict[str, Figure] = {"0,-1 city:E": BIG, "2,-1 city:S": RED, "2,0 city:N": RED}
    b = board(city, figures, modules=["inns", "hills"]).turn(GREEN, "city_through@1,-1,0")
    assert (b.scores[RED], b.scores[BLUE]) == (10, 0)
    b = board(city, {"0,-1 city:E": BIG, "2,-1 city:S": RED}, modules=["inns", "hills"])
    b.turn(GREEN, "city_through@1,-1,0")
    assert (b.scores[RED], b.scores[BLUE]) == (0, 10), "without a tie the hill does nothing"


PASTURE = "S city1@0,-1,180 city1@0,-2,270 city1@-1,-2,90 monastery@0,-3,0 monastery@1,-3,0"


@pytest.mark.rule("COMBO-013")
@pytest.mark.parametrize(("pig", "points"), [(None, 6), (BLUE, 8), (RED, 6)])
def test_a_hill_in_a_field_with_pigs(pig: int | None, points: int) -> None:
    pigs: dict[str, Figure] = {} if pig is None else {"0,-3 field:NL": (pig, "pig")}
    b = board(
        f"{PASTURE} hills.road_split_hill@2,-3,0",
        {"2,-3 field:NL": BLUE, "1,-3 field:NL": RED, **pigs},
        modules=["traders", "hills"],
    ).end()
    assert (b.scores[BLUE], b.scores[RED]) == (points, 0)


@pytest.mark.rule("COMBO-014")
def test_farmer_pig_and_shepherd_share_a_field() -> None:
    b = board(PASTURE, {"0,-1 field:NL": BLUE, "0,-3 field:NL": PIG}, modules=["traders", "hills"])
    b.turn(RED, "monastery@-1,-3,0", "shepherd field:NL")
    b.game.chance("token 4")
    b.lay(YELLOW, "monastery@0,-4,0")
    assert (b.may("meeple"), b.may("shepherd")) == ({"monastery"}, set())
    b.game.play("pass")
    gathered = Board(b.game.copy()).lay(RED, "monastery_road@2,-3,0")
    gathered.game.play("flock gather")
    gathered.game.play("pass")
    assert gathered.scores[RED] == 4
    assert gathered.supply[BLUE] == 6
    assert gathered.pieces("pig")[BLUE] == 0
    b.end()
    assert (b.scores[BLUE], b.scores[RED]) == (8, 0)


@pytest.mark.rule("COMBO-016")
def test_the_order_of_the_final_scoring() -> None:
    b = board(
        "S inns.road_straight_inn@1,0,0 road_straight@-1,0,0 city1@0,-1,180 monastery@1,-1,0 monastery@0,1,0"
        " city1@0,2,90 hills.corner_vineyard@1,1,180",
        {
            "0,0 road:E": RED,
            "0,2 city:E": BLUE,
            "0,1 monastery": GREEN,
            "0,-1 field:NL": RED,
            "1,-1 field:NL": SHEPHERD,
        },
        modules=ALL[1:4],
    )
    goods = next(field.offset for field in b.r.schema.fields if field.name == "goods")
    b.game.state.cells[goods + BLUE * 3] = 1
    b.end()
    assert [(seat, kind, points) for seat, kind, points, _ in b.why()] == [
        (RED, "road", 0),
        (BLUE, "city", 1),
        (GREEN, "monastery", 6),
        (RED, "field", 3),
        (BLUE, "goods", 10),
    ]
    assert KINDS == ("road", "city", "monastery", "field")
