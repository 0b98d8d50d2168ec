"""Plans of tournaments: which bots play which configs, in which seats, on how many boards.

A plan gives every game a number; what happens in a game depends only on the plan and its number. Games come in blocks.
All games of a block have one board for each config and draw from one stream of chance, in every seating of every
pairing, so that a difference within a block is the bots' doing.
"""

from __future__ import annotations

import random
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from typing import Any, Final, NamedTuple, cast

from bastide.kernel.errors import ConfigError, quote
from bastide.kernel.families import configure
from bastide.kernel.rules import Rules
from bastide.players import level_of

SCHEDULES: Final = ("round-robin", "gauntlet", "ladder", "league")
MOST_BLOCKS: Final = 1_000_000
KEYS: Final = ("seed", "schedule", "blocks", "records", "config", "entrant", "limits", "test")
LIMITS: Final = {"seconds": 10.0, "memory": 2048.0}
"""By default, how many seconds a plug-in's bot may think about a decision, and how many MiB its process may hold."""


class Entrant(NamedTuple):
    """A bot under the name it has in the tables."""

    name: str
    bot: str


class Unit(NamedTuple):
    """A game of each block: the number of its config, and the entrant of each seat."""

    config: int
    seating: tuple[int, ...]


@dataclass(frozen=True)
class Sequential:
    """A sequential test: is the first entrant stronger than the second by `elo[1]`, and not by `elo[0]` only?

    It is looked at after every `every` blocks, and errs with a probability of at most `alpha` (accepting `elo[1]`
    wrongly) and `beta` (accepting `elo[0]` wrongly).
    """

    entrants: tuple[int, int]
    elo: tuple[float, float]
    alpha: float
    beta: float
    every: int


@dataclass(frozen=True)
class Plan:
    """What is played. Game `number` is unit `number % len(units)` of block `number // len(units)`."""

    seed: int
    schedule: str
    blocks: int
    configs: tuple[tuple[str, Mapping[str, Any]], ...]
    entrants: tuple[Entrant, ...]
    records: bool = False
    limits: Mapping[str, float] = field(default_factory=lambda: dict(LIMITS))
    test: Sequential | None = None

    @cached_property
    def units(self) -> tuple[Unit, ...]:
        """The games of each block."""
        return tuple(
            Unit(number, seating)
            for number, (_, config) in enumerate(self.configs)
            for seating in seatings(self.schedule, len(self.entrants), seats_of(config))
        )

    @property
    def games(self) -> int:
        """How many games the plan has."""
        return self.blocks * len(self.units)

    def unit(self, number: int) -> Unit:
        """What is played in a game."""
        return self.units[number % len(self.units)]

    def block(self, number: int) -> int:
        """The block to which a game belongs."""
        return number // len(self.units)

    def stream(self, number: int, what: str) -> random.Random:
        """The random numbers of one purpose in a game: the same in all games of its block and config."""
        name, _ = self.configs[self.unit(number).config]
        return random.Random(f"{self.seed}:{name}:{self.block(number)}:{what}")

    def rules(self, number: int) -> Rules:
        """The rules of a game, its board dealt."""
        return configure(self.configs[self.unit(number).config][1], self.stream(number, "layout"))


def seats_of(config: Mapping[str, Any]) -> int:
    """The number of seats of a config. Raises ConfigError if the config is wrong."""
    return int(configure(config, random.Random(0)).seats)


def seatings(schedule: str, entrants: int, seats: int) -> list[tuple[int, ...]]:
    """Every seating of a block, in a fixed order.

    In a round robin each pair of entrants plays, in a gauntlet the first against each other one, in a ladder each
    against the next: at a table for two from both seats, at a larger one each alone in every seat against the other in
    all others. In a league every choice of as many entrants as there are seats plays, moved on by one seat until each
    has had all.
    """
    if schedule == "league":
        return [
            tuple(table[(seat - turn) % seats] for seat in range(seats))
            for table in combinations(range(entrants), seats)
            for turn in range(seats)
        ]
    pairs = [
        (one, other)
        for one, other in combinations(range(entrants), 2)
        if (schedule != "gauntlet" or one == 0) and (schedule != "ladder" or other == one + 1)
    ]
    alone = [pair for one, other in pairs for pair in ((one, other), (other, one))]
    if seats == 2:
        return [*alone]
    return [tuple(one if seat == at else other for seat in range(seats)) for one, other in alone for at in range(seats)]


# Reading.


def read(text: str) -> Plan:
    """The plan in a `plan.toml`. Raises ConfigError, which quotes what is wrong."""
    try:
        given = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError("the plan is not valid TOML: {reason}", {"reason": str(error)}) from None
    known("the plan", given, KEYS)
    schedule = given.get("schedule", SCHEDULES[0])
    if schedule not in SCHEDULES:
        raise ConfigError(
            "{where} must be one of {known}, got {given}",
            {"where": "schedule", "known": ", ".join(SCHEDULES), "given": quote(schedule)},
        )
    configs = tuple(_config(number, table) for number, table in enumerate(_tables(given, "config", 1)))
    entrants = tuple(_entrant(number, table) for number, table in enumerate(_tables(given, "entrant", 2)))
    for where, names in (("config", [name for name, _ in configs]), ("entrant", [one.name for one in entrants])):
        for name in names:
            if names.count(name) > 1:
                raise ConfigError("{where}: two have the name {given}", {"where": where, "given": quote(name)})
    if schedule == "league":
        for name, config in configs:
            if seats_of(config) > len(entrants):
                raise ConfigError(
                    "config {given}: a league needs at least as many entrants as seats, {count}",
                    {"given": quote(name), "count": seats_of(config)},
                )
    seed = number_of("seed", given.get("seed", 0), 0, 2**62, whole=True)
    blocks = number_of("blocks", given.get("blocks"), 1, MOST_BLOCKS, whole=True)
    limits = _limits(given.get("limits", {}))
    records = given.get("records", False)
    if not isinstance(records, bool):
        raise ConfigError("{where} must be true or false, got {given}", {"where": "records", "given": quote(records)})
    test = _test(given["test"], entrants, schedule) if "test" in given else None
    return Plan(int(seed), schedule, int(blocks), configs, entrants, records, limits, test)


