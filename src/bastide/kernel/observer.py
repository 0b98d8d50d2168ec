"""What a viewer sees of a position, as one vector of numbers with known bounds, for learners and searchers.

An observation holds every number that the viewer may know, in the order of the schema:

- a field that everybody sees, with all its cells;
- a field of which each seat sees its own row, with the viewer's row only;
- where a field holds cards that the viewer does not see, `<field>.sizes`: the number of cards in each of its rows;
- after all fields, what never changes in the game, as the board (`Schema.constant`).

Where a cell holds several numbers (`Field.packing`), the observation holds the numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, final

from librt.vecs import vec
from mypy_extensions import i64

from bastide.kernel.rules import Rules
from bastide.kernel.state import EVERYONE, OWNER, Field, State

CELL: Final[i64] = 0
PACKED: Final[i64] = 1
OPTIONAL: Final[i64] = 2
SUM: Final[i64] = 3
FILLED: Final[i64] = 4
FIXED: Final[i64] = 5
"""How a number is read: a cell, a part of a cell, the same where 0 is nothing, a sum of cells, whether a cell is not 0;
or it is always the same.
"""


@final
class Part:
    """The `size` numbers of an observation from `offset` that come from one field, row-major in `shape`.

    Where all numbers are of the same categories, `kinds[number]` is the name of one; otherwise `kinds` is empty.
    `columns` has the lists of names for each index of the last axis, or one for all; see `kinds_of`. `by_seat` are the
    axes of `shape` whose index is a seat or colour. `seats` is that of the `Field`, for each index of the last axis or
    one for all, and so is `place`.
    """

    def __init__(
        self,
        name: str,
        offset: int,
        shape: list[int],
        columns: Sequence[Sequence[str]] = (),
        by_seat: Sequence[int] = (),
        seats: Sequence[int] = (),
        place: str = "",
    ) -> None:
        self.name = name
        self.offset = offset
        self.shape = shape
        self.columns = [list(names) for names in columns]
        self.kinds = self.columns[0] if len(self.columns) == 1 else []
        self.by_seat = list(by_seat)
        self.seats = list(seats)
        self.place = place
        self.size = 1
        for n in shape:
            self.size *= n

    def kinds_of(self, index: int) -> list[str]:
        """The names of the values of the part's number `index`; empty if the number is no category.

        :raises IndexError: the part has no such number.
        """
        if not 0 <= index < self.size:
            raise IndexError(f"{self.name} has {self.size} numbers, 0 to {self.size - 1}, and no number {index}")
        return self.columns[index % len(self.columns)] if self.columns else []

    def __repr__(self) -> str:
        return f"<Part {self.name}: {self.size} numbers from {self.offset}, shape {self.shape}>"


@final
class Observer:
    """Makes the observations of one viewer (a seat, or CHANCE for a spectator) in one configured game.

    `parts` are the fields of an observation, `least` and `most` the bounds of each of its `size` numbers. With
    `derived`, fields computed from others are included (trade rates, route lengths, buildable places).

    :raises OutOfRange: there is no such viewer.
    """

    def __init__(self, rules: Rules, viewer: i64, derived: bool = False) -> None:
        rules.check_seat(viewer)
        self.rules = rules
        self.viewer: i64 = viewer
        self.derived = derived
        self.parts: list[Part] = []
        self._how: list[int] = []
        self._at: list[int] = []
        self._unit: list[int] = []
        self._radix: list[int] = []
        self._least: list[int] = []
        self._most: list[int] = []
        for field in rules.schema.fields:
            if field.size == 0 or (field.derived and not derived):
                continue
            if field.sees == EVERYONE:
                self._add_cells(field, 0, int(field.size), field.shape)
            elif field.sees == OWNER and viewer >= 0:
                row = int(field.size) // field.shape[0]
                self._add_cells(field, int(viewer) * row, row, field.shape[1:])
            if field.sees != EVERYONE and field.pool:
                self._add_sizes(field)
        for constant in rules.schema.constants:
            if constant.values:
                self.parts.append(
                    Part(constant.name, len(self._most), constant.shape, [constant.kinds], place=constant.place)
                )
            for value in constant.values:
                self._add(FIXED, 0, value, 1, constant.least, constant.most)
        self.size = len(self._most)
        self.least: vec[i64] = vec[i64](self._least)
        self.most: vec[i64] = vec[i64](self._most)
        self.how: vec[i64] = vec[i64](self._how)
        self.at: vec[i64] = vec[i64](self._at)
        self.unit: vec[i64] = vec[i64](self._unit)
        self.radix: vec[i64] = vec[i64](self._radix)

    def __reduce__(self) -> tuple[Any, ...]:
        return Observer, (self.rules, self.viewer, self.derived)

    def part(self, name: str) -> Part:
        """The part of that name. Raises KeyError."""
        for part in self.parts:
            if part.name == name:
                return part
        raise KeyError(name)

    def observe(self, s: State) -> vec[i64]:
        """What the viewer sees of a position.

        :raises OutOfRange: it is a position of another game.
        """
        self.rules.check_state(s)
        c = s.cells
        out = vec[i64]([0] * self.size)
        for n in range(self.size):
            how = self.how[n]
            at = self.at[n]
            value = c[at]
            if how == PACKED:
                value = value // self.unit[n] % self.radix[n]
            elif how == OPTIONAL:
                if value != 0:
                    value = (value - 1) // self.unit[n] % self.radix[n] + 1
            elif how == SUM:
                for i in range(at + 1, at + self.unit[n]):
                    value += c[i]
            elif how == FILLED and value != 0:
                value = 1
            elif how == FIXED:
                value = self.unit[n]
            out[n] = value
        return out

    def _add_cells(self, field: Field, start: int, count: int, shape: list[int]) -> None:
        """Add these cells of a field, from `start` of its own."""
        packing = field.packing
        gone = len(field.shape) - len(shape)
        by_seat = [axis - gone for axis in field.by_seat if axis >= gone]
        if packing is None:
            columns = [field.kinds[(start + k) % len(field.kinds)] for k in range(len(field.kinds))]
            self.parts.append(Part(field.name, len(self._most), shape, columns, by_seat, field.seats, field.place))
            for i in range(start, start + count):
                least = field.least[i % len(field.least)]
                self._add(CELL, int(field.offset) + i, 1, 1, least, field.most[i % len(field.most)])
            return
        group = packing.cells
        rows = shape[:-1] if shape and shape[-1] == group else shape
        all_ = [*rows, len(packing.most)]
        self.parts.append(Part(field.name, len(self._most), all_, field.kinds, by_seat, field.seats, field.place))
        how = OPTIONAL if packing.optional else PACKED
        for i in range(start, start + count, group):
            for k in range(len(packing.most)):
                at = int(field.offset) + i + packing.at[k]
                self._add(how, at, packing.unit[k], packing.radix[k], 0, packing.most[k])

    def _add_sizes(self, field: Field) -> None:
        """Add the number of cards in each row of a hidden field."""
        width = 1 if field.ordered else field.shape[-1]
        shape = field.shape if field.ordered else field.shape[:-1]
        by_seat = [axis for axis in field.by_seat if axis < len(shape)]
        self.parts.append(Part(f"{field.name}.sizes", len(self._most), shape, (), by_seat))
        most = 1 if field.ordered else sum(field.most[k % len(field.most)] for k in range(width))
        for row in range(int(field.size) // width):
            how = FILLED if field.ordered else SUM
            self._add(how, int(field.offset) + row * width, width, 1, 0, most)

    def _add(self, how: i64, at: int, unit: int, radix: int, least: int, most: int) -> None:
        self._how.append(int(how))
        self._at.append(at)
        self._unit.append(unit)
        self._radix.append(radix)
        self._least.append(least)
        self._most.append(most)
