"""The greedy bot."""

from __future__ import annotations

import random
from typing import Final

from mypy_extensions import i64

from bastide.kernel.rules import Rules
from bastide.kernel.state import State
from bastide.players.bot import Bot, legal_codes

ORDER: Final = (
    "city", "settle", "buy", "knight", "roads", "plenty", "monopoly", "roll", "road", "robber", "rob",
    "discard", "take", "accept", "refuse", "trade", "withdraw", "end",
)  # fmt: skip


class GreedyBot(Bot):
    """Builds what is worth most as soon as it can."""

    def act(self, rules: Rules, state: State, seat: int, rng: random.Random) -> i64:
        """One legal action code."""
        codes = legal_codes(rules, state, seat)
        words = {code: rules.verbs[rules.verb_of[code]].word for code in codes}
        for word in ORDER:
            among = [code for code in codes if words[code] == word]
            if among:
                return among[rng.randrange(len(among))]
        return codes[rng.randrange(len(codes))]
