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
from bastide.kernel.combinations import adapted, check_together
from bastide.kernel.errors import ConfigError, quote
from bastide.kernel.families import check_keys, chosen, given_options, module_names, own_option

if TYPE_CHECKING:
    from bastide.catan.base.module import IslandModule

AWARD_POINTS: Final = 2
"""The points of Longest Road and Largest Army (BASE-043, BASE-044)."""
UNLIMITED: Final = 1_000_000
"""The stock of a good of which the bank has more than any game can hand out."""
ITEMS: Final = ("road", "settlement", "city", "card")
"""The things to buy on the base island."""
LAYOUTS: Final = ("beginner", "spiral", "random")
USUAL_LAYOUT: Final = LAYOUTS[0]
SEATS: Final = (2, 3, 4)
"""The numbers of seats of the island alone; modules add to them and restrict them (`possible_seats`)."""
USUAL_SEATS: Final = 4
DUEL: Final = 2
"""The seats of a game without neutral colours that is a house rule."""
KEYS: Final = ("game", "seats", "modules", "layout", "options", "starts", "analysis")

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


class Item(NamedTuple):
    """A thing to buy that a module adds: see `IslandConfig.add_item`."""

    name: str
    cost: Mapping[str, int]
    supply: int | None
    rule: str
    owner: str


