"""Where the independent engine departs from the rulebook: its river bears no sheep and no vineyards."""

from __future__ import annotations

from dataclasses import replace

from bastide.carcassonne.base.seams import CarcassonneModule
from bastide.carcassonne.base.tables import Kind
from bastide.carcassonne.tiles.sets import tags


class PlainRiver(CarcassonneModule):
    """The tiles of the river without what is printed on them for shepherds and monasteries."""

    def __init__(self) -> None:
        super().__init__("peer-plain-river")

    def kinds(self, kinds: list[Kind]) -> list[Kind]:
        for kind in kinds:
            if kind.tile.set == "river":
                sections = tuple(replace(part, tags=(0,) * len(tags())) for part in kind.tile.sections)
                kind.tile = replace(kind.tile, vineyard=False, sections=sections)
        return kinds
