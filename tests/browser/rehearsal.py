"""A server whose boards, dice, cards and bots are seeded; and the best move for one of its seats."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from bastide.kernel.game import Game
from bastide.server.engine.games import Blindfolded
from bastide.server.engine.interface import BotLike, Playable
from tests.browser.chance import Replacement


class Rehearsal(Replacement):
    """The real engine, with every chance event drawn from one seed."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.chance = random.Random(seed)
        self.bots = 0

    def new(self, config: Mapping[str, Any], names: Sequence[str] = ()) -> Playable:
        """The board of the seed."""
        return Game.new(config, names=names, seed=self.seed)

    def draw(self, game: Game, rng: random.Random) -> tuple[str, Sequence[Any]]:
        """The seeded outcome."""
        return super().draw(game, self.chance)

    def bot(self, level: str, seed: int) -> BotLike:
        """The seed's next bot."""
        self.bots += 1
        return super().bot(level, self.seed * 10 + self.bots)


def advice(game: Game, seat: int, seed: int) -> str:
    """A greedy bot's move for a seat, from its own view."""
    return Blindfolded("greedy", seed).choose(game.copy(), seat)
