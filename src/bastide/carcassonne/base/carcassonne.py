"""The configured game of Carcassonne: the fields of its state and its tables.

There is no grid. What has been touched of the plane is a list of places: those where a tile lies and the open ones
beside them, each linked to the places around it; what an open place asks of a tile is one number, its rim, so that one
look into a table says which rotations fit. A place is found by its position through a small hash table.

Sections of tiles stand in one row in the order of laying. Sections that belong together bear the same label, the root,
under which the counts of the whole feature are kept, and form a ring by `next`. Joining two features adds their counts
and relabels the smaller one.

Owners are stored as seat + 1 and tiles as number + 1 where 0 must mean none.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bastide.carcassonne.base.config import CarcassonneConfig
from bastide.carcassonne.base.seams import CarcassonneModule
from bastide.carcassonne.base.tables import SECTIONS, TileTables
from bastide.carcassonne.base.together import Seams
from bastide.kernel.rules import Rules
from bastide.kernel.state import BITS, State

FIGURE: Final[i64] = 16
"""A figure on a tile is the number 1 + section * 256 + figure * 16 + seat; figure 0 is the plain follower."""
FIGURE_SECTION: Final[i64] = 256

WHO_BITS: Final[i64] = 4
"""The followers of a feature are the digits of one number, four bits a seat: what each seat counts there."""
WHO_MOST: Final[i64] = 15


class Carcassonne(Rules):
    """One configured game of the family."""

    def __init__(
        self,
        config: CarcassonneConfig,
        tables: TileTables,
        counts: list[int],
        start: int,
        modules: list[CarcassonneModule],
    ) -> None:
        super().__init__(config.seats)
        self.turn_rule = "CARC-009"
        self.config = config
        self.tables = tables
        self.modules = modules
        self.modular: bool = len(modules) > 0
        self.seams = Seams(modules)
        self.counts: vec[i64] = vec[i64](counts)
        self.start_kind: i64 = start
        self.first_seat: i64 = config.first
        self.farmers: bool = config.farmers
        self.small_city: bool = config.small_city
        self.followers: i64 = config.followers

        # One more than there are in the stack: the start tile lies out.
        most = sum(counts) + 1
        self.most: i64 = most
        self.reach: i64 = most
        self.width: i64 = 2 * most + 1
        self.around: vec[i64] = vec[i64]([-(2 * most + 1), 1, 2 * most + 1, -1])
        most_places = 3 * most + 2
        buckets = 256
        while buckets < 4 * most_places:
            buckets *= 2
        self.bucket_mask: i64 = buckets - 1
        most_sections = 0
        for kind, count in enumerate(counts):
            most_sections += count * int(tables.sections[kind])
        most_sections += int(SECTIONS)

        n = int(config.seats)
        kinds = len(counts)
        add = self.schema.add
        self.left: i64 = add("left", [kinds])
        self.stack: i64 = add("stack", [])
        self.aside: i64 = add("aside", [kinds])
        self.drawn: i64 = add("drawn", [])
        self.score: i64 = add("score", [n])
        self.supply: i64 = add("supply", [n])
        self.turn: i64 = add("turn", [])
        self.on_turn: i64 = add("on_turn", [])
        # Tiles, in the order in which they were laid.
        self.tiles: i64 = add("tiles", [])
        self.lies: i64 = add("lies", [most])
        self.position: i64 = add("position", [most])
        self.figure: i64 = add("figure", [most])
        self.place_of: i64 = add("place_of", [most], derived=True)
        self.first: i64 = add("first", [most], derived=True)
        # Places.
        self.places: i64 = add("places", [], derived=True)
        self.where: i64 = add("where", [most_places], derived=True)
        self.standing: i64 = add("standing", [most_places], derived=True)
        self.rim: i64 = add("rim", [most_places], derived=True)
        self.link: i64 = add("link", [most_places, 4], derived=True)
        self.opens: i64 = add("opens", [], derived=True)
        self.open: i64 = add("open", [most_places], derived=True)
        self.open_at: i64 = add("open_at", [most_places], derived=True)
        self.bucket: i64 = add("bucket", [buckets], derived=True)
        # Sections and features.
        self.parts: i64 = add("parts", [], derived=True)
        self.tile_of: i64 = add("tile_of", [most_sections], derived=True)
        self.label: i64 = add("label", [most_sections], derived=True)
        self.next: i64 = add("next", [most_sections], derived=True)
        self.size: i64 = add("size", [most_sections], derived=True)
        self.ends: i64 = add("ends", [most_sections], derived=True)
        self.who: i64 = add("who", [most_sections], derived=True)
        self.tags: i64 = add("tags", [most_sections], derived=True)

        self.draw_phase: i64 = 0
        self.tile_phase: i64 = 0
        self.figure_phase: i64 = 0
        self.draw_offset: i64 = 0
        self.tile_offset: i64 = 0
        self.meeple_offset: i64 = 0
        self.pass_offset: i64 = 0

    def points(self, s: State, seat: i64) -> i64:
        """The score of a seat; nothing of it is hidden."""
        return s.cells[self.score + seat]

    def position_of(self, x: i64, y: i64) -> i64:
        """The number of a square; the start tile lies at 0,0, x grows east, y south."""
        return (y + self.reach) * self.width + x + self.reach

    def x_of(self, position: i64) -> i64:
        """The x of a position."""
        return position % self.width - self.reach

    def y_of(self, position: i64) -> i64:
        """The y of a position."""
        return position // self.width - self.reach

    def kind_of(self, s: State, part: i64) -> i64:
        """What a section is: ROAD_KIND, CITY_KIND, MONASTERY_KIND or FIELD_KIND."""
        c = s.cells
        tile = c[self.tile_of + part]
        return self.tables.part_kind[c[self.lies + tile] // 4 * SECTIONS + part - c[self.first + tile]]

    def address(self, s: State, part: i64) -> i64:
        """A section as events name it: its position times 32, and the number of its name on the board."""
        c = s.cells
        tile = c[self.tile_of + part]
        name = self.tables.name_of[c[self.lies + tile] * SECTIONS + part - c[self.first + tile]]
        return c[self.position + tile] * 32 + name

    def best_of(self, who: i64) -> i64:
        """The mask of the seats that count most in a feature; 0 if nobody stands there (CARC-035, CARC-036)."""
        most: i64 = 0
        mask: i64 = 0
        seat: i64 = 0
        while who != 0:
            count = who & WHO_MOST
            if count > most:
                most = count
                mask = BITS[seat]
            elif count == most and count != 0:
                mask |= BITS[seat]
            who >>= WHO_BITS
            seat += 1
        return mask
