"""The configured game of Carcassonne: the fields of its state and its tables.

There is no grid. The board is a list of places, taken or open (beside a tile), each linked to its neighbours. An open
place's constraint on a tile is one number, its rim, so one table lookup gives the rotations that fit. A small hash
table maps positions to places.

Sections of tiles are stored in one row in the order of laying. The sections of a feature share a label, the root, under
which its counts are kept, and are linked in a ring by `next`. Joining two features adds their counts and relabels the
smaller one.

Owners are stored as seat + 1 and tiles as number + 1 where 0 must mean none.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from bastide.carcassonne.base.combined import CombinedSeams
from bastide.carcassonne.base.config import CarcassonneConfig
from bastide.carcassonne.base.seams import CarcassonneModule, ModuleRules
from bastide.carcassonne.base.tables import RIMS, SECTIONS, SHIELD, TAG_DIGIT, Kind, TileTables
from bastide.carcassonne.tiles.model import FIELD, KINDS
from bastide.carcassonne.tiles.sets import tags as all_tags
from bastide.kernel.errors import declared_twice
from bastide.kernel.packing import Packing, counts
from bastide.kernel.rules import Rules, T, found
from bastide.kernel.state import BITS, State

FIGURE: Final[i64] = 16
"""A figure on a tile is the number 1 + section * 256 + figure * 16 + seat; figure 0 is the plain follower, modules add
the others in order."""
FIGURE_SECTION: Final[i64] = 256

WHO_BITS: Final[i64] = 4
"""The followers of a feature are one number: four bits for each seat's weight there."""
WHO_MOST: Final[i64] = 15


def figure_packing(figures: int, seats: int) -> Packing:
    """How `Carcassonne.figure` holds section, kind of figure and seat, each + 1."""
    radix = [int(SECTIONS), int(FIGURE), int(FIGURE)]
    return Packing(1, [0] * 3, [int(FIGURE_SECTION), int(FIGURE), 1], radix, [int(SECTIONS), figures, seats], True)


def tag_totals(all_kinds: list[Kind]) -> list[int]:
    """How often each tag is printed on the tiles of a game, which is the most that one feature can have."""
    out = [0] * len(all_tags())
    for kind in all_kinds:
        for part in kind.tile.sections:
            for digit, count in enumerate(part.tags):
                out[digit] += kind.copies * count
    return [min(total, int(TAG_DIGIT) - 1) for total in out]


def scored_sections(all_kinds: list[Kind]) -> list[int]:
    """What features can score in a game: sections of roads, of cities with their shields, monasteries, cities touched
    by sections of fields.
    """
    out = [0] * 4
    for kind in all_kinds:
        for part in kind.tile.sections:
            which = KINDS.index(part.kind)
            units = len(part.cities) if part.kind == FIELD else 1 + part.tags[int(SHIELD)]
            out[which] += kind.copies * units
    return out


