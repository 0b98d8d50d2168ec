"""The families of games there are, by the name that stands in a config."""

from __future__ import annotations

import importlib
import random
from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeVar, cast

from bastide.kernel.errors import ConfigError, quote
from bastide.kernel.rules import Module, Rules

M = TypeVar("M", bound=Module)

FAMILIES: Final[dict[str, str]] = {"island": "bastide.catan.family", "carcassonne": "bastide.carcassonne.family"}
"""Family name -> the module whose `configure(config, rng)` builds its rules.

Named as text: the kernel imports no family.
"""


def configure(config: Mapping[str, Any], rng: random.Random | None) -> Rules:
    """The rules of one configured game. Raises ConfigError."""
    if not isinstance(config, Mapping):
        raise ConfigError(f"a config is a table like {{'game': 'island', 'seats': 4}}, got {quote(config)}")
    name = config.get("game", "island")
    if not isinstance(name, str) or name not in FAMILIES:
        raise ConfigError(f"game = {quote(name)} is unknown; there is {', '.join(FAMILIES)}")
    module = importlib.import_module(FAMILIES[name])
    return cast(Rules, module.configure(config, rng))


def check_keys(config: Mapping[str, Any], keys: tuple[str, ...], game: str) -> None:
    """Refuse entries that a config of this game does not have. Raises ConfigError."""
    for key in config:
        if key not in keys:
            raise ConfigError(f"{quote(key)} is unknown in a config of {game}; it may hold {', '.join(keys)}")


def module_names(config: Mapping[str, Any], known: Mapping[str, object], game: str) -> list[str]:
    """The modules that a config names, each known and none twice. Raises ConfigError."""
    names = config.get("modules", [])
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise ConfigError(f"modules must be a list of names, got {quote(names)}")
    for i, name in enumerate(names):
        if name not in known:
            there = ", ".join(sorted(known)) or "none yet"
            raise ConfigError(f"modules[{i}] = {quote(name)} is not a module of {game}; there are: {there}")
        if name in names[:i]:
            raise ConfigError(f"modules[{i}] = {quote(name)} stands there twice")
    return names


def given_options(config: Mapping[str, Any]) -> Mapping[str, Any]:
    """The table of options that a config holds, unchecked. Raises ConfigError where it is none."""
    given = config.get("options", {})
    if not isinstance(given, Mapping):
        raise ConfigError(f"options must be a table, got {quote(given)}")
    return given


def chosen(key: str, value: object, choices: Sequence[str]) -> str:
    """The value of an option that has these choices; a number stands for its figures, as in `edition = 2025`.

    Raises ConfigError.
    """
    text = str(value) if isinstance(value, int) and not isinstance(value, bool) else value
    if not isinstance(text, str) or text not in choices:
        raise ConfigError(f"options.{key} must be one of {', '.join(choices)}, got {quote(value)}")
    return text


def in_order(modules: list[M]) -> list[M]:
    """The modules in an order that honours `after` and `before`.

    Raises ConfigError for two that exclude each other, and for modules that each want to come after another.
    """
    names = {m.name for m in modules}
    for m in modules:
        for other, rule in m.excludes.items():
            if other in names:
                raise ConfigError(f"{m.name!r} and {other!r} cannot be combined ({rule})")
    earlier: dict[str, set[str]] = {m.name: set(m.after) & names for m in modules}
    for m in modules:
        for name in m.before:
            if name in names:
                earlier[name].add(m.name)
    out: list[M] = []
    left = list(modules)
    while left:
        ready = [m for m in left if not earlier[m.name] - {done.name for done in out}]
        if not ready:
            raise ConfigError(f"the modules {sorted(m.name for m in left)} each want to come after another of them")
        out.append(ready[0])
        left.remove(ready[0])
    return out
