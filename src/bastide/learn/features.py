"""What a seat sees, as one row of numbers with names and bounds."""

from __future__ import annotations

from copy import copy
from typing import Any, Final, Literal

import numpy as np
import numpy.typing as npt
from librt.vecs import vec
from mypy_extensions import i32

from bastide.kernel.codes import Codes
from bastide.kernel.errors import ConfigError, quote
from bastide.kernel.observer import CELL, FIXED, Observer, Part
from bastide.kernel.packing import Packing
from bastide.kernel.rules import Rules
from bastide.kernel.state import State
from bastide.learn.forms import FORMS, Arrangement, Arrays
from bastide.learn.readings import Readings
from bastide.learn.sight import NO_SEAT, Sight

Ints = npt.NDArray[np.int64]
Form = Literal["vector", "graph", "planes"]
AGENDA: Final = "agenda"
DEPTH: Final = "depth"
FRAME: Final = ("phase", "seat", "a", "b")
PLACES: Final = 4
"""From here on `made_of` says where the places are."""
MOST: Final = 2**31 - 1
"""The greatest feature."""


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

    `arrange` gives rows the `form`: `vector`, the row as it is; `graph`, the features of each kind of place, with the
    `links` between places; `planes`, a channel for each of these features. Tiles lie around the middle of the planes,
    at most `reach` away; without it, the planes hold every game.

    :raises ValueError: there is no such form, or `dtype` is neither an integer of 16 bits or more nor a floating type.
    """

    def __init__(
        self,
        rules: Rules,
        *,
        relative: bool = True,
        board: bool = True,
        dtype: npt.DTypeLike = np.int32,
        form: Form = "vector",
        reach: int | None = None,
    ) -> None:
        self.rules = rules
        self.relative = relative
        self.board = board
        self.form = form
        self.reach = reach
        if form not in FORMS:
            raise ValueError(f"form must be one of {', '.join(FORMS)}, got {form!r}")
        if reach is not None and reach < 1:
            raise ValueError(f"reach must be at least 1, got {reach}")
        self.dtype: np.dtype[Any] = np.dtype(dtype)
        if self.dtype.kind not in "if" or (self.dtype.kind == "i" and self.dtype.itemsize < 2):
            raise ValueError(f"dtype must be int16, int32, int64 or a floating type, got {self.dtype}")
        self._phases = rules.phase_names()
        self._seats = int(rules.seats)
        self._made = made_of(rules)
        observer = Observer(rules, 0)
        parts = self._parts(observer)
        self.names = [*(f"phase={name}" for name in self._phases), *(f"frame.{name}" for name in FRAME[1:])]
        self.kinds: list[list[str]] = [[] for _ in self.names]
        agenda = _bounds(observer, observer.part(AGENDA))
        low, high = [0] * len(self._phases), [1] * len(self._phases)
        low += [bounds[0] for bounds in agenda[1:4]]
        high += [bounds[1] for bounds in agenda[1:4]]
        placed: list[tuple[Part, int]] = []
        for part in parts:
            placed.append((part, len(self.names)))
            for index, (least, most) in enumerate(_bounds(observer, part)):
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
        shift: Ints = np.array(low, np.int64)
        span: Ints = np.maximum(np.array(high, np.int64) - shift, 1)
        scaled = self.dtype.kind == "f"
        self._plain = self.dtype == np.int32
        # Half floats would not hold the numbers on the way.
        self._wide = np.float64 if self.dtype.itemsize > 4 else np.float32
        self._least, self._span = shift, span
        self._shift = shift.astype(self._wide)
        self._scale = span.astype(self._wide)
        self.low: npt.NDArray[Any] = np.zeros(self.size, self.dtype) if scaled else shift.astype(self.dtype)
        self.high: npt.NDArray[Any] = (
            np.ones(self.size, self.dtype) if scaled else np.array(high, np.int64).astype(self.dtype)
        )
        if not scaled and ((self.low != low) | (self.high != high)).any():
            raise ValueError(f"{self.dtype} does not hold numbers up to {max(high)}; take int32 or a floating type")
        if min(low) < -MOST - 1 or max(high) > MOST:
            raise ValueError(f"features have 32 bits, and this game has numbers up to {max(high)}")
        self.arrangement = Arrangement(rules.schema, placed, self.names, reach)
        self.fixed_at = self.names.index(_name(fixed[0], 0)) if (fixed := self._fixed(parts)) else self.size
        self.fixed: vec[i32] = self._constants()
        self._sights: dict[int, Sight] = {}
        self._begin_row()

    def write(self, state: State, viewer: int, out: npt.NDArray[Any]) -> None:
        """Write what a seat knows of a position into a row of `size` numbers.

        :raises ValueError: `out` has another shape.
        :raises OutOfRange: there is no such seat, or the position is of another game.
        """
        if out.shape != (self.size,):
            raise ValueError(f"the features need a row of {self.size} numbers, got the shape {out.shape}")
        self.scale(self.numbers(state, viewer), out)

    def numbers(self, state: State, viewer: int) -> npt.NDArray[np.int32]:
        """The numbers of `write` before they are scaled, in memory that the next call changes. Raises OutOfRange."""
        self.rules.check_player(viewer)
        self.rules.check_state(state)
        self.sight(viewer).write(state, self._row, 0, self._written)
        return self._seen

    def _begin_row(self) -> None:
        """Make the row into which observations are read, with the numbers that never change."""
        row = [0] * self.size
        row[self.fixed_at : self.fixed_at + len(self.fixed)] = list(self.fixed)
        self._row: vec[i32] = vec[i32](row)
        self._written = Codes()
        self._seen: npt.NDArray[np.int32] = np.frombuffer(memoryview(self._row), np.int32)

    def scaled(self, numbers: npt.NDArray[np.int32], columns: slice = slice(None)) -> npt.NDArray[Any]:
        """Rows of numbers as `dtype` has them: a floating type from 0 to 1. `columns` are those of the row."""
        if self.dtype.kind != "f":
            return numbers.astype(self.dtype, copy=False)
        out = np.zeros(numbers.shape, self.dtype)
        self.scale(numbers, out, columns)
        return out

    def scale(self, numbers: npt.NDArray[np.int32], out: npt.NDArray[Any], columns: slice = slice(None)) -> None:
        """The same into an array of `dtype`."""
        if self.dtype.kind != "f":
            out[:] = numbers
            return
        np.subtract(numbers, self._shift[columns], out=out, dtype=self._wide, casting="same_kind")
        np.divide(out, self._scale[columns], out=out, dtype=self._wide, casting="same_kind")

    def arrange(self, rows: npt.NDArray[Any]) -> Arrays:
        """A row, or an array of rows, in the `form`: arrays by name (`Arrangement`).

        :raises OutOfRange: a tile lies further from the middle than `reach`.
        """
        if self.form == "vector":
            return {"vector": rows}
        made = self.arrangement.graph if self.form == "graph" else self.arrangement.planes
        return made(rows, self._whole)

    def _whole(self, rows: npt.NDArray[Any], columns: Ints) -> Ints:
        """Some numbers of rows as they were before they were scaled."""
        numbers = rows[..., columns]
        if self.dtype.kind == "f":
            numbers = np.rint(numbers.astype(np.float64) * self._span[columns] + self._least[columns])
        return numbers.astype(np.int64)

    def row(self, state: State, viewer: int) -> npt.NDArray[Any]:
        """The row of `write`, new."""
        numbers = self.numbers(state, viewer)
        return numbers.copy() if self._plain else self.scaled(numbers)

    def renewed(self, rules: Rules) -> Features:
        """The same for another board, at once if its positions are declared alike.

        :raises ConfigError: its features differ; the message names the first difference.
        """
        if made_of(rules) != self._made:
            made = Features(rules, **self.options())
            self.check(made)
            return made
        other = copy(self)
        other.rules = rules
        other.fixed = other._constants()
        other._begin_row()
        return other

    def options(self) -> dict[str, Any]:
        """The arguments that made them."""
        names = ("relative", "board", "dtype", "form", "reach")
        return {name: getattr(self, name) for name in names}

    def check(self, other: Features) -> None:
        """Refuse features that are not named and bounded like these.

        :raises ConfigError: they differ; the message names the first difference.
        """
        own, given = ([*zip(one.names, one.low.tolist(), one.high.tolist(), strict=True)] for one in (self, other))
        at = next((k for k, (one, two) in enumerate(zip(own, given, strict=False)) if one != two), None)
        if at is None and len(own) == len(given):
            if self.form == "vector" or self._made[PLACES:] == other._made[PLACES:]:
                return
            raise differing(quote("places"), quote("other places"))
        at = min(len(own), len(given)) if at is None else at
        raise differing(_described(given, at), _described(own, at))

    def sight(self, viewer: int) -> Sight:
        """How the rows of a viewer are read from positions; `fixed` are the numbers from `fixed_at`, which stay."""
        found = self._sights.get(viewer)
        if found is None:
            found = self._sights[viewer] = self._sight(viewer)
        return found

    def _fixed(self, parts: list[Part]) -> list[Part]:
        names = {constant.name for constant in self.rules.schema.constants}
        return [part for part in parts if part.name in names]

    def _parts(self, observer: Observer) -> list[Part]:
        """The parts of a row. Parts that never change in a game come last."""
        fixed = [] if self.board else self._fixed(observer.parts)
        return [part for part in observer.parts if part not in fixed]

    def _constants(self) -> vec[i32]:
        """What never changes in the game."""
        constants = self.rules.schema.constants if self.board else []
        return vec[i32]([value for constant in constants for value in constant.values])

    def _sight(self, viewer: int) -> Sight:
        observer = Observer(self.rules, viewer)
        seats = self._seats
        turn = viewer if self.relative else 0
        place = len(self._phases) + len(FRAME) - 1
        agenda = depth = 0
        read = [*zip(observer.how, observer.at, observer.unit, observer.radix, strict=True)]
        cells = np.array(observer.at)
        made = Readings(self.rules, turn)
        for part in self._parts(observer):
            indices = np.arange(part.size).reshape(part.shape)
            for axis in part.by_seat:
                order = list(range(part.shape[axis]))
                order[:seats] = [(k + turn) % seats for k in range(seats)]
                indices = indices.take(order, axis)
            if part.name == AGENDA:
                agenda = place
                place += part.size
                continue
            if part.name == DEPTH:
                depth = place
            if read[part.offset][0] == FIXED:
                break  # they come last
            if read[part.offset][0] == CELL and not (part.seats and self.relative):
                made.add_cells(place, cells[part.offset + indices.ravel()])
                place += part.size
                continue
            for k, index in enumerate(indices.ravel().tolist()):
                seat = part.seats[k % len(part.seats)] if part.seats and self.relative else int(NO_SEAT)
                made.add(place, *read[part.offset + index], seat)
                place += 1
        made.close()
        return Sight(
            self.size,
            len(self._phases),
            depth,
            agenda,
            turn,
            seats,
            -1 if self.relative else viewer,
            [number for run in made.runs for number in run],
            [number for each in made.sums for number in each],
            [number for lookup in made.lookups for number in lookup],
            made.table,
            made.spare,
            [number for digit in made.digits for number in digit],
            made.readings,
        )

    def __repr__(self) -> str:
        return f"<Features: {self.size} numbers of {self.rules!r}>"


def made_of(rules: Rules) -> list[Any]:
    """All on which names, bounds and readings of features depend: how the positions of a game are declared."""
    fields = [
        (
            *(field.name, field.shape, int(field.sees), field.pool != "", field.derived, field.ordered),
            *(field.least, field.most, field.kinds, field.by_seat, field.seats, field.place),
            vars_of(field.packing),
        )
        for field in rules.schema.fields
    ]
    schema = rules.schema
    constants = [(each.name, each.shape, each.least, each.most, each.kinds, each.place) for each in schema.constants]
    places = [(each.name, each.count, each.x, each.y, each.at) for each in schema.places]
    links = [(each.one, each.other, each.pairs) for each in schema.links]
    return [int(rules.seats), rules.phase_names(), fields, constants, places, links]


def vars_of(packing: Packing | None) -> tuple[Any, ...]:
    """What a packing consists of."""
    if packing is None:
        return ()
    return packing.cells, packing.at, packing.unit, packing.radix, packing.most, packing.optional


def differing(given: str, own: str) -> ConfigError:
    """The error of features that are not those of this game, with the first difference."""
    return ConfigError("these features differ: {given}, and in this game {own}", {"given": given, "own": own})


def _described(rows: list[tuple[str, Any, Any]], at: int) -> str:
    """A feature with its bounds."""
    if at >= len(rows):
        return "nothing more"
    name, low, high = rows[at]
    return quote(f"{name}, {low} to {high}")


def _bounds(observer: Observer, part: Part) -> list[tuple[int, int]]:
    """The bounds of the numbers of a part."""
    return [(int(observer.least[i]), int(observer.most[i])) for i in range(part.offset, part.offset + part.size)]


def _name(part: Part, index: int) -> str:
    """`left[0,2]`; of the agenda `agenda[15].phase`, of a part with one number its own name."""
    if not part.shape:
        return part.name
    place = _place(index, part.shape)
    if part.name == AGENDA:
        return f"{part.name}[{place[0]}].{FRAME[place[1]]}"
    return f"{part.name}[{','.join(str(k) for k in place)}]"


def _place(index: int, shape: list[int]) -> list[int]:
    """The indices by axis of a number of an array."""
    place: list[int] = []
    for length in reversed(shape):
        index, k = divmod(index, length)
        place.insert(0, k)
    return place
