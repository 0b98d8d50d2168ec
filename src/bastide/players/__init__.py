"""Bots: players that are programs.

`make_bot(level, seed)` gives one. A bot answers in two ways: `choose` for a game (one whole decision in notation) and
`act` for a simulation (one action code at a time, without any text). docs/bots.md says how each level decides.
"""

from __future__ import annotations

from typing import Final

from bastide.kernel.errors import ConfigError, quote
from bastide.players.bot import Bot
from bastide.players.greedy.bot import GreedyBot
from bastide.players.uniform import RandomBot

__all__ = ["LEVELS", "Bot", "make_bot"]

LEVELS: Final = ("random", "greedy")
"""The levels there are, weakest first."""


def make_bot(level: str, seed: int | None = None) -> Bot:
    """A bot of a level. `seed` fixes all its choices; without it they differ from run to run. Raises ConfigError."""
    if level == "random":
        return RandomBot(seed)
    if level == "greedy":
        return GreedyBot(seed)
    raise ConfigError(f"bot level {quote(level)} is unknown; the levels are {', '.join(LEVELS)}")
