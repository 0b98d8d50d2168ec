"""Random games: configs of a set of modules, and players that take any legal decision."""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from typing import Any, Final

from bastide.catan.family import IslandGame
from bastide.kernel.combinations import adapted
from bastide.kernel.errors import ConfigError
from bastide.kernel.families import FAMILIES, configure
from bastide.kernel.game import Game
from bastide.kernel.perft import seats_to_move
from bastide.kernel.rules import Module, Rules
from bastide.kernel.state import CHANCE, State

Config = dict[str, Any]

USUAL: Final = 10
WEIGHTS: Final = {"end": 5, "offer": 3, "counter": 3, "send": 30, "settle": 50, "city": 50, "buy": 20}
"""How eagerly a random player takes a kind of action; `USUAL` for the others. A game would else be mostly offers."""
CONFIGS_TRIED: Final = 100
"""After so many configs that a set of modules refuses, it cannot be played."""


def island(game: Game) -> IslandGame:
    """The rules of an island game."""
    assert isinstance(game.rules, IslandGame)
    return game.rules


def family_of(name: str) -> str:
    """The family of a module; of one that there is not, the first, whose error says so."""
    return next((family for family in FAMILIES if name in list(makers(family))), next(iter(FAMILIES)))


def makers(family: str) -> Any:
    """The factories of a family's modules by name."""
    return importlib.import_module(FAMILIES[family]).MODULES


def config_of(names: Sequence[str], rng: random.Random) -> Config:
    """A config of modules of one family that can be played, with any number of seats, layout and options of theirs.

    :raises ConfigError: there is no such module, or no config was accepted; the error is that of the last one.
    """
    family = family_of(names[0])
    plain: Config = {"game": family, "modules": list(names)}
    table = makers(family)
    if not all(name in table for name in names):
        configure(plain, rng)
    modules: list[Module] = adapted(family, [table[name]() for name in names])
    only = [seats for module in modules for seats in getattr(module, "only_seats", ())]
    more = [seats for module in modules for seats in getattr(module, "more_seats", ())]
    for tried in count(1):
        options: Config = {option: rng.choice(texts) for module in modules for option, texts in module.options.items()}
        config: Config = {**plain, "seats": rng.choice(only or [2, 3, 4, *more]), "options": options}
        if family == "island":
            options |= {"trade": rng.choice(("full", "bank")), "offers": 2}
            more_layouts = [name for module in modules for name in getattr(module, "layouts", ())]
            layout = rng.choice(["", "beginner", "spiral", "random", *more_layouts])
            config |= {"layout": layout} if layout else {}
        try:
            configure(config, random.Random(0))
        except ConfigError:
            if tried == CONFIGS_TRIED:
                raise
        else:
            return config
    raise AssertionError


def decisions(
    rules: Rules, s: State, rng: random.Random, phases: set[str] | None = None
) -> Iterator[tuple[int, list[int]]]:
    """Play on from a position, at random, to its end: each decision as a seat and the codes it is made of.

    The names of the phases come to `phases`, those inside a choice of several cards too.
    """
    while True:
        able = seats_to_move(rules, s)
        if not able:
            return
        seat = rng.choice(able)
        codes = decision(rules, s, seat, rng, phases)
        yield seat, codes


def decision(rules: Rules, s: State, seat: int, rng: random.Random, phases: set[str] | None = None) -> list[int]:
    """One random decision of a seat, or an outcome of chance by its weight, performed on the position."""
    if phases is not None:
        phases.add(rules.phase(s).name)
    if seat == CHANCE:
        pairs = [int(n) for n in rules.outcomes(s)]
        code = rng.choices(pairs[::2], pairs[1::2])[0]
        rules.apply(s, seat, code)
        return [code]
    codes: list[int] = []
    while not codes or rules.partial(s, seat):
        legal = [int(code) for code in rules.legal(s, seat)]
        words = [rules.verb_of[code].word for code in legal]
        code = rng.choices(legal, [WEIGHTS.get(word, USUAL) for word in words])[0]
        rules.apply(s, seat, code)
        codes.append(code)
        if phases is not None and rules.partial(s, seat):
            phases.add(rules.phase(s).name)
    return codes


def play(game: Game, rng: random.Random, steps: int, after: Callable[[Game], None] | None = None) -> Game:
    """Play up to `steps` random decisions through the facade, which checks each; `after` is called after each."""
    for _ in range(steps):
        able = seats_to_move(game.rules, game.state)
        if not able:
            break
        seat = rng.choice(able)
        codes = decision(game.rules, game.state.copy(), seat, rng)
        game.play(game.rules.write(codes), seat)
        if after is not None:
            after(game)
    return game
