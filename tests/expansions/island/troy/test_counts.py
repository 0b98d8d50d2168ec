"""Counts of actions in Troy."""

from __future__ import annotations

import pytest

from bastide.kernel.perft import perft
from tests.expansions.island.troy.kit import troy


@pytest.mark.rule("TROY-008", "TROY-026")
def test_the_counts_of_donations_and_draws() -> None:
    """By hand: a donation is counted card by card, kinds in ascending order, and what ends it.

    With one ore and one wool: end, wool or ore. After wool come ore and the end of the gift; after ore only its end.
    """
    t = troy(hands={0: "wool ore"}, trade="bank")
    assert sorted(t.legal()) == ["donate ore", "donate wool", "donate wool ore", "end"]
    assert perft(t.r, t.game.state, 1) == 3
    # After `end` one seat rolls; after wool: ore, or the end of the gift; after ore: its end.
    assert perft(t.r, t.game.state, 2) == 1 + 2 + 1
    # Chance takes one of five places, or one of two kinds that a battle has left over.
    t = troy(ships={0: "3,1 3,2 2,2 2,3 1,3 1,4"}, row="ore ore wool brick brick", rest="ore*2 grain").play("draw-row")
    assert perft(t.r, t.game.state, 1) == 7
