"""What a position of Carcassonne is worth to each seat: the greedy bot's prospects, as shares of the win."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bastide.carcassonne.base.carcassonne import FIGURE_SECTION, Carcassonne
from bastide.carcassonne.base.tables import CITY_KIND, FIELD_KIND, ROAD_KIND
from bastide.kernel.state import OVER, State
from bastide.players.greedy.carcassonne.look import Look
from bastide.players.greedy.carcassonne.tables import Tables
from bastide.players.greedy.carcassonne.weights import PERCENT, TEMPO
from bastide.search.policy import Evaluation, share_by_lead, share_win

POINTS: Final[i64] = 0
FOLLOWERS: Final[i64] = 1
ROADS: Final[i64] = 2
CITIES: Final[i64] = 3
MONASTERIES: Final[i64] = 4
FIELDS: Final[i64] = 5
MODULES: Final[i64] = 6
OTHERS: Final[i64] = 7
TERMS: Final[i64] = 8
"""The terms of the evaluation, and their number."""


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
        self.terms = ["points", "followers", "roads", "cities", "monasteries", "fields", "modules", "others"]
        self.terms += t.named_terms
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
        tempo = self.t.weights[TEMPO]
        for seat in range(n):
            out[seat] = values[seat]
            # Whose turns are one more.
            if (seat - c[r.on_turn] + n) % n < c[r.stack] % n:
                out[seat] += tempo
        share_by_lead(out, scale)

    def explain(self, s: State, seat: i64, out: vec[i64]) -> None:
        """The parts of what a seat has and can expect, in hundredths of a point; after the end the points alone.

        `others` is the mean of what the other seats have, negative. What rooms name of theirs follows; `modules` is
        what they do not name.
        """
        r = self.r
        c = s.cells
        n = r.seats
        for term in range(len(out)):
            out[term] = 0
        out[POINTS] = PERCENT * c[r.score + seat]
        others: i64 = 0
        if c[OVER] != 0:
            for other in range(n):
                if other != seat:
                    others += PERCENT * c[r.score + other]
            out[OTHERS] = -others // (n - 1)
            return
        look = Look(self.t, s, 0, False)
        for other in range(n):
            if other != seat:
                others += look.values[other]
        out[OTHERS] = -others // (n - 1)
        out[FOLLOWERS] = look.supply_worth(look.supply[seat])
        done = self.t.next_round()
        marks = self.t.done_marks
        rest = look.values[seat] - out[POINTS] - out[FOLLOWERS]
        for tile in range(c[r.tiles]):
            figure = c[r.figure + tile] - 1
            if figure >= 0:
                root = c[r.label + c[r.first + tile] + figure // FIGURE_SECTION]
                if marks[root] != done and c[r.who + root] != 0:
                    marks[root] = done
                    worth = look.base[root * n + seat]
                    kind = r.kind_of(s, root)
                    rest -= worth
                    if kind == ROAD_KIND:
                        out[ROADS] += worth
                    elif kind == CITY_KIND:
                        out[CITIES] += worth
                    elif kind == FIELD_KIND:
                        out[FIELDS] += worth
                    else:
                        out[MONASTERIES] += worth
        for k in range(len(self.t.named)):
            worth = self.t.named[k].standing(look, seat)
            out[TERMS + k] = worth
            rest -= worth
        out[MODULES] = rest
