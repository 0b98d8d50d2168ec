"""The config of the island, checked and completed, and the base game's figures.

A config names the seats, the modules, the layout and the options; `resolve` deals a layout that is not given by
coordinates, so replaying the resolved config in a record needs no random numbers.
"""

from __future__ import annotations

import random
import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast

from bastide.catan.board.grid import EDGE, HEX
from bastide.catan.board.layout import INNER_PATH, Layout, StartPiece, beginner, shuffle_harbors, variable
from bastide.catan.board.reader import Vocabulary, custom
from bastide.catan.board.terrain import Terrain
from bastide.kernel.errors import ConfigError, quote
from bastide.kernel.families import check_keys, chosen, given_options, in_order, module_names, own_option
from bastide.kernel.rooms import adapted

if TYPE_CHECKING:
    from bastide.catan.base.seams import IslandModule

AWARD_POINTS: Final = 2
"""The points of Longest Road and Largest Army (BASE-043, BASE-044)."""
LAYOUTS: Final = ("beginner", "spiral", "random")
SEATS: Final = (2, 3, 4)
"""The numbers of seats of the island alone; modules add to them and restrict them (`possible_seats`)."""
USUAL_SEATS: Final = 4
KEYS: Final = ("game", "seats", "modules", "layout", "options", "starts")

ROBBER_SITE: Final = "robber"
SITES: Final = {INNER_PATH: EDGE, ROBBER_SITE: HEX}
"""The words of sites that the base owns, and their kinds of place: inner paths, and the hex where the robber starts."""

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


class Placing(NamedTuple):
    """One step of the set-up: which seat places which piece (BASE-013, BASE-014).

    `turn` counts seats from the starting player. `city`: a city is placed instead of a settlement; `line`: a road
    from it follows; `pays`: the hexes beside it yield the first cards.
    """

    turn: int
    city: bool = False
    line: bool = True
    pays: bool = False


class IslandConfig:
    """A checked config of the island with its figures in flat tables."""

    def __init__(
        self,
        seats: int,
        options: dict[str, Any],
        layout: Layout,
        modules: list[str],
        terrains: dict[str, Terrain],
    ) -> None:
        data = figures()
        self.seats = seats
        self.options = options
        self.layout = layout
        self.module_names = modules
        self.good_names: list[str] = list(data["goods"])
        self.stock: list[int] = list(data["goods"].values())
        self.terrains = terrains
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
        self.owner = "island"  # the module adding goods, for errors
        self.good_owners: dict[str, str] = dict.fromkeys(self.good_names, self.owner)
        # One settlement each, then another, in the opposite order.
        self.placings = [Placing(turn) for turn in range(seats)]
        self.placings += [Placing(turn, pays=True) for turn in reversed(range(seats))]
        self.rolls = 1  # rolls of the dice per turn
        self.route_points = AWARD_POINTS
        self.army_points = AWARD_POINTS
        self.numbers_move = False  # whether number tokens can move during the game

    def printed_city(self, piece: StartPiece) -> bool:
        """Whether a layout's printed starting piece is a city, as its owner would place one."""
        return any(placing.city for placing in self.placings if placing.turn == 0 and placing.pays == piece.pays)

    def add_goods(self, stock: Mapping[str, int]) -> None:
        """Append goods; no item of the base costs any.

        Raises ConfigError if another owner has a good of that name.
        """
        for name in stock:
            if name in self.good_owners:
                raise ConfigError(
                    "the good {name} of {owner} is already declared by {other}",
                    {"name": quote(name), "owner": quote(self.owner), "other": quote(self.good_owners[name])},
                )
            self.good_owners[name] = self.owner
        goods = len(self.good_names)
        rows = [self.costs[i : i + goods] + [0] * len(stock) for i in range(0, len(self.costs), goods)]
        self.costs = [n for row in rows for n in row]
        self.good_names += stock
        self.stock += stock.values()


