"""A position as one row of integers, and the declarations that say what stands where.

Every field is declared once (`Schema.add`): its name, its shape, who may see it, and, if its cells are cards that can
be dealt anew among the seats, its pool. Copy, hash, equality, serialisation, observations and `resample` follow from
that.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

EVERYONE: Final[i64] = 0
"""All may see the field."""
OWNER: Final[i64] = 1
"""The first axis of the field is the seat; each seat sees its own row."""
NOBODY: Final[i64] = 2
"""No seat may see the field (a deck)."""

CHANCE: Final[i64] = -1
"""Acts where a seat would: the dice and the decks."""

EVERYBODY: Final[i64] = -1
"""A mask of all seats, and of whoever looks on."""

DEPTH: Final[i64] = 0
OVER: Final[i64] = 1
WINNERS: Final[i64] = 2
AGENDA: Final[i64] = 3
FRAME: Final[i64] = 4
FRAMES: Final[i64] = 12
HEADER: Final[i64] = 51  # AGENDA + FRAME * FRAMES: the cells that the kernel itself owns

BITS: Final = vec[i64]([1 << n for n in range(62)])
"""Powers of two: a shift of a literal is miscompiled for i64."""


@final
class Field:
    """One declared field: `size` cells from `offset`, in the row-major order of `shape`."""

    def __init__(
        self,
        name: str,
        offset: i64,
        shape: list[int],
        sees: i64,
        pool: str,
        derived: bool = False,
        ordered: bool = False,
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


@final
class Schema:
    """All fields of a configured game, in the order of their cells."""

    def __init__(self) -> None:
        self.fields: list[Field] = [
            Field("depth", DEPTH, [], EVERYONE, ""),
            Field("over", OVER, [], EVERYONE, ""),
            Field("winners", WINNERS, [], EVERYONE, ""),
            Field("agenda", AGENDA, [int(FRAMES), int(FRAME)], EVERYONE, ""),
        ]
        self.size: i64 = HEADER

    def add(
        self,
        name: str,
        shape: list[int],
        sees: i64 = EVERYONE,
        pool: str = "",
        derived: bool = False,
        ordered: bool = False,
    ) -> i64:
        """Declare a field and return the offset of its first cell.

        `pool` names the cards that the cells count: the last axis of all fields of a pool is the kind of card, and the
        cells a viewer cannot see are what `resample` deals anew. `derived` fields only hold what follows from others,
        for speed; fingerprints leave them out. The cells of an `ordered` field of a pool are cards in their order: each
        holds a kind + 1, or 0 where no card lies. Raises ValueError if the name is taken.
        """
        for f in self.fields:
            if f.name == name:
                raise ValueError(f"the field {name!r} is declared twice")
        field = Field(name, self.size, shape, sees, pool, derived, ordered)
        self.fields.append(field)
        self.size = self.size + field.size
        return field.offset


@final
class Event:
    """Something that happened, for logs and animations: a kind, the seat it concerns and up to four numbers.

    `sees` is the mask of seats that may know the numbers named secret by the kind.
    """

    def __init__(self, kind: str, seat: i64, a: i64, b: i64, c: i64, d: i64, sees: i64) -> None:
        self.kind = kind
        self.seat: i64 = seat
        self.a: i64 = a
        self.b: i64 = b
        self.c: i64 = c
        self.d: i64 = d
        self.sees: i64 = sees


@final
class State:
    """One position. Mutable; `copy()` shares nothing. `journal` collects events while it is not None."""

    def __init__(self, cells: vec[i64]) -> None:
        self.cells: vec[i64] = cells
        self.journal: list[Event] | None = None

    def copy(self) -> State:
        """An independent copy, without the journal."""
        return State(self.cells[:])

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
        """Take the top frame off; its cells are zeroed, so that equal positions have equal rows."""
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
        """Tell what happened, if anybody listens."""
        journal = self.journal
        if journal is not None:
            journal.append(Event(kind, seat, a, b, c, d, sees))
