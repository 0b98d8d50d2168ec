"""The value of a Carcassonne position to a seat: points, features in progress, followers in supply.

It queries only the rules and their seams, so expansions count without being known here.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bastide.carcassonne.base.carcassonne import FIGURE, FIGURE_SECTION, Carcassonne
from bastide.carcassonne.base.scoring import CITY_PAYS, complete_cities, tile_count
from bastide.carcassonne.base.tables import CITY_KIND, FIELD_KIND, MONASTERY_KIND, SHIELD, tag_count
from bastide.kernel.state import BITS, State

PERCENT: Final[i64] = 100
"""Values are hundredths of a point."""
EARLY: Final[i64] = 8
"""From this many tiles per player on, time does not limit what can be finished."""
RIVAL: Final[i64] = 75
"""The weight of rivals' prospects in percent of one's own, divided among all rivals."""
TIED: Final[i64] = 85
"""The value of a shared feature in percent of an unshared one."""

SUPPLY: Final = vec[i64]([0, 330, 560, 730, 850, 930, 990, 1030, 1060])
"""The value of the followers in supply, by number, with unlimited time; more count as the last entry."""
CHANCES: Final = vec[i64]([100, 78, 62, 48, 36, 26, 18, 12, 8, 5])
"""The chance, in percent, that a road or city is finished, by its open sides, with unlimited time."""
SMALL_HOPE: Final[i64] = 40
"""The value of an incomplete city for a field, in percent of a complete one."""
HELPER: Final[i64] = 150
"""The value of a placed figure other than a follower, with unlimited time."""
FIELD_HOPE: Final[i64] = 60
"""The value that a field may still gain from future cities, with unlimited time."""


def position_worth(r: Carcassonne, s: State, seat: i64) -> i64:
    """The value of a position to a seat, relative to the rivals: to the sum of their mean and the best of them."""
    n = r.seats
    values = vec[i64]([0] * n)
    time = time_left(r, s)
    c = s.cells
    for each in range(n):
        values[each] = PERCENT * c[r.score + each] + supply_worth(r, s, each, time)
    done = vec[i64]([0] * (c[r.parts] + 1))
    for tile in range(c[r.tiles]):
        figure = c[r.figure + tile] - 1
        if figure >= 0:
            part = c[r.first + tile] + figure // FIGURE_SECTION
            if r.figure_follows[figure % FIGURE_SECTION // FIGURE] == 0:
                values[figure % FIGURE] += HELPER * time // PERCENT
            root = c[r.label + part]
            if done[root] == 0 and c[r.who + root] != 0:
                done[root] = 1
                add_feature(r, s, root, time, values)
    rivals: i64 = 0
    best: i64 = -1000000
    for each in range(n):
        if each != seat:
            rivals += values[each]
            best = max(best, values[each])
    return values[seat] * 2 - (rivals // (n - 1) + best) * RIVAL // PERCENT


def time_left(r: Carcassonne, s: State) -> i64:
    """The time left, in percent of unlimited time."""
    return min(PERCENT, s.cells[r.stack] * PERCENT // (r.seats * EARLY))


def supply_worth(r: Carcassonne, s: State, seat: i64, time: i64) -> i64:
    """The value of the followers in supply: the first counts most, each further one less, all less towards the end."""
    count: i64 = 0
    for figure in r.followers:
        count += s.cells[r.figure_supply[figure] + seat]
    return SUPPLY[min(count, 8)] * min(time * 2, PERCENT) // PERCENT


def add_feature(r: Carcassonne, s: State, root: i64, time: i64, values: vec[i64]) -> None:
    """Credit a feature's holders with its likely points."""
    owners = r.best_of(s.cells[r.who + root])
    if r.modular:
        owners = r.seams.foremost(s, root, owners)
    kind = r.kind_of(s, root)
    tied = owners & (owners - 1) != 0
    for seat in range(r.seats):
        if owners & BITS[seat]:
            value = feature_worth(r, s, root, kind, seat, time)
            if tied:
                value = value * TIED // PERCENT
            values[seat] += value


def feature_worth(r: Carcassonne, s: State, root: i64, kind: i64, seat: i64, time: i64) -> i64:
    """The likely points of a feature for a holder."""
    c = s.cells
    ends = c[r.ends + root]
    if kind == FIELD_KIND:
        return field_worth(r, s, root, seat, time)
    if kind == MONASTERY_KIND:
        bonus: i64 = 0
        if r.modular:
            bonus = r.seams.bonus(s, root, kind, True)
        chance = CHANCES[min(ends, 9)] * time // PERCENT
        filled = PERCENT * (9 - ends) + ends * 55 * time // PERCENT
        return filled + bonus * chance
    size = tile_count(r, s, root)
    whole: i64 = 1
    part: i64 = 1
    if kind == CITY_KIND:
        size += tag_count(c[r.tags + root], SHIELD)
        whole = 2
        ends = (ends + 1) // 2
    if r.modular:
        part = r.seams.worth(s, root, kind, False, part)
        whole = r.seams.worth(s, root, kind, True, whole)
    if ends == 0:
        return PERCENT * size * whole
    chance = CHANCES[min(ends, 9)] * time // PERCENT
    # A feature grows by at least its open sides until it is finished, and then its follower returns.
    done = PERCENT * (size + ends) * whole
    return (done * chance + PERCENT * size * part * (PERCENT - chance)) // PERCENT


def field_worth(r: Carcassonne, s: State, root: i64, seat: i64, time: i64) -> i64:
    """A field's likely points for a farmer: its complete cities, and a part of the incomplete ones."""
    c = s.cells
    worth = CITY_PAYS
    if r.modular:
        worth = r.seams.field_worth(s, root, seat, worth)
    cities = complete_cities(r, s, root)
    open_cities: i64 = 0
    seen = vec[i64]([0] * c[r.parts])
    part = root
    while True:
        tile = c[r.tile_of + part]
        first = c[r.first + tile]
        touched = r.tables.touches[c[r.lies + tile] // 4 * 8 + part - first]
        while touched != 0:
            if touched & 1:
                city = c[r.label + first]
                if c[r.ends + city] != 0 and seen[city] == 0:
                    seen[city] = 1
                    open_cities += CHANCES[min((c[r.ends + city] + 1) // 2, 9)]
            touched >>= 1
            first += 1
        part = c[r.next + part]
        if part == root:
            break
    hope = worth * open_cities * SMALL_HOPE * time // PERCENT // PERCENT * 2
    more = min(c[r.ends + root], 8) * FIELD_HOPE * time // PERCENT // 8
    return PERCENT * cities * worth + hope + more


def claim_worth(r: Carcassonne, s: State, seat: i64, tile: i64) -> i64:
    """The maximum value of a follower on the tile just laid: on its best unoccupied section."""
    c = s.cells
    best: i64 = 0
    time = time_left(r, s)
    kind = c[r.lies + tile] // 4
    first = c[r.first + tile]
    for k in range(r.tables.sections[kind]):
        root = c[r.label + first + k]
        if c[r.who + root] == 0:
            part_kind = r.tables.part_kind[kind * 8 + k]
            if part_kind != FIELD_KIND or r.farmers:
                best = max(best, feature_worth(r, s, root, part_kind, seat, time))
    return best
