"""Rivers: the island, its rivers and numbers, where the robber begins, boards by coordinates that are refused."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from bastide import Game
from bastide.catan.base.island import Island
from bastide.expansions.island.rivers.rules.courses import river_hexes
from bastide.kernel.errors import ConfigError
from tests.expansions.island.rivers.kit import SITES, SWAMPS, WET, riverside

FIXED = {
    "-1,-1": "mountains",
    "-1,0": "hills",
    "-1,1": "pasture",
    "-1,2": "swamp",
    "1,-1": "mountains",
    "1,0": "hills",
    "1,1": "swamp",
}
OTHERS = {"hills": 1, "forest": 4, "pasture": 2, "fields": 4, "mountains": 1}
# TB-RIV-EX-02, with A on 0,-2.
LETTERED = {
    "0,-2": 5, "-1,-1": 6, "-2,0": 3, "-2,1": 8, "-2,2": 10, "0,2": 9, "2,0": 12, "2,-1": 11, "2,-2": 4, "1,-2": 8,
    "0,-1": 10, "-1,0": 9, "-1,1": 4, "0,1": 5, "1,0": 6, "1,-1": 3, "0,0": 11,
}  # fmt: skip


def dealt(layout: Any = "spiral", seed: int = 0, **options: Any) -> Game:
    return Game.new({"seats": 3, "modules": ["rivers"], "layout": layout, "options": options}, seed=seed)


def island(game: Game) -> Island:
    assert isinstance(game.rules, Island)
    return game.rules


def terrains(game: Game) -> dict[str, str]:
    board = island(game).board
    return dict(zip(board.hex_names, board.terrain, strict=True))


def numbers(game: Game) -> dict[str, tuple[int, ...]]:
    board = island(game).board
    return dict(zip(board.hex_names, board.numbers, strict=True))


@pytest.mark.rule("TB-RIV-001", "TB-RIV-002")
@pytest.mark.parametrize("layout", ["beginner", "spiral", "random"])
def test_rivers_lie_where_they_are_and_the_other_hexes_are_shuffled(layout: str) -> None:
    seen = set()
    for seed in range(4):
        found = terrains(dealt(layout, seed))
        assert {at: found[at] for at in FIXED} == FIXED
        others = [terrain for at, terrain in found.items() if at not in FIXED]
        assert Counter(others) == OTHERS
        seen.add(tuple(others))
    assert len(seen) == (1 if layout == "beginner" else 4)


@pytest.mark.rule("TB-RIV-001", "TB-RIV-008")
def test_seven_paths_are_crossed_and_four_hexes_and_three_have_a_river() -> None:
    t = riverside()
    sites = [site for site in t.r.board.layout.sites if site.word == "river"]
    assert [(site.place, site.value) for site in sites] == [
        *((at, 1) for at in SITES[:4]),
        *((at, 2) for at in SITES[4:]),
    ]
    assert {t.r.board.hex_names[hex_] for hex_ in river_hexes(t.r.board)} == set(WET)


@pytest.mark.rule("TB-RIV-003", "TB-RIV-004", "TB-RIV-006")
def test_the_tokens_follow_the_spiral_and_the_2_joins_the_12() -> None:
    found = numbers(dealt("spiral", spiral_from="0,-2"))
    expected = {at: (number,) for at, number in LETTERED.items()} | dict.fromkeys(SWAMPS, ()) | {"2,0": (2, 12)}
    assert found == expected
    assert numbers(dealt("beginner")) == expected


@pytest.mark.rule("TB-RIV-003", "TB-RIV-004")
@pytest.mark.parametrize("seed", range(4))
def test_every_deal_has_each_number_and_none_on_a_swamp(seed: int) -> None:
    for layout in ("spiral", "random"):
        found = numbers(dealt(layout, seed))
        assert Counter(n for tokens in found.values() for n in tokens) == Counter([*LETTERED.values(), 2])
        assert [at for at, tokens in found.items() if not tokens] == [at for at in found if at in SWAMPS]
        assert [tokens for tokens in found.values() if len(tokens) > 1] == [(2, 12)]


@pytest.mark.rule("TB-RIV-003")
@pytest.mark.parametrize("swamp", SWAMPS)
def test_the_first_token_lies_on_no_swamp(swamp: str) -> None:
    with pytest.raises(ConfigError, match=f"'{swamp}'.*no swamp.*TB-RIV-003"):
        dealt("spiral", spiral_from=swamp)


@pytest.mark.rule("TB-RIV-030")
def test_from_a_coastal_hex_that_is_no_corner_the_inner_ring_begins_beside_first_and_last() -> None:
    found = numbers(dealt("spiral", spiral_from="1,-2"))
    # Counter-clockwise from 1,-2 the coast ends at 2,-2; 1,-1 touches both.
    outer = ["1,-2", "0,-2", "-1,-1", "-2,0", "-2,1", "-2,2", "0,2", "2,0", "2,-1", "2,-2"]
    assert [found[at] for at in outer] == [(5,), (6,), (3,), (8,), (10,), (9,), (2, 12), (11,), (4,), (8,)]
    inner = ["1,-1", "0,-1", "-1,0", "-1,1", "0,1", "1,0", "0,0"]
    assert [found[at] for at in inner] == [(10,), (9,), (4,), (5,), (6,), (3,), (11,)]


@pytest.mark.rule("TB-RIV-004")
@pytest.mark.parametrize("dice", ["roll 1 1", "roll 6 6"])
def test_its_hex_produces_on_both(dice: str) -> None:
    t = riverside(settlements={0: "2,0,N"}, cities={1: "2,0,S"}, rolled=False).play("roll", dice)
    t.check(hands={0: "lumber", 1: "lumber*2"})


@pytest.mark.rule("TB-RIV-005", "TB-RIV-026")
def test_the_robber_begins_on_a_swamp_drawn_with_the_island() -> None:
    places = set()
    for seed in range(8):
        game = dealt("random", seed)
        r = island(game)
        places.add(r.board.hex_names[game.state.cells[r.robber]])
        again = Game.load(game.save())
        assert again.state.cells[r.robber] == game.state.cells[r.robber]
    assert places == set(SWAMPS)
    assert r.desert == min(r.board.hex_index[at] for at in SWAMPS)
    assert r.deserts == 2


@pytest.mark.rule("TB-RIV-006")
def test_a_swamp_yields_nothing_at_the_start_either() -> None:
    game = dealt("beginner", first=0)
    r = island(game)
    lonely = "settle 1,2,N"  # a corner of the swamp on the coast, of no other hex
    for _ in range(5):
        game.play(next(text for text in game.legal() if text not in (lonely, "settle 1,1,S", "settle 2,0,S")))
        game.play(next(text for text in game.legal() if not text.endswith("1,1,SE")))
    game.play(lonely)
    held = sum(int(game.state.cells[r.hand + good]) for good in range(int(r.held)))
    assert (game.actors, held) == ([0], 0)


@pytest.mark.rule("TB-RIV-028")
def test_the_robber_goes_to_swamps_and_any_other_land() -> None:
    t = riverside(robber="0,0", rolled=False).play("roll", "roll 3 4")
    assert t.places("robber") == set(t.r.board.hex_names) - {"0,0"}


def flowing(*places: str) -> Game:
    """The printed island with some sea and another river."""
    layout = island(dealt("beginner")).config.layout.to_dict()
    layout["hexes"] += [{"q": q, "r": -2, "terrain": "sea"} for q in (3, 4)]
    layout["sites"] = [{"word": "river", "place": place, "value": 1} for place in places]
    return dealt(layout)


@pytest.mark.rule("TB-RIV-001")
@pytest.mark.parametrize(
    ("places", "said"),
    [
        ([], "no river.*'river'"),
        (["3,-2,E"], "'3,-2,E'.*paths of land"),
        (["-1,0,E", "1,0,E"], "from '-1,0,E' to '1,0,E'"),
    ],
)
def test_a_board_without_a_river_that_flows_is_refused(places: list[str], said: str) -> None:
    with pytest.raises(ConfigError, match=f"{said}.*TB-RIV-001"):
        flowing(*places)


@pytest.mark.rule("TB-RIV-001")
def test_a_river_of_ones_own_flows_where_its_sites_say() -> None:
    board = island(flowing("-1,0,E", "0,0,E", "1,0,SE")).board
    assert {board.hex_names[hex_] for hex_ in river_hexes(board)} == {"-1,0", "0,0", "1,0", "1,1"}


@pytest.mark.rule("TB-GEN-012")
def test_two_players_need_the_variant_for_two() -> None:
    with pytest.raises(ConfigError, match="3 or 4 seats, got 2"):
        Game.new({"seats": 2, "modules": ["rivers"]})
    assert Game.new({"seats": 2, "modules": ["rivers", "two_players"]}).rules.seats == 2
