"""How the greedy bot plays Harbours: what a harbour point is worth on the way to the card, and ahead of the others."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bastide.catan.base.island import Island
from bastide.expansions.island.harbors.rules import LEAST, HarborsRules
from bastide.kernel.state import State
from bastide.players.greedy.island.evaluation import Look
from bastide.players.greedy.island.module_bot import ModuleBot

CARD: Final[i64] = 1600
"""Taking the card, in a plan: two points that another may take again."""
MISSING: Final = vec[i64]([0, 800, 350, 120])
"""Progress towards the card, by the number of harbour points that are missing."""
QUICK: Final[i64] = 300
"""A harbour point to the quick policy."""
AHEAD: Final[i64] = 150
"""Added for each harbour point by which the holder leads, at most two."""


class HarborsBot(ModuleBot):
    """The variant's part of the bot."""

    def __init__(self, r: Island) -> None:
        super().__init__(r)
        self.m: HarborsRules = r.module(HarborsRules)

    def term(self) -> str:
        """What `worth` counts."""
        return "harbor_points"

    def worth(self, look: Look) -> i64:
        """Progress towards the card, or the lead of its holder; the points of the card apart."""
        own = self.m.harbor_points(look.s, look.seat)
        if self.m.holder_of(look.s) == look.seat:
            return self.lead(look, own)
        return self.progress(look, own)

    def corner_gain(self, look: Look, corner: i64, more: i64) -> i64:
        """What further harbour points bring."""
        if self.r.board.harbor[corner] == 0:
            return 0
        own = self.m.harbor_points(look.s, look.seat)
        if self.m.holder_of(look.s) == look.seat:
            return self.lead(look, own + more) - self.lead(look, own)
        return self.progress(look, own + more) - self.progress(look, own)

    def quick_corner(self, s: State, seat: i64, corner: i64) -> i64:
        """A harbour point."""
        if self.r.board.harbor[corner] == 0:
            return 0
        return QUICK

    def progress(self, look: Look, own: i64) -> i64:
        """The value of that many harbour points to a seat without the card, which enough of them would bring."""
        holder = self.m.holder_of(look.s)
        need = self.m.harbor_points(look.s, holder) + 1 if holder >= 0 else LEAST
        missing = need - own
        if missing <= 0:
            return CARD + self.lead(look, own)
        if missing < len(MISSING):
            return MISSING[missing]
        return 0

    def lead(self, look: Look, own: i64) -> i64:
        """The value of the lead of a holder with that many harbour points."""
        best: i64 = 0
        for seat in range(self.r.seats):
            if seat != look.seat:
                best = max(best, self.m.harbor_points(look.s, seat))
        return AHEAD * max(min(own - best, 2), 0)


BOT: Final = HarborsBot
