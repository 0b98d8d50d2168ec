"""Before the first turn: who starts, the starting pieces, the first cards (BASE-012 to BASE-015, BASE-047)."""

from __future__ import annotations

from mypy_extensions import i64

from bastide.catan.base.building import found, lay_road, raise_city
from bastide.catan.base.island import Island
from bastide.catan.base.network import corner_free
from bastide.catan.base.turn import begin_turn
from bastide.kernel.codes import Codes
from bastide.kernel.rules import Phase
from bastide.kernel.state import BITS, State


class StartPhase(Phase):
    """Chance: who starts.

    Each contender rolls once, the highest starts, ties roll again. Frame: the roller, the contenders' mask.
    """

    def __init__(self, r: Island) -> None:
        super().__init__("start")
        self.r = r

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


class SetupPhase(Phase):
    """A starting settlement (or city), then the road that touches it.

    Frame: the seat, the step from 0, the corner + 1 once it stands.
    """

    def __init__(self, r: Island, settle: i64, city: i64, road: i64) -> None:
        super().__init__("setup")
        self.r = r
        self.settle = settle
        self.city = city
        self.road = road

    def legal(self, s: State, seat: i64, out: Codes) -> None:
        r = self.r
        top = s.top()
        corner = s.cells[top + 3] - 1
        if corner < 0:
            piece = self.city if starts_with_city(r, s, seat, s.cells[top + 2] >= r.seats) else self.settle
            for spot in range(r.board.corners):
                if corner_free(r, s, seat, spot):
                    out.add(piece + spot)
            return
        for k in range(3):
            e = r.board.corner_edges[corner * 3 + k]
            if e >= 0 and s.cells[r.road + e] == 0:
                out.add(self.road + e)

    def resume(self, s: State, seat: i64, value: i64) -> None:
        r = self.r
        c = s.cells
        top = s.top()
        step = c[top + 2]
        corner = c[top + 3] - 1
        if not self._has_road(s, seat, step):
            if step >= r.seats:
                first_cards(r, s, seat, corner)
            return
        step += 1
        if step == 2 * r.seats:
            s.pop()
            finish_setup(r, s)
            return
        turn = step if step < r.seats else 2 * r.seats - 1 - step
        c[top + 1] = (c[r.starter] + turn) % r.seats
        c[top + 2] = step
        c[top + 3] = 0

    def _has_road(self, s: State, seat: i64, step: i64) -> bool:
        """Whether the road of this step is laid: one road after round one, two after round two."""
        r = self.r
        laid = r.supply[0] - s.cells[r.left + seat * 3]
        return laid == (1 if step < r.seats else 2)


def starts_with_city(r: Island, s: State, seat: i64, second: bool) -> bool:
    """Whether a starting piece is a city instead of a settlement."""
    return r.modular and r.seams.starts_with_city(s, seat, second)


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
    """The first player is known: printed pieces are placed, or the first settlement is due."""
    c = s.cells
    c[r.starter] = first
    s.emit("starts", first)
    if r.modular:
        r.seams.begin(s)
    starts = r.config.layout.starts
    if starts:
        for p in starts:
            corner = r.board.corner_index[p.corner]
            found(r, s, p.seat, corner)
            if starts_with_city(r, s, p.seat, p.pays):
                raise_city(r, s, p.seat, corner)
            lay_road(r, s, p.seat, r.board.edge_index[p.edge])
            if p.pays:
                first_cards(r, s, p.seat, corner)
        finish_setup(r, s)
    else:
        s.push(r.setup_phase, first)


def finish_setup(r: Island, s: State) -> None:
    """All starting pieces stand; who placed first takes the first turn (BASE-047)."""
    if r.modular:
        r.seams.after_setup(s)
    begin_turn(r, s, s.cells[r.starter])
