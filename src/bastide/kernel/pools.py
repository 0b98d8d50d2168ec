"""The rows that hold a pool's cards, which `resample` redeals pool by pool."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

NO_SEAT: Final[i64] = -2
"""No seat sees the row, and a spectator (-1) does not either."""
MOST_KINDS: Final[i64] = 62
"""The number of bits in a kind mask (`state.BITS`)."""


@final
class Pool:
    """A pool of cards: the number of kinds, and the rows that hold them and are hidden from some seat.

    `kinds` is 0 if all fields are ordered: the kinds are then read from the cells.

    Row `n` is row `row[n]` of the field that begins at `field[n]`, and its cells begin at `at[n]`: one for each kind
    with the number of its cards, or, where `ordered[n]` is 1, a single cell with one card (its kind + 1). `seat[n]` is
    the only seat that sees it.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.kinds: i64 = 0
        self.rows: i64 = 0
        self.at: vec[i64] = vec[i64]()
        self.field: vec[i64] = vec[i64]()
        self.row: vec[i64] = vec[i64]()
        self.seat: vec[i64] = vec[i64]()
        self.ordered: vec[i64] = vec[i64]()

    def add(self, field: i64, shape: list[int], owned: bool, ordered: bool) -> None:
        """Add the rows of a field whose cells begin at `field`; with `owned` its first axis is the seat that sees them.

        :raises ValueError: there are more kinds than a mask has bits, or another number than in an earlier field.
        """
        size = 1
        for n in shape:
            size *= n
        if size == 0:
            return
        width = 1 if ordered else shape[-1]
        if not ordered:
            if width > MOST_KINDS or self.kinds not in (0, width):
                raise ValueError(f"the pool {self.name!r} has {self.kinds or MOST_KINDS} kinds of cards, not {width}")
            self.kinds = width
        for row in range(size // width):
            self.at = append(self.at, field + row * width)
            self.field = append(self.field, field)
            self.row = append(self.row, row)
            self.seat = append(self.seat, row * width * shape[0] // size if owned else NO_SEAT)
            self.ordered = append(self.ordered, 1 if ordered else 0)
            self.rows += 1