def known(where: str, table: object, keys: tuple[str, ...]) -> Mapping[str, Any]:
    """A table that has only these keys. Raises ConfigError."""
    if not isinstance(table, dict):
        raise ConfigError("{where} must be a table, got {given}", {"where": where, "given": quote(table)})
    for key in table:
        if key not in keys:
            raise ConfigError(
                "{where}: {given} is unknown; there are {known}",
                {"where": where, "given": quote(key), "known": ", ".join(keys)},
            )
    return cast("Mapping[str, Any]", table)


def number_of(where: str, given: object, low: float, high: float, *, whole: bool = False) -> float:
    """A number within bounds. Raises ConfigError."""
    right = isinstance(given, int) if whole else isinstance(given, int | float)
    if isinstance(given, bool) or not right or not low <= cast("float", given) <= high:
        raise ConfigError(
            "{where} must be a number from {low} to {high}, got {given}",
            {"where": where, "low": f"{low:g}", "high": f"{high:g}", "given": quote(given)},
        )
    return cast("float", given)


def _tables(given: Mapping[str, Any], key: str, least: int) -> list[Any]:
    tables = given.get(key)
    if not isinstance(tables, list) or len(tables) < least:
        raise ConfigError("the plan needs {count} or more tables {example}", {"count": least, "example": f"[[{key}]]"})
    return tables


def _config(number: int, table: object) -> tuple[str, Mapping[str, Any]]:
    if not isinstance(table, dict):
        raise ConfigError("{where} must be a table, got {given}", {"where": "config", "given": quote(table)})
    config = dict(table)
    name = _name("config", config.pop("name", f"config {number + 1}"))
    seats_of(config)
    return name, config


def _entrant(number: int, table: object) -> Entrant:
    where = f"entrant[{number}]"
    given = known(where, table, ("name", "bot"))
    if "bot" not in given and "name" not in given:
        raise ConfigError("{where} needs the name of a bot, such as {example}", {"where": where, "example": "greedy"})
    bot = _name(where, given.get("bot", given.get("name")))
    return Entrant(_name(where, given.get("name", bot)), level_of(bot))


def _name(where: str, given: object) -> str:
    if not isinstance(given, str) or not given.strip() or len(given) > 60 or not given.isprintable():
        raise ConfigError(
            "{where}: a name is a text of 1 to 60 characters, got {given}", {"where": where, "given": quote(given)}
        )
    return given


def _limits(table: object) -> dict[str, float]:
    given = known("limits", table, tuple(LIMITS))
    return {
        "seconds": number_of("limits.seconds", given.get("seconds", LIMITS["seconds"]), 0.1, 3600),
        "memory": number_of("limits.memory", given.get("memory", LIMITS["memory"]), 256, 1_000_000),
    }


def _test(table: object, entrants: tuple[Entrant, ...], schedule: str) -> Sequential:
    given = known("test", table, ("entrants", "elo", "alpha", "beta", "every"))
    names = [entrant.name for entrant in entrants]
    two = given.get("entrants", names[:2])
    if not isinstance(two, list) or len(two) != 2 or any(name not in names for name in two) or two[0] == two[1]:
        raise ConfigError(
            "test.entrants must be two of {known}, got {given}", {"known": ", ".join(names), "given": quote(two)}
        )
    first, second = names.index(two[0]), names.index(two[1])
    if schedule == "gauntlet" and 0 not in (first, second):
        raise ConfigError(
            "test.entrants: in a gauntlet {given} do not meet; one must be {known}",
            {"given": ", ".join(two), "known": names[0]},
        )
    if schedule == "ladder" and abs(first - second) > 1:
        raise ConfigError(
            "test.entrants: in a ladder {given} do not meet; they must be neighbours in the plan",
            {"given": ", ".join(two)},
        )
    elo = given.get("elo", [0, 20])
    if not isinstance(elo, list) or len(elo) != 2:
        raise ConfigError(
            "test.elo must be two numbers, such as {example}, got {given}", {"example": "[0, 20]", "given": quote(elo)}
        )
    low, high = (number_of("test.elo", value, -1000, 1000) for value in elo)
    if low >= high:
        raise ConfigError("test.elo: the second number must be the larger, got {given}", {"given": quote(elo)})
    errs = {name: number_of(f"test.{name}", given.get(name, 0.05), 0.0001, 0.4) for name in ("alpha", "beta")}
    every = number_of("test.every", given.get("every", 50), 10, MOST_BLOCKS, whole=True)
    return Sequential((first, second), (low, high), errs["alpha"], errs["beta"], int(every))
