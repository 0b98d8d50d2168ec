"""What a person writes to configure the island, checked and completed; and the figures it rests on.

A config names the seats, the modules, the layout and the options; `resolve` deals a layout that is not given by
coordinates, so that the resolved config, which stands in the record, needs no random numbers to be played again.
"""

from __future__ import annotations

import random
import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any, Final, cast

from bastide.catan.board.layout import Layout, StartPiece, beginner, custom, shuffle_harbors, variable
from bastide.kernel.errors import ConfigError, quote
from bastide.kernel.families import check_keys, chosen, given_options, module_names

if TYPE_CHECKING:
    from bastide.catan.base.seams import IslandModule

LAYOUTS: Final = ("beginner", "spiral", "random")
KEYS: Final = ("game", "seats", "modules", "layout", "options", "starts")

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


class IslandConfig:
    """A checked config of the island with its figures in flat tables."""

    def __init__(self, seats: int, options: dict[str, Any], layout: Layout, modules: list[str]) -> None:
        data = figures()
        self.seats = seats
        self.options = options
        self.layout = layout
        self.module_names = modules
        self.good_names: list[str] = list(data["goods"])
        self.stock: list[int] = list(data["goods"].values())
        self.terrains: dict[str, str] = dict(data["terrain"])
        self.costs: list[int] = [
            int(data["cost"][item].get(good, 0))
            for item in ("road", "settlement", "city", "card")
            for good in self.good_names
        ]
        self.supply: list[int] = [int(data["pieces"][piece]) for piece in ("road", "settlement", "city")]
        self.deck: list[int] = [int(n) for n in data["deck"].values()]
        self.goal = int(options["goal"])
        self.hand_limit = int(options["hand_limit"])
        self.turns = int(options["turns"])
        self.offers = int(options["offers"])
        self.trade = str(options["trade"])
        self.first = -1 if options["first"] == "roll" else int(options["first"])
        self.numbers_move = False  # whether number tokens may change their hexes during the game

    def add_goods(self, stock: Mapping[str, int]) -> None:
        """Further goods, after those there are; no item of the base costs any."""
        goods = len(self.good_names)
        rows = [self.costs[i : i + goods] + [0] * len(stock) for i in range(0, len(self.costs), goods)]
        self.costs = [n for row in rows for n in row]
        self.good_names += stock
        self.stock += stock.values()


@cache
def figures() -> dict[str, Any]:
    """The figures of the base island; nobody changes them."""
    return tomllib.loads(resources.files("bastide.catan.base").joinpath("island.toml").read_text("utf-8"))


def read(
    config: Mapping[str, Any], rng: random.Random | None, known_modules: Mapping[str, Callable[[], IslandModule]]
) -> IslandConfig:
    """Check a config and deal its layout.

    `rng` is needed unless the layout is `beginner` with fixed harbours or given by coordinates. Raises ConfigError that
    quotes the entry and says what is possible.
    """
    check_keys(config, KEYS, "the island")
    seats = config.get("seats", 4)
    if not isinstance(seats, int) or isinstance(seats, bool) or not 2 <= seats <= 4:
        raise ConfigError("seats must be 2 (a duel), 3 or 4, got {given}", {"given": quote(seats)})
    modules = module_names(config, known_modules, "the island")
    given = given_options(config)
    made = [known_modules[name]() for name in modules]
    options = _options(given, seats, made)
    if "starts" in config and "pieces" not in given:
        options["pieces"] = "printed"  # pieces that a config gives are as if printed
    layout = _layout(config.get("layout", "beginner"), options, made, rng)
    if "starts" in config:
        layout = Layout(layout.hexes, layout.harbors, _starts(config["starts"], seats))
    if options["pieces"] == "free":
        if config.get("starts"):
            raise ConfigError(
                "starts and options.pieces = 'free' exclude each other: leave one of them out", None, "BASE-013"
            )
        layout = Layout(layout.hexes, layout.harbors)
    elif layout.starts:
        layout = Layout(layout.hexes, layout.harbors, tuple(p for p in layout.starts if p.seat < seats))
    if options["first"] == "draw":
        if rng is None:
            raise ConfigError("{where} is drawn at random: give a seed", {"where": "options.first = 'draw'"})
        options["first"] = rng.randrange(seats)
    return IslandConfig(seats, options, layout, list(modules))


def resolved(config: IslandConfig) -> dict[str, Any]:
    """The config as it stands in a record: every option, and the layout by coordinates."""
    out: dict[str, Any] = {
        "game": "island",
        "seats": config.seats,
        "modules": list(config.module_names),
        "layout": config.layout.to_dict(),
        "options": dict(config.options),
    }
    if config.layout.starts:
        out["starts"] = [
            {"seat": p.seat, "corner": p.corner, "edge": p.edge, "pays": p.pays} for p in config.layout.starts
        ]
    return out


def _options(given: Mapping[str, Any], seats: int, modules: Sequence[IslandModule]) -> dict[str, Any]:
    options = dict(DEFAULTS)
    choices = dict(CHOICES)
    for module in modules:
        options |= module.defaults
        for name, texts in module.options.items():
            options[name] = texts[0]
            choices[name] = texts
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


def _layout(
    given: object, options: dict[str, Any], modules: Sequence[IslandModule], rng: random.Random | None
) -> Layout:
    if isinstance(given, Mapping):
        data = figures()
        layout = custom(cast("Mapping[str, Any]", given), data["terrain"], list(data["goods"]))
    elif given == "beginner":
        own = [layout for layout in (module.beginner() for module in modules) if layout is not None]
        layout = own[0] if own else beginner()
    elif given in LAYOUTS:
        if rng is None:
            raise ConfigError("{where} is dealt at random: give a seed", {"where": f"layout = {quote(given)}"})
        layout = variable(str(given), str(options["spiral_from"]), rng)
    else:
        raise ConfigError(
            "layout must be one of {known} or a table with hexes and harbors, got {given}",
            {"known": ", ".join(LAYOUTS), "given": quote(given)},
        )
    if options["harbors"] == "shuffled" and not isinstance(given, Mapping):
        if rng is None:
            raise ConfigError("{where} is dealt at random: give a seed", {"where": "options.harbors = 'shuffled'"})
        layout = shuffle_harbors(layout, rng)
    return layout


def _starts(given: object, seats: int) -> tuple[StartPiece, ...]:
    if not isinstance(given, list):
        raise ConfigError("starts must be a list of starting pieces, got {given}", {"given": quote(given)})
    out: list[StartPiece] = []
    for i, entry in enumerate(given):
        where = f"starts[{i}] = {quote(entry)}"
        if not isinstance(entry, dict) or not {"seat", "corner", "edge"} <= set(entry) <= {
            "seat",
            "corner",
            "edge",
            "pays",
        }:
            raise ConfigError("{where}: a starting piece has the keys seat, corner, edge and pays", {"where": where})
        seat, corner, edge, pays = entry["seat"], entry["corner"], entry["edge"], entry.get("pays", False)
        if not isinstance(seat, int) or isinstance(seat, bool) or not 0 <= seat < seats:
            raise ConfigError("{where}: seat must be 0 to {last}", {"where": where, "last": seats - 1})
        if not isinstance(corner, str) or not isinstance(edge, str) or not isinstance(pays, bool):
            raise ConfigError(
                "{where}: corner and edge are notations like '0,2,N' and '0,1,E', pays is true or false",
                {"where": where},
            )
        out.append(StartPiece(seat, corner, edge, pays))
    return tuple(out)
