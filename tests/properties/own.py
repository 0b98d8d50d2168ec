"""What an expansion's tests say of its invariants, so that any set of expansions can be checked.

`OWN` stands in the `invariants.py` of an expansion's tests, or in `rules/invariants.py` if they have folders.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator
from functools import cache
from importlib.util import find_spec

from bastide.catan.base.seams import ModuleRules
from bastide.catan.family import IslandGame
from bastide.kernel.game import Game
from bastide.kernel.rooms import rooms
from bastide.kernel.state import State

PLACES = ("invariants", "rules.invariants")


class Own:
    """The invariants of a module that changes none and adds none."""

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
        """Assert what must hold in a position."""

    def points(self, r: IslandGame, module: ModuleRules, s: State, seat: int) -> int:
        """The open points that it gives a seat."""
        return 0

    def witness(self) -> Callable[[Game], None]:
        """A function that is called after each decision of one game, and asserts what must follow from its events."""
        return nothing


def nothing(game: Game) -> None:
    """Asserts nothing."""


@cache
def own_of(name: str) -> Own:
    """The invariants of a module. Raises LookupError if it is a room whose tests say nothing of them."""
    for place in PLACES:
        where = f"tests.expansions.island.{name}.{place}"
        try:
            found = find_spec(where) is not None
        except ModuleNotFoundError:  # no such folder
            found = False
        if found:
            own = importlib.import_module(where).OWN
            assert isinstance(own, Own)
            return own
    if name not in rooms("island"):
        return Own()
    raise LookupError(f"{name} has no invariants: write OWN in tests/expansions/island/{name}/invariants.py")


def owns(r: IslandGame) -> Iterator[tuple[Own, ModuleRules]]:
    """The rules of the modules of a game with their invariants."""
    for module in r.module_rules:
        yield own_of(module.name), module
