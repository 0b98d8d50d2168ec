"""How the greedy bot builds between two turns: what improves its position most, until nothing does.

It is asked in every special building phase and never sits out: what it could build could not wait.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from bastide.catan.base.island import Island
from bastide.expansions.island.five_six.rules.module import FiveSixRules
from bastide.players.greedy.island.evaluation import Look
from bastide.players.greedy.island.module_bot import ModuleBot
from bastide.players.greedy.island.turn import in_turn


class FiveSixBot(ModuleBot):
    """The extension's part of the bot."""

    def __init__(self, r: Island) -> None:
        super().__init__(r)
        m = r.module(FiveSixRules)
        self.phase: i64 = m.special_phase
        self.sit_out: i64 = m.sit_out

    def decide(self, look: Look, codes: vec[i64]) -> i64:
        if look.s.cells[look.s.top()] != self.phase:
            return -1
        no = self.r.no
        bought = vec[i64]([code for code in codes if code != no and code != self.sit_out])
        best = in_turn(look, bought).code
        return no if best == look.t.end else best


BOT = FiveSixBot
