"""Counts of actions with a Friendly Robber."""

from __future__ import annotations

import pytest

from bastide import Game
from bastide.kernel.perft import perft
from bastide.testing.play import island


@pytest.mark.rule("TB-ROB-001")
@pytest.mark.parametrize("seats", [2, 3])
def test_the_counts_differ_from_the_base_by_the_closed_hexes(seats: int) -> None:
    # At the start all seats have two points: of the six rolls that are a seven, each loses the hexes with a building.
    config = {"seats": seats, "layout": "beginner", "options": {"first": 0}}
    base = Game.new(config)
    game = Game.new({**config, "modules": ["friendly_robber"]})
    r, c = island(base), base.state.cells
    desert = int(r.desert)
    closed = sum(
        h != desert and any(c[r.owner + r.board.hex_corners[h * 6 + k]] for k in range(6)) for h in range(r.board.hexes)
    )
    assert 0 < closed < r.board.hexes - 1
    assert perft(game.rules, game.state, 3) == perft(base.rules, base.state, 3) - 6 * closed


@pytest.mark.rule("TB-ROB-003")
def test_four_seats_close_the_whole_beginners_board() -> None:
    game = Game.new({"seats": 4, "layout": "beginner", "modules": ["friendly_robber"], "options": {"first": 0}})
    for text in ("roll", "roll 3 4"):
        game.play(text)
    r = island(game)
    assert r.phases[game.state.cells[game.state.top()]].name == "main"
    assert game.state.cells[r.robber] == r.desert
