"""How the modules of a game are shown, by the name of the module."""

from __future__ import annotations

from functools import cache

from bastide.carcassonne.base.carcassonne import Carcassonne
from bastide.kernel.rooms import floor, floors
from bastide.view.carcassonne.module_view import ModuleView


@cache
def view_of(name: str) -> ModuleView:
    """The view of a module; the empty default if it has none."""
    found: ModuleView | None = floor("carcassonne", name, "view")
    return ModuleView() if found is None else found


def all_views() -> list[ModuleView]:
    """The views of all known modules."""
    return list(floors("carcassonne", "view").values())


def views_of(r: Carcassonne) -> list[ModuleView]:
    """The views of the modules of a game, in their order."""
    return [view_of(module.name) for module in r.modules]
