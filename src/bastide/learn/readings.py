"""How the numbers of a row are read from cells, sorted into runs that `Sight` reads at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from bastide.kernel.observer import CELL, FILLED, OPTIONAL, PACKED, SUM
from bastide.kernel.rules import Rules
from bastide.learn.sight import BITS_OF, NO_SEAT

Ints = npt.NDArray[np.int64]
Reading = tuple[int, int, int, int]
"""How, the unit, the radix, and the first seat."""
GREATEST: Final = 40_000
"""Cells up to this are looked up: places of tiles are, and cells with many packed numbers are not."""


class Readings:
    """Takes the readings of a row one after the other, and has the arguments of a `Sight` that reads from a seat."""

    def __init__(self, rules: Rules, turn: int) -> None:
        self.runs: list[list[int]] = []
        self.sums: list[list[int]] = []
        self.lookups: list[list[int]] = []
        self.table: list[int] = []
        self.spare: list[int] = []
        self.digits: list[list[int]] = []
        self.readings: list[int] = []
        self._seats = int(rules.seats)
        self._turn = turn
        self._bounds: list[tuple[int, int]] = [(0, 0)] * int(rules.schema.size)
        for field in rules.schema.fields:
            at, size = int(field.offset), int(field.size)
            self._bounds[at : at + size] = [(min(field.least), max(field.most))] * size
        # The numbers of one cell that follow each other in the row; of each kind its table and its spare readings.
        self._cell: tuple[int, int] = (0, 0)
        self._numbers: list[Reading] = []
        self._tables: dict[tuple[int, int, tuple[Reading, ...]], tuple[int, int]] = {}

    def add(self, place: int, how: int, at: int, unit: int, radix: int, seat: int) -> None:
        """Add the reading of the number at a place of the row from a cell; `seat` as in `Sight`, or NO_SEAT."""
        if how == PACKED and unit & (unit - 1) == 0 and radix & (radix - 1) == 0:
            how, unit, radix = int(BITS_OF), unit.bit_length() - 1, radix - 1
        begun, cell = self._cell
        if not (self._numbers and cell == at and begun + len(self._numbers) == place):
            self.close()
            self._cell = place, at
        self._numbers.append((how, unit, radix, seat))

    def add_cells(self, place: int, cells: Ints) -> None:
        """Add whole cells, a number each, from a place of the row on."""
        self.close()
        ends = [*(np.flatnonzero(np.diff(cells) != 1) + 1).tolist(), len(cells)]
        begun = 0
        for end in ends:
            _extend(self.runs, [place + begun, int(cells[begun])], 1, end - begun)
            begun = end

    def close(self) -> None:
        """Sort the numbers of the last cell in: at the end, too."""
        numbers, self._numbers = tuple(self._numbers), []
        place, at = self._cell
        if numbers == ((int(CELL), 1, 1, int(NO_SEAT)),):
            _extend(self.runs, [place, at], 1, 1)
        elif numbers and numbers[0][0] == SUM and len(numbers) == 1 and numbers[0][3] == NO_SEAT:
            self.sums.append([place, at, numbers[0][1]])
        elif numbers and numbers[0][0] != SUM and self._bounds[at][1] <= GREATEST:
            base, spare = self._looked_up(at, numbers)
            # One number is written sooner than noted.
            sparse = int(len(numbers) > 1 and all(seat != 0 for _, _, _, seat in numbers))
            rest = [len(numbers), base, *self._bounds[at], spare, sparse]
            _extend(self.lookups, [place, at], len(numbers), 1, rest)
        else:
            for k, (how, unit, radix, seat) in enumerate(numbers, place):
                if how == BITS_OF and seat == NO_SEAT:
                    self._add_digit([k, at, unit, radix.bit_length(), radix])
                else:
                    self.readings += [k, how, at, unit, radix, seat]

    def _add_digit(self, digit: list[int]) -> None:
        place, at, shift, width, mask = digit
        if self.digits:
            last = self.digits[-1]
            if digit == [last[0] + last[5], last[1], last[2] + last[3] * last[5], last[3], last[4]]:
                last[5] += 1
                return
        self.digits.append([place, at, shift, width, mask, 1])

    def _looked_up(self, at: int, numbers: tuple[Reading, ...]) -> tuple[int, int]:
        """Where the numbers of a cell with 0 are in the table, and where their readings begin."""
        least, most = self._bounds[at]
        key = least, most, numbers
        if key not in self._tables:
            self._tables[key] = len(self.table) - least * len(numbers), len(self.spare)
            values = np.arange(least, most + 1)
            self.table += np.stack([self._read(values, *number) for number in numbers], 1).ravel().tolist()
            for how, unit, radix, seat in numbers:
                self.spare += [0, how, at, unit, radix, seat]
        return self._tables[key]

    def _read(self, values: Ints, how: int, unit: int, radix: int, first: int) -> Ints:
        """What `Sight` reads in each value of a cell."""
        if how == BITS_OF:
            values = values >> unit & radix
        elif how == PACKED:
            values = values // unit % radix
        elif how == OPTIONAL:
            values = np.where(values != 0, (values - 1) // unit % radix + 1, 0)
        elif how == FILLED:
            values = (values != 0).astype(np.int64)
        if first == NO_SEAT:
            return values
        seats = values - first
        turned = (seats - self._turn) % self._seats + first
        return np.where((seats >= 0) & (seats < self._seats), turned, values)


def _extend(runs: list[list[int]], start: list[int], width: int, more: int, rest: Sequence[int] = ()) -> None:
    """Add cells to the last of runs of place, cell, how many, and the rest, or begin another."""
    if runs:
        place, at, count, *others = runs[-1]
        if start == [place + count * width, at + count] and others == [*rest]:
            runs[-1][2] += more
            return
    runs.append([*start, more, *rest])
