"""What the greedy bot keeps of a configured game: what touches what, and scratch memory that all its looks share."""

from __future__ import annotations

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from bastide.carcassonne.base.carcassonne import Carcassonne
from bastide.carcassonne.base.tables import SECTIONS
from bastide.kernel.codes import Codes
from bastide.kernel.state import BITS
from bastide.players.greedy.carcassonne.alike import alike
from bastide.players.greedy.carcassonne.module_bot import ModuleBot
from bastide.players.greedy.carcassonne.trial import Trial
from bastide.players.greedy.carcassonne.weights import GREEDY


@final
class Tables:
    """Tables of one `Carcassonne`; `touched_by[kind * SECTIONS + city]` are the fields of the tile at that city.

    `named` are the modules whose own things have a name for hints, one of `named_terms` each.

    Marks say what has been counted in a round: sections, places and tiles are marked with the number of the round.
    """

    def __init__(self, r: Carcassonne, modules: list[ModuleBot], weights: vec[i64] = GREEDY) -> None:
        self.r = r
        self.weights: vec[i64] = weights
        self.modules: list[ModuleBot] = modules
        self.named: list[ModuleBot] = []
        self.named_terms: list[str] = []
        for module in modules:
            if module.term() != "":
                self.named.append(module)
                self.named_terms.append(module.term())
        self.trial = Trial(r)
        self.codes = Codes()
        touched_by = vec[i64]([0] * (r.tables.kinds * SECTIONS))
        for kind in range(r.tables.kinds):
            for field in range(SECTIONS):
                for city in range(SECTIONS):
                    if r.tables.touches[kind * SECTIONS + field] & BITS[city]:
                        touched_by[kind * SECTIONS + city] |= BITS[field]
        self.touched_by: vec[i64] = touched_by
        self._alike: vec[i64] = vec[i64]()
        self.round: i64 = 0
        self.part_marks: vec[i64] = vec[i64]([0] * (r.most_sections + SECTIONS))
        self.done_marks: vec[i64] = vec[i64]([0] * (r.most_sections + SECTIONS))
        self.place_marks: vec[i64] = vec[i64]([0] * (3 * r.most + 8))
        self.tile_marks: vec[i64] = vec[i64]([0] * (r.most + 1))

    def next_round(self) -> i64:
        """A number that marks nothing yet."""
        self.round += 1
        return self.round

    def first_alike(self, lies: i64) -> i64:
        """The first rotation of the same kind that lays the same features. Searches ask; it is worked out once."""
        if len(self._alike) == 0:
            self._alike = alike(self.r.tables)
        return self._alike[lies]
