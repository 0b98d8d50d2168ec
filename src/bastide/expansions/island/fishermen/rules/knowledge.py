"""What is known of hidden tokens (TB-FISH-010).

Tokens are drawn face down and spent face up. So everybody knows which tokens are hidden, and when the spent ones are
turned over, which ones all players hold together: all others. From then on `pooled` are those tokens by kind, `older`
how many of them each seat has, `since` the tokens by kind that a seat has spent after that and that may be older or
newer, and `pile` the tokens by kind that were turned over. `sure` are tokens that a seat is known to hold from the
start. A deal could be the true one if the older tokens can be chosen from what the seats hold and have spent since.
"""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from bastide.catan.base.seams import Knowledge
from bastide.expansions.island.fishermen.rules.state import KINDS, FishermenState
from bastide.kernel.state import BITS, State


def turned_over(m: FishermenState, s: State) -> None:
    """Note what all learn when the spent tokens have been turned over."""
    c = s.cells
    for k in range(KINDS):
        c[m.pile + k] = c[m.stock + k]
        c[m.pooled + k] = 0
    for seat in range(m.r.seats):
        c[m.older + seat] = 0
        for k in range(KINDS):
            at = seat * KINDS + k
            unsure = c[m.fish + at] - c[m.sure + at]
            c[m.older + seat] += unsure
            c[m.pooled + k] += unsure
            c[m.since + at] = 0


def note_spent(m: FishermenState, s: State, seat: i64, kind: i64) -> None:
    """Note that a seat spends a token of a kind; called before it leaves the hand."""
    c = s.cells
    at = seat * KINDS + kind
    if c[m.sure + at] > 0:
        c[m.sure + at] -= 1
    elif drawn_since(m, s, seat) == 0:
        c[m.older + seat] -= 1
        c[m.pooled + kind] -= 1
    else:
        c[m.since + at] += 1


def drawn_since(m: FishermenState, s: State, seat: i64) -> i64:
    """How many tokens a seat has drawn since they were last turned over."""
    c = s.cells
    count = m.held(s, seat) - c[m.older + seat]
    for k in range(KINDS):
        count += c[m.since + seat * KINDS + k] - c[m.sure + seat * KINDS + k]
    return count


@final
class FishKnowledge(Knowledge):
    """Which tokens lie face down, or in front of a seat."""

    def __init__(self, m: FishermenState) -> None:
        self.m = m

    def known(self, s: State, field: i64, row: i64, kind: i64, viewer: i64) -> i64:
        """The tokens of a kind that a viewer knows to be face down, or in front of a seat."""
        m = self.m
        c = s.cells
        if field == m.stock:
            least = c[m.pile + kind]
            for k in range(KINDS):
                least -= c[m.pile + k] - c[m.stock + k]
            if least > 0:
                return least
            return 0
        if field != m.fish:
            return 0
        at = row * KINDS + kind
        least = c[m.pooled + kind] - c[m.since + at]
        for other in range(m.r.seats):
            if other != row:
                most = c[m.older + other]
                if other == viewer:
                    had = c[m.fish + other * KINDS + kind] - c[m.sure + other * KINDS + kind]
                    had += c[m.since + other * KINDS + kind]
                    most = had if had < most else most
                least -= most
        return c[m.sure + at] + (least if least > 0 else 0)

    def consistent(self, s: State) -> bool:
        """Whether the tokens can lie like this: whether older ones can be chosen from those held and spent since.

        They can if, for each set of kinds, the seats have had enough of them.
        """
        m = self.m
        c = s.cells
        for kinds in range(1, BITS[KINDS]):
            wanted: i64 = 0
            for k in range(KINDS):
                if kinds & BITS[k]:
                    wanted += c[m.pooled + k]
            for seat in range(m.r.seats):
                had: i64 = 0
                for k in range(KINDS):
                    if kinds & BITS[k]:
                        at = seat * KINDS + k
                        had += c[m.fish + at] - c[m.sure + at] + c[m.since + at]
                older = c[m.older + seat]
                wanted -= had if had < older else older
            if wanted > 0:
                return False
        return True
