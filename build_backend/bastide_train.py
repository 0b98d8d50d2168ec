"""Games that show the C compiler which ways through the engine are taken: random ones and such of bots.

Played by an engine that counts, in a build for a release (see bastide_compile.py). What is not played here is compiled
as it would be without.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from importlib import import_module
from typing import Any, Final

from bastide.cli.matches import Series
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
    """The configs to play: each family without modules, with each alone, and with all that it has."""
    for family, place in FAMILIES.items():
        names = tuple(import_module(place).MODULES)
        for modules in dict.fromkeys(((), *((name,) for name in names), names)):
            for setting in SETTINGS.get(family, ({},)):
                yield {"game": family, "modules": list(modules), **setting}


def play(config: dict[str, Any], number: int) -> None:
    """Play the games of one set. Raises ConfigError if its modules exclude each other."""
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
        try:
            play(config, number)
        except ConfigError as error:
            print(f"not played: {config}: {error}")


if __name__ == "__main__":
    main()
