"""Bots: computer players.

`make_bot(level, seed)` makes one; other packages can add levels (`bastide.kernel.plugins`). A bot has two methods:
`choose` for a game (one whole decision in notation) and `act` for a simulation (one action code at a time, without
any text). docs/bots.md says how each level decides.
"""

from __future__ import annotations

import random
from collections.abc import Collection
from typing import Final

from mypy_extensions import i64

from bastide.carcassonne.base.carcassonne import Carcassonne
from bastide.kernel import built
from bastide.kernel.errors import ConfigError, quote
from bastide.kernel.playout import Player
from bastide.kernel.plugins import BOTS, check_free, load, made_by, not_loaded, plugin, plugins
from bastide.kernel.rules import Rules
from bastide.kernel.state import State
from bastide.players.bot import Bot
from bastide.players.easy import EasyCarcassonneBot, EasyIslandBot
from bastide.players.greedy.carcassonne.bot import CarcassonneBot, tile_players
from bastide.players.greedy.island.bot import IslandBot, island_players
from bastide.players.strong.carcassonne.bot import TreeBot
from bastide.players.strong.carcassonne.weights import MASTER, STRONG
from bastide.players.strong.island.bot import SearchBot
from bastide.players.uniform import RandomBot

__all__ = ["LEVELS", "Bot", "make_bot"]

EXAMPLE: Final = "my_package.bots:MyBot"


class ByFamily(Bot):
    """The bot of the game's own family: of the island and of Carcassonne, in this order."""

    def __init__(self, seed: int | None, island: Bot, tiles: Bot) -> None:
        super().__init__(seed)
        self._island = island
        self._tiles = tiles

    def act(self, rules: Rules, state: State, seat: int, rng: random.Random) -> i64:
        """One legal action code, as the family's own bot chooses it."""
        bot = self._tiles if isinstance(rules, Carcassonne) else self._island
        return bot.act(rules, state, seat, rng)


class Easy(ByFamily):
    """Judges like `Greedy`, and overlooks much."""

    def __init__(self, seed: int | None) -> None:
        super().__init__(seed, EasyIslandBot(seed), EasyCarcassonneBot(seed))


class Greedy(ByFamily):
    """Takes the action that leaves the best position."""

    def __init__(self, seed: int | None) -> None:
        super().__init__(seed, IslandBot(seed), CarcassonneBot(seed))


class Strong(ByFamily):
    """Searches for some hundredths of a second."""

    thinks = True

    def __init__(self, seed: int | None) -> None:
        super().__init__(seed, SearchBot(seed, 1), TreeBot(seed, STRONG))


class Master(ByFamily):
    """Searches ten times as long as `Strong`."""

    thinks = True

    def __init__(self, seed: int | None) -> None:
        super().__init__(seed, SearchBot(seed, 10), TreeBot(seed, MASTER))


OWN: Final[dict[str, type[Bot]]] = {
    "random": RandomBot,
    "easy": Easy,
    "greedy": Greedy,
    "strong": Strong,
    "master": Master,
}
LEVELS: Final = tuple(OWN)
"""Bastide's own levels, weakest first."""
ALIASES: Final = {"steady": "greedy"}
"""Other names of levels: the word that the page has for one."""


def level_of(name: str) -> str:
    """The name under which a level is kept and shown."""
    return ALIASES.get(name, name)


def make_bot(level: str, seed: int | None = None) -> Bot:
    """A bot of a level, or of a plug-in of that name. Raises ConfigError.

    `seed` fixes all its choices; without it they differ from run to run.
    """
    level = level_of(level)
    if level in OWN:
        return OWN[level](seed)
    found = plugin(BOTS, level)
    if found is not None:
        bot: Bot = made_by(found, load(found, found.value, EXAMPLE), Bot, seed)
        if type(bot).act is Bot.act:
            raise not_loaded(found, f"the class {type(bot).__name__} has no method act")
        return bot
    raise ConfigError(
        "bot level {given} is unknown; the levels are {known}",
        {"given": quote(level), "known": ", ".join(known_levels())},
    )


def players_of(level: str, rules: Rules) -> list[Player]:
    """The players inside the engine that decide as the bots of a level do, by seat; empty if it has none."""
    if level != "greedy":
        return []
    return [*tile_players(rules)] if isinstance(rules, Carcassonne) else [*island_players(rules)]


def known_levels() -> list[str]:
    """The names that `make_bot` knows: Bastide's own levels, then those of plug-ins."""
    return [*LEVELS, *sorted(set(plugins(BOTS)) - set(LEVELS))]


def thinks(level: str) -> bool:
    """Whether a server lets bots of this level decide in processes of their own: those that search, and plug-ins."""
    return OWN[level].thinks if level in OWN else level in plugins(BOTS)


def offered(processes: int) -> list[str]:
    """The levels that a server with so many bot processes can seat, in the order of all menus.

    Bastide's levels come first, the weakest first, then those of plug-ins. `random` comes last.
    Without the compiled engine `master` would need half a minute for a decision.
    """
    chance, *ours = LEVELS
    levels = [*ours, *known_levels()[len(LEVELS) :], chance]
    return [
        level for level in levels if (processes or not thinks(level)) and (level != "master" or built.is_compiled())
    ]


def check_names(given: Collection[str]) -> None:
    """Refuse plug-ins with the same name as a requested level. Raises ConfigError."""
    check_free(BOTS, tuple(name for name in (*LEVELS, *ALIASES) if name in given))
