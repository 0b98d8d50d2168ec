"""Roads, settlements and cities: building them (BASE-010, BASE-011, BASE-029 to BASE-032)."""

from __future__ import annotations

from mypy_extensions import i64

from bastide.catan.base import trails, wide
from bastide.catan.base.automatic import go_on
from bastide.catan.base.corners import building_allowed
from bastide.catan.base.holders import IslandVerb
from bastide.catan.base.island import BANK_RATE, CITY, ROAD, SETTLEMENT, Island, line_at, line_left
from bastide.catan.base.lines import weight
from bastide.catan.base.network import corner_changed, edge_taken
from bastide.catan.base.routes import corner_taken, longest, road_built
from bastide.kernel.codes import Codes
from bastide.kernel.state import State


class BuildVerb(IslandVerb):
    """Builds an item at a place: paid for in a `paid` phase, free in any other, which then goes on."""

    def __init__(self, r: Island, word: str, item: i64, names: list[str]) -> None:
        super().__init__(r, word, names=names)
        self.item: i64 = item

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        r = self.r
        phase = r.phases[s.cells[s.top()]]
        if phase.paid:
            r.pay(s, seat, self.item)
        self.build(s, seat, arg)
        if not phase.paid:
            phase.resume(s, seat, arg)
        if r.modular and r.seams.has_follow_build:
            r.seams.follow_build(s, seat, self.item, arg)
            go_on(r, s)
        r.check_win(s)

    def build(self, s: State, seat: i64, arg: i64) -> None:
        """Tell of the piece and place it."""
        raise NotImplementedError(self.word)


class LineVerb(BuildVerb):
    """`road q,r,E` or `<name> q,r,E`: a line, paid for or free. A road may go with a starting settlement."""

    def __init__(self, r: Island, kind: i64) -> None:
        super().__init__(r, r.line_names[kind], r.line_items[kind], r.board.edge_names)
        self.kind: i64 = kind

    def build(self, s: State, seat: i64, arg: i64) -> None:
        if self.kind == 0:
            s.emit("road", seat, arg)
        else:
            s.emit("line", seat, arg, self.kind)
        lay_line(self.r, s, seat, self.kind, arg)


class SettleVerb(BuildVerb):
    """`settle q,r,N`: a settlement."""

    def build(self, s: State, seat: i64, arg: i64) -> None:
        s.emit("settlement", seat, arg)
        place_settlement(self.r, s, seat, arg)


class CityVerb(BuildVerb):
    """`city q,r,N`: a settlement becomes a city; a starting city comes at once."""

    def build(self, s: State, seat: i64, arg: i64) -> None:
        if s.cells[self.r.owner + arg] == 0:
            place_settlement(self.r, s, seat, arg)
        raise_city(self.r, s, seat, arg)


def raise_city(r: Island, s: State, seat: i64, corner: i64) -> None:
    """Replace a settlement by a city piece; the settlement goes back to the supply."""
    c = s.cells
    c[r.level + corner] = 2
    c[r.left + seat * 3 + CITY] -= 1
    c[r.left + seat * 3 + SETTLEMENT] += 1
    s.emit("city", seat, corner)
    if r.modular:
        r.seams.after_build(s, seat, CITY, corner)


def lower_city(r: Island, s: State, seat: i64, corner: i64) -> None:
    """Turn a city back into a settlement.

    If the supply has no settlement left, the city piece, on its side, stands for one: the supply counts that
    settlement below zero, and the city as returned. The caller calls `buildings_changed` once all cities are lowered.
    """
    c = s.cells
    c[r.level + corner] = 1
    c[r.left + seat * 3 + CITY] += 1
    c[r.left + seat * 3 + SETTLEMENT] -= 1


def buildings_changed(r: Island, s: State) -> None:
    """Tell the modules that buildings were lowered, lost or regained, once for all that changed at the same time.

    The seat on turn may win by it.
    """
    if r.modular:
        r.seams.buildings_changed(s)
        r.check_win(s)


