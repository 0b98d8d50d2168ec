"""Layouts: the positions of hexes, numbers, harbours and sites; and the dealing of the base island.

Ways to lay the base island out (BASE-001 to BASE-007): the beginners' board, shuffled hexes with the lettered tokens
in a spiral, shuffled hexes with shuffled tokens and no two of 6 and 8 side by side. Any hexes may also be given by
coordinates (`reader.py`), and modules deal layouts of their own.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from string import ascii_letters
from typing import Any, Final, cast

from bastide.catan.board.grid import SIDES, Edge, Hex, hex_name, inner_path, neighbour
from bastide.catan.board.spiral import spiral
from bastide.kernel.data import read_table
from bastide.kernel.errors import ConfigError, quote

RED: Final = (6, 8)
INNER_PATH: Final = "inner"
"""The word of the sites that are the inner paths of hexes with a middle."""


@dataclass(frozen=True)
class LaidHex:
    """One hex, land or water; `numbers` are those of its tokens, none where there is no token."""

    q: int
    r: int
    terrain: str
    numbers: tuple[int, ...] = ()

    @property
    def number(self) -> int:
        """The first number, 0 where there is none."""
        return self.numbers[0] if self.numbers else 0

    def to_dict(self) -> dict[str, Any]:
        """The hex as a config gives it."""
        out: dict[str, Any] = {"q": self.q, "r": self.r, "terrain": self.terrain}
        if len(self.numbers) == 1:
            out["number"] = self.numbers[0]
        elif self.numbers:
            out["numbers"] = list(self.numbers)
        return out


@dataclass(frozen=True)
class LaidHarbor:
    """A harbour on one side of a land hex; `good` is "" for a general one (3:1)."""

    q: int
    r: int
    side: str
    good: str


@dataclass(frozen=True)
class LaidSite:
    """A named place: the module that owns the word defines the meaning of word and value.

    `place` is a hex, a corner or an edge in notation, or "" beside the board.
    """

    word: str
    place: str
    value: int = 0

    def to_dict(self) -> dict[str, Any]:
        """The site as a config gives it."""
        out: dict[str, Any] = {"word": self.word}
        if self.place:
            out["place"] = self.place
        return out | ({"value": self.value} if self.value else {})


@dataclass(frozen=True)
class StartPiece:
    """A printed starting pair: settlement corner and road edge in notation; `pays` marks the one that gives goods."""

    seat: int
    corner: str
    edge: str
    pays: bool


@dataclass(frozen=True)
class Layout:
    """The board set-up before a game begins. `hexes` are in reading order."""

    hexes: tuple[LaidHex, ...]
    harbors: tuple[LaidHarbor, ...]
    starts: tuple[StartPiece, ...] = ()
    sites: tuple[LaidSite, ...] = ()

    @property
    def inner_paths(self) -> list[Edge]:
        """The paths within hexes with a middle, as the sites name them."""
        found = (inner_path(site.place) for site in self.sites if site.word == INNER_PATH)
        return [edge for edge in found if edge is not None]

    def to_dict(self) -> dict[str, Any]:
        """The layout as a config gives it: by coordinates."""
        out: dict[str, Any] = {
            "hexes": [h.to_dict() for h in self.hexes],
            "harbors": [
                {"q": h.q, "r": h.r, "side": h.side, **({"good": h.good} if h.good else {})} for h in self.harbors
            ],
        }
        return out | ({"sites": [site.to_dict() for site in self.sites]} if self.sites else {})


@cache
def board_data() -> dict[str, Any]:
    """The project's own data of the base island; do not modify."""
    return read_table("bastide.catan.board", "data/island.toml")


@cache
def beginner() -> Layout:
    """The beginners' board with its printed starting pieces (BASE-007)."""
    data = board_data()
    table = cast("dict[str, Any]", data["beginner"])
    starts = tuple(StartPiece(s["seat"], s["corner"], s["edge"], bool(s.get("pays", False))) for s in table["starts"])
    return Layout(hexes_of(table["rows"]), harbors_of(data["harbors"]), starts)


