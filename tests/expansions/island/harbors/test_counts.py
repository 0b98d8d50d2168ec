"""Counts of actions with harbour points."""

from __future__ import annotations

import pytest

from bastide import Game
from bastide.kernel.perft import perft
from tests.expansions.island.harbors.kit import harbored
from tests.expansions.island.harbors.test_rules import CITY, SOUTH, WEST


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_counts_are_those_of_the_base_game(seats: int) -> None:
    # The variant adds no decision, and nobody wins within these few.
    config = {"seats": seats, "layout": "beginner", "options": {"first": 0}}
    base, game = Game.new(config), Game.new({**config, "modules": ["harbors"]})
    for depth in range(1, 5):
        assert perft(game.rules, game.state, depth) == perft(base.rules, base.state, depth)


@pytest.mark.rule("TB-HARB-002", "TB-HARB-005")
def test_the_counts_end_where_the_card_wins() -> None:
    """One of the two cities wins by the card.

    By hand: `city` at the harbour, `city` inland, `end`. The first ends the game, which stays one leaf. The second
    leads to `end` and `roll`, the third to `roll` and its 36 outcomes.
    """
    t = harbored(2, cities={0: WEST}, settlements={0: f"{SOUTH} 0,0,N"}, hands={0: CITY}, goal=7, trade="bank")
    assert sorted(t.legal()) == [f"city {place}" for place in sorted(("0,0,N", SOUTH))] + ["end"]
    assert [perft(t.r, t.game.state, depth) for depth in range(1, 4)] == [3, 3, 38]
