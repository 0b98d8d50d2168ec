"""The random bot: random legal actions, few offers."""

from __future__ import annotations

import random
from typing import Final

from mypy_extensions import i64

from bastide.catan.base.island import Island
from bastide.kernel.rules import Rules
from bastide.kernel.state import State
from bastide.players.bot import Bot, legal_codes
from bastide.players.manners import polite

OFFERS: Final = 0.04
"""The probability that (counter-)offers join the draw; otherwise games would drown in them."""


class RandomBot(Bot):
    """Takes each legal action with equal probability.

    Three exceptions. Open-ended choices (`Rules.form`: offers and counter-offers) join the draw only with
    probability `OFFERS`. Inside a choice of several cards the kind of step is drawn first (give, ask, send), then
    the card, so offers stay small. Offers keep the manners of all levels.
    """

    def act(self, rules: Rules, state: State, seat: int, rng: random.Random) -> i64:
        """A random legal action code."""
        codes = legal_codes(rules, state, seat)
        if isinstance(rules, Island):
            codes = polite(rules, state, seat, codes)
        if rules.partial(state, seat):
            return draw_by_verb(rules, codes, rng)
        if rng.random() >= OFFERS:
            codes = [code for code in codes if rules.form(code, whole=True) == ""] or codes
        return codes[rng.randrange(len(codes))]


def draw_by_verb(rules: Rules, codes: list[int], rng: random.Random) -> int:
    """Draw a verb, then one of its codes, both uniformly."""
    verbs = sorted({int(rules.verb_of[code].offset) for code in codes})
    verb = verbs[rng.randrange(len(verbs))]
    among = [code for code in codes if rules.verb_of[code].offset == verb]
    return among[rng.randrange(len(among))]
