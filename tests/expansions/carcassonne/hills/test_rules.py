"""Hills & Sheep: the worked examples of the rulebook, and the rules that no example shows."""

from __future__ import annotations

from typing import Any

import pytest

from bastide.carcassonne.base.tables import NAMED
from bastide.carcassonne.family import CarcassonneGame
from bastide.carcassonne.tiles.load import tiles_of
from bastide.carcassonne.tiles.model import NAMES
from bastide.expansions.carcassonne.hills.rules.flock import Flocks
from bastide.expansions.carcassonne.hills.rules.module import HillsAndSheepRules
from bastide.kernel.errors import ConfigError, IllegalAction, InvalidAction
from bastide.kernel.game import Game
from bastide.kernel.state import CHANCE
from tests.carcassonne.kit import BLUE, GREEN, RED, Board, Figure, board
from tests.carcassonne.test_rules import play_on

BAG = {"token wolf": 2, "token 1": 4, "token 2": 5, "token 3": 5, "token 4": 2}
TILES = {tile.id: tile for tile in tiles_of("hills")}


def sheep(tiles: str = "S", figures: dict[str, Figure] | None = None, seats: int = 5, **options: Any) -> Board:
    return board(tiles, figures, seats, ["hills"], **options)


def flocks(r: CarcassonneGame) -> Flocks:
    return r.module(HillsAndSheepRules).flocks


def tend(b: Board, where: str, seat: int, *tokens: int) -> Board:
    """A shepherd stands there with these tokens."""
    r, s, f = b.r, b.game.state, flocks(b.r)
    tile = b.tile_at(where.split()[0])
    k = r.tables.section_of[s.cells[r.lies + tile] * NAMED + NAMES.index(where.split()[1])]
    assert k >= 0
    assert s.cells[r.figure + tile] == 0
    s.cells[r.figure + tile] = 1 + k * 256 + f.figure * 16 + seat
    s.cells[r.figure_supply[f.figure] + seat] = 0
    s.cells[f.shepherd + seat] = s.cells[r.first + tile] + k + 1
    for token in tokens:
        s.cells[f.flock + seat * 4 + token - 1] += 1
        s.cells[f.bag + token] -= 1
        assert s.cells[f.bag + token] >= 0
    return b


def at_home(b: Board) -> list[int]:
    """The seats whose shepherds are in the supply."""
    f = flocks(b.r)
    supply = b.r.figure_supply[f.figure]
    home = [seat for seat in range(int(b.r.seats)) if b.game.state.cells[supply + seat] == 1]
    assert home == [seat for seat in range(int(b.r.seats)) if b.game.state.cells[f.shepherd + seat] == 0]
    return home


def bag(b: Board) -> int:
    f = flocks(b.r)
    return sum(int(b.game.state.cells[f.bag + token]) for token in range(5))


def shepherds(b: Board) -> set[str]:
    """Where the shepherd may be placed now."""
    assert b.phase == "figure"
    return {text.split()[1] for text in b.game.legal() if text.startswith("shepherd ")}


# -- tiles


@pytest.mark.rule("SHEEP-030", "SHEEP-031")
def test_example_35_special_tiles() -> None:
    touching = TILES["hills.two_cities_touching_vineyard"]
    assert [section.kind for section in touching.sections] == ["city", "city", "field", "field"]
    for name in ("road_split_hill", "curve_split_hill"):
        assert len(TILES[f"hills.{name}"].of_kind("road")) == 2
    assert [len(road.sides) for road in TILES["hills.straight_and_deadend_vineyard"].of_kind("road")] == [2, 1]
    b = sheep("S", {"0,0 road:E": RED}).turn(BLUE, "hills.curve_split_hill@1,0,0")
    assert b.scores[RED] == 0
    b = sheep("S monastery_road@-1,0,270", {"0,0 road:E": RED}).turn(BLUE, "hills.curve_split_hill@1,0,0")
    assert b.scores[RED] == 3
    b = sheep("S road_curve@1,0,0 hills.two_cities_touching_vineyard@0,-1,90")
    assert not b.same("0,-1 city:N", "0,-1 city:S")
    assert not b.same("0,-1 field:EL", "0,-1 field:WL")


