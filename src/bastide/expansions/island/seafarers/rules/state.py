"""What Seafarers keeps: where its fields stand, and what every part of its rules asks."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bastide.catan.base.island import Island
from bastide.catan.base.seams import IslandModule
from bastide.catan.board.layout import LaidSite
from bastide.expansions.island.seafarers.rules.aboard import Aboard
from bastide.expansions.island.seafarers.rules.areas import HOME_AREA
from bastide.kernel.bits import has
from bastide.kernel.rules import Verb
from bastide.kernel.state import State

CHIT: Final[i64] = 2
"""The points of a chit (SEA-014)."""
NATIVE: Final[i64] = 1
SETTLED: Final[i64] = 2
"""What `areas` holds for a seat and an area: it began there; it came there and has the chit. 0: neither."""
AREA_KINDS: Final = ["none", "native", "settled"]


class SeafarersState(IslandModule):
    """The fields of the expansion in a configured game, its verbs and phases."""

    r: Island
    corner_area: vec[i64]
    hex_edges: vec[i64]
    shores: vec[i64]
    """By hex, the set of its paths, and an empty set."""
    near: vec[i64]
    """By path, the set of the path and its neighbours."""
    is_gold: vec[i64]
    sail: Verb
    pirate_verb: Verb
    gold_verb: Verb

    def __init__(self) -> None:
        super().__init__("seafarers")
        self.claims_goods = False
        self.goods_win = False
        # What another expansion changes of the maps: the number of seats whose maps are laid (0: that of the game), and
        # further sites by map.
        self.map_seats: int = 0
        self.more_sites: dict[str, tuple[LaidSite, ...]] = {}
        self.ship: i64 = 1
        """The ship among the kinds of line."""
        self.ship_item: i64 = 0
        self.area_count: i64 = 0
        self.has_home: bool = False
        self.resources: i64 = 0
        # Whether another expansion closes paths, too.
        self.others_close: bool = False
        self.aboard = Aboard()
        # Where the fields stand, and the phases.
        self.pirate: i64 = 0
        self.areas: i64 = 0
        self.sailed: i64 = 0
        self.fresh: i64 = 0
        self.fresh_words: i64 = 0
        self.loose: i64 = 0
        self.due: i64 = 0
        self.sail_phase: i64 = 0
        self.gold_phase: i64 = 0
        self.due_phase: i64 = 0
        self.pirate_phase: i64 = 0
        # The phase of another expansion in which a ship that it has taken is laid again.
        self.relay_phase: i64 = -1

    def at_home(self, corner: i64) -> bool:
        """Whether starting buildings may stand on a corner of land (SEA-015, SEA-018, SEA-023)."""
        return not self.has_home or self.corner_area[corner] == HOME_AREA

    def pirate_hex(self, s: State) -> i64:
        """The pirate's hex; -1 beside the board, and before the game begins."""
        there = s.cells[self.pirate]
        if there >= self.r.board.land:
            return there
        return -1

    def pirate_shore(self, s: State) -> i64:
        """Where the set of the pirate's paths begins in `shores`: the empty one while it is beside the board."""
        there = self.pirate_hex(s)
        return (there if there >= 0 else self.r.board.hexes) * self.r.edge_words

    def beside_pirate(self, s: State, edge: i64) -> bool:
        """Whether a path lies at the pirate's hex (SEA-007)."""
        return has(self.shores, self.pirate_shore(s), edge)
