"""The pages of a game's modules, by module name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, cast

from bastide.kernel.rooms import floor
from bastide.view.island.model import IslandView, SeatView
from bastide.view.island.module_views import view_of
from bastide.view.model import View
from bastide.web.panels.module_page import ModulePage


def module_pages(view: View) -> list[tuple[ModulePage, Any]]:
    """The pages of a game's modules in order, each with its module's view data."""
    return [(page, own) for _, page, own in named_pages(view)]


def named_pages(view: View) -> list[tuple[str, ModulePage, Any]]:
    """The same with the modules' names."""
    brought = cast(IslandView, view).modules if view.family == IslandView.family else {}
    return [(name, page, own) for name, own in brought.items() if (page := floor("island", name, "page")) is not None]


def pages_of(names: Iterable[str]) -> Iterator[ModulePage]:
    """The pages of these modules of the island, in order."""
    return (page for name in names if (page := floor("island", name, "page")) is not None)


def dealing_page(view: IslandView) -> ModulePage | None:
    """The page of the module that deals the cards in place of the base; None where the base deals them."""
    name = next((name for name in view.modules if view_of(name).deals_cards), None)
    if name is None:
        return None
    return cast(ModulePage, floor("island", name, "page") or ModulePage())


def seen_of(view: IslandView, seat: SeatView) -> Iterator[tuple[ModulePage, Any]]:
    """The pages of a game's modules, each with the inputs of that player's figures."""
    return ((page, page.seen(own, seat.seat)) for page, own in module_pages(view))
