"""The views of modules that there are, by the name of the module; this table and a file beside it make a new one."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final

from bastide.carcassonne.base.carcassonne import Carcassonne
from bastide.view.carcassonne.modules.hills import HillsView
from bastide.view.carcassonne.modules.inns import InnsView
from bastide.view.carcassonne.modules.river import RiverView
from bastide.view.carcassonne.modules.traders import TradersView
from bastide.view.carcassonne.modules.view import ModuleView
from bastide.view.carcassonne.modules.wheel import WheelView

VIEWS: Final[dict[str, Callable[[], ModuleView]]] = {
    "river": RiverView,
    "inns": InnsView,
    "traders": TradersView,
    "hills": HillsView,
    "wheel": WheelView,
}


def view_of(name: str) -> ModuleView:
    """The view of a module; one that has none shows nothing of its own."""
    return _view(name) if name in VIEWS else ModuleView()


@cache
def _view(name: str) -> ModuleView:
    return VIEWS[name]()


def views_of(r: Carcassonne) -> list[ModuleView]:
    """The views of the modules of a game, in their order."""
    return [view_of(module.name) for module in r.modules]
