"""One whole game between bots."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from bastide.kernel.errors import BastideError, quote
from bastide.kernel.game import Game
from bastide.kernel.state import CHANCE
from bastide.players.bot import Bot, Chooses, check_bot
from bastide.players.playouts import LIMIT, check_number


def play(
    config: Mapping[str, Any],
    bots: Sequence[Chooses | Bot],
    seed: int | None = None,
    *,
    names: Sequence[str] = (),
    limit: int = LIMIT,
) -> Game:
    """Play a game to its end and return it. `bots` are those of the seats, in order; one may stand there twice.

    `seed` deals the board, as in `Game.new`, and draws the outcomes of chance; without it, they differ from call to
    call. A config without `seats` is for as many seats as there are bots. Where several seats must act, the lowest is
    first; a seat that may act but need not is not asked. A game is truncated after `limit` decisions: then `over` is
    false.

    The bots get the game itself, with all that is hidden; `assert_honest` checks that they do not look at it.

    :raises ConfigError: the config is invalid.
    :raises InvalidAction, IllegalAction: a bot chose what cannot be read or is illegal; a note names its seat.
    :raises TypeError: a bot has no method `choose`, or `seed` is no whole number.
    :raises ValueError: there is not one bot for each seat, or `limit` is no whole number of at least 0.
    """
    for bot in bots:
        check_bot(bot)
    check_number("limit", limit, 0)
    given: object = config
    # Game.new refuses what is no mapping.
    settled = {"seats": len(bots), **config} if isinstance(given, Mapping) else config
    game = Game.new(settled, seed=seed, names=names)
    if len(bots) != game.rules.seats:
        raise ValueError(f"bots must be one for each of the {game.rules.seats} seats, got {len(bots)}")
    # A stream of its own: the first dice must not follow from the board.
    chance = random.Random(None if seed is None else f"{seed}:chance")
    while not game.over and game.version < limit:
        seat = game.actors[0]
        if seat == CHANCE:
            game.draw(chance)
            continue
        text = bots[seat].choose(game, seat)
        try:
            game.play(text, seat)
        except BastideError as error:
            error.add_note(f"seat {seat} chose {quote(text)} after {game.version} decisions")
            raise
    return game
