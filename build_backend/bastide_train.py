"""The training run for profile-guided compilation: random games and games of bots.

It runs on an instrumented engine when a release is built (see bastide_compile.py). Code not reached here is compiled
as without a profile.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from importlib import import_module
from typing import Any, Final

from bastide.arena.matches import Series
from bastide.kernel.errors import ConfigError
from bastide.kernel.families import FAMILIES, configure
from bastide.kernel.playout import Chooser, Stepper, playouts

IN_THE_LOOP: Final = 200
FROM_OUTSIDE: Final = 50
BY_BOTS: Final = 1
"""How many games of each set are played inside the engine, an action at a time, and by the strongest bots."""
SETTINGS: Final[dict[str, tuple[dict[str, Any], ...]]] = {
    "island": ({}, {"layout": "random", "options": {"trade": "bank"}}),
}
"""In which configs a set of a family is played; a family without an entry in its default config."""


def sets() -> Iterator[dict[str, Any]]:
    """The configs to play: each family without modules, with each alone, and with large combinations."""
    for family, place in FAMILIES.items():
        names = tuple(import_module(place).MODULES)
        for modules in dict.fromkeys(((), *((name,) for name in names), *together(family, names))):
            for setting in SETTINGS.get(family, ({},)):
                yield {"game": family, "modules": list(modules), **setting}


def together(family: str, names: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """For each module, as many others with it as may be combined."""
    for first in names:
        chosen = [first]
        for other in names:
            if other != first and may_combine(family, [*chosen, other]):
                chosen.append(other)
        yield tuple(name for name in names if name in chosen)


def may_combine(family: str, modules: list[str]) -> bool:
    """Whether these modules can be played together."""
    try:
        configure({"game": family, "modules": modules}, random.Random(0))
    except ConfigError:
        return False
    return True


def play(config: dict[str, Any], number: int) -> None:
    """Play the games of one set."""
    rules = configure(config, random.Random(number))
    playouts(rules, rules.start(), IN_THE_LOOP, Chooser(number), 1_000_000)
    stepper, rng = Stepper(rules, number), random.Random(number)
    for _ in range(FROM_OUTSIDE):
        count = stepper.reset()
        while count:
            count = stepper.choose(rng.randrange(count))
    series = Series(config, ("greedy",) * int(rules.seats), number)
    for index in range(BY_BOTS):
        series.play(index)


def main() -> None:
    """Play all sets."""
    for number, config in enumerate(sets()):
        play(config, number)


if __name__ == "__main__":
    main()
