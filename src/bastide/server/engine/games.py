"""The real engine behind the interface that tables use."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from bastide.kernel.errors import InvalidAction
from bastide.kernel.game import Game
from bastide.players import make_bot, thinks
from bastide.players.hints import Advice
from bastide.server.engine import frozen
from bastide.server.engine.bot_pool import BotError
from bastide.server.engine.interface import BotLike, Playable
from bastide.view import AnyView, events_view, explain, shown
from bastide.view import view as make_view
from bastide.view.hints import Hints
from bastide.view.island.model import OpenOffer
from bastide.view.model import Reason
from bastide.view.plugged import check_plugins

ADVICE: Final = msgspec.json.Decoder(Advice)
"""Reads what a process tells of a hint."""


class Games:
    """Implements `Engine` with the rules, views and bots of this project."""

    def new(self, config: Mapping[str, Any], names: Sequence[str] = ()) -> Playable:
        """See `Engine.new`."""
        return self.checked(Game.new(config, names=names))

    def checked(self, game: Game) -> Game:
        """The game, if everything that it needs beside its rules is there.

        :raises ConfigError: as `Engine.new` does.
        """
        shown(game)
        check_plugins(game, ("view", "page", "bot"))
        return game

    def load(self, record: str) -> Playable:
        """See `Engine.load`."""
        return Game.load(record)

    def draw(self, game: Game, rng: random.Random) -> tuple[str, Sequence[Any]]:
        """See `Engine.draw`."""
        return game.draw(rng), game.history[-1]

    def turn(self, game: Game) -> tuple[int, int]:
        """See `Engine.turn`. During set-up, before the first turn, it passes from seat to seat too."""
        return shown(game).turn(game)

    def quick(self, game: Game) -> bool:
        """See `Engine.quick`."""
        return not game.over and game.rules.phase(game.state).quick

    def only(self, game: Game, seat: int) -> str | None:
        """See `Engine.only`. Making an offer counts as a choice.

        A move played on timeout, or the absence of one, must not reveal what a seat holds: where hidden cards might
        give it a choice, this returns None, unless everybody can see that there is none.
        """
        if len(game.rules.legal(game.state, seat)) != 1:
            return None
        found = game.legal(seat)
        if len(found) != 1:
            return None
        return found[0] if shown(game).plain(game, seat, found[0]) else None

    def open_offer(self, game: Game) -> OpenOffer | None:
        """See `Engine.open_offer`."""
        return None if game.over else shown(game).open_offer(game)

    def settle(self, kept: Game, played: Game) -> Playable:
        """See `Engine.settle`: the old object keeps the log that was rendered for it."""
        kept.state, kept.decisions, kept.history = played.state, played.decisions, played.history
        kept.undone = played.undone
        return kept

    def freeze(self, game: Game) -> bytes | None:
        """See `Engine.freeze`."""
        return frozen.freeze(game)

    def thaw(self, data: bytes) -> tuple[Playable, Sequence[Sequence[Any]]]:
        """See `Engine.thaw`."""
        game = frozen.thaw(data)
        return game, game.history

    def view(self, game: Game, viewer: int, brief: bool = False) -> AnyView:
        """See `Engine.view`."""
        return make_view(game, viewer, brief)

    def events(self, game: Game, events: Sequence[Any], viewer: int) -> list[dict[str, Any]]:
        """See `Engine.events`."""
        return events_view(game, events, viewer)

    def explain(self, game: Game, text: str, seat: int) -> Reason | None:
        """See `Engine.explain`."""
        return explain(game, text, seat)

    def bot(self, level: str, seed: int) -> BotLike:
        """See `Engine.bot`. Hidden information is resampled before the bot is asked, so that it cannot cheat."""
        return Blindfolded(level, seed)

    def thinks(self, level: str) -> bool:
        """See `Engine.thinks`."""
        return thinks(level)

    def question(self, game: Game, level: str, seat: int, seed: int) -> dict[str, Any]:
        """See `Engine.question`. Hidden information is resampled, as in `bot`; names and its seed are not told."""
        cells = game.seen_by(seat, random.Random(f"{seed}:hidden cards")).state.cells
        return {
            "config": game.rules.resolved(),
            "cells": [int(cell) for cell in cells],
            "level": level,
            "seat": seat,
            "seed": random.Random(f"{seed}:bot").getrandbits(62),
        }

    def advised(self, game: Game, seat: int, told: str) -> Hints:
        """See `Engine.advised`. A process may hold a plug-in, so it is not believed."""
        try:
            advice = ADVICE.decode(told)
            if not all(game.is_legal(hint.text, seat) for hint in advice.hints):
                raise BotError("a hint is not legal")
        except (msgspec.MsgspecError, ValueError, RecursionError, InvalidAction):
            raise BotError("no hint was read") from None
        family = shown(game)
        lines = [family.hint(game, seat, hint.text, hint.value, hint.term) for hint in advice.hints]
        return Hints(lines, advice.heat)


class Blindfolded:
    """A bot that sees a resampled game: it looks the same to its seat, but hidden information is dealt anew."""

    def __init__(self, level: str, seed: int) -> None:
        self._bot = make_bot(level, seed)
        self._rng = random.Random(f"{seed}:hidden cards")

    def choose(self, game: Game, seat: int) -> str:
        """See `bastide.server.engine.interface.BotLike`. `game` is a copy that the bot may change."""
        return self._bot.choose(game.seen_by(seat, self._rng), seat)
