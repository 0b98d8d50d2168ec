"""A tile's features, as drawn at rotation 0, and the names of its sections on the board.

Sides are numbered clockwise, N E S W = 0 to 3. A side has two halves, so there are eight, clockwise too: half 2 * side
is the first that one meets going clockwise, NL (left of the middle when one stands on the tile and faces north).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from bastide.carcassonne.tiles.sets import tags

SIDES: Final = ("N", "E", "S", "W")
HALVES: Final = ("NL", "NR", "EL", "ER", "SL", "SR", "WL", "WR")
INNER: Final = "inner"
"""The name of a field that touches no side of its tile."""

CITY: Final = "city"
ROAD: Final = "road"
MONASTERY: Final = "monastery"
FIELD: Final = "field"
KINDS: Final = (ROAD, CITY, MONASTERY, FIELD)
"""The kinds of features, in the order in which they are scored (CARC-038)."""


@dataclass(frozen=True)
class Section:
    """One part of a tile that can be claimed.

    `sides` are those on which a road or city goes on; `halves` those that a city or field owns; `cities` the sections
    of the tile that a field touches, by their place in `Tile.sections`; `tags` one number for each of `sets.tags()`.
    """

    kind: str
    sides: tuple[int, ...] = ()
    halves: tuple[int, ...] = ()
    cities: tuple[int, ...] = ()
    tags: tuple[int, ...] = field(default_factory=lambda: (0,) * len(tags()))

    def count(self, tag: str) -> int:
        """The number of a tag here."""
        return self.tags[tags().index(tag)]


@dataclass(frozen=True)
class Tile:
    """One type of tile, of which there are `copies`.

    `edges` are four letters: C city, R road, F field, I water. `sections` stand in the order roads, cities, monastery,
    fields. `icons` are the numbers of those copies that bear one. `start` says that one copy lies out when a game
    begins. `water` are the sides that water reaches; `role` is set on the special ends of it (`sets.roles`), else "".
    """

    id: str
    set: str
    copies: int
    edges: str
    sections: tuple[Section, ...]
    water: tuple[int, ...] = ()
    vineyard: bool = False
    hill: bool = False
    bridge: bool = False
    icons: tuple[int, ...] = ()
    start: bool = False
    role: str = ""

    @property
    def short(self) -> str:
        """The id without `base.`, as in notation."""
        return self.id.removeprefix("base.")

    def of_kind(self, kind: str) -> tuple[Section, ...]:
        """The sections of one kind."""
        return tuple(section for section in self.sections if section.kind == kind)

    @property
    def monastery(self) -> bool:
        """Whether it has a monastery."""
        return bool(self.of_kind(MONASTERY))

    def edge(self, side: int, rotation: int) -> str:
        """The letter on a side of the board, for a rotation in quarter turns clockwise."""
        return self.edges[(side - rotation) % 4]

    def names(self, rotation: int) -> tuple[str, ...]:
        """The sections in notation as they lie on the board: `road:W`, `city:N`, `monastery`, `field:NL`.

        A road or city is called by the first of its sides, N E S W, that no other section of its kind has; a field by
        the first of its half-edges, or `field:inner`.
        """
        return tuple(self._name(section, rotation) for section in self.sections)

    def _name(self, section: Section, rotation: int) -> str:
        if section.kind == MONASTERY:
            return MONASTERY
        if section.kind == FIELD:
            halves = sorted((half + 2 * rotation) % 8 for half in section.halves)
            return f"field:{HALVES[halves[0]] if halves else INNER}"
        others = {side for other in self.of_kind(section.kind) if other is not section for side in other.sides}
        own = sorted((side + rotation) % 4 for side in section.sides if side not in others)
        return f"{section.kind}:{SIDES[own[0]]}"


NAMES: Final = (
    *(f"road:{side}" for side in SIDES),
    *(f"city:{side}" for side in SIDES),
    MONASTERY,
    *(f"field:{half}" for half in HALVES),
    f"field:{INNER}",
)
"""Every name that a section can have."""
