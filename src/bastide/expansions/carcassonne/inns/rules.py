"""Inns & Cathedrals (INN-001 to INN-016): the big follower, and the scoring of inns and cathedrals."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from bastide.carcassonne.base.carcassonne import Carcassonne
from bastide.carcassonne.base.seams import CarcassonneModule, ModuleRules
from bastide.carcassonne.base.tables import CITY_KIND, ROAD_KIND, tag_count
from bastide.carcassonne.base.turn import add_figure
from bastide.carcassonne.tiles.sets import tags as all_tags
from bastide.kernel.state import State

BIG_WEIGHT: Final[i64] = 2
"""The big follower's weight in majorities (INN-003)."""
INN_PAYS: Final[i64] = 2
"""Points for each tile of a complete road with an inn (INN-006)."""
CATHEDRAL_PAYS: Final[i64] = 3
"""Points for each tile and shield of a complete city with a cathedral (INN-009)."""


@final
class InnsRules(ModuleRules):
    """The expansion in a game."""

    def __init__(self, r: Carcassonne, module: CarcassonneModule) -> None:
        super().__init__(r, module)
        self.tags: i64 = r.tags
        self.inn: i64 = all_tags().index("inn")
        self.cathedral: i64 = all_tags().index("cathedral")
        add_figure(r, "big", 1, BIG_WEIGHT, follower=True)
        r.add_points(r.scored[ROAD_KIND] + r.scored[CITY_KIND])

    def worth(self, s: State, root: i64, kind: i64, complete: bool, worth: i64) -> i64:
        tags = s.cells[self.tags + root]
        if kind == ROAD_KIND and tag_count(tags, self.inn) != 0:
            worth = INN_PAYS
        elif kind == CITY_KIND and tag_count(tags, self.cathedral) != 0:
            worth = CATHEDRAL_PAYS
        else:
            return worth
        if not complete:
            worth = 0
        return worth


class Inns(CarcassonneModule):
    """The expansion."""

    def __init__(self) -> None:
        super().__init__("inns", InnsRules)
        self.sets = ["inns"]
        self.unprefixed = ("supply_big",)


MODULE: Final = Inns
