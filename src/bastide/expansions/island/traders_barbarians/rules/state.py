"""The fields of Traders & Barbarians, and the questions that all parts of its rules ask."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from bastide.catan.base.island import Island
from bastide.catan.base.seams import IslandModule, ModuleRules, Partner
from bastide.expansions.island.traders_barbarians.rules.board import (
    FIGURES,
    PLACES,
    closed_corners,
    closed_edges,
    first_raiders,
    plazas_of,
)
from bastide.kernel.bits import following, has, members
from bastide.kernel.codes import Codes
from bastide.kernel.errors import IllegalAction, Refusal
from bastide.kernel.rules import Phase, Verb
from bastide.kernel.state import State

CARGO: Final = list(FIGURES["wanted"])
"""The kinds of tokens in notation: glass, marble, tools, sand."""
KINDS: Final[i64] = len(CARGO)
STACKS: Final[i64] = len(PLACES)
WANTED: Final = vec[i64]([PLACES.index(place) for place in FIGURES["wanted"].values()])
"""By kind of token, the number of the place where it is to be delivered (TB-TRAD-023)."""
FIRST_STACKS: Final = vec[i64]([int(FIGURES["stacks"][place].get(kind, 0)) for place in PLACES for kind in CARGO])
"""By place and kind, the tokens at the start (TB-TRAD-004)."""
TOKENS: Final = sum(int(n) for stack in FIGURES["stacks"].values() for n in stack.values())
MOVES: Final = vec[i64]([int(level["points"]) for level in FIGURES["levels"]])
REWARDS: Final = vec[i64]([int(level["gold"]) for level in FIGURES["levels"]])
ROLLS: Final = vec[i64]([int(level["roll"]) for level in FIGURES["levels"]])
"""By level from 0, the points of a move, the gold for a delivery, the least roll against a barbarian."""
TOP: Final[i64] = len(FIGURES["levels"]) - 1
"""The highest level, counted from 0; it is worth a point (TB-TRAD-027)."""
DEAR: Final[i64] = 3
"""The first level, counted from 0, with the dearer price (TB-TRAD-026)."""
CHEAP: Final = "upgrade"
EXPENSIVE: Final = "fit_out"
"""The names of an upgrade as a thing to buy, at either price."""
FIRST_GOLD: Final[i64] = int(FIGURES["gold"])
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
class TradersPartner(Partner):
    """What another expansion adds to wagons and barbarians; without one, nothing."""

    def __init__(self, m: TradersState) -> None:
        self.m = m

    def set_out(self, s: State) -> None:
        """Called when the wagon's time in a turn begins."""

    def toll(self, s: State, seat: i64, colour: i64) -> None:
        """A seat pays for a road of a colour that nobody plays."""

    def turn_actions(self, s: State, seat: i64, out: Codes) -> None:
        """Add actions for the seat on turn."""

    def why_not(self, s: State, seat: i64, word: str, arg: i64, no: Refusal) -> IllegalAction | None:
        """The rule against one of its verbs; None for other verbs."""
        return None


class TradersState(ModuleRules):
    """The state of the scenario."""

    # Set by `TradersBarbariansRules`, last: what colours that nobody plays add, and which roads are damaged.
    neutrals: TradersPartner
    roads: TradersPartner

    def __init__(self, r: Island, module: IslandModule) -> None:
        board = r.board
        plazas, raiders = plazas_of(board), first_raiders(board)
        super().__init__(r, module)
        closed = closed_edges(board)
        shut = closed_corners(board, closed)
        corners, edges = range(int(board.corners)), range(int(board.edges))
        # The plaza of each place; by corner the number of its place + 1, 0 for others.
        self.plazas: vec[i64] = vec[i64](plazas)
        self.plaza_at: vec[i64] = vec[i64]([plazas.index(corner) + 1 if corner in plazas else 0 for corner in corners])
        # By edge, whether anything may stand or pass there; by corner, whether closed paths alone lead to it.
        self.open_edge: vec[i64] = vec[i64]([int(edge < board.overland and edge not in closed) for edge in edges])
        self.shut_corner: vec[i64] = vec[i64]([int(corner in shut) for corner in corners])
        # The paths on which barbarians begin.
        self.raiders: vec[i64] = vec[i64](raiders)
        self.gold: i64 = r.good_names.index(GOLD)
        self.grain: i64 = r.good_names.index("grain")
        self.journey_kind: i64 = r.card_names.index(JOURNEY)
        # The two prices of an upgrade, as things to buy.
        self.cheap: i64 = r.item_names.index(CHEAP)
        self.dear: i64 = r.item_names.index(EXPENSIVE)
        # The first cell of the set of damaged roads, set by the partner `roads`; -1 if roads are never damaged.
        self.damaged: i64 = -1
        n, words = int(r.seats), int(r.edge_words)
        add = r.schema.add
        paths = members(int(board.edges))
        # By seat: the corner + 1 of its wagon, its level, the kind + 1 of the token that it carries.
        self.wagon: i64 = add("wagon", [n], most=int(board.corners), by_seat=[0])
        self.level: i64 = add("level", [n], most=int(TOP), by_seat=[0])
        self.cargo: i64 = add("cargo", [n], most=int(KINDS), kinds=["none", *CARGO], by_seat=[0])
        # The tokens that each seat has delivered, and those in the stack of each place, by kind.
        totals = [sum(int(FIRST_STACKS[place * KINDS + k]) for place in range(STACKS)) for k in range(KINDS)]
        self.delivered: i64 = add("delivered", [n, int(KINDS)], most=totals, by_seat=[0])
        self.stacks: i64 = add("stacks", [int(STACKS), int(KINDS)], most=max(int(count) for count in FIRST_STACKS))
        # The paths with a barbarian, those whose barbarian has been attacked this turn, those where it has held out.
        self.barbarians: i64 = add("barbarians", [words], packing=paths, place="edge")
        self.attacked: i64 = add("attacked", [words], packing=paths, place="edge")
        self.barring: i64 = add("barring", [words], packing=paths, place="edge")
        # Whether the wagon has had a grain this turn, and how often gold has been exchanged in it.
        self.fed: i64 = add("fed", [], most=1)
        self.exchanges: i64 = add("exchanges", [], most=int(EXCHANGES))
        # Set by `TradersBarbariansRules`: the first codes of verbs, and phases.
        self.drive: i64 = 0
        self.feed: i64 = 0
        self.expel: i64 = 0
        self.rest: i64 = 0
        self.journey: i64 = 0
        self.rouse: i64 = 0
        self.post: i64 = 0
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
        """The item that raises a seat's wagon by a level; not for a wagon of the highest level."""
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


class TradersVerb(Verb):
    """A verb of Traders & Barbarians."""

    def __init__(self, m: TradersState, word: str, size: i64 = 1, names: Sequence[str] = ()) -> None:
        super().__init__(word, size, names)
        self.m = m


class TradersPhase(Phase):
    """A phase of Traders & Barbarians."""

    def __init__(self, m: TradersState, name: str, most_a: i64 = 0, most_b: i64 = 0, asks: i64 = 0) -> None:
        super().__init__(name, most_a, most_b, asks)
        self.m = m