class Carcassonne(Rules):
    """One configured game of the family."""

    def __init__(
        self,
        config: CarcassonneConfig,
        all_kinds: list[Kind],
        modules: list[CarcassonneModule],
    ) -> None:
        super().__init__(config.seats, "carcassonne")
        self.turn_rule = "CARC-009"
        self.config = config
        self.tables = TileTables(all_kinds)
        self.modules = modules
        self.modular: bool = len(modules) > 0
        self.seams = CombinedSeams([module.rules or ModuleRules for module in modules])
        self.module_rules: list[ModuleRules] = []  # the rules of the modules, in the same order
        self.counts: vec[i64] = vec[i64]([kind.left for kind in all_kinds])
        self.start_kind: i64 = next(n for n, kind in enumerate(all_kinds) if kind.tile.start)
        self.first_seat: i64 = config.first
        self.farmers: bool = config.farmers
        self.small_city: bool = config.small_city

        most = sum(kind.copies for kind in all_kinds)
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
        most_ends = 0
        for kind, each in enumerate(all_kinds):
            sections = len(each.tile.sections)
            most_sections += each.copies * sections
            most_ends += each.copies * sum(int(self.tables.ends[kind * int(SECTIONS) + k]) for k in range(sections))
        self.most_sections: i64 = most_sections
        self.tag_totals = tag_totals(all_kinds)
        # As if one seat scored each section as a feature of its own; modules add what they can bring (`add_points`).
        self.scored = scored_sections(all_kinds)
        roads, cities, monasteries, touched = self.scored
        greatest = roads + 2 * cities + 9 * monasteries + 3 * touched

        n = int(config.seats)
        kinds = len(all_kinds)
        width = int(self.width)
        add = self.schema.add
        self.left: i64 = add("left", [kinds], most=[kind.left for kind in all_kinds])
        self.stack: i64 = add("stack", [], most=sum(kind.left for kind in all_kinds))
        self.aside: i64 = add("aside", [kinds], most=[kind.left for kind in all_kinds])
        self.drawn: i64 = add("drawn", [], most=kinds, kinds=["none", *self.tables.names])
        self.score: i64 = add("score", [n], most=greatest, by_seat=[0])
        self.supply: i64 = add("supply", [n], most=config.followers, by_seat=[0])
        self.turn: i64 = add("turn", [], most=most)
        self.on_turn: i64 = add("on_turn", [], most=n - 1, seat=0)
        # Tiles, in the order in which they were laid.
        self.tiles: i64 = add("tiles", [], most=most)
        lies = Packing(1, [0, 0], [1, 4], [4, kinds], [3, kinds - 1])
        self.lies: i64 = add("lies", [most], packing=lies, kinds={1: self.tables.names}, place="tile")
        self.position: i64 = add(
            "position", [most], packing=Packing(1, [0, 0], [1, width], [width] * 2, [2 * most] * 2), place="tile"
        )
        self.figure: i64 = add(
            "figure", [most], packing=figure_packing(1, n), kinds={1: ["none", "meeple"]}, seat={2: 1}, place="tile"
        )
        self.schema.place("tile", most, at="position")
        self.place_of: i64 = add("place_of", [most], derived=True, most=most_places - 1)
        self.first: i64 = add("first", [most], derived=True, most=most_sections - 1)
        # Places.
        self.places: i64 = add("places", [], derived=True, most=most_places)
        self.where: i64 = add("where", [most_places], derived=True, most=int(self.width * self.width) - 1)
        self.standing: i64 = add("standing", [most_places], derived=True, most=most)
        self.rim: i64 = add("rim", [most_places], derived=True, most=int(RIMS) - 1)
        self.link: i64 = add("link", [most_places, 4], derived=True, most=most_places)
        self.opens: i64 = add("opens", [], derived=True, most=most_places)
        self.open: i64 = add("open", [most_places], derived=True, most=most_places - 1)
        self.open_at: i64 = add("open_at", [most_places], derived=True, most=most_places - 1)
        self.bucket: i64 = add("bucket", [buckets], derived=True, most=most_places)
        # Sections and features.
        self.parts: i64 = add("parts", [], derived=True, most=most_sections)
        self.tile_of: i64 = add("tile_of", [most_sections], derived=True, most=most - 1)
        self.label: i64 = add("label", [most_sections], derived=True, most=most_sections - 1)
        self.next: i64 = add("next", [most_sections], derived=True, most=most_sections - 1)
        self.size: i64 = add("size", [most_sections], derived=True, most=most_sections)
        self.ends: i64 = add("ends", [most_sections], derived=True, most=most_ends)
        self.who: i64 = add(
            "who", [most_sections], derived=True, packing=counts(int(WHO_BITS), [int(WHO_MOST)] * n), by_seat=[1]
        )
        self.tags: i64 = add("tags", [most_sections], derived=True, packing=counts(6, self.tag_totals))

        # The kinds of figures: name in notation, offset of the supply, initial number, weight in majorities, whether
        # they are followers. `followers` lists the followers.
        self.figure_words: list[str] = ["meeple"]
        self.figure_supply: vec[i64] = vec[i64]([self.supply])
        self.figure_count: vec[i64] = vec[i64]([config.followers])
        self.figure_weight: vec[i64] = vec[i64]([1])
        self.figure_follows: vec[i64] = vec[i64]([1])
        self.figure_offset: vec[i64] = vec[i64]([0])
        self.followers: vec[i64] = vec[i64]([0])
        # The pile that each kind of tile is drawn from; 0 is the stack.
        self.pile_of: vec[i64] = vec[i64]([0] * kinds)
        # The names in events of scoring reasons and of the terms of score lines.
        self.reasons: list[str] = list(KINDS)
        self.terms: list[str] = ["tiles", "shields", "squares", "cities"]
        self.reason_owners: list[str] = [self.base] * len(self.reasons)
        self.term_owners: list[str] = [self.base] * len(self.terms)

        self.draw_phase: i64 = 0
        self.tile_phase: i64 = 0
        self.figure_phase: i64 = 0
        self.draw_offset: i64 = 0
        self.tile_offset: i64 = 0
        self.pass_offset: i64 = 0

    def module(self, made: type[T]) -> T:
        """The rules of another module, by their class. Raises LookupError."""
        return found(self.module_rules, made)

    def add_figure(self, word: str, count: i64, weight: i64, follower: bool) -> i64:
        """Add a kind of figure to every seat's supply; returns its number.

        `word` stands in notation, `supply_<word>` is the field of the supplies. `turn.add_figure` adds the verb too.
        """
        figure = len(self.figure_words)
        self.figure_words.append(word)
        self.figure_supply = append(
            self.figure_supply, self.schema.add(f"supply_{word}", [int(self.seats)], most=int(count), by_seat=[0])
        )
        self.figure_count = append(self.figure_count, count)
        self.figure_weight = append(self.figure_weight, weight)
        self.figure_offset = append(self.figure_offset, -1)
        packing = figure_packing(figure + 1, int(self.seats))
        self.schema.pack(self.figure, packing, {1: ["none", *self.figure_words]})
        if follower:
            self.figure_follows = append(self.figure_follows, 1)
            self.followers = append(self.followers, figure)
        else:
            self.figure_follows = append(self.figure_follows, 0)
        return figure

    def add_reason(self, name: str) -> i64:
        """Register a scoring reason; returns its number in events `score`.

        Raises ConfigError if there is one of that name.
        """
        if name in self.reasons:
            other = self.reason_owners[self.reasons.index(name)]
            raise declared_twice(
                "the reason for points {name} of {owner} is already declared by {other}", name, self.declaring, other
            )
        self.reasons.append(name)
        self.reason_owners.append(self.declaring)
        return len(self.reasons) - 1

    def add_term(self, name: str) -> i64:
        """Register a term of score lines; returns its number in events `line`.

        Raises ConfigError if there is one of that name.
        """
        if name in self.terms:
            other = self.term_owners[self.terms.index(name)]
            raise declared_twice(
                "the line of a score {name} of {owner} is already declared by {other}", name, self.declaring, other
            )
        self.terms.append(name)
        self.term_owners.append(self.declaring)
        return len(self.terms) - 1

    def add_points(self, most: int) -> None:
        """Raise the greatest score by what a module can bring a seat in a whole game."""
        self.schema.at(self.score).most[0] += most

    def open_points(self, s: State, seat: i64) -> i64:
        """A seat's score, which is public. Raises OutOfRange for a bad seat."""
        self.check_state(s)
        self.check_player(seat)
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
        """A section's kind: ROAD_KIND, CITY_KIND, MONASTERY_KIND or FIELD_KIND."""
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
        """The mask of seats with the majority in a feature; 0 if it is empty (CARC-035, CARC-036)."""
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