def lift_line(r: Island, s: State, edge: i64) -> None:
    """Return a line to its owner's supply and recompute the owner's route; the caller updates awards."""
    c = s.cells
    seat = c[r.road + edge] - 1
    kind = line_at(r, s, edge)
    over: i64 = -1
    rest: i64 = 0  # of a trail that ended with the line
    if r.wide:
        over = trails.through(r, s, edge, c[r.route + seat])
        rest = max(over - weight(r, s, edge), 0)
    c[r.road + edge] = 0
    c[line_left(r, seat, kind)] += 1
    if kind > 0:
        c[r.line_kind + edge] = 0
    if r.wide:
        wide.line_lifted(r, s, seat, edge, kind)
        trails.line_lifted(r, s, seat, edge)
        route = c[r.route + seat]
        if over < 0 or over == route:  # otherwise no longest trail went over the line
            c[r.route + seat] = trails.longest(r, s, seat, rest, route)
    else:
        for k in range(2):
            corner_changed(r, s, r.board.edge_corners[2 * edge + k])
        c[r.route + seat] = longest(r, s, seat)
    if r.modular:
        r.seams.after_lift(s, seat, edge)


def lay_road(r: Island, s: State, seat: i64, edge: i64) -> None:
    """Move a road from the supply to an edge; update routes and the award."""
    s.cells[r.road + edge] = seat + 1
    s.cells[r.left + seat * 3 + ROAD] -= 1
    edge_taken(r, s, seat, edge)
    road_built(r, s, seat, edge)
    if r.modular:
        r.seams.after_build(s, seat, ROAD, edge)


def lay_line(r: Island, s: State, seat: i64, kind: i64, edge: i64) -> None:
    """Move a line of any kind from the supply to an edge; update routes and the award."""
    if kind == 0:
        lay_road(r, s, seat, edge)
        return
    s.cells[r.road + edge] = seat + 1
    s.cells[r.line_kind + edge] = kind
    s.cells[line_left(r, seat, kind)] -= 1
    edge_taken(r, s, seat, edge)
    road_built(r, s, seat, edge)
    if r.modular:
        r.seams.after_build(s, seat, r.line_items[kind], edge)


def place_settlement(r: Island, s: State, seat: i64, corner: i64) -> None:
    """Move a settlement from the supply to a corner; update harbours and routes."""
    c = s.cells
    c[r.owner + corner] = seat + 1
    c[r.level + corner] = 1
    c[r.left + seat * 3 + SETTLEMENT] -= 1
    use_harbor(r, s, seat, corner)
    corner_changed(r, s, corner)
    corner_taken(r, s, seat, corner)
    if r.modular:
        r.seams.after_build(s, seat, SETTLEMENT, corner)


def use_harbor(r: Island, s: State, seat: i64, corner: i64) -> None:
    """Give a seat with a building at the corner the rates of its harbour, if one serves there."""
    c = s.cells
    harbor = r.board.harbor[corner]
    if harbor == 0 or seat >= r.seats or (r.modular and not r.seams.corner_serves(s, corner)):
        return
    if harbor == 1:
        for g in range(r.goods):
            if c[r.rates + seat * r.goods + g] > 3:
                c[r.rates + seat * r.goods + g] = 3
    else:
        c[r.rates + seat * r.goods + harbor - 2] = 2


def rates_changed(r: Island, s: State, seat: i64) -> None:
    """Recompute a seat's bank rates after a harbour changed hands or `corner_serves` changed."""
    c = s.cells
    for g in range(r.goods):
        c[r.rates + seat * r.goods + g] = BANK_RATE
    for corner in r.board.harbors:
        if c[r.owner + corner] == seat + 1:
            use_harbor(r, s, seat, corner)


def city_spots(r: Island, s: State, seat: i64, offset: i64, out: Codes) -> None:
    """Add a code for every own settlement."""
    c = s.cells
    if c[r.left + seat * 3 + CITY] <= 0:
        return
    for corner in range(r.board.ashore):
        if c[r.owner + corner] == seat + 1 and c[r.level + corner] == 1 and building_allowed(r, s, seat, CITY, corner):
            out.add(offset + corner)
