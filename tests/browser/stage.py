"""A server whose next game starts from a position set up by a test, with dice chosen by the test."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from bastide.kernel.game import Game
from bastide.kernel.state import CHANCE
from bastide.server.engine.games import Games
from bastide.server.engine.interface import Playable
from tests.browser.serving import Served


class Position(Protocol):
    """What a kit of tests sets up."""

    @property
    def game(self) -> Game:
        """The game that stands there."""


class Stage(Games):
    """The real engine; `position` replaces the next new game, `draws` are the next chance outcomes."""

    def __init__(self) -> None:
        self.position: Position | None = None
        self.draws: list[str] = []

    @classmethod
    def of(cls, served: Served) -> Stage:
        """Put a stage under a running server."""
        stage = cls()
        engine = served.app.state.hub.shared.engine
        engine.new, engine.draw = stage.new, stage.draw
        return stage

    def set(self, position: Position, *draws: str) -> None:
        """The next table's start."""
        self.position, self.draws = position, list(draws)

    def new(self, config: Mapping[str, Any], names: Sequence[str] = ()) -> Playable:
        """The prepared position, or a new game."""
        if self.position is None:
            return super().new(config, names)
        game = Game(self.position.game.rules, list(names))
        game.state = self.position.game.state.copy()
        return game

    def draw(self, game: Game, rng: random.Random) -> tuple[str, Sequence[Any]]:
        """The prepared outcomes first, then real chance."""
        if not self.draws:
            return super().draw(game, rng)
        text = self.draws.pop(0)
        game.play(text, CHANCE)
        return text, game.history[-1]
