"""What Traders & Barbarians keeps: where its fields stand, and what every part of its rules asks."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from bastide.catan.base.island import Island
from bastide.catan.base.seams import IslandModule
from bastide.expansions.island.traders_barbarians.rules.board import BARBARIANS as LAID_BARBARIANS
from bastide.expansions.island.traders_barbarians.rules.board import PLACES, SITES, TERRAINS, figures
from bastide.kernel.bits import following, has
from bastide.kernel.codes import Codes
from bastide.kernel.errors import IllegalAction, Refusal
from bastide.kernel.state import State

BARBARIANS: Final[i64] = LAID_BARBARIANS
CARGO: Final = list(figures()["wanted"])
"""The kinds of tokens in notation: glass, marble, tools, sand."""
KINDS: Final[i64] = len(CARGO)
STACKS: Final[i64] = len(PLACES)
WANTED: Final = vec[i64]([PLACES.index(place) for place in figures()["wanted"].values()])
"""By kind of token, the number of the place where it is to be delivered (TB-TRAD-023)."""
FIRST_STACKS: Final = vec[i64]([int(figures()["stacks"][place].get(kind, 0)) for place in PLACES for kind in CARGO])
"""By place and kind, the tokens at the start (TB-TRAD-004)."""
TOKENS: Final = sum(int(n) for stack in figures()["stacks"].values() for n in stack.values())
MOVES: Final = vec[i64]([int(level["points"]) for level in figures()["levels"]])
REWARDS: Final = vec[i64]([int(level["gold"]) for level in figures()["levels"]])
ROLLS: Final = vec[i64]([int(level["roll"]) for level in figures()["levels"]])
"""By level from 0, the points of a move, the gold for a delivery, the least roll against a barbarian."""
TOP: Final[i64] = len(figures()["levels"]) - 1
"""The highest level, counted from 0; it is worth a point (TB-TRAD-027)."""
DEAR: Final[i64] = 3
"""The first level, counted from 0, with the dearer price (TB-TRAD-026)."""
FIRST_GOLD: Final[i64] = int(figures()["gold"])
GOLD: Final = "gold"
EXCHANGES: Final[i64] = 2
"""How often gold becomes a resource in a turn (TB-TRAD-037)."""
JOURNEY: Final = "journey"
"""The card for a second move in notation."""
FODDER: Final[i64] = 2
"""The points for a grain (TB-TRAD-020)."""
BARE: Final[i64] = 2
ROADED: Final[i64] = 1
PAST_BARBARIAN: Final[i64] = 2
"""The points for a path, for a road, and what a barbarian adds (TB-TRAD-016)."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Addition:
    """What another expansion adds to wagons and barbarians; without one, nothing."""

    def join(self, m: TradersState) -> None:
        """Declare fields, verbs and phases; called when the module joins the island."""

    def set_out(self, m: TradersState, s: State) -> None:
        """Called when the wagon's time in a turn begins."""

    def toll(self, m: TradersState, s: State, seat: i64, colour: i64) -> None:
        """A seat pays for a road of a colour that nobody plays."""

    def turn_actions(self, m: TradersState, s: State, seat: i64, out: Codes) -> None:
        """Add actions for the seat on turn."""

    def why_not(self, m: TradersState, s: State, seat: i64, word: str, arg: i64, no: Refusal) -> IllegalAction | None:
        """The rule against one of its verbs; None for other verbs."""
        return None


