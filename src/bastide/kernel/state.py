"""A position as one row of integers, and the schema that declares its fields.

Every field is declared once (`Schema.add`): name, shape, bounds, visibility and, if its cells count cards that
`resample` may redeal, the card pool. Copy, hash, equality, serialisation, observations (`observer.py`) and `resample`
are derived from it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any, Final, final

from librt.vecs import vec
from mypy_extensions import i64

from bastide.kernel.errors import ConfigError, declared_twice, quote
from bastide.kernel.packing import Packing
from bastide.kernel.pools import Pool

EVERYONE: Final[i64] = 0
"""Every seat sees it."""
OWNER: Final[i64] = 1
"""The first axis of the field is the seat; each seat sees its own row."""
NOBODY: Final[i64] = 2
"""No seat may see the field (a deck)."""

CHANCE: Final[i64] = -1
"""The chance player: dice and decks."""

EVERYBODY: Final[i64] = -1
"""The mask of all seats and spectators."""

DEPTH: Final[i64] = 0
OVER: Final[i64] = 1
WINNERS: Final[i64] = 2
AGENDA: Final[i64] = 3
FRAME: Final[i64] = 4
FRAMES: Final[i64] = 16
HEADER: Final[i64] = 67  # AGENDA + FRAME * FRAMES: the cells that the kernel itself owns

BITS: Final = vec[i64]([1 << n for n in range(62)])
"""Powers of two: a shift of a literal is miscompiled for i64."""


@final
class Field:
    """One declared field: `size` cells from `offset`, in the row-major order of `shape`.

    `name` is `<module>.<field>` if a module declares it; fields of the base have no prefix. `recorded` is its name in
    fingerprints, and so in records. `least` and `most` bound the values of the cells, cyclically: cell i holds at most
    `most[i % len(most)]`. `packing` says how its cells hold several numbers each, if they do.

    Where its numbers are categories, `kinds` has the names of their values: one list for all numbers, or one for each
    index of the last axis (of each packed number), empty where the number is no category.

    `by_seat` are the axes of its shape whose index is a seat or colour; the packed numbers of a cell are one more axis.
    `seats` has, in the same way as `kinds`, 0 where a number is a seat or colour, 1 where it is that plus 1 or 0 for
    nobody, and -1 where it is none; it is empty if none is.

    `place` is the kind of place (`Schema.place`) that the index of its first axis is, or "".
    """

    def __init__(
        self,
        name: str,
        offset: i64,
        shape: list[int],
        sees: i64,
        pool: str,
        derived: bool = False,
        ordered: bool = False,
        recorded: str = "",
        owner: str = "",
        least: Sequence[int] = (0,),
        most: Sequence[int] = (0,),
        packing: Packing | None = None,
        kinds: Sequence[Sequence[str]] = (),
        by_seat: Sequence[int] = (),
        seats: Sequence[int] = (),
        place: str = "",
    ) -> None:
        size = 1
        for n in shape:
            size *= n
        self.name = name
        self.offset: i64 = offset
        self.size: i64 = size
        self.shape = shape
        self.sees: i64 = sees
        self.pool = pool
        self.derived = derived
        self.ordered = ordered
        self.recorded = recorded or name
        self.owner = owner
        self.least = list(least)
        self.most = list(most)
        self.packing = packing
        self.kinds = [list(names) for names in kinds]
        self.by_seat = list(by_seat)
        self.seats = list(seats)
        self.place = place


@final
class Places:
    """A kind of place of a board, such as its corners: how many there are, and where they lie in a plane.

    Places that are laid in the course of a game, such as tiles, have no `x` and `y`: the field `at` has them, 0 and 0
    for a place that is not laid yet.
    """

    def __init__(self, name: str, count: int, x: Sequence[int], y: Sequence[int], at: str) -> None:
        self.name = name
        self.count = count
        self.x = list(x)
        self.y = list(y)
        self.at = at


@final
class Link:
    """Which places of two kinds touch: pairs of their indices, one after the other."""

    def __init__(self, one: str, other: str, pairs: Sequence[int]) -> None:
        self.one = one
        self.other = other
        self.pairs = list(pairs)


@final
class Constant:
    """Numbers that everybody sees and that do not change in a game, as a board's terrain: row-major in `shape`.

    Each is from `least` to `most`. With `kinds` a number is a category, and `kinds[number]` is its name. `place` is
    that of a `Field`.
    """

    def __init__(
        self,
        name: str,
        shape: list[int],
        values: list[int],
        least: int,
        most: int,
        kinds: Sequence[str],
        place: str = "",
    ) -> None:
        self.name = name
        self.shape = shape
        self.values = values
        self.least = least
        self.most = most
        self.kinds = list(kinds)
        self.place = place


@final
class Schema:
    """All fields of a configured game in cell order, and their card pools.

    `base` is the base game's name in errors. `owned_by` sets the module that declares the next fields.
    """

    def __init__(self, base: str = "") -> None:
        self.base = base
        self.module = ""
        self.unprefixed: list[str] = []
        self.pool_owners: dict[str, str] = {}
        self.pools: list[Pool] = []
        self.fields: list[Field] = [
            Field("depth", DEPTH, [], EVERYONE, "", most=[int(FRAMES)]),
            Field("over", OVER, [], EVERYONE, "", most=[1], kinds=[["running", "over"]]),
            Field("winners", WINNERS, [], EVERYONE, "", most=[0], by_seat=[0]),
            Field(
                "agenda",
                AGENDA,
                [int(FRAMES), int(FRAME)],
                EVERYONE,
                "",
                least=[0] * 4,
                most=[0] * 4,
                kinds=[[]] * 4,  # the rules add the phases
                seats=[-1, 0, -1, -1],
            ),
        ]
        self.constants: list[Constant] = []
        self.places: list[Places] = []
        self.links: list[Link] = []
        self.size: i64 = HEADER

    def owned_by(self, module: str, unprefixed: Sequence[str] = ()) -> None:
        """Set the owner of later fields, "" for the base game; see `Module.unprefixed`."""
        self.module = module
        self.unprefixed = list(unprefixed)

    def add(
        self,
        name: str,
        shape: list[int],
        sees: i64 = EVERYONE,
        pool: str = "",
        derived: bool = False,
        ordered: bool = False,
        *,
        most: int | Sequence[int] | None = None,
        least: int = 0,
        packing: Packing | None = None,
        kinds: Sequence[str] | Mapping[int, Sequence[str]] = (),
        by_seat: Sequence[int] = (),
        seat: int | Mapping[int, int] | None = None,
        place: str = "",
    ) -> i64:
        """Declare a field and return the offset of its first cell.

        A module's field name gets the module's name as prefix: two modules may both have a `ship`.

        `most` is the greatest value that a cell can have between two actions in any game of this config, or a sequence
        with one value for each index of the last axis; `least` is the smallest, 0 or -1. They tell learners and
        searchers the range of each number (`observer.py`); the engine does not check them. Where a cell holds several
        numbers, declare `packing` instead.

        `kinds` names the values of categories, value by value, for observers: `["none", "settlement", "city"]`. A
        mapping names those of some indices of the last axis, or of some of the packed numbers.

        `by_seat` are the axes of the shape whose index is a seat or colour; the first axis of an OWNER field is one
        without being named, and a packing adds an axis. `seat` is 0 if the numbers are seats or colours, 1 if they are
        that plus 1 or 0 for nobody; a mapping says so of some indices of the last axis, or of some packed numbers.
        Learners turn both so that the viewer comes first. Numbers above the last seat are left alone. `place` is the
        kind of place that the index of the first axis is, such as `corner`, for graphs and planes; the field may have
        the first places alone.

        `pool` names the cards that the cells count: the last axis of all fields of a pool is the kind of card, and
        `resample` redeals the cells that the viewer cannot see. `derived` fields cache values computed from other
        fields; fingerprints leave them out. Each cell of an `ordered` pool field is one card in sequence: its kind + 1,
        or 0 for none. A module may use the base's pools and its own.

        :raises ValueError: the owner has declared the field before, the bounds, the axes of seats or the numbers that
            are seats do not suit its shape, the kinds do not suit the bounds, or the pool has other kinds of cards.
        :raises ConfigError: another owner has declared it, or its pool, and names both; or there is no greatest value.
        """
        module = self.module
        owner = module or self.base
        full = f"{module}.{name}" if module else name
        recorded = name if name in self.unprefixed else full
        for f in self.fields:
            if f.name == full:
                raise ValueError(f"the field {full!r} is declared twice")
            if f.recorded == recorded:
                raise declared_twice(
                    "the field {name} of {owner} is already declared by {other}", recorded, owner, f.owner
                )
        if pool:
            other = self.pool_owners.setdefault(pool, owner)
            if other not in (owner, self.base):
                raise declared_twice(
                    "the pool of cards {name} of {owner} is already declared by {other}", pool, owner, other
                )
        bounds = self._greatest(full, owner, shape, most, packing)
        field = Field(full, self.size, shape, sees, pool, derived, ordered, recorded, owner, [least], bounds, packing)
        if kinds:
            field.kinds = self._named(field, kinds)
        field.by_seat = self._axes(field, by_seat)
        if seat is not None:
            field.seats = self._seats(field, seat)
        field.place = place
        self.fields.append(field)
        if pool and sees != EVERYONE:
            self._pool(pool).add(field.offset, shape, sees == OWNER, ordered)
        self.size = self.size + field.size
        return field.offset

    def constant(
        self,
        name: str,
        shape: list[int],
        values: list[int],
        *,
        most: int,
        least: int = 0,
        kinds: Sequence[str] = (),
        place: str = "",
    ) -> None:
        """Declare numbers that everybody sees and that do not change in a game, for observations.

        They are no cells. `most` and `least` bound each of them in any game with these modules; `kinds` names them
        where they are categories, and `place` is as in `add`. A module's name gets the module's as prefix.

        :raises ValueError: the values do not suit the shape, the bounds or the kinds, or the name is declared already.
        """
        full = f"{self.module}.{name}" if self.module else name
        size = 1
        for n in shape:
            size *= n
        if len(values) != size:
            raise ValueError(f"the constant {full!r} has {len(values)} values, its shape holds {size}")
        if values and (min(values) < least or max(values) > most):
            raise ValueError(f"the constant {full!r} has a value that is not from {least} to {most}")
        if kinds and (least != 0 or most != len(kinds) - 1):
            raise ValueError(f"the constant {full!r} has {len(kinds)} kinds, but values from {least} to {most}")
        if any(c.name == full for c in self.constants) or any(f.name == full for f in self.fields):
            raise ValueError(f"{full!r} is declared twice")
        self.constants.append(Constant(full, shape, values, least, most, kinds, place))

    def place(self, name: str, count: int, x: Sequence[int] = (), y: Sequence[int] = (), at: str = "") -> None:
        """Declare a kind of place of the board, for graphs and planes: `Places`.

        :raises ValueError: there is such a kind already, or the coordinates are not those of so many places.
        """
        if any(each.name == name for each in self.places):
            raise ValueError(f"the places {name!r} are declared twice")
        if not at and not (len(x) == len(y) == count):
            raise ValueError(f"the {count} places {name!r} have {len(x)} and {len(y)} coordinates")
        self.places.append(Places(name, count, x, y, at))

    def link(self, one: str, other: str, pairs: Sequence[int]) -> None:
        """Declare which places of two kinds touch: `Link`."""
        self.links.append(Link(one, other, pairs))

    def _greatest(
        self, name: str, owner: str, shape: list[int], most: int | Sequence[int] | None, packing: Packing | None
    ) -> list[int]:
        """The greatest values of a new field's cells, for each index of its last axis or one for all."""
        if packing is not None:
            if most is not None or packing.cells not in (1, shape[-1] if shape else 1):
                raise ValueError(f"the packing of the field {name!r} bounds it, and fits one cell or its last axis")
            return packing.greatest()
        if most is None:
            raise ConfigError(
                "the field {name} of {owner} declares no greatest value: add most=...",
                {"name": quote(name), "owner": quote(owner)},
            )
        if isinstance(most, int):
            return [most]
        if len(most) != (shape[-1] if shape else 1):
            raise ValueError(f"the field {name!r} declares {len(most)} greatest values for a last axis of {shape}")
        return list(most)

    def _named(self, field: Field, kinds: Sequence[str] | Mapping[int, Sequence[str]]) -> list[list[str]]:
        """`Field.kinds` for the `kinds` of a declaration."""
        most = field.most if field.packing is None else field.packing.most
        columns = len(most)
        if field.packing is None and field.shape:
            columns = field.shape[-1]
        if isinstance(kinds, Mapping):
            if not all(0 <= column < columns for column in kinds):
                raise ValueError(f"the field {field.name!r} names kinds of {sorted(kinds)}, but has {columns} numbers")
            named = [list(kinds.get(column, ())) for column in range(columns)]
        else:
            named = [list(kinds)]
        for k in range(max(len(named), len(most))):
            names = named[k % len(named)]
            greatest = most[k % len(most)]
            if names and (field.least[0] != 0 or greatest != len(names) - 1):
                raise ValueError(
                    f"the field {field.name!r} has {len(names)} kinds, but values from {field.least[0]} to {greatest}"
                )
        return named

    def _axes(self, field: Field, by_seat: Sequence[int]) -> list[int]:
        """`Field.by_seat` for the axes of a declaration."""
        axes = len(field.shape)
        packing = field.packing
        if packing is not None and not (field.shape and field.shape[-1] == packing.cells):
            axes += 1
        if not all(0 <= axis < axes for axis in by_seat):
            raise ValueError(
                f"the field {field.name!r} declares the axes {list(by_seat)} of seats, but has {axes} axes"
            )
        own = [0] if field.sees == OWNER else []
        return sorted({*own, *by_seat})

    def _seats(self, field: Field, seat: int | Mapping[int, int]) -> list[int]:
        """`Field.seats` for the `seat` of a declaration."""
        columns = field.shape[-1] if field.shape else 1
        if field.packing is not None:
            columns = len(field.packing.most)
        given = seat if isinstance(seat, Mapping) else {0: seat}
        if not all(0 <= column < columns and base in (0, 1) for column, base in given.items()):
            raise ValueError(f"the field {field.name!r} declares seats {given}, but has {columns} numbers")
        return [given.get(column, -1) for column in range(columns if isinstance(seat, Mapping) else 1)]

    def at(self, offset: i64) -> Field:
        """The field whose cells begin at an offset. Raises KeyError."""
        for field in self.fields:
            if field.offset == offset and field.size > 0:
                return field
        raise KeyError(int(offset))

    def pack(self, offset: i64, packing: Packing, kinds: Mapping[int, Sequence[str]] | None = None) -> None:
        """Declare the packing of a field and its kinds anew, after a module has added to what it numbers."""
        field = self.at(offset)
        field.packing = packing
        field.most = packing.greatest()
        if kinds:
            field.kinds = self._named(field, kinds)

    def _pool(self, name: str) -> Pool:
        """The pool of that name, empty if it is new."""
        for pool in self.pools:
            if pool.name == name:
                return pool
        made = Pool(name)
        self.pools.append(made)
        return made


