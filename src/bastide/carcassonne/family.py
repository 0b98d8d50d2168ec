"""Puts a configured game of Carcassonne together: config, tiles, modules, verbs, phases, the first position."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from bastide.carcassonne.base.carcassonne import Carcassonne
from bastide.carcassonne.base.config import CarcassonneConfig, read, resolved
from bastide.carcassonne.base.laying import lay, new_place
from bastide.carcassonne.base.notation import read_action
from bastide.carcassonne.base.seams import CarcassonneModule
from bastide.carcassonne.base.tables import TileTables
from bastide.carcassonne.base.turn import (
    DrawPhase,
    DrawVerb,
    FigurePhase,
    MeepleVerb,
    PassVerb,
    TilePhase,
    TileVerb,
    begin_turn,
)
from bastide.carcassonne.base.why import why_not
from bastide.carcassonne.tiles.load import tiles_of
from bastide.carcassonne.tiles.model import Tile
from bastide.kernel.errors import IllegalAction
from bastide.kernel.families import in_order
from bastide.kernel.state import Event, State

MODULES: Final[dict[str, Callable[[], CarcassonneModule]]] = {}
"""The modules there are, by name; this list and the module's folder are all that an expansion touches."""

BASE_SET: Final = "base"


class CarcassonneGame(Carcassonne):
    """The configured game with its verbs and phases."""

    def __init__(
        self,
        config: CarcassonneConfig,
        tables: TileTables,
        counts: list[int],
        start: int,
        modules: list[CarcassonneModule],
    ) -> None:
        super().__init__(config, tables, counts, start, modules)
        draw, tile, meeple, pass_ = DrawVerb(self), TileVerb(self), MeepleVerb(self), PassVerb(self)
        self.add_verb(draw)
        self.add_verb(meeple)
        self.add_verb(pass_)
        self.add_verb(tile)
        self.draw_offset = draw.offset
        self.tile_offset = tile.offset
        self.meeple_offset = meeple.offset
        self.pass_offset = pass_.offset
        self.draw_phase = self.add_phase(DrawPhase(self))
        self.tile_phase = self.add_phase(TilePhase(self))
        self.figure_phase = self.add_phase(FigurePhase(self))
        for module in modules:
            module.join(self)

    def start(self) -> State:
        """The first position: the start tile lies out, the first seat draws."""
        return self._begin(None)

    def _begin(self, journal: list[Event] | None) -> State:
        s = State(vec[i64]([0] * self.schema.size))
        s.journal = journal
        c = s.cells
        for kind in range(self.tables.kinds):
            c[self.left + kind] = self.counts[kind]
            c[self.stack] += self.counts[kind]
        for seat in range(self.seats):
            c[self.supply + seat] = self.followers
        if not (self.modular and self.seams.begin(s)):
            lay(self, s, new_place(self, s, self.position_of(0, 0)), self.start_kind * 4)
            s.emit("laid", -1, self.start_kind, self.position_of(0, 0), 0)
        begin_turn(self, s, self.first_seat)
        return s

    def read(self, text: str) -> list[int]:
        """The code of one decision in notation. Raises InvalidAction."""
        return read_action(self, text)

    def write(self, codes: list[int]) -> str:
        """One decision in notation."""
        verb = self.verb_of[codes[0]]
        return verb.describe(codes[0] - verb.offset)

    def why_not(self, s: State, seat: i64, codes: list[int]) -> IllegalAction:
        """The rule against a decision."""
        return why_not(self, s, seat, codes)

    def opening(self) -> list[Event]:
        """What the first position tells: the start tile, and whose turn it is."""
        events: list[Event] = []
        self._begin(events)
        return events

    def resolved(self) -> dict[str, Any]:
        """The config with every option and who begins."""
        return resolved(self.config)


def configure(config: Mapping[str, Any], rng: random.Random | None) -> CarcassonneGame:
    """The rules of one game of Carcassonne. Raises ConfigError."""
    checked = read(config, rng, MODULES)
    modules = in_order([MODULES[name]() for name in checked.module_names])
    tiles: list[Tile] = list(tiles_of(BASE_SET))
    for module in modules:
        for name in module.sets:
            tiles += tiles_of(name)
    start = next(kind for kind, tile in enumerate(tiles) if tile.start)
    # The start tile is one of its kind's copies, and lies out.
    counts = [tile.copies - int(kind == start) for kind, tile in enumerate(tiles)]
    return CarcassonneGame(checked, TileTables(tiles, [tile.short for tile in tiles]), counts, start, modules)
