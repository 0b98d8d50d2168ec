"""A look at one position of Carcassonne: what each seat can expect of it, and what an action changes.

The features that somebody holds are valued once. A placement changes few of them: those that the tile joins, the
monasteries around it, the fields at its cities, and the features for which it changes what fits beside it.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from bastide.carcassonne.base.carcassonne import FIGURE, FIGURE_SECTION, WHO_BITS, WHO_MOST, Carcassonne
from bastide.carcassonne.base.laying import find, neighbour
from bastide.carcassonne.base.scoring import AROUND, CITY_PAYS
from bastide.carcassonne.base.tables import (
    CITY_KIND,
    FIELD_KIND,
    MONASTERY_KIND,
    NAMED,
    RIMS,
    ROAD_KIND,
    SECTIONS,
    SHIELD,
    tag_count,
)
from bastide.carcassonne.base.turn import claims
from bastide.kernel.state import BITS, OVER, State
from bastide.players.greedy.carcassonne.module_bot import UNJUDGED
from bastide.players.greedy.carcassonne.tables import Tables
from bastide.players.greedy.carcassonne.weights import (
    BIG_GAIN,
    BIG_PRICE,
    CHANCES,
    CHANCES_MOST,
    CHANCES_ROW,
    EARLY,
    FIELD_ENDS,
    FIELD_HOPE,
    FILLED,
    FITTING,
    FREED,
    GROWTH,
    PERCENT,
    RIVAL,
    SMALL_HOPE,
    SUPPLY,
    SUPPLY_MOST,
    TIED,
)

LOST: Final[i64] = -1_000_000_000


@final
class Look:
    """One position from a seat's side. `s` is a copy, on which tiles are tried, unless the look is no `trial`.

    `time` is the time left in percent of unlimited time. `values[seat]` is what a seat has and can expect, and
    `delta[seat]` what the alternative being weighed changes. `idle` is what modules add to the value of each follower
    in supply. `cities` and `hope` are the complete cities of the field surveyed last, and hundredths of open ones.
    """

    def __init__(self, t: Tables, s: State, seat: i64, trial: bool = True) -> None:
        r = t.r
        self.t = t
        self.r: Carcassonne = r
        self.w: vec[i64] = t.weights
        self.s = s.copy() if trial else s
        self.seat: i64 = seat
        c = self.s.cells
        n = r.seats
        self.left: i64 = c[r.stack]
        self.time: i64 = min(PERCENT, self.left * PERCENT // (n * self.w[EARLY]))
        self.idle: i64 = 0
        self.chance: i64 = 0
        self.cities: i64 = 0
        self.hope: i64 = 0
        self.kinds: vec[i64] = vec[i64]([0] * r.tables.kinds)
        self.kinds_left: i64 = 0
        for kind in range(r.tables.kinds):
            if c[r.left + kind] > 0:
                self.kinds[self.kinds_left] = kind
                self.kinds_left += 1
        self.fit: vec[i64] = vec[i64]([-1] * RIMS)
        self.values: vec[i64] = vec[i64]([0] * n)
        self.delta: vec[i64] = vec[i64]([0] * n)
        self.supply: vec[i64] = vec[i64]([0] * n)
        self.back: vec[i64] = vec[i64]([0] * n)
        self.base: vec[i64] = vec[i64]([0] * (c[r.parts] * n))
        for m in t.modules:
            m.ready(self)
        self._value_all()

    def _value_all(self) -> None:
        """Value everything as it lies."""
        r = self.r
        c = self.s.cells
        n = r.seats
        for seat in range(n):
            count: i64 = 0
            for figure in r.followers:
                count += c[r.figure_supply[figure] + seat]
            self.supply[seat] = count
            self.values[seat] = PERCENT * c[r.score + seat] + self.supply_worth(count)
            for m in self.t.modules:
                self.values[seat] += m.standing(self, seat)
        done = self.t.next_round()
        marks = self.t.done_marks
        for tile in range(c[r.tiles]):
            figure = c[r.figure + tile] - 1
            if figure >= 0:
                root = c[r.label + c[r.first + tile] + figure // FIGURE_SECTION]
                if marks[root] != done and c[r.who + root] != 0:
                    marks[root] = done
                    self.appraise(root, r.kind_of(self.s, root), self.base, root * n)
                    for seat in range(n):
                        self.values[seat] += self.base[root * n + seat]

    # -- whole positions

    def value(self) -> i64:
        """The value of the position; after the end the points alone."""
        if self.s.cells[OVER] != 0:
            for seat in range(self.r.seats):
                self.values[seat] = 1000 * PERCENT * self.s.cells[self.r.score + seat]
        return self._relative()

    def _relative(self) -> i64:
        """The seat's lead over its rivals: over their mean and over the best of them."""
        n = self.r.seats
        rivals: i64 = 0
        best = LOST
        for seat in range(n):
            if seat != self.seat:
                each = self.values[seat] + self.delta[seat]
                rivals += each
                best = max(best, each)
        return (
            2 * (self.values[self.seat] + self.delta[self.seat]) - (rivals // (n - 1) + best) * self.w[RIVAL] // PERCENT
        )

    # -- placements

    def placement(self, code: i64, with_figure: bool = True) -> i64:
        """The value of the position after a tile is laid, with the best figure for it or with none."""
        r = self.r
        s = self.s
        c = s.cells
        n = r.seats
        at = code - r.tile_offset
        lies = (c[r.drawn] - 1) * 4 + at % 4
        trial = self.t.trial
        trial.lay(s, find(r, s, at // 4), lies)
        tile = c[r.tiles] - 1
        for seat in range(n):
            self.delta[seat] = 0
            for i in range(trial.count):
                self.delta[seat] -= self.base[trial.roots[i] * n + seat]
        self._settle(tile, True)
        for m in self.t.modules:
            m.tile_laid(self, tile)
        out = self.t.codes
        out.clear()
        if with_figure:
            claims(r, s, self.seat, out)
        best: i64 = 0
        for i in range(out.count):
            best = max(best, self.claim(out.items[i]))
        trial.take_back(s)
        return self._relative() + 2 * best

    def settle(self) -> None:
        """Before a figure is placed on the tile just laid: the followers that its complete features return."""
        self._settle(self.s.cells[self.r.tiles] - 1, False)

    def _settle(self, tile: i64, all_of_it: bool) -> None:
        """Add what the features at a tile change: `all_of_it`, or only the followers that come back."""
        r = self.r
        c = self.s.cells
        n = r.seats
        for seat in range(n):
            self.back[seat] = 0
        kind = c[r.lies + tile] // 4
        first = c[r.first + tile]
        done = self.t.next_round()
        marks = self.t.done_marks
        count = r.tables.sections[kind]
        for k in range(count):
            root = c[r.label + first + k]
            if marks[root] != done:
                marks[root] = done
                of = r.tables.part_kind[kind * SECTIONS + k]
                if of != FIELD_KIND and c[r.ends + root] == 0:
                    self._finish(root, of)
                elif all_of_it and c[r.who + root] != 0:
                    self.appraise(root, of, self.delta, 0)
        place = c[r.place_of + tile]
        for step in range(AROUND):
            root = self._monastery_at(neighbour(r, self.s, place, step))
            if root >= 0 and marks[root] != done:
                if c[r.ends + root] == 0:
                    marks[root] = done
                    self._finish(root, MONASTERY_KIND)
                    self._forget(root)
                elif all_of_it:
                    self._renew(root, MONASTERY_KIND, done)
        if not all_of_it:
            return
        for k in range(count):
            if r.tables.part_kind[kind * SECTIONS + k] == CITY_KIND:
                self._fields_at(c[r.label + first + k], done)
        for side in range(4):
            beside = c[r.link + place * 4 + side] - 1
            if c[r.standing + beside] == 0:
                self._features_at(beside, done)
        for seat in range(n):
            if self.back[seat] != 0:
                count = self.supply[seat]
                self.delta[seat] += self.supply_worth(count + self.back[seat]) - self.supply_worth(count)

    def _monastery_at(self, place: i64) -> i64:
        """The monastery at a place, which may be no place (-1); -1 if there is none."""
        r = self.r
        c = self.s.cells
        if place < 0 or c[r.standing + place] == 0:
            return -1
        tile = c[r.standing + place] - 1
        k = r.tables.monastery[c[r.lies + tile] // 4]
        if k < 0:
            return -1
        return c[r.first + tile] + k

    def _forget(self, root: i64) -> None:
        """Take away what a feature was worth before."""
        n = self.r.seats
        if self.s.cells[self.r.who + root] != 0:
            for seat in range(n):
                self.delta[seat] -= self.base[root * n + seat]

    def _renew(self, root: i64, kind: i64, done: i64) -> None:
        """Value a feature anew that the tile changes without joining it, unless it is done."""
        marks = self.t.done_marks
        if marks[root] != done:
            marks[root] = done
            if self.s.cells[self.r.who + root] != 0:
                self._forget(root)
                self.appraise(root, kind, self.delta, 0)

    def _features_at(self, place: i64, done: i64) -> None:
        """Value anew what depends on an open place: the tile beside it decides which others fit there."""
        r = self.r
        c = self.s.cells
        tables = r.tables
        for step in range(AROUND):
            side = step & 3
            beside = c[r.link + place * 4 + side] - 1
            if step >= 4 and beside >= 0:
                beside = c[r.link + beside * 4 + ((side + 1) & 3)] - 1
            elif step >= 4:
                beside = c[r.link + place * 4 + ((side + 1) & 3)] - 1
                if beside >= 0:
                    beside = c[r.link + beside * 4 + side] - 1
            root = self._monastery_at(beside)
            if root >= 0:
                self._renew(root, MONASTERY_KIND, done)
            if step < 4 and beside >= 0 and c[r.standing + beside] != 0:
                other = c[r.standing + beside] - 1
                first = c[r.first + other]
                lies = c[r.lies + other]
                facing = lies * 4 + (side ^ 2)
                if tables.middle[facing] >= 0:
                    self._renew(c[r.label + first + tables.middle[facing]], ROAD_KIND, done)
                for half in range(facing * 2, facing * 2 + 2):
                    k = tables.half[half]
                    if k >= 0 and tables.part_kind[lies // 4 * SECTIONS + k] == CITY_KIND:
                        self._renew(c[r.label + first + k], CITY_KIND, done)

    def _finish(self, root: i64, kind: i64) -> None:
        """Add the points of a feature that the tile completes, and count the followers that come back."""
        r = self.r
        c = self.s.cells
        for m in self.t.modules:
            m.completed(self, root, kind)
        who = c[r.who + root]
        if who == 0:
            return
        points = self.complete_points(root, kind)
        owners = r.best_of(who)
        if r.modular:
            owners = r.seams.foremost(self.s, root, owners)
        for seat in range(r.seats):
            if owners & BITS[seat]:
                self.delta[seat] += points
        part = root
        while True:
            tile = c[r.tile_of + part]
            figure = c[r.figure + tile] - 1
            if figure >= 0 and figure // FIGURE_SECTION == part - c[r.first + tile]:
                self.back[figure % FIGURE] += r.figure_follows[figure % FIGURE_SECTION // FIGURE]
            part = c[r.next + part]
            if part == root:
                break

    def _fields_at(self, city: i64, done: i64) -> None:
        """Value anew the fields at a city of the tile, except those that are done."""
        r = self.r
        c = self.s.cells
        part = city
        while True:
            tile = c[r.tile_of + part]
            first = c[r.first + tile]
            fields = self.t.touched_by[c[r.lies + tile] // 4 * SECTIONS + part - first]
            while fields != 0:
                if fields & 1:
                    self._renew(c[r.label + first], FIELD_KIND, done)
                fields >>= 1
                first += 1
            part = c[r.next + part]
            if part == city:
                break

    # -- figures

    def claim(self, code: i64) -> i64:
        """What placing a figure on the tile just laid is worth; `UNJUDGED` if nothing known says."""
        r = self.r
        c = self.s.cells
        for figure in r.followers:
            offset = r.figure_offset[figure]
            if offset <= code < offset + NAMED:
                tile = c[r.tiles] - 1
                lies = c[r.lies + tile]
                k = r.tables.section_of[lies * NAMED + code - offset]
                root = c[r.label + c[r.first + tile] + k]
                return self._follower(root, r.tables.part_kind[lies // 4 * SECTIONS + k], r.figure_weight[figure] > 1)
        for m in self.t.modules:
            worth = m.judge(self, code)
            if worth != UNJUDGED:
                return worth
        return UNJUDGED

    def _follower(self, root: i64, kind: i64, big: bool) -> i64:
        """The worth of a follower on an unoccupied feature."""
        c = self.s.cells
        if kind != FIELD_KIND and c[self.r.ends + root] == 0:
            return self.complete_points(root, kind)
        worth: i64 = 0
        if kind == FIELD_KIND:
            self.survey(root)
            worth = self.field_worth(root, self.seat)
        else:
            worth = self.likely(root, kind)
            worth += self.w[FREED + kind] * self.chance // PERCENT
        for m in self.t.modules:
            worth += m.claimed(self, root, kind)
        worth -= self.cost()
        if big:
            worth -= BIG_PRICE * self.time // PERCENT
            if kind != ROAD_KIND and kind != MONASTERY_KIND:
                worth += worth * BIG_GAIN // PERCENT
        return worth

    def cost(self) -> i64:
        """The cost to the seat of one follower less in supply."""
        count = self.supply[self.seat] + self.back[self.seat]
        return self.supply_worth(count) - self.supply_worth(count - 1)

    def supply_worth(self, count: i64) -> i64:
        """The value of followers in supply: each further one is worth less, and all less towards the end."""
        return self.w[SUPPLY + min(count, SUPPLY_MOST)] * min(self.time * 2, PERCENT) // PERCENT + count * self.idle

    # -- features

    def appraise(self, root: i64, kind: i64, out: vec[i64], at: i64) -> None:
        """Add to `out[at + seat]` what each seat can expect of an occupied feature that is not complete."""
        r = self.r
        owners = r.best_of(self.s.cells[r.who + root])
        if r.modular:
            owners = r.seams.foremost(self.s, root, owners)
        worth: i64 = 0
        if kind == FIELD_KIND:
            self.survey(root)
        else:
            worth = self.likely(root, kind)
            who = self.s.cells[r.who + root]
            freed = self.w[FREED + kind] * self.chance // PERCENT
            if freed != 0:
                for seat in range(r.seats):
                    if who >> (WHO_BITS * seat) & WHO_MOST != 0:
                        out[at + seat] += freed
        tied = owners & (owners - 1) != 0
        for seat in range(r.seats):
            if owners & BITS[seat]:
                if kind == FIELD_KIND:
                    worth = self.field_worth(root, seat)
                if tied:
                    out[at + seat] += worth * self.w[TIED] // PERCENT
                else:
                    out[at + seat] += worth
        for m in self.t.modules:
            m.feature(self, root, kind, out, at)

    def complete_points(self, root: i64, kind: i64) -> i64:
        """The points of a complete road, city or monastery."""
        r = self.r
        c = self.s.cells
        size = AROUND + 1
        worth: i64 = 1
        extra: i64 = 0
        if kind != MONASTERY_KIND:
            size = self._tiles(root)
            if kind == CITY_KIND and not (r.small_city and size == 2):
                worth = 2
            size += tag_count(c[r.tags + root], SHIELD)
            if r.modular:
                worth = r.seams.worth(self.s, root, kind, True, worth)
        if r.modular:
            extra = r.seams.bonus(self.s, root, kind, True)
        return PERCENT * (size * worth + extra)

    def _tiles(self, root: i64) -> i64:
        """The number of tiles of a feature."""
        r = self.r
        c = self.s.cells
        marks = self.t.tile_marks
        mark = self.t.next_round()
        count: i64 = 0
        part = root
        while True:
            tile = c[r.tile_of + part]
            if marks[tile] != mark:
                marks[tile] = mark
                count += 1
            part = c[r.next + part]
            if part == root:
                return count

    def likely(self, root: i64, kind: i64) -> i64:
        """The likely points of a road, city or monastery that is not complete."""
        r = self.r
        c = self.s.cells
        if kind == MONASTERY_KIND:
            return self._monastery(root)
        tables = r.tables
        tile_marks = self.t.tile_marks
        place_marks = self.t.place_marks
        mark = self.t.next_round()
        size: i64 = 0
        opens: i64 = 0
        chance = self.time
        part = root
        while True:
            tile = c[r.tile_of + part]
            if tile_marks[tile] != mark:
                tile_marks[tile] = mark
                size += 1
            k = part - c[r.first + tile]
            lies = c[r.lies + tile]
            links = r.link + c[r.place_of + tile] * 4
            for side in range(4):
                if kind == ROAD_KIND:
                    if tables.middle[lies * 4 + side] != k:
                        continue
                elif tables.half[lies * 8 + side * 2] != k and tables.half[lies * 8 + side * 2 + 1] != k:
                    continue
                beside = c[links + side] - 1
                # A field has halves too, but a city owns the sides that show it.
                if beside >= 0 and c[r.standing + beside] == 0 and place_marks[beside] != mark:
                    place_marks[beside] = mark
                    opens += 1
                    chance = chance * self.filling(c[r.rim + beside]) // PERCENT
            part = c[r.next + part]
            if part == root:
                break
        whole: i64 = 1
        partial: i64 = 1
        shields: i64 = 0
        if kind == CITY_KIND:
            whole = 2
            shields = tag_count(c[r.tags + root], SHIELD)
        if r.modular:
            partial = r.seams.worth(self.s, root, kind, False, partial)
            whole = r.seams.worth(self.s, root, kind, True, whole)
        chance = chance * self.w[CHANCES + kind * CHANCES_ROW + min(opens, CHANCES_MOST)] // PERCENT
        self.chance = chance
        # It grows by about its open places until it is finished, and then its follower returns.
        done = (PERCENT * (size + shields) + self.w[GROWTH + kind] * opens) * whole
        return (done * chance + PERCENT * (size + shields) * partial * (PERCENT - chance)) // PERCENT

    def _monastery(self, root: i64) -> i64:
        """The likely points of a monastery."""
        r = self.r
        c = self.s.cells
        ends = c[r.ends + root]
        bonus: i64 = 0
        if r.modular:
            bonus = r.seams.bonus(self.s, root, MONASTERY_KIND, True)
        place = c[r.place_of + c[r.tile_of + root]]
        chance = self.w[CHANCES + MONASTERY_KIND * CHANCES_ROW + min(ends, CHANCES_MOST)] * self.time // PERCENT
        filled: i64 = 0
        for step in range(AROUND):
            beside = neighbour(r, self.s, place, step)
            if beside < 0:
                filled += self.w[FILLED]
            elif c[r.standing + beside] == 0:
                filling = self.filling(c[r.rim + beside])
                filled += self.w[FILLED] * filling // PERCENT
                chance = chance * filling // PERCENT
        self.chance = chance
        return PERCENT * (AROUND + 1 - ends) + filled * self.time // PERCENT + bonus * chance

    def filling(self, rim: i64) -> i64:
        """The chance that a place with this rim is filled, as far as the tiles left say."""
        known = self.fit[rim]
        if known >= 0:
            return known
        r = self.r
        c = self.s.cells
        fits = r.tables.fits
        count: i64 = 0
        for i in range(self.kinds_left):
            kind = self.kinds[i]
            if fits[kind * RIMS + rim] != 0:
                count += c[r.left + kind]
        known = min(PERCENT, self.w[FITTING] * count // (count + r.seats))
        self.fit[rim] = known
        return known

    def survey(self, root: i64) -> None:
        """Count the cities of a field into `cities` and `hope`."""
        r = self.r
        c = self.s.cells
        tables = r.tables
        marks = self.t.part_marks
        mark = self.t.next_round()
        cities: i64 = 0
        hope: i64 = 0
        part = root
        while True:
            tile = c[r.tile_of + part]
            first = c[r.first + tile]
            touched = tables.touches[c[r.lies + tile] // 4 * SECTIONS + part - first]
            while touched != 0:
                if touched & 1:
                    city = c[r.label + first]
                    if marks[city] != mark:
                        marks[city] = mark
                        ends = c[r.ends + city]
                        if ends == 0:
                            cities += 1
                        else:
                            hope += self.w[CHANCES + FIELD_KIND * CHANCES_ROW + min((ends + 1) // 2, CHANCES_MOST)]
                touched >>= 1
                first += 1
            part = c[r.next + part]
            if part == root:
                break
        self.cities = cities
        self.hope = hope * self.time // PERCENT * self.w[SMALL_HOPE] // PERCENT

    def field_worth(self, root: i64, seat: i64) -> i64:
        """The likely points of the field surveyed last, for a farmer."""
        worth = CITY_PAYS
        if self.r.modular:
            worth = self.r.seams.field_worth(self.s, root, seat, worth)
        ends = min(self.s.cells[self.r.ends + root], self.w[FIELD_ENDS])
        return (
            worth * (PERCENT * self.cities + self.hope)
            + ends * self.w[FIELD_HOPE] * self.time // PERCENT // self.w[FIELD_ENDS]
        )
