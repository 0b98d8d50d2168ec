"""How the modules of Carcassonne are shown: each brings its drawings and words in a file of this folder.

A `ModuleView` says of its module what the base cannot know: what lies on the table and in front of players, what its
events and decisions are called, how its figures and tokens are drawn. What it does not say is shown plainly: figures
with the word that places them, decisions in their notation. `VIEWS` is all that a new one touches.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

from bastide.carcassonne.base.carcassonne import Carcassonne
from bastide.kernel.state import Event
from bastide.view.carcassonne.model import Stock, Token
from bastide.view.model import Say

if TYPE_CHECKING:
    from bastide.view.carcassonne.glance import Glance


class ModuleView:
    """What a module shows; every default shows nothing."""

    name = ""
    """The module, as a config names it."""
    symbols: Mapping[str, str] = {}
    """Drawings of its figures (`f-<word>`) and tokens (`k-<kind>`), as SVG on half tile units round a point."""
    emblem: Mapping[str, tuple[float, float]] = {}
    """By figure: where its player's emblem stands on it."""

    def tokens(self, g: Glance) -> list[Token]:
        """What lies on the table beside tiles and figures."""
        return []

    def goods(self, g: Glance, seat: int) -> list[Stock]:
        """What lies in front of a player beside figures."""
        return []

    def line(self, r: Carcassonne, event: Event) -> tuple[str, Say] | None:
        """The line of the log for an event of the module: what sign, and the sentence. None to say nothing."""
        return None

    def prompt(self, g: Glance) -> Say | None:
        """What is asked in a phase of the module: of the viewer if they are to act, else of others."""
        return None

    def option(self, g: Glance, notation: str) -> Say | None:
        """What a decision of the module is called on a button."""
        return None


VIEWS: Final[dict[str, Callable[[], ModuleView]]] = {}
"""The views there are, by the name of the module."""


def views_of(r: Carcassonne) -> list[ModuleView]:
    """The views of the modules of a game, in their order."""
    return [VIEWS[module.name]() for module in r.modules if module.name in VIEWS]
