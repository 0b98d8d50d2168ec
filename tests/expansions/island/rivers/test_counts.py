"""Counts of actions in Rivers."""

from __future__ import annotations

from bastide import Game
from bastide.kernel.perft import perft


def test_the_counts_of_the_set_up() -> None:
    """By hand: 54 corners; from each, its paths but for the bridge sites: 144 ends of paths, less 14."""
    game = Game.new({"seats": 3, "modules": ["rivers"], "options": {"first": 0}})
    assert [perft(game.rules, game.state, depth) for depth in (1, 2)] == [54, 130]
