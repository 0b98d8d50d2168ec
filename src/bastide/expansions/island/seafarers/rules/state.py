"""The fields and tables of Seafarers, and the questions about them that several files ask."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from bastide.catan.base.combined import overridden
from bastide.catan.base.island import Island
from bastide.catan.base.seams import IslandModule, ModuleRules, Partner
from bastide.expansions.island.seafarers.rules.areas import HOME_AREA, check_map, check_sites, corner_areas
from bastide.expansions.island.seafarers.rules.figures import GOLD, HOME, SHIP
from bastide.expansions.island.seafarers.rules.tables import near_edges, shores_of
from bastide.kernel.bits import cells_for, has, members
from bastide.kernel.codes import Codes
from bastide.kernel.errors import IllegalAction, Refusal
from bastide.kernel.rules import Phase, Verb
from bastide.kernel.state import BITS, State

CHIT: Final[i64] = 2
"""The points of a chit (SEA-014)."""
NATIVE: Final[i64] = 1
SETTLED: Final[i64] = 2
"""The values of `areas` for a seat and an area: it began there; it came later and has the chit. 0 is neither."""
AREA_KINDS: Final = ["none", "native", "settled"]


class SeafarersState(ModuleRules):
    """The state of the expansion. `partner` is what another expansion changes."""

    partner: SeafarersPartner

    def __init__(self, r: Island, module: IslandModule) -> None:
        check_sites(r.board)
        check_map(r)
        super().__init__(r, module)
        self.claims_goods = False
        self.ship: i64 = r.line_names.index(SHIP)  # among the kinds of line
        self.ship_item: i64 = r.line_items[self.ship]
        self.closable = BITS[self.ship]
        areas = corner_areas(r.board)
        self.corner_area: vec[i64] = vec[i64](areas)
        self.area_count: i64 = max(areas, default=HOME_AREA) + 1
        self.has_home: bool = len(r.board.sites(HOME)) > 0
        # The goods of the base game, which come first.
        self.resources: i64 = sum(owner == "island" for owner in r.config.good_owners.values())
        self.is_gold: vec[i64] = vec[i64]([int(name == GOLD) for name in r.board.terrain])
        # By hex, the set of its paths, and an empty set.
        self.shores: vec[i64] = shores_of(r)
        # By path, the set of the path and its neighbours.
        self.near: vec[i64] = near_edges(r)
        # Whether another expansion closes paths, too.
        others = [other.rules or ModuleRules for other in r.modules if other is not module]
        self.others_close: bool = overridden(others, "may_take_edge")
        n, edges = int(r.seats), int(r.board.edges)
        self.fresh_words: i64 = cells_for(edges)
        add = r.schema.add
        self.pirate: i64 = add("pirate", [], most=int(r.board.hexes) - 1, least=-1)
        self.areas: i64 = add("areas", [n, int(self.area_count)], most=int(SETTLED), kinds=AREA_KINDS, by_seat=[0])
        self.sailed: i64 = add("sailed", [], most=1)
        self.fresh: i64 = add("fresh", [int(self.fresh_words)], packing=members(edges), place="edge")
        # By seat, the ships with an end at no building and at no other ship of the seat: a figure may hold it.
        self.loose: i64 = add("loose", [n, int(self.fresh_words)], derived=True, packing=members(edges), by_seat=[0])
        self.due: i64 = add("due", [n], most=sum(r.config.stock[: self.resources]), by_seat=[0])
        # Set by `SeafarersRules`: the first codes of verbs, and phases.
        self.sail: i64 = 0
        self.move_pirate: i64 = 0
        self.choose_gold: i64 = 0
        self.sail_phase: i64 = 0
        self.gold_phase: i64 = 0
        self.due_phase: i64 = 0
        self.pirate_phase: i64 = 0
        # The phase of another expansion in which a ship that it has taken is laid again; set by `partner`.
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


@mypyc_attr(allow_interpreted_subclasses=True)
class SeafarersPartner(Partner):
    """How the pieces of another expansion act at sea; by default there are none.

    With `chases`, some of them drive the pirate away.
    """

    def __init__(self, m: SeafarersState, chases: bool = False) -> None:
        self.m = m
        self.chases = chases

    def legal(self, s: State, seat: i64, out: Codes) -> None:
        """Add what a seat may do with them after the roll."""

    def why_not(self, s: State, seat: i64, word: str, arg: i64, no: Refusal) -> IllegalAction | None:
        """The rule against one of their verbs, or by which they hold a ship (`sail`) or bar its path (`ship`).

        None for other verbs, and where no such piece stands.
        """
        return None

    def gold_of(self, s: State, corner: i64) -> i64:
        """How many cards a gold field gives the building at a corner."""
        return s.cells[self.m.r.level + corner]


class SeafarersVerb(Verb):
    """A verb of the Seafarers."""

    def __init__(self, m: SeafarersState, word: str, size: i64 = 1, names: Sequence[str] = ()) -> None:
        super().__init__(word, size, names)
        self.m = m


class SeafarersPhase(Phase):
    """A phase of the Seafarers."""

    def __init__(self, m: SeafarersState, name: str, most_a: i64 = 0, most_b: i64 = 0, asks: i64 = 0) -> None:
        super().__init__(name, most_a, most_b, asks)
        self.m = m
