"""The positions at which notation is fuzzed: of the base games, of each room alone and of the largest sets of rooms."""

from __future__ import annotations

import functools
import random
from typing import Final

from bastide.kernel.families import FAMILIES
from bastide.kernel.game import Game
from bastide.kernel.state import CHANCE
from bastide.players import make_bot
from tests.differential.sets import alone_or_maximal, first_config
from tests.sizes import sized

Modules = tuple[str, ...]
LONGEST: Final = sized(300, 100_000)
"""A game is left after so many decisions: a fuzzer plays them a tenth as fast as they are played without it."""


@functools.cache
def all_kinds() -> list[tuple[str, Modules]]:
    """The family and the modules of each kind of games."""
    return [(family, one.modules) for family in FAMILIES for one in alone_or_maximal(family)]


@functools.cache
def begun(family: str, modules: Modules) -> Game:
    """A game of that kind, at its first position."""
    return Game.new(first_config(family, modules), seed=1)


@functools.cache
def positions(family: str, modules: Modules) -> list[Game]:
    """One position of each kind that a game of random bots comes to: whatever is asked of the players, once."""
    found: dict[str, Game] = {}
    game, rng = begun(family, modules).copy(), random.Random(1)
    bots = [make_bot("random", seat) for seat in range(int(game.rules.seats))]
    for _ in range(LONGEST):
        if game.over:
            break
        seat = game.actors[0]
        asked = "chance" if seat == CHANCE else game.legal(seat)[0].split()[0]
        found.setdefault(f"{asked} {game.rules.phase(game.state).name}", game.copy())
        if seat == CHANCE:
            game.draw(rng)
        else:
            game.play(bots[seat].choose(game, seat), seat)
    return [*(found[key] for key in sorted(found)), game]


@functools.cache
def speaking() -> dict[str, list[tuple[str, Modules]]]:
    """By the first word of a decision, the kinds of game whose notation has it."""
    found: dict[str, list[tuple[str, Modules]]] = {}
    for kind in all_kinds():
        for word in {verb.word for verb in begun(*kind).rules.verbs}:
            found.setdefault(word, []).append(kind)
    return found


def position(text: str, which: int, place: int) -> Game:
    """One of the positions at which a decision in notation can be read, if at any."""
    words = text.split(maxsplit=1)
    kinds = speaking().get(words[0] if words else "", all_kinds())
    found = positions(*kinds[which % len(kinds)])
    return found[place % len(found)]