@mypyc_attr(allow_interpreted_subclasses=True)
class TradersState(IslandModule):
    """The state of the scenario."""

    r: Island
    plazas: vec[i64]
    plaza_at: vec[i64]
    open_edge: vec[i64]
    shut_corner: vec[i64]
    raiders: vec[i64]

    def __init__(self) -> None:
        super().__init__("traders_barbarians")
        self.terrains = dict(TERRAINS)
        self.sites = dict(SITES)
        self.ally: Addition = Addition()
        self.herald: Addition = Addition()
        # The plaza of each place; by corner the number of its place + 1, 0 for others.
        self.plazas = vec[i64]([])
        self.plaza_at = vec[i64]([])
        # By edge, whether anything may stand or pass there; by corner, whether closed paths alone lead to it.
        self.open_edge = vec[i64]([])
        self.shut_corner = vec[i64]([])
        self.raiders = vec[i64]([])
        self.gold: i64 = 0
        self.grain: i64 = 0
        self.journey_kind: i64 = 0
        # The two prices of an upgrade, as things to buy.
        self.cheap: i64 = 0
        self.dear: i64 = 0
        # The first cell of the set of damaged roads; -1 if roads are never damaged.
        self.damaged: i64 = -1
        # Where the fields stand.
        self.wagon: i64 = 0
        self.level: i64 = 0
        self.cargo: i64 = 0
        self.delivered: i64 = 0
        self.stacks: i64 = 0
        self.barbarians: i64 = 0
        self.attacked: i64 = 0
        self.barring: i64 = 0
        self.fed: i64 = 0
        self.exchanges: i64 = 0
        # The verbs and the phases.
        self.upgrade: i64 = 0
        self.drive: i64 = 0
        self.feed: i64 = 0
        self.expel: i64 = 0
        self.rest: i64 = 0
        self.journey: i64 = 0
        self.rouse: i64 = 0
        self.post: i64 = 0
        self.load: i64 = 0
        self.wagon_phase: i64 = 0
        self.load_phase: i64 = 0
        self.attack_phase: i64 = 0
        self.rouse_phase: i64 = 0
        self.post_phase: i64 = 0

    # -- wagons

    def cargo_of(self, s: State, seat: i64) -> i64:
        """The kind of token that a seat has to deliver; -1 for none."""
        return s.cells[self.cargo + seat] - 1

    def deliveries(self, s: State, seat: i64) -> i64:
        """The tokens that a seat has delivered: a point each (TB-TRAD-024)."""
        total: i64 = 0
        for k in range(KINDS):
            total += s.cells[self.delivered + seat * KINDS + k]
        return total

    def in_stack(self, s: State, place: i64) -> i64:
        """The tokens left in the stack of a place."""
        total: i64 = 0
        for k in range(KINDS):
            total += s.cells[self.stacks + place * KINDS + k]
        return total

    def upgrade_item(self, s: State, seat: i64) -> i64:
        """The thing to buy that the next level of a seat's wagon is; meant for levels below the highest."""
        return self.cheap if s.cells[self.level + seat] + 1 < DEAR else self.dear

    # -- ways

    def has_barbarian(self, s: State, edge: i64) -> bool:
        """Whether a barbarian stands on a path."""
        return has(s.cells, self.barbarians, edge)

    def next_barbarian(self, s: State, edge: i64) -> i64:
        """The next path beyond one, or from the first (-1), with a barbarian; -1 for none."""
        return following(s.cells, self.barbarians, self.r.edge_words, edge)

    def pays_toll(self, s: State, seat: i64, edge: i64) -> bool:
        """Whether a path has another's road, of a player or of a colour that nobody plays (TB-TRAD-050)."""
        owner = s.cells[self.r.road + edge]
        return owner != 0 and owner != seat + 1

    def step(self, s: State, edge: i64, past: bool) -> i64:
        """The points for a path, with what its barbarian costs if the wagon goes `past` it (TB-TRAD-016)."""
        points = ROADED
        if s.cells[self.r.road + edge] == 0 or (self.damaged >= 0 and has(s.cells, self.damaged, edge)):
            points = BARE
        if past and has(s.cells, self.barbarians, edge):
            points += PAST_BARBARIAN
        return points

    def may_place(self, s: State, edge: i64) -> bool:
        """Whether a barbarian may come to a path: it is open, and none is there (TB-TRAD-032, TB-TRAD-036)."""
        return self.open_edge[edge] != 0 and not has(s.cells, self.barbarians, edge)
