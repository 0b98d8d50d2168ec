"""How often a module's hooks are called, and how long they take."""

from __future__ import annotations

import cProfile
import pstats
from inspect import isfunction
from time import perf_counter
from typing import NamedTuple

from bastide.kernel.errors import ConfigError
from bastide.kernel.families import configure
from bastide.kernel.playout import Chooser, playouts
from bastide.kernel.rooms import rules_class
from bastide.kernel.rules import Rules
from bastide.kernel.spelling import seams_of
from bastide.testing.play import Config

LONGEST = 20_000
"""After so many actions a game is cut off."""


class Hook(NamedTuple):
    """One hook of a module: calls in a game, and microseconds of a call with all that it calls itself."""

    name: str
    calls: float
    each: float


class Speed(NamedTuple):
    """Microseconds of an action of random games, with the module and without it, and the module's hooks.

    `without` is 0 where the config cannot be played without the module. Hooks that are compiled are not listed.
    """

    action: float
    without: float
    hooks: list[Hook]

    def __str__(self) -> str:
        """One line, and one for each hook, the one that takes most time first."""
        compared = f", {self.without:.1f} µs without the module" if self.without else ""
        lines = [f"an action takes {self.action:.1f} µs{compared}"]
        lines += [f"  {hook.name}: {hook.calls:.0f} calls a game, {hook.each:.1f} µs each" for hook in self.hooks]
        return "\n".join(lines)


def speed(config: Config, name: str, games: int = 5) -> Speed:
    """The speed of a module in random games of a config that names it."""
    rules = configure(config, seed=0)
    action = timed(rules, games)
    others = [other for other in config["modules"] if other != name]
    try:
        without = timed(configure({**config, "modules": others, "options": {}}, seed=0), games)
    except ConfigError:
        without = 0
    return Speed(action, without, hooks(rules, str(config.get("game", "island")), name, games))


def timed(rules: Rules, games: int) -> float:
    """Microseconds of an action."""
    begun = perf_counter()
    steps = playouts(rules, rules.start(), games, Chooser(0), LONGEST, bank_only=True).steps
    return (perf_counter() - begun) * 1e6 / int(steps)


def hooks(rules: Rules, family: str, name: str, games: int) -> list[Hook]:
    """The hooks of a module that were called, as far as they are plain Python."""
    base = rules_class(family)
    made = next(type(part) for part in getattr(rules, "module_rules", ()) if part.name == name)
    own: dict[tuple[str, int], str] = {}
    for seam in seams_of(base):
        found = getattr(made, seam)
        if isfunction(found) and found is not getattr(base, seam):
            own[found.__code__.co_filename, found.__code__.co_firstlineno] = seam
    profile = cProfile.Profile()
    profile.runcall(playouts, rules, rules.start(), games, Chooser(0), LONGEST, bank_only=True)
    times = [
        (total, Hook(own[file, line], calls / games, total * 1e6 / calls))
        for (file, line, _), (_, calls, _, total, _) in pstats.Stats(profile).stats.items()  # type: ignore[attr-defined] # it is documented, typeshed lacks it
        if (file, line) in own
    ]
    return [hook for _, hook in sorted(times, reverse=True)]
