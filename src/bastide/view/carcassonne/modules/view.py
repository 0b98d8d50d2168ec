"""What the view of a module says; see the package."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from bastide.carcassonne.base.carcassonne import Carcassonne
from bastide.carcassonne.tiles.model import Tile
from bastide.kernel.state import Event
from bastide.view.carcassonne.model import Stock, Token
from bastide.view.model import Say, Target

if TYPE_CHECKING:
    from bastide.view.carcassonne.glance import Glance


class ModuleView:
    """What a module shows; every default shows nothing."""

    name = ""
    """The module, as a config names it."""
    symbols: ClassVar[Mapping[str, str]] = {}
    """Drawings of its figures (`f-<word>`) and tokens (`k-<kind>`), as SVG on half tile units round a point."""
    emblem: ClassVar[Mapping[str, tuple[float, float]]] = {}
    """By figure: where its player's emblem stands on it."""

    squares = 0
    """How many squares a side the module's board has, if it begins with one."""

    def tiles(self) -> Sequence[Tile]:
        """What is laid like tiles and is not drawn one by one."""
        return ()

    def ground(self) -> str:
        """What lies on the table under the tiles, on half tile units from the corner of the place 0,0."""
        return ""

    def outlines(self) -> Mapping[str, tuple[str, ...]]:
        """For what `tiles` gives: its sections as path text, from the corner of its square; empty where it has none."""
        return {}

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

    def target(self, g: Glance, notation: str) -> Target | None:
        """A decision of the module that is a place on the table; it needs no button then."""
        return None

    def option(self, g: Glance, notation: str) -> Say | None:
        """What a decision of the module is called on a button."""
        return None
