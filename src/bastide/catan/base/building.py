"""Roads, settlements and cities: where they may stand, and building them (BASE-010, 011, 013, 029 to 032)."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from bastide.catan.base.island import CITY, ROAD, SETTLEMENT, Island
from bastide.catan.base.routes import corner_taken, cut, road_built
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
        if phase == r.setup_phase:
            r.phases[phase].resume(s, seat, 0)
        elif phase == r.roads_phase:
            s.cells[top + 2] -= 1
            r.phases[phase].resume(s, seat, 0)
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
        r.pay(s, seat, CITY)
        c = s.cells
        c[r.level + arg] = 2
        c[r.left + seat * 3 + CITY] -= 1
        c[r.left + seat * 3 + SETTLEMENT] += 1
        s.emit("city", seat, arg)
        for m in r.modules:
            m.after_build(s, seat, CITY, arg)
        r.check_win(s)


def lay_road(r: Island, s: State, seat: i64, edge: i64) -> None:
    """A road piece goes from the supply to an edge; routes and the award follow."""
    s.cells[r.road + edge] = seat + 1
    s.cells[r.left + seat * 3 + ROAD] -= 1
    road_built(r, s, seat)
    for m in r.modules:
        m.after_build(s, seat, ROAD, edge)


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
    corner_taken(r, s, seat, corner)
    for m in r.modules:
        m.after_build(s, seat, SETTLEMENT, corner)


def corner_free(r: Island, s: State, seat: i64, corner: i64) -> bool:
    """Whether nothing stands there or one path away: the distance rule (BASE-013, BASE-031)."""
    c = s.cells
    if c[r.owner + corner] != 0:
        return False
    near = r.board.corner_corners
    for k in range(3):
        other = near[corner * 3 + k]
        if other >= 0 and c[r.owner + other] != 0:
            return False
    for m in r.modules:
        if not m.may_take_corner(s, seat, corner):
            return False
    return True


def touches(r: Island, s: State, seat: i64, corner: i64) -> bool:
    """Whether an own road, or what a module counts as one, ends at the corner."""
    c = s.cells
    for k in range(3):
        e = r.board.corner_edges[corner * 3 + k]
        if e >= 0 and c[r.road + e] == seat + 1:
            return True
    for m in r.modules:
        if m.reaches(s, seat, corner):
            return True
    return False


def may_road(r: Island, s: State, seat: i64, edge: i64) -> bool:
    """Whether that seat may lay a road there, cost and supply apart (BASE-029, BASE-030).

    It must meet an own building, or an own road at a corner that no opponent's building closes.
    """
    c = s.cells
    if c[r.road + edge] != 0:
        return False
    joined = False
    for k in range(2):
        corner = r.board.edge_corners[2 * edge + k]
        if c[r.owner + corner] == seat + 1 or (touches(r, s, seat, corner) and not cut(r, s, seat, corner)):
            joined = True
            break
    if not joined:
        return False
    for m in r.modules:
        if not m.may_take_edge(s, seat, edge):
            return False
    return True


def road_spots(r: Island, s: State, seat: i64, offset: i64, out: vec[i64]) -> vec[i64]:
    """`out` with a code for every edge where that seat may lay a road."""
    if s.cells[r.left + seat * 3 + ROAD] <= 0:
        return out
    for e in range(r.board.edges):
        if may_road(r, s, seat, e):
            out = append(out, offset + e)
    return out


def settlement_spots(r: Island, s: State, seat: i64, offset: i64, out: vec[i64]) -> vec[i64]:
    """`out` with a code for every corner where that seat may found a settlement during the game."""
    if s.cells[r.left + seat * 3 + SETTLEMENT] <= 0:
        return out
    for corner in range(r.board.corners):
        if touches(r, s, seat, corner) and corner_free(r, s, seat, corner):
            out = append(out, offset + corner)
    return out


def city_spots(r: Island, s: State, seat: i64, offset: i64, out: vec[i64]) -> vec[i64]:
    """`out` with a code for every own settlement."""
    c = s.cells
    if c[r.left + seat * 3 + CITY] <= 0:
        return out
    for corner in range(r.board.corners):
        if c[r.owner + corner] == seat + 1 and c[r.level + corner] == 1:
            out = append(out, offset + corner)
    return out
