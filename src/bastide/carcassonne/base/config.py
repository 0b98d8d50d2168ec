"""The config of Carcassonne, checked and completed, and the tiles it selects."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from bastide.carcassonne.base.module import CarcassonneModule
from bastide.kernel.combinations import besides
from bastide.kernel.errors import ConfigError, quote
from bastide.kernel.families import check_keys, chosen, given_options, module_names, own_option

KEYS: Final = ("game", "seats", "modules", "options")
FEWEST_SEATS: Final = 2
MOST_SEATS: Final = 8
FOLLOWERS: Final = 7
"""The followers each player can place; the eighth marks the score (CARC-002)."""

DEFAULTS: Final[dict[str, Any]] = {"first": "draw", "farmers": "on", "small_city": "full"}
"""Every option with its default: see docs/carcassonne.md for what each does."""

CHOICES: Final[dict[str, tuple[str, ...]]] = {"farmers": ("on", "off"), "small_city": ("full", "half")}


class CarcassonneConfig:
    """A checked config."""

    def __init__(self, seats: int, options: dict[str, Any], modules: list[CarcassonneModule]) -> None:
        self.seats = seats
        self.options = options
        self.modules = modules
        self.first = int(options["first"])
        self.farmers: bool = options["farmers"] == "on"
        self.small_city: bool = options["small_city"] == "half"
        self.followers = FOLLOWERS


def read(
    config: Mapping[str, Any],
    rng: random.Random | None,
    known_modules: Mapping[str, Callable[[], CarcassonneModule]],
) -> CarcassonneConfig:
    """Check a config and draw who begins.

    `rng` is needed unless a seat is named. Raises ConfigError that quotes the entry and says what is possible.
    """
    check_keys(config, KEYS, "Carcassonne")
    seats = config.get("seats", 4)
    if not isinstance(seats, int) or isinstance(seats, bool) or not FEWEST_SEATS <= seats <= MOST_SEATS:
        raise ConfigError(
            "{where} must be a whole number from {low} to {high}, got {given}",
            {"where": "seats", "low": FEWEST_SEATS, "high": MOST_SEATS, "given": quote(seats)},
            "CARC-001",
        )
    modules = module_names(config, known_modules, "Carcassonne")
    given = given_options(config)
    every = {name: known_modules[name]() for name in dict.fromkeys([*known_modules, *modules])}
    options = _options(given, seats, modules, every)
    if options["first"] == "draw":
        if rng is None:
            raise ConfigError(
                "{where} is drawn at random: give a seed", {"where": "options.first = 'draw'"}, "CARC-004"
            )
        options["first"] = rng.randrange(seats)
    return CarcassonneConfig(seats, options, [every[name] for name in modules])


def resolved(config: CarcassonneConfig) -> dict[str, Any]:
    """The config as stored in a record: every option, and who begins."""
    return {
        "game": "carcassonne",
        "seats": config.seats,
        "modules": [module.name for module in config.modules],
        "options": dict(config.options),
    }


def options_of(module: CarcassonneModule, names: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """The options of a module when it is played with the modules of these names, each with its values."""
    out = {
        key: values
        for key, values in module.options.items()
        if module.needs.get(key, module.name) in (module.name, *names)
    }
    for line in besides("carcassonne"):
        if module.name in line.left and set(line.right) & set(names):
            out |= {key: tuple(values) for key, values in line.options.items()}
    return out


def _needed(key: str, names: Sequence[str], every: Mapping[str, CarcassonneModule]) -> str | None:
    """The module that an option requires; None if no module has that option."""
    for name, module in every.items():
        wanted = [module.needs.get(key, name)] if key in module.options else []
        for line in besides("carcassonne"):
            if name in line.left and key in line.options:
                wanted += line.right
        for each in [name, *wanted] if wanted else []:
            if each not in names:
                return each
    return None


def _options(
    given: Mapping[str, Any], seats: int, names: list[str], every: Mapping[str, CarcassonneModule]
) -> dict[str, Any]:
    """Every option that applies to these modules, as given or by default."""
    options = dict(DEFAULTS)
    choices = dict(CHOICES)
    owners = dict.fromkeys(DEFAULTS, "carcassonne")
    for name in [name for name in every if name in names]:
        for key, values in options_of(every[name], names).items():
            own_option(owners, key, name)
            options[key] = values[0]
            choices[key] = values
    for key, value in given.items():
        needed = None if key in options else _needed(key, names, every)
        if needed is not None:
            raise ConfigError(
                "options: {given} means nothing without the module {needed}",
                {"given": quote(key), "needed": quote(needed)},
            )
        if key not in options:
            raise ConfigError(
                "options: {given} is unknown; the options are {known}",
                {"given": quote(key), "known": ", ".join(options)},
            )
        if key in choices:
            value = chosen(key, value, choices[key])
        elif value != "draw" and not (isinstance(value, int) and not isinstance(value, bool) and 0 <= value < seats):
            raise ConfigError(
                "options.first must be 'draw' or a seat from 0 to {last}, got {given}",
                {"last": seats - 1, "given": quote(value)},
                "CARC-004",
            )
        options[key] = value
    return options
