"""The families of games, by their names in configs."""

from __future__ import annotations

import importlib
import random
from collections.abc import Mapping, Sequence
from typing import Any, Final, cast

from bastide.kernel.errors import BastideError, ConfigError, declared_twice, quote
from bastide.kernel.plugins import failed
from bastide.kernel.rules import M, Rules

FAMILIES: Final[dict[str, str]] = {"island": "bastide.catan.family", "carcassonne": "bastide.carcassonne.family"}
"""Family name -> the module whose `configure(config, rng)` builds its rules.

Named as text: the kernel imports no family.
"""
MOST_SEATS: Final = 8
"""The most seats that any family has; the rules refuse what is too many for one."""


def configure(config: Mapping[str, Any], rng: random.Random | None = None, *, seed: int | None = None) -> Rules:
    """The rules of one configured game.

    `seed` or `rng` deals the board and draws who begins; `Game.new` with the same seed has the same board. Without
    either the config must leave nothing to chance, as one that a game has resolved.

    :raises ConfigError: the config is invalid, or something is left to chance.
    :raises TypeError: `seed` is no whole number, `rng` no generator, or both are given.
    """
    if rng is not None and not isinstance(rng, random.Random):
        raise TypeError(f"rng must be a random.Random, such as random.Random(5), or None; got {rng!r}")
    if seed is not None:
        if rng is not None:
            raise TypeError(f"give seed or rng, not both; got {seed!r} and {rng!r}")
        rng = seeded(seed)
    if not isinstance(config, Mapping):
        raise ConfigError(
            "a config is a table like {example}, got {given}",
            {"example": "{'game': 'island', 'seats': 4}", "given": quote(config)},
        )
    name = config.get("game", "island")
    if not isinstance(name, str) or name not in FAMILIES:
        raise ConfigError(
            "game = {given} is unknown; there is {known}", {"given": quote(name), "known": ", ".join(FAMILIES)}
        )
    module = importlib.import_module(FAMILIES[name])
    try:
        return cast(Rules, module.configure(config, rng))
    except BastideError:
        raise
    except (Exception, SystemExit) as error:
        # Third-party code may raise anything when it joins a game.
        named = failed(error)
        if named is None:
            raise
        raise named from error


def seeded(seed: int | None) -> random.Random:
    """The generator that deals the board of a seed; without one, a seed is drawn. Raises TypeError."""
    given: object = seed
    if given is not None and (not isinstance(given, int) or isinstance(given, bool)):
        raise TypeError(f"seed must be a whole number, such as 5, or None; got {seed!r}")
    # random.Random takes the absolute value of an integer: -1 would deal the board of 1.
    return random.Random(str(seed) if seed is not None and seed < 0 else seed)


def check_keys(config: Mapping[str, Any], keys: tuple[str, ...], game: str) -> None:
    """Refuse config entries that this game does not know. Raises ConfigError."""
    for key in config:
        if key not in keys:
            raise ConfigError(
                "{given} is unknown in a config of {game}; it may hold {known}",
                {"given": quote(key), "game": game, "known": ", ".join(keys)},
            )


def module_names(config: Mapping[str, Any], known: Mapping[str, object], game: str) -> list[str]:
    """The modules that a config names, each known and none twice. Raises ConfigError."""
    names = config.get("modules", [])
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise ConfigError("modules must be a list of names, got {given}", {"given": quote(names)})
    for i, name in enumerate(names):
        where = f"modules[{i}] = {quote(name)}"
        if name not in known:
            raise ConfigError(
                "{where} is not a module of {game}; there are: {known}",
                {"where": where, "game": game, "known": ", ".join(sorted(known))},
            )
        if name in names[:i]:
            raise ConfigError("{where} stands there twice", {"where": where})
    return names


def given_options(config: Mapping[str, Any]) -> Mapping[str, Any]:
    """A config's table of options, unchecked. Raises ConfigError if it is not a table."""
    given = config.get("options", {})
    if not isinstance(given, Mapping):
        raise ConfigError("options must be a table, got {given}", {"given": quote(given)})
    return given


def own_option(owners: dict[str, str], option: str, owner: str) -> None:
    """Register an option's owner. Raises ConfigError if another owner has it."""
    other = owners.setdefault(option, owner)
    if other != owner:
        raise declared_twice("the option {name} of {owner} is already declared by {other}", option, owner, other)


def chosen(key: str, value: object, choices: Sequence[str]) -> str:
    """The option value, one of these choices; a number is read as its digits, as in `edition = 2025`.

    Raises ConfigError.
    """
    text = str(value) if isinstance(value, int) and not isinstance(value, bool) else value
    if not isinstance(text, str) or text not in choices:
        raise ConfigError(
            "{where} must be one of {known}, got {given}",
            {"where": f"options.{key}", "known": ", ".join(choices), "given": quote(value)},
        )
    return text


def in_order(modules: list[M]) -> list[M]:
    """Sort the modules by `after` and `before`. Raises ConfigError for a cycle."""
    names = {m.name for m in modules}
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
            raise ConfigError(
                "the modules {given} each want to come after another of them",
                {"given": quote(sorted(m.name for m in left))},
            )
        out.append(ready[0])
        left.remove(ready[0])
    return out
