"""The fields of Barbarian Attack, and the questions and actions that all parts of its rules share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from bastide.catan.base.building import buildings_changed, rates_changed
from bastide.catan.base.island import Island
from bastide.catan.base.seams import IslandModule, ModuleRules, Partner
from bastide.expansions.island.barbarian_attack.rules.board import FIGURES, castle_of, coast_of
from bastide.expansions.island.barbarian_attack.rules.reach import Reach
from bastide.kernel.bits import cells_for, members
from bastide.kernel.codes import Codes
from bastide.kernel.errors import IllegalAction, Refusal
from bastide.kernel.rules import Phase, Verb
from bastide.kernel.state import State

BARBARIANS: Final[i64] = 36
KNIGHTS: Final[i64] = 6
"""All barbarians, and the knights of each player (TB-BARB-003, TB-BARB-005)."""
FULL: Final[i64] = 3
"""The barbarians with which a hex is conquered (TB-BARB-011)."""
PAIR: Final[i64] = 2
"""The prisoners for one point (TB-BARB-034)."""
CARD_WORDS: Final = list(FIGURES["cards"])
"""The cards in notation, by their kinds: KNIGHTHOOD to INTRIGUE."""
KNIGHTHOOD: Final[i64] = 0
SWIFT: Final[i64] = 1
TREASON: Final[i64] = 2
INTRIGUE: Final[i64] = 3
CARDS: Final[i64] = 4
CONSOLATION: Final[i64] = 3
"""The gold for a prisoner missed or a knight lost (TB-BARB-032, TB-BARB-036)."""
GOLD: Final = "gold"
EXCHANGES: Final[i64] = 2
"""How often gold becomes a resource in a turn (TB-BARB-039)."""
DICE: Final = {"two": 2, "one": 1}
"""The dice for a prisoner, by the option's value (TB-BARB-032)."""


@mypyc_attr(allow_interpreted_subclasses=True)
class BarbarianPartner(Partner):
    """What another expansion adds to the knights; without one, nothing. `phase` is one of its own, -1 for none."""

    def __init__(self, m: BarbarianState) -> None:
        self.m = m
        self.phase: i64 = -1

    def knight_came(self, s: State, seat: i64) -> None:
        """Called when a seat has placed a knight."""

    def post(self, s: State) -> i64:
        """The path of a knight that belongs to nobody; -1 if there is none."""
        return -1

    def moved(self, s: State, edge: i64) -> None:
        """Called when that knight has marched to a path."""

    def console(self, s: State, seat: i64) -> None:
        """Compensate a seat for a lost knight (TB-BARB-036)."""
        self.m.earn(s, seat, CONSOLATION)

    def turn_actions(self, s: State, seat: i64, out: Codes) -> None:
        """Add actions for the seat on turn."""

    def why_not(self, s: State, seat: i64, word: str, arg: i64, no: Refusal) -> IllegalAction | None:
        """The rule against one of its verbs; None for other verbs."""
        return None


