"""Counts of actions in Seafarers."""

from __future__ import annotations

import pytest

from bastide import Game
from bastide.kernel.perft import perft
from bastide.testing.play import island
from tests.expansions.island.seafarers.rules.kit import SEA, sea


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
