"""What is played: for each family of games the base game, each module alone, every pair that may be combined, and as
many at once as go together.

The families come from `bastide.kernel.families`, the modules from the table `MODULES` of the family: what is entered
there joins by itself. A module that cannot be played with any of the variants below needs one more variant.
"""

from __future__ import annotations

import importlib
import itertools
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from bastide.kernel.errors import ConfigError
from bastide.kernel.families import FAMILIES, configure
from bastide.kernel.rules import Module
from bastide.players.greedy.senses import SENSES
from tests.kernel.orchard import Orchard

Config = dict[str, Any]
Makers = Mapping[str, Callable[[], Module]]

SEEDS: Final = 300
"""How many games of each set; their seeds are 0, 1, 2, ..."""
BASE_SEEDS: Final = 600
"""How many games of the family without modules, on which everything else stands."""
BOTS: Final = ", greedy bots"
"""What is added to the name of a set that is played by greedy bots: the island, and each module they have a sense for.

A game takes as long as many random ones, so that there are few: one of each config.
"""

BOARDS: Final[list[tuple[str, Config]]] = [
    ("beginner", {}),
    ("beginner", {"pieces": "free", "first": "draw"}),
    ("random", {"pieces": "free"}),
    ("spiral", {"harbors": "shuffled", "goal": 8, "hand_limit": 5}),
]
"""Layouts, each with further options."""

VARIANTS: Final[dict[str, list[Config]]] = {
    "island": [
        {"seats": seats, "layout": layout, "options": {"trade": trade, **options}}
        for seats, trade, (layout, options) in itertools.product((2, 3, 4), ("full", "bank"), BOARDS)
    ],
    "carcassonne": [
        *({"seats": seats} for seats in range(2, 9)),
        {"seats": 2, "options": {"first": 1, "farmers": "off"}},
        {"seats": 3, "options": {"small_city": "half"}},
    ],
}
"""The configs in which the sets of a family are played, one after the other; a family without an entry is played in
its default config. Variants that a set of modules refuses are passed over.
"""

OF_MODULES: Final[dict[str, list[Config]]] = {
    "cities_knights": [
        {"seats": seats, "options": {"edition": edition, "defense": defense, "trade": trade, **more}}
        for seats, edition, defense, trade, more in [
            (2, "classic", "all", "full", {}),
            (3, "classic", "chosen", "bank", {"merchant_at": "settlements", "fresh_knights": "act"}),
            (4, "classic", "all", "bank", {}),
            (4, "classic", "chosen", "full", {}),
            (3, "2025", "chosen", "bank", {}),
            (4, "2025", "chosen", "bank", {"fresh_knights": "act"}),
        ]
    ],
    "hills": [
        {"seats": 3, "options": {"sheep_bag": "overview", "flock_order": "after_figure", "hill_tie": "most"}},
        {"seats": 2, "options": {"flock_order": "after_figure", "flock_on_close": "gather"}},
        {"seats": 4, "options": {"flock_on_close": "gather", "shepherd_again": "no"}},
    ],
    "wheel": [
        {"seats": 2, "options": {"wheel_squares": "none"}},
        {"seats": 3, "options": {"famine_pig": "on"}},
        {"seats": 4, "options": {"big_follower_events": "2"}},
    ],
}
"""Further configs for sets with a module, which turn its own options."""

EXAMPLES: Final[dict[str, Makers]] = {"island": {"orchard": Orchard}}
"""Modules of the tests: plain Python on the compiled engine, as authors of house rules write them."""


@dataclass(frozen=True)
class Set:
    """Games that are compared together: game number n has the config `configs[n % len(configs)]` and the seed n."""

    name: str
    configs: tuple[Config, ...]
    seeds: int
    bot: str = ""

    def config(self, seed: int) -> Config:
        """The config of one game."""
        return self.configs[seed % len(self.configs)]


def all_sets(only: str = "") -> list[Set]:
    """Every set of every family, or the one of that name. Enters the modules of `EXAMPLES` into the tables of their
    families.
    """
    out: list[Set] = []
    for family, place in FAMILIES.items():
        table = getattr(importlib.import_module(place), "MODULES", {})
        examples = EXAMPLES.get(family, {})
        chosen = module_sets({name: maker for name, maker in table.items() if name not in examples})
        for name, maker in examples.items():
            table[name] = maker
            chosen.append((name,))
        # Configuring every variant takes its time, and so only what is asked for.
        out += [make_set(family, modules) for modules in chosen if only in ("", set_name(family, modules))]
        if family == "island" and (only == "" or only.endswith(BOTS)):
            for modules in ((), *((name,) for name in SENSES)):
                name = set_name(family, modules) + BOTS
                if only in ("", name):
                    configs = make_set(family, modules).configs
                    out.append(Set(name, configs, len(configs), "greedy"))
    return out


def module_sets(makers: Makers) -> list[tuple[str, ...]]:
    """No module, each one, every pair that may be combined, and the most at once if these are more than two."""
    excludes = {name: set(maker().excludes) for name, maker in makers.items()}

    def combine(a: str, b: str) -> bool:
        return a not in excludes[b] and b not in excludes[a]

    out: list[tuple[str, ...]] = [(), *((name,) for name in makers)]
    out += [pair for pair in itertools.combinations(makers, 2) if combine(*pair)]
    most: tuple[str, ...] = ()
    for name in makers:
        if all(combine(name, other) for other in most):
            most = (*most, name)
    if len(most) > 2:
        out.append(most)
    return out


def set_name(family: str, modules: tuple[str, ...]) -> str:
    """What a set is called: the family and its modules."""
    return " + ".join([family, *modules])


def make_set(family: str, modules: tuple[str, ...]) -> Set:
    """A set with all variants of the family that these modules accept. Raises ValueError if there is none."""
    configs: list[Config] = []
    refusal = ""
    for variant in VARIANTS.get(family, [{}]) + [more for name in modules for more in OF_MODULES.get(name, [])]:
        config = {"game": family, **variant, **({"modules": list(modules)} if modules else {})}
        try:
            configure(config, random.Random(0))
        except ConfigError as error:
            refusal = str(error)
        else:
            configs.append(config)
    name = set_name(family, modules)
    if not configs:
        raise ValueError(f"{name} cannot be played in any variant: add one to VARIANTS in {__file__} ({refusal})")
    return Set(name, tuple(configs), SEEDS if modules else BASE_SEEDS)
