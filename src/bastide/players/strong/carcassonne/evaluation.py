"""What a position of Carcassonne is worth to each seat: the greedy bot's prospects, as shares of the win."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bastide.carcassonne.base.carcassonne import Carcassonne
from bastide.kernel.state import OVER, State
from bastide.players.greedy.carcassonne.look import Look
from bastide.players.greedy.carcassonne.tables import Tables
from bastide.search.policy import WHOLE, Evaluation, share_win

STEPS: Final[i64] = 16
"""The steps of the table in which odds fall by a factor of e."""
KEPT: Final = 939_413
"""What is left of odds after a step, in millionths: the 16th root of 1 / e."""


def _odds() -> list[int]:
    """The odds of a seat that is k steps behind the first, in millionths."""
    found = [10**12]
    while found[-1] > 10**8:
        found.append(found[-1] * KEPT // 10**6)
    return [each // 10**6 for each in found]


ODDS: Final = vec[i64](_odds())
LAST: Final[i64] = len(ODDS) - 1


class Prospects(Evaluation):
    """Each seat's share of the win, by the points that it has and can expect (`Look`).

    A lead of `sure` hundredths of a point multiplies the odds by e at the end; for each tile left to a seat it takes
    `unsure` more.
    """

    def __init__(self, t: Tables, sure: i64, unsure: i64) -> None:
        super().__init__(t.r)
        self.sure: i64 = sure
        self.unsure: i64 = unsure
        self.t = t
        self.r: Carcassonne = t.r

    def clock(self, s: State) -> i64:
        """The number of turns that have begun."""
        return s.cells[self.r.turn]

    def values(self, s: State, out: vec[i64]) -> None:
        """Write each seat's share to `out`."""
        r = self.r
        c = s.cells
        n = r.seats
        if c[OVER] != 0:
            share_win(r.winners(s), n, out)
            return
        scale = self.sure + self.unsure * c[r.stack] // n
        values = Look(self.t, s, 0, False).values
        for seat in range(n):
            out[seat] = values[seat]
        most = out[0]
        for seat in range(n):
            most = max(most, out[seat])
        total: i64 = 0
        for seat in range(n):
            out[seat] = ODDS[min(STEPS * (most - out[seat]) // scale, LAST)]
            total += out[seat]
        rest = WHOLE
        for seat in range(n):
            out[seat] = out[seat] * WHOLE // total
            rest -= out[seat]
        out[0] += rest
