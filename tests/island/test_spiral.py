"""The spiral of the number tokens on islands of any shape (BASE-004)."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bastide.catan.board.grid import SIDES, Hex, neighbour
from bastide.catan.board.spiral import spiral
from tests.sizes import examples

Island = frozenset[Hex]


def rows(*widths: int) -> list[Hex]:
    """An island by the widths of its rows, each a hex wider or narrower than the one above, in reading order."""
    out: list[Hex] = []
    q = 0
    for r, width in enumerate(widths):
        # A row that grows begins half a hex further to the left, one that shrinks half a hex to the right.
        q -= int(r > 0 and width > widths[r - 1])
        out += [(q + i, r) for i in range(width)]
    return out


BASE = rows(3, 4, 5, 4, 3)
LARGE = rows(3, 4, 5, 6, 5, 4, 3)


def around(at: Hex) -> set[Hex]:
    """The neighbours of a hex."""
    return {neighbour(at, side) for side in SIDES}


def coast(island: list[Hex]) -> list[Hex]:
    """The hexes of an island that touch the sea."""
    return [at for at in island if not around(at) <= set(island)]


def rings(island: list[Hex]) -> list[Island]:
    """The hexes of an island ring by ring, from the coast inward."""
    out: list[Island] = []
    left = list(island)
    while left:
        out.append(frozenset(coast(left)))
        left = [at for at in left if at not in out[-1]]
    return out


def told(order: list[Hex]) -> str:
    """An order in notation."""
    return " ".join(f"{q},{r}" for q, r in order)


@pytest.mark.rule("BASE-004")
def test_the_base_island_is_walked_counter_clockwise_and_inward() -> None:
    assert told(spiral(BASE, (0, 0))) == (
        "0,0 -1,1 -2,2 -2,3 -2,4 -1,4 0,4 1,3 2,2 2,1 2,0 1,0 0,1 -1,2 -1,3 0,3 1,2 1,1 0,2"
    )


@pytest.mark.rule("BASE-004")
def test_the_inner_ring_begins_beside_the_first_and_the_last_of_the_coast() -> None:
    for start in coast(BASE):
        order = spiral(BASE, start)
        last, first_inner = order[11], order[12]
        assert first_inner in around(start) & around(last)


def test_the_large_island_has_one_walk_from_every_coastal_hex() -> None:
    assert [len(ring) for ring in rings(LARGE)] == [16, 10, 4]
    for start in coast(LARGE):
        order = spiral(LARGE, start)
        assert order[0] == start
        assert all(after in around(at) for at, after in pairwise(order))
        assert [frozenset(order[:16]), frozenset(order[16:26]), frozenset(order[26:])] == rings(LARGE)
    assert told(spiral(LARGE, (0, 0))) == (
        "0,0 -1,1 -2,2 -3,3 -3,4 -3,5 -3,6 -2,6 -1,6 0,5 1,4 2,3 2,2 2,1 2,0 1,0 "
        "0,1 -1,2 -2,3 -2,4 -2,5 -1,5 0,4 1,3 1,2 1,1 0,2 -1,3 -1,4 0,3"
    )


def test_skipped_hexes_are_walked_over() -> None:
    skip = {(0, 0), (-2, 3), (1, 2)}
    whole = spiral(BASE, (-1, 1))
    assert spiral(BASE, (-1, 1), skip) == [at for at in whole if at not in skip]


@examples(100)
@given(n=st.integers(1, 6), more=st.integers(0, 5), data=st.data())
def test_an_elongated_island_is_walked_hex_by_hex_and_ring_by_ring(n: int, more: int, data: st.DataObject) -> None:
    widths = [*range(n, n + more), *range(n + more, n - 1, -1)]
    island = rows(*widths)
    start = data.draw(st.sampled_from(coast(island)))
    skip = data.draw(st.sets(st.sampled_from(island), max_size=5))
    order = spiral(island, start)
    assert order[0] == start
    assert sorted(order) == sorted(island)
    at = 0
    for ring in rings(island):
        assert frozenset(order[at : at + len(ring)]) == ring
        at += len(ring)
    if open_inward(island):
        assert all(after in around(before) for before, after in pairwise(order))
    assert spiral(island, start, skip) == [hex_ for hex_ in order if hex_ not in skip]


def open_inward(island: list[Hex]) -> bool:
    """Whether each hex of a ring touches the next one, and the last ring is no row of hexes with a middle."""
    left = set(island)
    *outer, last = rings(island)
    for ring in outer:
        if any(len(around(at) & left) < 3 for at in ring):
            return False
        left -= ring
    return len(last) <= 2 or all(len(around(at) & last) >= 2 for at in last)


@examples(100)
@given(
    seeds=st.lists(st.tuples(st.integers(-4, 4), st.integers(-4, 4)), min_size=1, max_size=40, unique=True),
    data=st.data(),
)
def test_every_hex_of_any_land_is_met_once(seeds: list[Hex], data: st.DataObject) -> None:
    start = data.draw(st.sampled_from(coast(seeds)))
    order = spiral(seeds, start)
    assert order[0] == start
    assert sorted(order) == sorted(seeds)
