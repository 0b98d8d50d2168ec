"""Reading a config of the island: checking it, and dealing a layout that is not given by coordinates.

A config names the seats, the modules, the layout and the options; replaying the resolved config in a record needs no
random numbers.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, cast

from bastide.catan.base.config import SITES, IslandConfig, figures
from bastide.catan.base.options import DEFAULTS, LAYOUTS, USUAL_LAYOUT, check_dealing, checked_options, renamed
from bastide.catan.board.layout import Layout, StartPiece, beginner, shuffle_harbors, variable
from bastide.catan.board.reader import Vocabulary, custom
from bastide.catan.board.terrain import Terrain
from bastide.kernel.combinations import adapted, check_together
from bastide.kernel.errors import ConfigError, declared_twice, quote
from bastide.kernel.families import check_keys, given_options, module_names

if TYPE_CHECKING:
    from bastide.catan.base.module import IslandModule

SEATS: Final = (2, 3, 4)
"""The numbers of seats of the island alone; modules add to them and restrict them (`possible_seats`)."""
USUAL_SEATS: Final = 4
DUEL: Final = 2
"""The seats of a game without neutral colours that is a house rule."""
KEYS: Final = ("game", "seats", "modules", "layout", "options", "starts", "analysis")


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
    given = renamed(given, made)
    options = checked_options(given, seats, made, laid_out if isinstance(laid_out, str) else "")
    # A config with all options is one that a game has resolved, as records store it: its map was dealt.
    if isinstance(laid_out, Mapping) and not DEFAULTS.keys() <= given.keys():
        check_dealing(options, made)
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


def terrains_of(modules: Sequence[IslandModule]) -> dict[str, Terrain]:
    """The terrains of a game by name: the base's and those of its modules. ConfigError if two have one name."""
    data = figures()
    terrains = {name: Terrain(good, desert=name == "desert") for name, good in data["terrain"].items()}
    terrains |= {name: Terrain(water=True) for name in data["water"]}
    owners = dict.fromkeys(terrains, "island")
    for module in modules:
        for name, terrain in module.terrains.items():
            if name in terrains:
                raise declared_twice(
                    "the terrain {name} of {owner} is already declared by {other}", name, module.name, owners[name]
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
                raise declared_twice(
                    "the site {name} of {owner} is already declared by {other}", word, module.name, owners[word]
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
                raise declared_twice(
                    "the layout {name} of {owner} is already declared by {other}", name, module.name, dealers[name].name
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
