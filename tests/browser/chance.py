"""The real engine, with boards, dice, cards and bots that depend on the test and not on the run."""

from __future__ import annotations

import os
import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final, Self

from bastide.kernel.game import Game
from bastide.server.engine.games import Games
from bastide.server.engine.interface import BotLike, Playable
from tests.differential.window import window
from tests.sizes import CAMPAIGN

if TYPE_CHECKING:
    from tests.browser.serving import Served

CHANCE: Final = os.environ.get("BASTIDE_CHANCE") or (str(window(Path(__file__).parent)[0]) if CAMPAIGN else "")
"""What chance depends on beside the name of the test: nothing in the check, so that a failure is never somebody else's
bad luck; the commit in the campaign, which looks for games that nobody has seen."""


class Replacement(Games):
    """The real engine, with another source of boards, dice, cards and bots."""

    @classmethod
    def of(cls, served: Served, *given: Any) -> Self:
        """Put it under a running server."""
        own = cls(*given)
        engine = served.app.state.hub.shared.engine
        engine.new, engine.draw, engine.bot = own.new, own.draw, own.bot
        return own


class Chance(Replacement):
    """Draws what comes at a step of a game from the test's name and the step."""

    test: ClassVar[str] = ""
    games: ClassVar[int] = 0
    bots: ClassVar[int] = 0

    @classmethod
    def begin(cls, test: str) -> None:
        """A test begins: its games are the same in every run."""
        Chance.test, Chance.games, Chance.bots = f"{CHANCE} {test}", 0, 0

    def number(self, *of: object) -> int:
        """A number that depends on the test and on this."""
        return random.Random(f"{self.test} {of}").getrandbits(31)

    def new(self, config: Mapping[str, Any], names: Sequence[str] = ()) -> Playable:
        """The next board of the test."""
        Chance.games += 1
        return self.checked(Game.new(config, names=names, seed=self.number("game", self.games)))

    def draw(self, game: Game, rng: random.Random) -> tuple[str, Sequence[Any]]:
        """What comes at this step."""
        return super().draw(game, random.Random(self.number("step", len(game.history))))

    def bot(self, level: str, seed: int) -> BotLike:
        """The next bot of the test."""
        Chance.bots += 1
        return super().bot(level, self.number("bot", self.bots))
