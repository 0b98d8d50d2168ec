"""The wheel board as sixteen squares that are laid like tiles (WHEEL-001 to WHEEL-005)."""

from __future__ import annotations

from functools import cache
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from bastide.carcassonne.base.carcassonne import Carcassonne
from bastide.carcassonne.base.laying import join_inside, lay_board, neighbour
from bastide.carcassonne.base.tables import Kind
from bastide.carcassonne.tiles.load import read_tile
from bastide.carcassonne.tiles.model import Tile
from bastide.carcassonne.tiles.sets import TileError
from bastide.kernel.data import read_table
from bastide.kernel.state import State

SIDE: Final[i64] = 4
SQUARES: Final[i64] = 16
PREFIX: Final = "board"
DATA: Final = read_table("bastide.expansions.carcassonne.wheel.rules", "board.toml")


@cache
def squares() -> tuple[Tile, ...]:
    """The squares, row by row. Raises TileError."""
    entries = DATA["square"]
    tiles = tuple(read_tile({**entry, "copies": 1}, PREFIX, inside=True) for entry in entries)
    if [tile.id for tile in tiles] != [f"{PREFIX}.{n % SIDE},{n // SIDE}" for n in range(SQUARES)]:
        raise TileError(f"{PREFIX}: there must be {SQUARES} squares, row by row")
    return tiles


@cache
def fields() -> tuple[tuple[tuple[int, int], ...], ...]:
    """The fields that go round the wheel: for each its sections, as square and number on it. Raises TileError."""
    return tuple(tuple(_section(text) for text in field["sections"]) for field in DATA["field"])


def _section(text: str) -> tuple[int, int]:
    where, _, name = text.partition(" ")
    for n, tile in enumerate(squares()):
        if tile.id == f"{PREFIX}.{where}" and name in tile.names(0):
            return n, tile.names(0).index(name)
    raise TileError(f"{PREFIX}: there is no section {text!r}")


def board_kinds() -> list[Kind]:
    """A kind for each square; none is ever drawn."""
    return [Kind(tile, tile.id, 1, 0) for tile in squares()]


@final
class Board:
    """The board of a configured game: `squares` are tiles 0 to 15."""

    def __init__(self, r: Carcassonne) -> None:
        self.r = r
        positions: vec[i64] = vec[i64]()
        lies: vec[i64] = vec[i64]()
        for n, tile in enumerate(squares()):
            positions = append(positions, r.position_of(n % SIDE, n // SIDE))
            lies = append(lies, r.tables.kind_index[tile.id] * 4)
        self.positions = positions
        self.lies = lies
        self.are_tiles: bool = r.config.options["wheel_squares"] == "tiles"

    def lay(self, s: State) -> None:
        """The board lies out, its north-west square at 0,0."""
        r = self.r
        c = s.cells
        lay_board(r, s, self.positions, self.lies)
        for field in fields():
            at, k = field[0]
            for at2, k2 in field[1:]:
                join_inside(r, s, c[r.first + at] + k, c[r.first + at2] + k2)
        s.emit("board", -1, self.positions[0])

    def forget_neighbours(self, s: State, tile: i64) -> None:
        """For the option `wheel_squares`: squares are no tiles around a monastery just laid (WHEEL-004)."""
        r = self.r
        c = s.cells
        k = r.tables.monastery[c[r.lies + tile] // 4]
        if self.are_tiles or k < 0:
            return
        for step in range(8):
            beside = neighbour(r, s, c[r.place_of + tile], step)
            if beside >= 0 and 0 < c[r.standing + beside] <= SQUARES:
                c[r.ends + c[r.first + tile] + k] += 1