@cache
def figures() -> dict[str, Any]:
    """The figures of the base island; do not modify."""
    return tomllib.loads(resources.files("bastide.catan.base").joinpath("island.toml").read_text("utf-8"))


def read(
    config: Mapping[str, Any], rng: random.Random | None, known_modules: Mapping[str, Callable[[], IslandModule]]
) -> IslandConfig:
    """Check a config and deal its layout.

    `rng` is needed unless the layout is `beginner` with fixed harbours or given by coordinates. Raises ConfigError that
    quotes the entry and says what is possible.
    """
    check_keys(config, KEYS, "the island")
    modules = module_names(config, known_modules, "the island")
    given = given_options(config)
    made = adapted("island", [known_modules[name]() for name in modules])
    in_order(made)  # two modules that exclude each other are refused first
    seats = _seats(config, made, known_modules)
    options = _options(given, seats, made)
    if "starts" in config and "pieces" not in given:
        options["pieces"] = "printed"  # pieces that a config gives are as if printed
    terrains = terrains_of(made)
    layout = _layout(config.get("layout", "beginner"), seats, options, made, terrains, rng)
    if "starts" in config:
        layout = replace(layout, starts=_starts(config["starts"], seats))
    if options["pieces"] == "free":
        if config.get("starts"):
            raise ConfigError(
                "starts and options.pieces = 'free' exclude each other: leave one of them out", None, "BASE-013"
            )
        layout = replace(layout, starts=())
    elif layout.starts:
        layout = replace(layout, starts=tuple(p for p in layout.starts if p.seat < seats))
    if options["first"] == "draw":
        if rng is None:
            raise ConfigError("{where} is drawn at random: give a seed", {"where": "options.first = 'draw'"})
        options["first"] = rng.randrange(seats)
    return IslandConfig(seats, options, layout, list(modules), terrains)


def resolved(config: IslandConfig) -> dict[str, Any]:
    """The config as stored in a record: every option, and the layout by coordinates."""
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


def usual_options(modules: Sequence[IslandModule]) -> dict[str, Any]:
    """Every option of the island and of these modules, with its default.

    One module sets a default of the base, and others add to it (MIX-023).
    """
    options = dict(DEFAULTS)
    for module in modules:
        options |= module.defaults | {name: texts[0] for name, texts in module.options.items()}
    for module in modules:
        for name, more in module.raises.items():
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


def possible_seats(modules: Sequence[IslandModule]) -> list[int]:
    """The numbers of seats that a game with these modules can have, in ascending order; empty if none suits all."""
    numbers = {*SEATS, *(number for module in modules for number in module.more_seats)}
    return sorted(number for number in numbers if all(not m.only_seats or number in m.only_seats for m in modules))


def nearest_seats(wanted: int, modules: Sequence[IslandModule]) -> int:
    """The possible number of seats that is nearest to a number; that number itself if none is possible."""
    return min(possible_seats(modules), key=lambda number: abs(number - wanted), default=wanted)


def _seats(
    config: Mapping[str, Any],
    modules: Sequence[IslandModule],
    known_modules: Mapping[str, Callable[[], IslandModule]],
) -> int:
    """The number of seats that a config names, the usual one where it names none. Raises ConfigError (MIX-022)."""
    possible = possible_seats(modules)
    seats = config.get("seats", nearest_seats(USUAL_SEATS, modules))
    whole = isinstance(seats, int) and not isinstance(seats, bool)
    if whole and seats in possible:
        return int(seats)
    for module in modules:
        if whole and module.only_seats and seats not in module.only_seats:
            raise ConfigError(
                "{module} is played with {known} seats, got {given}",
                {"module": quote(module.name), "known": _listed(module.only_seats), "given": quote(seats)},
                "MIX-022",
            )
    for name in known_modules:
        if whole and seats in known_modules[name]().more_seats:
            raise ConfigError(
                "{given} seats need the module {module}; without it there are {known}",
                {"given": quote(seats), "module": quote(name), "known": _listed(possible)},
                "MIX-022",
            )
    raise ConfigError("seats must be one of {known}, got {given}", {"known": _listed(possible), "given": quote(seats)})


