"""The lake and the fishing grounds: how they are dealt, and which corners they serve (TB-FISH-001, -003, -005)."""

from __future__ import annotations

import random
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from bastide.catan.base.reading import seeded
from bastide.catan.board.graph import Board
from bastide.catan.board.grid import SIDES, neighbour
from bastide.catan.board.layout import (
    LaidHex,
    LaidSite,
    Layout,
    beginner,
    board_data,
    lay_tokens,
    lettered,
)
from bastide.kernel.errors import ConfigError, quote

LAKE: Final = "lake"
"""The terrain of the lake."""
GROUND: Final = "ground"
"""The word of a site: the middle corner of a fishing ground, with its number as the value."""
LAKE_NUMBERS: Final = (2, 3, 11, 12)
GROUNDS: Final = {"1,-3,S": 9, "2,0,N": 8, "2,0,S": 4, "-2,3,N": 10, "-2,1,S": 6, "-1,-1,N": 5}
"""Where the coast turns inward without a harbour, clockwise from the top, with the numbers of the beginners' island."""
SEVEN: Final = 7


def deal_layout(name: str, options: dict[str, Any], rng: random.Random | None) -> Layout:
    """Deal the island with its lake and grounds. Raises ConfigError without the seed that a shuffle needs."""
    printed = beginner()
    numbers = list(GROUNDS.values())
    if name == "beginner":
        hexes = [LaidHex(h.q, h.r, LAKE, LAKE_NUMBERS) if h.terrain == "desert" else h for h in printed.hexes]
    else:
        chance = seeded(rng, f"layout = {quote(name)}")
        hexes = shuffled(printed.hexes, name, str(options["spiral_from"]), chance)
        chance.shuffle(numbers)
    sites = tuple(LaidSite(GROUND, place, number) for place, number in zip(GROUNDS, numbers, strict=True))
    return Layout(tuple(hexes), printed.harbors, printed.starts if name == "beginner" else (), sites)


def shuffled(printed: tuple[LaidHex, ...], tokens: str, spiral_from: str, rng: random.Random) -> list[LaidHex]:
    """The hexes of the base island anew: the lake in place of the desert on an inner hex, numbers as in the base."""
    spots = [(h.q, h.r) for h in printed]
    lake = rng.choice([at for at in spots if all(neighbour(at, side) in spots for side in SIDES)])
    terrains = [h.terrain for h in printed if h.terrain != "desert"]
    rng.shuffle(terrains)
    numbers = lay_tokens(spots, [lake], lettered(board_data()["tokens"]), tokens, spiral_from, rng)
    numbers[lake] = LAKE_NUMBERS
    return [LaidHex(*at, LAKE if at == lake else terrains.pop(), numbers[at]) for at in spots]


def check(board: Board) -> None:
    """Refuse a board whose lake, desert or grounds do not suit the scenario. Raises ConfigError."""
    if "desert" in board.terrain:
        raise ConfigError("layout: the lake takes the place of the desert", None, "TB-FISH-001")
    for hex_ in range(int(board.land)):
        if board.terrain[hex_] == LAKE and on_rim(board, hex_):
            raise ConfigError(
                "layout: {place} is on the coast: land lies all round the lake",
                {"place": quote(board.hex_names[hex_])},
                "TB-FISH-001",
            )
    for corner, number in board.sites(GROUND):
        place = quote(board.corner_names[corner])
        if not 2 <= number <= 12 or number == SEVEN:
            raise ConfigError(
                "layout: the fishing ground at {place} has the number {given}; it may be 2 to 12, but not 7",
                {"place": place, "given": number},
                "TB-FISH-003",
            )
        if len(land_at(board, corner)) != 2:
            raise ConfigError(
                "layout: {place} takes no fishing ground: it lies where two hexes of land meet at the sea",
                {"place": place},
                "TB-FISH-003",
            )


def land_at(board: Board, corner: int) -> list[int]:
    """The hexes of land at a corner."""
    near = [int(board.corner_hexes[3 * corner + k]) for k in range(3)]
    return [hex_ for hex_ in near if 0 <= hex_ < board.land]


def on_rim(board: Board, hex_: int) -> bool:
    """Whether a hex of land touches the coast."""
    return any(len(land_at(board, int(board.hex_corners[6 * hex_ + k]))) < 3 for k in range(6))


def served_by(board: Board, corner: int) -> list[int]:
    """The three corners that a ground at a corner serves: that one, and those beside it along the coast."""
    out = [corner]
    for k in range(3):
        edge = int(board.corner_edges[3 * corner + k])
        if edge >= 0 and board.by_water(edge):
            out.append(int(board.corner_corners[3 * corner + k]))
    return sorted(out)


class Waters:
    """The corners that each number serves, in flat tables.

    `corners[start[number]]` to `corners[start[number + 1] - 1]` are served by the grounds and lakes of a number; `lake`
    has the hex of the lake, or -1 for a ground. `fishing` has a cell a corner: 1 if any water serves it. `most` is the
    number of tokens that one roll can bring a seat.
    """

    def __init__(self, board: Board) -> None:
        corners: list[int] = []
        lakes: list[int] = []
        start: list[int] = []
        grounds = [(served_by(board, corner), number) for corner, number in board.sites(GROUND)]
        for number in range(14):
            start.append(len(corners))
            for served, its_number in grounds:
                if its_number == number:
                    corners += served
                    lakes += [-1] * len(served)
            for hex_ in range(int(board.land)):
                if board.terrain[hex_] == LAKE and number in board.numbers[hex_]:
                    corners += [int(board.hex_corners[6 * hex_ + k]) for k in range(6)]
                    lakes += [hex_] * 6
        fishing = [0] * int(board.corners)
        for corner in corners:
            fishing[corner] = 1
        self.corners: vec[i64] = vec[i64](corners)
        self.lake: vec[i64] = vec[i64](lakes)
        self.start: vec[i64] = vec[i64](start)
        self.fishing: vec[i64] = vec[i64](fishing)
        self.most: int = max([2 * (start[n + 1] - start[n]) for n in range(13)], default=0)
