"""The helper of the scenarios names the right places."""

from __future__ import annotations

import doctest

from tests.island import places
from tests.kit import table


def test_the_examples() -> None:
    result = doctest.testmod(places)
    assert result.attempted == 3
    assert result.failed == 0


def test_the_coast_is_a_circle_of_thirty_paths() -> None:
    board = table().r.board
    edges = places.coast(0, 30).split()
    assert len(set(edges)) == 30
    for n, edge in enumerate(edges):
        e = board.edge_index[edge]
        ends = {board.corner_names[board.edge_corners[2 * e + k]] for k in range(2)}
        assert ends == {places.landing(n), places.landing(n + 1)}
    for n, edge in places.INLAND.items():
        e = board.edge_index[edge]
        assert places.landing(n) in {board.corner_names[board.edge_corners[2 * e + k]] for k in range(2)}
        assert edge not in edges
