"""Roads, settlements and cities: building them (BASE-010, BASE-011, BASE-029 to BASE-032)."""

from __future__ import annotations

from mypy_extensions import i64

from bastide.catan.base.island import CITY, ROAD, SETTLEMENT, Island
from bastide.catan.base.network import corner_changed, edge_taken
from bastide.catan.base.routes import corner_taken, longest, road_built
from bastide.kernel.codes import Codes
from bastide.kernel.rules import Verb
from bastide.kernel.state import State


class PlaceVerb(Verb):
    """A verb whose argument is a place of the board, written by its name."""

    def __init__(self, word: str, names: list[str], index: dict[str, int]) -> None:
        super().__init__(word, len(names))
        self.names = names
        self.index = index

    def describe(self, arg: i64) -> str:
        return f"{self.word} {self.names[arg]}"

    def parse(self, words: list[str]) -> i64:
        if len(words) != 1:
            return -1
        return self.index.get(words[0], -1)


class RoadVerb(PlaceVerb):
    """`road q,r,E`: a road, paid for or free, or the one that goes with a starting settlement."""

    def __init__(self, r: Island) -> None:
        super().__init__("road", r.board.edge_names, r.board.edge_index)
        self.r = r

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        r = self.r
        top = s.top()
        phase = s.cells[top]
        if phase == r.main_phase:
            r.pay(s, seat, ROAD)
        s.emit("road", seat, arg)
        lay_road(r, s, seat, arg)
        if phase != r.main_phase:
            r.phases[phase].resume(s, seat, arg)
        r.check_win(s)


class SettleVerb(PlaceVerb):
    """`settle q,r,N`: a settlement."""

    def __init__(self, r: Island) -> None:
        super().__init__("settle", r.board.corner_names, r.board.corner_index)
        self.r = r

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        r = self.r
        top = s.top()
        phase = s.cells[top]
        if phase == r.main_phase:
            r.pay(s, seat, SETTLEMENT)
        s.emit("settlement", seat, arg)
        found(r, s, seat, arg)
        if phase == r.setup_phase:
            s.cells[top + 3] = arg + 1
            r.phases[phase].resume(s, seat, 0)
        r.check_win(s)


class CityVerb(PlaceVerb):
    """`city q,r,N`: a settlement becomes a city."""

    def __init__(self, r: Island) -> None:
        super().__init__("city", r.board.corner_names, r.board.corner_index)
        self.r = r

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        r = self.r
        top = s.top()
        if s.cells[top] == r.setup_phase:
            found(r, s, seat, arg)
            raise_city(r, s, seat, arg)
            s.cells[top + 3] = arg + 1
            r.phases[r.setup_phase].resume(s, seat, 0)
        else:
            r.pay(s, seat, CITY)
            raise_city(r, s, seat, arg)
        r.check_win(s)


def raise_city(r: Island, s: State, seat: i64, corner: i64) -> None:
    """A settlement becomes a city: a city piece from the supply, the settlement back to it."""
    c = s.cells
    c[r.level + corner] = 2
    c[r.left + seat * 3 + CITY] -= 1
    c[r.left + seat * 3 + SETTLEMENT] += 1
    s.emit("city", seat, corner)
    if r.modular:
        r.seams.after_build(s, seat, CITY, corner)


def lower_city(r: Island, s: State, seat: i64, corner: i64) -> None:
    """A city becomes a settlement again.

    Where the supply has no settlement left, the city piece lies on its side and stands for one: the supply counts that
    settlement below zero, and the city as returned.
    """
    c = s.cells
    c[r.level + corner] = 1
    c[r.left + seat * 3 + CITY] += 1
    c[r.left + seat * 3 + SETTLEMENT] -= 1


def lift_road(r: Island, s: State, edge: i64) -> None:
    """A road goes back to its owner's supply and the owner's route is measured anew; awards are left to the caller."""
    c = s.cells
    seat = c[r.road + edge] - 1
    c[r.road + edge] = 0
    c[r.left + seat * 3 + ROAD] += 1
    for k in range(2):
        corner_changed(r, s, r.board.edge_corners[2 * edge + k])
    c[r.route + seat] = longest(r, s, seat)


def lay_road(r: Island, s: State, seat: i64, edge: i64) -> None:
    """A road piece goes from the supply to an edge; routes and the award follow."""
    s.cells[r.road + edge] = seat + 1
    s.cells[r.left + seat * 3 + ROAD] -= 1
    edge_taken(r, s, seat, edge)
    road_built(r, s, seat, edge)
    if r.modular:
        r.seams.after_build(s, seat, ROAD, edge)


def found(r: Island, s: State, seat: i64, corner: i64) -> None:
    """A settlement piece goes from the supply to a corner; harbours and routes follow."""
    c = s.cells
    c[r.owner + corner] = seat + 1
    c[r.level + corner] = 1
    c[r.left + seat * 3 + SETTLEMENT] -= 1
    harbor = r.board.harbor[corner]
    if harbor == 1:
        for g in range(r.goods):
            if c[r.rates + seat * r.goods + g] > 3:
                c[r.rates + seat * r.goods + g] = 3
    elif harbor > 1:
        c[r.rates + seat * r.goods + harbor - 2] = 2
    corner_changed(r, s, corner)
    corner_taken(r, s, seat, corner)
    if r.modular:
        r.seams.after_build(s, seat, SETTLEMENT, corner)


def city_spots(r: Island, s: State, seat: i64, offset: i64, out: Codes) -> None:
    """Add a code for every own settlement."""
    c = s.cells
    if c[r.left + seat * 3 + CITY] <= 0:
        return
    for corner in range(r.board.corners):
        if c[r.owner + corner] == seat + 1 and c[r.level + corner] == 1 and may_raise(r, s, seat, corner):
            out.add(offset + corner)


def may_raise(r: Island, s: State, seat: i64, corner: i64) -> bool:
    """Whether no module forbids to turn that settlement into a city."""
    return not r.modular or r.seams.may_raise(s, seat, corner)
