"""Scoring of features that a tile completes, and final scoring (CARC-024 to CARC-055).

Each score emits an event `score` (seat, points, kind of feature, address of a section, 1 if complete), followed by
its lines, events `line` (seat, term, count, points for each, points). The points of the lines add up to the score.
`Carcassonne.reasons` and `terms` name the kinds and the terms; modules add theirs.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bastide.carcassonne.base.carcassonne import FIGURE, FIGURE_SECTION, WHO_BITS, Carcassonne
from bastide.carcassonne.base.laying import neighbour
from bastide.carcassonne.base.tables import (
    CITY_KIND,
    FIELD_KIND,
    MONASTERY_KIND,
    SECTIONS,
    SHIELD,
    tag_count,
)
from bastide.kernel.state import BITS, State

TILES: Final[i64] = 0
SHIELDS: Final[i64] = 1
SQUARES: Final[i64] = 2
CITIES: Final[i64] = 3
"""The terms of score lines; the first of `Carcassonne.terms`."""

CITY_PAYS: Final[i64] = 3
"""A farmer's points for a complete city (CARC-049)."""
AROUND: Final[i64] = 8


def score_completed(r: Carcassonne, s: State, tile: i64, monasteries: bool) -> None:
    """Score the features that the new tile completes: roads, cities, monasteries (CARC-034, CARC-038)."""
    c = s.cells
    t = r.tables
    kind = c[r.lies + tile] // 4
    first = c[r.first + tile]
    for wanted in range(2):
        for k in range(t.sections[kind]):
            if t.part_kind[kind * SECTIONS + k] == wanted:
                root = c[r.label + first + k]
                if c[r.ends + root] == 0 and not _twin_before(r, s, first + k, root):
                    complete(r, s, root, wanted)
    if monasteries:
        place = c[r.place_of + tile]
        if t.monastery[kind] >= 0 and c[r.ends + first + t.monastery[kind]] == 0:
            complete(r, s, first + t.monastery[kind], MONASTERY_KIND)
        for step in range(8):
            beside = neighbour(r, s, place, step)
            if beside >= 0 and c[r.standing + beside] != 0:
                other = c[r.standing + beside] - 1
                k = t.monastery[c[r.lies + other] // 4]
                if k >= 0 and c[r.ends + c[r.first + other] + k] == 0:
                    complete(r, s, c[r.first + other] + k, MONASTERY_KIND)


def complete(r: Carcassonne, s: State, root: i64, kind: i64) -> None:
    """Score a completed feature and send its figures home (CARC-039)."""
    if r.modular:
        r.seams.completed(s, root, kind)
    if s.cells[r.who + root] != 0:
        score(r, s, root, kind, True)
    elif not r.modular:
        return
    send_home(r, s, root)


def score(r: Carcassonne, s: State, root: i64, kind: i64, is_complete: bool) -> None:
    """Give a feature's points to the seats with its majority."""
    c = s.cells
    seats = r.best_of(c[r.who + root])
    if r.modular:
        seats = r.seams.foremost(s, root, seats)
    if kind == FIELD_KIND:
        _score_field(r, s, root, seats)
        return
    count: i64 = 0
    shields: i64 = 0
    worth: i64 = 1
    extra: i64 = 0
    term = TILES
    if kind == MONASTERY_KIND:
        term = SQUARES
        count = AROUND + 1 - c[r.ends + root]
    else:
        count = tile_count(r, s, root)
        shields = tag_count(c[r.tags + root], SHIELD)
        if kind == CITY_KIND and is_complete and not (r.small_city and count == 2):
            worth = 2
        if r.modular:
            worth = r.seams.worth(s, root, kind, is_complete, worth)
    if r.modular:
        extra = r.seams.bonus(s, root, kind, is_complete)
    points = (count + shields) * worth + extra
    journalled = s.journal is not None
    where: i64 = 0
    complete_number: i64 = 0
    if is_complete:
        complete_number = 1
    if journalled:
        where = r.address(s, root)
    for seat in range(r.seats):
        if seats & BITS[seat]:
            c[r.score + seat] += points
            if journalled:
                s.emit("score", seat, points, kind, where, complete_number)
                s.emit("line", seat, term, count, worth, count * worth)
                if shields > 0:
                    s.emit("line", seat, SHIELDS, shields, worth, shields * worth)
                if extra != 0:
                    r.seams.tell_bonus(s, root, kind, is_complete, seat)


def _score_field(r: Carcassonne, s: State, root: i64, seats: i64) -> None:
    """Three points for each complete city at a field (CARC-049 to CARC-054)."""
    c = s.cells
    cities = complete_cities(r, s, root)
    for seat in range(r.seats):
        if seats & BITS[seat]:
            worth = CITY_PAYS
            if r.modular:
                worth = r.seams.field_worth(s, root, seat, worth)
            points = cities * worth
            c[r.score + seat] += points
            if s.journal is not None:
                s.emit("score", seat, points, FIELD_KIND, r.address(s, root), 0)
                s.emit("line", seat, CITIES, cities, worth, points)


def award(r: Carcassonne, s: State, seat: i64, reason: i64, term: i64, count: i64, each: i64) -> None:
    """Award points outside features, `count` times `each`, with the line that explains them."""
    s.cells[r.score + seat] += count * each
    s.emit("score", seat, count * each, reason, -1, 0)
    s.emit("line", seat, term, count, each, count * each)


def tile_count(r: Carcassonne, s: State, root: i64) -> i64:
    """The number of tiles of a feature; a tile with several sections counts once (CARC-026, CARC-031)."""
    c = s.cells
    count: i64 = 0
    part = root
    while True:
        if not _twin_before(r, s, part, root):
            count += 1
        part = c[r.next + part]
        if part == root:
            return count


def _twin_before(r: Carcassonne, s: State, part: i64, root: i64) -> bool:
    """Whether an earlier section of the same tile belongs to the feature too."""
    c = s.cells
    tile = c[r.tile_of + part]
    first = c[r.first + tile]
    twins = r.tables.twins[c[r.lies + tile] // 4 * SECTIONS + part - first]
    while twins != 0:
        if twins & 1 and c[r.label + first] == root:
            return True
        twins >>= 1
        first += 1
    return False


def complete_cities(r: Carcassonne, s: State, root: i64) -> i64:
    """The number of complete cities at a field (CARC-050, CARC-052)."""
    c = s.cells
    seen = vec[i64]([0] * c[r.parts])
    count: i64 = 0
    part = root
    while True:
        tile = c[r.tile_of + part]
        first = c[r.first + tile]
        touched = r.tables.touches[c[r.lies + tile] // 4 * SECTIONS + part - first]
        while touched != 0:
            if touched & 1:
                city = c[r.label + first]
                if c[r.ends + city] == 0 and seen[city] == 0:
                    seen[city] = 1
                    count += 1
            touched >>= 1
            first += 1
        part = c[r.next + part]
        if part == root:
            return count


def send_home(r: Carcassonne, s: State, root: i64) -> None:
    """Return a feature's figures to their owners."""
    c = s.cells
    part = root
    while True:
        tile = c[r.tile_of + part]
        figure = c[r.figure + tile] - 1
        if figure >= 0 and figure // FIGURE_SECTION == part - c[r.first + tile]:
            take_up(r, s, tile)
        part = c[r.next + part]
        if part == root:
            break
    c[r.who + root] = 0


def take_up(r: Carcassonne, s: State, tile: i64) -> None:
    """Return a tile's figure to its owner; the caller updates the feature's count."""
    c = s.cells
    figure = c[r.figure + tile] - 1
    c[r.figure + tile] = 0
    seat = figure % FIGURE
    which = figure % FIGURE_SECTION // FIGURE
    c[r.figure_supply[which] + seat] += 1
    s.emit("home", seat, c[r.position + tile], which)


def lift(r: Carcassonne, s: State, tile: i64) -> None:
    """Return a follower from a feature that is not scored."""
    c = s.cells
    figure = c[r.figure + tile] - 1
    seat = figure % FIGURE
    root = c[r.label + c[r.first + tile] + figure // FIGURE_SECTION]
    c[r.who + root] -= BITS[seat * WHO_BITS] * r.figure_weight[figure % FIGURE_SECTION // FIGURE]
    take_up(r, s, tile)
    if r.modular:
        r.seams.lifted(s, root, seat)


def put_down(r: Carcassonne, s: State, seat: i64, tile: i64, k: i64, which: i64, counts: i64) -> None:
    """Put a figure on a section of a tile; `counts` is its weight in majorities."""
    c = s.cells
    c[r.figure + tile] = 1 + k * FIGURE_SECTION + which * FIGURE + seat
    if counts != 0:
        c[r.who + c[r.label + c[r.first + tile] + k]] += BITS[seat * WHO_BITS] * counts


def score_end(r: Carcassonne, s: State) -> None:
    """Final scoring: incomplete roads, cities and monasteries, then fields (CARC-044 to CARC-054).

    The figures stay where they are.
    """
    c = s.cells
    t = r.tables
    done = vec[i64]([0] * c[r.parts])
    for wanted in range(4):
        for tile in range(c[r.tiles]):
            figure = c[r.figure + tile] - 1
            if figure >= 0:
                k = figure // FIGURE_SECTION
                root = c[r.label + c[r.first + tile] + k]
                if done[root] == 0 and t.part_kind[c[r.lies + tile] // 4 * SECTIONS + k] == wanted:
                    done[root] = 1
                    if c[r.who + root] != 0:
                        score(r, s, root, wanted, False)
    if r.modular:
        r.seams.final(s)
