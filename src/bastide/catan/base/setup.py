"""Before the first turn: who starts, the starting pieces, the first cards (BASE-012 to BASE-015, BASE-047)."""

from __future__ import annotations

from mypy_extensions import i64

from bastide.catan.base.automatic import AutomaticPhase, go_on
from bastide.catan.base.building import lay_road, place_settlement, raise_city
from bastide.catan.base.corners import corner_free
from bastide.catan.base.holders import IslandPhase
from bastide.catan.base.island import ROAD_LINE, Island
from bastide.catan.base.network import can_start_line, edge_allowed, starting_lines
from bastide.catan.base.turn import begin_turn
from bastide.kernel.codes import Codes
from bastide.kernel.state import BITS, State


class StartPhase(IslandPhase):
    """Chance: who starts.

    Each contender rolls once, the highest starts, ties roll again. Frame: the roller, the contenders' mask.
    """

    def actors(self, s: State) -> i64:
        return 0

    def outcomes(self, s: State, out: Codes) -> None:
        self.r.phases[self.r.dice_phase].outcomes(s, out)

    def resume(self, s: State, seat: i64, value: i64) -> None:
        """That contender has rolled `value`."""
        r = self.r
        c = s.cells
        top = s.top()
        contenders = c[top + 2]
        c[r.start_roll + seat] = value
        for other in range(seat + 1, r.seats):
            if contenders & BITS[other]:
                c[top + 1] = other
                return
        best: i64 = 0
        tied: i64 = 0
        first: i64 = 0
        for other in range(r.seats - 1, -1, -1):
            if contenders & BITS[other]:
                roll = c[r.start_roll + other]
                if roll > best:
                    best = roll
                    tied = 0
                if roll == best:
                    tied += BITS[other]
                    first = other
        if tied != BITS[first]:
            c[top + 1] = first
            c[top + 2] = tied
            s.emit("start_tie", -1, best, tied)
            return
        s.pop()
        for other in range(r.seats):
            c[r.start_roll + other] = 0
        begin_setup(r, s, first)


class SetupPhase(IslandPhase):
    """One starting piece after the other: a settlement or a city, then a road, or a free line, that touches it.

    Frame: the seat, the step of `Island.placings` from 0, the corner + 1 once it stands.
    """

    def __init__(self, r: Island, settle: i64, city: i64, road: i64) -> None:
        super().__init__(r, "setup", len(r.placing_turn) - 1, r.board.corners)
        self.settle = settle
        self.city = city
        self.road = road

    def legal(self, s: State, seat: i64, out: Codes) -> None:
        r = self.r
        top = s.top()
        step = s.cells[top + 2]
        corner = s.cells[top + 3] - 1
        if corner < 0:
            piece = self.city if r.places_city[step] else self.settle
            # A corner with free neighbours has a free path, unless there are other lines or closed paths.
            asks = r.modular and (r.wide or r.limits_starts)
            for spot in range(r.board.ashore):
                if corner_free(r, s, seat, spot) and (not asks or self._may_start(s, seat, step, spot)):
                    out.add(piece + spot)
            return
        if r.wide:
            starting_lines(r, s, seat, corner, out)
            return
        for k in range(3):
            e = r.board.corner_edges[corner * 3 + k]
            if 0 <= e < r.board.overland and s.cells[r.road + e] == 0 and edge_allowed(r, s, seat, e, ROAD_LINE):
                out.add(self.road + e)

    def resume(self, s: State, seat: i64, value: i64) -> None:
        """Continue after a building on corner `value`, or a road."""
        r = self.r
        c = s.cells
        top = s.top()
        step = c[top + 2]
        if c[top + 3] == 0:
            c[top + 3] = value + 1
            if r.placing_pays[step]:
                first_cards(r, s, seat, value)
            if r.places_line[step]:
                return
        step += 1
        if step == len(r.placing_turn):
            s.pop()
            end_setup(r, s)
            if r.modular and not r.seams.has_follow_build:  # otherwise the consequences of this piece come first
                go_on(r, s)
            return
        c[top + 1] = (c[r.starter] + r.placing_turn[step]) % r.seats
        c[top + 2] = step
        c[top + 3] = 0

    def _may_start(self, s: State, seat: i64, step: i64, corner: i64) -> bool:
        """Whether modules allow the placement and leave a path for the road that goes with it."""
        r = self.r
        if r.modular and not r.seams.may_start(s, seat, step, corner):
            return False
        if not r.places_line[step]:
            return True
        if r.wide:
            return can_start_line(r, s, seat, corner)
        for k in range(3):
            e = r.board.corner_edges[corner * 3 + k]
            if 0 <= e < r.board.overland and s.cells[r.road + e] == 0 and edge_allowed(r, s, seat, e, ROAD_LINE):
                return True
        return False


def first_cards(r: Island, s: State, seat: i64, corner: i64) -> None:
    """The second settlement pays one card for each producing hex beside it (BASE-014)."""
    for k in range(3):
        h = r.board.corner_hexes[corner * 3 + k]
        if h >= 0:
            good = r.terrain_good[h]
            if good >= 0 and s.cells[r.bank + good] > 0:
                r.draw_goods(s, seat, good, 1)
                s.emit("yield", seat, good, 1, h, corner)
                s.emit("gain", seat, good, 1)


def begin_setup(r: Island, s: State, first: i64) -> None:
    """Place the printed pieces, or start placing, once the first player is known."""
    c = s.cells
    c[r.starter] = first
    s.emit("starts", first)
    starts = r.config.layout.starts
    at: i64 = -1
    if not starts:
        s.push(r.setup_phase, first)
        at = s.top()
    if r.modular:
        r.seams.begin(s)
    if starts:
        for p in starts:
            corner = r.board.corner_index[p.corner]
            place_settlement(r, s, p.seat, corner)
            if r.config.printed_city(p):
                raise_city(r, s, p.seat, corner)
            lay_road(r, s, p.seat, r.board.edge_index[p.edge])
            if p.pays:
                first_cards(r, s, p.seat, corner)
        end_setup(r, s)
        go_on(r, s)
    else:
        c[at + 1] = (c[r.starter] + r.placing_turn[0]) % r.seats  # a module may have changed the starting player


def end_setup(r: Island, s: State) -> None:
    """End the set-up: the starting player takes the first turn (BASE-047), or the seat of `IslandConfig.first_turn`."""
    first = (s.cells[r.starter] + r.first_turn) % r.seats
    if r.modular:
        s.push(r.set_up_phase, first)
        r.seams.after_setup(s)
    else:
        begin_turn(r, s, first)


class SetUpPhase(AutomaticPhase):
    """Begins the first turn after all consequences of the starting pieces. Frame: its seat."""

    def __init__(self, r: Island, verb: i64) -> None:
        super().__init__("set_up", verb)
        self.r = r

    def resume(self, s: State, seat: i64, value: i64) -> None:
        s.pop()
        begin_turn(self.r, s, seat)