@pytest.mark.rule("SHEEP-032")
def test_example_36_a_side_that_two_cities_share() -> None:
    alone = sheep("S hills.shared_edge_vineyard@0,1,180")
    assert not alone.same("0,1 city:E", "0,1 city:W")
    b = sheep("S hills.shared_edge_vineyard@0,1,180 city1@0,2,0", {"0,1 city:E": RED})
    assert b.same("0,1 city:E", "0,1 city:W", "0,2 city:N")
    assert not b.complete("0,2 city:N")
    assert (RED, "city", 2, [("tiles", 2, 1, 2)]) in b.end().why()


@pytest.mark.rule("SHEEP-032")
def test_example_37_two_such_sides() -> None:
    b = sheep("S hills.shared_edge_vineyard@0,1,180 hills.shared_edge_vineyard@0,2,0", {"0,1 city:E": RED})
    assert b.same("0,1 city:E", "0,1 city:W", "0,2 city:E", "0,2 city:W")
    assert (RED, "city", 2, [("tiles", 2, 1, 2)]) in b.end().why()


@pytest.mark.rule("SHEEP-033")
def test_example_38_a_side_that_two_fields_share() -> None:
    assert not sheep("S hills.wedge_vineyard@0,-1,180").same("0,-1 field:NL", "0,-1 field:NR")
    b = sheep("S hills.wedge_vineyard@0,-1,180 city1@0,-2,0")
    assert b.same("0,-1 field:NL", "0,-1 field:NR", "0,-2 field:EL")


@pytest.mark.rule("SHEEP-033")
def test_example_39_two_such_sides() -> None:
    b = sheep("S hills.wedge_vineyard@0,-1,180 hills.wedge_vineyard@0,-2,0")
    assert not b.same("0,-1 city:S", "0,-2 city:N")
    west, east = ("0,-1 field:NL", "0,-2 field:SR"), ("0,-1 field:NR", "0,-2 field:EL")
    assert b.same(*west)
    assert b.same(*east)
    assert not b.same(west[0], east[0])


# -- hills


@pytest.mark.rule("SHEEP-001", "SHEEP-019", "SHEEP-020", "SHEEP-023")
def test_example_40_a_tile_goes_under_the_hill() -> None:
    b = sheep()
    before = dict(b.game.chances())
    assert sum(before.values()) == 71 + 18
    b.drawn(RED, "hills.corner_hill")
    assert [(event.kind, event.sees) for event in b.events] == [("draw", -1), ("buried", -1)]
    assert b.game.state.cells[b.r.stack] == 71 + 18 - 2
    b.game.play("tile 0,-1,180")
    assert b.claims >= {"city:E", "field:NL"}
    assert shepherds(b) == {"field:NL"}
    b.game.play("meeple city:E")
    # Nobody knows which tile it is: all that nobody has seen may come.
    assert dict(b.game.chances()) == {text: n for text, n in before.items() if text != "draw hills.corner_hill"}


@pytest.mark.rule("SHEEP-021")
def test_nothing_is_left_to_bury() -> None:
    b = sheep("S city_corner@0,-1,180", {"0,-1 city:E": BLUE}).stack(**{"hills.two_cities_adjacent_hill": 1})
    b.turn(RED, "hills.two_cities_adjacent_hill@1,-1,0", "meeple field:EL")
    assert not any(event.kind == "buried" for events in b.game.history for event in events)
    assert b.game.over


def shut(b: Board) -> Board:
    """Nothing fits anywhere but a tile with a city on each side."""
    s = b.game.state
    for place in range(int(s.cells[b.r.places])):
        s.cells[b.r.rim + place] = 2 * (1 + 5 + 25 + 125)
    return b


