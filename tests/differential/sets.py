"""What is played: for each family of games the base game, each module alone, every pair that may be combined, and each
maximal set: one to which no further module can be added.

The families come from `bastide.kernel.families`, the modules from the table `MODULES` of the family: what is entered
there joins by itself. A module that cannot be played with any of the variants below needs one more variant.
"""

from __future__ import annotations

import importlib
import itertools
import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from bastide.kernel.combinations import adapted, check_together
from bastide.kernel.errors import ConfigError
from bastide.kernel.families import FAMILIES, configure
from bastide.kernel.rooms import floors
from bastide.kernel.rules import Module
from tests.island.archipelago.rules import Archipelago
from tests.kernel.orchard import Orchard
from tests.sizes import CAMPAIGN, sized

Config = dict[str, Any]
Makers = Mapping[str, Callable[[], Module]]

ALONE: Final = sized(40, 100)
"""How many games of a family without modules, and of each module alone."""
MAXIMAL: Final = sized(15, 100)
"""How many games of each maximal set of two modules or more."""
PAIRS: Final = sized(5, 100)
"""How many games of every other pair."""
BOTS: Final = ", greedy bots"
"""What is added to the name of a set that is played by greedy bots: each family alone, with each module that they have
a sense for, and with all modules if these may be combined.

A game takes as long as many random ones, so that there are few: one, and in the campaign one of each config.
"""
WHOLE: Final = 2
"""One of so many random games is played with the options of its config, the others with `SHORT` as well."""
SHORT: Final[dict[str, Config]] = {"island": {"turns": 60, "offers": 2}}
"""Options of a family that make a game short. More offers would only make a random game longer."""

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
    "archipelago": [
        {"seats": seats, "layout": "archipelago", "options": {"trade": trade, "goal": 12}}
        for seats, trade in [(3, "full"), (4, "bank"), (2, "full"), (4, "full")]
    ],
    "cities_knights": [
        {"seats": seats, "options": {"edition": edition, "defense": defense, "trade": trade, **more}}
        for seats, edition, defense, trade, more in [
            (2, "classic", "all", "full", {}),
            (3, "classic", "chosen", "bank", {"merchant_at": "settlements", "fresh_knights": "act"}),
            (4, "classic", "all", "bank", {}),
            (4, "classic", "chosen", "full", {}),
            (3, "2025", "chosen", "bank", {}),
            (4, "2025", "chosen", "bank", {"fresh_knights": "act"}),
            (6, "classic", "chosen", "full", {}),
            (5, "2025", "chosen", "bank", {}),
        ]
    ],
    "five_six": [
        {"seats": seats, "layout": layout, "options": {"between_turns": mode, "trade": trade}}
        for seats, layout, mode, trade in [
            (6, "random", "building", "full"),
            (5, "spiral", "paired", "bank"),
            (5, "beginner", "building", "bank"),
            (6, "random", "paired", "full"),
        ]
    ],
    "hills": [
        {"seats": 3, "options": {"sheep_bag": "overview", "flock_order": "after_figure", "hill_tie": "most"}},
        {"seats": 2, "options": {"flock_order": "after_figure", "flock_on_close": "gather"}},
        {"seats": 4, "options": {"flock_on_close": "gather", "shepherd_again": "no"}},
    ],
    "seafarers": [
        {"seats": seats, "layout": layout, "options": {"islands": islands, "trade": trade}}
        for seats, layout, islands, trade in [
            (3, "through_the_desert", "printed", "bank"),
            (4, "four_islands", "dealt", "full"),
            (4, "through_the_desert", "dealt", "bank"),
            (3, "four_islands", "printed", "full"),
            (2, "through_the_desert", "printed", "full"),
            (2, "four_islands", "dealt", "bank"),
        ]
    ],
    "wheel": [
        {"seats": 2, "options": {"wheel_squares": "none"}},
        {"seats": 3, "options": {"famine_pig": "on"}},
        {"seats": 4, "options": {"big_follower_events": "2"}},
    ],
}
"""Further configs for sets with a module, which turn its own options."""

EXAMPLES: Final[dict[str, Makers]] = {"island": {"orchard": Orchard, "archipelago": Archipelago}}
"""Modules of the tests: plain Python on the compiled engine, as authors of house rules write them."""
LONG: Final = frozenset({"archipelago"})
"""Those whose games take long: as many are played as of a pair."""


