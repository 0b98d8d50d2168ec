"""Random games at sea: conservation, secrets, refusals, records, and counts of actions."""

from __future__ import annotations

import random

import pytest

from bastide import Game
from bastide.expansions.island.seafarers.rules.figures import printed
from bastide.kernel.perft import perft
from bastide.kernel.resample import resample
from tests.expansions.island.seafarers.rules.kit import SEA, sea
from tests.properties.invariants import check
from tests.properties.play import island, play
from tests.sizes import sized

MAPS = ("new_shores", "through_the_desert", "four_islands", "random")
SETS = (SEA, ["seafarers", "friendly_robber"], ["cities_knights", "seafarers"])


@pytest.mark.rule("SEA-001", "SEA-010", "SEA-026", "CKS-002")
@pytest.mark.parametrize("modules", SETS, ids="+".join)
@pytest.mark.parametrize("layout", MAPS)
def test_everything_holds_in_random_games(layout: str, modules: list[str]) -> None:
    def look(game: Game) -> None:
        if game.version % 11 == 0:
            check(island(game), game.state)

    for seed in range(sized(1, 8)):
        config = {"seats": 3 + seed % 2, "modules": modules, "layout": layout, "options": {"offers": 1}}
        game = Game.new(config, seed=seed)
        play(game, random.Random(seed), sized(500, 4000), look)
        assert Game.load(game.save()).hash() == game.hash()


@pytest.mark.rule("SEA-025", "X56-005")
@pytest.mark.parametrize("between", ["building", "paired"])
def test_five_and_six_play_on_a_map_by_coordinates(between: str) -> None:
    def look(game: Game) -> None:
        if game.version % 17 == 0:
            check(island(game), game.state)

    for seats in (5, 6):
        layout = printed("new_shores", 4).to_dict()
        options = {"between_turns": between, "offers": 1}
        config = {"seats": seats, "modules": ["seafarers", "five_six"], "layout": layout, "options": options}
        game = Game.new(config, seed=seats)
        play(game, random.Random(seats), sized(400, 3000), look)
        assert Game.load(game.save()).hash() == game.hash()


@pytest.mark.parametrize("seed", range(sized(1, 8)))
def test_redealt_hidden_cards_leave_the_board_as_it_is(seed: int) -> None:
    rng = random.Random(seed)

    def look(game: Game) -> None:
        if rng.random() > 0.02:
            return
        m = sea(game)
        for viewer in range(-1, 3):
            other = resample(game.rules, game.state, viewer, rng)
            assert int(other.cells[m.pirate]) == int(game.state.cells[m.pirate])
            assert [int(m.points(other, k)) for k in range(3)] == [int(m.points(game.state, k)) for k in range(3)]

    play(Game.new({"seats": 3, "modules": SEA}, seed=seed), random.Random(seed), sized(500, 2000), look)


@pytest.mark.rule("SEA-012", "SEA-015")
@pytest.mark.parametrize("layout", ["new_shores", "through_the_desert", "four_islands"])
@pytest.mark.parametrize("seats", [3, 4])
def test_the_first_two_decisions_are_as_many_as_the_map_has_places(layout: str, seats: int) -> None:
    game = Game.new({"seats": seats, "modules": SEA, "layout": layout, "options": {"first": 0}})
    board, m = island(game).board, sea(game)
    land = int(board.land)
    pirate = int(game.state.cells[m.pirate])
    total = 0
    for corner in range(int(board.ashore)):
        if layout != "four_islands" and m.corner_area[corner] >= 0:
            continue
        for k in range(3):
            edge = int(board.corner_edges[corner * 3 + k])
            sides = [int(board.edge_hexes[2 * edge + j]) for j in range(2)]
            total += any(0 <= h < land for h in sides)  # a road
            total += any(h >= land for h in sides) and pirate not in sides  # a ship
    assert perft(game.rules, game.state, 2) == total


@pytest.mark.parametrize(
    ("layout", "seats", "counts"),
    [("new_shores", 3, [42, 178, 6844]), ("new_shores", 4, [54, 222, 11190]), ("four_islands", 4, [87, 405, 33746])],
)
def test_counts_of_actions(layout: str, seats: int, counts: list[int]) -> None:
    game = Game.new({"seats": seats, "modules": SEA, "layout": layout, "options": {"first": 0}})
    assert [perft(game.rules, game.state, depth) for depth in range(1, 4)] == counts