@pytest.mark.rule("SHEEP-022")
def test_a_hill_that_fits_nowhere_takes_its_tile_along() -> None:
    b = shut(sheep()).stack(**{"hills.two_cities_opposite_hill": 1, "monastery": 2})
    b.drawn(RED, "hills.two_cities_opposite_hill")
    assert [event.kind for event in b.events] == ["draw", "buried", "aside"]
    assert b.game.state.cells[b.r.stack] == 1
    assert dict(b.game.chances()) == {"draw monastery": 2}


@pytest.mark.rule("SHEEP-022")
def test_the_last_hill_fits_nowhere() -> None:
    b = shut(sheep()).stack(**{"hills.two_cities_opposite_hill": 1, "monastery": 1})
    assert b.drawn(RED, "hills.two_cities_opposite_hill").game.over


TIED = (
    "S city_corner@0,-1,180 road_straight@1,0,0 city1_straight_road@2,0,0 hills.corner_hill@2,-1,270",
    "city_through@1,-1,0",
)


@pytest.mark.rule("SHEEP-024", "SHEEP-025")
def test_example_41_the_hill_breaks_the_tie() -> None:
    b = sheep(TIED[0], {"0,-1 city:E": BLUE, "2,-1 city:S": RED}).turn(GREEN, TIED[1])
    assert b.scores == [10, 0, 0, 0, 0]
    assert b.supply == [7] * 5


@pytest.mark.rule("SHEEP-025")
def test_without_a_tie_the_hill_does_nothing() -> None:
    b = sheep(TIED[0], {"0,-1 city:E": BLUE, "2,-1 city:S": RED, "0,0 city:N": BLUE}).turn(GREEN, TIED[1])
    assert b.scores[:2] == [0, 10]


@pytest.mark.rule("SHEEP-025")
def test_a_player_outside_the_tie_gains_nothing_by_a_hill() -> None:
    b = sheep(
        "S road_straight@-1,0,0 road_straight@-2,0,0 road_straight@1,0,0 hills.road_split_hill@2,0,90",
        {"-2,0 road:E": BLUE, "-1,0 road:E": RED, "0,0 road:E": BLUE, "1,0 road:E": RED, "2,0 road:W": GREEN},
    ).end()
    assert b.scores == [5, 5, 0, 0, 0]


@pytest.mark.rule("SHEEP-023", "SHEEP-024", "SHEEP-026")
def test_hills_act_on_roads_and_fields_too() -> None:
    b = sheep(
        "S road_straight@-1,0,0 hills.road_split_hill@1,0,90 road_straight@-2,0,0",
        {"1,0 road:W": RED, "-1,0 road:E": BLUE},
    ).turn(GREEN, "monastery_road@-3,0,270")
    assert b.scores[:2] == [5, 0]
    b = sheep("S hills.road_split_hill@1,0,90", {"1,0 road:W": RED, "0,0 road:E": BLUE}).end()
    assert b.scores[:2] == [2, 0]
    b = sheep(
        "S city1@0,-1,180 hills.road_split_hill@1,0,90 road_straight@-1,0,0",
        {"1,0 field:NL": RED, "0,0 field:EL": BLUE},
    ).end()
    assert b.scores[:2] == [3, 0]


THREE_HILLS = (
    "S city1@0,-1,180 hills.corner_hill@-1,-1,0 hills.curve_split_hill@1,-1,180"
    " hills.city1_road_opposite_hill@0,-2,90 road_straight@1,0,0 road_straight@-1,0,0"
)
"""One field at a complete city, with three hills."""