def hexes_of(rows: Sequence[Mapping[str, Any]]) -> tuple[LaidHex, ...]:
    """The hexes of a data file: rows with the place of their first hex, each hex as `forest 8`."""
    hexes: list[LaidHex] = []
    for row in rows:
        for i, spot in enumerate(row["hexes"]):
            terrain, *numbers = spot.split()
            hexes.append(LaidHex(row["q"] + i, row["r"], terrain, tuple(map(int, numbers))))
    return tuple(hexes)


def harbors_of(rows: Sequence[Mapping[str, Any]]) -> tuple[LaidHarbor, ...]:
    """The harbours of a data file."""
    return tuple(LaidHarbor(h["q"], h["r"], h["side"], h.get("good", "")) for h in rows)


def variable(tokens: str, spiral_from: str, rng: random.Random) -> Layout:
    """The base island with shuffled hexes; `tokens` and `spiral_from` as in `lay_tokens`."""
    return shuffled(beginner(), lettered(board_data()["tokens"]), tokens, spiral_from, rng)


def shuffled(printed: Layout, numbers: Sequence[int], tokens: str, spiral_from: str, rng: random.Random) -> Layout:
    """A printed island with shuffled hexes and new numbers, as in `lay_tokens`; its harbours stay."""
    spots = [(h.q, h.r) for h in printed.hexes]
    terrains = [h.terrain for h in printed.hexes]
    rng.shuffle(terrains)
    terrain_at = dict(zip(spots, terrains, strict=True))
    bare = [at for at in spots if terrain_at[at] == "desert"]
    number_at = lay_tokens(spots, bare, numbers, tokens, spiral_from, rng)
    hexes = tuple(LaidHex(q, r, terrain_at[q, r], number_at.get((q, r), ())) for q, r in spots)
    return Layout(hexes, printed.harbors)


def lettered(tokens: str) -> list[int]:
    """The numbers of tokens written with their letters: `A5 B2 C6`."""
    return [int(token.lstrip(ascii_letters)) for token in tokens.split()]


def lay_tokens(
    spots: Sequence[Hex],
    bare: Collection[Hex],
    numbers: Sequence[int],
    tokens: str,
    spiral_from: str,
    rng: random.Random,
) -> dict[Hex, tuple[int, ...]]:
    """Lay a number on each hex of an island but the `bare` ones: as many numbers as there are such hexes.

    `tokens` is `spiral`, in their order along a spiral (BASE-004), or `random`, with no 6 or 8 beside a 6 or 8
    (BASE-005). `spiral_from` is `corner` for a corner hex drawn at random, or the name of a coastal hex; ConfigError
    for any other.
    """
    if tokens == "spiral":
        order = spiral(spots, _spiral_start(spots, spiral_from, rng), bare)
        number_at = dict(zip(order, numbers, strict=True))
    else:
        left = list(numbers)
        productive = [at for at in spots if at not in bare]
        while True:
            rng.shuffle(left)
            number_at = dict(zip(productive, left, strict=True))
            if not red_neighbours(number_at):
                break
    return {at: (number,) for at, number in number_at.items()}


def red_neighbours(number_at: Mapping[Hex, int]) -> bool:
    """Whether a 6 or 8 lies beside a 6 or 8."""
    for at, number in number_at.items():
        if number in RED and any(number_at.get(neighbour(at, side)) in RED for side in SIDES):
            return True
    return False


def _spiral_start(spots: Sequence[Hex], spiral_from: str, rng: random.Random) -> Hex:
    coast = [at for at in spots if any(neighbour(at, side) not in spots for side in SIDES)]
    if spiral_from == "corner":
        corners = [at for at in coast if sum(neighbour(at, side) in spots for side in SIDES) == 3]
        return rng.choice(corners or coast)
    for at in coast:
        if hex_name(at) == spiral_from:
            return at
    raise ConfigError(
        "options.spiral_from = {given}: say 'corner' or a coastal hex, one of {known}",
        {"given": quote(spiral_from), "known": ", ".join(hex_name(at) for at in coast)},
        "BASE-004",
    )


def shuffle_harbors(layout: Layout, rng: random.Random) -> Layout:
    """Shuffle the kinds of harbours over their places (BASE-006)."""
    kinds = [h.good for h in layout.harbors]
    rng.shuffle(kinds)
    harbors = tuple(replace(h, good=good) for h, good in zip(layout.harbors, kinds, strict=True))
    return replace(layout, harbors=harbors)
