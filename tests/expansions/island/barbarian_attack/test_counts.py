"""Counts of actions in Barbarian Attack."""

from __future__ import annotations

import pytest

from bastide.kernel.perft import perft
from tests.expansions.island.barbarian_attack.kit import attack


@pytest.mark.rule("TB-BARB-007", "TB-BARB-008")
def test_the_counts_of_an_invasion() -> None:
    """By hand: a settlement or the end; ten sums, then nine, then eight, then the end alone."""
    t = attack(roads={0: "0,-1,SE 0,0,NE"}, hands={0: "brick lumber wool grain"}, trade="bank").play("settle 0,0,N")
    assert [perft(t.r, t.game.state, depth) for depth in range(1, 5)] == [10, 90, 720, 720]


@pytest.mark.rule("TB-BARB-016", "TB-BARB-018", "TB-BARB-019", "TB-BARB-020", "TB-BARB-021")
def test_the_counts_of_a_card() -> None:
    """By hand: four cards; six paths for Knighthood, 72 for Swift Knight, two hexes for Intrigue, one for Treason."""
    t = attack(barbarians={"0,2": 1, "-2,0": 1}, hands={0: "wool grain ore"}, trade="bank").play("buy")
    assert [perft(t.r, t.game.state, depth) for depth in (1, 2)] == [4, 6 + 72 + 2 + 1]