@pytest.mark.rule("SHEEP-024", "SHEEP-027")
@pytest.mark.parametrize(("hill_tie", "scores"), [("any", [3, 3, 0]), ("most", [0, 3, 0])])
def test_several_players_on_hills(hill_tie: str, scores: list[int]) -> None:
    # Two farmers each: Blue's on two hills, one of Red's on a hill, none of Green's.
    b = sheep(
        THREE_HILLS,
        {
            "-1,-1 field:EL": BLUE,
            "1,-1 field:NL": BLUE,
            "0,-2 field:SL": RED,
            "0,-1 field:NL": RED,
            "1,0 field:NL": GREEN,
            "-1,0 field:NL": GREEN,
        },
        hill_tie=hill_tie,
    )
    b.end()
    assert [b.scores[seat] for seat in (RED, BLUE, GREEN)] == scores


@pytest.mark.rule("SHEEP-028")
def test_a_shepherd_on_a_hill_breaks_no_tie() -> None:
    b = sheep(
        "S city1@0,-1,180 hills.road_split_hill@1,0,90 road_straight@-1,0,0",
        {"0,-1 field:NL": RED, "0,0 field:EL": BLUE},
    )
    tend(b, "1,0 field:NL", RED, 1)
    b.lay(GREEN, "monastery@1,-1,0").game.play("pass")
    assert b.same("0,-1 field:NL", "0,0 field:EL", "1,0 field:NL")
    assert b.end().scores[:2] == [3, 3]


@pytest.mark.rule("SHEEP-028")
@pytest.mark.parametrize(("hill_tie", "scores"), [("any", [3, 3]), ("most", [0, 3])])
def test_a_big_follower_is_one_follower_on_a_hill(hill_tie: str, scores: list[int]) -> None:
    # A big follower on a hill against two followers on two hills.
    standing: dict[str, Figure] = {"0,-2 field:SL": (RED, "big"), "-1,-1 field:EL": BLUE, "1,-1 field:NL": BLUE}
    b = board(THREE_HILLS, standing, modules=["inns", "hills"], hill_tie=hill_tie).end()
    assert b.scores[:2] == scores


@pytest.mark.rule("SHEEP-024", "SHEEP-029")
def test_example_44_vineyards() -> None:
    b = sheep(
        "S road_straight@-1,0,0 road_straight@1,0,0 monastery@0,1,0 city1@-1,1,270 hills.corner_vineyard@1,1,180"
        " hills.wedge_vineyard@-1,2,180 city1@1,2,0",
        {"0,1 monastery": RED},
    ).turn(GREEN, "city1@0,2,180")
    assert b.scores[RED] == 15
    assert b.why() == [(RED, "monastery", 15, [("squares", 9, 1, 9), ("vineyards", 2, 3, 6)])]
    # The vineyard at 1,1 serves a second monastery.
    for tile in ("monastery@2,2,0", "city1@2,1,270", "monastery@3,1,0", "monastery@3,2,0", "city1@1,3,180"):
        b.turn(BLUE, tile, "meeple monastery" if tile == "monastery@2,2,0" else "pass")
    b.turn(GREEN, "monastery_road@2,3,0")
    assert b.scores[BLUE] == 0
    b.turn(GREEN, "monastery_road@3,3,0")
    assert b.scores[BLUE] == 12


@pytest.mark.rule("SHEEP-029")
def test_vineyards_bring_nothing_to_an_incomplete_monastery() -> None:
    b = sheep("S road_straight@1,0,0 monastery@0,1,0 hills.corner_vineyard@1,1,180", {"0,1 monastery": RED}).end()
    assert b.why() == [(RED, "monastery", 4, [("squares", 4, 1, 4)])]


# -- shepherds


@pytest.mark.rule("SHEEP-001", "SHEEP-002", "SHEEP-013")
@pytest.mark.parametrize(("sheep_bag", "sixes", "fours"), [("p12", 5, 2), ("overview", 6, 1)])
def test_the_bag(sheep_bag: str, sixes: int, fours: int) -> None:
    b = sheep(sheep_bag=sheep_bag)
    assert at_home(b) == [0, 1, 2, 3, 4]
    b.lay(RED, "city1@0,-1,180").game.play("shepherd field:NL")
    assert b.game.actors == [CHANCE]
    assert dict(b.game.chances()) == {**BAG, "token 3": sixes, "token 4": fours}
    b.game.chance("token 3")
    assert bag(b) == 17


