"""The country between tiles: woods and tilled land across their borders, and light over all, so that a board looks like
one landscape. What grows where follows from the tiles and their places alone.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Final, NamedTuple

from bastide.view.carcassonne.model import Laid
from bastide.view.carcassonne.svg.pieces import SCALE, TILE
from bastide.view.carcassonne.text import PICTURED
from bastide.view.carcassonne.tiles.borders import PLACES, corner_of, side_of
from bastide.view.carcassonne.tiles.growth import COPIES, GROWTH, REACH, drawing_of
from bastide.view.carcassonne.tiles.ink import K
from bastide.view.svg.ink import n

REVISION: Final = 4
"""Part of the URL of a picture: increase it when pictures change, since browsers cache them."""
SIDE: Final = 2 * REACH * K * SCALE
"""The side of a drawing's box on the board."""
MEADOW, LIGHT = "meadow", "light"
"""The pictures that repeat over the whole board."""
SKY: Final = (7 * TILE, 5 * TILE)
"""The light repeats after so many tiles, by another measure than the meadow."""
LAP: Final = 0.3
"""How far the meadow of a tile reaches under its neighbours."""
FINE: Final = 1024
"""The most pixels of the meadow, which spans two tiles."""
SOFT: Final = 128
"""The most pixels that the light needs, which has no edges."""
RIM: Final = 2
"""How much more than its period the picture of the meadow holds on each side."""
SOUTH, EAST, NORTH, WEST = 2, 1, 0, 3
"""Sides of a tile."""
MIDDLE: Final = PLACES // 2
CHANCES: Final = 9973
ROUND: Final = ("clump", "bushes")
"""What has no direction."""
CORNERS: Final = ((5, "wood"), (3, "copse"), (2, "clump"), (1, "bushes"))
"""How far a corner must be open, for what."""


class Growth(NamedTuple):
    """Something that grows across a border: its drawing, and its middle on the board."""

    name: str
    x: float
    y: float


Paint = Callable[[Growth], str]
"""Draws something that grows."""


def chance(x: int, y: int, what: str) -> int:
    """A number that is the same whenever a place is drawn."""
    return zlib.crc32(f"{what} {x} {y}".encode())


def depths(one: Laid, other: Laid, sides: tuple[int, int]) -> list[int]:
    """How far the meadow is open on both sides of a border at its places, from the north or west."""
    first = side_of(one.tile, one.turns, sides[0])
    second = side_of(other.tile, other.turns, sides[1])
    # Sides are told clockwise: those of the south and west backwards.
    first, second = (
        line[::-1] if side in (SOUTH, WEST) else line for line, side in zip((first, second), sides, strict=True)
    )
    return [min(int(a), int(b)) for a, b in zip(first, second, strict=True)]


def chosen(open_: list[int], number: int) -> list[tuple[str, int]]:
    """What grows on a border and at which of its places, by how far it is open and a random number."""
    if min(open_[1:-1]) >= 5 and min(open_) >= 3 and number % 3 < 2:
        return [("acres", MIDDLE)]
    number //= 3
    for place in (MIDDLE, MIDDLE - 1, MIDDLE + 1):
        if min(open_[place - 1 : place + 2]) >= 3 and min(open_[place - 2], open_[place + 2]) >= 2 and number % 5 < 2:
            return [("acre", place)]
    number //= 5
    out = []
    # A road may leave room on both sides of it.
    for half in (range(MIDDLE), range(MIDDLE + 1, PLACES)):
        place = max(half, key=lambda place: (open_[place], (place + number) % MIDDLE))
        around = min(open_[max(0, place - 1)], open_[min(PLACES - 1, place + 1)])
        if open_[place] >= 3 and around >= 2 and 0 < place < PLACES - 1 and number % 5 < 3:
            out.append(("grove", place))
        elif open_[place] >= 2 and number % 5 < 4:
            out.append(("clump", place))
        elif open_[place] == 1 and number % 5 < 3:
            out.append(("bushes", place))
        number //= 5
    return out


@lru_cache(maxsize=4096)
def across(one: Laid | None, other: Laid) -> tuple[Growth, ...]:
    """What grows on the border between a tile and the one east or south of it."""
    if one is None or one.tile not in PICTURED or other.tile not in PICTURED:
        return ()
    lies = one.x == other.x
    number = chance(other.x, other.y, "h" if lies else "v")
    out = []
    for kind, place in chosen(depths(one, other, (SOUTH, NORTH) if lies else (EAST, WEST)), number % CHANCES):
        along = (place + 1) / (PLACES + 1) * TILE
        direction = "" if kind in ROUND else "-h" if lies else "-v"
        x, y = other.x * TILE + along * lies, other.y * TILE + along * (not lies)
        out.append(Growth(f"{kind}{direction}-{(number // CHANCES + place) % COPIES}", x, y))
    return tuple(out)


