"""Bit sets of small numbers: `WORD` members a cell, as many cells as needed."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bastide.kernel.packing import Packing
from bastide.kernel.state import BITS

WORD: Final[i64] = 60
_SPREAD: Final[i64] = 0x03F79D71B4CB0A89
"""A de Bruijn sequence: the six bits above bit 57 of its product with a power of two tell which power it is."""

_INDEX: Final = vec[i64](
    [next((k for k in range(62) if 2**k * int(_SPREAD) >> 58 & 63 == bits), 0) for bits in range(64)]
)
"""The exponent of two, by these six bits."""


def cells_for(n: int) -> int:
    """The number of cells for a set of numbers from 0 to n - 1."""
    return (n + int(WORD) - 1) // int(WORD)


def members(n: int) -> Packing:
    """How a field of `cells_for(n)` cells holds a set of numbers from 0 to n - 1."""
    word = int(WORD)
    return Packing(cells_for(n), [k // word for k in range(n)], [2 ** (k % word) for k in range(n)], [2] * n, [1] * n)


def lowest(word: i64) -> i64:
    """The index of the lowest set bit of a nonzero cell; for a seat mask, the first seat."""
    return _INDEX[(word & -word) * _SPREAD >> 58 & 63]


def put(cells: vec[i64], at: i64, number: i64, member: bool) -> None:
    """Add a number to, or remove it from, the set whose cells begin at `at`."""
    word = number // WORD
    place = at + word
    bit = BITS[number - word * WORD]
    if member:
        cells[place] |= bit
    else:
        cells[place] &= ~bit


def has(cells: vec[i64], at: i64, number: i64) -> bool:
    """Whether a number is a member of the set whose cells begin at `at`."""
    word = number // WORD
    return (cells[at + word] & BITS[number - word * WORD]) != 0


def following(cells: vec[i64], at: i64, words: i64, number: i64) -> i64:
    """The least member above a number (-1 for the first) of the set in `words` cells from `at`; -1 if there is none."""
    word = (number + 1) // WORD
    if word >= words:
        return -1
    bits = cells[at + word] & -BITS[number + 1 - word * WORD]
    while bits == 0:
        word += 1
        if word >= words:
            return -1
        bits = cells[at + word]
    return word * WORD + lowest(bits)
