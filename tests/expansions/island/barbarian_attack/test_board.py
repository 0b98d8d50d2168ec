"""The island of Barbarian Attack, its set-up and figures, and what its config refuses."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from bastide import Game
from bastide.kernel.errors import ConfigError
from bastide.testing.play import island, play
from tests.expansions.island.barbarian_attack.kit import (
    CASTLE,
    CASTLE_PATHS,
    COAST,
    DESERT,
    ONE,
    attack,
    barbarians,
    module,
    module_of,
    supply,
)
from tests.kit import land

NUMBERS = {
    "0,-2": 3, "1,-2": 8, "-1,-1": 9, "0,-1": 4, "1,-1": 5, "2,-1": 10, "-2,0": 12, "-1,0": 6, "0,0": 10, "1,0": 8,
    "2,0": 11, "-2,1": 4, "-1,1": 9, "0,1": 3, "1,1": 5, "-1,2": 6, "0,2": 2,
}  # fmt: skip


@pytest.mark.rule("TB-BARB-001", "TB-BARB-002", "TB-BARB-056")
@pytest.mark.parametrize("layout", ["beginner", "random", "spiral"])
def test_castle_desert_and_numbers_lie_fast_and_the_terrains_of_coast_and_inland_apart(layout: str) -> None:
    board = island(Game.new({"seats": 3, "modules": [ONE], "layout": layout}, seed=5)).board
    terrain = dict(zip(board.hex_names, board.terrain, strict=True))
    assert (terrain.pop(CASTLE), terrain.pop(DESERT)) == ("castle", "desert")
    numbers = {name: int(board.number[h]) for h, name in enumerate(board.hex_names) if board.number[h]}
    assert numbers == NUMBERS
    assert sorted(numbers[name] for name in COAST) == [2, 3, 4, 5, 6, 8, 9, 10, 11, 12]
    coast = Counter(terrain[name] for name in COAST)
    inland = Counter(kind for name, kind in terrain.items() if name not in COAST)
    assert coast == {"hills": 2, "forest": 2, "pasture": 3, "fields": 2, "mountains": 1}
    assert inland == {"hills": 1, "forest": 1, "pasture": 1, "fields": 2, "mountains": 2}


@pytest.mark.rule("TB-BARB-001")
def test_a_dealt_island_differs_from_seed_to_seed() -> None:
    laid = {
        tuple(island(Game.new({"seats": 3, "modules": [ONE], "layout": "random"}, seed=n)).board.terrain)
        for n in range(9)
    }
    assert len(laid) == 9


@pytest.mark.rule("TB-BARB-003", "TB-BARB-005")
def test_one_barbarian_each_on_two_and_twelve_and_six_knights() -> None:
    game = Game.new({"seats": 4, "modules": [ONE], "options": {"first": 0}})
    m, c = module_of(island(game)), game.state.cells
    names = island(game).board.hex_names
    assert {names[h]: int(c[m.barbarians + h]) for h in range(19) if c[m.barbarians + h]} == {"0,2": 1, "-2,0": 1}
    assert c[m.supply] == 34
    assert [int(c[m.ready + seat]) for seat in range(4)] == [6] * 4


@pytest.mark.rule("TB-BARB-004")
def test_there_is_no_robber_no_army_and_no_card_of_the_base() -> None:
    t = attack(hands={0: "wool grain ore"})
    assert t.cell(t.r.robber) == -1
    assert not any(t.r.deck_stock)
    for text in ("knight", "roads", "plenty ore*2", "monopoly ore", "robber 0,0"):
        t.refuses(text, "TB-BARB-004")
    game = play(Game.new({"seats": 3, "modules": [ONE], "options": {"trade": "bank"}}, seed=3), random.Random(3), 900)
    assert game.state.cells[island(game).army_holder] == 0
    assert game.state.cells[island(game).robber] == -1


@pytest.mark.rule("TB-BARB-006")
def test_a_settlement_then_a_city_that_pays_one_card_for_each_hex() -> None:
    game = Game.new({"seats": 3, "modules": [ONE], "options": {"first": 0}})
    placed = []
    while game.state.cells[island(game).turn] == 0:
        text = game.legal()[0]
        placed.append(text.split()[0])
        game.play(text)
    assert placed == ["settle", "road"] * 3 + ["city", "road"] * 3
    r, c = island(game), game.state.cells
    for seat in range(3):
        [city] = [k for k in range(int(r.board.corners)) if c[r.owner + k] == seat + 1 and c[r.level + k] == 2]
        beside = [int(r.board.corner_hexes[3 * city + k]) for k in range(3)]
        owed = Counter(r.good_names[r.terrain_good[h]] for h in beside if h >= 0 and r.terrain_good[h] >= 0)
        held = {good: int(c[r.hand + seat * r.goods + g]) for g, good in enumerate(r.good_names)}
        assert {good: n for good, n in held.items() if n} == owed


@pytest.mark.rule("TB-BARB-006", "TB-BARB-007")
def test_the_set_up_brings_no_barbarians() -> None:
    game = Game.new({"seats": 3, "modules": [ONE], "options": {"first": 0}})
    while game.state.cells[island(game).turn] == 0:
        game.play(game.legal()[0])
    assert game.state.cells[module_of(island(game)).supply] == 34


@pytest.mark.rule("TB-BARB-029", "TB-BARB-037")
def test_the_coast_is_checked_clockwise_from_the_four_and_the_paths_lie_as_on_the_castle() -> None:
    t = attack()
    m, board = module(t), t.r.board
    assert tuple(board.hex_names[h] for h in m.coast) == COAST
    assert int(board.number[m.coast[0]]) == 4
    at = board.hex_index[CASTLE] * 6
    assert tuple(board.edge_names[m.hex_edges[at + k]] for k in range(6)) == CASTLE_PATHS
    assert {name for e, name in enumerate(board.edge_names) if m.at_castle[e]} == set(CASTLE_PATHS)


@pytest.mark.rule("TB-BARB-041", "TB-BARB-048")
def test_the_goal() -> None:
    assert attack().r.goal_points == 12
    assert attack(modules=("harbors",)).r.goal_points == 13


@pytest.mark.rule("TB-GEN-012")
def test_it_is_for_three_and_four_and_for_two_with_neutral_colours() -> None:
    for seats in (3, 4):
        Game.new({"seats": seats, "modules": [ONE]})
    with pytest.raises(ConfigError) as caught:
        Game.new({"seats": 2, "modules": [ONE]})
    assert caught.value.rule == "TB-GEN-012"
    Game.new({"seats": 2, "modules": [ONE, "two_players"]})


@pytest.mark.rule("TB-BARB-001", "TB-BARB-002")
def test_boards_of_ones_own_need_a_castle_and_coastal_numbers_that_differ() -> None:
    hexes = ("0,0 castle", "1,0 forest 4", "0,1 hills 5")
    island(
        Game.new(
            {"seats": 3, "modules": [ONE], "layout": land(*hexes, "1,-1 fields 9", "-1,0 fields 10", "0,-1 hills 8")}
        )
    )
    with pytest.raises(ConfigError) as caught:
        Game.new({"seats": 3, "modules": [ONE], "layout": land("0,0 desert", "1,0 forest 4")})
    assert caught.value.rule == "TB-BARB-001"
    with pytest.raises(ConfigError) as caught:
        Game.new({"seats": 3, "modules": [ONE], "layout": land("0,0 castle", "1,0 forest 4", "0,1 hills 4")})
    assert caught.value.rule == "TB-BARB-002"
    assert "'4'" in str(caught.value) or "number 4" in str(caught.value)


@pytest.mark.rule("TB-BARB-003")
def test_a_table_starts_as_it_is_set_up() -> None:
    t = attack(barbarians={"0,2": 1, "-2,0": 1})
    assert (barbarians(t), supply(t)) == ({"0,2": 1, "-2,0": 1}, 34)
