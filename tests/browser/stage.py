"""A server whose next game starts from a position set up by a test, with dice chosen by the test."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from playwright.sync_api import Page

from bastide.kernel.game import Game
from bastide.kernel.state import CHANCE
from bastide.server.engine.interface import Playable
from tests.browser.chance import Chance
from tests.browser.player import until
from tests.browser.serving import Served
from tests.browser.tables import begin


class Position(Protocol):
    """What a kit of tests sets up."""

    @property
    def game(self) -> Game:
        """The game that stands there."""


class Stage(Chance):
    """The real engine; `position` replaces the next new game, `draws` are the next chance outcomes."""

    def __init__(self) -> None:
        self.position: Position | None = None
        self.draws: list[str] = []
        self._names: tuple[str, ...] = ()

    def set(self, position: Position, *draws: str) -> None:
        """The next table's start."""
        self.position, self.draws = position, list(draws)

    def new(self, config: Mapping[str, Any], names: Sequence[str] = ()) -> Playable:
        """The prepared position, or a new game."""
        if self.position is None:
            return super().new(config, names)
        game = Game(self.position.game.rules, list(names))
        game.state = self.position.game.state.copy()
        self._names = game.names
        return game

    def draw(self, game: Game, rng: random.Random) -> tuple[str, Sequence[Any]]:
        """The prepared outcomes first, then real chance."""
        # Copies of a game share its names. Bots of an earlier test may still play at its table.
        if not self.draws or game.names is not self._names:
            return super().draw(game, rng)
        text = self.draws.pop(0)
        game.play(text, CHANCE)
        return text, game.history[-1]


def sit_down(page: Page, staged: tuple[Served, Stage], position: Position, *draws: str, language: str = "en") -> None:
    """Sit down in a position, at seat 0 against bots; `draws` are what chance brings first."""
    served, stage = staged
    stage.set(position, *draws)
    begin(page, position.game.rules.resolved(), address=served.address, language=language)
    until(page, "() => document.querySelector('#actions[data-turn=\"mine\"]') !== null")
