"""What a module's author says of its invariants, so that any set of modules can be checked."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from typing import Final

from bastide.catan.base.seams import ModuleRules
from bastide.catan.family import IslandGame
from bastide.kernel.game import Game
from bastide.kernel.plugins import MODULES, check_kind, load, plugin
from bastide.kernel.rooms import EXAMPLE, rooms
from bastide.kernel.state import State

FILE: Final = "invariants"
"""The file of a plug-in's package that has its `OWN`, an object of a subclass of `Own`. A plug-in may lack it."""
PLACES: Final = (FILE, f"rules.{FILE}")
"""Where a room of Bastide has its `OWN`, in its folder of Bastide's tests, which are not installed."""


class NotInstalled(LookupError):
    """The invariants of a room of Bastide are in its tests, which are not here."""


class Own:
    """The invariants of a module that changes none of the base and adds none."""

    replaces: frozenset[str] = frozenset()
    """The invariants of the base (`invariants.BASE`) that do not hold with it: it has its own in their place."""
    negative: frozenset[str] = frozenset()
    """Its fields, and those of the base, that may be negative."""
    derived: frozenset[str] = frozenset()
    """Its derived fields: `check` compares each with a plain function."""
    absent: frozenset[str] = frozenset()
    """The verbs, phases and events of the base that do not occur with it."""
    unseen: frozenset[str] = frozenset()
    """Its own verbs, phases and events that random games hardly ever bring up; a test of its own plays them."""

    def check(self, r: IslandGame, module: ModuleRules, s: State) -> None:
        """Assert what must hold in a position of the island."""

    def points(self, r: IslandGame, module: ModuleRules, s: State, seat: int) -> int:
        """The open points that it gives a seat."""
        return 0

    def witness(self) -> Callable[[Game], None]:
        """A function that is called after each decision of one game, and asserts what must follow from its events."""
        return nothing


def nothing(game: Game) -> None:
    """Asserts nothing."""


OWN: Final[dict[str, Own]] = {}
"""The invariants of modules by name, as far as they are known by now."""


def own_of(name: str) -> Own:
    """The invariants of a module.

    :raises NotInstalled: it is a room of Bastide, and nothing says them.
    :raises ConfigError: it is a plug-in with a file of invariants that cannot be loaded, or has no `OWN`.
    """
    if name not in OWN:
        for place in (f"tests.expansions.island.{name}.{place}" for place in PLACES):
            try:
                found = find_spec(place) is not None
            except ModuleNotFoundError:  # no such folder
                continue
            if found:
                OWN[name] = importlib.import_module(place).OWN
                return OWN[name]
        if name in rooms("island"):
            raise NotInstalled(f"{name} has no invariants: write OWN in tests/expansions/island/{name}/invariants.py")
        brought = own_of_plugin(name)
        if brought is None:
            return Own()
        OWN[name] = brought
    return OWN[name]


def own_of_plugin(name: str) -> Own | None:
    """The `OWN` in the package of a plug-in; None for one without such a file. Raises ConfigError."""
    found = plugin(MODULES, name)
    if found is None:
        return None
    # A room is a package; rules alone are a class in a module, of a package or by itself.
    package = found.value if ":" not in found.value else found.value.partition(":")[0].rpartition(".")[0]
    if not package or find_spec(f"{package}.{FILE}") is None:
        return None
    brought: Own = load(found, f"{package}.{FILE}:OWN", EXAMPLE)
    check_kind(found, brought, Own)
    return brought


def owns(r: IslandGame) -> Iterator[tuple[Own, ModuleRules]]:
    """The rules of the modules of a game with their invariants."""
    for module in r.module_rules:
        yield own_of(module.name), module
