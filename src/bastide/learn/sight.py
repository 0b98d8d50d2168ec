"""How the row of numbers that a viewer sees is read from the cells of a position.

`features.py` works out the places once for a game, and this reads them at every step, compiled.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i32, i64

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
"""The numbers of one run of cells: its place in the row, the first cell, and how many."""
NO_SEAT: Final[i64] = -1
"""The first seat of a number that is no seat."""


@final
class Sight:
    """The reading of one viewer's rows: `phases` numbers for the phase, three of the frame, then those of the parts.

    `runs` are cells that are copied as they are, `digits` those of which each has several numbers of a few bits, and
    `readings` all others. Numbers that are seats count from the seat `turn`. The agenda is at `agenda` of the row. If
    `viewer` is not -1, the last number of the row is the viewer.
    """

    def __init__(
        self,
        size: i64,
        phases: i64,
        agenda: i64,
        frames: i64,
        turn: i64,
        seats: i64,
        viewer: i64,
        runs: list[int],
        digits: list[int],
        readings: list[int],
    ) -> None:
        self.size: i64 = size
        self.phases: i64 = phases
        self.agenda: i64 = agenda
        self.frames: i64 = frames
        self.turn: i64 = turn
        self.seats: i64 = seats
        self.viewer: i64 = viewer
        self.runs: vec[i64] = vec[i64](runs)
        self.digits: vec[i64] = vec[i64](digits)
        self.readings: vec[i64] = vec[i64](readings)

    def write(self, s: State, out: vec[i32], at: i64) -> None:
        """Write what the viewer sees of a position into the row that begins at `at`, but what never changes."""
        c = s.cells
        turn = self.turn
        seats = self.seats
        for i in range(at, at + self.phases + FRAME - 1):
            out[i] = 0
        to = at + self.agenda
        depth = c[DEPTH]
        # Frames that are not in use are 0 for every viewer.
        for i in range(to + depth * FRAME, to + self.frames * FRAME):
            out[i] = 0
        for k in range(depth):
            frame = AGENDA + k * FRAME
            place = to + k * FRAME
            seat = c[frame + 1] - turn
            if seat < 0:
                seat += seats
            out[place] = i32(c[frame])
            out[place + 1] = i32(seat)
            out[place + 2] = i32(c[frame + 2])
            out[place + 3] = i32(c[frame + 3])
        if depth > 0 and c[OVER] == 0:
            top = to + (depth - 1) * FRAME
            head = at + self.phases
            out[at + c[s.top()]] = 1
            out[head] = out[top + 1]
            out[head + 1] = out[top + 2]
            out[head + 2] = out[top + 3]
        runs = self.runs
        for n in range(0, len(runs), RUN):
            place = at + runs[n]
            first = runs[n + 1]
            for i in range(runs[n + 2]):
                out[place + i] = i32(c[first + i])
        digits = self.digits
        for n in range(0, len(digits), DIGITS):
            place = at + digits[n]
            value = c[digits[n + 1]] >> digits[n + 2]
            width = digits[n + 3]
            each = digits[n + 4]
            for i in range(place, place + digits[n + 5]):
                out[i] = i32(value & each)
                value = value >> width
        steps = self.readings
        for n in range(0, len(steps), STEP):
            how = steps[n + 1]
            cell = steps[n + 2]
            value = c[cell]
            # An empty cell reads 0, unless it is seat 0 or the first of a sum.
            if value != 0 or how == SUM or steps[n + 5] == 0:
                value = self._read(c, value, n)
            out[at + steps[n]] = i32(value)
        if self.viewer >= 0:
            out[at + self.size - 1] = i32(self.viewer)

    def _read(self, c: vec[i64], cell: i64, n: i64) -> i64:
        """The number of the reading `n` in the value of its cell."""
        steps = self.readings
        how = steps[n + 1]
        value = cell
        if how == BITS_OF:
            value = value >> steps[n + 3] & steps[n + 4]
        elif how == PACKED:
            value = value // steps[n + 3] % steps[n + 4]
        elif how == OPTIONAL:
            value = (value - 1) // steps[n + 3] % steps[n + 4] + 1
        elif how == SUM:
            first = steps[n + 2]
            for i in range(first + 1, first + steps[n + 3]):
                value += c[i]
        elif how == FILLED:
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
