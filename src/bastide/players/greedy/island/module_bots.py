"""What the modules of a game bring to the greedy bot.

A game with a module that brings nothing is played too: what it asks is answered by chance, what it brings is worth the
points that it gives.
"""

from __future__ import annotations

from bastide.catan.base.island import Island
from bastide.kernel.rooms import floor
from bastide.players.greedy.island.module_bot import ModuleBot


def bots_of(r: Island) -> list[ModuleBot]:
    """The bots of a game's modules, in their order; those without one are left out."""
    known = [floor("island", module.name, "bot") for module in r.modules]
    return [make(r) for make in known if make is not None]
