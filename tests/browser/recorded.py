"""A server whose next game is a stored one shortly before its end: chance and bots go on as they did, people may."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page

from bastide.kernel.game import Game
from bastide.kernel.state import CHANCE
from bastide.server.engine.interface import BotLike, Playable
from tests.browser.chance import Replacement
from tests.browser.guided import Guided
from tests.browser.player import Hands, until
from tests.browser.serving import Served
from tests.browser.tables import begin
from tests.compat import stored


@dataclass(frozen=True)
class Ending:
    """A whole game, and from where on it is played again: `seat` makes its last two decisions, and others' between."""

    whole: Game
    begin: int
    seat: int

    @classmethod
    def of(cls, name: str, bots: str = "greedy") -> Ending:
        """The end of the first stored game of a set that such bots played; `name` is that of its file."""
        whole = next(Game.load(one.record) for one in stored.read(name) if f", {bots}," in one.name)
        by = [(at, one.seat) for at, one in enumerate(whole.decisions) if one.seat != CHANCE]
        seat = by[-1][1]
        return cls(whole, [at for at, other in by if other == seat][-2], seat)


class Recorded(Replacement):
    """The real engine, whose next game is an ending."""

    def __init__(self, ending: Ending) -> None:
        self.ending = ending

    def new(self, config: Mapping[str, Any], names: Sequence[str] = ()) -> Playable:
        """The game shortly before its end."""
        game = self.ending.whole.at(self.ending.begin)
        game.names = tuple(names)
        return self.checked(game)

    def draw(self, game: Game, rng: random.Random) -> tuple[str, Sequence[Any]]:
        """What came in the stored game."""
        text = self.ending.whole.decisions[game.version].text
        game.play(text, CHANCE)
        return text, game.history[-1]

    def bot(self, level: str, seed: int) -> BotLike:
        """A bot that does what was done in the stored game."""
        return Again(self.ending)


@dataclass(frozen=True)
class Again:
    """Every seat of a stored game."""

    ending: Ending

    def choose(self, game: Game, seat: int) -> str:
        """The seat's next decision."""
        rest = self.ending.whole.decisions[game.version :]
        return next(one.text for one in rest if one.seat == seat)


def last_moves(page: Page, served: Served, name: str, hands: Hands, **more: Any) -> Reader:
    """Show the stored game `name` before the last moves of the page's seat; return the player who makes them."""
    ending = Ending.of(name)
    Recorded.of(served, ending)
    table = begin(page, ending.whole.rules.resolved(), address=served.address, seat=ending.seat, **more)
    return Reader(page, hands, served=served, table=table, seat=ending.seat, ending=ending)


@dataclass(kw_only=True)
class Reader(Guided):
    """Makes a seat's decisions of a stored game with the page's controls."""

    ending: Ending

    def decision(self) -> str:
        """What the seat did next, once the page shows what came before."""
        table = self.served.app.state.hub.tables[self.table]
        until(self.page, "(now) => document.body.dataset.version === now", str(table.state.version))
        game: Game = table.state.match.game
        following = self.ending.whole.decisions[game.version :][:1]
        return following[0].text if following and following[0].seat == self.seat else ""
