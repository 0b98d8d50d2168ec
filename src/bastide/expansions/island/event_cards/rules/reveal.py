"""Which card comes next (TB-EVT-003 to TB-EVT-006).

The five cards below New Year are never seen, and neither is the order of the others: each card that has not come since
the last New Year is as likely to be the next. So the position holds only the cards that have come, which all have seen.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bastide.catan.base.turn import lay_other_number
from bastide.expansions.island.event_cards.rules.deck import ABOVE, BELOW, DECK, EVENTS, KINDS, NUMBERS
from bastide.expansions.island.event_cards.rules.state import EventCardsPhase, EventCardsVerb
from bastide.kernel.chooser import Chooser
from bastide.kernel.codes import Codes
from bastide.kernel.state import State

KIND_OF: Final = vec[i64]([kind for kind, (_event, _number, count) in enumerate(DECK) for _copy in range(count)])
COPY_OF: Final = vec[i64]([copy for _event, _number, count in DECK for copy in range(count)])
"""Each of the 36 cards: its kind, and which copy of it. Of a kind that has come n times, the copies below n are out."""
DRAWS: Final = 20
"""How often a card is drawn blindly, before the outcomes are listed."""


class RevealPhase(EventCardsPhase):
    """Chance: the top card of the pile. Frame: the seat on turn."""

    def actors(self, s: State) -> i64:
        return 0

    def outcomes(self, s: State, out: Codes) -> None:
        anew = s.cells[self.m.come] == self.m.above
        for kind in range(KINDS):
            n = self.m.copies[kind]
            if not anew:
                n -= s.cells[self.m.seen + kind]
            if n > 0:
                out.weigh(self.asks + kind, n)

    def sample(self, s: State, chooser: Chooser, out: Codes) -> i64:
        m = self.m
        c = s.cells
        anew = c[m.come] == m.above  # they are shuffled again first
        for _try in range(DRAWS):
            card = chooser.below(ABOVE + BELOW)
            kind = KIND_OF[card]
            copy = COPY_OF[card]
            # Left out of this game are the last copies of a kind.
            if copy < m.copies[kind] and (anew or copy >= c[m.seen + kind]):
                return self.asks + kind
        return super().sample(s, chooser, out)


class RevealVerb(EventCardsVerb):
    """`reveal epidemic 8`: which card it was. If New Year lay on it, all cards were shuffled again first."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        m = self.m
        c = s.cells
        who = c[s.top() + 1]
        s.pop()
        if c[m.come] == m.above:
            for at in range(m.seen, m.seen + KINDS):
                c[at] = 0
            c[m.come] = 0
            s.emit("event_cards_new_year", who)
        c[m.seen + arg] += 1
        c[m.come] += 1
        c[m.card] = arg + 1
        s.emit("event_cards_card", who, EVENTS[arg], NUMBERS[arg])
        lay_other_number(m.r, s, who, NUMBERS[arg])
