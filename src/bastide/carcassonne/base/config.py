"""What a person writes to configure Carcassonne, checked and completed; and the tiles that it brings."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any, Final

from bastide.carcassonne.base.seams import CarcassonneModule
from bastide.kernel.errors import ConfigError, quote
from bastide.kernel.families import check_keys, chosen, given_options, module_names

KEYS: Final = ("game", "seats", "modules", "options")
FEWEST_SEATS: Final = 2
MOST_SEATS: Final = 8
FOLLOWERS: Final = 7
"""How many followers each player has to place; the eighth marks the score (CARC-002)."""

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
    every = {name: maker() for name, maker in known_modules.items()}
    options = _options(given, seats, modules, every)
    if options["first"] == "draw":
        if rng is None:
            raise ConfigError(
                "{where} is drawn at random: give a seed", {"where": "options.first = 'draw'"}, "CARC-004"
            )
        options["first"] = rng.randrange(seats)
    return CarcassonneConfig(seats, options, [every[name] for name in modules])


def resolved(config: CarcassonneConfig) -> dict[str, Any]:
    """The config as it stands in a record: every option, and who begins."""
    return {
        "game": "carcassonne",
        "seats": config.seats,
        "modules": [module.name for module in config.modules],
        "options": dict(config.options),
    }


def _options(
    given: Mapping[str, Any], seats: int, names: list[str], every: Mapping[str, CarcassonneModule]
) -> dict[str, Any]:
    """Every option that means something with these modules, as given or by default."""
    options = dict(DEFAULTS)
    choices = dict(CHOICES)
    missing: dict[str, str] = {}
    for name, module in every.items():
        for key, values in module.options.items():
            needed = [n for n in (name, module.needs.get(key, name)) if n not in names]
            if needed:
                missing[key] = needed[0]
            else:
                options[key] = values[0]
                choices[key] = values
    for key, value in given.items():
        if key in missing:
            raise ConfigError(
                "options: {given} means nothing without the module {needed}",
                {"given": quote(key), "needed": quote(missing[key])},
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
