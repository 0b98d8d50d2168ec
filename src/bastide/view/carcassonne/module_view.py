"""What a module's view provides; see the package."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from bastide.carcassonne.base.carcassonne import Carcassonne
from bastide.carcassonne.tiles.model import Tile
from bastide.kernel.state import Event
from bastide.view.carcassonne.model import Feature, Sign, Stock, Token
from bastide.view.model import Say, Target

if TYPE_CHECKING:
    from bastide.view.carcassonne.glance import Glance
    from bastide.view.carcassonne.tiles.plan import Plan


class ModuleView:
    """What a module shows; every default shows nothing."""

    name = ""
    """The module's name in a config."""
    symbols: ClassVar[Mapping[str, str]] = {}
    """Drawings of its figures (`f-<word>`) and tokens (`k-<kind>`), as SVG in half tile units round a point."""
    emblem: ClassVar[Mapping[str, tuple[float, float]]] = {}
    """By figure: the place of its player's emblem."""

    scenery: ClassVar[Mapping[str, str]] = {}
    """Drawings of scenery on its tiles, by id."""
    tags: ClassVar[Mapping[str, str]] = {}
    """How the tags that its set declares are placed on tiles: see `view.carcassonne.tiles.marks`."""
    reasons: ClassVar[Mapping[str, Say]] = {}
    """Why a decision is good if the term of this name speaks for it (`ModuleBot.term`): one sentence for hints."""
    icon = ""
    """The icon under the numbers on copies of tiles, if the module gives them a meaning."""

    squares = 0
    """The side of the module's starting board in squares, if it has one."""

    def tiles(self) -> Sequence[Tile]:
        """Squares placed like tiles but not drawn one by one. [collected]"""
        return ()

    def ground(self) -> str:
        """What is drawn under the tiles, in half tile units from the corner of place 0,0. [collected]"""
        return ""

    def signs(self) -> Sequence[Sign]:
        """The words on its board. [collected]"""
        return ()

    def outlines(self) -> Mapping[str, tuple[str, ...]]:
        """For each of `tiles`: its sections as path text, from its square's corner; empty where it has none.

        [collected]
        """
        return {}

    def lay_water(self, plan: Plan) -> None:
        """Add the water of a tile to its plan, before its roads; called for every tile. [each]"""

    def tokens(self, g: Glance) -> list[Token]:
        """What lies on the table beside tiles and figures. [collected]"""
        return []

    def goods(self, g: Glance, seat: int) -> list[Stock]:
        """A player's goods, besides figures. [collected]"""
        return []

    def line(self, r: Carcassonne, event: Event) -> tuple[str, Say] | None:
        """The log line for an event of the module: icon and sentence. None for no line. [first]"""
        return None

    def prompt(self, g: Glance) -> Say | None:
        """The prompt in a phase of the module: to the viewer if they are to act, else about others. [first]"""
        return None

    def target(self, g: Glance, notation: str) -> Target | None:
        """A decision of the module as a place on the table; it then needs no button. [collected]"""
        return None

    def tip(self, g: Glance, word: str, feature: Feature) -> list[Say]:
        """What one of its figures that is no follower would do on a feature; nothing for other figures. [collected]"""
        return []

    def option(self, g: Glance, notation: str) -> Say | None:
        """The label of a module's decision on a button. [first]"""
        return None
