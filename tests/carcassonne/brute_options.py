"""A reference implementation of all expansions together, with every option off its default."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final

from bastide.carcassonne.tiles.model import CITY, FIELD, MONASTERY, Tile
from tests.carcassonne.brute import AROUND, STEPS, WEIGHTS, Brute, Feature, Laid, placements
from tests.carcassonne.brute_more import BAG, BOARD, BruteMore

OVERVIEW: Final = {"wolf": 2, "1": 4, "2": 5, "3": 6, "4": 1}
SOURCE: Final = "river.source"


class BruteOptions(BruteMore):
    """A game with any modules and options; missing ones have their default.

    `tended` says that the flock was seen to after the figure, `came_home` that the active seat's shepherd came home
    since the tile was laid.
    """

    def __init__(self, seats: int, modules: Sequence[str], farmers: bool, options: Mapping[str, object]) -> None:
        super().__init__(seats, modules, farmers)
        self.options = {key: str(value) for key, value in options.items()}
        self.tended = self.came_home = False
        if self.chosen("start_tile_in_stack", "yes"):
            self.left[next(name for name, tile in self.tiles.items() if tile.start)] += 1
        if self.wheel and SOURCE in self.tiles:
            self.due, self.drawn = "source", SOURCE

    def chosen(self, option: str, value: str) -> bool:
        """Whether an option has this value."""
        return self.options.get(option) == value

    # -- the river

    def moves(self) -> list[str]:
        if self.due != "source":
            return super().moves()
        tile = self.tiles[SOURCE]
        found = placements(self.table, tile)
        return [f"tile {x},{y},{n * 90}" for (x, y), n in found if self.behind(tile, (x, y), n) in self.table]

    def behind(self, tile: Tile, at: tuple[int, int], rotation: int) -> tuple[int, int]:
        """The square on the far side of the water."""
        dx, dy = STEPS[(tile.water[0] + rotation) % 4]
        return at[0] - dx, at[1] - dy

    def turns(self, tile: Tile, rotation: int) -> bool:
        out = self.flow(tile, rotation)
        if out < 0 or out == self.course[-1]:
            return False
        before = [(b - a) % 4 for a, b in pairwise(self.course)]
        if self.chosen("river_uturn", "never"):
            before = [turn for turn in before if turn]
        return bool(before) and before[-1] == (out - self.course[-1]) % 4

    # -- what happens

    def play(self, text: str) -> None:
        word, *rest = text.split()
        if self.due == "source":
            x, y, degrees = map(int, rest[0].split(","))
            tile = self.tiles[SOURCE]
            self.table[x, y] = Laid(tile, degrees // 90)
            self.course = [(tile.water[0] + degrees // 90) % 4]
            dx, dy = STEPS[self.course[0]]
            self.river_end = (x + dx, y + dy)
            self.due = "draw"
        elif text == "flock gather":
            self.gather()
            self.resumed()
        else:
            if word == "tile":
                self.tended = self.came_home = False
            super().play(text)

    def laid(self) -> None:
        if self.chosen("flock_order", "after_figure"):
            Brute.laid(self)
        else:
            super().laid()

    def resumed(self) -> None:
        """The flock is seen to."""
        if self.chosen("flock_order", "after_figure"):
            self.score()
        else:
            Brute.laid(self)

    def token(self, token: str) -> None:
        placing = self.figures.get(self.last, (0, -1, ""))[1:] == (self.seat, "shepherd")
        if token == "wolf":
            self.scatter()
        else:
            self.flocks[self.seat][token] += 1
        if placing:
            self.score()
        else:
            self.resumed()

    def score(self) -> None:
        if self.chosen("flock_order", "after_figure") and not self.tended:
            self.tended = True
            field = self.shepherd_field(self.seat)
            fresh = self.figures.get(self.last, (0, -1, ""))[1:] == (self.seat, "shepherd")
            if field is not None and self.last in field.squares and not fresh:
                self.due = "flock"
                return
        if self.chosen("flock_on_close", "gather"):
            for field in self.features():
                if field.kind == FIELD and not field.ends and self.last in field.squares:
                    self.gathered(field)
        super().score()

    def gather(self) -> None:
        field = self.shepherd_field(self.seat)
        assert field is not None
        self.gathered(field)

    def gathered(self, field: Feature) -> None:
        """All shepherds of a field score its sheep and go home."""
        owners = {seat: at for at, seat, word in self.standing(field) if word == "shepherd"}
        points = sum(int(token) * n for seat in owners for token, n in self.flocks[seat].items())
        for seat, at in owners.items():
            self.scores[seat] += points + self.count(field, "sheep")
            self.home(at)
            del self.flocks[seat]
            self.came_home |= seat == self.seat

    def scatter(self) -> None:
        super().scatter()
        self.came_home = True

    def claims(self) -> list[str]:
        out = super().claims()
        again = not self.chosen("shepherd_again", "no") or not self.came_home
        return [text for text in out if again or not text.startswith("shepherd")]

    # -- what there is, and what it brings

    def bag(self) -> dict[str, int]:
        out = Counter(OVERVIEW if self.chosen("sheep_bag", "overview") else BAG)
        for flock in self.flocks.values():
            out -= flock
        return dict(out)

    def flood(self) -> list[Feature]:
        found = super().flood()
        if not self.chosen("wheel_squares", "none"):
            return found
        out = []
        for one in found:
            more = 0
            if one.kind == MONASTERY:
                ((x, y),) = one.squares
                more = sum((x + dx, y + dy) in BOARD for dx, dy in AROUND)
            out.append(Feature(one.kind, one.parts, one.ends + more))
        return out

    def weight(self, word: str) -> int:
        """What a figure counts in events."""
        return WEIGHTS.get(word, 0) if self.chosen("big_follower_events", "2") else int(word in WEIGHTS)

    def taxes(self) -> None:
        for city in self.features():
            if city.kind == CITY:
                knights: Counter[int] = Counter()
                for _, seat, word in self.standing(city):
                    knights[seat] += self.weight(word)
                for seat, n in knights.items():
                    self.scores[seat] += n * (n + self.count(city, "shield"))

    def famine(self) -> None:
        for field in self.features():
            if field.kind == FIELD:
                pigs = {seat for _, seat, word in self.standing(field) if word == "pig"}
                for _, seat, word in self.standing(field):
                    twice = self.chosen("famine_pig", "on") and seat in pigs
                    self.scores[seat] += self.cities(field) * self.weight(word) * (1 + twice)

    def storm(self) -> None:
        for seat in range(self.seats):
            self.scores[seat] += sum(self.supply[seat][word] * self.weight(word) for word in WEIGHTS)

    def inquisition(self) -> None:
        for at, (k, seat, word) in self.figures.items():
            monk = self.table[at].tile.sections[k].kind == MONASTERY
            self.scores[seat] += 2 * monk * self.weight(word)

    def pay(self, feature: Feature, complete: bool) -> None:
        if not self.chosen("hill_tie", "most") or not self.hills:
            super().pay(feature, complete)
            return
        count: Counter[int] = Counter()
        hill: Counter[int] = Counter()
        for at, seat, word in self.standing(feature):
            count[seat] += WEIGHTS.get(word, 0)
            hill[seat] += word in WEIGHTS and self.table[at].tile.hill
        tied = {seat for seat, n in count.items() if n and n == max(count.values())}
        most = max((hill[seat] for seat in tied), default=0)
        for seat in tied:
            if hill[seat] == most or len(tied) == 1:
                pig = any(who == seat and word == "pig" for _, who, word in self.standing(feature))
                self.scores[seat] += self.value(feature, complete, pig)

    def value(self, feature: Feature, complete: bool, pig: bool) -> int:
        points = super().value(feature, complete, pig)
        small = feature.kind == CITY and complete and len(feature.squares) == 2
        return points // 2 if small and self.chosen("small_city", "half") else points
