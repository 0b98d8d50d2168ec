"""Plague: every seat takes one of its followers back from a tile (WHEEL-019 to WHEEL-024)."""

from __future__ import annotations

from mypy_extensions import i64

from bastide.carcassonne.base.carcassonne import FIGURE, FIGURE_SECTION, Carcassonne
from bastide.carcassonne.base.laying import find
from bastide.carcassonne.base.scoring import lift
from bastide.carcassonne.base.turn import go_on, is_number
from bastide.expansions.carcassonne.wheel.rules.crown import Crown
from bastide.expansions.carcassonne.wheel.rules.wheel import PLAGUE
from bastide.kernel.codes import Codes
from bastide.kernel.rules import Phase, Verb
from bastide.kernel.state import State


class PlaguePhase(Phase):
    """A seat takes back a follower; the frame holds the seat that was first."""

    def __init__(self, r: Carcassonne, crown: Crown) -> None:
        super().__init__("plague", r.seats - 1)
        self.r = r
        self.crown = crown
        self.offset: i64 = r.add_verb(PlagueVerb(self))

    def legal(self, s: State, seat: i64, out: Codes) -> None:
        r = self.r
        c = s.cells
        for tile in range(c[r.tiles]):
            if owner(r, s, tile) == seat:
                out.add(self.offset + c[r.position + tile])

    def strike(self, s: State, seat: i64) -> bool:
        """Ask the first seat with a follower on a tile, from this one on; False if none has (WHEEL-021)."""
        for step in range(self.r.seats):
            if self.stricken(s, (seat + step) % self.r.seats):
                s.push(self.id, (seat + step) % self.r.seats, seat)
                return True
        return False

    def stricken(self, s: State, seat: i64) -> bool:
        """Whether a seat has a follower on a tile."""
        r = self.r
        for tile in range(s.cells[r.tiles]):
            if owner(r, s, tile) == seat:
                return True
        return False

    def next_seat(self, s: State) -> None:
        """The seats go round clockwise; after the last the crown scores, and the turn goes on."""
        c = s.cells
        top = s.top()
        first = c[top + 2]
        seat = (c[top + 1] + 1) % self.r.seats
        while seat != first:
            if self.stricken(s, seat):
                c[top + 1] = seat
                return
            seat = (seat + 1) % self.r.seats
        self.crown.score(s, PLAGUE)
        go_on(self.r, s)


class PlagueVerb(Verb):
    """`plague 4,0`: the follower on that tile goes back to its owner."""

    def __init__(self, phase: PlaguePhase) -> None:
        super().__init__("plague", phase.r.width * phase.r.width)
        self.p = phase

    def describe(self, arg: i64) -> str:
        return f"plague {self.p.r.x_of(arg)},{self.p.r.y_of(arg)}"

    def example(self) -> str:
        return "plague 4,0"

    def parse(self, words: list[str]) -> i64:
        r = self.p.r
        parts = words[0].split(",") if len(words) == 1 else []
        if len(parts) != 2 or not all(is_number(part) for part in parts):
            return -1
        x: i64 = int(parts[0])
        y: i64 = int(parts[1])
        if max(x, -x, y, -y) > r.reach:
            return -1
        return r.position_of(x, y)

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        r = self.p.r
        lift(r, s, s.cells[r.standing + find(r, s, arg)] - 1)
        self.p.next_seat(s)


def owner(r: Carcassonne, s: State, tile: i64) -> i64:
    """The owner of a tile's follower, or -1."""
    figure = s.cells[r.figure + tile] - 1
    if figure < 0 or r.figure_follows[figure % FIGURE_SECTION // FIGURE] == 0:
        return -1
    return figure % FIGURE
