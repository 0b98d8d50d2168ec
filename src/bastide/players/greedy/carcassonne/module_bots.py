"""Finds what the modules of a game bring to the greedy bot."""

from __future__ import annotations

from bastide.carcassonne.base.carcassonne import Carcassonne
from bastide.kernel.rooms import floor
from bastide.players.greedy.carcassonne.module_bot import ModuleBot


def bots_of(r: Carcassonne) -> list[ModuleBot]:
    """The bots of a game's modules, in their order; modules without one are left out."""
    known = [floor("carcassonne", module.name, "bot") for module in r.modules]
    return [make(r) for make in known if make is not None]
