"""Counts of actions in the Great Wall."""

from __future__ import annotations

import pytest

from bastide.kernel.perft import perft
from tests.expansions.island.great_wall.kit import CITY, FORTRESSES, steppe


@pytest.mark.rule("GW-014")
def test_the_counts_of_a_rider() -> None:
    """By hand: a city or the end; three numerals, then the end alone, then the roll."""
    t = steppe(hands={0: CITY}, trade="bank")
    t.play(f"city {FORTRESSES[0]}")
    assert [perft(t.r, t.game.state, depth) for depth in (1, 2, 3)] == [3, 3, 3]


@pytest.mark.rule("GW-030")
def test_the_counts_of_a_knight() -> None:
    """By hand: two territories, two hexes, twelve hexes of sea, or no more.

    Second steps: a territory leads to two others each; a hex leaves two territories, twelve at sea and no more; the
    pirate leaves two territories, two hexes and no more; no more leaves the end of the turn.
    """
    t = steppe(gathered="I II", behind="3,2 2,3", cards={0: "knight"}, trade="bank").play("knight")
    counts = [perft(t.r, t.game.state, depth) for depth in (1, 2)]
    assert counts == [2 + 2 + 12 + 1, 2 * 2 + 2 * (2 + 12 + 1) + 12 * (2 + 2 + 1) + 1]
