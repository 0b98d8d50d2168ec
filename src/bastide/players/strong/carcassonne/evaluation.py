"""What a position of Carcassonne is worth to each seat: the greedy bot's prospects, as shares of the win."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from bastide.carcassonne.base.carcassonne import Carcassonne
from bastide.kernel.state import OVER, State
from bastide.players.greedy.carcassonne.look import Look
from bastide.players.greedy.carcassonne.tables import Tables
from bastide.search.policy import Evaluation, share_by_lead, share_win


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
        share_by_lead(out, scale)
