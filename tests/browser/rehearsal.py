"""A server whose boards, dice, cards and bots fall as a seed says; and what a seat of it would best do."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from bastide.kernel.game import Game
from bastide.server.engine import Bot, Playable
from bastide.server.games import Blindfolded, Games
from tests.browser.serving import Served


class Rehearsal(Games):
    """The real engine, with all that chance decides drawn from one seed."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.chance = random.Random(seed)
        self.bots = 0

    @classmethod
    def of(cls, served: Served, seed: int) -> Rehearsal:
        """Put one under a running server."""
        own = cls(seed)
        engine = served.app.state.hub.shared.engine
        engine.new, engine.draw, engine.bot = own.new, own.draw, own.bot
        return own

    def new(self, config: Mapping[str, Any], names: Sequence[str] = ()) -> Playable:
        """The board of the seed."""
        return Game.new(config, names=names, seed=self.seed)

    def draw(self, game: Game, rng: random.Random) -> tuple[str, Sequence[Any]]:
        """What the seed brings."""
        return super().draw(game, self.chance)

    def bot(self, level: str, seed: int) -> Bot:
        """The next bot of the seed."""
        self.bots += 1
        return super().bot(level, self.seed * 10 + self.bots)


def advice(game: Game, seat: int, seed: int) -> str:
    """What a greedy bot would do for a seat that sees its own cards only."""
    return Blindfolded("greedy", seed).choose(game.copy(), seat)
