"""Games that an independent engine has played, as JSON lines: read and checked for form, one game after another.

A game is a line `t: game` (the board, the deck), one line `t: step` for each decision, and a line `t: end`. The peer's
hexes have cube coordinates with E = (1,-1,0), NE = (1,0,-1) and NW = (0,1,-1); its corners ("nodes") have numbers, its
paths are pairs of them.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, Literal

import msgspec

RESOURCES: Final = ("WOOD", "BRICK", "SHEEP", "WHEAT", "ORE")
CARDS: Final = ("KNIGHT", "YEAR_OF_PLENTY", "MONOPOLY", "ROAD_BUILDING", "VICTORY_POINT")

Resource = Literal["WOOD", "BRICK", "SHEEP", "WHEAT", "ORE"]
Card = Literal["KNIGHT", "YEAR_OF_PLENTY", "MONOPOLY", "ROAD_BUILDING", "VICTORY_POINT"]
Direction = Literal["NORTH", "NORTHEAST", "SOUTHEAST", "SOUTH", "SOUTHWEST", "NORTHWEST"]

DIRECTIONS: Final[tuple[Direction, ...]] = ("NORTH", "NORTHEAST", "SOUTHEAST", "SOUTH", "SOUTHWEST", "NORTHWEST")


class FormatError(Exception):
    """A file is no collection of such games; the message names the file and the line."""


class Tile(msgspec.Struct):
    """A land hex; `nodes` are its corners by direction."""

    id: int
    q: int
    r: int
    s: int
    resource: Resource | None
    number: int | None
    nodes: dict[Direction, int]


class Port(msgspec.Struct):
    """A harbour at two corners; without a resource it is the general one."""

    resource: Resource | None
    nodes: tuple[int, int]


class Setup(msgspec.Struct, tag_field="t", tag="game"):
    """What lies on the table before the first step; `dev_deck` has the next card last."""

    seats: list[str]
    vps_to_win: int
    discard_limit: int
    robber: int
    dev_deck: list[Card]
    tiles: list[Tile]
    ports: list[Port]
    nodes: dict[int, tuple[int, int, int]]
    seed: int | str | None = None


class Road(msgspec.Struct):
    """Who holds the longest road, as the peer sees it."""

    holder: int | None
    len: int


class Next(msgspec.Struct):
    """Who decides next, and what."""

    seat: int
    prompt: str
    discard_counts: list[int]
    free_roads: int


class Player(msgspec.Struct):
    """One seat after a step; `pieces`: roads, settlements and cities left, `vp`: all points, `pub`: the open ones."""

    res: tuple[int, int, int, int, int]
    dev: dict[Card, int]
    played: dict[Card, int]
    vp: int
    pub: int
    road_len: int
    pieces: tuple[int, int, int]
    rolled: bool
    dev_played: bool


class After(msgspec.Struct):
    """The position after a step."""

    bank: tuple[int, int, int, int, int]
    dev_left: int
    robber: int
    road: Road
    army: int | None
    next: Next
    p: list[Player]


Action = tuple[str, Any]
"""A type and a value; the type is one of the peer's own words."""


class Step(msgspec.Struct, tag_field="t", tag="step"):
    """One decision: what was legal, what was done, what chance brought, what followed, where it breaks the rules."""

    i: int
    seat: int
    turn: int
    prompt: str
    legal: list[Action]
    a: Action
    after: After
    r: Any = None
    x: list[str] = []


class End(msgspec.Struct, tag_field="t", tag="end"):
    """How a game ended; without a winner it was cut off."""

    steps: int
    winner: int | None
    winner_on_own_turn: bool | None = None
    seed: int | str | None = None


class PeerGame(msgspec.Struct):
    """One whole game and the line of the file where it begins."""

    line: int
    setup: Setup
    steps: list[Step]
    end: End


_decoder: Final[msgspec.json.Decoder[Setup | Step | End]] = msgspec.json.Decoder(Setup | Step | End)


def read_games(path: Path) -> Iterator[PeerGame]:
    """The games of a file, plain or gzipped. Raises FormatError that names the file and the line."""
    setup: Setup | None = None
    steps: list[Step] = []
    began = 0
    at = 0
    for at, line in enumerate(lines_of(path), 1):
        where = f"{path}: line {at}"
        if not line.strip():
            continue
        entry = _entry(line, where)
        if isinstance(entry, Setup):
            if setup is not None:
                raise FormatError(f"{where}: a game begins before the one of line {began} has ended")
            setup, steps, began = entry, [], at
            _check_setup(setup, where)
        elif setup is None:
            raise FormatError(f"{where}: a line of a game before its 'game' line")
        elif isinstance(entry, Step):
            if entry.i != len(steps):
                raise FormatError(f"{where}: expected step {len(steps)}, got {entry.i}; lines are missing or doubled")
            _check_step(entry, setup, where)
            steps.append(entry)
        else:
            if entry.steps != len(steps):
                raise FormatError(f"{where}: the end counts {entry.steps} steps, there are {len(steps)}")
            yield PeerGame(began, setup, steps, entry)
            setup = None
    if setup is not None:
        raise FormatError(f"{path}: line {at}: the game of line {began} has no end: the file is truncated")
    if began == 0:
        raise FormatError(f"{path}: line 1: there is no game in this file")


def lines_of(path: Path) -> Iterator[bytes]:
    """The lines of a file, plain or gzipped. Raises FormatError if it cannot be read."""
    try:
        with path.open("rb") as raw:
            zipped = raw.read(2) == b"\x1f\x8b"
            raw.seek(0)
            if zipped:
                with gzip.open(raw) as text:
                    yield from text
            else:
                yield from raw
    except (OSError, EOFError, zlib.error) as error:
        raise FormatError(f"{path}: cannot be read: {error}") from None


def _entry(line: bytes, where: str) -> Setup | Step | End:
    try:
        return _decoder.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        text = line[:60].decode("utf-8", "replace").strip()
        raise FormatError(f"{where}: {text!r}: {error}") from None


def _check_setup(setup: Setup, where: str) -> None:
    tiles = {tile.id: tile for tile in setup.tiles}
    if not 2 <= len(setup.seats) <= 4:
        raise FormatError(f"{where}: {len(setup.seats)} seats; games of 2 to 4 can be compared")
    if len(tiles) != len(setup.tiles) or setup.robber not in tiles:
        raise FormatError(f"{where}: the tiles must have ids of their own, and the robber must stand on one")
    for tile in setup.tiles:
        if tile.q + tile.r + tile.s != 0:
            raise FormatError(f"{where}: tile {tile.id}: cube coordinates must add up to 0")
        if set(tile.nodes) != set(DIRECTIONS) or not set(tile.nodes.values()) <= set(setup.nodes):
            raise FormatError(f"{where}: tile {tile.id}: six corners that 'nodes' knows are needed")
    for port in setup.ports:
        if not set(port.nodes) <= set(setup.nodes):
            raise FormatError(f"{where}: a port lies at corners that 'nodes' does not know: {port.nodes}")


def _check_step(step: Step, setup: Setup, where: str) -> None:
    seats = len(setup.seats)
    after = step.after
    people = (step.seat, step.turn, after.next.seat, after.army, after.road.holder)
    if any(seat is not None and not 0 <= seat < seats for seat in people):
        raise FormatError(f"{where}: a seat that is not among the {seats}")
    if len(after.p) != seats or len(after.next.discard_counts) != seats:
        raise FormatError(f"{where}: expected {seats} players after the step, got {len(after.p)}")
    if after.robber not in {tile.id for tile in setup.tiles}:
        raise FormatError(f"{where}: the robber stands on no tile: {after.robber}")
