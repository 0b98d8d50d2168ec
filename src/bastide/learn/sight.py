"""How the row of numbers that a viewer sees is read from the cells of a position.

`features.py` works out the places once for a game, and this reads them at every step, compiled.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i32, i64

from bastide.kernel.codes import Codes
from bastide.kernel.observer import FILLED, OPTIONAL, PACKED, SUM
from bastide.kernel.state import AGENDA, DEPTH, FRAME, OVER, State

BITS_OF: Final[i64] = 6
"""How a number is read that some bits of a cell hold: `cell >> unit & radix`. The kinds before are the observer's."""
STEP: Final[i64] = 6
"""The numbers of one reading: its place in the row, how, the cell, the unit, the radix, and the first seat."""
DIGITS: Final[i64] = 6
"""The numbers of digits of one cell that fill a run of the row: its place, the cell, how far the first is shifted, the
bits and the mask of each, and how many.
"""
RUN: Final[i64] = 3
"""The numbers of one run of cells, or of cells to be added: its place in the row, the first cell, and how many."""
LOOKUP: Final[i64] = 9
"""The numbers of one run of cells that are looked up: its place in the row, the first cell, how many, how many numbers
each cell gives, where the table has those of 0, the least and the greatest value in the table, where the readings of a
cell begin, and 1 if an empty cell, which reads 0, is not written again.
"""
NO_SEAT: Final[i64] = -1
"""The first seat of a number that is no seat."""


