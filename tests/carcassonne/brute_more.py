"""A reference implementation of Hills & Sheep and the Wheel of Fortune."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from copy import copy
from typing import Final

from bastide.carcassonne.tiles.load import tiles_of
from bastide.carcassonne.tiles.model import CITY, FIELD, MONASTERY
from bastide.expansions.carcassonne.wheel.rules.board import fields, squares
from tests.carcassonne import brute
from tests.carcassonne.brute import AROUND, WEIGHTS, Brute, Feature, Laid, Square, Table

SECTORS: Final = ("fortune", "taxes", "famine", "storm", "inquisition", "plague")
ROOM: Final = (1, 2, 1, 2, 1, 2)
BAG: Final = {"wolf": 2, "1": 4, "2": 5, "3": 5, "4": 2}
BOARD: Final = {(n % 4, n // 4): Laid(tile, 0) for n, tile in enumerate(squares())}


def board_features(table: Table) -> list[Feature]:
    """Every feature on the table, where fields of the wheel board go round behind the wheel."""
    found = brute.features(table)
    if not BOARD.items() <= table.items():
        return found
    for field in fields():
        parts = {((n % 4, n // 4), k) for n, k in field}
        joined = [feature for feature in found if feature.parts & parts]
        found = [feature for feature in found if not feature.parts & parts]
        whole = frozenset(part for feature in joined for part in feature.parts)
        found.append(Feature(FIELD, whole, sum(feature.ends for feature in joined)))
    return found


class BruteMore(Brute):
    """A game with hills or the wheel too; all options as they are by default.

    `flocks` are the tokens of each seat whose shepherd is out. `crown` holds seats and words by sector. `mourning` are
    the seats that still have to take a follower back. `seat` acts; `active` is on turn.
    """

    def __init__(self, seats: int, modules: Sequence[str], farmers: bool = True) -> None:
        plain = tuple(name for name in modules if name in ("inns", "traders", "river"))
        super().__init__(seats, farmers=farmers, modules=plain)
        self.active = 0
        self.hills = "hills" in modules
        self.wheel = "wheel" in modules
        self.tiles |= {tile.short: tile for name in ("hills", "wheel") if name in modules for tile in tiles_of(name)}
        for name in ("hills", "wheel"):
            if name in modules:
                self.left.update({tile.short: tile.copies for tile in tiles_of(name)})
        self.buried = 0
        self.flocks: dict[int, Counter[str]] = {}
        self.crown: list[list[tuple[int, str]]] = [[] for _ in SECTORS]
        self.pig = 0
        self.mourning: list[int] = []
        if self.hills:
            for row in self.supply:
                row["shepherd"] = 1
        if self.wheel:
            self.table = dict(BOARD)
            for name, tile in list(self.tiles.items()):
                for icon in tile.icons:
                    self.tiles[f"{name}/{icon}"] = tile
                    self.left[f"{name}/{icon}"] += 1
                    self.left[name] -= 1

    def copy(self) -> Brute:
        after = copy(self)
        after.table, after.left, after.scores = dict(self.table), Counter(self.left), list(self.scores)
        after.supply, after.goods = [Counter(row) for row in self.supply], [Counter(row) for row in self.goods]
        after.figures, after.course, after.mourning = dict(self.figures), list(self.course), list(self.mourning)
        after.flocks = {seat: Counter(flock) for seat, flock in self.flocks.items()}
        after.crown = [list(sector) for sector in self.crown]
        return after

    # -- what is there

    def flood(self) -> list[Feature]:
        return board_features(self.table)

    def stack(self) -> int:
        return self.left.total() - self.buried

    def bag(self) -> dict[str, int]:
        out = Counter(BAG)
        for flock in self.flocks.values():
            out -= flock
        return dict(out)

    def shepherd_field(self, seat: int) -> Feature | None:
        for feature in self.features():
            if any(who == seat and word == "shepherd" for _, who, word in self.standing(feature)):
                return feature
        return None

    # -- what is possible

    def moves(self) -> list[str]:
        if self.due == "token":
            return [f"token {token}" for token, n in self.bag().items() if n]
        if self.due == "flock":
            return ["flock grow", "flock gather"]
        if self.due == "plague":
            return [f"plague {x},{y}" for (x, y), (_, seat, word) in self.figures.items() if self.taken(seat, word)]
        return super().moves()

    def taken(self, seat: int, word: str) -> bool:
        return seat == self.seat and word in WEIGHTS

    def claims(self) -> list[str]:
        out = super().claims()
        laid = self.table[self.last]
        for k, name in enumerate(laid.tile.names(laid.rotation)):
            field = next(feature for feature in self.features() if (self.last, k) in feature.parts)
            shepherds = any(word == "shepherd" for _, _, word in self.standing(field))
            if self.hills and field.kind == FIELD and not shepherds and self.supply[self.seat]["shepherd"]:
                out.append(f"shepherd {name}")
        if self.wheel:
            for n, sector in enumerate(SECTORS):
                out += [f"{w} crown:{sector}" for w in WEIGHTS if self.supply[self.seat][w] and self.vacant(n)]
        return out

    def vacant(self, sector: int) -> bool:
        return len(self.crown[sector]) < ROOM[sector]

    # -- what happens

    def play(self, text: str) -> None:
        word, *rest = text.split()
        if word == "draw":
            self.draw(rest[0])
        elif word == "plague":
            x, y = map(int, rest[0].split(","))
            self.lift((x, y))
            self.mourn()
        elif word == "token":
            self.token(rest[0])
        elif word == "flock":
            if rest == ["grow"]:
                self.due = "token"
            else:
                self.gather()
                super().laid()
        elif word == "shepherd":
            laid = self.table[self.last]
            self.figures[self.last] = (laid.tile.names(laid.rotation).index(rest[0]), self.seat, word)
            self.supply[self.seat][word] -= 1
            self.flocks[self.seat] = Counter()
            self.due = "token"
        elif rest and rest[0].startswith("crown:"):
            self.crown[SECTORS.index(rest[0][6:])].append((self.seat, word))
            self.supply[self.seat][word] -= 1
            self.score()
        else:
            super().play(text)

    def draw(self, name: str) -> None:
        self.left[name] -= 1
        self.drawn = name
        if self.tiles[name].hill and self.stack() > 0:
            self.buried += 1
        self.active = self.seat
        if "/" not in name:
            self.settle()
            return
        self.pig = (self.pig + int(name.split("/")[1])) % 6
        if SECTORS[self.pig] == "plague":
            self.mourning = [(self.seat + n) % self.seats for n in range(self.seats)]
            self.mourn()
        else:
            getattr(self, SECTORS[self.pig])()
            self.crowned()
            self.settle()

    def settle(self) -> None:
        """The drawn tile is to be laid, if it fits anywhere."""
        self.due = "tile"
        if not self.places(self.drawn):
            self.due = "draw"
            if self.stack() == 0:
                self.finish()

    def mourn(self) -> None:
        """The next seat with a follower on a tile takes one back; after the last the turn goes on."""
        while self.mourning:
            self.seat = self.mourning.pop(0)
            if any(self.taken(seat, word) for _, seat, word in self.figures.values()):
                self.due = "plague"
                return
        self.seat = self.active
        self.crowned()
        self.settle()

    def lift(self, at: Square) -> None:
        """A follower comes home, and a builder or pig that is alone then."""
        k, seat, word = self.figures[at]
        feature = next(feature for feature in self.features() if (at, k) in feature.parts)
        self.home(at)
        mine = [(square, what) for square, who, what in self.standing(feature) if who == seat]
        if not any(what in WEIGHTS for _, what in mine):
            for square, what in mine:
                if what != "shepherd":
                    self.home(square)
        assert word in WEIGHTS

    def home(self, at: Square) -> None:
        _, seat, word = self.figures.pop(at)
        self.supply[seat][word] += 1

    def laid(self) -> None:
        field = self.shepherd_field(self.seat)
        if field is not None and self.last in field.squares:
            self.due = "flock"
        else:
            super().laid()

    def token(self, token: str) -> None:
        placing = self.figures.get(self.last, (0, -1, ""))[1:] == (self.seat, "shepherd")
        if token == "wolf":
            self.scatter()
        else:
            self.flocks[self.seat][token] += 1
        if placing:
            self.score()
        else:
            super().laid()

    def gather(self) -> None:
        field = self.shepherd_field(self.seat)
        assert field is not None
        owners = [seat for _, seat, word in self.standing(field) if word == "shepherd"]
        points = sum(int(token) * n for seat in owners for token, n in self.flocks[seat].items())
        points += self.count(field, "sheep")
        for seat in owners:
            self.scores[seat] += points
        self.scatter()

    def scatter(self) -> None:
        field = self.shepherd_field(self.seat)
        assert field is not None
        for at, seat, word in self.standing(field):
            if word == "shepherd":
                self.home(at)
                del self.flocks[seat]

    # -- the wheel

    def fortune(self) -> None:
        self.scores[self.seat] += 3

    def taxes(self) -> None:
        for city in self.features():
            if city.kind == CITY:
                knights = Counter(seat for _, seat, word in self.standing(city) if word in WEIGHTS)
                for seat, n in knights.items():
                    self.scores[seat] += n * (n + self.count(city, "shield"))

    def famine(self) -> None:
        for field in self.features():
            if field.kind == FIELD:
                for _, seat, word in self.standing(field):
                    self.scores[seat] += self.cities(field) * (word in WEIGHTS)

    def storm(self) -> None:
        for seat in range(self.seats):
            self.scores[seat] += sum(self.supply[seat][word] for word in WEIGHTS)

    def inquisition(self) -> None:
        for at, (k, seat, _) in self.figures.items():
            self.scores[seat] += 2 * (self.table[at].tile.sections[k].kind == MONASTERY)

    def crowned(self) -> None:
        there = self.crown[self.pig]
        for seat, word in there:
            self.scores[seat] += 6 if (len(there), ROOM[self.pig]) == (1, 2) else 3
            self.supply[seat][word] += 1
        self.crown[self.pig] = []

    # -- scores

    def cities(self, field: Feature) -> int:
        return self.value(field, False, False) // 3

    def pay(self, feature: Feature, complete: bool) -> None:
        count: Counter[int] = Counter()
        hill: set[int] = set()
        for at, seat, word in self.standing(feature):
            count[seat] += WEIGHTS.get(word, 0)
            if word in WEIGHTS and self.table[at].tile.hill:
                hill.add(seat)
        tied = {seat for seat, n in count.items() if n and n == max(count.values())}
        if self.hills and len(tied) > 1:
            tied = (tied & hill) or tied
        for seat in tied:
            pig = any(who == seat and word == "pig" for _, who, word in self.standing(feature))
            self.scores[seat] += self.value(feature, complete, pig)

    def value(self, feature: Feature, complete: bool, pig: bool) -> int:
        points = super().value(feature, complete, pig)
        if feature.kind == MONASTERY and complete and self.hills:
            ((x, y),) = feature.squares
            around = [self.table[x + dx, y + dy] for dx, dy in AROUND]
            points += 3 * sum(laid.tile.vineyard for laid in around)
        return points
