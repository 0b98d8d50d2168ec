"""How the greedy bot plays Catan for Two: when it spends trade tokens, and where neutral colours hinder the opponent.

With two players, what one does not hold lies in the bank or in the opponent's hand: the opponent's resource cards are
known. Development cards are not, and are left out of every look at the opponent.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bastide.catan.base.island import Island
from bastide.expansions.island.two_players.rules.state import TwoPlayersState
from bastide.expansions.island.two_players.rules.tokens import SWAPPED
from bastide.kernel.state import State
from bastide.players.greedy.island.best import Best
from bastide.players.greedy.island.evaluation import Look
from bastide.players.greedy.island.module_bot import UNJUDGED, ModuleBot
from bastide.players.greedy.island.robber import hex_gain, rivalry
from bastide.players.greedy.island.trade import others_hold
from bastide.players.greedy.island.weights import WIN

TOKEN: Final[i64] = 110
"""A trade token of the first few, in thousandths of a point."""
FURTHER_TOKEN: Final[i64] = 45
"""Any further token."""
FEW: Final[i64] = 4
"""How many tokens count in full."""
RIVAL: Final[i64] = 70
"""Share of what the opponent loses that counts as a gain, in percent."""
SURE: Final[i64] = 60
"""Minimum gain of a forced trade: other uses of a token may come."""


class TwoPlayersBot(ModuleBot):
    """The variant's part of the bot."""

    def __init__(self, r: Island) -> None:
        super().__init__(r)
        self.m: TwoPlayersState = r.module(TwoPlayersState)
        self.tokens_at: vec[i64] = self.m.tokens_at

    # -- positions

    def term(self) -> str:
        """What `worth` counts."""
        return "tokens"

    def worth(self, look: Look) -> i64:
        """The tokens in hand."""
        return tokens_worth(self.m.tokens_of(look.s, look.seat))

    def corner_gain(self, look: Look, corner: i64, more: i64) -> i64:
        """The tokens of a new settlement."""
        gained = self.tokens_at[corner]
        if gained == 0 or look.s.cells[self.r.owner + corner] != 0:
            return 0
        held = self.m.tokens_of(look.s, look.seat)
        return tokens_worth(held + min(gained, self.m.supply(look.s))) - tokens_worth(held)

    # -- decisions

    def before_roll(self, look: Look, codes: vec[i64]) -> i64:
        """Send the robber off an own hex before both rolls, if that is worth the tokens."""
        best = Best(-1, look.value())
        for code in codes:
            if self.m.banish <= code < self.m.banish + self.r.board.hexes + 1:
                best.offer(code, self.after_banishing(look, code))
        return best.code

    def judge(self, look: Look, hand: vec[i64], code: i64) -> i64:
        if code == self.m.force:
            return self.after_forcing(look, hand)
        if self.m.banish <= code < self.m.banish + self.r.board.hexes + 1:
            return self.after_banishing(look, code)
        return UNJUDGED

    def decide(self, look: Look, codes: vec[i64]) -> i64:
        """The neutral piece that is best for the seat and worst for its opponent."""
        s = look.s
        phase = s.cells[s.top()]
        if phase == self.m.neutral_phase:
            return self.best_place(look, s, codes).code
        if phase != self.m.colour_phase:
            return -1
        best = Best(codes[0], -WIN * 10)
        for code in codes:
            later = s.copy()
            self.r.perform(later, look.seat, code)
            best.offer(code, self.best_place(look, later, self.r.legal(later, look.seat)).value)
        return best.code

    # -- neutral pieces

    def best_place(self, look: Look, s: State, codes: vec[i64]) -> Best:
        """The best place for the neutral piece that is due in a position."""
        best = Best(codes[0], -WIN * 10)
        for code in codes:
            later = s.copy()
            self.r.perform(later, look.seat, code)
            value = Look(look.t, later, look.seat, look.pip).value() - self.opponent(look, later) * RIVAL // 100
            best.offer(code, value)
        return best

    def opponent(self, look: Look, s: State) -> i64:
        """What a position is worth to the opponent, as far as the seat knows."""
        return self.opponents_look(look, s).value()

    def opponents_look(self, look: Look, s: State) -> Look:
        """The opponent's look at a position without development cards in hand."""
        r = self.r
        other = 1 - look.seat
        open_ = s.copy()
        for at in range(other * r.kinds, (other + 1) * r.kinds):
            open_.cells[r.cards + at] = 0
            open_.cells[r.fresh + at] = 0
        for good in range(r.goods):
            open_.cells[r.hand + other * r.goods + good] = others_hold(r, s, look.seat, good)
        return Look(look.t, open_, other, look.pip)

    # -- tokens

    def after_banishing(self, look: Look, code: i64) -> i64:
        """The value after sending the robber to a desert: it no longer blocks anybody."""
        later = look.s.copy()
        self.r.perform(later, look.seat, code)
        value = Look(look.t, later, look.seat, look.pip).value()
        there = look.s.cells[self.r.robber]
        if there < 0:
            return value
        harm = rivalry(self.r, look.s, look.seat)
        return value - hex_gain(look.t, look.s, look.seat, there, harm, False)

    def after_forcing(self, look: Look, hand: vec[i64]) -> i64:
        """The expected value of a forced trade: two random cards of the opponent for the two that are missed least."""
        r = self.r
        s = look.s
        goods = r.held
        theirs = vec[i64]([0] * r.goods)
        size: i64 = 0
        for good in range(goods):
            theirs[good] = others_hold(r, s, look.seat, good)
            size += theirs[good]
        held = self.m.tokens_of(s, look.seat)
        cost = tokens_worth(held) - tokens_worth(held - self.m.price(s, look.seat))
        now = look.with_hand(hand)
        if size == 0:
            return now - cost
        rival = self.opponents_look(look, s)
        before = rival.with_hand(theirs)
        total: i64 = 0
        ways: i64 = 0
        for first in range(goods):
            if theirs[first] == 0:
                continue
            if size == 1:
                return now - cost - SURE + self.swapped(look, rival, hand, theirs, before, now, first, -1)
            for second in range(first, goods):
                n = theirs[first] * (theirs[first] - 1) // 2 if second == first else theirs[first] * theirs[second]
                if n > 0:
                    ways += n
                    total += n * self.swapped(look, rival, hand, theirs, before, now, first, second)
        return now - cost - SURE + total // max(ways, 1)

    def swapped(
        self,
        look: Look,
        rival: Look,
        hand: vec[i64],
        theirs: vec[i64],
        before: i64,
        now: i64,
        first: i64,
        second: i64,
    ) -> i64:
        """The gain of a forced trade that takes these cards; `second` is -1 for one card alone."""
        mine = hand[:]
        left = theirs[:]
        mine[first] += 1
        left[first] -= 1
        if second >= 0:
            mine[second] += 1
            left[second] -= 1
        for _card in range(SWAPPED):
            given = self.least(look, mine)
            mine[given] -= 1
            left[given] += 1
        return look.with_hand(mine) - now - (rival.with_hand(left) - before) * RIVAL // 100

    def least(self, look: Look, hand: vec[i64]) -> i64:
        """The good of which a card is missed least."""
        best = Best(-1, -WIN * 10)
        for good in range(self.r.held):
            if hand[good] > 0:
                hand[good] -= 1
                best.offer(good, look.with_hand(hand))
                hand[good] += 1
        return best.code


def tokens_worth(count: i64) -> i64:
    """The value of so many tokens."""
    full = min(count, FEW)
    return TOKEN * full + FURTHER_TOKEN * (count - full)


BOT: Final = TwoPlayersBot
