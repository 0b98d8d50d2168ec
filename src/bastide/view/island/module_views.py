"""The views of a game's modules, by module name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Final

from bastide.catan.base.island import Island
from bastide.kernel.rooms import floor, floors, rooms
from bastide.kernel.state import Event
from bastide.view.island.base_view import BASE_VIEW
from bastide.view.island.model import IslandView
from bastide.view.island.module_view import ModuleView
from bastide.view.owners import BASE, Collision, compatible, merged
from bastide.view.styles import collected

PLAIN: Final = ModuleView()


@cache
def view_of(name: str) -> ModuleView:
    """The view of a module; the empty default if it has none."""
    found: ModuleView | None = floor("island", name, "view")
    return PLAIN if found is None else found


@cache
def all_views() -> Mapping[str, ModuleView]:
    """The views of all known modules, by name; a plug-in that conflicts with the base is left out.

    Modules that are never at one table may declare the same; `check_together` looks at those that are.

    :raises Collision: one of our own declares an event, verb, sign, piece, good, card, deck or die of the base.
    """
    return compatible(floors("island", "view"), rooms("island"), check_each)


def check_each(views: Mapping[str, ModuleView]) -> None:
    """Refuse modules that repeat a declaration of the base. Raises Collision."""
    for name, view in views.items():
        check_views({name: view})


def check_views(views: Mapping[str, ModuleView]) -> None:
    """Refuse modules that repeat another's or the base's declaration: `views` are theirs, by name.

    :raises Collision: names the declaration and both owners.
    """
    owned = [(BASE, BASE_VIEW), *views.items()]
    merged("the event", [(owner, view.fields) for owner, view in owned])
    merged("the verb", [(owner, view.hints) for owner, view in owned])
    merged("the sign", [(owner, view.signs) for owner, view in owned])
    collected((owner, view.styles) for owner, view in views.items())
    for owner, view in owned:
        for kind in [*view.secrets, *view.plain]:
            if kind not in view.fields:
                raise Collision(f"{owner} tells of the event {kind!r}, which is not among its own")


def views_of(rules: Island) -> tuple[ModuleView, ...]:
    """The views of a game's modules, in their order.

    :raises Collision: two of them cannot be shown at one table; see `check_together`.
    """
    return _views(tuple(module.name for module in rules.modules))


@lru_cache
def _views(names: tuple[str, ...]) -> tuple[ModuleView, ...]:
    views = {name: view_of(name) for name in names}
    check_together(views)
    return tuple(views.values())


def check_together(views: Mapping[str, ModuleView]) -> None:
    """Refuse modules that cannot be shown at one table; `views` are theirs, by name.

    :raises Collision: two of them declare the same, or deal the cards of a seat.
    """
    check_views(views)
    dealers = [name for name, view in views.items() if view.deals_cards]
    if len(dealers) > 1:
        raise Collision(f"the cards of a seat are dealt by {dealers[0]} and by {dealers[1]}")


def named_views(rules: Island) -> dict[str, ModuleView]:
    """The same by name."""
    return {module.name: view_of(module.name) for module in rules.modules}


def cause_of(rules: Island, events: Sequence[Event]) -> str | None:
    """The key of the module's cause that makes seats owe cards after a decision; None for a seven.

    A decision belongs to one module, and only that one answers.
    """
    return next((cause for view in views_of(rules) if (cause := view.cause(rules, events)) is not None), None)


def dealer(view: IslandView) -> ModuleView:
    """The expansion that deals the cards, at most one; the empty default if the base deals them."""
    return next((module for name in view.modules if (module := view_of(name)).deals_cards), PLAIN)


def card_key(view: IslandView, kind: str) -> str:
    """The key of a card's name, from the expansion that deals the cards."""
    return dealer(view).card_key(kind)


def edition(view: IslandView) -> str:
    """The edition whose names are used; empty if no expansion has several. It is one game-wide option."""
    return next((found for name, own in view.modules.items() if (found := view_of(name).edition(own))), "")
