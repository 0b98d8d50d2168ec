"""A check for bots: does a bot use only what its seat may know?"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any, Final

from bastide.kernel.chooser import Chooser
from bastide.kernel.errors import InvalidAction, quote
from bastide.kernel.game import Game
from bastide.kernel.rules import Rules
from bastide.kernel.state import CHANCE, State
from bastide.players import Bot, make_bot
from bastide.players.bot import Chooses, check_bot
from bastide.players.playouts import check_number

EVERY: Final = 3
"""At every so many decisions the bot is asked about redealt positions too."""
STRETCH: Final = 60
"""The bot decides so often in one game, then the next one begins."""
GOLDEN: Final = 0.618034
"""Its multiples, less their whole parts, lie evenly between 0 and 1, however many there are."""


def assert_honest(
    bot: Chooses | Bot, config: Mapping[str, Any] | None = None, *, decisions: int = 300, deals: int = 2, seed: int = 1
) -> int:
    """Check that a bot's decisions do not depend on what its seat cannot know; return how many were compared.

    The bot plays all seats of games of `config` (the base island for three, by default), for `decisions` decisions of
    its own: up to 60 from the start of a game, then up to 60 each from positions early and late in a game of the greedy
    bot. At every third it is asked again about games that look the same to its seat, in which everything hidden was
    redealt (`Game.seen_by`), and must decide the same. Before each question every `random.Random` and `Chooser` that
    the bot or a part of it holds, and Python's own generator, are put back to where they were. Many positions are
    tried, but not all: a bot that passes may still look at something hidden that seldom matters.

    :raises AssertionError: a decision depends on hidden information or on the game's past, is not reproducible, is
        illegal, or changes the game; the message tells the position.
    :raises ConfigError: the config is invalid.
    :raises TypeError: the bot has no method `choose`.
    :raises ValueError: `decisions` or `deals` is less than 1, or no whole number.
    """
    check_bot(bot)
    for name, value, least in (("decisions", decisions, 1), ("deals", deals, 1), ("seed", seed, None)):
        check_number(name, value, least)
    settled = {"seats": 3, "layout": "random"} if config is None else config
    whole: Game | None = None
    compared = asked = number = 0
    while asked < decisions:
        if number == 0:
            game = Game.new(settled, seed=seed)
        else:
            whole = whole or _whole(settled, seed)
            game = whole.at(int(number * GOLDEN % 1 * whole.version))
        rng = random.Random(f"{seed}:{number}")
        number += 1
        begun = asked
        while not game.over and asked < min(decisions, begun + STRETCH):
            seat = game.actors[0]
            if seat == CHANCE:
                game.draw(rng)
                continue
            where = f"game {number} after {game.version} decisions: seat {seat}"
            before, past = game.hash(), game.version
            rewind = _generators(bot)
            text = bot.choose(game, seat)
            _check(game.hash() == before and game.version == past, f"{where} changed the game while it decided")
            _check(_is_legal(game, text, seat), f"{where} chose {quote(text)}, which is illegal")
            if asked % EVERY == 0:
                rewind()
                again = bot.choose(game, seat)
                _check(
                    again == text,
                    f"{where} chose {quote(text)} and then {quote(again)} in the same position: "
                    "a bot must draw from a random.Random or a Chooser that it or a part of it holds, and its decision "
                    "must not depend on earlier questions",
                )
                rewind()
                without = bot.choose(_without_past(game), seat)
                _check(
                    without == text,
                    f"{where} chose {quote(text)}, but {quote(without)} in the same position without the game's past, "
                    "its decisions and events: tables do not show it to bots, since it holds hidden cards",
                )
                for _ in range(deals):
                    seen = game.seen_by(seat, rng)
                    rewind()
                    other = bot.choose(seen, seat)
                    _check(
                        other == text,
                        f"{where} chose {quote(text)}, but {quote(other)} after everything hidden from it was redealt: "
                        "the decision depends on what the seat cannot know",
                    )
                compared += 1
            asked += 1
            game.play(text, seat)
        # A later game may begin where only chance is left to decide.
        _check(asked > begun or number > 1, f"game {number} ended before the bot had to decide")
    return compared


def _whole(config: Mapping[str, Any], seed: int) -> Game:
    """A whole game of the greedy bot."""
    game = Game.new(config, seed=seed)
    bot, rng = make_bot("greedy", seed), random.Random(seed)
    while not game.over:
        seat = game.actors[0]
        if seat == CHANCE:
            game.draw(rng)
        else:
            game.play(bot.choose(game, seat), seat)
    return game


def _without_past(game: Game) -> Game:
    """The same position in a game like those of `seen_by`."""
    bare = game.copy()
    bare.decisions, bare.history, bare.opening, bare.undone = [], [], [], []
    bare.has_past = False
    return bare


def _generators(bot: object) -> Callable[[], None]:
    """A function that puts the generators of the bot and its parts, and Python's own, back to where they are now."""
    own: list[tuple[random.Random, Any]] = []
    engines: list[tuple[Chooser, int, int]] = []
    known: dict[int, object] = {}
    waiting = [bot]
    while waiting:
        part = waiting.pop()
        if id(part) in known:
            continue
        known[id(part)] = part
        if isinstance(part, Chooser):
            engines.append((part, int(part.a), int(part.b)))
        elif isinstance(part, random.Random):
            if not isinstance(part, random.SystemRandom):
                own.append((part, part.getstate()))
        elif isinstance(part, dict):
            waiting.extend(part.values())
        elif isinstance(part, list | tuple | set | frozenset | deque):
            waiting.extend(part)
        elif not isinstance(part, type | ModuleType | Rules | State | Game):
            waiting.extend(getattr(part, "__dict__", {}).values())
            names = {name for kind in type(part).__mro__ for name in _slots(kind)}
            waiting.extend(getattr(part, name) for name in names if hasattr(part, name))
    shared = random.getstate()

    def rewind() -> None:
        for rng, state in own:
            rng.setstate(state)
        for chooser, a, b in engines:
            chooser.a, chooser.b = a, b
        random.setstate(shared)

    return rewind


def _slots(kind: type) -> tuple[str, ...]:
    """The attributes that a class keeps in slots."""
    names = kind.__dict__.get("__slots__", ())
    return (names,) if isinstance(names, str) else tuple(names)


def _is_legal(game: Game, text: str, seat: int) -> bool:
    try:
        return game.is_legal(text, seat)
    except InvalidAction:
        return False


def _check(holds: bool, message: str) -> None:
    if not holds:
        raise AssertionError(message)