@final
class Sight:
    """The reading of one viewer's rows: `phases` numbers for the phase, three of the frame, then those of the parts.

    `runs` are cells that are copied as they are, `sums` those of which the row has the sum, `lookups` those whose
    numbers a table has for each value, `digits` those of which each has several numbers of a few bits, and `readings`
    all others. A cell beyond its table is read by `spare`, which has readings too. Numbers that are seats count from
    the seat `turn`. The depth of the agenda is at `depth` of the row, and its frames are from `agenda` on. If `viewer`
    is not -1, the last number of the row is the viewer.
    """

    def __init__(
        self,
        size: i64,
        phases: i64,
        depth: i64,
        agenda: i64,
        turn: i64,
        seats: i64,
        viewer: i64,
        runs: list[int],
        sums: list[int],
        lookups: list[int],
        table: list[int],
        spare: list[int],
        digits: list[int],
        readings: list[int],
    ) -> None:
        self.size: i64 = size
        self.phases: i64 = phases
        self.depth: i64 = depth
        self.agenda: i64 = agenda
        self.turn: i64 = turn
        self.seats: i64 = seats
        self.viewer: i64 = viewer
        self.runs: vec[i64] = vec[i64](runs)
        self.sums: vec[i64] = vec[i64](sums)
        self.lookups: vec[i64] = vec[i64](lookups)
        self.table: vec[i32] = vec[i32](table)
        self.spare: vec[i64] = vec[i64](spare)
        self.digits: vec[i64] = vec[i64](digits)
        self.readings: vec[i64] = vec[i64](readings)

    def write(self, s: State, out: vec[i32], at: i64, written: Codes) -> None:
        """Write what the viewer sees of a position into the row that begins at `at`, but what never changes.

        The row must be 0 or one that was written before, for any viewer, and `written` its own, empty at first: it
        lists what was looked up and is not 0, as places and how many numbers. What is 0 before and after is not written
        again, as are most places of a board.
        """
        # Each kind of reading has a loop of its own: the C compiler keeps the few numbers of each in registers.
        c = s.cells
        for i in range(0, written.count, 2):
            place = at + written.items[i]
            for to in range(place, place + written.items[i + 1]):
                out[to] = 0
        written.clear()
        self._write_frames(s, out, at)
        self._write_runs(c, out, at)
        self._write_sums(c, out, at)
        self._write_lookups(c, out, at, written)
        self._write_digits(c, out, at)
        self._write_readings(c, out, at)
        if self.viewer >= 0:
            out[at + self.size - 1] = i32(self.viewer)

    def _write_runs(self, c: vec[i64], out: vec[i32], at: i64) -> None:
        runs = self.runs
        for n in range(0, len(runs), RUN):
            place = at + runs[n]
            first = runs[n + 1]
            for i in range(first, first + runs[n + 2]):
                out[place] = i32(c[i])
                place += 1

    def _write_sums(self, c: vec[i64], out: vec[i32], at: i64) -> None:
        sums = self.sums
        for n in range(0, len(sums), RUN):
            first = sums[n + 1]
            value: i64 = 0
            for i in range(first, first + sums[n + 2]):
                value += c[i]
            out[at + sums[n]] = i32(value)

    def _write_lookups(self, c: vec[i64], out: vec[i32], at: i64, written: Codes) -> None:
        lookups = self.lookups
        table = self.table
        for n in range(0, len(lookups), LOOKUP):
            place = at + lookups[n]
            first = lookups[n + 1]
            width = lookups[n + 3]
            base = lookups[n + 4]
            least = lookups[n + 5]
            most = lookups[n + 6]
            sparse = lookups[n + 8]
            for i in range(first, first + lookups[n + 2]):
                value = c[i]
                if sparse != 0:
                    if value == 0:
                        place += width
                        continue
                    written.add(place - at)
                    written.add(width)
                if value < least or value > most:
                    self._write_spare(c, value, out, place, lookups[n + 7], width)
                elif width == 1:
                    out[place] = table[base + value]
                else:
                    entry = base + value * width
                    for to in range(place, place + width):
                        out[to] = table[entry]
                        entry += 1
                place += width

    def _write_spare(self, c: vec[i64], value: i64, out: vec[i32], place: i64, spare: i64, width: i64) -> None:
        """Read the numbers of a cell beyond its table."""
        for k in range(width):
            out[place + k] = i32(self._read(self.spare, spare + k * STEP, c, value))

    def _write_digits(self, c: vec[i64], out: vec[i32], at: i64) -> None:
        digits = self.digits
        for n in range(0, len(digits), DIGITS):
            place = at + digits[n]
            value = c[digits[n + 1]] >> digits[n + 2]
            width = digits[n + 3]
            each = digits[n + 4]
            for i in range(place, place + digits[n + 5]):
                out[i] = i32(value & each)
                value = value >> width

    def _write_readings(self, c: vec[i64], out: vec[i32], at: i64) -> None:
        steps = self.readings
        for n in range(0, len(steps), STEP):
            value = c[steps[n + 2]]
            # An empty cell reads 0, unless it is seat 0 or the first of a sum.
            if value != 0 or steps[n + 1] == SUM or steps[n + 5] == 0:
                value = self._read(steps, n, c, value)
            out[at + steps[n]] = i32(value)

    def _write_frames(self, s: State, out: vec[i32], at: i64) -> None:
        """Write the phase and the agenda, where the row still has those that were written before."""
        c = s.cells
        head = at + self.phases
        to = at + self.agenda
        depth = c[DEPTH]
        before = i64(out[at + self.depth])
        if before > 0:
            out[at + i64(out[to + (before - 1) * FRAME])] = 0
        # Frames that are not in use are 0 for every viewer.
        for i in range(to + depth * FRAME, to + before * FRAME):
            out[i] = 0
        for k in range(depth):
            frame = AGENDA + k * FRAME
            place = to + k * FRAME
            seat = c[frame + 1] - self.turn
            if seat < 0:
                seat += self.seats
            out[place] = i32(c[frame])
            out[place + 1] = i32(seat)
            out[place + 2] = i32(c[frame + 2])
            out[place + 3] = i32(c[frame + 3])
        for i in range(head, head + FRAME - 1):
            out[i] = 0
        if depth > 0 and c[OVER] == 0:
            top = to + (depth - 1) * FRAME
            out[at + c[s.top()]] = 1
            out[head] = out[top + 1]
            out[head + 1] = out[top + 2]
            out[head + 2] = out[top + 3]

    def _read(self, steps: vec[i64], n: i64, c: vec[i64], cell: i64) -> i64:
        """The number of the reading at `n` in the value of its cell."""
        how = steps[n + 1]
        value = cell
        if how == BITS_OF:
            value = value >> steps[n + 3] & steps[n + 4]
        elif how == PACKED:
            value = value // steps[n + 3] % steps[n + 4]
        elif how == OPTIONAL:
            if value != 0:
                value = (value - 1) // steps[n + 3] % steps[n + 4] + 1
        elif how == SUM:
            first = steps[n + 2]
            for i in range(first + 1, first + steps[n + 3]):
                value += c[i]
        elif how == FILLED and value != 0:
            value = 1
        first_seat = steps[n + 5]
        if first_seat != NO_SEAT:
            seat = value - first_seat
            if seat >= 0 and seat < self.seats:
                seat -= self.turn
                if seat < 0:
                    seat += self.seats
                value = seat + first_seat
        return value