@dataclass(frozen=True)
class Set:
    """Games that are compared together; that with the seed n is played in the variant `configs[n % len(configs)]`."""

    family: str
    modules: tuple[str, ...]
    seeds: int
    bot: str = ""

    @property
    def name(self) -> str:
        """What the set is called: the family and its modules."""
        return set_name(self.family, self.modules) + (BOTS if self.bot else "")

    @property
    def slice(self) -> str:
        """The slice of the campaign that plays it: that of its last module, or of the family."""
        last = self.modules[-1] if self.modules else self.family
        return self.family if last in EXAMPLES.get(self.family, {}) else last

    @property
    def configs(self) -> tuple[Config, ...]:
        """All variants of the family that these modules accept. Raises ValueError if there is none."""
        return configs_of(self.family, self.modules)

    def config(self, seed: int) -> Config:
        """The variant of one game."""
        return self.configs[seed % len(self.configs)]

    def whole(self, seed: int) -> bool:
        """Whether a game is not shortened: each variant is played in both ways."""
        return bool(self.bot) or sum(divmod(seed, len(self.configs))) % WHOLE == 0

    def short(self, seed: int) -> Config:
        """The variant of one game, as a short game."""
        config = self.config(seed)
        return {**config, "options": {**SHORT.get(self.family, {}), **config.get("options", {})}}

    def game(self, seed: int) -> Config:
        """The config of one game."""
        return self.config(seed) if self.whole(seed) else self.short(seed)


def all_sets(only: str = "") -> list[Set]:
    """Every set of every family, or the one of that name. Enters the modules of `EXAMPLES` into the tables of their
    families.
    """
    out: list[Set] = []
    for family, place in FAMILIES.items():
        table = getattr(importlib.import_module(place), "MODULES", {})
        examples = EXAMPLES.get(family, {})
        chosen = module_sets(family, {name: maker for name, maker in table.items() if name not in examples})
        for name, maker in examples.items():
            table[name] = maker
            chosen[(name,)] = PAIRS if name in LONG else ALONE
        out += [Set(family, modules, seeds) for modules, seeds in chosen.items()]
        whole = tuple(name for name in table if name not in examples)
        alone = [(name,) for name in floors(family, "bot")]
        for modules in dict.fromkeys([(), *alone, *([whole] if whole in chosen else [])]):
            if only in ("", set_name(family, modules) + BOTS):
                # Which configs there are takes long to find out, and each process of the run comes here.
                seeds = len(configs_of(family, modules)) if CAMPAIGN else 1
                out.append(Set(family, modules, seeds, "greedy"))
    return [one for one in out if only in ("", one.name)]


@cache
def sets_of(family: str) -> tuple[Set, ...]:
    """Every set of modules of a family, without the examples and the games of bots."""
    table = getattr(importlib.import_module(FAMILIES[family]), "MODULES", {})
    return tuple(Set(family, modules, seeds) for modules, seeds in module_sets(family, table).items())


@cache
def alone_or_maximal(family: str) -> tuple[Set, ...]:
    """The family without modules, each module alone, and each set to which none can be added."""
    found = [set(one.modules) for one in sets_of(family)]
    return tuple(
        one for one in sets_of(family) if len(one.modules) < 2 or not any(set(one.modules) < other for other in found)
    )


def module_sets(family: str, makers: Makers) -> dict[tuple[str, ...], int]:
    """No module, each one, every pair that may be combined, and each maximal set: how many games of it are played."""

    @cache
    def combine(a: str, b: str) -> bool:
        try:
            check_together(family, adapted(family, [makers[a](), makers[b]()]))
        except ConfigError:
            return False
        return True

    def maximal(chosen: tuple[str, ...], more: list[str], seen: list[str]) -> Iterator[tuple[str, ...]]:
        # After Bron and Kerbosch: `more` can still be added, and what can be added of `seen` has been tried.
        if not more and not seen:
            yield chosen
        for n, name in enumerate(more):
            yield from maximal(
                (*chosen, name),
                [other for other in more[n + 1 :] if combine(name, other)],
                [other for other in [*seen, *more[:n]] if combine(name, other)],
            )

    out: dict[tuple[str, ...], int] = {(): ALONE} | {(name,): ALONE for name in makers}
    out |= {pair: PAIRS for pair in itertools.combinations(makers, 2) if combine(*pair)}
    out |= {most: MAXIMAL for most in maximal((), list(makers), []) if len(most) > 1}
    return out


def set_name(family: str, modules: tuple[str, ...]) -> str:
    """What a set is called: the family and its modules."""
    return " + ".join([family, *modules])


@cache
def configs_of(family: str, modules: tuple[str, ...]) -> tuple[Config, ...]:
    """All variants of the family that these modules accept. Raises ValueError if there is none."""
    return tuple(accepted(family, modules))


@cache
def first_config(family: str, modules: tuple[str, ...]) -> Config:
    """The first of these variants; the others are not looked at. Raises ValueError if there is none."""
    return next(accepted(family, modules))


def accepted(family: str, modules: tuple[str, ...]) -> Iterator[Config]:
    """The variants of the family that these modules accept, one after the other. Raises ValueError if there is none."""
    found = False
    refusal = ""
    for variant in VARIANTS.get(family, [{}]) + [more for name in modules for more in OF_MODULES.get(name, [])]:
        config = {"game": family, **variant, **({"modules": list(modules)} if modules else {})}
        try:
            configure(config, random.Random(0))
        except ConfigError as error:
            refusal = str(error)
        else:
            found = True
            yield config
    if not found:
        name = set_name(family, modules)
        raise ValueError(f"{name} cannot be played in any variant: add one to VARIANTS in {__file__} ({refusal})")
