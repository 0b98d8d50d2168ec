"""How the modules of a game are shown, by the name of the module."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from bastide.carcassonne.base.carcassonne import Carcassonne
from bastide.kernel.rooms import floor, floors, rooms
from bastide.view.carcassonne.art import sheet
from bastide.view.carcassonne.module_view import ModuleView
from bastide.view.owners import BASE, compatible, merged


@cache
def view_of(name: str) -> ModuleView:
    """The view of a module; the empty default if it has none."""
    found: ModuleView | None = floor("carcassonne", name, "view")
    return ModuleView() if found is None else found


def all_views() -> list[ModuleView]:
    """The views of all known modules; a plug-in that conflicts with the others is left out."""
    return list(_compatible().values())


@cache
def _compatible() -> Mapping[str, ModuleView]:
    return compatible(floors("carcassonne", "view"), rooms("carcassonne"), check_views)


def check_views(views: Mapping[str, ModuleView]) -> None:
    """Refuse modules that draw the same figure, token or scenery, or place the same tag; `views` are theirs, by name.

    :raises Collision: names it and both owners.
    """
    merged("the drawing", [(owner, view.symbols) for owner, view in views.items()])
    merged("the scenery", [(BASE, sheet("scenery")), *((owner, view.scenery) for owner, view in views.items())])
    merged("the tag", [(owner, view.tags) for owner, view in views.items()])


def check_view(name: str) -> None:
    """Refuse a plug-in whose view is left out. Raises Collision."""
    check_views({**_compatible(), name: view_of(name)})


def views_of(r: Carcassonne) -> list[ModuleView]:
    """The views of the modules of a game, in their order."""
    return [view_of(module.name) for module in r.modules]
