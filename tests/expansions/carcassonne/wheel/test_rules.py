"""Wheel of Fortune: the worked examples of the rulebook, and the rules that no example shows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from bastide.carcassonne.family import CarcassonneGame
from bastide.carcassonne.tiles.load import read_tile
from bastide.carcassonne.tiles.sets import TileError
from bastide.expansions.carcassonne.wheel.rules.board import fields, squares
from bastide.expansions.carcassonne.wheel.rules.crown import FIRST
from bastide.expansions.carcassonne.wheel.rules.module import WheelOfFortuneRules
from bastide.expansions.carcassonne.wheel.rules.wheel import SECTORS
from bastide.kernel.errors import ConfigError, InvalidAction
from bastide.kernel.game import Game
from bastide.kernel.state import CHANCE
from tests.carcassonne.kit import BLUE, GREEN, RED, YELLOW, Board, Figure, board
from tests.carcassonne.test_rules import play_on
from tests.expansions.carcassonne.hills.test_rules import shut, tend

ICON = "road_curve/1"
"""A tile that moves the pig by one."""


def wheel(
    tiles: str = "S",
    figures: dict[str, Figure] | None = None,
    seats: int = 4,
    others: Sequence[str] = (),
    **options: Any,
) -> Board:
    return board(tiles, figures, seats, ["wheel", *others], **options)


def module(r: CarcassonneGame) -> WheelOfFortuneRules:
    return r.module(WheelOfFortuneRules)


def before(b: Board, sector: str, steps: int = 1) -> Board:
    """The pig stands so many steps before a sector."""
    b.game.state.cells[module(b.r).wheel.pig] = (SECTORS.index(sector) - steps) % 6
    return b


def pig(b: Board) -> str:
    return SECTORS[b.game.state.cells[module(b.r).wheel.pig]]


def crowned(b: Board, sector: str, *seats: int, word: str = "meeple") -> Board:
    """Followers stand on the crown."""
    c = b.game.state.cells
    figure = b.r.figure_words.index(word)
    for n, seat in enumerate(seats):
        c[module(b.r).crown.spaces + FIRST[SECTORS.index(sector)] + n] = 1 + figure * 16 + seat
        c[b.r.figure_supply[figure] + seat] -= 1
    return b


def crowns(b: Board) -> set[str]:
    """Where on the crown a plain follower may be put now."""
    assert b.phase == "figure"
    return {text.split(":")[1] for text in b.game.legal() if text.startswith("meeple crown:")}


# -- the board


@pytest.mark.rule("WHEEL-001", "WHEEL-002", "WHEEL-005")
def test_what_lies_out() -> None:
    b = wheel()
    assert [event.kind for event in b.game.opening] == ["board", "turn"]
    assert b.game.state.cells[b.r.tiles] == 16
    chances = dict(b.game.chances())
    assert sum(chances.values()) == 71 + 12
    assert chances["draw city1_straight_road"] == 3
    assert not any("board" in text for text in chances)
    assert pig(b) == "fortune"
    # Copies that bear different icons are drawn apart.
    assert (chances["draw road_straight"], chances["draw road_straight/1"], chances["draw road_straight/2"]) == (
        1,
        2,
        3,
    )
    assert sum(n for text, n in chances.items() if "/" in text) == 19
    assert sum(n * int(text.split("/")[1]) for text, n in chances.items() if "/" in text) == 30
    assert "draw crossing4" not in chances
    b.refuses("draw board.0,0", "CARC-003", int(CHANCE))


@pytest.mark.rule("WHEEL-003", "WHEEL-005")
def test_the_edge_of_the_board() -> None:
    b = wheel()
    north_east = ("2,0 field:NR", "3,0 field:NL", "3,1 field:EL", "3,2 field:EL")
    south = ("3,2 field:ER", "3,3 field:EL", "2,3 field:SL", "1,3 field:inner", "0,3 field:SL")
    north_west = ("0,3 field:WR", "0,2 field:WL", "0,1 field:WL", "0,0 field:inner", "1,0 field:NL", "2,0 field:NL")
    for field in (north_east, south, north_west):
        assert b.same(*field)
    assert len({b.root(field[0]) for field in (north_east, south, north_west)}) == 3
    # By the normal rule beside it, and never on it.
    b.drawn(RED, "city1")
    for place in ("4,0,270", "0,-1,180", "-1,0,90", "1,4,0"):
        assert place in b.places
    assert "4,0,0" not in b.places
    b.refuses("tile 2,0,0", "CARC-011")
    b.refuses("tile 1,1,0", "CARC-011")
    assert all(max(*map(int, place.split(",")[:2])) == 4 or "-1" in place.split(",") for place in b.places)


@pytest.mark.rule("WHEEL-003", "WHEEL-004")
def test_squares_count_as_tiles() -> None:
    b = wheel().turn(RED, "city1@4,0,270", "meeple city:W")
    assert b.why() == [(RED, "city", 4, [("tiles", 2, 2, 4)])]
    b = wheel().turn(RED, "monastery_road@2,-1,0", "meeple road:S")
    assert b.why() == [(RED, "road", 2, [("tiles", 2, 1, 2)])]
    b = wheel("S city1@0,-1,180", {"0,-1 city:S": BLUE}).turn(RED, "city1@-1,0,90")
    assert b.why() == [(BLUE, "city", 6, [("tiles", 3, 2, 6)])]
    b = wheel().turn(RED, "monastery@4,1,0", "meeple monastery")
    assert b.end().why() == [(RED, "monastery", 4, [("squares", 4, 1, 4)])]


@pytest.mark.rule("WHEEL-004")
def test_squares_may_be_no_tiles_for_monasteries() -> None:
    b = wheel(wheel_squares="none").turn(RED, "monastery@4,1,0", "meeple monastery")
    b.turn(BLUE, "monastery@4,-1,0".replace("4,-1", "5,1"))
    assert b.end().why() == [(RED, "monastery", 2, [("squares", 2, 1, 2)])]
    b = wheel("S", wheel_squares="none").turn(RED, "city1@4,0,270", "meeple city:W")
    assert b.scores[RED] == 4
    with pytest.raises(ConfigError, match="must be one of tiles, none"):
        wheel(wheel_squares="some")


@pytest.mark.rule("WHEEL-004")
def test_no_square_is_a_tile_for_any_monastery_beside_the_board() -> None:
    places = wheel(wheel_squares="none").drawn(RED, "monastery").places
    for place in {place for place in places if place.endswith(",0")}:
        b = wheel(wheel_squares="none").turn(RED, f"monastery@{place}", "meeple monastery")
        assert b.end().why() == [(RED, "monastery", 1, [("squares", 1, 1, 1)])], place


@pytest.mark.rule("WHEEL-003")
def test_fields_of_the_board_touch_its_cities() -> None:
    for tiles, where in (
        ("S city1@4,0,270 monastery@4,1,0", "4,1 field:NL"),
        ("S city1@1,4,0 monastery@2,4,0", "2,4 field:NL"),
        ("S city1@0,-1,180 city1@-1,0,90 monastery@-1,2,0", "-1,2 field:NL"),
    ):
        assert wheel(tiles, {where: RED}).end().scores[RED] == 3


def test_the_data_of_the_board_is_checked() -> None:
    assert len(squares()) == 16
    assert [len(field) for field in fields()] == [6, 4, 5]
    good = {"name": "x", "copies": 1, "edges": "C..C", "cities": ["N W"]}
    assert read_tile(good, "board", inside=True).edges == "C..C"
    with pytest.raises(TileError, match="four letters"):
        read_tile(good, "base")
    with pytest.raises(TileError, match="half-edge EL must belong"):
        read_tile({**good, "edges": "CF.C"}, "board", inside=True)
    with pytest.raises(TileError, match=r"side E is \."):
        read_tile({**good, "roads": ["E"]}, "board", inside=True)
    with pytest.raises(TileError, match="EL lies inside"):
        read_tile({**good, "fields": ["EL"]}, "board", inside=True)


# -- the pig


@pytest.mark.rule("WHEEL-006", "WHEEL-008", "WHEEL-009", "WHEEL-018")
def test_the_pig_moves_before_the_tile_is_laid() -> None:
    b = before(wheel(), "fortune").drawn(BLUE, ICON)
    assert [event.kind for event in b.events] == ["draw", "pig", "score", "line"]
    assert b.why() == [(BLUE, "fortune", 3, [("fortune", 1, 3, 3)])]
    assert b.scores == [0, 3, 0, 0]
    assert b.phase == "tile"
    b.game.play(f"tile {min(b.places)}")
    assert b.phase == "figure"


@pytest.mark.rule("WHEEL-008")
@pytest.mark.parametrize(("steps", "tile"), [(1, "road_curve/1"), (2, "road_curve/2"), (3, "wheel.road_curve/3")])
def test_the_pig_moves_as_many_sectors_as_the_icon_says(steps: int, tile: str) -> None:
    for start in range(6):
        b = wheel()
        b.game.state.cells[module(b.r).wheel.pig] = start
        b.drawn(RED, tile)
        assert pig(b) == SECTORS[(start + steps) % 6]
        # Only where it stops does anything happen.
        named = {"fortune": "fortune", "storm": "storm"}.get(pig(b))
        assert {kind for _, kind, _, _ in b.why()} == ({named} if named else set())
    assert wheel().drawn(RED, "monastery").told("pig") == []


@pytest.mark.rule("WHEEL-007")
def test_the_wheel_acts_even_if_the_tile_fits_nowhere() -> None:
    b = shut(before(wheel(), "fortune")).stack(**{ICON: 2, "monastery": 1})
    b.drawn(BLUE, ICON)
    assert [event.kind for event in b.events] == ["draw", "pig", "score", "line", "aside"]
    before(b, "fortune").drawn(BLUE, ICON)
    assert b.scores[BLUE] == 6
    # With Plague the tile is set aside when all have taken a follower back.
    b = shut(before(wheel("S monastery@4,1,0", {"4,1 monastery": RED}), "plague")).stack(**{ICON: 1})
    b.drawn(BLUE, ICON)
    assert (b.phase, b.game.actors) == ("plague", [RED])
    events = b.game.play("plague 4,1")
    assert [event.kind for event in events][:3] == ["home", "aside", "final"]
    assert b.game.over


TAXED = "S city_through_s@4,0,0 city_through_s@5,0,0 city_corner@6,0,0"


@pytest.mark.rule("WHEEL-010", "WHEEL-011")
def test_example_45_taxes() -> None:
    b = wheel(TAXED, {"4,0 city:E": BLUE, "5,0 city:E": BLUE, "6,0 city:N": RED})
    before(b, "taxes").drawn(GREEN, ICON)
    assert sorted(b.why()) == [
        (RED, "taxes", 3, [("knights", 1, 1, 1), ("shields", 2, 1, 2)]),
        (BLUE, "taxes", 8, [("knights", 2, 2, 4), ("shields", 2, 2, 4)]),
    ]
    assert b.scores == [3, 8, 0, 0]


@pytest.mark.rule("WHEEL-010", "WHEEL-011")
def test_taxes_of_several_cities_add_up() -> None:
    b = wheel(f"{TAXED} city1@1,4,0", {"4,0 city:E": BLUE, "1,4 city:N": BLUE})
    assert before(b, "taxes").drawn(GREEN, ICON).scores == [0, 3 + 1, 0, 0]


FARMED = "S city1@4,0,270 monastery@4,1,0 monastery@3,-1,0"


@pytest.mark.rule("WHEEL-012", "WHEEL-018")
def test_famine() -> None:
    b = wheel(FARMED, {"4,1 field:NL": RED, "3,-1 field:NL": RED, "4,0 field:NL": BLUE})
    assert b.same("4,1 field:NL", "3,-1 field:NL", "4,0 field:NL")
    before(b, "famine").drawn(GREEN, ICON)
    assert sorted(b.why()) == [
        (RED, "famine", 2, [("farmers", 2, 1, 2)]),
        (BLUE, "famine", 1, [("farmers", 1, 1, 1)]),
    ]
    # No complete city, no points.
    b = before(wheel("S monastery@4,1,0", {"4,1 field:NL": RED}), "famine").drawn(GREEN, ICON)
    assert b.told("score") == []


@pytest.mark.rule("WHEEL-013")
def test_famine_counts_farmers_only() -> None:
    for option, points in (("off", 1), ("on", 2)):
        b = wheel(
            f"{FARMED} monastery@5,1,0",
            {"4,1 field:NL": RED, "3,-1 field:NL": (RED, "pig"), "5,1 field:NL": (BLUE, "pig")},
            others=["traders"],
            famine_pig=option,
        )
        assert before(b, "famine").drawn(GREEN, ICON).scores == [points, 0, 0, 0]
    b = tend(wheel(FARMED, others=["hills"]), "4,1 field:NL", RED, 1)
    assert before(b, "famine").drawn(GREEN, ICON).scores == [0, 0, 0, 0]
    with pytest.raises(ConfigError, match="'famine_pig' means nothing without the module 'traders'"):
        wheel(famine_pig="on")


@pytest.mark.rule("WHEEL-014", "WHEEL-015")
def test_storm() -> None:
    b = wheel("S monastery@4,1,0", {"4,1 monastery": BLUE}, others=["inns", "traders", "hills"])
    crowned(b, "taxes", RED, RED)
    before(b, "storm").drawn(GREEN, ICON)
    # Seven and the big one; builder, pig and shepherd count nothing.
    assert b.scores == [6, 7, 8, 8]
    assert b.why()[0] == (RED, "storm", 6, [("followers in supply", 6, 1, 6)])
    assert b.phase == "tile"


@pytest.mark.rule("WHEEL-016")
def test_inquisition() -> None:
    figures: dict[str, Figure] = {"4,1 monastery": RED, "3,-1 monastery": RED, "4,0 field:NL": BLUE}
    b = before(wheel(FARMED, figures), "inquisition").drawn(GREEN, ICON)
    assert b.why() == [(RED, "inquisition", 4, [("monks", 2, 2, 4)])]


@pytest.mark.rule("WHEEL-017")
@pytest.mark.parametrize(("count", "taxes", "famine", "storm", "monk"), [("1", 3, 1, 7, 2), ("2", 8, 2, 7, 4)])
def test_the_big_follower_in_events(count: str, taxes: int, famine: int, storm: int, monk: int) -> None:
    def play(sector: str, tiles: str, where: str) -> int:
        b = wheel(tiles, {where: (RED, "big")}, others=["inns"], big_follower_events=count)
        return before(b, sector).drawn(GREEN, ICON).scores[RED]

    assert play("taxes", TAXED, "4,0 city:E") == taxes
    assert play("famine", FARMED, "4,1 field:NL") == famine
    assert play("storm", FARMED, "4,1 monastery") == storm
    assert play("inquisition", FARMED, "4,1 monastery") == monk
    b = before(wheel(others=["inns"], big_follower_events=count), "storm").drawn(GREEN, ICON)
    assert b.scores[RED] == 7 + int(count)


# -- plague


@pytest.mark.rule("WHEEL-019", "WHEEL-020", "WHEEL-021", "WHEEL-023")
def test_plague_goes_round() -> None:
    b = wheel(FARMED, {"4,1 monastery": RED, "3,-1 field:NL": GREEN, "4,0 field:NL": GREEN})
    crowned(b, "taxes", YELLOW)
    before(b, "plague").drawn(BLUE, ICON)
    # Blue and Yellow have nobody on a tile; after Blue comes Yellow, then Green, then Red.
    assert (b.phase, b.game.actors) == ("plague", [GREEN])
    assert set(b.game.legal()) == {"plague 3,-1", "plague 4,0"}
    b.refuses("tile 4,2,0", "WHEEL-019")
    b.refuses("pass", "WHEEL-019")
    b.refuses("plague 4,1", "WHEEL-019")
    b.refuses("plague 2,2", "WHEEL-019")
    b.refuses("plague 30,30", "WHEEL-019")
    b.refuses("plague 4,1", "CARC-005", RED)
    b.game.play("plague 4,0")
    assert b.supply == [6, 7, 6, 6]
    assert (b.phase, b.game.actors) == ("plague", [RED])
    assert b.game.legal() == ["plague 4,1"]
    events = b.game.play("plague 4,1")
    assert [event.kind for event in events] == ["home"]
    assert b.scores == [0] * 4
    assert (b.phase, b.game.actors) == ("tile", [BLUE])
    b.refuses("plague 3,-1", "WHEEL-019")
    # What is left alone may be claimed again: the field still holds Green's other farmer, the monastery nobody.
    assert b.game.state.cells[b.r.who + b.root("4,1 monastery")] == 0
    assert b.game.state.cells[b.r.who + b.root("4,1 field:NL")] == 16**GREEN


@pytest.mark.rule("WHEEL-019")
def test_the_player_on_turn_is_first() -> None:
    b = wheel(FARMED, {"4,1 monastery": RED, "3,-1 field:NL": GREEN, "4,0 field:NL": BLUE})
    before(b, "plague").drawn(GREEN, ICON)
    order = []
    while b.phase == "plague":
        order += b.game.actors
        b.game.play(b.game.legal()[0])
    assert order == [GREEN, RED, BLUE]


@pytest.mark.rule("WHEEL-021")
def test_plague_finds_nobody() -> None:
    b = crowned(wheel(), "plague", RED)
    before(b, "plague").drawn(BLUE, ICON)
    assert b.phase == "tile"
    assert b.scores[RED] == 6


@pytest.mark.rule("WHEEL-022", "WHEEL-024")
def test_plague_takes_followers_only() -> None:
    b = wheel(
        "S city_through_s@4,0,0 city_through_s@5,0,0 monastery@4,1,0 monastery@5,1,0 monastery@6,1,0",
        {
            "4,0 city:E": RED,
            "5,0 city:E": (RED, "builder"),
            "4,1 field:NL": (RED, "big"),
            "5,1 field:NL": (RED, "pig"),
        },
        others=["inns", "traders", "hills"],
    )
    tend(b, "6,1 field:NL", RED, 1)
    before(b, "plague").drawn(BLUE, ICON)
    assert set(b.game.legal()) == {"plague 4,0", "plague 4,1"}
    for where in ("5,0", "5,1", "6,1"):
        b.refuses(f"plague {where}", "WHEEL-022")
    copy = b.game.copy()
    b.game.play("plague 4,0")
    c = b.game.state.cells
    supply = {word: int(c[b.r.figure_supply[n] + RED]) for n, word in enumerate(b.r.figure_words)}
    assert supply == {"meeple": 7, "big": 0, "builder": 1, "pig": 0, "shepherd": 0}
    copy.play("plague 4,1")
    c = copy.state.cells
    supply = {word: int(c[b.r.figure_supply[n] + RED]) for n, word in enumerate(b.r.figure_words)}
    assert supply == {"meeple": 6, "big": 1, "builder": 0, "pig": 1, "shepherd": 0}


@pytest.mark.rule("WHEEL-025")
def test_home_in_time_to_be_placed() -> None:
    b = wheel("S monastery@4,1,0", {"4,1 field:NL": RED})
    b.game.state.cells[b.r.supply + RED] = 0
    before(b, "plague").drawn(RED, ICON)
    b.game.play("plague 4,1")
    b.game.play(f"tile {min(b.places)}")
    assert b.claims
    b = crowned(wheel(), "fortune", RED)
    b.game.state.cells[b.r.supply + RED] = 0
    before(b, "fortune").drawn(RED, ICON)
    assert (b.scores[RED], b.supply[RED]) == (6, 1)
    b.game.play(f"tile {min(b.places)}")
    assert b.claims


# -- the crown


@pytest.mark.rule("WHEEL-026", "WHEEL-027")
@pytest.mark.parametrize(
    ("sector", "seats", "points"),
    [
        ("fortune", [BLUE], {BLUE: 3}),
        ("plague", [BLUE], {BLUE: 6}),
        ("storm", [BLUE, RED], {BLUE: 3, RED: 3}),
        ("storm", [BLUE, BLUE], {BLUE: 6}),
        ("taxes", [], {}),
    ],
)
def test_example_46_the_crown(sector: str, seats: list[int], points: dict[int, int]) -> None:
    b = crowned(wheel(), sector, *seats)
    before(b, sector).drawn(GREEN, ICON)
    paid = dict.fromkeys(points, 0)
    for seat, kind, gained, lines in b.why():
        if kind == "crown":
            paid[seat] += gained
            assert lines == [("crown", 1, gained, gained)]
    assert paid == points
    assert b.supply == [7] * 4
    assert list(b.game.state.cells[module(b.r).crown.spaces :][:9]) == [0] * 9
    # Where it only passes nothing happens.
    b = before(crowned(wheel(), sector, *seats), sector, 0).drawn(GREEN, ICON)
    assert not any(kind == "crown" for _, kind, _, _ in b.why())
    assert sum(b.supply) == 28 - len(seats)


@pytest.mark.rule("WHEEL-006", "WHEEL-026")
def test_the_crown_comes_after_the_event() -> None:
    b = before(crowned(wheel(), "storm", BLUE), "storm").drawn(GREEN, ICON)
    assert [kind for _, kind, _, _ in b.why()] == ["storm"] * 4 + ["crown"]
    # Not yet in the supply when the storm counted.
    assert b.scores[BLUE] == 6 + 6
    b = crowned(wheel("S monastery@4,1,0", {"4,1 monastery": RED}), "plague", BLUE)
    before(b, "plague").drawn(GREEN, ICON)
    assert b.scores[BLUE] == 0
    b.game.play("plague 4,1")
    assert b.scores[BLUE] == 6


@pytest.mark.rule("WHEEL-028", "WHEEL-030", "WHEEL-032")
def test_a_follower_goes_to_the_crown() -> None:
    b = wheel().lay(RED, "city1@4,0,270")
    assert crowns(b) == set(SECTORS)
    events = b.game.play("meeple crown:storm")
    assert events[0].kind == "crown"
    assert b.supply[RED] == 6
    assert b.phase == "draw"
    b.lay(RED, "monastery@4,1,0").game.play("meeple crown:storm")
    b.lay(RED, "monastery@4,-1,0")
    assert crowns(b) == set(SECTORS) - {"storm"}
    b.refuses("meeple crown:storm", "WHEEL-030")
    b.game.play("meeple crown:fortune")
    b.lay(BLUE, "monastery@5,-1,0")
    assert crowns(b) == set(SECTORS) - {"storm", "fortune"}
    b.game.state.cells[b.r.supply + BLUE] = 0
    b.refuses("meeple crown:taxes", "WHEEL-028")
    # At the end it brings nothing.
    assert b.end().scores[RED] == 0


@pytest.mark.rule("WHEEL-028")
def test_the_crown_is_open_where_nothing_else_is() -> None:
    b = wheel(
        "S monastery@4,1,0 road_straight@4,2,0 monastery@4,3,0",
        {"4,1 field:NL": GREEN, "4,2 road:E": RED, "4,3 field:NL": BLUE},
    ).lay(RED, "road_straight/1@5,2,0")
    assert b.claims == set()
    assert crowns(b) == set(SECTORS)


@pytest.mark.rule("WHEEL-029")
def test_one_figure_for_each_tile() -> None:
    b = wheel(others=["hills"]).lay(RED, "monastery@4,1,0")
    assert {"shepherd field:NL", "meeple crown:plague", "meeple monastery"} < set(b.game.legal())
    b.game.play("shepherd field:NL")
    b.game.chance("token wolf")
    assert b.phase == "draw"


@pytest.mark.rule("WHEEL-031")
def test_followers_only() -> None:
    b = wheel(others=["inns", "traders", "hills"]).lay(RED, "monastery@4,1,0")
    words = {text.split()[0] for text in b.game.legal() if "crown" in text}
    assert words == {"meeple", "big"}
    b.game.play("big crown:famine")
    c = b.game.state.cells
    assert c[b.r.figure_supply[b.r.figure_words.index("big")] + RED] == 0
    before(b, "famine").drawn(GREEN, ICON)
    assert b.scores[RED] == 3
    assert b.game.state.cells[b.r.figure_supply[b.r.figure_words.index("big")] + RED] == 1
    b.game.play(f"tile {min(b.places)}")
    b.game.state.cells[b.r.figure_supply[b.r.figure_words.index("big")] + GREEN] = 0
    b.refuses("big crown:famine", "WHEEL-028")


# -- facade


def test_notation_of_the_wheel() -> None:
    b = wheel().lay(RED, "city1@4,0,270")
    for text in ("plague", "plague 1", "plague 1,2,3", "plague 500,0", "plague 01,0", "meeple crown", "meeple crown:x"):
        with pytest.raises(InvalidAction):
            b.game.play(text)
    r = b.r
    for verb in r.verbs:
        step = 1 if verb.size < 1000 else 97
        for arg in range(0, int(verb.size), step):
            code = int(verb.offset) + arg
            assert r.read(r.write([code])) == [code]


@pytest.mark.parametrize("seed", range(3))
def test_followers_and_tiles_are_conserved(seed: int) -> None:
    config = {"game": "carcassonne", "seats": 3, "modules": ["wheel"], "options": {"first": 0}}
    game = Game.new(config)
    b = Board(game)
    spaces = module(b.r).crown.spaces
    while not game.over:
        play_on(game, game.version * 5 + seed, 1)
        c = game.state.cells
        standing = [0] * 3
        for tile in range(int(c[b.r.tiles])):
            if c[b.r.figure + tile]:
                standing[(c[b.r.figure + tile] - 1) % 16] += 1
        for space in range(9):
            if c[spaces + space]:
                standing[(c[spaces + space] - 1) % 16] += 1
        assert [a + n for a, n in zip(b.supply, standing, strict=True)] == [7] * 3
        kinds = range(int(b.r.tables.kinds))
        left, aside = (sum(int(c[at + k]) for k in kinds) for at in (b.r.left, b.r.aside))
        assert left == c[b.r.stack]
        assert left + aside + int(c[b.r.tiles]) - 16 + int(c[b.r.drawn] != 0) == 71 + 12
    assert Game.load(game.save()).hash() == game.hash()
