"""Counts of actions in Traders & Barbarians."""

from __future__ import annotations

import pytest

from bastide.kernel.perft import perft
from tests.expansions.island.traders_barbarians.kit import trade


@pytest.mark.rule("TB-TRAD-014", "TB-TRAD-016", "TB-TRAD-018")
def test_the_counts_of_a_move() -> None:
    """By hand, with four points on bare paths: three corners or the end; two points left, three corners or the end."""
    t = trade(wagons={0: "0,0,N"}, trade="bank", barbarians="-2,0,CN 0,2,CN 2,-2,CS").play("end")
    # After a rest only a roll can follow; after two steps only a rest.
    assert [perft(t.r, t.game.state, depth) for depth in (1, 2, 3)] == [4, 3 * 4 + 1, 3 * (3 + 1) + 34]