@pytest.mark.rule("SHEEP-003", "SHEEP-004", "SHEEP-005", "SHEEP-014")
def test_a_shepherd_is_placed_instead_of_a_follower() -> None:
    b = sheep("S city1@0,-1,180", {"0,-1 field:NL": BLUE}).lay(RED, "monastery@0,-2,0")
    assert b.claims == {"monastery"}
    assert shepherds(b) == {"field:NL"}
    b.refuses("meeple field:NL", "CARC-017")
    b.refuses("shepherd monastery", "SHEEP-003")
    b.game.play("shepherd field:NL")
    b.refuses("pass", "SHEEP-005", RED)
    b.refuses("draw monastery", "SHEEP-005", int(CHANCE))
    events = b.game.chance("token 2")
    assert [event.kind for event in events][:1] == ["token"]
    assert b.phase == "draw"
    assert at_home(b) == [1, 2, 3, 4]
    assert b.supply == [7, 6, 7, 7, 7]
    # It bars no farmer, but a second shepherd.
    b.lay(GREEN, "monastery_road@0,-3,180")
    assert shepherds(b) == set()
    b.refuses("shepherd field:NL", "SHEEP-003")
    b = tend(sheep("S city1@0,-1,180"), "0,-1 field:NL", RED, 1).lay(GREEN, "monastery@0,-2,0")
    assert b.claims == {"monastery", "field:NL"}
    b.refuses("shepherd field:NL", "SHEEP-003")


@pytest.mark.rule("SHEEP-003")
def test_a_shepherd_stands_on_the_new_tile_once() -> None:
    b = tend(sheep("S city1@0,-1,180"), "0,-1 field:NL", RED, 1).lay(RED, "road_straight@1,0,0")
    assert shepherds(b) == set()
    b.refuses("shepherd field:NL", "CARC-015")
    b.refuses("shepherd field:WL", "CARC-015")
    b = sheep("S city1@0,-1,180", farmers="off").lay(RED, "monastery@0,-2,0")
    assert shepherds(b) == {"field:NL"}


@pytest.mark.rule("SHEEP-005", "SHEEP-013")
def test_a_wolf_at_once() -> None:
    b = sheep().lay(RED, "city1@0,-1,180")
    b.game.play("shepherd field:NL")
    b.game.chance("token wolf")
    assert (at_home(b), bag(b)) == ([0, 1, 2, 3, 4], 18)
    # The figure of this tile is used up.
    assert b.phase == "draw"
    b.lay(BLUE, "monastery@0,-2,0").game.play("shepherd field:NL")
    b.game.state.cells[flocks(b.r).bag + 4] = 0
    with pytest.raises(IllegalAction, match="SHEEP-013"):
        b.game.chance("token 4")


def shared_field() -> Board:
    """The field of examples 42 and 43, before Red's tile."""
    b = sheep("S road_straight@1,0,0 city1@0,-1,180")
    tend(b, "1,0 field:NL", BLUE, 1, 3)
    tend(b, "0,-1 field:NL", RED, 2, 2)
    assert not b.same("1,0 field:NL", "0,-1 field:NL")
    b.turn(GREEN, "monastery@1,-1,0")
    assert b.same("1,0 field:NL", "0,-1 field:NL")
    assert bag(b) == 14
    return b.lay(RED, "city1@1,-2,0")


