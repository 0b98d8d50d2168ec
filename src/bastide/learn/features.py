"""What a seat sees, as one row of numbers with names and bounds."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from bastide.kernel.observer import Observer, Part
from bastide.kernel.rules import Rules
from bastide.kernel.state import State

Ints = npt.NDArray[np.int64]
AGENDA: Final = "agenda"
FRAME: Final = ("phase", "seat", "a", "b")


class Features:
    """Rows of `size` numbers of what a viewer knows of positions of a configured game.

    A row has a number for each phase, 1 for the pending one (`phase=roll`); the seat and the two numbers of its frame;
    then the parts of an `Observer`. `names[i]` names a number, `kinds[i]` its values where it is a category, and `low`
    and `high` bound it.

    If `relative`, the viewer is seat 0 and the others follow in their order: rows by seat begin with the viewer's, and
    numbers that are seats count from the viewer. The two numbers of a frame, which mean what its phase says, stay as
    they are. Otherwise the viewer is the last number of a row. Without `board`, the parts that never change in a game
    are left out, such as the terrain. Numbers of an integer type are as observed; a floating type scales each to 0 to 1
    by its bounds.

    :raises ValueError: `dtype` is neither an integer of 16 bits or more nor a floating type.
    """

    def __init__(
        self, rules: Rules, *, relative: bool = True, board: bool = True, dtype: npt.DTypeLike = np.int32
    ) -> None:
        self.rules = rules
        self.relative = relative
        self.board = board
        self.dtype: np.dtype[Any] = np.dtype(dtype)
        if self.dtype.kind not in "if" or (self.dtype.kind == "i" and self.dtype.itemsize < 2):
            raise ValueError(f"dtype must be int16, int32, int64 or a floating type, got {self.dtype}")
        self._phases = rules.phase_names()
        self._seats = int(rules.seats)
        self._seers: dict[int, _Seer] = {}
        seer = self._seer(0)
        self.names = [*(f"phase={name}" for name in self._phases), *(f"frame.{name}" for name in FRAME[1:])]
        self.kinds: list[list[str]] = [[] for _ in self.names]
        agenda = _bounds(seer.observer, seer.observer.part(AGENDA))
        low, high = [0] * len(self._phases), [1] * len(self._phases)
        low += [bounds[0] for bounds in agenda[1:4]]
        high += [bounds[1] for bounds in agenda[1:4]]
        for part in seer.parts:
            for index, (least, most) in enumerate(_bounds(seer.observer, part)):
                self.names.append(_name(part, index))
                self.kinds.append(part.kinds_of(index))
                low.append(least)
                high.append(most)
        if not relative:
            self.names.append("viewer")
            self.kinds.append([])
            low.append(0)
            high.append(self._seats - 1)
        self.size = len(self.names)
        self._least: Ints = np.array(low, np.int64)
        self._span: Ints = np.maximum(np.array(high, np.int64) - self._least, 1)
        scaled = self.dtype.kind == "f"
        self.low: npt.NDArray[Any] = np.zeros(self.size, self.dtype) if scaled else self._least.astype(self.dtype)
        self.high: npt.NDArray[Any] = (
            np.ones(self.size, self.dtype) if scaled else np.array(high, np.int64).astype(self.dtype)
        )
        if not scaled and ((self.low != low) | (self.high != high)).any():
            raise ValueError(f"{self.dtype} does not hold numbers up to {max(high)}; take int32 or a floating type")

    def write(self, state: State, viewer: int, out: npt.NDArray[Any]) -> None:
        """Write what a seat knows of a position into a row of `size` numbers.

        :raises ValueError: `out` has another shape.
        :raises OutOfRange: there is no such seat, or the position is of another game.
        """
        if out.shape != (self.size,):
            raise ValueError(f"the features need a row of {self.size} numbers, got the shape {out.shape}")
        self.rules.check_player(viewer)
        seer = self._seer(viewer)
        numbers = seer.numbers(state)
        head = len(self._phases) + 3
        row: Ints = np.zeros(self.size, np.int64)
        if self.rules.phase_name(state):
            frame = seer.pending(numbers)
            row[frame[0]] = 1
            row[len(self._phases) : head] = frame[1:]
        row[head : head + len(numbers)] = numbers
        if not self.relative:
            row[-1] = viewer
        out[:] = (row - self._least) / self._span if self.dtype.kind == "f" else row

    def row(self, state: State, viewer: int) -> npt.NDArray[Any]:
        """The row of `write`, new."""
        out = np.zeros(self.size, self.dtype)
        self.write(state, viewer, out)
        return out

    def _seer(self, viewer: int) -> _Seer:
        if viewer not in self._seers:
            self._seers[viewer] = _Seer(self.rules, viewer, self.relative, self.board)
        return self._seers[viewer]

    def __repr__(self) -> str:
        return f"<Features: {self.size} numbers of {self.rules!r}>"


class _Seer:
    """The observations of one viewer, turned so that it is seat 0 if `relative`."""

    def __init__(self, rules: Rules, viewer: int, relative: bool, board: bool) -> None:
        self.observer = Observer(rules, viewer)
        fixed = set() if board else {constant.name for constant in rules.schema.constants}
        self.parts = [part for part in self.observer.parts if part.name not in fixed]
        seats = int(rules.seats)
        turn = viewer if relative else 0
        # For each number of a row: its place in the observation, and the number of the first seat, or -1 if it is none.
        take: list[int] = []
        base: list[int] = []
        at = {}
        for part in self.parts:
            at[part.name] = len(take)
            indices = np.arange(part.size).reshape(part.shape)
            for axis in part.by_seat:
                order = list(range(part.shape[axis]))
                order[:seats] = [(k + turn) % seats for k in range(seats)]
                indices = indices.take(order, axis)
            take += [part.offset + int(k) for k in indices.flat]
            base += [part.seats[k % len(part.seats)] if part.seats else -1 for k in range(part.size)]
        self._take: Ints = np.array(take, np.int64)
        self._turned: list[tuple[Ints, Ints]] = []
        if turn:
            for first in (0, 1):
                where = np.array([k for k, each in enumerate(base) if each == first], np.int64)
                most = max((int(self.observer.most[take[k]]) for k in where), default=0)
                new = np.arange(max(most, seats) + 1)
                new[first : first + seats] = [(k - turn) % seats + first for k in range(seats)]
                self._turned.append((where, new))
        self._agenda = at[AGENDA]
        self._frames = self.observer.part(AGENDA).size // len(FRAME)
        self._depth = at["depth"]

    def numbers(self, state: State) -> Ints:
        """The numbers of the parts."""
        seen = np.frombuffer(memoryview(self.observer.observe(state)), np.int64)
        out = seen[self._take]
        for where, new in self._turned:
            out[where] = new[out[where]]
        # Frames that are not in use are 0 for every viewer.
        out[self._agenda + len(FRAME) * out[self._depth] : self._agenda + len(FRAME) * self._frames] = 0
        return out

    def pending(self, numbers: Ints) -> Ints:
        """The phase, the seat and the two numbers of the frame that is pending."""
        at = self._agenda + len(FRAME) * (int(numbers[self._depth]) - 1)
        return numbers[at : at + len(FRAME)]


def _bounds(observer: Observer, part: Part) -> list[tuple[int, int]]:
    """The bounds of the numbers of a part."""
    return [(int(observer.least[i]), int(observer.most[i])) for i in range(part.offset, part.offset + part.size)]


def _name(part: Part, index: int) -> str:
    """`left[0,2]`; of the agenda `agenda[15].phase`, of a part with one number its own name."""
    if not part.shape:
        return part.name
    place = [int(k) for k in np.unravel_index(index, part.shape)]
    if part.name == AGENDA:
        return f"{part.name}[{place[0]}].{FRAME[place[1]]}"
    return f"{part.name}[{','.join(str(k) for k in place)}]"
