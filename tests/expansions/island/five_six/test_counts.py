"""Counts of actions with five and six players."""

from __future__ import annotations

import pytest

from bastide.kernel.perft import perft
from tests.expansions.island.five_six.kit import many, paired


@pytest.mark.rule("X56-005")
def test_counts_of_actions_after_a_turn() -> None:
    # All hands are empty: each of five seats passes or sits out, and the next one rolls one of 36.
    t = many().play("end")
    assert [perft(t.r, t.game.state, depth) for depth in range(1, 7)] == [2, 4, 8, 16, 32, 32]


@pytest.mark.rule("X56-005")
def test_counts_of_actions_with_something_to_buy() -> None:
    # Seat 1 has a settlement and one road's cards: three edges, pass, sit out. After a road it has the last two; after
    # one of these, seat 2 is asked, which has two ways to answer.
    t = many(settlements={1: "0,0,N"}, hands={1: "brick lumber"}).play("end")
    assert [perft(t.r, t.game.state, depth) for depth in range(1, 4)] == [5, 3 * 2 + 2 * 2, 3 * 2 * 2 + 2 * 2 * 2]


@pytest.mark.rule("X56-007")
def test_counts_of_actions_in_a_second_turn() -> None:
    # Nothing to do but to end the second turn; then seat 1 rolls one of 36, of which six are a seven.
    t = paired().play("end")
    assert [perft(t.r, t.game.state, depth) for depth in range(1, 4)] == [1, 1, 36]
