"""The view of a game of Carcassonne. Nothing is hidden: viewers differ only in what they can do."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from bastide.view.model import Points, Say, Seat, View


class Laid(msgspec.Struct, frozen=True):
    """A tile on the table: its type, where it lies, its quarter turns clockwise, the number of its wheel (0: none)."""

    tile: str
    x: int
    y: int
    turns: int
    number: int = 0


class Recent(msgspec.Struct, frozen=True):
    """The tile that a seat laid last: its index in placement order."""

    seat: int
    tile: int


class Figure(msgspec.Struct, frozen=True):
    """A figure on the table. `kind` is the word that places it (`meeple`), `section` where on its tile it stands."""

    kind: str
    seat: int
    x: int
    y: int
    section: str


class Token(msgspec.Struct, frozen=True):
    """A module's token on the table: `kind` names its drawing, `section` is where on the tile.

    `count` is shown on it if it is not 0; `seat` is whose it is, or -1. `at` is the place in tiles from 0,0, if
    not that of a section. The kind `figure:<word>` is a figure of that seat.
    """

    kind: str
    x: int
    y: int
    section: str = ""
    count: int = 0
    seat: int = -1
    label: Say | None = None
    at: tuple[float, float] | None = None


class Sign(msgspec.Struct, frozen=True):
    """Words on a module's board: `path` is the line on which they are centred, in half tile units from its corner."""

    say: Say
    path: str


class Part(msgspec.Struct, frozen=True):
    """A section of a tile: the tile's index in placement order, and the section's index in the tile."""

    tile: int
    section: int


class Term(msgspec.Struct, frozen=True):
    """One line of a score: `count` of something, at `worth` points each."""

    what: str
    count: int
    worth: int
    points: int


class Share(msgspec.Struct, frozen=True):
    """What a feature would bring one of its owners, and how."""

    seat: int
    value: int
    terms: list[Term]


class Feature(msgspec.Struct, frozen=True):
    """A road, city, monastery or field as it stands.

    `followers` is how much each seat counts there, `owners` who has the majority. `value` is what it would bring each
    of them if the game ended now, made up of `terms`; `finished` what it brings once it is complete, None if it cannot
    be completed. `tags` are what stands there and counts. `shares` tells the owners apart where they would not score
    alike; `value` and `terms` are then the first owner's.
    """

    kind: str
    parts: list[Part]
    tiles: int
    complete: bool
    followers: dict[int, int]
    owners: list[int]
    value: int
    finished: int | None
    terms: list[Term]
    tags: dict[str, int] = {}
    shares: list[Share] = []


class Stock(msgspec.Struct, frozen=True):
    """A player's figures or goods of one kind: how many are in supply, out of how many (0: unlimited)."""

    kind: str
    left: int
    of: int = 0


class TileSeat(Seat, frozen=True):
    """One player: points and their sources, figures in the supply, and module extras.

    `followers` is how many plain followers are left.
    """

    sources: list[Points]
    followers: int
    figures: list[Stock]
    goods: list[Stock]


class Kind(msgspec.Struct, frozen=True):
    """A kind of tile that is left in the stack, or out of the game."""

    name: str
    tile: str
    number: int
    left: int
    aside: int


class CarcassonneView(View, frozen=True, kw_only=True, tag="carcassonne"):
    """Everything one viewer may see and do in a game of Carcassonne.

    `drawn` is the tile that is to be laid (its kind). `stack` is how many tiles are left, `kinds` which.
    `claiming` is the place in `tiles` of the tile on which a figure may be put now, if any. `recent` are the last tiles
    of the other seats since the viewer laid one, in the order of laying; a spectator sees those of all seats.
    """

    family: ClassVar[str] = "carcassonne"
    seats: list[TileSeat]
    tiles: list[Laid]
    figures: list[Figure]
    tokens: list[Token]
    features: list[Feature]
    drawn: Kind | None
    stack: int
    kinds: list[Kind]
    claiming: int | None
    recent: list[Recent]
    modules: list[str]
