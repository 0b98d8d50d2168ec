"""The real engine, as tables ask for it."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any, Final

from bastide.catan.base.island import Island as Rules
from bastide.kernel.errors import ConfigError, quote
from bastide.kernel.game import Game
from bastide.kernel.resample import resample
from bastide.players import make_bot
from bastide.server.engine import Bot, Playable
from bastide.view import events_view, explain
from bastide.view import view as make_view
from bastide.view.model import SPECTATOR, Reason, View

SEEN: Final = frozenset({"settle", "road", "robber", "steal", "withdraw"})
"""What is legal among these follows from the board and what lies open whenever it is the only thing that is."""


class Island:
    """The engine of this project behind the interface `Engine`, whose methods say what these do."""

    def new(self, config: Mapping[str, Any], names: Sequence[str] = ()) -> Playable:
        """See `Engine.new`."""
        game = Game.new(config, names=names)
        if not isinstance(game.rules, Rules):
            raise ConfigError(f"game = {quote(config.get('game'))} has no table yet; there is 'island'")
        return game

    def load(self, record: str) -> Playable:
        """See `Engine.load`."""
        return Game.load(record)

    def draw(self, game: Game, rng: random.Random) -> tuple[str, Sequence[Any]]:
        """See `Engine.draw`."""
        return game.draw(rng), game.history[-1]

    def turn(self, game: Game) -> tuple[int, int]:
        """See `Engine.turn`. In the set-up, before the first turn, it passes from seat to seat all the same."""
        rules = game.rules
        assert isinstance(rules, Rules)
        return int(game.state.cells[rules.turn]), int(game.state.cells[rules.on_turn])

    def only(self, game: Game, seat: int) -> str | None:
        """See `Engine.only`. An offer that could be made is a choice as well.

        What is played for a seat, and that nothing is, must not tell what it holds: where the cards of the hand could
        give a choice, it counts as one unless everybody can see that there are none.
        """
        if len(game.rules.legal(game.state, seat)) != 1:
            return None
        found = game.legal(seat)
        if len(found) != 1:
            return None
        verb = found[0].split()[0]
        if verb not in SEEN:
            shown = make_view(game, SPECTATOR).seats[seat]
            if shown.cards_size or (shown.hand_size and verb != "roll"):
                return None
        return found[0]

    def settle(self, kept: Game, played: Game) -> Playable:
        """See `Engine.settle`: the log that was written for the old object goes on instead of being written anew."""
        kept.state, kept.decisions, kept.history = played.state, played.decisions, played.history
        return kept

    def view(self, game: Game, viewer: int) -> View:
        """See `Engine.view`."""
        return make_view(game, viewer)

    def events(self, game: Game, events: Sequence[Any], viewer: int) -> list[dict[str, Any]]:
        """See `Engine.events`."""
        return events_view(game, events, viewer)

    def explain(self, game: Game, text: str, seat: int) -> Reason | None:
        """See `Engine.explain`."""
        return explain(game, text, seat)

    def bot(self, level: str, seed: int) -> Bot:
        """See `Engine.bot`. What the seat cannot know is dealt anew before the bot is asked, so that it cannot peek."""
        return Blindfolded(level, seed)


class Blindfolded:
    """A bot that is shown a game that looks the same to its seat, and is not the one that is played."""

    def __init__(self, level: str, seed: int) -> None:
        self._bot = make_bot(level, seed)
        self._rng = random.Random(seed)

    def choose(self, game: Game, seat: int) -> str:
        """See `bastide.server.engine.Bot`. The game is a copy that the bot may keep."""
        game.state = resample(game.rules, game.state, seat, self._rng)
        game.decisions, game.history = [], []
        return self._bot.choose(game, seat)
