"""Bots: players that are programs.

`make_bot(level, seed)` gives one. A bot answers in two ways: `choose` for a game (one whole decision in notation) and
`act` for a simulation (one action code at a time, without any text). docs/bots.md says how each level decides.
"""

from __future__ import annotations

import random
from typing import Final

from mypy_extensions import i64

from bastide.carcassonne.base.carcassonne import Carcassonne
from bastide.kernel.errors import ConfigError, quote
from bastide.kernel.rules import Rules
from bastide.kernel.state import State
from bastide.players.bot import Bot
from bastide.players.greedy.bot import GreedyBot
from bastide.players.surveyor.bot import SurveyorBot
from bastide.players.uniform import RandomBot

__all__ = ["LEVELS", "Bot", "make_bot"]

LEVELS: Final = ("random", "greedy")
"""The levels there are, weakest first."""


class ByFamily(Bot):
    """The greedy bot of whatever family is played."""

    def __init__(self, seed: int | None) -> None:
        super().__init__(seed)
        self._bots: dict[type[Rules], Bot] = {Carcassonne: SurveyorBot(seed), Rules: GreedyBot(seed)}

    def act(self, rules: Rules, state: State, seat: int, rng: random.Random) -> i64:
        """One legal action code, as the family's own bot chooses it."""
        bot = next(bot for family, bot in self._bots.items() if isinstance(rules, family))
        return bot.act(rules, state, seat, rng)


def make_bot(level: str, seed: int | None = None) -> Bot:
    """A bot of a level. `seed` fixes all its choices; without it they differ from run to run. Raises ConfigError."""
    if level == "random":
        return RandomBot(seed)
    if level == "greedy":
        return ByFamily(seed)
    raise ConfigError(
        "bot level {given} is unknown; the levels are {known}", {"given": quote(level), "known": ", ".join(LEVELS)}
    )
