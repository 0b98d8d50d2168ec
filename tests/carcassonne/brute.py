"""Carcassonne said a second time, as plainly as it can be: no links, no counts kept, everything sought from scratch.

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


@dataclass
class Brute:
    """A base game. `due` is what comes next: draw, tile, figure or nothing."""

    seats: int
    first: int = 0
    farmers: bool = True
    table: Table = field(default_factory=dict)
    left: Counter[str] = field(default_factory=Counter)
    scores: list[int] = field(default_factory=list)
    supply: list[int] = field(default_factory=list)
    figures: dict[Square, tuple[int, int]] = field(default_factory=dict)
    due: str = "draw"
    seat: int = 0
    drawn: str = ""
    last: Square = (0, 0)

    def __post_init__(self) -> None:
        self.tiles = {tile.short: tile for tile in tiles_of("base")}
        if not self.table:
            start = next(tile for tile in self.tiles.values() if tile.start)
            self.table = {(0, 0): Laid(start, 0)}
            self.left = Counter({name: tile.copies for name, tile in self.tiles.items()})
            self.left[start.short] -= 1
            self.scores = [0] * self.seats
            self.supply = [7] * self.seats
            self.seat = self.first

    def copy(self) -> Brute:
        return Brute(
            self.seats,
            self.first,
            self.farmers,
            dict(self.table),
            Counter(self.left),
            list(self.scores),
            list(self.supply),
            dict(self.figures),
            self.due,
            self.seat,
            self.drawn,
            self.last,
        )

    def moves(self) -> list[str]:
        """Every decision that is possible now, in notation."""
        if self.due == "draw":
            return [f"draw {name}" for name, n in self.left.items() if n]
        if self.due == "tile":
            found = placements(self.table, self.tiles[self.drawn])
            return [f"tile {x},{y},{rotation * 90}" for (x, y), rotation in found]
        return [*self.claims(), "pass"] if self.due == "figure" else []

    def claims(self) -> list[str]:
        laid = self.table[self.last]
        names = laid.tile.names(laid.rotation)
        out = []
        for feature in features(self.table) if self.supply[self.seat] else []:
            if not self.standing(feature) and (self.farmers or feature.kind != FIELD):
                out += [f"meeple {names[k]}" for square, k in feature.parts if square == self.last]
        return out

    def standing(self, feature: Feature) -> list[tuple[Square, int]]:
        """The followers in a feature: their squares and seats."""
        return [(at, seat) for at, (k, seat) in self.figures.items() if (at, k) in feature.parts]

    def play(self, text: str) -> None:
        """Do what a notation says."""
        word, *rest = text.split()
        if word == "draw":
            self.left[rest[0]] -= 1
            if placements(self.table, self.tiles[rest[0]]):
                self.drawn, self.due = rest[0], "tile"
            elif not self.left.total():
                self.finish()
        elif word == "tile":
            x, y, degrees = map(int, rest[0].split(","))
            self.last = (x, y)
            self.table[self.last] = Laid(self.tiles[self.drawn], degrees // 90)
            self.due = "figure"
            if not self.claims():
                self.score()
        else:
            if word == "meeple":
                laid = self.table[self.last]
                self.figures[self.last] = (laid.tile.names(laid.rotation).index(rest[0]), self.seat)
                self.supply[self.seat] -= 1
            self.score()

    def score(self) -> None:
        """Score and clear every complete feature with followers, then go on."""
        for feature in features(self.table):
            if feature.kind != FIELD and feature.ends == 0 and self.standing(feature):
                self.pay(feature, True)
                for at, seat in self.standing(feature):
                    del self.figures[at]
                    self.supply[seat] += 1
        self.seat = (self.seat + 1) % self.seats
        self.due = "draw"
        if not self.left.total():
            self.finish()

    def finish(self) -> None:
        self.due = ""
        for feature in features(self.table):
            self.pay(feature, False)

    def pay(self, feature: Feature, complete: bool) -> None:
        count = Counter(seat for _, seat in self.standing(feature))
        for seat, n in count.items():
            if n == max(count.values()):
                self.scores[seat] += self.value(feature, complete)

    def value(self, feature: Feature, complete: bool) -> int:
        """What a feature is worth to whoever has the majority."""
        if feature.kind == MONASTERY:
            return 9 - feature.ends
        if feature.kind == FIELD:
            touched = {(at, j) for at, k in feature.parts for j in self.table[at].tile.sections[k].cities}
            cities = [city for city in features(self.table) if city.kind == CITY and city.ends == 0]
            return 3 * sum(bool(city.parts & touched) for city in cities)
        shields = sum(self.table[at].tile.sections[k].count("shield") for at, k in feature.parts)
        return (len(feature.squares) + shields) * (2 if feature.kind == CITY and complete else 1)


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