class BarbarianState(ModuleRules):
    """The state of the scenario."""

    # Set by `BarbarianRules`, last: what another expansion adds.
    partner: BarbarianPartner

    def __init__(self, r: Island, module: IslandModule) -> None:
        board = r.board
        coast = coast_of(board)
        super().__init__(r, module)
        self.dice: i64 = DICE[r.config.options["battle_dice"]]
        self.ends_turn: bool = r.config.options["fights_end_turn"] == "yes"
        self.gold: i64 = r.good_names.index(GOLD)
        self.grain: i64 = r.good_names.index("grain")
        self.castle: i64 = castle_of(board)
        # The coastal hexes in the order of the check; by hex its place in that order, -1 for others; by number its hex.
        self.coast: vec[i64] = vec[i64](coast)
        self.coast_at: vec[i64] = vec[i64]([coast.index(h) if h in coast else -1 for h in range(int(board.hexes))])
        by_number = {number: h for h in coast for number in board.numbers[h]}
        self.coast_of_number: vec[i64] = vec[i64]([by_number.get(number, -1) for number in range(13)])
        # By hex, its six paths in the order of SIDES; by path, whether it lies at the castle.
        self.hex_edges: vec[i64] = board.hex_edges
        walls = {int(self.hex_edges[self.castle * 6 + k]) for k in range(6)}
        self.at_castle: vec[i64] = vec[i64]([int(edge in walls) for edge in range(int(board.edges))])
        self.reach = Reach(r)
        counts = [int(FIGURES["cards"][word]) for word in CARD_WORDS]
        self.card_counts: vec[i64] = vec[i64](counts)
        n, edges = int(r.seats), int(board.edges)
        add = r.schema.add
        # The barbarians of each hex, in the supply, and on their way: moved by a card, or beaten and not shared out.
        self.barbarians: i64 = add("barbarians", [int(board.hexes)], most=int(FULL), place="hex")
        self.supply: i64 = add("supply", [], most=int(BARBARIANS))
        self.loose: i64 = add("loose", [], most=int(FULL))
        # The prisoners of each seat, and those of a knight that belongs to nobody.
        self.prisoners: i64 = add("prisoners", [n], most=int(BARBARIANS), by_seat=[0])
        self.aside: i64 = add("aside", [], most=int(BARBARIANS))
        # By path, the owner + 1 of its knight: `seats` is nobody. By seat, the knights that are not on the board.
        self.knight: i64 = add("knight", [edges], most=n + 1, seat=1, place="edge")
        self.ready: i64 = add("ready", [n], most=int(KNIGHTS), by_seat=[0])
        # The paths of knights that came to the castle this turn, and of those that have marched.
        self.entered: i64 = add("entered", [cells_for(edges)], packing=members(edges), place="edge")
        self.marched: i64 = add("marched", [cells_for(edges)], packing=members(edges), place="edge")
        # The development cards of each kind in the pile.
        self.pile: i64 = add("pile", [int(CARDS)], most=counts)
        # How often gold has been exchanged this turn, and how many invasions are due.
        self.exchanges: i64 = add("exchanges", [], most=int(EXCHANGES))
        self.invasions: i64 = add("invasions", [], most=2)
        # The hex + 1 of a victory whose colour die is not rolled yet; what each seat has rolled for its prisoners.
        self.battle: i64 = add("battle", [], most=int(board.land))
        self.scores: i64 = add("scores", [n], most=12, by_seat=[0])
        # Whether fights go on by which nobody wins; the points of each seat's conquered buildings.
        self.fighting: i64 = add("fighting", [], most=1)
        self.lost: i64 = add("lost", [n], derived=True, most=int(BARBARIANS), by_seat=[0])
        # Set by `BarbarianRules`: the first codes of verbs, and phases.
        self.place: i64 = 0
        self.march: i64 = 0
        self.halt: i64 = 0
        self.land: i64 = 0
        self.no: i64 = 0
        self.landing_phase: i64 = 0
        self.card_phase: i64 = 0
        self.place_phase: i64 = 0
        self.lift_phase: i64 = 0
        self.land_phase: i64 = 0
        self.capture_phase: i64 = 0
        self.march_phase: i64 = 0
        self.halt_phase: i64 = 0
        self.fight_phase: i64 = 0
        self.contest_phase: i64 = 0
        self.duel_phase: i64 = 0
        self.colour_phase: i64 = 0

    # -- the coast

    def conquered(self, s: State, hex_: i64) -> bool:
        """Whether a hex, also -1 for the open sea, is conquered (TB-BARB-011)."""
        return hex_ >= 0 and s.cells[self.barbarians + hex_] == FULL

    def touches_conquered(self, s: State, corner: i64) -> bool:
        """Whether a corner lies at a conquered hex (TB-BARB-012)."""
        beside = self.r.board.corner_hexes
        for k in range(corner * 3, corner * 3 + 3):
            if self.conquered(s, beside[k]):
                return True
        return False

    def is_lost(self, s: State, corner: i64) -> bool:
        """Whether a corner of land touches nothing but sea and conquered hexes (TB-BARB-013)."""
        beside = self.r.board.corner_hexes
        for k in range(corner * 3, corner * 3 + 3):
            if 0 <= beside[k] < self.r.board.land and not self.conquered(s, beside[k]):
                return False
        return True

    def open_coast(self, s: State, barred: i64) -> i64:
        """How many coastal hexes could take a barbarian; `barred` masks those to omit, by their place on it."""
        count: i64 = 0
        bit: i64 = 1
        for hex_ in self.coast:
            if (barred & bit) == 0 and s.cells[self.barbarians + hex_] < FULL:
                count += 1
            bit *= 2
        return count

    def put(self, s: State, hex_: i64, count: i64) -> None:
        """Set the barbarians on a coastal hex; it may be conquered or freed by that (TB-BARB-011, TB-BARB-035)."""
        before = s.cells[self.barbarians + hex_]
        s.cells[self.barbarians + hex_] = count
        if before == FULL or count == FULL:
            self._turn_token(s, hex_, count == FULL)

    def _turn_token(self, s: State, hex_: i64, falls: bool) -> None:
        """Conquer or free a hex: its token is turned, buildings are laid down or stand up again (TB-BARB-013)."""
        r = self.r
        c = s.cells
        s.emit("barbarian_attack_conquered" if falls else "barbarian_attack_freed", -1, hex_)
        changed = False
        for k in range(hex_ * 6, hex_ * 6 + 6):
            corner = r.board.hex_corners[k]
            seat = c[r.owner + corner] - 1
            if seat < 0 or not self._hangs_on(s, corner, hex_):
                continue
            changed = True
            s.emit("barbarian_attack_laid" if falls else "barbarian_attack_raised", seat, corner)
            if seat < r.seats:
                c[self.lost + seat] += c[r.level + corner] if falls else -c[r.level + corner]
                if r.board.harbor[corner] != 0:
                    rates_changed(r, s, seat)
        if changed:
            buildings_changed(r, s)

    def _hangs_on(self, s: State, corner: i64, hex_: i64) -> bool:
        """Whether all land round a corner but one hex is conquered."""
        beside = self.r.board.corner_hexes
        for k in range(corner * 3, corner * 3 + 3):
            if beside[k] != hex_ and 0 <= beside[k] < self.r.board.land and not self.conquered(s, beside[k]):
                return False
        return True

    # -- knights

    def in_play(self, s: State, seat: i64) -> i64:
        """The knights of a seat on the board."""
        return KNIGHTS - s.cells[self.ready + seat]

    def knights_at(self, s: State, hex_: i64) -> i64:
        """How many knights, of all owners, stand on the paths of a hex (TB-BARB-030)."""
        count: i64 = 0
        for k in range(hex_ * 6, hex_ * 6 + 6):
            if s.cells[self.knight + self.hex_edges[k]] != 0:
                count += 1
        return count

    def way_end(self, s: State, seat: i64, edge: i64) -> i64:
        """The end of the list of paths that a knight on an edge reaches: further with a grain (TB-BARB-023, -025)."""
        return self.reach.fed[edge] if self.has_grain(s, seat) else self.reach.until[edge]

    def has_grain(self, s: State, seat: i64) -> bool:
        """Whether a seat holds a grain."""
        return s.cells[self.r.hand + seat * self.r.goods + self.grain] > 0

    def may_halt(self, s: State, edge: i64) -> bool:
        """Whether a march may end on a path: no knight is there, and it is none of the castle's (TB-BARB-027)."""
        return s.cells[self.knight + edge] == 0 and self.at_castle[edge] == 0

    def can_march(self, s: State, edge: i64, fed: bool) -> bool:
        """Whether a knight on an edge has a path to march to, with a grain or without."""
        end = self.reach.fed[edge] if fed else self.reach.until[edge]
        for k in range(self.reach.first[edge], end):
            if self.may_halt(s, self.reach.near[k]):
                return True
        return False

    # -- gold

    def earn(self, s: State, seat: i64, count: i64) -> None:
        """A seat takes gold from the supply."""
        self.r.draw_goods(s, seat, self.gold, count)
        s.emit("barbarian_attack_gold", seat, count)

    # -- cards

    def cards_left(self, s: State) -> i64:
        """The development cards in the pile."""
        total: i64 = 0
        for k in range(CARDS):
            total += s.cells[self.pile + k]
        return total


class BarbarianVerb(Verb):
    """A verb of the Barbarian Attack."""

    def __init__(self, m: BarbarianState, word: str, size: i64 = 1, names: Sequence[str] = ()) -> None:
        super().__init__(word, size, names)
        self.m = m


class BarbarianPhase(Phase):
    """A phase of the Barbarian Attack."""

    def __init__(self, m: BarbarianState, name: str, most_a: i64 = 0, most_b: i64 = 0, asks: i64 = 0) -> None:
        super().__init__(name, most_a, most_b, asks)
        self.m = m
