"""What holds when several expansions are played together."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence
from typing import Any

import pytest

from bastide.carcassonne.family import MODULES, configure
from bastide.kernel.errors import ConfigError
from bastide.kernel.game import Game
from bastide.kernel.playout import Chooser, playout
from bastide.kernel.resample import resample
from bastide.kernel.state import CHANCE, OVER
from tests.carcassonne.kit import BLUE, GREEN, RED, Board, Figure, board
from tests.carcassonne.test_rules import play_on
from tests.expansions.carcassonne.hills.test_rules import at_home, tend
from tests.expansions.carcassonne.wheel.test_rules import ICON, before, crowned, pig

ALL = ["river", "inns", "traders", "hills", "wheel"]
LAND = ["inns", "traders", "hills"]


def together(
    tiles: str = "S",
    figures: dict[str, Figure] | None = None,
    modules: Sequence[str] = LAND,
    seats: int = 4,
    **options: Any,
) -> Board:
    return board(tiles, figures, seats, modules, **options)


# -- what there is


@pytest.mark.compiled
@pytest.mark.rule("COMBO-001")
@pytest.mark.parametrize("count", range(6))
def test_any_set_of_modules_is_played_to_the_end(count: int) -> None:
    for n, modules in enumerate(itertools.combinations(ALL, count)):
        r = configure(
            {"game": "carcassonne", "seats": 2 + n % 7, "modules": list(modules), "options": {"first": 0}}, None
        )
        s = r.start()
        playout(r, s, Chooser(n), 10_000)
        assert s.cells[OVER] == 1
        # Tiles, pieces and icons of a module are there only with it.
        names = r.tables.names
        for module_, set_ in (("river", "river."), ("inns", "inns."), ("traders", "traders."), ("hills", "hills.")):
            assert any(name.startswith(set_) for name in names) == (module_ in modules)
        assert any("/" in name for name in names) == ("wheel" in modules)
        words = {"inns": ["big"], "traders": ["builder", "pig"], "hills": ["shepherd"]}
        assert set(r.figure_words) == {"meeple", *(word for m in modules for word in words.get(m, []))}


@pytest.mark.rule("COMBO-001")
def test_the_order_in_which_modules_are_named_does_not_matter() -> None:
    one = Game.new({"game": "carcassonne", "seats": 3, "modules": ["wheel", "hills"], "options": {"first": 0}})
    other = Game.new({"game": "carcassonne", "seats": 3, "modules": ["hills", "wheel"], "options": {"first": 0}})
    play_on(one, 1, 100)
    for decision in one.decisions:
        other.play(decision.text, decision.seat)
    assert [b.r.points(b.game.state, 0) for b in (Board(one), Board(other))] == [Board(one).scores[0]] * 2


@pytest.mark.rule("COMBO-004")
@pytest.mark.parametrize(
    ("modules", "stack", "river"),
    [
        ([], 71, 0),
        (["wheel"], 83, 0),
        (["river"], 71, 11),
        (["inns", "traders", "hills"], 131, 0),
        (["inns", "traders", "hills", "wheel"], 143, 0),
        (ALL, 143, 11),
    ],
)
def test_the_stack(modules: list[str], stack: int, river: int) -> None:
    b = together(modules=modules)
    left = b.game.state.cells[b.r.left : b.r.left + b.r.tables.kinds]
    course = [n for n, pile in zip(left, b.r.pile_of, strict=True) if pile]
    assert (sum(left) - sum(course), sum(course)) == (stack, river)
    assert b.game.state.cells[b.r.stack] == stack + river
    if river and "wheel" not in modules:
        assert all(text.startswith("draw river.") for text, _ in b.game.chances())


SOURCES = {"1,-1,270", "3,-1,270", "4,1,0", "4,3,0", "0,4,90", "2,4,90", "3,4,90", "-1,1,180", "-1,2,180"}


@pytest.mark.rule("COMBO-002", "COMBO-003")
def test_example_48_the_source_flows_away_from_the_board() -> None:
    b = together(modules=["river", "wheel"], first=2)
    assert b.game.actors == [2]
    assert {text.split()[1] for text in b.game.legal()} == SOURCES
    b.refuses("tile 4,0,0", "COMBO-003")
    b.game.play("tile 4,1,0")
    # No figure, and the first turn is still to come.
    assert b.phase == "draw"
    assert b.game.state.cells[b.game.state.top() + 1] == 2
    assert all(text.startswith("draw river.") for text, _ in b.game.chances())
    b.game.chance("draw river.road_bridge")
    assert all(text.startswith("tile 5,1,") for text in b.game.legal())


@pytest.mark.rule("COMBO-003")
def test_chance_may_say_where_the_source_lies() -> None:
    b = together(modules=ALL, source_place="random")
    assert b.game.actors == [CHANCE]
    assert dict(b.game.chances()) == {f"tile {place}": 1 for place in SOURCES}
    b.game.draw(random.Random(1))
    assert b.phase == "draw"
    with pytest.raises(ConfigError, match="'source_place' means nothing without the module 'wheel'"):
        together(modules=["river"], source_place="random")


@pytest.mark.rule("COMBO-002")
def test_what_lies_out() -> None:
    for modules, squares, kind in (
        ([], 1, "city1_straight_road"),
        (["river"], 1, "river.source"),
        (["wheel"], 16, "board.0,0"),
    ):
        b = together(modules=modules)
        assert b.game.state.cells[b.r.tiles] == squares
        assert b.r.tables.names[b.game.state.cells[b.r.lies] // 4] == kind


# -- the turn


@pytest.mark.rule("COMBO-005", "COMBO-006")
def test_the_full_order_of_a_part() -> None:
    b = together("S city1@4,0,270 monastery@4,1,0", {"4,1 monastery": BLUE}, ALL[1:])
    tend(b, "4,0 field:NL", RED, 2)
    before(b, "plague").drawn(RED, ICON)
    kinds = [event.kind for event in b.events]
    # a draw, b pig, event (a decision of Blue's), crown
    assert kinds == ["draw", "pig"]
    assert (b.phase, b.game.actors) == ("plague", [BLUE])
    b.game.play("plague 4,1")
    # c place
    assert (b.phase, b.game.actors) == ("tile", [RED])
    b.game.play("tile 5,1,180")
    # d flock
    assert b.phase == "flock"
    b.game.play("flock grow")
    b.game.chance("token 1")
    # e one figure: followers on the tile or on the crown; the shepherd is in its field
    assert b.phase == "figure"
    words = {text.split()[0] for text in b.game.legal()}
    assert words == {"meeple", "big", "pass"}
    # f score
    events = b.game.play("meeple road:N")
    assert [event.kind for event in events][:1] == ["meeple"]
    assert b.phase == "draw"


@pytest.mark.rule("COMBO-006")
def test_one_figure_of_those_that_are_possible() -> None:
    b = together("S road_straight@4,2,0 monastery@4,1,0", {"4,2 road:E": RED, "4,1 field:NL": RED}, ALL[1:]).lay(
        RED, "traders.bridge_crossing@5,2,0"
    )
    options = {text.split()[0] for text in b.game.legal()}
    assert options == {"meeple", "big", "builder", "pig", "shepherd", "pass"}
    assert {"meeple crown:storm", "big crown:storm"} < set(b.game.legal())
    for text in ("meeple road:N", "big crown:taxes", "builder road:E", "pig field:NL", "pass"):
        copy = b.game.copy()
        copy.play(text)
        assert Board(copy).phase == "draw"


@pytest.mark.rule("COMBO-008", "COMBO-005")
def test_the_second_part_has_everything() -> None:
    def extended(figure: str) -> Board:
        b = together(
            "S road_straight@4,2,0 road_straight/1@5,2,0",
            {"4,2 road:E": RED, "5,2 road:E": (RED, "builder")},
            ALL[1:],
        )
        b.turn(RED, "road_straight/2@6,2,0", figure)
        assert b.game.state.cells[b.game.state.top() + 1] == RED
        return b

    # The icon, the crown once more, and no third part.
    b = before(extended("meeple crown:storm"), "taxes")
    events = b.game.chance(f"draw {ICON}")
    assert [event.kind for event in events] == ["draw", "pig"]
    b.game.play("tile 7,2,0")
    b.game.play("meeple crown:storm")
    assert b.game.state.cells[b.game.state.top() + 1] == BLUE
    # A hill buries a tile.
    b = extended("pass")
    left = b.game.state.cells[b.r.stack]
    events = b.game.chance("draw hills.corner_hill")
    assert [event.kind for event in events] == ["draw", "buried"]
    assert b.game.state.cells[b.r.stack] == left - 2
    # The flock.
    tend(b, "6,2 field:NL", RED, 1)
    b.game.play(next(text for text in b.game.legal() if text.startswith("tile 5,1,")))
    assert b.phase == "flock"


@pytest.mark.rule("COMBO-010")
def test_the_pig_rests_by_the_river() -> None:
    b = together(modules=ALL)
    b.game.play("tile 4,1,0")
    rng = random.Random(3)
    used = False
    while any(text.startswith("draw river.") for text, _ in b.game.chances()):
        b.game.draw(rng)
        assert not any(event.kind == "pig" for event in b.game.history[-1])
        while b.phase != "draw":
            crown = [text for text in b.game.legal() if "crown" in text]
            if b.phase == "figure" and not used:
                assert crown
                b.game.play(crown[0])
                used = True
            else:
                play_on(b.game, b.game.version, 1)
    assert used
    assert pig(b) == "fortune"


@pytest.mark.rule("COMBO-011")
def test_a_buried_tile_never_acts() -> None:
    b = together(modules=["hills", "wheel"]).stack(**{"hills.city1_road_opposite_hill": 1, "wheel.road_curve/3": 1})
    b.drawn(RED, "hills.city1_road_opposite_hill")
    assert [event.kind for event in b.events] == ["draw", "buried"]
    assert pig(b) == "fortune"
    b.game.play(b.game.legal()[0])
    tiles = b.game.state.cells[b.r.tiles]
    b.game.play("pass")
    # It was the last: the other lies under it, and is no tile of anything.
    assert b.game.over
    assert (tiles, b.game.state.cells[b.r.tiles]) == (17, 17)


# -- scoring

JOIN = "S city_corner@0,-1,180 road_straight@1,0,0 city1_straight_road@2,0,0 hills.corner_hill@2,-1,270"


@pytest.mark.rule("COMBO-012", "COMBO-007")
def test_weights_before_hills() -> None:
    # Blue's big follower against two of Red's, one of them on a hill.
    b = together(JOIN, {"0,-1 city:E": (BLUE, "big"), "2,-1 city:S": RED, "2,0 city:N": RED})
    b.turn(GREEN, "city_through@1,-1,0")
    assert b.scores == [10, 0, 0, 0]
    # Without the second Red is behind, hill or not.
    b = together(JOIN, {"0,-1 city:E": (BLUE, "big"), "2,-1 city:S": RED}).turn(GREEN, "city_through@1,-1,0")
    assert b.scores == [0, 10, 0, 0]


@pytest.mark.rule("SHEEP-028", "COMBO-012")
def test_a_big_follower_on_a_hill_is_one_follower_there() -> None:
    figures: dict[str, Figure] = {"0,-1 city:E": BLUE, "0,0 city:N": BLUE, "2,-1 city:S": (RED, "big")}
    b = together(JOIN, figures, hill_tie="most").turn(GREEN, "city_through@1,-1,0")
    assert b.scores == [10, 0, 0, 0]


@pytest.mark.rule("SHEEP-028")
def test_a_builder_on_a_hill_breaks_no_tie() -> None:
    figures: dict[str, Figure] = {"0,-1 city:E": BLUE, "2,0 city:N": RED, "2,-1 city:S": (RED, "builder")}
    b = together(JOIN, figures).turn(GREEN, "city_through@1,-1,0")
    assert b.scores == [10, 10, 0, 0]
    assert b.pieces("builder") == [1] * 4


FIELD = "S city1@0,-1,180 hills.corner_hill@-1,-1,0 monastery@1,-1,0 monastery@0,-2,0 monastery@1,-2,0"


@pytest.mark.rule("COMBO-013", "SHEEP-026", "SHEEP-028")
@pytest.mark.parametrize(("own_pig", "points"), [(True, 4), (False, 3)])
def test_hills_and_pigs_in_a_field(own_pig: bool, points: int) -> None:
    figures: dict[str, Figure] = {"-1,-1 field:EL": RED, "1,-1 field:NL": BLUE, "0,-2 field:NL": (BLUE, "pig")}
    if own_pig:
        figures["1,-2 field:NL"] = (RED, "pig")
    assert together(FIELD, figures).end().scores == [points, 0, 0, 0]


@pytest.mark.rule("COMBO-014", "SHEEP-004")
def test_farmer_pig_and_shepherds_in_one_field() -> None:
    b = together(FIELD, {"1,-1 field:NL": BLUE, "0,-2 field:NL": (BLUE, "pig")})
    tend(b, "1,-2 field:NL", RED, 4)
    b.lay(RED, "monastery@2,-2,0")
    b.game.play("flock gather")
    assert b.scores == [4, 0, 0, 0]
    assert at_home(b) == [0, 1, 2, 3]
    assert (b.pieces("pig"), b.supply) == ([1, 0, 1, 1], [7, 6, 7, 7])
    assert b.end().scores == [4, 4, 0, 0]


@pytest.mark.rule("SHEEP-004")
def test_a_shepherd_bars_no_pig() -> None:
    b = tend(together("S city1@0,-1,180 monastery@0,-2,0", {"0,-1 field:NL": RED}), "0,-2 field:NL", BLUE, 1)
    assert b.lay(RED, "monastery@0,-3,0").may("pig") == {"field:NL"}
    b = together("S city1@0,-1,180 monastery@0,-2,0", {"0,-1 field:NL": RED, "0,-2 field:NL": (RED, "pig")})
    assert b.lay(RED, "monastery@0,-3,0").may("shepherd") == {"field:NL"}


@pytest.mark.rule("COMBO-007")
def test_a_score_adds_up() -> None:
    # Cathedral, shield, tie and hill, goods, builder home: all in one score.
    b = together(
        "S inns.cathedral@0,-1,0 traders.city3_grain@-1,-1,0 city1@-2,-1,90 city1@-1,-2,180"
        " hills.corner_hill@1,-1,270 city1@0,-2,180",
        {"0,0 city:N": BLUE, "1,-1 city:S": RED, "0,-2 city:S": (BLUE, "builder")},
    )
    assert not b.complete("0,0 city:N")
    b.turn(GREEN, "city1_straight_road@1,0,0")
    assert b.complete("0,0 city:N")
    tiles = 8
    assert b.why() == [(RED, "city", 3 * tiles, [("tiles", tiles, 3, 3 * tiles)])]
    assert [(event.seat, event.b) for event in b.told("goods")] == [(GREEN, 1)]
    assert b.pieces("builder") == [1] * 4


@pytest.mark.rule("COMBO-015", "SHEEP-029")
def test_everything_counts_around_a_monastery() -> None:
    b = board(
        "S monastery@4,1,0 hills.corner_vineyard@5,1,90 hills.corner_hill@4,0,0",
        {"4,1 monastery": RED},
        modules=["hills", "wheel"],
    )
    # Its own square, three of the board, a vineyard and a hill; on the river see example 50.
    assert (RED, "monastery", 6, [("squares", 6, 1, 6)]) in b.end().why()


@pytest.mark.rule("COMBO-016", "WHEEL-032", "SHEEP-016", "INN-007", "INN-010", "TRD-020")
def test_final_scoring_with_everything() -> None:
    b = together(
        "S inns.road_straight_inn@4,2,0 inns.cathedral@0,-1,0 monastery@4,1,0 city1@1,4,0 monastery@2,4,0"
        " monastery@2,5,0",
        {
            "4,2 road:E": RED,
            "0,-1 city:N": RED,
            "4,1 monastery": BLUE,
            "2,4 field:NL": GREEN,
            "2,5 field:NL": (GREEN, "pig"),
        },
        ALL[1:],
    )
    crowned(tend(b, "1,4 field:EL", RED, 4), "plague", RED)
    goods = next(int(field.offset) for field in b.r.schema.fields if field.name == "traders.goods")
    b.game.state.cells[goods + BLUE * 3] = 2
    b.end()
    kinds = [(seat, kind, points) for seat, kind, points, _ in b.why() if points]
    assert [kind for _, kind, _ in kinds] == ["monastery", "field", "goods"]
    assert b.scores == [0, 5 + 10, 0, 4]


@pytest.mark.rule("COMBO-017", "WHEEL-031", "WHEEL-022")
def test_who_is_a_follower() -> None:
    r = together(modules=ALL).r
    follows = {word for word, n in zip(r.figure_words, r.figure_follows, strict=True) if n}
    assert follows == {"meeple", "big"}
    assert {word: int(n) for word, n in zip(r.figure_words, r.figure_weight, strict=True)} == {
        "meeple": 1,
        "big": 2,
        "builder": 0,
        "pig": 0,
        "shepherd": 0,
    }


@pytest.mark.rule("COMBO-018")
def test_there_is_no_dragon() -> None:
    assert set(MODULES) >= set(ALL)
    assert not any("dragon" in name for name in MODULES)
    assert not any("dragon" in verb.word for verb in together(modules=ALL).r.verbs)


# -- river and sheep

COURSE = "river.two_cities@2,0,0", "river.monastery_bridge@3,0,0", "river.curve_vineyard@4,0,0"


@pytest.mark.rule("SHEEP-018", "SHEEP-017", "RIVER-015", "RIVER-008")
def test_example_49_sheep_on_the_river() -> None:
    b = together("S", modules=["river", "hills"], seats=2).lay(BLUE, "river.straight_sheep@1,0,0")
    b.game.play("shepherd field:NL")
    b.game.chance("token 2")
    b.turn(RED, COURSE[0])
    b.lay(BLUE, COURSE[1])
    b.events = b.game.play("flock gather")
    assert b.why() == [(BLUE, "flock", 3, [("sheep", 1, 2, 2), ("printed sheep", 1, 1, 1)])]
    where = next(text for text in b.game.legal() if text.startswith("shepherd") and same_as_first(b, text))
    b.game.play(where)
    b.game.chance("token 1")
    b.turn(RED, COURSE[2])
    b.lay(BLUE, "river.straight_sheep@4,1,270")
    b.events = b.game.play("flock gather")
    assert b.why() == [(BLUE, "flock", 2, [("sheep", 1, 1, 1), ("printed sheep", 1, 1, 1)])]
    assert b.scores == [0, 5]


def same_as_first(b: Board, text: str) -> bool:
    """Whether a shepherd would go back to the field of the first printed sheep."""
    return b.same(f"3,0 {text.split()[1]}", "1,0 field:NL")


@pytest.mark.rule("RIVER-015", "SHEEP-029", "COMBO-015")
def test_example_50_a_vineyard_on_the_river() -> None:
    b = together(
        f"S river.straight_sheep@1,0,0 {' '.join(COURSE)} river.straight_sheep@4,1,270"
        " city1@2,-1,180 monastery@3,-1,0 monastery@4,-1,0 city1@2,1,0",
        {"3,0 monastery": RED},
        ["river", "hills"],
    )
    for kind, name in enumerate(b.r.tables.names):
        if name.startswith("river."):
            b.game.state.cells[b.r.left + kind] = 0
    b.turn(BLUE, "monastery_road@3,1,180")
    assert b.why() == [(RED, "monastery", 12, [("squares", 9, 1, 9), ("vineyards", 1, 3, 3)])]


# -- the generic machinery


@pytest.mark.parametrize("seats", [2, 5, 8])
def test_records_replay_and_undo_with_everything(seats: int) -> None:
    game = play_on(
        Game.new({"game": "carcassonne", "seats": seats, "modules": ALL, "options": {"first": 0}}), seats, 150
    )
    again = Game.load(game.save())
    assert again.hash() == game.hash()
    assert again.legal() == game.legal()
    assert game.at(100).hash() == again.at(100).hash()
    while not game.can_undo(game.decisions[-1].seat):
        play_on(game, game.version, 1)
    version = game.version
    game.undo(game.decisions[-1].seat)
    assert game.version < version


def test_nothing_is_hidden_with_everything() -> None:
    game = play_on(Game.new({"game": "carcassonne", "seats": 4, "modules": ALL, "options": {"first": 0}}), 6, 200)
    for viewer in (-1, 0, 3):
        dealt = resample(game.rules, game.state, viewer, random.Random(1))
        assert list(dealt.cells) == list(game.state.cells)
