"""Counts of actions in Fishermen."""

from __future__ import annotations

import pytest

from bastide.kernel.perft import perft
from tests.expansions.island.fishermen.kit import NINE, fishers


@pytest.mark.rule("TB-FISH-011", "TB-FISH-014")
def test_the_counts_of_deliveries() -> None:
    """By hand, with tokens of 1, 2 and 3 fish, the robber on the board and no cards.

    At once: the end; the robber for 2 or 3; a resource for 1+3 or 2+3; nothing to steal, no place for a road; no card:
    six fish are too few. After them: with 1 and 3 or with 1 and 2 left only the end; of five resources one each.
    """
    t = fishers(fish={0: "1 2 3"}, robber="1,-2", trade="bank")
    assert sorted(t.legal()) == ["end", "fish resource 1 3", "fish resource 2 3", "fish robber 2", "fish robber 3"]
    assert perft(t.r, t.game.state, 1) == 5
    rest_of_two = 1 + 1  # the end, or a resource for 1+3
    rest_of_three = 1  # the end: 1 and 2 buy only what is not there
    assert perft(t.r, t.game.state, 2) == 1 + rest_of_two + rest_of_three + 5 + 5


@pytest.mark.rule("TB-FISH-002", "TB-FISH-006")
def test_the_counts_of_a_draw() -> None:
    """By hand: three kinds and the boot for each token of a city, the boot once."""
    t = fishers(rolled=False, cities={1: NINE}, trade="bank").play("roll", "roll 4 5")
    assert [perft(t.r, t.game.state, depth) for depth in (1, 2)] == [4, 3 * 4 + 3]
