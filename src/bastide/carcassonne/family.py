"""Builds a configured game of Carcassonne: config, tiles, modules, verbs, phases, the first position."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from bastide.carcassonne.base.carcassonne import Carcassonne
from bastide.carcassonne.base.config import CarcassonneConfig, read, resolved
from bastide.carcassonne.base.laying import lay, new_place
from bastide.carcassonne.base.notation import read_action
from bastide.carcassonne.base.refusals import why_not
from bastide.carcassonne.base.seams import CarcassonneModule, ModuleRules
from bastide.carcassonne.base.tables import Kind
from bastide.carcassonne.base.turn import (
    DrawPhase,
    DrawVerb,
    FigurePhase,
    FigureVerb,
    PassVerb,
    TilePhase,
    TileVerb,
    begin_turn,
)
from bastide.carcassonne.tiles.load import tiles_of
from bastide.kernel.combinations import adapted, check_together
from bastide.kernel.errors import IllegalAction
from bastide.kernel.families import in_order
from bastide.kernel.rooms import Makers
from bastide.kernel.spelling import check_hidden, check_methods
from bastide.kernel.state import Event, State

MODULES: Final = Makers[CarcassonneModule]("carcassonne")
"""The factory of each module, by name; a program may add its own."""

BASE_SET: Final = "base"
KEPT: Final = 16
"""The number of configs whose rules are cached for further games."""


class CarcassonneGame(Carcassonne):
    """The configured game with its verbs and phases."""

    def __init__(self, config: CarcassonneConfig, kinds: list[Kind], modules: list[CarcassonneModule]) -> None:
        super().__init__(config, kinds, modules)
        self.draw_offset = self.add_verb(DrawVerb(self), by_chance=True)
        self.figure_offset[0] = self.add_verb(FigureVerb(self, 0))
        self.pass_offset = self.add_verb(PassVerb(self))
        self.tile_offset = self.add_verb(TileVerb(self))
        self.draw_phase = self.add_phase(DrawPhase(self))
        self.tile_phase = self.add_phase(TilePhase(self))
        self.figure_phase = self.add_phase(FigurePhase(self))
        for module in modules:
            self.owned_by(module)
            made: type[ModuleRules] = module.rules or ModuleRules
            self.module_rules.append(made(self, module))
        self.seams.fill(self.module_rules)

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
        for figure in range(len(self.figure_words)):
            for seat in range(self.seats):
                c[self.figure_supply[figure] + seat] = self.figure_count[figure]
        if not (self.modular and self.seams.begin(s)):
            lay(self, s, new_place(self, s, self.position_of(0, 0)), self.start_kind * 4)
            s.emit("laid", -1, self.start_kind, self.position_of(0, 0), 0)
        begin_turn(self, s, self.first_seat)
        if self.modular:
            self.seams.set_up(s)
        return s

    def read(self, text: str) -> list[int]:
        """The code of one decision in notation. Raises InvalidAction."""
        return read_action(self, text)

    def write(self, codes: list[int]) -> str:
        """One decision in notation. Raises OutOfRange for a code of no action."""
        self.check_codes(codes)
        verb = self.verb_of[codes[0]]
        return verb.describe(codes[0] - verb.offset)

    def why_not(self, s: State, seat: i64, codes: list[int]) -> IllegalAction:
        """The rule against a decision. Raises OutOfRange as `apply` does."""
        self.check_decision(s, seat, codes)
        return why_not(self, s, seat, codes)

    def opening(self) -> list[Event]:
        """The first events: the start tile, and whose turn it is."""
        events: list[Event] = []
        self._begin(events)
        return events

    def __reduce__(self) -> tuple[Any, ...]:
        return configure, (self.resolved(), None)

    def resolved(self) -> dict[str, Any]:
        """The config with every option and who begins."""
        return resolved(self.config)


def configure(config: Mapping[str, Any], rng: random.Random | None) -> CarcassonneGame:
    """The rules of one game of Carcassonne, shared by all games of the same config. Raises ConfigError."""
    checked = read(config, rng, MODULES)
    makers = tuple(MODULES[module.name] for module in checked.modules)
    return _configured(checked.seats, makers, tuple(sorted(checked.options.items())))


@lru_cache(maxsize=KEPT)
def _configured(
    seats: int, makers: tuple[Callable[[], CarcassonneModule], ...], options: tuple[tuple[str, Any], ...]
) -> CarcassonneGame:
    """Build the rules: immutable and cached, as their tables are slow to build and large with all expansions."""
    checked = CarcassonneConfig(seats, dict(options), [maker() for maker in makers])
    modules = in_order(adapted("carcassonne", checked.modules))
    check_together("carcassonne", modules)
    kinds = kinds_of([BASE_SET])
    for module in modules:
        kinds += kinds_of(module.sets)
    for module in modules:
        kinds = module.kinds(kinds)
    game = CarcassonneGame(checked, kinds, modules)
    check_methods(game)
    for part in game.module_rules:
        check_hidden(part, part.name, ModuleRules)
    return game


def kinds_of(sets: Sequence[str]) -> list[Kind]:
    """A kind for each type of tile in these sets; one copy of the start tile's type is already laid."""
    return [
        Kind(tile, tile.short, tile.copies, tile.copies - int(tile.start)) for name in sets for tile in tiles_of(name)
    ]
