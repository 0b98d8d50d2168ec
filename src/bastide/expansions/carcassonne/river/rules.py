"""The River (RIVER-001 to RIVER-015): tiles of their own pile, laid end to end from the source to the mouth.

If other tiles are laid at the start, the source goes beside them and flows away from them (COMBO-002,
COMBO-003).
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from bastide.carcassonne.base.carcassonne import Carcassonne
from bastide.carcassonne.base.laying import lay, new_place
from bastide.carcassonne.base.seams import CarcassonneModule, ModuleRules
from bastide.carcassonne.base.tables import RIMS, TERRAIN
from bastide.kernel.codes import Codes
from bastide.kernel.errors import IllegalAction, Refusal
from bastide.kernel.rules import Phase
from bastide.kernel.state import BITS, State

WATER: Final[i64] = TERRAIN.index("I")
COURSE: Final[i64] = 1
MOUTH: Final[i64] = 2
"""The piles of the tiles between source and mouth, and of the mouth."""


@final
class RiverRules(ModuleRules):
    """The expansion in a game."""

    def __init__(self, r: Carcassonne, module: CarcassonneModule) -> None:
        super().__init__(r, module)
        options = r.config.options
        # Whether only two turns in a row may not go the same way; if not, neither may two with tiles between them.
        self.immediate: bool = options["river_uturn"] == "immediate"
        if options["start_tile_in_stack"] == "yes":
            r.counts[r.start_kind] += 1
            r.schema.at(r.left).most[r.start_kind] += 1
        self.source: i64 = 0  # the kind of tile with which the river begins
        for kind, tile in enumerate(r.tables.tiles):
            if tile.role == "source":
                self.source = kind
                r.counts[kind] = 0
            elif tile.role == "mouth":
                r.pile_of[kind] = MOUTH
            elif tile.water:
                r.pile_of[kind] = COURSE
        self.phase: i64 = r.add_phase(SourcePhase(r, self.source, options.get("source_place") == "random"))

    # -- set-up and drawing

    def begin(self, s: State) -> bool:
        r = self.r
        if s.cells[r.tiles] != 0:
            return False
        at = r.position_of(0, 0)
        lay(r, s, new_place(r, s, at), self.source * 4)
        s.emit("laid", -1, self.source, at, 0)
        return True

    def set_up(self, s: State) -> None:
        c = s.cells
        r = self.r
        if c[r.lies] // 4 != self.source:
            c[r.drawn] = self.source + 1
            s.push(self.phase, r.first_seat)

    def pile(self, s: State) -> i64:
        c = s.cells
        r = self.r
        found: i64 = 0
        for kind in range(r.tables.kinds):
            if r.pile_of[kind] != 0 and c[r.left + kind] != 0:
                found = r.pile_of[kind]
                if found == COURSE:
                    break
        return found

    # -- laying

    def may_lie(self, s: State, place: i64, kind: i64, rotation: i64) -> bool:
        r = self.r
        if r.pile_of[kind] == 0:
            return True
        tile = self._last(s, s.cells[r.tiles])
        out = self._open_side(s, tile)
        return self._end(s, tile, out) == place and not self._turns_back(s, kind * 4 + rotation, tile, out)

    def after_tile(self, s: State, seat: i64, tile: i64) -> bool:
        if s.cells[self.r.lies + tile] // 4 != self.source:
            return False
        # Nobody's turn, and no figure (RIVER-002): the first turn begins.
        s.pop()
        return True

    def _last(self, s: State, before: i64) -> i64:
        """The last river tile laid before one of this number."""
        c = s.cells
        r = self.r
        tile = before - 1
        while c[r.lies + tile] // 4 != self.source and r.pile_of[c[r.lies + tile] // 4] == 0:
            tile -= 1
        return tile

    def _open_side(self, s: State, tile: i64) -> i64:
        """The side of the last river tile on which the river goes on; -1 once it is closed."""
        c = s.cells
        r = self.r
        for side in range(4):
            if r.tables.edge[c[r.lies + tile] * 4 + side] == WATER:
                if c[r.standing + c[r.link + c[r.place_of + tile] * 4 + side] - 1] == 0:
                    return side
        return -1

    def _end(self, s: State, tile: i64, out: i64) -> i64:
        """The place where the river goes on from a side of the last river tile; -1 if nowhere."""
        c = s.cells
        if out < 0:
            return -1
        return c[self.r.link + c[self.r.place_of + tile] * 4 + out] - 1

    def _turns_back(self, s: State, lies: i64, tile: i64, out: i64) -> bool:
        """Whether a tile at a side of the last river tile repeats the river's previous turn (RIVER-005)."""
        turn = self._turn(lies, out)
        return turn != 0 and turn == self._last_turn(s, tile, out)

    def _turn(self, lies: i64, ahead: i64) -> i64:
        """How a tile that is entered in a direction turns the river: 0 straight on or at its end, 1 right, 3 left."""
        for side in range(4):
            if side != ahead ^ 2 and self.r.tables.edge[lies * 4 + side] == WATER:
                return (side - ahead) & 3
        return 0

    def _last_turn(self, s: State, tile: i64, out: i64) -> i64:
        """How the last river tile turned the river; with `never`, the last one that turned it."""
        c = s.cells
        r = self.r
        while c[r.lies + tile] // 4 != self.source:
            lies = c[r.lies + tile]
            ahead: i64 = 0
            while ahead ^ 2 == out or r.tables.edge[lies * 4 + (ahead ^ 2)] != WATER:
                ahead += 1
            turn = (out - ahead) & 3
            if turn != 0 or self.immediate:
                return turn
            out = ahead
            tile = self._last(s, tile)
        return 0

    # -- refusing

    def why_not(self, s: State, seat: i64, code: i64, no: Refusal) -> IllegalAction | None:
        r = self.r
        c = s.cells
        if c[s.top()] == self.phase:
            if r.chance_acts(s):
                return no.say("COMBO-003", "chance says where the source lies")
            return no.say("COMBO-003", "the source lies beside the board, and its river flows away from it")
        if c[s.top()] != r.tile_phase or r.verb_of[code].word != "tile" or r.pile_of[c[r.drawn] - 1] == 0:
            return None
        tile = self._last(s, c[r.tiles])
        end = self._end(s, tile, self._open_side(s, tile))
        if end < 0 or c[r.where + end] != (code - r.tile_offset) // 4:
            return no.say("RIVER-004", "a river tile continues the river")
        return no.say("RIVER-005", "the river may not turn the same way twice in a row")


