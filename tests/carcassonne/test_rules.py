"""Rules of the base game that no worked example shows."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bastide.carcassonne.base.scoring import take_up
from bastide.carcassonne.family import configure
from bastide.carcassonne.tiles.model import KINDS
from bastide.kernel.errors import ConfigError, IllegalAction, InvalidAction
from bastide.kernel.game import Game
from bastide.kernel.resample import resample
from bastide.kernel.state import CHANCE
from tests.carcassonne.kit import BLUE, GREEN, RED, YELLOW, Board, board


def new(seats: int = 2, **options: Any) -> Game:
    return Game.new({"game": "carcassonne", "seats": seats, "options": {"first": 0, **options}})


def play_on(game: Game, seed: int, decisions: int = 10_000) -> Game:
    """Play at random."""
    rng = random.Random(seed)
    for _ in range(decisions):
        if game.over:
            break
        if game.actors == [CHANCE]:
            game.draw(rng)
        else:
            game.play(rng.choice(game.legal()))
    return game


# -- what there is


@pytest.mark.rule("CARC-001", "CARC-002", "CARC-055")
@pytest.mark.parametrize("seats", range(2, 9))
def test_two_to_eight_players(seats: int) -> None:
    b = Board(new(seats))
    assert b.supply == [7] * seats
    assert b.scores == [0] * seats
    play_on(b.game, seats)
    assert b.game.over
    assert b.game.winners == [seat for seat in range(seats) if b.scores[seat] == max(b.scores)]


@pytest.mark.rule("CARC-001")
@pytest.mark.parametrize("seats", [0, 1, 9, "2", True, None])
def test_no_other_number_of_players(seats: object) -> None:
    with pytest.raises(ConfigError, match="from 2 to 8"):
        configure({"game": "carcassonne", "seats": seats}, None)


@pytest.mark.rule("CARC-003")
def test_the_stack() -> None:
    b = Board(new())
    chances = dict(b.game.chances())
    assert sum(chances.values()) == 71
    assert chances["draw city1_straight_road"] == 3
    assert chances["draw road_curve"] == 9
    assert len(chances) == 24
    b.game.chance("draw road_curve")
    b.game.play("tile -1,0,270")
    b.game.play("pass")
    assert dict(b.game.chances()) == {**chances, "draw road_curve": 8}
    b.refuses("draw road_curve", "CARC-003", 1)
    with pytest.raises(IllegalAction) as caught:
        board().stack(monastery=1).game.chance("draw road_curve")
    assert caught.value.rule == "CARC-003"


@pytest.mark.rule("CARC-004")
def test_who_begins() -> None:
    config: dict[str, Any] = {"game": "carcassonne", "seats": 3, "options": {"first": 2}}
    game = Game.new(config)
    assert [e.seat for e in game.opening if e.kind == "turn"] == [2]
    drawn = set()
    for seed in range(40):
        rules = configure({**config, "options": {"first": "draw"}}, random.Random(seed))
        drawn.add(rules.resolved()["options"]["first"])
    assert drawn == {0, 1, 2}
    with pytest.raises(ConfigError, match="give a seed"):
        configure({"game": "carcassonne"}, None)


@pytest.mark.rule("CARC-005", "CARC-044")
def test_turns_pass_clockwise_until_the_last_tile() -> None:
    game = play_on(new(3), 5)
    seats = [d.seat for d in game.decisions if d.text.startswith("tile")]
    assert seats == [n % 3 for n in range(len(seats))]
    kinds = [event.kind for event in game.history[-1]]
    assert kinds.index("final") > kinds.index("tile") if "tile" in kinds else "final" in kinds
    assert all("final" not in [e.kind for e in events] for events in game.history[:-1])


@pytest.mark.rule("CARC-006")
def test_a_score_has_no_limit() -> None:
    b = board("S monastery_road@-1,0,270", {"0,0 road:E": RED})
    b.game.state.cells[b.r.score + RED] = 149
    assert b.turn(BLUE, "crossing3@1,0,0").scores[RED] == 152


@pytest.mark.rule("CARC-007", "CARC-056")
def test_icons_and_drawings_do_not_tell_tiles_apart() -> None:
    b = Board(new())
    assert b.r.tables.kinds == 24
    b.game.chance("draw crossing4")
    assert [event.kind for event in b.game.history[-1]] == ["draw"]
    assert b.phase == "tile"


@pytest.mark.rule("CARC-008")
def test_a_game_without_farmers() -> None:
    b = board(farmers="off").lay(RED, "city1@0,-1,180")
    assert b.claims == {"city:S"}
    b.refuses("meeple field:NL", "CARC-008")
    b = board("S city1@0,-1,180 monastery@1,-1,0", farmers="off").lay(RED, "city1@0,-2,270")
    assert b.claims == {"city:W"}
    game = play_on(new(farmers="off"), 8)
    assert not any("field" in d.text for d in game.decisions)


# -- laying


@pytest.mark.rule("CARC-009", "CARC-010")
def test_the_order_of_a_turn() -> None:
    b = Board(new())
    b.refuses("tile 1,0,0", "CARC-009", 0)
    b.refuses("pass", "CARC-009", 0)
    events = b.game.chance("draw road_straight")
    assert [(event.kind, event.sees) for event in events] == [("draw", -1)]
    b.refuses("pass", "CARC-009")
    b.refuses("draw monastery", "CARC-009", int(CHANCE))
    b.refuses("tile 1,0,0", "CARC-005", 1)
    b.game.play("tile 1,0,0")
    b.refuses("tile 2,0,0", "CARC-009")
    b.game.play("pass")
    assert b.phase == "draw"
    assert b.game.state.cells[b.r.on_turn] == 1


@pytest.mark.rule("CARC-011")
def test_a_tile_lies_side_by_side() -> None:
    b = board("S road_straight@1,0,0").drawn(RED, "road_straight")
    b.refuses("tile 2,1,0", "CARC-011")
    b.refuses("tile 0,0,0", "CARC-011")
    b.refuses("tile 9,9,0", "CARC-011")
    assert b.places == {"-1,0,0", "-1,0,180", "0,1,0", "0,1,180", "1,-1,0", "1,-1,180", "1,1,0", "1,1,180"} | {
        "2,0,0",
        "2,0,180",
    }


@pytest.mark.rule("CARC-012")
def test_all_neighbours_at_once() -> None:
    b = board("S road_straight@1,0,0 city1@0,-1,180").drawn(RED, "city1")
    assert {place for place in b.places if place.startswith("1,-1,")} == {"1,-1,0", "1,-1,90"}
    b.refuses("tile 1,-1,270", "CARC-012")


@pytest.mark.rule("CARC-013")
def test_a_tile_that_fits_nowhere_is_set_aside() -> None:
    b = closed().stack(city4_s=1, monastery=1)
    b.drawn(BLUE, "city4_s")
    assert [event.kind for event in b.events] == ["draw", "aside"]
    assert b.phase == "draw"
    assert b.game.state.cells[b.game.state.top() + 1] == BLUE
    assert b.game.state.cells[b.r.aside + b.r.tables.kind_index["city4_s"]] == 1
    assert dict(b.game.chances()) == {"draw monastery": 1}
    assert b.drawn(BLUE, "monastery").phase == "tile"


@pytest.mark.rule("CARC-013", "CARC-014", "CARC-044")
def test_if_the_last_tile_fits_nowhere_the_game_ends() -> None:
    b = closed({"0,0 road:E": RED}).stack(city4_s=1).drawn(BLUE, "city4_s")
    assert b.game.over
    assert b.scores[RED] == 1
    assert b.game.winners == [RED]


def closed(figures: dict[str, int] | None = None) -> Board:
    """No city lies open."""
    return board("S city1@0,-1,180", figures)


# -- followers


@pytest.mark.rule("CARC-015")
def test_a_follower_stands_on_the_new_tile() -> None:
    b = board("S city1@0,-1,180").lay(RED, "road_straight@1,0,0")
    b.refuses("meeple city:N", "CARC-015")
    b.game.play("meeple road:E")
    assert b.supply[RED] == 6


@pytest.mark.rule("CARC-017")
def test_own_followers_bar_too() -> None:
    b = board("S road_straight@1,0,0", {"0,0 road:E": RED}).lay(RED, "road_straight@2,0,0")
    assert "road:E" not in b.claims
    assert b.claims == {"field:NL", "field:ER"}


@pytest.mark.rule("CARC-020")
def test_the_monk_stands_beside_thief_and_farmer() -> None:
    b = board("S road_straight@1,0,0", {"1,0 road:E": RED, "0,0 field:EL": BLUE})
    assert b.lay(GREEN, "monastery_road@2,0,90").claims == {"monastery"}


@pytest.mark.rule("CARC-021")
def test_without_followers_one_lays_on() -> None:
    b = board()
    b.game.state.cells[b.r.supply + RED] = 0
    b.lay(RED, "road_straight@1,0,0")
    assert b.phase == "draw"
    game = play_on(new(2), 3)
    assert all(d.text.split()[0] in ("draw", "tile", "meeple", "pass") for d in game.decisions)


@pytest.mark.rule("CARC-021")
def test_the_reason_names_the_empty_supply() -> None:
    b = board().lay(RED, "road_straight@1,0,0")
    b.game.state.cells[b.r.supply + RED] = 0
    b.refuses("meeple road:E", "CARC-021")


@pytest.mark.rule("CARC-023")
def test_a_follower_that_comes_home_is_too_late() -> None:
    b = board("S monastery_road@-1,0,270", {"0,0 road:E": RED})
    b.game.state.cells[b.r.supply + RED] = 0
    b.lay(RED, "crossing3@1,0,0")
    assert b.phase == "draw"
    assert b.supply[RED] == 1


# -- scoring


@pytest.mark.rule("CARC-026", "CARC-027", "CARC-029")
def test_a_road_back_to_its_own_crossing() -> None:
    b = board("S crossing3@1,0,0 road_curve@2,0,0 road_curve@2,1,90", {"1,0 road:E": RED})
    assert not b.same("1,0 road:E", "1,0 road:S")
    b.lay(BLUE, "road_curve@1,1,180")
    assert b.same("1,0 road:E", "1,0 road:S")
    assert not b.same("1,0 road:E", "1,0 road:W")
    assert "road:N" not in b.claims
    b.game.play("pass")
    assert b.scores[RED] == 4


@pytest.mark.rule("CARC-024", "CARC-025", "CARC-028")
def test_a_road_in_a_circle() -> None:
    b = board("S road_curve@0,1,270 road_curve@1,1,0 road_curve@1,2,90")
    b.turn(RED, "road_curve@0,2,180", "meeple road:N")
    assert b.why() == [(RED, "road", 4, [("tiles", 4, 1, 4)])]


@pytest.mark.rule("CARC-033", "CARC-034", "CARC-038")
def test_one_tile_completes_several_things() -> None:
    b = board(
        "S road_straight@-1,0,0 road_straight@1,0,0 monastery@0,1,0 city1@-1,1,270 city1@1,1,90 city1@-1,2,270"
        " city1@1,2,90 city1@-1,3,270 monastery_road@0,3,0 monastery@1,3,0",
        {"0,1 monastery": RED, "0,0 road:E": GREEN},
    )
    b.turn(BLUE, "monastery@0,2,0", "meeple monastery")
    assert [(seat, kind, points) for seat, kind, points, _ in b.why()] == [
        (BLUE, "monastery", 9),
        (RED, "monastery", 9),
    ]
    assert b.supply[BLUE] == 7


@pytest.mark.rule("CARC-034", "CARC-038")
def test_roads_before_cities_before_monasteries() -> None:
    b = board("S monastery_road@-1,0,270 city1@0,-1,180 city1@1,-1,180", {"0,0 road:E": RED, "1,-1 city:S": GREEN})
    b.turn(BLUE, "city1_crossing3@1,0,0")
    assert [(seat, kind, points) for seat, kind, points, _ in b.why()] == [(RED, "road", 3), (GREEN, "city", 4)]
    b = board(
        "S road_straight@-1,0,0 road_straight@1,0,0 monastery@0,1,0 monastery@-1,1,0 monastery@-1,2,0 monastery@0,2,0"
        " city1@1,1,90 city1@2,1,270 city1@2,2,270",
        {"0,1 monastery": RED, "2,2 city:W": GREEN},
    )
    b.turn(BLUE, "city1@1,2,90")
    assert [(seat, kind, points) for seat, kind, points, _ in b.why()] == [(GREEN, "city", 4), (RED, "monastery", 9)]


@pytest.mark.rule("CARC-035", "CARC-039")
def test_the_majority_takes_all_and_all_come_home() -> None:
    b = board(
        "S city_corner@0,-1,180 road_straight@1,0,0 city1_straight_road@2,0,0 city_corner@2,-1,270",
        {"0,0 city:N": BLUE, "0,-1 city:E": BLUE, "2,-1 city:S": RED},
    ).turn(GREEN, "city_through@1,-1,0")
    assert b.scores[:4] == [0, 10, 0, 0]
    assert b.supply == [7] * 5
    assert sorted(int(event.seat) for event in b.told("home")) == [RED, BLUE, BLUE]
    b.lay(RED, "road_straight@3,0,0").game.play("meeple road:E")


@pytest.mark.rule("CARC-037")
def test_nobody_there_nobody_scores() -> None:
    b = board().turn(RED, "city1@0,-1,180")
    assert b.scores == [0] * 5
    assert b.told("score") == []


@pytest.mark.rule("CARC-032")
def test_small_cities_may_pay_half() -> None:
    b = board(small_city="half").turn(RED, "city1@0,-1,180", "meeple city:S")
    assert b.scores[RED] == 2
    assert (
        board("S city_through_s@0,-1,90", {"0,-1 city:N": BLUE}, small_city="half")
        .turn(RED, "city1@0,-2,180")
        .scores[BLUE]
        == 8
    )
    # As if the start tile bore a shield: no tile has one in a city of a single side.
    b = board("S", {"0,0 city:N": RED}, small_city="half")
    b.game.state.cells[b.r.tags + b.root("0,0 city:N")] += 1
    assert b.turn(BLUE, "city1@0,-1,180").why() == [(RED, "city", 3, [("tiles", 2, 1, 2), ("shields", 1, 1, 1)])]


# -- fields and the end


@pytest.mark.rule("CARC-043")
def test_a_farmer_stays() -> None:
    b = board(seats=2).turn(RED, "city1@0,-1,180", "meeple field:NL")
    game = play_on(b.game, 4)
    assert game.over
    tile = b.tile_at("0,-1")
    assert game.state.cells[b.r.figure + tile] != 0
    in_play = [event for events in game.history[:-1] for event in events]
    assert not any(event.kind == "score" and event.b == KINDS.index("field") for event in in_play)


@pytest.mark.rule("CARC-042")
def test_a_small_corner_can_be_claimed() -> None:
    b = board().lay(RED, "crossing4@1,0,0")
    assert {"field:NL", "field:NR", "field:ER", "field:SR"} <= b.claims


@pytest.mark.rule("CARC-044", "CARC-048", "CARC-055")
def test_the_last_tile_is_a_turn_like_any_other() -> None:
    b = board("S road_straight@1,0,0", {"1,0 road:E": RED, "0,0 field:EL": YELLOW}).stack(city1=1)
    b.turn(BLUE, "city1@0,-1,180", "meeple city:S")
    assert b.game.over
    assert [(seat, kind, points) for seat, kind, points, _ in b.why()] == [
        (BLUE, "city", 4),
        (RED, "road", 2),
        (YELLOW, "field", 3),
    ]
    assert b.game.winners == [BLUE]
    b.refuses("pass", "CARC-044")


@pytest.mark.rule("CARC-055")
def test_equal_players_share_the_victory() -> None:
    b = board("S road_straight@1,0,0", {"1,0 road:E": RED}, seats=3)
    b.game.state.cells[b.r.score + BLUE] = 2
    b.end()
    assert b.scores == [2, 2, 0]
    assert b.game.winners == [RED, BLUE]
    assert [int(event.seat) for event in b.told("win")] == [RED, BLUE]


# -- facade


def test_records_replay_and_undo() -> None:
    game = play_on(new(3), 11)
    again = Game.load(game.save())
    assert again.hash() == game.hash()
    assert again.winners == game.winners
    half = game.at(game.version // 2)
    text = half.record()
    assert text.over is False
    b = Board(new())
    b.game.chance("draw road_straight")
    b.game.play("tile 1,0,0")
    assert b.game.can_undo(0)
    b.game.undo(0)
    assert b.phase == "tile"
    assert not b.game.can_undo(0)


def test_nothing_is_hidden() -> None:
    game = play_on(new(4), 2, 80)
    for viewer in (-1, 0, 3):
        dealt = resample(game.rules, game.state, viewer, random.Random(1))
        assert list(dealt.cells) == list(game.state.cells)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "tile",
        "tile 1,0",
        "tile 1,0,45",
        "tile 1,0,360",
        "tile +1,0,0",
        "tile 01,0,0",
        "tile -0,0,0",
        "tile 1000,0,0",
        "tile 99,0,0",
        "tile 1, 0, 0",
        "meeple",
        "meeple road",
        "meeple road:NL",
        "meeple castle",
        "pass now",
        "skip",
        "draw",
        "draw x",
        "draw base.monastery",
        "tile ١,0,0",
        "x" * 300,
    ],
)
def test_what_cannot_be_read_is_refused(text: str) -> None:
    b = board().drawn(RED, "road_straight")
    before = b.game.hash()
    with pytest.raises(InvalidAction):
        b.game.play(text)
    assert b.game.hash() == before


def test_every_action_is_written_and_read_back() -> None:
    r = board().r
    for verb in r.verbs:
        step = 1 if verb.size < 1000 else 997
        for arg in range(0, int(verb.size), step):
            text = r.write([int(verb.offset) + arg])
            assert r.read(text) == [int(verb.offset) + arg]


@pytest.mark.parametrize(
    ("config", "says"),
    [
        ({"board": 1}, "'board' is unknown"),
        ({"modules": "river"}, "must be a list"),
        ({"modules": ["dragon"]}, "'dragon' is not a module"),
        ({"options": 3}, "must be a table"),
        ({"options": {"farmer": "on"}}, "'farmer' is unknown"),
        ({"options": {"farmers": True}}, "must be one of on, off"),
        ({"options": {"first": 4}}, "a seat from 0 to 3"),
        ({"options": {"first": True}}, "a seat from 0 to 3"),
        ({"layout": "beginner"}, "'layout' is unknown"),
    ],
)
def test_a_wrong_config_is_refused(config: dict[str, Any], says: str) -> None:
    with pytest.raises(ConfigError, match=says):
        Game.new({"game": "carcassonne", **config})


def test_a_copy_shares_nothing() -> None:
    game = play_on(new(), 7, 60)
    before = list(game.state.cells)
    copy = game.copy()
    play_on(copy, 9)
    assert copy.over
    assert list(game.state.cells) == before


def test_followers_and_tiles_are_conserved() -> None:
    game = new(4)
    b = Board(game)
    while not game.over:
        play_on(game, game.version, 1)
        c = game.state.cells
        standing = [0] * 4
        for tile in range(int(c[b.r.tiles])):
            if c[b.r.figure + tile]:
                standing[(c[b.r.figure + tile] - 1) % 16] += 1
        assert [a + n for a, n in zip(b.supply, standing, strict=True)] == [7] * 4
        left, aside = (sum(int(c[at + k]) for k in range(24)) for at in (b.r.left, b.r.aside))
        assert left + aside + int(c[b.r.tiles]) + int(c[b.r.drawn] != 0) == 72
        assert left == c[b.r.stack]


def test_a_follower_is_taken_up() -> None:
    b = board("S", {"0,0 road:E": RED})
    take_up(b.r, b.game.state, 0)
    assert b.supply[RED] == 7
