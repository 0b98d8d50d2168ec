"""What trade tokens buy, and the knights that are given up for them (TB-TWO-016 to TB-TWO-023)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from bastide.catan.base.cards import army_shrank, award_army
from bastide.catan.base.island import KNIGHT, hand_size
from bastide.expansions.island.two_players.rules.state import TwoPlayersPhase, TwoPlayersState, TwoPlayersVerb
from bastide.kernel.codes import Codes
from bastide.kernel.state import BITS, State

SWAPPED: Final[i64] = 2
"""The cards that a forced trade takes, and those that it gives back (TB-TWO-017)."""
KNIGHT_TOKENS: Final[i64] = 2
"""The tokens for a played knight (TB-TWO-022)."""
FORCED: Final[i64] = 1
"""Why cards are given: the third number of the frame of the base's discards."""
ASIDE: Final = "aside"
"""The place beside a board without a desert, in notation."""


def taken_by_force(m: TwoPlayersState, s: State, seat: i64) -> i64:
    """How many cards a forced trade takes: two, or the only one (TB-TWO-017)."""
    held = hand_size(m.r, s, 1 - seat)
    return held if held < SWAPPED else SWAPPED


def may_force(m: TwoPlayersState, s: State, seat: i64) -> bool:
    """Whether a forced trade takes a card and leaves two to give (TB-TWO-018, TB-TWO-029)."""
    taken = taken_by_force(m, s, seat)
    return taken == SWAPPED or (taken > 0 and hand_size(m.r, s, seat) + taken >= SWAPPED)


def token_actions(m: TwoPlayersState, s: State, seat: i64, out: Codes) -> None:
    """Add what the seat on turn may do with tokens, and the knight that it may give up for some."""
    c = s.cells
    if c[m.tokens + seat] > 0 and c[m.acted] == 0 and m.may_act(s, seat):
        if may_force(m, s, seat):
            out.add(m.force)
        deserts(m, s, out)
    if c[m.retired] == 0 and c[m.r.played + seat * m.r.kinds + KNIGHT] > 0 and m.supply(s) > 0:
        out.add(m.retire)


def deserts(m: TwoPlayersState, s: State, out: Codes) -> None:
    """Add the places to which the robber may be sent: a desert where it is not yet (TB-TWO-019, TB-TWO-035).

    Without a desert it is sent off the board; in a game without a robber, nowhere.
    """
    r = m.r
    if not r.has_robber:
        return
    there = s.cells[r.robber]
    if r.desert < 0:
        if there >= 0:
            out.add(m.banish + r.board.hexes)
        return
    if r.deserts == 1:
        if there != r.desert:
            out.add(m.banish + r.desert)
        return
    for h in range(r.board.land):
        if h != there and r.is_desert[h] == 1:
            out.add(m.banish + h)


def knights(m: TwoPlayersState, s: State, seat: i64) -> i64:
    """The knights that lie open before a player."""
    return s.cells[m.r.played + seat * m.r.kinds + KNIGHT]


class ForceVerb(TwoPlayersVerb):
    """`forced-trade`: two random cards of the opponent for two of choice (TB-TWO-017)."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        m = self.m
        s.emit("two_players_forced", seat, m.pay_action(s, seat))
        s.push(m.grab_phase, seat, taken_by_force(m, s, seat))


class ForcedPhase(TwoPlayersPhase):
    """Chance: each card in the opponent's hand is as likely. Frame: the taker, how many cards are still taken."""

    def actors(self, s: State) -> i64:
        return 0

    def outcomes(self, s: State, out: Codes) -> None:
        r = self.m.r
        victim = 1 - s.cells[s.top() + 1]
        for good in range(r.held):
            n = s.cells[r.hand + victim * r.goods + good]
            if n > 0:
                out.weigh(self.asks + good, n)


class GrabVerb(TwoPlayersVerb):
    """`grab ore`: which card it was; the last one is followed by the cards in return."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        m = self.m
        r = m.r
        c = s.cells
        top = s.top()
        taker = c[top + 1]
        sees = BITS[0] | BITS[1]
        r.pass_goods(s, 1 - taker, taker, arg, 1, sees)
        s.emit("give", 1 - taker, arg, 1, taker, 0, sees)
        c[top + 2] -= 1
        if c[top + 2] > 0:
            return
        s.pop()
        c[r.discards + taker] = SWAPPED
        s.emit("owes", taker, SWAPPED)
        s.emit("two_players_returns", taker)
        s.push(r.discard_phase, taker, 2 - taker, FORCED)


class BanishVerb(TwoPlayersVerb):
    """`banish q,r`: the robber goes to a desert and robs nobody; `banish aside` on a board without one."""

    def __init__(self, m: TwoPlayersState) -> None:
        board = m.r.board
        super().__init__(m, "banish", names=[*board.hex_names, ASIDE])

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        m = self.m
        paid = m.pay_action(s, seat)
        if arg < m.r.board.hexes:
            s.cells[m.r.robber] = arg
            s.emit("two_players_banished", seat, paid, arg)
        else:
            s.cells[m.r.robber] = -1
            s.emit("two_players_off", seat, paid)


class RetireVerb(TwoPlayersVerb):
    """`retire`: a played knight leaves the game for two tokens (TB-TWO-022, TB-TWO-023, TB-TWO-034)."""

    def apply(self, s: State, seat: i64, arg: i64) -> None:
        m = self.m
        r = m.r
        c = s.cells
        c[m.retired] = 1
        c[m.gone] += 1
        c[r.played + seat * r.kinds + KNIGHT] -= 1
        s.emit("two_players_retired", seat)
        m.gain(s, seat, KNIGHT_TOKENS)
        if c[r.army_holder] == seat + 1:
            army_shrank(r, s)
        else:
            award_army(r, s)  # nobody held it, and the opponent now has more