@final
class Event:
    """An event for logs and animations: a kind, the seat it concerns and up to four numbers.

    `sees` is the mask of seats that may see the numbers that the kind declares secret.
    """

    def __init__(self, kind: str, seat: i64, a: i64, b: i64, c: i64, d: i64, sees: i64) -> None:
        self.kind = kind
        self.seat: i64 = seat
        self.a: i64 = a
        self.b: i64 = b
        self.c: i64 = c
        self.d: i64 = d
        self.sees: i64 = sees

    def __reduce__(self) -> tuple[Any, ...]:
        return Event, (self.kind, self.seat, self.a, self.b, self.c, self.d, self.sees)

    def __repr__(self) -> str:
        return f"<Event {self.kind} of seat {self.seat}: {self.a}, {self.b}, {self.c}, {self.d}; seen by {self.sees}>"


@final
class State:
    """One position. Mutable; `copy()` shares nothing. `journal` collects events while it is not None.

    States are equal if their rows are, so compare states of one game only. Do not change a state while it is in a set
    or a key of a dictionary. Copies and pickles hold the row, without the journal; a pickle suits the version that
    wrote it, while a record suits later ones too.
    """

    def __init__(self, cells: vec[i64]) -> None:
        self.cells: vec[i64] = cells
        self.journal: list[Event] | None = None

    def copy(self) -> State:
        """An independent copy, without the journal."""
        return State(self.cells[:])

    def __copy__(self) -> State:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> State:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return unpickled, (self.row(),)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.row() == other.row()

    def __hash__(self) -> int:
        return hash(self.row())

    def __repr__(self) -> str:
        c = self.cells
        digest = hashlib.blake2b(self.row(), digest_size=16).hexdigest()[:8]
        if len(c) < HEADER:
            return f"<State of {len(c)} cells>"
        at = self.top()
        stage = "over" if c[OVER] != 0 else "empty" if c[DEPTH] == 0 else f"phase {c[at]} of seat {c[at + 1]}"
        return f"<State of {len(c)} cells: {stage}, hash {digest}>"

    def row(self) -> bytes:
        """The cells as bytes, 64 bits each in the machine's order."""
        return bytes(memoryview(self.cells))

    def push(self, phase: i64, seat: i64, a: i64 = 0, b: i64 = 0) -> None:
        """Put a pending decision on top of the agenda. Raises IndexError when it is `FRAMES` deep."""
        c = self.cells
        depth = c[DEPTH]
        if depth >= FRAMES:
            raise IndexError("the agenda is full")
        at = AGENDA + depth * FRAME
        c[at] = phase
        c[at + 1] = seat
        c[at + 2] = a
        c[at + 3] = b
        c[DEPTH] = depth + 1

    def pop(self) -> None:
        """Remove the top frame and zero its cells, so that equal positions have equal rows."""
        c = self.cells
        depth = c[DEPTH] - 1
        at = AGENDA + depth * FRAME
        c[at] = 0
        c[at + 1] = 0
        c[at + 2] = 0
        c[at + 3] = 0
        c[DEPTH] = depth

    def top(self) -> i64:
        """The index in `cells` of the top frame.

        `[top]` phase, `[top + 1]` seat, `[top + 2]`, `[top + 3]` its two numbers.
        """
        return AGENDA + (self.cells[DEPTH] - 1) * FRAME

    def emit(self, kind: str, seat: i64, a: i64 = 0, b: i64 = 0, c: i64 = 0, d: i64 = 0, sees: i64 = EVERYBODY) -> None:
        """Record an event if there is a journal."""
        journal = self.journal
        if journal is not None:
            journal.append(Event(kind, seat, a, b, c, d, sees))


def unpickled(row: bytes) -> State:
    """The state with this row (`State.row`)."""
    return State(vec[i64](memoryview(row).cast("q").tolist()))
