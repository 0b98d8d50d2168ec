"""The wheel: the pig's moves and its sectors' events (WHEEL-006 to WHEEL-018)."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from bastide.carcassonne.base.carcassonne import FIGURE, FIGURE_SECTION, Carcassonne
from bastide.carcassonne.base.scoring import SHIELDS, complete_cities
from bastide.carcassonne.base.tables import CITY_KIND, FIELD_KIND, MONASTERY_KIND, SECTIONS, SHIELD, tag_count
from bastide.kernel.state import BITS, State

SECTORS: Final = ("fortune", "taxes", "famine", "storm", "inquisition", "plague")
"""The sectors, clockwise."""
FORTUNE: Final[i64] = 0
TAXES: Final[i64] = 1
FAMINE: Final[i64] = 2
STORM: Final[i64] = 3
INQUISITION: Final[i64] = 4
PLAGUE: Final[i64] = 5
ROUND: Final[i64] = 6

FORTUNE_PAYS: Final[i64] = 3
MONK_PAYS: Final[i64] = 2


@final
class Wheel:
    """The pig's position, and the events without a decision."""

    def __init__(self, r: Carcassonne) -> None:
        self.r = r
        self.pig: i64 = r.schema.add("pig", [], most=int(ROUND) - 1, kinds=SECTORS)
        self.famine_pig: bool = r.config.options.get("famine_pig") == "on"
        # Each figure's weight in events (WHEEL-017); 0 for figures that are not followers.
        twice = r.config.options.get("big_follower_events") == "2"
        weights: list[int] = []
        for figure in range(len(r.figure_words)):
            weights.append(int(r.figure_weight[figure]) if twice else int(r.figure_follows[figure]))
        self.weights: vec[i64] = vec[i64](weights)
        # The first five sectors bring points under their names; these are the numbers of the names.
        self.reason: i64 = r.add_reason(SECTORS[0])
        for name in SECTORS[1:5]:
            r.add_reason(name)
        self.fortune: i64 = r.add_term("fortune")
        self.knights: i64 = r.add_term("knights")
        self.farmers: i64 = r.add_term("farmers")
        self.idle: i64 = r.add_term("followers in supply")
        self.monks: i64 = r.add_term("monks")

    def greatest(self) -> int:
        """The most that an event can bring a seat: all its followers in one city, or one field that touches all, and
        the crown. A complete city has two sections or more, so that a pig that counts twice changes nothing.
        """
        r = self.r
        followers = sum(int(r.figure_count[each] * self.weights[each]) for each in range(len(r.figure_words)))
        return followers * (followers + r.scored[CITY_KIND]) + int(ROUND)

    def turn(self, s: State, seat: i64, steps: i64) -> i64:
        """The pig moves clockwise; returns the sector where it stops (WHEEL-008)."""
        c = s.cells
        c[self.pig] = (c[self.pig] + steps) % ROUND
        s.emit("pig", seat, steps, c[self.pig])
        return c[self.pig]

    def happen(self, s: State, seat: i64, sector: i64) -> None:
        """The event of a sector, plague left out."""
        r = self.r
        if sector == FORTUNE:
            self.pay(s, seat, FORTUNE, FORTUNE_PAYS, -1)
            s.emit("line", seat, self.fortune, 1, FORTUNE_PAYS, FORTUNE_PAYS)
        elif sector == STORM:
            for each in range(r.seats):
                self.storm(s, each)
        elif sector == INQUISITION:
            for each in range(r.seats):
                self.inquisition(s, each)
        elif sector != PLAGUE:
            self.levy(s, sector)

    def pay(self, s: State, seat: i64, sector: i64, points: i64, where: i64) -> None:
        """Score the points of an event; the caller emits the lines that explain them."""
        s.cells[self.r.score + seat] += points
        s.emit("score", seat, points, self.reason + sector, where, 1)

    def storm(self, s: State, seat: i64) -> None:
        """A point for each follower in the supply (WHEEL-014, WHEEL-015)."""
        r = self.r
        count: i64 = 0
        for figure in r.followers:
            count += s.cells[r.figure_supply[figure] + seat] * self.weights[figure]
        if count > 0:
            self.pay(s, seat, STORM, count, -1)
            s.emit("line", seat, self.idle, count, 1, count)

    def inquisition(self, s: State, seat: i64) -> None:
        """Two points for each monk (WHEEL-016)."""
        r = self.r
        c = s.cells
        count: i64 = 0
        for tile in range(c[r.tiles]):
            figure = c[r.figure + tile] - 1
            if figure >= 0 and figure % FIGURE == seat:
                kind = r.tables.part_kind[c[r.lies + tile] // 4 * SECTIONS + figure // FIGURE_SECTION]
                if kind == MONASTERY_KIND:
                    count += self.weights[figure % FIGURE_SECTION // FIGURE]
        if count > 0:
            self.pay(s, seat, INQUISITION, count * MONK_PAYS, -1)
            s.emit("line", seat, self.monks, count, MONK_PAYS, count * MONK_PAYS)

    def levy(self, s: State, sector: i64) -> None:
        """Taxes for knights, famine for farmers: each feature and seat once (WHEEL-010 to WHEEL-013)."""
        r = self.r
        c = s.cells
        wanted = CITY_KIND if sector == TAXES else FIELD_KIND
        done = vec[i64]([0] * c[r.parts])
        for tile in range(c[r.tiles]):
            figure = c[r.figure + tile] - 1
            if figure >= 0 and self.weights[figure % FIGURE_SECTION // FIGURE] != 0:
                k = figure // FIGURE_SECTION
                seat = figure % FIGURE
                root = c[r.label + c[r.first + tile] + k]
                if r.tables.part_kind[c[r.lies + tile] // 4 * SECTIONS + k] == wanted and done[root] & BITS[seat] == 0:
                    done[root] |= BITS[seat]
                    if sector == TAXES:
                        self.taxes(s, seat, root)
                    else:
                        self.famine(s, seat, root)

    def taxes(self, s: State, seat: i64, root: i64) -> None:
        """For each own knight the shields of its city and the own knights there (WHEEL-010, WHEEL-011)."""
        knights = self.standing(s, seat, root)
        shields = tag_count(s.cells[self.r.tags + root], SHIELD)
        self.pay(s, seat, TAXES, knights * (knights + shields), self.r.address(s, root))
        s.emit("line", seat, self.knights, knights, knights, knights * knights)
        if shields > 0:
            s.emit("line", seat, SHIELDS, shields, knights, shields * knights)

    def famine(self, s: State, seat: i64, root: i64) -> None:
        """For each own farmer the complete cities at its field (WHEEL-012, WHEEL-013)."""
        r = self.r
        farmers = self.standing(s, seat, root)
        each = complete_cities(r, s, root)
        if self.famine_pig:
            each *= r.seams.field_worth(s, root, seat, 1)
        if each > 0:
            self.pay(s, seat, FAMINE, farmers * each, r.address(s, root))
            s.emit("line", seat, self.farmers, farmers, each, farmers * each)

    def standing(self, s: State, seat: i64, root: i64) -> i64:
        """How many followers of a seat stand in a feature, as events count them."""
        r = self.r
        c = s.cells
        count: i64 = 0
        part = root
        while True:
            tile = c[r.tile_of + part]
            figure = c[r.figure + tile] - 1
            if figure >= 0 and figure % FIGURE == seat and figure // FIGURE_SECTION == part - c[r.first + tile]:
                count += self.weights[figure % FIGURE_SECTION // FIGURE]
            part = c[r.next + part]
            if part == root:
                return count