@pytest.mark.rule("SHEEP-006", "SHEEP-007", "SHEEP-011", "SHEEP-012")
def test_example_42_gathering_a_shared_flock() -> None:
    b = shared_field()
    assert b.game.legal() == ["flock grow", "flock gather"]
    b.refuses("pass", "SHEEP-006")
    b.refuses("meeple city:N", "SHEEP-006")
    b.events = b.game.play("flock gather")
    lines = [("sheep", 1, 1, 1), ("sheep", 2, 2, 4), ("sheep", 1, 3, 3)]
    assert b.why() == [(RED, "flock", 8, lines), (BLUE, "flock", 8, lines)]
    assert b.scores[:2] == [8, 8]
    assert (at_home(b), bag(b)) == ([0, 1, 2, 3, 4], 18)
    assert b.phase == "figure"


@pytest.mark.rule("SHEEP-010", "SHEEP-012", "SHEEP-013")
def test_example_43_the_wolf() -> None:
    b = shared_field()
    b.game.play("flock grow")
    b.game.chance("token wolf")
    assert b.scores == [0] * 5
    assert (at_home(b), bag(b)) == ([0, 1, 2, 3, 4], 18)
    assert b.phase == "figure"


@pytest.mark.rule("SHEEP-009", "SHEEP-017")
def test_the_flock_grows() -> None:
    b = shared_field()
    b.game.play("flock grow")
    b.game.chance("token 4")
    assert (at_home(b), bag(b)) == ([2, 3, 4], 13)
    assert shepherds(b) == set()
    b.game.play("pass")
    b.lay(RED, "monastery@2,-1,0")
    b.events = b.game.play("flock gather")
    assert b.scores[:2] == [12, 12]


@pytest.mark.rule("SHEEP-008")
def test_what_extends_a_field() -> None:
    # The tile of another gives no choice.
    b = tend(sheep("S city1@0,-1,180"), "0,-1 field:NL", RED, 1)
    assert b.lay(BLUE, "monastery@0,-2,0").phase == "figure"
    # Nor does an own tile elsewhere, nor the tile on which the shepherd is set.
    b = tend(sheep("S city1@0,-1,180"), "0,-1 field:NL", RED, 1)
    assert b.lay(RED, "road_straight@1,0,0").phase == "figure"
    b = sheep().lay(RED, "city1@0,-1,180")
    b.game.play("shepherd field:NL")
    b.game.chance("token 1")
    assert b.phase == "draw"
    # Two sections of the tile in the field are one choice.
    b = tend(sheep("S city1@0,-1,180 monastery@0,-2,0 monastery@1,-2,0"), "0,-2 field:NL", RED, 1)
    b.lay(RED, "hills.wedge_vineyard@1,-1,90")
    b.game.play("flock gather")
    assert b.phase == "figure"
    b.refuses("flock grow", "SHEEP-008")


@pytest.mark.rule("SHEEP-007", "SHEEP-008")
def test_the_flock_may_come_after_the_figure() -> None:
    b = tend(sheep("S city1@0,-1,180", flock_order="after_figure"), "0,-1 field:NL", RED, 2)
    b.lay(RED, "monastery@0,-2,0")
    assert b.phase == "figure"
    assert shepherds(b) == set()
    b.game.play("meeple monastery")
    assert b.phase == "flock"
    b.game.play("flock gather")
    assert b.phase == "draw"
    assert b.scores[RED] == 2
    b = tend(sheep("S city1@0,-1,180", flock_order="after_figure"), "0,-1 field:NL", RED, 2)
    b.lay(RED, "monastery@0,-2,0")
    b.game.play("pass")
    b.game.play("flock grow")
    b.game.chance("token 2")
    assert b.phase == "draw"
    # A shepherd that has just been set has extended nothing.
    b = sheep(flock_order="after_figure").lay(RED, "city1@0,-1,180")
    b.game.play("shepherd field:NL")
    b.game.chance("token 1")
    assert b.phase == "draw"


