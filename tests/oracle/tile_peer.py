"""Games of Carcassonne that an independent engine has played, as JSON lines: read and checked for form.

A game is a line `kind: start` (the parts in play, the players, the start tile), one line `kind: turn` for each tile,
and a line `kind: end`. Placements are x (east), y (south) and degrees clockwise. Sections are named by sides (`WE`,
`_W`: all but W) or half sides (`NL.NR`) as they lie on the board, `I` for what touches no side.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import msgspec

from bastide.carcassonne.tiles.load import tiles_of
from bastide.carcassonne.tiles.model import HALVES, SIDES, Tile
from bastide.carcassonne.tiles.sets import sets
from tests.oracle.reading import Form, FormatError, Whole, read

NAMES: Final[dict[str, str]] = tomllib.loads(
    Path(__file__).with_name("carcassonne_tiles.toml").read_text(encoding="utf-8")
)
TILES: Final[dict[str, Tile]] = {tile.id: tile for name in sets() for tile in tiles_of(name)}
KINDS: Final = {"Road": "road", "City": "city", "Monastery": "monastery", "Field": "field"}

Place = tuple[int, int, int]
Spot = tuple[str, frozenset[int]]
"""A section: its kind, and its sides or half-edges as they lie."""


class Laid(msgspec.Struct):
    """A tile that lies out at the start."""

    tile: str
    pos: tuple[int, int]
    rot: int


class Option(msgspec.Struct):
    """A figure and where it may stand."""

    piece: str
    pos: tuple[int, int]
    feature: str
    loc: str


class Start(msgspec.Struct, tag_field="kind", tag="start"):
    """What is played and how it begins."""

    config: list[str]
    players: int
    start: list[Laid]


class Turn(msgspec.Struct, tag_field="kind", tag="turn"):
    """One tile: where it might have gone, where it went, what a figure could do and did, what was scored."""

    n: int
    player: int
    tile: str
    left: int
    legal: list[Place]
    place: Place
    meepleOptions: list[Option]
    meeple: Option | None
    events: list[dict[str, Any]]
    scores: list[int]
    supply: list[dict[str, int]] | None = None
    last: bool = False


class End(msgspec.Struct, tag_field="kind", tag="end"):
    """How a game ended; `discarded` are the tiles that fitted nowhere, in their order."""

    placements: int
    final: list[int]
    discarded: list[str]


PeerGame = Whole[Start, Turn, End]


def read_games(path: Path) -> Iterator[PeerGame]:
    """The games of a file, plain or gzipped. Raises FormatError that names the file and the line."""
    return read(path, Form(Start, Turn, End, _check_start, _check_turn, _check_end))


def _check_start(start: Start, where: str) -> None:
    if not 2 <= start.players <= 8:
        raise FormatError(f"{where}: {start.players} players; games of 2 to 8 can be compared")


def _check_turn(turn: Turn, before: int, start: Start, where: str) -> None:
    if turn.n != before:
        raise FormatError(f"{where}: expected turn {before}, got {turn.n}; lines are missing or doubled")
    rows = [turn.scores, turn.supply if turn.supply is not None else turn.scores]
    if not 0 <= turn.player < start.players or any(len(row) != start.players for row in rows):
        raise FormatError(f"{where}: there are {start.players} players")


def _check_end(end: End, before: int, where: str) -> None:
    if end.placements != before:
        raise FormatError(f"{where}: the end counts {end.placements} tiles, there are {before}")


def our_tile(name: str) -> Tile:
    """Our tile of the peer's name. Raises FormatError if there is none."""
    if name not in NAMES:
        raise FormatError(f"{name!r} is no tile that is known")
    return TILES[NAMES[name]]


def spot(feature: str, loc: str) -> Spot:
    """A section as the peer names it. Raises FormatError if it is no name."""
    if feature not in KINDS:
        raise FormatError(f"{feature!r} is no kind of feature that can be compared")
    kind = KINDS[feature]
    if loc == "I":
        return kind, frozenset()
    if kind == "field":
        halves = loc.split(".")
        if not set(halves) <= set(HALVES):
            raise FormatError(f"{loc!r} names no half sides")
        return kind, frozenset(HALVES.index(half) for half in halves)
    sides = frozenset(SIDES.index(side) for side in loc.removeprefix("_") if side in SIDES)
    if not sides or len(sides) != len(loc.removeprefix("_")):
        raise FormatError(f"{loc!r} names no sides")
    return kind, frozenset(range(4)) - sides if loc.startswith("_") else sides