class SourcePhase(Phase):
    """The source's place beside the initial tiles: the first player decides, or chance (COMBO-003)."""

    def __init__(self, r: Carcassonne, source: i64, by_chance: bool) -> None:
        super().__init__("source")
        self.r = r
        self.source: i64 = source
        self.by_chance = by_chance

    def actors(self, s: State) -> i64:
        if self.by_chance:
            return 0
        return super().actors(s)

    def legal(self, s: State, seat: i64, out: Codes) -> None:
        r = self.r
        c = s.cells
        for at in range(r.open, r.open + c[r.opens]):
            place = c[at]
            for rotation in range(4):
                side: i64 = 0
                while r.tables.edge[(self.source * 4 + rotation) * 4 + side] != WATER:
                    side += 1
                back = c[r.link + place * 4 + (side ^ 2)] - 1
                if back >= 0 and c[r.standing + back] != 0:
                    if r.tables.fits[self.source * RIMS + c[r.rim + place]] & BITS[rotation]:
                        out.add(r.tile_offset + c[r.where + place] * 4 + rotation)

    def outcomes(self, s: State, out: Codes) -> None:
        found = Codes()
        self.legal(s, 0, found)
        for i in range(found.count):
            out.weigh(found.items[i], 1)


class River(CarcassonneModule):
    """The expansion."""

    def __init__(self) -> None:
        super().__init__("river", RiverRules)
        self.sets = ["river"]
        self.options = {"start_tile_in_stack": ("no", "yes"), "river_uturn": ("immediate", "never")}


MODULE: Final = River
