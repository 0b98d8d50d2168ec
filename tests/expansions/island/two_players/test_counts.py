"""Counts of actions in Catan for Two."""

from __future__ import annotations

import pytest

from bastide.kernel.perft import perft
from tests.expansions.island.two_players.kit import two


@pytest.mark.rule("TB-TWO-005", "TB-TWO-030")
def test_the_counts_of_the_rolls() -> None:
    """By hand: `roll`, 36 outcomes, then `roll` and 36 less the ways to the first sum.

    The players have no cards and no tokens and the robber is in the desert, so a turn has no other action; on a seven
    the robber goes to one of 18 hexes.
    """
    t = two(rolled=False, tokens=(0, 0), trade="bank", robber="0,0")
    ways = [6 - abs(7 - total) for total in range(2, 13)]
    assert [perft(t.r, t.game.state, depth) for depth in range(1, 4)] == [1, 36, 30 + 6 * 18]
    others = sum(n * (36 - n) for total, n in zip(range(2, 13), ways, strict=True) if total != 7)
    assert perft(t.r, t.game.state, 4) == others + 6 * 18
    assert (others, 30 + 6 * 18) == (970, 138)


@pytest.mark.rule("TB-TWO-008", "TB-TWO-016")
def test_the_counts_of_a_built_road() -> None:
    """By hand: at a settlement inland, three paths or the end; then two colours, then three paths of each."""
    t = two(settlements={0: "2,-1,S"}, hands={0: "brick lumber"}, tokens=(0, 0), trade="bank", robber="0,0")
    assert sorted({text.split()[0] for text in t.legal()}) == ["end", "road"]
    t.play("road 2,-1,SE")
    assert [perft(t.r, t.game.state, depth) for depth in range(1, 4)] == [2, 6, 6]