class LineKind(NamedTuple):
    """A kind of line: see `IslandConfig.add_line`. `item` is its number among the things to buy."""

    name: str
    item: int
    joins: tuple[str, ...]
    free: bool
    place_rule: str


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
        self.held = len(self.good_names)  # the number of goods that are cards; those after them lie in purses
        self.terrains = terrains
        self.costs: list[int] = [int(data["cost"][item].get(good, 0)) for item in ITEMS for good in self.good_names]
        self.supply: list[int] = [int(data["pieces"][piece]) for piece in ("road", "settlement", "city")]
        self.items: list[Item] = []  # added by modules
        self.lines = [LineKind("road", 0, (), True, "BASE-029")]  # the kinds of line
        self.colours = seats  # the seats, then colours that nobody plays; a module adds to it
        self.card_names: list[str] = list(data["deck"])
        self.deck: list[int] = [int(n) for n in data["deck"].values()]
        self.goal = int(options["goal"])
        self.hand_limit = int(options["hand_limit"])
        self.turns = int(options["turns"])
        self.offers = int(options["offers"])
        self.trade = str(options["trade"])
        self.first = -1 if options["first"] == "roll" else int(options["first"])
        self.owner = "island"  # the module adding goods, cards or items
        self.good_owners: dict[str, str] = dict.fromkeys(self.good_names, self.owner)
        self.card_owners: dict[str, str] = dict.fromkeys(self.card_names, self.owner)
        self.item_owners: dict[str, str] = dict.fromkeys(ITEMS, self.owner)
        # One settlement each, then another, in the opposite order.
        self.placings = [Placing(turn) for turn in range(seats)]
        self.placings += [Placing(turn, pays=True) for turn in reversed(range(seats))]
        self.first_turn = 0  # who takes the first turn, counted from the starting player like `Placing.turn`
        self.rolls = 1  # rolls of the dice per turn
        # What a turn waits for before its number: a rule and its sentence.
        self.before_number = ("BASE-016", "roll the dice first")
        # The same between the numbers of a turn that has several.
        self.before_next_number = ("BASE-016", "roll the dice again first")
        # The rule by which the goods of a purse pay the bank.
        self.purse_rules: dict[str, str] = {}
        # The points of the two awards; one that is worth none is never given.
        self.route_points = AWARD_POINTS
        self.army_points = AWARD_POINTS
        # Whether cards bought in a turn cannot be played before the next one: not in the frames that close it either.
        self.cards_wait = False
        self.numbers_move = False  # whether number tokens can move during the game
        self.robber = True  # whether there is a robber; without one, its module replaces it on a seven

    def printed_city(self, piece: StartPiece) -> bool:
        """Whether a layout's printed starting piece is a city, as its owner would place one."""
        return any(placing.city for placing in self.placings if placing.turn == 0 and placing.pays == piece.pays)

    def first_points(self) -> list[int]:
        """The points of each seat's starting pieces."""
        points = [0] * self.seats
        for piece in self.layout.starts:
            points[piece.seat] += 2 if self.printed_city(piece) else 1
        if not self.layout.starts:
            for placing in self.placings:
                points[placing.turn] += 2 if placing.city else 1
        return points

    def add_goods(self, stock: Mapping[str, int], purse: bool = False, rule: str = "") -> None:
        """Append goods; no item of the base costs any.

        Goods of a `purse` are not cards: they lie open, count for no hand and can be neither lost nor taken like cards,
        but they pay and are traded; `rule` says how they pay the bank. Give `UNLIMITED` as the stock if the bank never
        runs out. The indices of goods are known from `join` on: cards come before purses.

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
        at = goods if purse else self.held
        rows = [self.costs[i : i + goods] for i in range(0, len(self.costs), goods)]
        self.costs = [n for row in rows for n in [*row[:at], *[0] * len(stock), *row[at:]]]
        self.good_names[at:at] = stock
        self.stock[at:at] = stock.values()
        if not purse:
            self.held += len(stock)
        elif rule:
            self.purse_rules.update(dict.fromkeys(stock, rule))

    def add_card(self, name: str, count: int) -> int:
        """Add a development card, so many of it to the deck, and return its kind.

        The counts of the base's cards can be changed in `deck`. Raises ConfigError if another owner has a card of that
        name.
        """
        if name in self.card_owners:
            raise ConfigError(
                "the card {name} of {owner} is already declared by {other}",
                {"name": quote(name), "owner": quote(self.owner), "other": quote(self.card_owners[name])},
            )
        self.card_owners[name] = self.owner
        self.card_names.append(name)
        self.deck.append(count)
        return len(self.deck) - 1

    def add_item(self, name: str, cost: Mapping[str, int], supply: int | None = None, rule: str = "") -> int:
        """Add a thing to buy and return its number, which follows those of ROAD to CARD.

        `cost` is by good, `supply` the number of pieces of each seat (None: not counted), `rule` the id that refusals
        quote. Raises ConfigError if another owner has an item of that name.
        """
        if name in self.item_owners:
            raise ConfigError(
                "the item {name} of {owner} is already declared by {other}",
                {"name": quote(name), "owner": quote(self.owner), "other": quote(self.item_owners[name])},
            )
        self.item_owners[name] = self.owner
        self.items.append(Item(name, cost, supply, rule, self.owner))
        return len(ITEMS) + len(self.items) - 1

    def all_costs(self) -> list[int]:
        """The cost of every item, the added ones last: a row of goods for each.

        Raises ConfigError if one costs a good that this game lacks.
        """
        for item in self.items:
            for good in item.cost:
                if good not in self.good_owners:
                    raise ConfigError(
                        "the item {name} of {owner} costs {given}, which is no good of this game; there are {known}",
                        {
                            "name": quote(item.name),
                            "owner": quote(item.owner),
                            "given": quote(good),
                            "known": ", ".join(self.good_names),
                        },
                    )
        return self.costs + [item.cost.get(good, 0) for item in self.items for good in self.good_names]

    def add_line(
        self,
        name: str,
        cost: Mapping[str, int],
        supply: int,
        joins: Sequence[str] = (),
        free: bool = False,
        rule: str = "BASE-029",
        place_rule: str = "",
    ) -> None:
        """Add a kind of line: a piece like the road, with a supply and a cost, that is built as `<name> q,r,E`.

        Its edges follow from the seam `line_edges`. A line goes on from an own building or from a line of its own
        kind; without a building between them, it goes on only from the kinds that it `joins`, and they from it. A line
        that is `free` may also be laid in the set-up and with the card for two roads. `rule` is quoted in refusals,
        `place_rule` in those that are about its place.
        """
        item = self.add_item(name, cost, supply, rule)
        self.lines.append(LineKind(name, item, tuple(joins), free, place_rule or rule))


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
    # Modules that exclude each other are refused first.
    check_together("island", made, own_map=isinstance(config.get("layout"), Mapping))
    seats = _seats(config, made, known_modules)
    laid_out = config.get("layout", USUAL_LAYOUT)
    given = _renamed(given, made)
    options = _options(given, seats, made, laid_out if isinstance(laid_out, str) else "")
    # A config with all options is one that a game has resolved, as records store it: its map was dealt.
    if isinstance(laid_out, Mapping) and not DEFAULTS.keys() <= given.keys():
        _check_dealing(options, made)
    if "starts" in config and "pieces" not in given:
        options["pieces"] = "printed"  # pieces that a config gives are as if printed
    terrains = terrains_of(made)
    layout = _layout(laid_out, seats, options, made, terrains, rng)
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
            *others, last = module.only_seats
            # Two without neutral colours have a rule of their own.
            rule = "TB-GEN-012" if seats == DUEL and module.role in ("extension", "scenario") else "MIX-022"
            if others:
                raise ConfigError(
                    "{module} is played with {known} or {last} seats, got {given}",
                    {"module": quote(module.name), "known": _listed(others), "last": last, "given": quote(seats)},
                    rule,
                )
            raise ConfigError(
                "{module} is played with {last} seats, got {given}",
                {"module": quote(module.name), "last": last, "given": quote(seats)},
                rule,
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


def _renamed(given: Mapping[str, Any], modules: Sequence[IslandModule]) -> dict[str, Any]:
    """A config's options under the names that they have now; an earlier name yields to the present one."""
    out = dict(given)
    present = {option for module in modules for option in module.options}
    for module in modules:
        for before, now in module.renamed.items():
            if before in out and before not in present:
                value = out.pop(before)
                out.setdefault(now, value)
    return out


def _options(given: Mapping[str, Any], seats: int, modules: Sequence[IslandModule], layout: str) -> dict[str, Any]:
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


def _check_dealing(options: Mapping[str, Any], modules: Sequence[IslandModule]) -> None:
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


def terrains_of(modules: Sequence[IslandModule]) -> dict[str, Terrain]:
    """The terrains of a game by name: the base's and those of its modules. ConfigError if two have one name."""
    data = figures()
    terrains = {name: Terrain(good, desert=name == "desert") for name, good in data["terrain"].items()}
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
