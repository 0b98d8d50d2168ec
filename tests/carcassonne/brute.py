"""A plain reference implementation of Carcassonne: no links, no stored counts, everything searched from scratch.

It shares the tiles with the engine and nothing else.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Final

from bastide.carcassonne.tiles.load import tiles_of
from bastide.carcassonne.tiles.model import CITY, FIELD, MONASTERY, ROAD, Tile

Square = tuple[int, int]
Part = tuple[Square, int]
"""A section: its square and its number on the tile."""

STEPS: Final = ((0, -1), (1, 0), (0, 1), (-1, 0))
AROUND: Final = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]


@dataclass(frozen=True)
class Laid:
    """A tile in its rotation, in quarter turns clockwise."""

    tile: Tile
    rotation: int

    def edge(self, side: int) -> str:
        return self.tile.edges[(side - self.rotation) % 4]

    def sides(self, k: int) -> set[int]:
        return {(side + self.rotation) % 4 for side in self.tile.sections[k].sides}

    def halves(self, k: int) -> set[int]:
        return {(half + 2 * self.rotation) % 8 for half in self.tile.sections[k].halves}


@dataclass(frozen=True)
class Feature:
    """Joined sections. `ends` counts sides of roads, half-edges of cities and fields, empty squares at monasteries."""

    kind: str
    parts: frozenset[Part]
    ends: int

    @property
    def squares(self) -> set[Square]:
        return {square for square, _ in self.parts}


Table = dict[Square, Laid]


def fits(table: Table, at: Square, laid: Laid) -> bool:
    """Whether a tile may lie there: free, beside a tile, every neighbour continued."""
    beside = [(side, table.get((at[0] + dx, at[1] + dy))) for side, (dx, dy) in enumerate(STEPS)]
    there = [(side, other) for side, other in beside if other is not None]
    return at not in table and bool(there) and all(laid.edge(side) == other.edge(side ^ 2) for side, other in there)


def placements(table: Table, tile: Tile) -> set[tuple[Square, int]]:
    """Every square and rotation in which a tile may lie."""
    squares = {(x + dx, y + dy) for x, y in table for dx, dy in STEPS}
    return {(at, rotation) for at in squares for rotation in range(4) if fits(table, at, Laid(tile, rotation))}


def beside(table: Table, part: Part) -> set[Part]:
    """The sections that touch a section across a side, of the same kind."""
    at, k = part
    laid = table[at]
    section = laid.tile.sections[k]
    out: set[Part] = set()
    for side, (dx, dy) in enumerate(STEPS):
        square = (at[0] + dx, at[1] + dy)
        if square not in table:
            continue
        other = table[square]
        for j, theirs in enumerate(other.tile.sections):
            if theirs.kind != section.kind:
                continue
            if section.kind in (ROAD, CITY):
                # A city that goes on across a side joins every city that touches the side.
                if side in laid.sides(k) and side ^ 2 in other.sides(j):
                    out.add((square, j))
            elif section.kind == FIELD:
                # The left half of a side meets the right half of the facing one.
                met = {2 * (side ^ 2) + 1 - half % 2 for half in laid.halves(k) if half // 2 == side}
                if met & other.halves(j):
                    out.add((square, j))
        if section.kind == CITY and side in laid.sides(k):
            out |= {(at, j) for j in range(len(laid.tile.sections)) if j != k and side in laid.sides(j)}
    return {p for p in out if table[p[0]].tile.sections[p[1]].kind == section.kind}


def features(table: Table) -> list[Feature]:
    """Every feature on the table, found by flooding."""
    seen: set[Part] = set()
    out: list[Feature] = []
    for at, laid in table.items():
        for k in range(len(laid.tile.sections)):
            if (at, k) not in seen:
                found = {(at, k)}
                edge = [(at, k)]
                while edge:
                    for part in beside(table, edge.pop()) - found:
                        found.add(part)
                        edge.append(part)
                seen |= found
                kind = laid.tile.sections[k].kind
                out.append(Feature(kind, frozenset(found), sum(ends(table, part) for part in found)))
    return out


def ends(table: Table, part: Part) -> int:
    """How many ends of a section lie open."""
    (x, y), k = part
    laid = table[(x, y)]
    kind = laid.tile.sections[k].kind
    if kind == MONASTERY:
        return sum((x + dx, y + dy) not in table for dx, dy in AROUND)
    open_ = {side for side, (dx, dy) in enumerate(STEPS) if (x + dx, y + dy) not in table}
    if kind == ROAD:
        return len(open_ & laid.sides(k))
    return sum(half // 2 in open_ for half in laid.halves(k))


FIGURES: Final = {"": {"meeple": 7}, "inns": {"big": 1}, "traders": {"builder": 1, "pig": 1}}
"""The figures that every seat has, by the module that brings them."""
WEIGHTS: Final = {"meeple": 1, "big": 2}
"""What followers count in majorities; other figures are none."""
GOODS: Final = ("wine", "grain", "cloth")


@dataclass
class Brute:
    """A game, with any of the modules inns, traders and river.

    `due` is what comes next: draw, tile, figure or nothing. `course` are the directions in which the river has run,
    `river_end` the square where it goes on. `builder` says whether a second part is due ("due") or played ("second").
    """

    seats: int
    first: int = 0
    farmers: bool = True
    modules: tuple[str, ...] = ()
    table: Table = field(default_factory=dict)
    left: Counter[str] = field(default_factory=Counter)
    scores: list[int] = field(default_factory=list)
    supply: list[Counter[str]] = field(default_factory=list)
    figures: dict[Square, tuple[int, int, str]] = field(default_factory=dict)
    goods: list[Counter[str]] = field(default_factory=list)
    due: str = "draw"
    seat: int = 0
    drawn: str = ""
    last: Square = (0, 0)
    builder: str = ""
    course: list[int] = field(default_factory=lambda: [1])
    river_end: Square = (1, 0)
    known: tuple[int, list[Feature]] = (0, [])

    def __post_init__(self) -> None:
        self.tiles = {tile.short: tile for name in ("base", *self.modules) for tile in tiles_of(name)}
        if not self.table:
            start = next(tile for tile in self.tiles.values() if tile.start)
            source = next((tile for tile in self.tiles.values() if tile.role == "source"), start)
            self.table = {(0, 0): Laid(source, 0)}
            self.left = Counter({name: tile.copies for name, tile in self.tiles.items()})
            for name in {start.short, source.short}:
                self.left[name] -= 1
            self.scores = [0] * self.seats
            figures = {word: n for name in ("", *self.modules) for word, n in FIGURES.get(name, {}).items()}
            self.supply = [Counter(figures) for _ in range(self.seats)]
            self.goods = [Counter() for _ in range(self.seats)]
            self.seat = self.first

    def copy(self) -> Brute:
        return Brute(
            self.seats,
            self.first,
            self.farmers,
            self.modules,
            dict(self.table),
            Counter(self.left),
            list(self.scores),
            [Counter(row) for row in self.supply],
            dict(self.figures),
            [Counter(row) for row in self.goods],
            self.due,
            self.seat,
            self.drawn,
            self.last,
            self.builder,
            list(self.course),
            self.river_end,
        )

    def features(self) -> list[Feature]:
        """Every feature on the table; what was found holds until the next tile lies."""
        if self.known[0] != len(self.table):
            self.known = (len(self.table), self.flood())
        return self.known[1]

    def flood(self) -> list[Feature]:
        """Find every feature."""
        return features(self.table)

    def stack(self) -> int:
        """How many tiles are still to be drawn."""
        return self.left.total()

    def moves(self) -> list[str]:
        """Every decision that is possible now, in notation."""
        if self.due == "draw":
            return [f"draw {name}" for name in self.pile()]
        if self.due == "tile":
            return [f"tile {x},{y},{rotation * 90}" for (x, y), rotation in self.places(self.drawn)]
        return [*self.claims(), "pass"] if self.due == "figure" else []

    def pile(self) -> dict[str, int]:
        """The drawable tiles, with counts: river tiles first, then the mouth."""
        left = {name: n for name, n in self.left.items() if n}
        river = {name: n for name, n in left.items() if self.tiles[name].water}
        course = {name: n for name, n in river.items() if self.tiles[name].role != "mouth"}
        return course or river or left

    def places(self, name: str) -> set[tuple[Square, int]]:
        """Where a tile may go."""
        tile = self.tiles[name]
        found = placements(self.table, tile)
        return {(at, n) for at, n in found if not tile.water or (at == self.river_end and not self.turns(tile, n))}

    def flow(self, tile: Tile, rotation: int) -> int:
        """The direction in which a tile at the end of the river leads it on; -1 for the mouth."""
        out = {(side + rotation) % 4 for side in tile.water} - {(self.course[-1] + 2) % 4}
        return out.pop() if out else -1

    def turns(self, tile: Tile, rotation: int) -> bool:
        """Whether the river would turn twice in a row the same way."""
        out = self.flow(tile, rotation)
        if out < 0 or len(self.course) < 2:
            return False
        now, before = (out - self.course[-1]) % 4, (self.course[-1] - self.course[-2]) % 4
        return now != 0 and now == before

    def claims(self) -> list[str]:
        """What a figure may do on the tile just laid."""
        laid = self.table[self.last]
        names = laid.tile.names(laid.rotation)
        supply = self.supply[self.seat]
        out = []
        for feature in self.features():
            followers = [seat for _, seat, word in self.standing(feature) if word in WEIGHTS]
            words: list[str] = []
            if not followers and (self.farmers or feature.kind != FIELD):
                words = list(WEIGHTS)
            elif self.seat in followers:
                words = {ROAD: ["builder"], CITY: ["builder"], FIELD: ["pig"]}.get(feature.kind, [])
            here = [names[k] for square, k in feature.parts if square == self.last]
            out += [f"{word} {name}" for word in words for name in here if supply[word]]
        return out

    def standing(self, feature: Feature) -> list[tuple[Square, int, str]]:
        """The figures in a feature: their squares, seats and words."""
        return [(at, seat, word) for at, (k, seat, word) in self.figures.items() if (at, k) in feature.parts]

    def play(self, text: str) -> None:
        """Perform a notation."""
        word, *rest = text.split()
        if word == "draw":
            self.left[rest[0]] -= 1
            if self.places(rest[0]):
                self.drawn, self.due = rest[0], "tile"
            elif not self.stack():
                self.finish()
        elif word == "tile":
            x, y, degrees = map(int, rest[0].split(","))
            tile = self.tiles[self.drawn]
            if tile.water:
                self.course.append(self.flow(tile, degrees // 90))
                dx, dy = STEPS[self.course[-1]]
                self.river_end = (x + dx, y + dy)
            self.last = (x, y)
            self.table[self.last] = Laid(tile, degrees // 90)
            for feature in self.features():
                own = any(seat == self.seat and figure == "builder" for _, seat, figure in self.standing(feature))
                if own and self.last in feature.squares and not self.builder:
                    self.builder = "due"
            self.laid()
        else:
            if word != "pass":
                laid = self.table[self.last]
                self.figures[self.last] = (laid.tile.names(laid.rotation).index(rest[0]), self.seat, word)
                self.supply[self.seat][word] -= 1
            self.score()

    def laid(self) -> None:
        """A tile lies: now the figure."""
        self.due = "figure"
        if not self.claims():
            self.score()

    def score(self) -> None:
        """Score and clear every feature that the last tile has completed, then go on."""
        for feature in self.features():
            if feature.kind != FIELD and feature.ends == 0:
                self.pay(feature, True)
                if feature.kind == CITY and self.last in feature.squares:
                    self.goods[self.seat].update({good: self.count(feature, good) for good in GOODS})
                for at, seat, word in self.standing(feature):
                    del self.figures[at]
                    self.supply[seat][word] += 1
        self.due = "draw"
        if self.builder == "due" and self.stack():
            self.builder = "second"
        else:
            self.builder = ""
            self.seat = (self.seat + 1) % self.seats
        if not self.stack():
            self.finish()

    def finish(self) -> None:
        """Score what is left."""
        self.due = ""
        for feature in self.features():
            self.pay(feature, False)
        for good in GOODS:
            most = max(row[good] for row in self.goods)
            for seat in range(self.seats):
                self.scores[seat] += 10 * (most > 0 and self.goods[seat][good] == most)

    def pay(self, feature: Feature, complete: bool) -> None:
        """Give a feature's points to the players with most followers."""
        standing = self.standing(feature)
        count: Counter[int] = Counter()
        for _, seat, word in standing:
            count[seat] += WEIGHTS.get(word, 0)
        for seat, n in count.items():
            if n == max(count.values()):
                pig = any(who == seat and word == "pig" for _, who, word in standing)
                self.scores[seat] += self.value(feature, complete, pig)

    def count(self, feature: Feature, tag: str) -> int:
        """How many of a tag stand in a feature."""
        return sum(self.table[at].tile.sections[k].count(tag) for at, k in feature.parts)

    def value(self, feature: Feature, complete: bool, pig: bool) -> int:
        """What a feature is worth to somebody with the majority, and perhaps a pig."""
        if feature.kind == MONASTERY:
            return 9 - feature.ends
        if feature.kind == FIELD:
            touched = {(at, j) for at, k in feature.parts for j in self.table[at].tile.sections[k].cities}
            cities = [city for city in self.features() if city.kind == CITY and city.ends == 0]
            return (4 if pig else 3) * sum(bool(city.parts & touched) for city in cities)
        special = self.count(feature, "inn" if feature.kind == ROAD else "cathedral") > 0
        each = 2 if feature.kind == CITY and complete else 1
        if special:
            each = {ROAD: 2, CITY: 3}[feature.kind] if complete else 0
        return (len(feature.squares) + self.count(feature, "shield")) * each


def perft(game: Brute, depth: int) -> int:
    """The number of sequences of so many decisions; an ended game is one."""
    if depth == 0 or not game.due:
        return 1
    total = 0
    for move in game.moves():
        after = game.copy()
        after.play(move)
        total += perft(after, depth - 1)
    return total
