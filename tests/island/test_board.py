"""Board and pieces (BASE-001 to 003, 006, 008 to 010)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from bastide.catan.board.layout import board_data
from bastide.catan.family import configure
from bastide.kernel.errors import ConfigError
from bastide.kernel.game import Game
from tests.island.places import coast, corner, landing, sides
from tests.kit import Table, land, table

LAYOUTS = [("beginner", 0), *((name, seed) for name in ("spiral", "random") for seed in range(5))]


def laid_out(layout: object = "beginner", seed: int = 0, seats: int = 3, **options: object) -> Table:
    """A new game without printed pieces: seat 0 is to place the first settlement."""
    config = {"seats": seats, "layout": layout, "options": {"first": 0, "pieces": "free", **options}}
    return Table(Game.new({"game": "island", **config}, seed=seed))


def harbors(t: Table) -> list[tuple[str, str, str]]:
    """The harbours of a table: hex, side, good."""
    return [(f"{h.q},{h.r}", h.side, h.good) for h in t.r.board.layout.harbors]


@pytest.mark.rule("BASE-001")
@pytest.mark.parametrize(("layout", "seed"), LAYOUTS)
def test_nineteen_hexes_of_six_kinds(layout: str, seed: int) -> None:
    terrains = Counter(laid_out(layout, seed).r.board.terrain)
    assert terrains == {"forest": 4, "pasture": 4, "fields": 4, "hills": 3, "mountains": 3, "desert": 1}


@pytest.mark.rule("BASE-001")
@pytest.mark.parametrize(
    ("terrain", "good"),
    [("forest", "lumber"), ("pasture", "wool"), ("fields", "grain"), ("hills", "brick"), ("mountains", "ore")],
)
def test_what_a_terrain_gives(terrain: str, good: str) -> None:
    t = table(layout=land(f"0,0 {terrain} 8", "1,0 desert"), settlements={0: "0,0,N"}, rolled=False)
    t.play("roll", "roll 4 4").check(hands={0: good})


@pytest.mark.rule("BASE-004")
def test_the_shuffled_set_up_moves_the_hexes_about() -> None:
    dealt = {tuple(laid_out("spiral", seed).r.board.terrain) for seed in range(10)}
    assert len(dealt) == 10


@pytest.mark.rule("BASE-002")
@pytest.mark.parametrize(("layout", "seed"), LAYOUTS)
def test_eighteen_tokens_none_on_the_desert(layout: str, seed: int) -> None:
    board = laid_out(layout, seed).r.board
    tokens = Counter(int(n) for n in board.number if n)
    assert tokens == {2: 1, 12: 1, **dict.fromkeys((3, 4, 5, 6, 8, 9, 10, 11), 2)}
    assert [int(board.number[h]) for h in range(int(board.hexes)) if board.terrain[h] == "desert"] == [0]


@pytest.mark.rule("BASE-002")
@pytest.mark.parametrize("bad", ["0,0 desert 8", "0,0 forest 7", "0,0 forest 1", "0,0 forest 13"])
def test_a_layout_with_a_token_that_does_not_exist_is_refused(bad: str) -> None:
    with pytest.raises(ConfigError, match=r"layout\.hexes\[0\].*\(BASE-002\)"):
        laid_out(land(bad))


def test_the_figures_are_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(text: str) -> None:
        raise AssertionError("a file is read once more")

    first = laid_out("random", 1)
    monkeypatch.setattr("tomllib.loads", refuse)
    assert laid_out("random", 2).r.config.layout != first.r.config.layout


def test_games_of_one_config_and_board_share_their_rules() -> None:
    dealt = laid_out("random", 1).r
    again = configure(dealt.resolved(), None)
    assert laid_out("random", 1).r is dealt
    assert configure(dealt.resolved(), None) is again
    for other in (laid_out("random", 2), laid_out("random", 1, seats=2), laid_out("random", 1, goal=9)):
        assert other.r is not dealt
    knights = configure({**dealt.resolved(), "modules": ["cities_knights"], "options": {}}, None)
    assert knights is not again
    assert knights.resolved()["modules"] == ["cities_knights"]


@pytest.mark.rule("BASE-003")
def test_the_letters_of_the_tokens() -> None:
    tokens = board_data()["tokens"].split()
    assert "".join(token[0] for token in tokens) == "ABCDEFGHIJKLMNOPQR"
    assert [int(token[1:]) for token in tokens] == [5, 2, 6, 3, 8, 10, 9, 12, 11, 4, 8, 10, 9, 4, 5, 6, 3, 11]


FRAME = [
    ("0,-2", "NW", ""),
    ("1,-2", "NE", "grain"),
    ("2,-1", "NE", "ore"),
    ("2,0", "E", ""),
    ("1,1", "SE", "wool"),
    ("-1,2", "SE", ""),
    ("-2,2", "SW", ""),
    ("-2,1", "W", "brick"),
    ("-1,-1", "W", "lumber"),
]
"""The printed frame, clockwise from the top left."""


@pytest.mark.rule("BASE-006")
@pytest.mark.parametrize(("layout", "seed"), LAYOUTS)
def test_nine_harbours_on_the_printed_frame(layout: str, seed: int) -> None:
    assert harbors(laid_out(layout, seed)) == FRAME


@pytest.mark.rule("BASE-006")
def test_a_harbour_is_shared_by_the_two_ends_of_its_path() -> None:
    t = laid_out()
    names = [t.r.board.corner_names[i] for i in range(int(t.r.board.corners)) if t.r.board.harbor[i]]
    ends = {landing(n + k) for n in (1, 4, 8, 11, 14, 18, 21, 24, 28) for k in (0, 1)}
    assert len(names) == 18
    assert set(names) == ends


@pytest.mark.rule("BASE-006")
def test_shuffled_harbours_keep_their_places_and_their_kinds() -> None:
    dealt = [harbors(laid_out("beginner", seed, harbors="shuffled")) for seed in range(10)]
    for found in dealt:
        assert [(hex_, side) for hex_, side, _ in found] == [(hex_, side) for hex_, side, _ in FRAME]
        assert Counter(good for _, _, good in found) == Counter(good for _, _, good in FRAME)
    assert len({tuple(found) for found in dealt}) > 5


def test_what_a_layout_does_not_know_is_named() -> None:
    layouts: list[dict[Any, Any]] = [{"tiles": []}, {1: 2, "tiles": []}]
    for layout in layouts:
        with pytest.raises(ConfigError, match=r"layout: \[.*'tiles'\] is unknown"):
            Game.new({"layout": layout})


@pytest.mark.rule("BASE-006")
def test_a_harbour_away_from_the_coast_is_refused() -> None:
    with pytest.raises(ConfigError, match=r"not on the coast \(BASE-006\)"):
        laid_out(land("0,0 forest 8", "1,0 hills 5", harbors=["0,0 E"]))


@pytest.mark.rule("BASE-008")
@pytest.mark.parametrize(("layout", "seed"), LAYOUTS[::3])
def test_fifty_four_intersections_and_seventy_two_paths(layout: str, seed: int) -> None:
    t = laid_out(layout, seed)
    assert len(t.places("settle")) == 54
    assert len(t.r.board.edge_names) == 72
    paths = set()
    for spot in t.places("settle"):
        at = t.game.copy()
        at.play(f"settle {spot}")
        paths |= set(at.legal())
    assert len(paths) == 72


@pytest.mark.rule("BASE-008")
def test_a_road_may_lie_on_the_rim_of_the_coast() -> None:
    t = laid_out().play(f"settle {landing(2)}")
    assert t.places("road") == set(coast(1, 3).split())


@pytest.mark.rule("BASE-009")
def test_the_bank_and_the_deck_are_full_at_the_start() -> None:
    t = laid_out()
    t.check(bank="lumber*19 brick*19 wool*19 grain*19 ore*19")
    t = table(hands={0: "ore wool grain"}).play("buy")
    assert dict(t.game.chances()) == {
        "draw knight": 14,
        "draw point": 5,
        "draw roads": 2,
        "draw plenty": 2,
        "draw monopoly": 2,
    }


@pytest.mark.rule("BASE-010")
def test_fifteen_roads_five_settlements_four_cities() -> None:
    for seat in range(3):
        assert laid_out().left(seat) == {"road": 15, "settlement": 5, "city": 4}


@pytest.mark.rule("BASE-010")
def test_the_sixteenth_road_cannot_be_built() -> None:
    t = table(roads={0: coast(0, 14)}, hands={0: "brick*2 lumber*2"})
    t.play(f"road {coast(14, 15)}").check(roads={0: 0})
    assert "road" not in t.verbs()
    t.refuses(f"road {coast(15, 16)}", "BASE-010")


@pytest.mark.rule("BASE-010")
def test_the_sixth_settlement_cannot_be_built() -> None:
    t = table(
        settlements={0: f"{landing(0)} {landing(2)} {landing(4)} {landing(6)}"},
        roads={0: coast(0, 11)},
        hands={0: "brick*2 lumber*2 wool*2 grain*2"},
    )
    t.play(f"settle {landing(8)}").check(settlements={0: 0})
    t.refuses(f"settle {landing(10)}", "BASE-010")


@pytest.mark.rule("BASE-010", "BASE-011")
def test_the_fifth_city_cannot_be_built() -> None:
    t = table(
        cities={0: f"{landing(0)} {landing(2)} {landing(4)}"},
        settlements={0: f"{landing(6)} {landing(8)}"},
        hands={0: "ore*6 grain*4"},
    )
    t.play(f"city {landing(6)}").check(cities={0: 0}, settlements={0: 4})
    t.refuses(f"city {landing(8)}", "BASE-010")


@pytest.mark.rule("BASE-010")
def test_free_roads_end_with_the_last_piece() -> None:
    t = table(roads={0: coast(0, 14)}, cards={0: "roads"})
    t.play("roads", f"road {coast(14, 15)}").check(roads={0: 0}, phase="main")


@pytest.mark.rule("BASE-010")
def test_printed_pieces_beyond_the_supply_are_refused() -> None:
    spots = [
        (corner("0,0 N"), sides("0,0 NE")),
        (corner("0,0 SE"), sides("0,0 SE")),
        (corner("0,0 SW"), sides("0,0 W")),
    ]
    spots += [(landing(n), coast(n, n + 1)) for n in (0, 5, 10)]
    starts: list[dict[str, Any]] = [{"seat": 0, "corner": place, "edge": road} for place, road in spots]
    config = {"game": "island", "seats": 2, "layout": "beginner", "analysis": True, "options": {"first": 0}}
    assert Table(Game.new({**config, "starts": starts[:5]})).left(0) == {"road": 10, "settlement": 0, "city": 4}
    with pytest.raises(ConfigError, match=r"starts\[5\].*BASE-010"):
        Game.new({**config, "starts": starts})
