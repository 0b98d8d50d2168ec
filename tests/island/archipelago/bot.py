"""How the greedy bot plays the archipelago: it drives its cart towards the market that pays most for the way."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bastide.catan.base.island import Island
from bastide.players.greedy.island.evaluation import Look
from bastide.players.greedy.island.module_bot import UNJUDGED, ModuleBot
from tests.island.archipelago.rules import Archipelago

GOLD: Final = 150
"""What a gold in the purse of a market is worth, in thousandths of a point."""
POINT: Final = 10
"""What a point on the way to a market is worth."""


class ArchipelagoBot(ModuleBot):
    """The module's part of the bot."""

    def __init__(self, r: Island) -> None:
        super().__init__(r)
        self.m = next(one for one in r.modules if isinstance(one, Archipelago))

    def judge(self, look: Look, hand: vec[i64], code: i64) -> i64:
        """A drive costs nothing and may lead to a market."""
        return look.value() + POINT if code == self.m.drive.offset else UNJUDGED

    def worth(self, look: Look) -> i64:
        """A cart is worth more, the nearer it is to a market."""
        edge = look.s.cells[self.m.cart + look.seat] - 1
        far = self.m.far(look.s, int(look.seat), int(edge))
        return 0 if far is None else -POINT * far

    def decide(self, look: Look, codes: vec[i64]) -> i64:
        """The place that pays most, or the nearest to a market."""
        m = self.m
        if look.s.cells[look.s.top()] != m.driving:
            return -1
        best, most = codes[0], -1_000_000
        for code in codes:
            edge = int(code - m.go.offset) if code != self.r.no else int(look.s.cells[m.cart + look.seat]) - 1
            pays = m.market(edge) if code != self.r.no else 0
            far = m.far(look.s, int(look.seat), edge)
            gain = GOLD * pays - POINT * (99 if far is None else far)
            if gain > most:
                best, most = code, gain
        return best


BOT: Final = ArchipelagoBot