@pytest.mark.rule("SHEEP-007", "SHEEP-022")
def test_before_scoring_in_either_order() -> None:
    for order in ("before_figure", "after_figure"):
        b = tend(sheep("S road_straight@1,0,0", {"0,0 city:N": RED}, flock_order=order), "1,0 field:NL", RED, 2)
        b.turn(GREEN, "monastery@1,-1,0")
        b.lay(RED, "city1@0,-1,180")
        if order == "after_figure":
            b.game.play("pass")
        events = b.game.play("flock gather")
        if order == "before_figure":
            events += b.game.play("pass")
        kinds = [b.r.reasons[event.b] for event in events if event.kind == "score"]
        assert kinds == ["flock", "city"]


@pytest.mark.rule("SHEEP-015", "SHEEP-016")
def test_a_field_that_can_grow_no_more() -> None:
    b = enclosed()
    assert b.complete("0,1 field:ER")
    assert b.scores[RED] == 0
    assert at_home(b) == [1, 2, 3, 4]
    assert b.end().scores[RED] == 0


def enclosed(figure: str = "pass", **options: Any) -> Board:
    """Four curves in a square; the last one shuts the field in which Red's shepherd stands."""
    b = sheep("S road_curve@0,1,270 road_curve@1,1,0 road_curve@1,2,90", **options)
    tend(b, "0,1 field:ER", RED, 3)
    return b.turn(BLUE, "road_curve@0,2,180", figure)


@pytest.mark.rule("SHEEP-015")
def test_a_closed_field_may_be_gathered_by_itself() -> None:
    b = enclosed(flock_on_close="gather")
    assert b.scores[RED] == 3
    assert b.why() == [(RED, "flock", 3, [("sheep", 1, 3, 3)])]
    assert at_home(b) == [0, 1, 2, 3, 4]
    for order in ("before_figure", "after_figure"):
        b = sheep("S road_curve@0,1,270 road_curve@1,1,0 road_curve@1,2,90", flock_on_close="gather", flock_order=order)
        tend(b, "0,1 field:ER", RED, 3).lay(RED, "road_curve@0,2,180")
        if order == "after_figure":
            b.game.play("pass")
        b.game.play("flock grow")
        b.game.chance("token 2")
        if order == "before_figure":
            b.game.play("pass")
        assert (b.phase, b.scores[RED], bag(b)) == ("draw", 5, 18)
    # A shepherd set where nothing can grow comes home with its first token.
    b = sheep("S road_curve@0,1,270 road_curve@1,1,0 road_curve@1,2,90", flock_on_close="gather")
    b.lay(RED, "road_curve@0,2,180").game.play("shepherd field:NR")
    b.game.chance("token 4")
    assert (b.scores[RED], bag(b)) == (4, 18)


@pytest.mark.rule("SHEEP-014", "SHEEP-016")
def test_shepherds_count_in_no_final_scoring() -> None:
    b = tend(sheep("S city1@0,-1,180 monastery@1,-1,0", {"0,-1 field:NL": BLUE}), "1,-1 field:NL", RED, 4, 4)
    assert b.end().scores == [0, 3, 0, 0, 0]


@pytest.mark.rule("SHEEP-017")
@pytest.mark.parametrize("again", ["yes", "no"])
def test_home_and_out_again(again: str) -> None:
    b = tend(sheep("S city1@0,-1,180", shepherd_again=again), "0,-1 field:NL", RED, 2).lay(RED, "monastery@0,-2,0")
    b.game.play("flock gather")
    if again == "yes":
        b.game.play("shepherd field:NL")
        b.game.chance("token 1")
        assert at_home(b) == [1, 2, 3, 4]
    else:
        assert shepherds(b) == set()
        b.refuses("shepherd field:NL", "SHEEP-017")
        b.game.play("pass")
        # The next tile is another matter.
        b.lay(RED, "monastery@0,-3,0")
        assert shepherds(b) == {"field:NL"}