def _listed(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers))


def _options(given: Mapping[str, Any], seats: int, modules: Sequence[IslandModule]) -> dict[str, Any]:
    check_owners(modules)
    options = usual_options(modules)
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


def terrains_of(modules: Sequence[IslandModule]) -> dict[str, Terrain]:
    """The terrains of a game by name: the base's and those of its modules. ConfigError if two have one name."""
    data = figures()
    terrains = {name: Terrain(good) for name, good in data["terrain"].items()}
    terrains |= {name: Terrain(water=True) for name in data["water"]}
    owners = dict.fromkeys(terrains, "island")
    for module in modules:
        for name, terrain in module.terrains.items():
            if name in terrains:
                raise ConfigError(
                    "the terrain {name} of {owner} is already declared by {other}",
                    {"name": quote(name), "owner": quote(module.name), "other": quote(owners[name])},
                )
            owners[name] = module.name
            terrains[name] = terrain
    return terrains


def sites_of(modules: Sequence[IslandModule]) -> dict[str, str]:
    """The words of sites of a game with their kinds of place. ConfigError if two modules own one word."""
    words = dict(SITES)
    owners = dict.fromkeys(words, "island")
    for module in modules:
        for word, kind in module.sites.items():
            if word in words:
                raise ConfigError(
                    "the site {name} of {owner} is already declared by {other}",
                    {"name": quote(word), "owner": quote(module.name), "other": quote(owners[word])},
                )
            owners[word] = module.name
            words[word] = kind
    return words


def layouts_of(modules: Sequence[IslandModule]) -> dict[str, IslandModule]:
    """The module that deals each added layout, by name. ConfigError if two modules deal one of the same name.

    A module may also deal one in place of the base's.
    """
    dealers: dict[str, IslandModule] = {}
    for module in modules:
        for name in module.layouts:
            if name in dealers:
                raise ConfigError(
                    "the layout {name} of {owner} is already declared by {other}",
                    {"name": quote(name), "owner": quote(module.name), "other": quote(dealers[name].name)},
                )
            dealers[name] = module
    return dealers


def seeded(rng: random.Random | None, where: str) -> random.Random:
    """Return `rng`, which `where` needs. Raises ConfigError if the config came without a seed."""
    if rng is None:
        raise ConfigError("{where} is dealt at random: give a seed", {"where": where})
    return rng


def _layout(
    given: object,
    seats: int,
    options: dict[str, Any],
    modules: Sequence[IslandModule],
    terrains: Mapping[str, Terrain],
    rng: random.Random | None,
) -> Layout:
    goods = list(dict.fromkeys([*figures()["goods"], *(terrain.good for terrain in terrains.values() if terrain.good)]))
    known = Vocabulary(terrains, goods, sites_of(modules))
    dealers = layouts_of(modules)
    where = f"layout = {quote(given)}"
    if isinstance(given, Mapping):
        return custom(cast("Mapping[str, Any]", given), known)
    if isinstance(given, str) and given in dealers:
        dealt = dealers[given].lay(given, seats, options, rng)
        # Parse it as a record would be parsed, so that a layout that could not be reloaded is refused now.
        layout = replace(custom(dealt.to_dict(), known), starts=dealt.starts)
    elif given == "beginner":
        layout = beginner()
    elif given in LAYOUTS:
        layout = variable(str(given), str(options["spiral_from"]), seeded(rng, where))
    else:
        raise ConfigError(
            "layout must be one of {known} or a table with hexes and harbors, got {given}",
            {"known": ", ".join(dict.fromkeys([*LAYOUTS, *dealers])), "given": quote(given)},
        )
    if options["harbors"] == "shuffled":
        layout = shuffle_harbors(layout, seeded(rng, "options.harbors = 'shuffled'"))
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
