"""Games that an independent engine has played, as JSON lines: read and checked for form, one game after another.

A game is a line `t: game` (the board, the deck), one line `t: step` for each decision, and a line `t: end`. The peer's
hexes have cube coordinates with E = (1,-1,0), NE = (1,0,-1) and NW = (0,1,-1); its corners ("nodes") have numbers, its
paths are pairs of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, Literal

import msgspec

from tests.oracle.reading import Form, FormatError, Whole, read

RESOURCES: Final = ("WOOD", "BRICK", "SHEEP", "WHEAT", "ORE")
CARDS: Final = ("KNIGHT", "YEAR_OF_PLENTY", "MONOPOLY", "ROAD_BUILDING", "VICTORY_POINT")

Resource = Literal["WOOD", "BRICK", "SHEEP", "WHEAT", "ORE"]
Card = Literal["KNIGHT", "YEAR_OF_PLENTY", "MONOPOLY", "ROAD_BUILDING", "VICTORY_POINT"]
Direction = Literal["NORTH", "NORTHEAST", "SOUTHEAST", "SOUTH", "SOUTHWEST", "NORTHWEST"]

DIRECTIONS: Final[tuple[Direction, ...]] = ("NORTH", "NORTHEAST", "SOUTHEAST", "SOUTH", "SOUTHWEST", "NORTHWEST")


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


PeerGame = Whole[Setup, Step, End]


def read_games(path: Path) -> Iterator[PeerGame]:
    """The games of a file, plain or gzipped. Raises FormatError that names the file and the line."""
    return read(path, Form(Setup, Step, End, _check_setup, _check_step, _check_end))


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


def _check_step(step: Step, before: int, setup: Setup, where: str) -> None:
    if step.i != before:
        raise FormatError(f"{where}: expected step {before}, got {step.i}; lines are missing or doubled")
    seats = len(setup.seats)
    after = step.after
    people = (step.seat, step.turn, after.next.seat, after.army, after.road.holder)
    if any(seat is not None and not 0 <= seat < seats for seat in people):
        raise FormatError(f"{where}: a seat that is not among the {seats}")
    if len(after.p) != seats or len(after.next.discard_counts) != seats:
        raise FormatError(f"{where}: expected {seats} players after the step, got {len(after.p)}")
    if after.robber not in {tile.id for tile in setup.tiles}:
        raise FormatError(f"{where}: the robber stands on no tile: {after.robber}")


def _check_end(end: End, before: int, where: str) -> None:
    if end.steps != before:
        raise FormatError(f"{where}: the end counts {end.steps} steps, there are {before}")
