"""Tile lookup tables in flat rows, per kind of tile and per rotation.

A kind is a set of tiles indistinguishable when drawn: one type of tile, or its copies that bear one number. A
kind in a rotation (quarter turns clockwise) is the number `kind * 4 + rotation`, named `lies` below.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bastide.carcassonne.tiles.model import FIELD, KINDS, MONASTERY, NAMES, Tile
from bastide.carcassonne.tiles.sets import tags as all_tags

ROAD_KIND: Final[i64] = 0
CITY_KIND: Final[i64] = 1
MONASTERY_KIND: Final[i64] = 2
FIELD_KIND: Final[i64] = 3

SECTIONS: Final[i64] = 8
"""The most sections of a tile."""
NAMED: Final[i64] = 18
"""The number of section names."""

TERRAIN: Final = ".RCFI"
"""The letters of edges; a side with no neighbour, and one inside a board, is 0."""
RIMS: Final[i64] = 625
"""The number of rims, given the four neighbours: 5 ** 4."""
RIM_DIGIT: Final = vec[i64]([1, 5, 25, 125])

TAG_DIGIT: Final[i64] = 64
"""Tag counts are digits of one number, so joining sections adds them."""
SHIELD: Final[i64] = 0
"""The digit of shields; a tag's digit is its index in `sets.tags()`."""


class Kind:
    """Tiles indistinguishable when drawn: the tile, its name in notation, its number.

    Of its `copies` in the game, `left` are in the pile when the game begins.
    """

    def __init__(self, tile: Tile, name: str, copies: int, left: int) -> None:
        self.tile = tile
        self.name = name
        self.copies = copies
        self.left = left


class TileTables:
    """The tables of one configured game; `names` are its kinds in notation."""

    def __init__(self, all_kinds: list[Kind]) -> None:
        tiles = [kind.tile for kind in all_kinds]
        kinds = len(tiles)
        self.kinds: i64 = kinds
        self.tiles = tiles
        self.names = [kind.name for kind in all_kinds]
        self.kind_index: dict[str, int] = {name: kind for kind, name in enumerate(self.names)}
        self.sections: vec[i64] = vec[i64]([len(tile.sections) for tile in tiles])
        self.monastery: vec[i64] = vec[i64](
            [next((k for k, part in enumerate(tile.sections) if part.kind == MONASTERY), -1) for tile in tiles]
        )
        # By kind * SECTIONS + section:
        part_kind = [0] * (kinds * 8)
        ends = [0] * (kinds * 8)
        tags = [0] * (kinds * 8)
        touches = [0] * (kinds * 8)
        twins = [0] * (kinds * 8)
        for kind, tile in enumerate(tiles):
            for k, part in enumerate(tile.sections):
                at = kind * 8 + k
                part_kind[at] = KINDS.index(part.kind)
                # The ends of cities and fields are counted in half-edges, those of roads in sides.
                ends[at] = 8 if part.kind == MONASTERY else len(part.halves) or len(part.sides)
                tags[at] = sum(n * 64**digit for digit, n in enumerate(part.tags))
                touches[at] = sum(1 << city for city in part.cities)
                twins[at] = sum(1 << i for i in range(k) if tile.sections[i].kind == part.kind)
        self.part_kind: vec[i64] = vec[i64](part_kind)
        self.ends: vec[i64] = vec[i64](ends)
        self.tags: vec[i64] = vec[i64](tags)
        self.touches: vec[i64] = vec[i64](touches)
        self.twins: vec[i64] = vec[i64](twins)
        # Indexed by (kind * 4 + rotation), times 4, 8 or NAMED:
        edge = [0] * (kinds * 16)
        middle = [-1] * (kinds * 16)
        half = [-1] * (kinds * 32)
        name_of = [-1] * (kinds * 32)
        section_of = [-1] * (kinds * 4 * int(NAMED))
        # By kind * RIMS + rim: the rotations that fit, as bits.
        fits = [0] * (kinds * int(RIMS))
        for kind, tile in enumerate(tiles):
            for rotation in range(4):
                lies = kind * 4 + rotation
                for side in range(4):
                    edge[lies * 4 + side] = TERRAIN.index(tile.edge(side, rotation))
                for k, part in enumerate(tile.sections):
                    for each in part.halves:
                        half[lies * 8 + (each + 2 * rotation) % 8] = k
                    if part.kind == KINDS[0]:
                        for each in part.sides:
                            middle[lies * 4 + (each + rotation) % 4] = k
                for k, name in enumerate(tile.names(rotation)):
                    name_of[lies * 8 + k] = NAMES.index(name)
                    section_of[lies * int(NAMED) + NAMES.index(name)] = k
                for some in range(16):
                    rim = sum(edge[lies * 4 + side] * 5**side for side in range(4) if some >> side & 1)
                    fits[kind * int(RIMS) + rim] |= 1 << rotation
        self.edge: vec[i64] = vec[i64](edge)
        self.middle: vec[i64] = vec[i64](middle)
        self.half: vec[i64] = vec[i64](half)
        self.name_of: vec[i64] = vec[i64](name_of)
        self.section_of: vec[i64] = vec[i64](section_of)
        self.fits: vec[i64] = vec[i64](fits)
        self.has_field: vec[i64] = vec[i64]([len(tile.of_kind(FIELD)) for tile in tiles])
        assert len(all_tags()) * 6 <= 60


def tag_count(tags: i64, digit: i64) -> i64:
    """A feature's count of a tag: a digit of its number."""
    for _place in range(digit):
        tags //= TAG_DIGIT
    return tags % TAG_DIGIT
