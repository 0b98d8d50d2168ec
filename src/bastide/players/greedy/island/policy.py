"""The greedy bot as a search uses it: the policy of rollouts, the order of candidates, the value of where they end."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from bastide.kernel.chooser import Chooser
from bastide.kernel.codes import Codes
from bastide.kernel.state import BITS, OVER, WINNERS, State
from bastide.players.greedy.island.decide import decide, judged, judges
from bastide.players.greedy.island.evaluation import Look
from bastide.players.greedy.island.module_bot import ModuleBot
from bastide.players.greedy.island.offers import Offers
from bastide.players.greedy.island.tables import Tables
from bastide.players.greedy.island.weights import POINT, RIVALS, SPREAD, WIN
from bastide.search.policy import TAKEN, Evaluation, Policy, add_best, share_by_lead, share_win


class GreedyPolicy(Policy):
    """Plays like `IslandBot`, but makes no offers."""

    def __init__(self, t: Tables) -> None:
        super().__init__(t.r)
        self.t = t

    def choose(self, s: State, seat: i64, chooser: Chooser) -> i64:
        """The greedy action; any, in a phase of which the bot knows nothing."""
        out = self._codes
        out.clear()
        self.rules.phase(s).legal(s, seat, out)
        if out.count == 1:
            return out.items[0]
        t = self.t
        if t.r.numbers_move:
            t.follow(s)
        code = decide(t, s, seat, out.row(), None)
        return code if code >= 0 else out.items[chooser.below(out.count)]

    def rank(self, s: State, seat: i64, out: Codes, most: i64) -> None:
        """The greedy action first, then the others by what the position after them is worth; no offers.

        Nothing where the bot does not judge actions one by one.
        """
        t = self.t
        if t.r.numbers_move:
            t.follow(s)
        codes = t.r.legal(s, seat)
        if judges(t, s):
            self.rank_all(s, seat, codes, None, out, most)

    def rank_all(self, s: State, seat: i64, codes: vec[i64], offers: Offers | None, out: Codes, most: i64) -> None:
        """The same for these legal actions, in a phase whose actions are judged; the first may be an offer.

        Each action is judged once.
        """
        t = self.t
        worth = vec[i64]([0] * len(codes))
        own = judged(t, s, seat, codes, offers, worth)
        out.add(own)
        for k in range(len(codes)):
            if codes[k] == own or codes[k] == t.offer:
                worth[k] = TAKEN
        add_best(codes, worth, out, most)


class Prospects(Evaluation):
    """Each seat's chance to win: the odds of seats differ by a factor of e for each `SPREAD` of greedy value."""

    def __init__(self, t: Tables) -> None:
        super().__init__(t.r)
        self.t = t
        self.named: list[ModuleBot] = []
        self.terms = ["points", "rivals", "income", "cards", "route", "modules", "plans", "others"]
        for module in t.modules:
            if module.term() != "":
                self.named.append(module)
                self.terms.append(module.term())

    def clock(self, s: State) -> i64:
        """The number of the turn."""
        return s.cells[self.t.r.turn]

    def values(self, s: State, out: vec[i64]) -> None:
        """The odds of the seats, or who has won."""
        r = self.t.r
        c = s.cells
        if c[OVER] != 0:
            share_win(r.winners(s), r.seats, out)
            return
        if r.numbers_move:
            self.t.follow(s)
        for seat in range(r.seats):
            out[seat] = Look(self.t, s, seat).value()
        share_by_lead(out, SPREAD)

    def explain(self, s: State, seat: i64, out: vec[i64]) -> None:
        """The parts of the seat's greedy value, in thousandths of a point, and what the others have less of.

        `others` is their mean value, negative: not a part of the seat's own value, but of its odds. What rooms name of
        theirs follows; `modules` is what they do not name.
        """
        if self.t.r.numbers_move:
            self.t.follow(s)
        look = self._prospects(s, seat)
        out[0] = POINT * look.points
        out[1] = -POINT * look.rival * RIVALS // (100 * (look.r.seats - 1))
        out[2] = look.worth
        out[3] = look.card_worth()
        out[4] = look.route_worth()
        out[5] = look.base - out[0] - out[1] - out[2] - out[3] - out[4]
        out[6] = look.value() - look.base
        for k in range(len(self.named)):
            worth = self.named[k].worth(look)
            out[8 + k] = worth
            out[5] -= worth
        others: i64 = 0
        for other in range(look.r.seats):
            if other != seat:
                others += self._prospects(s, other).value()
        out[7] = -others // (look.r.seats - 1)

    def _prospects(self, s: State, seat: i64) -> Look:
        """A look at the position in which a game that is won is worth its points alone."""
        look = Look(self.t, s, seat)
        if s.cells[OVER] != 0 and s.cells[WINNERS] & BITS[seat]:
            look.base -= WIN
        return look
