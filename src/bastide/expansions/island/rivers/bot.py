"""How the greedy bot plays Rivers: it builds bridges, and spends gold only where that keeps it out of Misery."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bastide.catan.base.island import SETTLEMENT, Island
from bastide.catan.base.network import can_lay_line
from bastide.expansions.island.rivers.rules.module import BRIDGES, FORTUNE, MISERY
from bastide.expansions.island.rivers.rules.state import BRIDGE_GOLD, RiversState
from bastide.players.greedy.island.evaluation import Look
from bastide.players.greedy.island.module_bot import ModuleBot
from bastide.players.greedy.island.weights import POINT

NEED: Final[i64] = BRIDGES
"""How many bridges are bought in a game."""
COIN: Final[i64] = 60
"""The worth of a gold."""
EARNED: Final[i64] = 30
"""Share of what the tiles change that counts where gold is earned, in percent: they may change hands again."""
LATE: Final = vec[i64]([100, 100, 60, 20, 0])
"""Share of what the tiles change that counts where gold is spent or bought, by the points that the leader lacks."""
AHEAD: Final[i64] = 90
"""Added for each gold by which the richest leads, at most `LEAD`."""
LEAD: Final[i64] = 4
MISSING: Final = vec[i64]([0, 500, 320, 200, 110, 50])
"""Added on the way out of Misery, by the gold that is missing."""


class RiversBot(ModuleBot):
    """The scenario's part of the bot."""

    def __init__(self, r: Island) -> None:
        super().__init__(r)
        self.m: RiversState = r.module(RiversState)

    def demand(self, demand: vec[i64], supply: vec[i64]) -> None:
        """The cards for bridges."""
        for good in range(self.r.goods):
            demand[good] += NEED * self.r.costs[self.m.bridge_item * self.r.goods + good]

    # -- positions

    def plans(self, look: Look) -> None:
        """A bridge, where the seat has a place for one."""
        m = self.m
        r = self.r
        if not can_lay_line(r, look.s, look.seat, m.bridge):
            return
        gold = m.gold_of(look.s, look.seat)
        cards = vec[i64]([0] * r.goods)
        for good in range(r.goods):
            cards[good] = r.costs[m.bridge_item * r.goods + good]
        look.plans.add_cards(self.earned(look, gold, BRIDGE_GOLD), cards)

    def corner_gain(self, look: Look, corner: i64, more: i64) -> i64:
        """The gold of a new settlement."""
        gained = self.m.gold_for(SETTLEMENT, corner)
        if gained == 0 or look.s.cells[self.r.owner + corner] != 0:
            return 0
        return self.earned(look, self.m.gold_of(look.s, look.seat), gained)

    def earned(self, look: Look, gold: i64, more: i64) -> i64:
        """The worth of more gold to a seat that has so much."""
        gain = self.tiles(look, gold + more) - self.tiles(look, gold)
        return COIN * more + gain * EARNED // 100

    def in_hand(self, look: Look, hand: vec[i64], at: i64) -> i64:
        """The change in points for tiles with other gold in the purse; it counts more as the end comes near."""
        m = self.m
        there = hand[at + m.gold]
        gold = m.gold_of(look.s, look.seat)
        if there == gold:
            return 0
        return (self.tiles(look, there) - self.tiles(look, gold)) * self.late(look) // 100

    def late(self, look: Look) -> i64:
        """How much the tiles count, in percent: little at first, in full once somebody is near the goal."""
        missing = self.r.goal(look.s, look.seat) - max(look.points, look.rival)
        return LATE[missing] if 0 <= missing < len(LATE) else LATE[len(LATE) - 1]

    def tiles(self, look: Look, gold: i64) -> i64:
        """The value of the tiles that a seat would hold with so much gold."""
        m = self.m
        most: i64 = -1
        least: i64 = gold
        for seat in range(self.r.seats):
            if seat != look.seat:
                held = m.gold_of(look.s, seat)
                most = max(most, held)
                least = min(least, held)
        if gold > most:
            return FORTUNE * POINT + AHEAD * min(gold - most, LEAD)
        poor = gold == least if m.least or gold == most else True
        if gold == most and least < most:
            poor = False
        missing = most + 1 - gold
        value = MISSING[missing] if missing < len(MISSING) else 0
        return value + MISERY * POINT if poor else value


BOT: Final = RiversBot
