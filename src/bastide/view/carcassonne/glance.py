"""One look at a game of Carcassonne for one viewer: what the parts of the view share."""

from __future__ import annotations

from bastide.carcassonne.base.carcassonne import Carcassonne
from bastide.carcassonne.base.tables import SECTIONS
from bastide.carcassonne.tiles.model import NAMES, Tile
from bastide.kernel.game import Game
from bastide.view.carcassonne.module_view import ModuleView


class Glance:
    """A game seen by a viewer (a seat, SPECTATOR or OPEN), with its rules and module views."""

    def __init__(self, game: Game, rules: Carcassonne, viewer: int, modules: list[ModuleView]) -> None:
        self.game = game
        self.rules = rules
        self.state = game.state
        self.viewer = viewer
        self.on_turn = self.cell(rules.on_turn)
        self.actors = game.actors
        self.optional = game.optional
        may_act = viewer >= 0 and viewer in (*self.actors, *self.optional)
        self.legal: list[str] = game.simple(viewer) if may_act else []
        self.forms: list[str] = game.forms(viewer) if may_act else []
        self.phase = "over" if game.over else rules.phases[self.cell(int(game.state.top()))].name
        self.modules: list[ModuleView] = modules

    def cell(self, offset: int) -> int:
        """One cell of the state as a plain number."""
        return int(self.state.cells[offset])

    @property
    def laid(self) -> int:
        """How many tiles lie on the table."""
        return self.cell(self.rules.tiles)

    def kind_at(self, tile: int) -> int:
        """The kind of a tile, by its index in placement order."""
        return self.cell(self.rules.lies + tile) // 4

    def turns_at(self, tile: int) -> int:
        """The quarter turns of a tile."""
        return self.cell(self.rules.lies + tile) % 4

    def place_at(self, tile: int) -> tuple[int, int]:
        """Where a tile lies."""
        position = self.cell(self.rules.position + tile)
        return int(self.rules.x_of(position)), int(self.rules.y_of(position))

    def section_name(self, tile: int, section: int) -> str:
        """A section's name on a tile as laid."""
        lies = self.cell(self.rules.lies + tile)
        return NAMES[int(self.rules.tables.name_of[lies * int(SECTIONS) + section])]

    def follows(self, word: str) -> bool:
        """Whether a kind of figure is a follower."""
        return bool(self.rules.figure_follows[self.rules.figure_words.index(word)])

    def weight(self, word: str) -> int:
        """What a kind of figure counts in majorities."""
        return int(self.rules.figure_weight[self.rules.figure_words.index(word)])

    def number(self, kind: int) -> int:
        """The wheel number of a kind, 0 for none."""
        return number_of(self.rules.tables.names[kind])


def number_of(name: str) -> int:
    """The wheel number in the name of a kind: the part after the slash."""
    _, _, number = name.rpartition("/")
    return int(number) if number.isdigit() and number != name else 0


def tile_of(rules: Carcassonne, kind: int) -> Tile:
    """The type of tile of a kind."""
    tile: Tile = rules.tables.tiles[kind]
    return tile
