"""How the cells of a field hold several numbers each, so that an observer can be shown the numbers.

The engine packs where one cell is faster or smaller than many: sets as bits, counts as digits of a few bits. The
declaration of a field says how (`Schema.add`, `packing=`), and its bounds follow from that.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import final


@final
class Packing:
    """The numbers in a group of `cells` cells: number k is `cell[at[k]] // unit[k] % radix[k]`, from 0 to `most[k]`.

    A group is one cell, or the whole last axis of the field. If `optional`, a cell is 0 for nothing, otherwise 1 more
    than the packed numbers; observers see each number + 1, or 0.

    :raises ValueError: a number does not fit below its radix.
    """

    def __init__(
        self,
        cells: int,
        at: Sequence[int],
        unit: Sequence[int],
        radix: Sequence[int],
        most: Sequence[int],
        optional: bool = False,
    ) -> None:
        for k in range(len(most)):
            if not 0 <= most[k] < radix[k] + int(optional):
                raise ValueError(f"the packed number {k} may be {most[k]}, but only numbers below {radix[k]} fit")
        self.cells = cells
        self.at = list(at)
        self.unit = list(unit)
        self.radix = list(radix)
        self.most = list(most)
        self.optional = optional

    def greatest(self) -> list[int]:
        """The greatest value of each cell of a group."""
        more = int(self.optional)
        out = [more] * self.cells
        for k in range(len(self.most)):
            out[self.at[k]] += self.unit[k] * (self.most[k] - more)
        return out


def counts(width: int, most: Sequence[int]) -> Packing:
    """Numbers of `width` bits each in one cell, the first in the lowest bits; `most` are their greatest values."""
    n = len(most)
    return Packing(1, [0] * n, [2 ** (width * k) for k in range(n)], [2**width] * n, most)


def flags(n: int) -> Packing:
    """A set of the numbers 0 to n - 1 as bits of one cell: a mask of seats, goods or kinds."""
    return counts(1, [1] * n)
