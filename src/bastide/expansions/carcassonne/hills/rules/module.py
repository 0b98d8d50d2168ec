"""The module Hills & Sheep: its answers at the seams."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from bastide.carcassonne.base.carcassonne import Carcassonne
from bastide.carcassonne.base.seams import CarcassonneModule, ModuleRules
from bastide.carcassonne.base.tables import FIELD_KIND, MONASTERY_KIND, NAMED, SECTIONS
from bastide.expansions.carcassonne.hills.rules.flock import Flocks
from bastide.expansions.carcassonne.hills.rules.hills import VINEYARD_PAYS, Hills
from bastide.kernel.codes import Codes
from bastide.kernel.errors import IllegalAction, Refusal
from bastide.kernel.state import CHANCE, State


@final
class HillsAndSheepRules(ModuleRules):
    """Hills, shepherds, flocks, vineyards in a game."""

    def __init__(self, r: Carcassonne, module: CarcassonneModule) -> None:
        super().__init__(r, module)
        self.hills = Hills(r)
        self.flocks = Flocks(r)
        self.vineyards: i64 = r.add_term("vineyards")
        r.add_points(8 * int(VINEYARD_PAYS) * sum(int(n) for n in self.hills.vineyard))

    def begin(self, s: State) -> bool:
        self.flocks.begin(s)
        return False

    def after_draw(self, s: State, seat: i64, kind: i64) -> bool:
        self.hills.bury(s, seat, kind)
        return False

    def after_tile(self, s: State, seat: i64, tile: i64) -> bool:
        s.cells[self.flocks.came_home] = 0
        return seat != CHANCE and self.flocks.tend_first and self.flocks.tend(s, seat, tile)

    def figures(self, s: State, seat: i64, tile: i64, out: Codes) -> None:
        self.flocks.places(s, seat, tile, out)

    def after_figure(self, s: State, seat: i64, tile: i64) -> bool:
        if not self.flocks.tend_first and self.flocks.tend(s, seat, tile):
            return True
        self.flocks.close(s)
        return False

    def bonus(self, s: State, root: i64, kind: i64, complete: bool) -> i64:
        if kind != MONASTERY_KIND or not complete:
            return 0
        return VINEYARD_PAYS * self.hills.vineyards(s, root)

    def tell_bonus(self, s: State, root: i64, kind: i64, complete: bool, seat: i64) -> None:
        points = self.bonus(s, root, kind, complete)
        if points != 0:
            s.emit("line", seat, self.vineyards, points // VINEYARD_PAYS, VINEYARD_PAYS, points)

    def foremost(self, s: State, root: i64, seats: i64) -> i64:
        return self.hills.foremost(s, root, seats)

    def why_not(self, s: State, seat: i64, code: i64, no: Refusal) -> IllegalAction | None:
        r = self.r
        word = r.verb_of[code].word
        phase = r.phase(s).name
        if phase == "token":
            if seat == CHANCE and word == "token":
                return no.say("SHEEP-013", "no such token is in the bag")
            return no.say("SHEEP-005", "a token is drawn first")
        if phase == "flock":
            return no.say("SHEEP-006", "first tend your flock: grow or gather")
        if word == "flock":
            return no.say("SHEEP-008", "you may tend your flock when your tile has extended its field")
        if word != "shepherd" or phase != "figure":
            return None
        c = s.cells
        tile = c[r.tiles] - 1
        lies = c[r.lies + tile]
        k = r.tables.section_of[lies * NAMED + code - self.flocks.shepherd_offset]
        if r.tables.part_kind[lies // 4 * SECTIONS + k] != FIELD_KIND:
            return no.say("SHEEP-003", "a shepherd stands in a field")
        if not self.flocks.again and c[self.flocks.came_home] != 0:
            return no.say("SHEEP-017", "your shepherd has just come home")
        return no.say("SHEEP-003", "a shepherd stands in this field already")


class HillsAndSheep(CarcassonneModule):
    """Hills, shepherds, flocks, vineyards."""

    def __init__(self) -> None:
        super().__init__("hills", HillsAndSheepRules)
        self.unprefixed = ("flock", "bag", "came_home", "supply_shepherd")
        self.sets = ["hills"]
        self.options = {
            "sheep_bag": ("p12", "overview"),
            "flock_order": ("before_figure", "after_figure"),
            "flock_on_close": ("nothing", "gather"),
            "shepherd_again": ("yes", "no"),
            "hill_tie": ("any", "most"),
        }
