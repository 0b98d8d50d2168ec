"""Sets in cells: the same answers as Python's own sets."""

from __future__ import annotations

import random

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from bastide.kernel.bits import WORD, cells_for, following, lowest, put
from bastide.kernel.state import BITS

SIZES = [1, 2, 59, 60, 61, 72, 119, 120, 121, 300]


@pytest.mark.parametrize("size", SIZES)
def test_members_come_in_order(size: int) -> None:
    rng = random.Random(size)
    at, n = 3, cells_for(size)
    cells = vec[i64]([7] * (at + n + 2))
    for i in range(n):
        cells[at + i] = 0
    want: set[int] = set()
    for _ in range(400):
        number = rng.randrange(size)
        member = rng.random() < 0.4
        put(cells, at, number, member)
        (want.add if member else want.discard)(number)
        found = []
        number = following(cells, at, n, -1)
        while number >= 0:
            found.append(number)
            number = following(cells, at, n, number)
        assert found == sorted(want)
    assert [cells[i] for i in (0, 1, 2, at + n, at + n + 1)] == [7] * 5, "nothing beside the set changes"


def test_the_lowest_bit() -> None:
    for k in range(int(WORD)):
        assert lowest(BITS[k]) == k
        assert lowest(BITS[k] | BITS[59]) == k
        assert lowest(BITS[int(WORD)] - BITS[k]) == k
