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

from bastide.carcassonne.tiles.load import SETS, tiles_of
from bastide.carcassonne.tiles.model import HALVES, SIDES, Tile
from tests.oracle.peer import FormatError, lines_of

NAMES: Final[dict[str, str]] = tomllib.loads(
    Path(__file__).with_name("carcassonne_tiles.toml").read_text(encoding="utf-8")
)
TILES: Final[dict[str, Tile]] = {tile.id: tile for name in SETS for tile in tiles_of(name)}
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


class PeerGame(msgspec.Struct):
    """One whole game and the line of the file where it begins."""

    line: int
    start: Start
    turns: list[Turn]
    end: End


_decoder: Final[msgspec.json.Decoder[Start | Turn | End]] = msgspec.json.Decoder(Start | Turn | End)


def read_games(path: Path) -> Iterator[PeerGame]:
    """The games of a file, plain or gzipped. Raises FormatError that names the file and the line."""
    start: Start | None = None
    turns: list[Turn] = []
    began = at = 0
    for at, line in enumerate(lines_of(path), 1):
        where = f"{path}: line {at}"
        if not line.strip():
            continue
        try:
            entry = _decoder.decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            text = line[:60].decode("utf-8", "replace").strip()
            raise FormatError(f"{where}: {text!r}: {error}") from None
        if isinstance(entry, Start):
            if start is not None:
                raise FormatError(f"{where}: a game begins before the one of line {began} has ended")
            if not 2 <= entry.players <= 8:
                raise FormatError(f"{where}: {entry.players} players; games of 2 to 8 can be compared")
            start, turns, began = entry, [], at
        elif start is None:
            raise FormatError(f"{where}: a line of a game before its 'start' line")
        elif isinstance(entry, Turn):
            if entry.n != len(turns):
                raise FormatError(f"{where}: expected turn {len(turns)}, got {entry.n}; lines are missing or doubled")
            rows = [entry.scores, entry.supply if entry.supply is not None else entry.scores]
            if not 0 <= entry.player < start.players or any(len(row) != start.players for row in rows):
                raise FormatError(f"{where}: there are {start.players} players")
            turns.append(entry)
        else:
            if entry.placements != len(turns):
                raise FormatError(f"{where}: the end counts {entry.placements} tiles, there are {len(turns)}")
            yield PeerGame(began, start, turns, entry)
            start = None
    if start is not None:
        raise FormatError(f"{path}: line {at}: the game of line {began} has no end: the file is truncated")
    if began == 0:
        raise FormatError(f"{path}: line 1: there is no game in this file")


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