@pytest.mark.rule("SHEEP-018")
def test_printed_sheep_count_every_time() -> None:
    b = tend(sheep("S city1@0,-1,180"), "0,-1 field:NL", RED, 2)
    # As if a tile with a printed sheep lay in the field.
    b.game.state.cells[b.r.tags + b.root("0,-1 field:NL")] += 64**6
    b.lay(RED, "monastery@0,-2,0")
    b.events = b.game.play("flock gather")
    assert b.why() == [(RED, "flock", 3, [("sheep", 1, 2, 2), ("printed sheep", 1, 1, 1)])]
    b.game.play("shepherd field:NL")
    b.game.chance("token 1")
    b.lay(RED, "monastery@0,-3,0").game.play("flock grow")
    b.game.chance("token wolf")
    b.game.play("shepherd field:NL")
    b.game.chance("token 3")
    b.lay(RED, "monastery@1,-3,0").game.play("flock gather")
    assert b.scores[RED] == 3 + 4


@pytest.mark.rule("SHEEP-018")
def test_printed_sheep_count_once_for_several_shepherds() -> None:
    b = shared_field()
    b.game.state.cells[b.r.tags + b.root("0,-1 field:NL")] += 64**6
    b.events = b.game.play("flock gather")
    assert [points for _, _, points, _ in b.why()] == [9, 9]
    assert all(lines[-1] == ("printed sheep", 1, 1, 1) for *_, lines in b.why())


# -- facade


def test_notation_of_flocks() -> None:
    b = sheep().lay(RED, "city1@0,-1,180")
    for text in ("flock", "flock shrink", "shepherd", "shepherd N", "token", "token 5", "token wolf now"):
        with pytest.raises(InvalidAction):
            b.game.play(text)
    with pytest.raises(InvalidAction, match="'shepherd' is written like 'shepherd field:NL'"):
        b.game.play("shepherd")
    r = b.r
    for verb in r.verbs:
        if verb.word in ("flock", "token", "shepherd"):
            for arg in range(int(verb.size)):
                assert r.read(r.write([int(verb.offset) + arg])) == [int(verb.offset) + arg]


def test_options_of_sheep_need_the_module() -> None:
    with pytest.raises(ConfigError, match="hills"):
        Game.new({"game": "carcassonne", "options": {"first": 0, "sheep_bag": "p12"}})
    with pytest.raises(ConfigError, match="must be one of any, most"):
        Game.new({"game": "carcassonne", "modules": ["hills"], "options": {"first": 0, "hill_tie": "all"}})


@pytest.mark.rule("SHEEP-013", "SHEEP-020")
@pytest.mark.parametrize("seed", range(4))
def test_tokens_tiles_and_shepherds_are_conserved(seed: int) -> None:
    options = [{}, {"flock_order": "after_figure"}, {"flock_on_close": "gather"}, {"shepherd_again": "no"}][seed]
    config = {"game": "carcassonne", "seats": 3, "modules": ["hills"], "options": {"first": 0, **options}}
    game = Game.new(config)
    b = Board(game)
    f = flocks(b.r)
    while not game.over:
        play_on(game, game.version * 7 + seed, 1)
        c = game.state.cells
        assert bag(b) + sum(int(c[f.flock + n]) for n in range(12)) == 18
        assert c[f.bag] == 2
        home = at_home(b)
        for seat in range(3):
            held = sum(int(c[f.flock + seat * 4 + n]) for n in range(4))
            if seat in home:
                assert held == 0
            else:
                part = c[f.shepherd + seat] - 1
                figure = c[b.r.figure + c[b.r.tile_of + part]] - 1
                assert figure % 256 == f.figure * 16 + seat
                assert figure // 256 == part - c[b.r.first + c[b.r.tile_of + part]]
        kinds = range(int(b.r.tables.kinds))
        left, aside = (sum(int(c[at + k]) for k in kinds) for at in (b.r.left, b.r.aside))
        assert left + aside + int(c[b.r.tiles]) + int(c[b.r.drawn] != 0) == 72 + 18
        assert 0 <= left - c[b.r.stack] <= 8
    assert Game.load(game.save()).hash() == game.hash()
