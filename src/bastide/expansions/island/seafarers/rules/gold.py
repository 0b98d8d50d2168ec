"""Gold fields: who has a building there chooses its cards (SEA-010, SEA-026)."""

from __future__ import annotations

from mypy_extensions import i64

from bastide.catan.base.automatic import AutomaticPhase, go_on
from bastide.expansions.island.seafarers.rules.state import SeafarersPhase, SeafarersState, SeafarersVerb
from bastide.kernel.codes import Codes
from bastide.kernel.state import State


def in_bank(m: SeafarersState, s: State) -> i64:
    """How many resource cards the bank has."""
    total: i64 = 0
    for good in range(m.resources):
        total += s.cells[m.r.bank + good]
    return total


def owe_first_gold(m: SeafarersState, s: State, seat: i64, place: i64) -> None:
    """The starting building that yields the first cards also yields one for each gold field beside it."""
    r = m.r
    c = s.cells
    top = s.top()
    if c[top] != r.setup_phase or c[top + 1] != seat or c[top + 3] != place + 1 or r.placing_pays[c[top + 2]] == 0:
        return
    if c[r.owner + place] != seat + 1:
        return
    count = gold_beside(m, place)
    if count > 0:
        c[m.due + seat] = count
        s.push(m.due_phase, seat)


def owe_printed_gold(m: SeafarersState, s: State) -> None:
    """The same for printed starting pieces, once all of them stand."""
    owed: i64 = 0
    for piece in m.r.config.layout.starts:
        if piece.pays:
            seat: i64 = piece.seat
            count = gold_beside(m, m.r.board.corner_index[piece.corner])
            s.cells[m.due + seat] += count
            owed += count
    if owed > 0:
        s.push(m.due_phase, s.cells[m.r.starter])


def gold_beside(m: SeafarersState, corner: i64) -> i64:
    """How many gold fields lie at a corner."""
    count: i64 = 0
    for k in range(3):
        hex_ = m.r.board.corner_hexes[corner * 3 + k]
        if hex_ >= 0 and m.is_gold[hex_] != 0:
            count += 1
    return count


class GoldDuePhase(AutomaticPhase):
    """Asks the seats to which gold fields owe cards, clockwise. Frame: the first of them."""

    def __init__(self, m: SeafarersState, verb: i64) -> None:
        super().__init__("seafarers_due", verb)
        self.m = m

    def resume(self, s: State, seat: i64, value: i64) -> None:
        m = self.m
        c = s.cells
        there = in_bank(m, s)
        for k in range(m.r.seats):
            other = (seat + k) % m.r.seats
            owed = c[m.due + other]
            if owed == 0:
                continue
            c[m.due + other] = 0
            if owed > there:
                s.emit("seafarers_short", other, owed, there)
                owed = there
            if owed > 0:
                s.push(m.gold_phase, other, owed)
                return
        s.pop()


class GoldPhase(SeafarersPhase):
    """A seat chooses the cards of its gold fields. Frame: the seat, how many are left, the last kind + 1."""

    def legal(self, s: State, seat: i64, out: Codes) -> None:
        m = self.m
        c = s.cells
        owed = c[s.top() + 2]
        least = c[s.top() + 3] - 1
        beyond: i64 = 0  # cards of this kind and later ones: a choice must leave enough for the rest
        for good in range(m.resources - 1, -1, -1):
            there = c[m.r.bank + good]
            beyond += there
            if there > 0 and good >= least and beyond >= owed:
                out.add(m.choose_gold + good)

    def partial(self, s: State, seat: i64) -> bool:
        return s.cells[s.top() + 3] > 0


class GoldVerb(SeafarersVerb):
    """One card of gold fields; the notation writes the whole set: `gold ore*2 wool`."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        r = self.m.r
        c = s.cells
        top = s.top()
        r.draw_goods(s, seat, arg, 1)
        s.emit("seafarers_gold", seat, arg, 1)
        c[top + 2] -= 1
        c[top + 3] = arg + 1
        if c[top + 2] == 0:
            s.pop()
            go_on(r, s)
