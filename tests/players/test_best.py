"""The best answer of a bot."""

from __future__ import annotations

from bastide.players.greedy.island.best import Best


def test_the_first_of_equal_answers_stays() -> None:
    best = Best(-1, 10)
    for code, value in ((1, 10), (2, 12), (3, 12), (4, 11)):
        best.offer(code, value)
    assert (best.code, best.value) == (2, 12)
    best.take(Best(5, 12))
    assert best.code == 2
    best.take(Best(6, 13))
    assert (best.code, best.value) == (6, 13)