@lru_cache(maxsize=4096)
def around(*four: Laid | None) -> tuple[Growth, ...]:
    """What grows where four tiles meet: those south-east of the corner, south-west, north-west and north-east of it."""
    tiles = [tile for tile in four if tile is not None and tile.tile in PICTURED]
    if len(tiles) < len(four):
        return ()
    x, y = tiles[0].x, tiles[0].y
    number = chance(x, y, "corner")
    room = min(corner_of(tile.tile, tile.turns, corner) for corner, tile in enumerate(tiles))
    kind = next((kind for least, kind in CORNERS if room >= least), "")
    if not kind or number % 6 == 0:
        return ()
    return (Growth(f"{kind}-{number // 6 % COPIES}", x * TILE, y * TILE),)


def is_flat(growth: Growth) -> bool:
    """Whether it is tilled land."""
    return growth.name.startswith("acre")


def tilled(tiles: Iterable[Laid]) -> list[list[Growth]]:
    """For each tile, in the order in which they were laid: the tilled land across its borders with those before it."""
    at: dict[tuple[int, int], Laid] = {}
    out = []
    for tile in tiles:
        x, y = tile.x, tile.y
        at[x, y] = tile
        found = across(at.get((x, y - 1)), tile) + across(at.get((x - 1, y)), tile)
        for other in (at.get((x, y + 1)), at.get((x + 1, y))):
            found += across(tile, other) if other is not None else ()
        out.append([one for one in found if is_flat(one)])
    return out


def woods(tiles: Iterable[Laid]) -> dict[int, tuple[list[Growth], list[Growth]]]:
    """For each row of the board: the woods on its northern border, and those on the borders within it."""
    at = {(tile.x, tile.y): tile for tile in tiles}
    out: dict[int, tuple[list[Growth], list[Growth]]] = {}
    for (x, y), tile in at.items():
        north, within = out.setdefault(y, ([], []))
        above, left = at.get((x, y - 1)), at.get((x - 1, y))
        found = across(above, tile) + around(tile, left, at.get((x - 1, y - 1)), above)
        north += [one for one in found if not is_flat(one)]
        within += [one for one in across(left, tile) if not is_flat(one)]
    return out


def under(tile: Laid) -> str:
    """The meadow under a tile. It reaches a little under its neighbours, so that no seam shows."""
    return window(tile, MEADOW, (2 * TILE, 2 * TILE), FINE, LAP)


def light(tile: Laid) -> str:
    """The light and the shadows of clouds over a tile, which go on over its neighbours."""
    return window(tile, LIGHT, SKY, SOFT)


def window(tile: Laid, picture: str, period: tuple[int, int], most: int, lap: float = 0) -> str:
    """What a tile shows of a picture that repeats over the whole board. All tiles share one bitmap of it.

    `most` is the most pixels of that bitmap.

    A pattern would do the same, but a browser keeps a copy of it for each scale at which a board was drawn.
    """
    x, y, side = n(tile.x * TILE - lap), n(tile.y * TILE - lap), n(TILE + 2 * lap)
    box = f"{n(tile.x * TILE % period[0] - lap)} {n(tile.y * TILE % period[1] - lap)} {side} {side}"
    more = RIM * (lap > 0)
    wide, high = (n(length + 2 * more) for length in period)
    return (
        f'<svg x="{x}" y="{y}" width="{side}" height="{side}" viewBox="{box}"><image data-art="{address_of(picture)}"'
        f' data-most="{most}" x="{n(-more)}" y="{n(-more)}" width="{wide}" height="{high}"/></svg>'
    )


def address_of(picture: str) -> str:
    """The URL of a picture that repeats over the whole board."""
    return f"/art/country/{REVISION}/{picture}.svg"


def growth_image(growth: Growth) -> str:
    """It as a separate image, which the page's script turns into a bitmap and shows."""
    x, y = n(growth.x - SIDE / 2), n(growth.y - SIDE / 2)
    return (
        f'<image data-art="/art/{GROWTH}/{REVISION}/{growth.name}.svg" x="{x}" y="{y}" width="{n(SIDE)}"'
        f' height="{n(SIDE)}"/>'
    )


def inline_growth(growth: Growth) -> str:
    """It drawn inline."""
    return f'<g transform="translate({n(growth.x)} {n(growth.y)}) scale({SCALE:.5f})">{drawing_of(growth.name)}</g>'
