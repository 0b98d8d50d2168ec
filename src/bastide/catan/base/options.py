"""The options of the island: their defaults, and those that a config gives, checked."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from bastide.kernel.errors import ConfigError, quote
from bastide.kernel.families import chosen, own_option

if TYPE_CHECKING:
    from bastide.catan.base.module import IslandModule

LAYOUTS: Final = ("beginner", "spiral", "random")
USUAL_LAYOUT: Final = LAYOUTS[0]
SPIRAL_FROM: Final = re.compile(r"corner|-?[0-9]{1,3},-?[0-9]{1,3}")

DEFAULTS: Final[dict[str, Any]] = {
    "goal": 10,
    "hand_limit": 7,
    "first": "roll",
    "pieces": "printed",
    "harbors": "fixed",
    "spiral_from": "corner",
    "trade": "full",
    "offers": 20,
    "turns": 1000,
}
"""Every option with its default: see docs/api.md for what each does."""

RANGES: Final[dict[str, tuple[int, int]]] = {
    "goal": (3, 30),
    "hand_limit": (3, 50),
    "offers": (0, 100),
    "turns": (1, 100_000),
}
CHOICES: Final[dict[str, tuple[str, ...]]] = {
    "pieces": ("printed", "free"),
    "harbors": ("fixed", "shuffled"),
    "trade": ("full", "bank"),
}


def usual_options(
    modules: Sequence[IslandModule], layout: str = USUAL_LAYOUT, given: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """Every option of the island and of these modules, with its default.

    One module sets a default of the base, and others add to it (MIX-023): how much may depend on the layout, and on
    the options that a config gives.
    """
    options = dict(DEFAULTS)
    for module in modules:
        options |= module.defaults | {name: texts[0] for name, texts in module.options.items()}
    for module in modules:
        for name, more in module.adds_to_defaults(layout, given or {}).items():
            options[name] += more
    return options


def check_owners(modules: Sequence[IslandModule]) -> None:
    """Refuse two modules that add an option of the same name, or set different defaults for one.

    Raises ConfigError.
    """
    owners = dict.fromkeys(DEFAULTS, "island")
    set_by: dict[str, IslandModule] = {}
    for module in modules:
        for name in module.options:
            own_option(owners, name, module.name)
        for name, value in module.defaults.items():
            other = set_by.setdefault(name, module)
            if other.defaults[name] != value:
                raise ConfigError(
                    "{owner} and {other} set the default of the option {name} to {given} and {others}:"
                    " one of them must adapt to the other",
                    {
                        "owner": quote(module.name),
                        "other": quote(other.name),
                        "name": quote(name),
                        "given": quote(value),
                        "others": quote(other.defaults[name]),
                    },
                )


def renamed(given: Mapping[str, Any], modules: Sequence[IslandModule]) -> dict[str, Any]:
    """A config's options under the names that they have now; an earlier name yields to the present one."""
    out = dict(given)
    present = {option for module in modules for option in module.options}
    for module in modules:
        for before, now in module.renamed.items():
            if before in out and before not in present:
                value = out.pop(before)
                out.setdefault(now, value)
    return out


def checked_options(
    given: Mapping[str, Any], seats: int, modules: Sequence[IslandModule], layout: str
) -> dict[str, Any]:
    """Every option of a game, given those of its config, which are checked. Raises ConfigError."""
    check_owners(modules)
    options = usual_options(modules, layout, given)
    choices = CHOICES | {name: texts for module in modules for name, texts in module.options.items()}
    for key, value in given.items():
        if key not in options:
            raise ConfigError(
                "options: {given} is unknown; the options are {known}",
                {"given": quote(key), "known": ", ".join(options)},
            )
        if key in RANGES:
            low, high = RANGES[key]
            if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
                raise ConfigError(
                    "{where} must be a whole number from {low} to {high}, got {given}",
                    {"where": f"options.{key}", "low": low, "high": high, "given": quote(value)},
                )
        elif key in choices:
            value = chosen(key, value, choices[key])
        elif key == "first":
            is_seat = isinstance(value, int) and not isinstance(value, bool) and 0 <= value < seats
            if value not in ("roll", "draw") and not is_seat:
                raise ConfigError(
                    "options.first must be 'roll', 'draw' or a seat from 0 to {last}, got {given}",
                    {"last": seats - 1, "given": quote(value)},
                )
        elif not isinstance(value, str) or SPIRAL_FROM.fullmatch(value) is None:
            raise ConfigError(
                "options.spiral_from must be 'corner' or a coastal hex like '0,-2', got {given}",
                {"given": quote(value)},
                "BASE-004",
            )
        options[key] = value
    return options


def check_dealing(options: Mapping[str, Any], modules: Sequence[IslandModule]) -> None:
    """Refuse options that deal a map, with one by coordinates, which is not dealt. Raises ConfigError."""
    dealing: list[tuple[str, str, tuple[str, ...]]]
    dealing = [(name, DEFAULTS[name], LAYOUTS) for name in ("harbors", "spiral_from")]
    dealing += [(name, module.options[name][0], module.layouts) for module in modules for name in module.dealing]
    for name, usual, known in dealing:
        if options[name] != usual:
            raise ConfigError(
                "options.{name} = {given}: a map by coordinates is laid as it is given; leave the option out, or name"
                " one of the layouts {known}",
                {"name": name, "given": quote(options[name]), "known": ", ".join(known)},
            )
