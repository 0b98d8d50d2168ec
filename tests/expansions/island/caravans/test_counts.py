"""Counts of actions in Caravans."""

from __future__ import annotations

import pytest

from bastide.kernel.perft import perft
from tests.expansions.island.caravans.kit import bid, caravans


@pytest.mark.rule("TB-CARA-014", "TB-CARA-017")
def test_the_counts_of_a_bidding() -> None:
    """By hand: a bid is counted card by card, wool before grain, and what ends it.

    Seat 0 begins with wool, grain or none; after wool it adds grain or ends, after grain it ends. Seat 1 has one wool.
    """
    t = caravans(built=True, hands={0: "wool grain", 1: "wool", 2: "wool"}).play("end")
    assert len(t.legal()) == 4
    assert [perft(t.r, t.game.state, depth) for depth in (1, 2, 3)] == [3, 2 + 1 + 2, 1 + 2 + 2 + 1 + 2]
    bid(t, {0: "wool", 1: "wool"})
    # Two voters with three paths each; only where they agree, the wagon is placed at once.
    assert [perft(t.r, t.game.state, depth) for depth in (1, 2, 3)] == [3, 9, 3 * 1 + 6 * 3]
