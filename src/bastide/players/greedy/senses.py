"""The expansions of the island that the greedy bot has a sense for, by the name of their module.

A game with a module that is not listed is played too: what it asks is answered by chance, what it brings is worth the
points that it gives.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from bastide.catan.base.island import Island
from bastide.players.greedy.knights.sense import KnightsSense
from bastide.players.greedy.sense import Sense

SENSES: Final[dict[str, Callable[[Island], Sense]]] = {"cities_knights": KnightsSense}


def senses_of(r: Island) -> list[Sense]:
    """The senses for the modules of a game, in their order."""
    return [SENSES[module.name](r) for module in r.modules if module.name in SENSES]
