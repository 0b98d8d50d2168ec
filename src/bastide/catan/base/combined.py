"""The combined answers of the active modules at each seam: the base calls these, never a module directly.

Only modules whose class overrides a seam are called there. If no module overrides any, `Island.modular` is false. The
base checks it first, because the C compiler can then inline the base's small functions, which loops over modules would
prevent.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from bastide.catan.base.seams import IslandModule
from bastide.kernel.codes import Codes
from bastide.kernel.errors import IllegalAction, Refusal
from bastide.kernel.families import in_order
from bastide.kernel.state import BITS, DEPTH, State


@final
class CombinedSeams:
    """For each seam of `IslandModule`, the modules that override it, in order, and their combined answer.

    Read from the classes when the game is configured: methods set on an instance later are ignored. `prices`: a
    module changes a cost; `sells_cards`: one sells cards of its own; `closable`: the kinds of line that one may
    forbid somewhere; `stops_lines`: one forbids lines for a time; `follows`: pieces can have consequences;
    `frees_work`: there is other work than a free line; `chooses_numbers`: some sums of the dice do not count;
    `weighs`: lines can count for more than one; `reaching`, `cutting`, `holding`: pieces of modules join seats to
    corners, cut routes, hold lines; `counts_cards`: one follows cards into and out of hands; `limits_robber`: one
    closes hexes to the robber; `heeds_rolls` and `closes_turns`: something may come between a roll and production,
    or between two turns; `gives_points`, `hides_points`, `moves_goals`: one gives points or changes the goal;
    `rates`: one changes the bank's rates; `resting`: hexes can yield nothing for a time; `yields`: one changes what
    a hex yields, with `claims_goods` also at hexes that yield a good; `goods_win`: by one a seat may win by a
    trade; `counts_yields`: one asks who drew.
    """

    def __init__(self, modules: list[IslandModule]) -> None:
        self._may_start = overriding(modules, "may_start")
        self._may_raise = overriding(modules, "may_raise")
        self._known = overriding(modules, "known")
        self._lacks = overriding(modules, "lacks")
        self._moved = overriding(modules, "moved")
        self._dealt = overriding(modules, "dealt")
        self._consistent = overriding(modules, "consistent")
        # The reason does not depend on the order in which a config names the modules. A world speaks first: another
        # module may refuse in general what the world sells under conditions of its own.
        refusing = in_order(sorted(modules, key=lambda m: (m.role != "world", m.name)))
        self._why_not = overriding(refusing, "why_not")
        self._why_wait = overriding(refusing, "why_wait")
        self._begin = overriding(modules, "begin")
        self._after_setup = overriding(modules, "after_setup")
        self._begin_turn = overriding(modules, "begin_turn")
        self._turn_actions = overriding(modules, "turn_actions")
        self._purchases = overriding(modules, "purchases")
        self._close_turn = overriding(modules, "close_turn")
        self._next_turn = overriding(modules, "next_turn")
        self._number_source = overriding(modules, "number_source")
        self._number_stands = overriding(modules, "number_stands")
        self._rests = overriding(modules, "rests")
        self._after_roll = overriding(modules, "after_roll")
        self._yield_of = overriding(modules, "yield_of")
        self._after_production = overriding(modules, "after_production")
        self._hand_limit = overriding(modules, "hand_limit")
        self._sets_in_motion = overriding(modules, "sets_in_motion")
        self._robber_moves = overriding(modules, "robber_moves")
        self._robber_has_no_hex = overriding(modules, "robber_has_no_hex")
        self._robber_may_stand = overriding(modules, "robber_may_stand")
        self._may_rob = overriding(modules, "may_rob")
        self._may_take_edge = overriding(modules, "may_take_edge")
        self._may_lay_lines = overriding(modules, "may_lay_lines")
        self._may_take_corner = overriding(modules, "may_take_corner")
        self._reaches = overriding(modules, "reaches")
        self._cuts = overriding(modules, "cuts")
        self._holds = overriding(modules, "holds")
        self._weight = overriding(modules, "weight")
        self._free_work = overriding(modules, "free_work")
        self._after_build = overriding(modules, "after_build")
        self._after_lift = overriding(modules, "after_lift")
        self._follow_build = overriding(modules, "follow_build")
        self._buildings_changed = overriding(modules, "buildings_changed")
        self._corner_serves = overriding(modules, "corner_serves")
        self._may_offer = overriding(modules, "may_offer")
        self._rate = overriding(modules, "rate")
        self._exchanged = overriding(modules, "exchanged")
        self._cards_for_sale = overriding(modules, "cards_for_sale")
        self._sell_card = overriding(modules, "sell_card")
        self._cost = overriding(modules, "cost")
        self._may_win = overriding(modules, "may_win")
        self._points = overriding(modules, "points")
        self._hidden_points = overriding(modules, "hidden_points")
        self._goal = overriding(modules, "goal")
        self.prices: bool = len(self._cost) > 0
        self.sells_cards: bool = len(self._sell_card) > 0
        self.closable: i64 = 0
        for m in self._may_take_edge:
            self.closable |= m.closable
        self.stops_lines: bool = len(self._may_lay_lines) > 0
        self.limits_starts: bool = self.closable != 0 or len(self._may_start) > 0
        self.frees_work: bool = len(self._free_work) > 0
        self.follows: bool = len(self._follow_build) > 0
        self.chooses_numbers: bool = len(self._number_stands) > 0
        self.weighs: bool = len(self._weight) > 0
        self.reaching: bool = len(self._reaches) > 0
        self.cutting: bool = len(self._cuts) > 0
        self.holding: bool = len(self._holds) > 0
        self.counts_cards: bool = len(self._moved) > 0
        self.limits_robber: bool = len(self._robber_may_stand) > 0
        self.heeds_rolls: bool = len(self._after_roll) > 0
        self.closes_turns: bool = len(self._close_turn) > 0
        self.gives_points: bool = len(self._points) > 0
        self.hides_points: bool = len(self._hidden_points) > 0
        self.moves_goals: bool = len(self._goal) > 0
        self.rates: bool = len(self._rate) > 0
        self.resting: bool = len(self._rests) > 0
        self.counts_yields: bool = len(self._after_production) > 0
        self.yields: bool = len(self._yield_of) > 0
        self.goods_win: bool = False
        for m in modules:
            self.goods_win = self.goods_win or m.goods_win
        self.claims_goods: bool = False
        for m in self._yield_of:
            self.claims_goods = self.claims_goods or m.claims_goods

    def begin(self, s: State) -> None:
        """The board is laid out."""
        for m in self._begin:
            m.begin(s)

    def may_start(self, s: State, seat: i64, step: i64, corner: i64) -> bool:
        """Whether no module forbids a starting piece there."""
        for m in self._may_start:
            if not m.may_start(s, seat, step, corner):
                return False
        return True

    def after_setup(self, s: State) -> None:
        """The last starting piece is placed."""
        for m in self._after_setup:
            m.after_setup(s)

    def begin_turn(self, s: State, seat: i64) -> None:
        """A turn begins."""
        for m in self._begin_turn:
            m.begin_turn(s, seat)

    def turn_actions(self, s: State, seat: i64, rolled: bool, out: Codes) -> None:
        """Add the modules' actions of the seat on turn."""
        for m in self._turn_actions:
            m.turn_actions(s, seat, rolled, out)

    def purchases(self, s: State, seat: i64, out: Codes) -> None:
        """Add the modules' purchases outside a seat's turn."""
        for m in self._purchases:
            m.purchases(s, seat, out)

    def close_turn(self, s: State, seat: i64) -> None:
        """A turn ends."""
        for m in self._close_turn:
            m.close_turn(s, seat)

    def next_turn(self, s: State, seat: i64, following: i64) -> i64:
        """The next seat, passed through the modules in order; they stop once there is no turn."""
        for m in self._next_turn:
            following = m.next_turn(s, seat, following)
            if following < 0:
                return following
        return following

    def number_source(self, s: State, phase: i64) -> i64:
        """The phase that produces the number, passed through the modules."""
        for m in self._number_source:
            phase = m.number_source(s, phase)
        return phase

    def number_stands(self, s: State, seat: i64, total: i64) -> bool:
        """Whether every module lets a sum count."""
        for m in self._number_stands:
            if not m.number_stands(s, seat, total):
                return False
        return True

    def rests(self, s: State, hex_: i64) -> bool:
        """Whether some module lets a hex yield nothing now."""
        for m in self._rests:
            if m.rests(s, hex_):
                return True
        return False

    def after_roll(self, s: State, seat: i64, total: i64) -> None:
        """The dice are rolled."""
        for m in self._after_roll:
            m.after_roll(s, seat, total)

    def yield_of(self, s: State, hex_: i64, corner: i64) -> bool:
        """Whether a module has claimed the building's yield; the first ends the loop."""
        for m in self._yield_of:
            if m.yield_of(s, hex_, corner):
                return True
        return False

    def after_production(self, s: State, total: i64) -> None:
        """Everybody has drawn."""
        for m in self._after_production:
            m.after_production(s, total)

    def hand_limit(self, s: State, seat: i64) -> i64:
        """What the modules add to the hand limit."""
        total: i64 = 0
        for m in self._hand_limit:
            total += m.hand_limit(s, seat)
        return total

    def sets_in_motion(self, s: State, seat: i64, by: i64) -> bool:
        """Whether a module replaces the robber's move; the first one ends the loop."""
        for m in self._sets_in_motion:
            if m.sets_in_motion(s, seat, by):
                return True
        return False

    def robber_moves(self, s: State, seat: i64, out: Codes) -> None:
        """Add the modules' alternatives to moving the robber."""
        for m in self._robber_moves:
            m.robber_moves(s, seat, out)

    def robber_has_no_hex(self, s: State, seat: i64) -> None:
        """Nothing may be moved."""
        for m in self._robber_has_no_hex:
            m.robber_has_no_hex(s, seat)

    def robber_may_stand(self, s: State, seat: i64, hex_: i64) -> bool:
        """Whether no module forbids the robber a hex."""
        for m in self._robber_may_stand:
            if not m.robber_may_stand(s, seat, hex_):
                return False
        return True

    def may_rob(self, s: State, thief: i64, victim: i64) -> bool:
        """Whether no module protects the victim."""
        for m in self._may_rob:
            if not m.may_rob(s, thief, victim):
                return False
        return True

    def may_take_edge(self, s: State, seat: i64, edge: i64, kind: i64) -> bool:
        """Whether no module forbids a line there."""
        for m in self._may_take_edge:
            if m.closable & BITS[kind] and not m.may_take_edge(s, seat, edge, kind):
                return False
        return True

    def may_lay_lines(self, s: State, seat: i64, kind: i64) -> bool:
        """Whether every module lets the seat lay lines of a kind now."""
        for m in self._may_lay_lines:
            if not m.may_lay_lines(s, seat, kind):
                return False
        return True

    def may_raise(self, s: State, seat: i64, corner: i64) -> bool:
        """Whether all modules let the settlement become a city."""
        for m in self._may_raise:
            if not m.may_raise(s, seat, corner):
                return False
        return True

    def may_take_corner(self, s: State, seat: i64, corner: i64) -> bool:
        """Whether no module forbids a building there."""
        for m in self._may_take_corner:
            if not m.may_take_corner(s, seat, corner):
                return False
        return True

    def reaches(self, s: State, seat: i64, corner: i64) -> bool:
        """Whether a line of some module joins the seat to the corner."""
        for m in self._reaches:
            if m.reaches(s, seat, corner):
                return True
        return False

    def cuts(self, s: State, seat: i64, corner: i64) -> bool:
        """Whether something of some module cuts the seat's routes at the corner."""
        for m in self._cuts:
            if m.cuts(s, seat, corner):
                return True
        return False

    def holds(self, s: State, seat: i64, corner: i64) -> bool:
        """Whether something of some module holds the seat's lines at the corner."""
        for m in self._holds:
            if m.holds(s, seat, corner):
                return True
        return False

    def weight(self, s: State, edge: i64) -> i64:
        """What the modules add to the length of a line."""
        total: i64 = 0
        for m in self._weight:
            total += m.weight(s, edge)
        return total

    def free_work(self, s: State, seat: i64, out: Codes) -> None:
        """Add what the modules allow in place of a free line."""
        for m in self._free_work:
            m.free_work(s, seat, out)

    def after_build(self, s: State, seat: i64, item: i64, place: i64) -> None:
        """A piece was placed."""
        depth = s.cells[DEPTH]
        for m in self._after_build:
            m.after_build(s, seat, item, place)
        if s.cells[DEPTH] != depth:
            raise RuntimeError("after_build changed the agenda: what follows from a piece belongs into follow_build")

    def buildings_changed(self, s: State) -> None:
        """Buildings were lowered, lost or regained."""
        depth = s.cells[DEPTH]
        for m in self._buildings_changed:
            m.buildings_changed(s)
        if s.cells[DEPTH] != depth:
            raise RuntimeError("buildings_changed changed the agenda")

    def after_lift(self, s: State, seat: i64, edge: i64) -> None:
        """A line was taken off the board."""
        for m in self._after_lift:
            m.after_lift(s, seat, edge)

    def follow_build(self, s: State, seat: i64, item: i64, place: i64) -> None:
        """The decision that placed a piece is finished."""
        for m in self._follow_build:
            m.follow_build(s, seat, item, place)

    def corner_serves(self, s: State, corner: i64) -> bool:
        """Whether every module lets the harbour at a corner serve."""
        for m in self._corner_serves:
            if not m.corner_serves(s, corner):
                return False
        return True

    def may_offer(self, s: State, seat: i64) -> bool:
        """Whether every module lets the seat on turn offer a trade."""
        for m in self._may_offer:
            if not m.may_offer(s, seat):
                return False
        return True

    def rate(self, s: State, seat: i64, good: i64, rate: i64) -> i64:
        """The rate after every module's change, in order, until one refuses the good (0)."""
        for m in self._rate:
            rate = m.rate(s, seat, good, rate)
            if rate == 0:
                return 0
        return rate

    def exchanged(self, s: State, seat: i64, good: i64, count: i64, got: i64) -> None:
        """A seat has traded with the bank."""
        for m in self._exchanged:
            m.exchanged(s, seat, good, count, got)

    def cards_for_sale(self, s: State, seat: i64, count: i64) -> i64:
        """How many development cards a seat could buy, after every module's change, in order."""
        for m in self._cards_for_sale:
            count = m.cards_for_sale(s, seat, count)
        return count

    def sell_card(self, s: State, seat: i64) -> bool:
        """The first module that sells a card of its own replaces the draw."""
        for m in self._sell_card:
            if m.sell_card(s, seat):
                return True
        return False

    def cost(self, s: State, seat: i64, item: i64, good: i64) -> i64:
        """What the modules add to a cost."""
        total: i64 = 0
        for m in self._cost:
            total += m.cost(s, seat, item, good)
        return total

    def moved(self, s: State, seat: i64, good: i64, count: i64, sees: i64) -> None:
        """Cards came into a hand, or left it."""
        for m in self._moved:
            m.moved(s, seat, good, count, sees)

    def known(self, s: State, field: i64, row: i64, kind: i64, viewer: i64) -> i64:
        """The largest count that a module knows of."""
        most: i64 = 0
        for m in self._known:
            n = m.known(s, field, row, kind, viewer)
            if n > most:
                most = n
        return most

    def lacks(self, s: State, field: i64, row: i64, viewer: i64) -> i64:
        """The kinds barred by any module."""
        kinds: i64 = 0
        for m in self._lacks:
            kinds |= m.lacks(s, field, row, viewer)
        return kinds

    def dealt(self, s: State, viewer: i64) -> None:
        """Hidden cards were dealt anew for a viewer."""
        for m in self._dealt:
            m.dealt(s, viewer)

    def consistent(self, s: State) -> bool:
        """Whether every module accepts the position."""
        for m in self._consistent:
            if not m.consistent(s):
                return False
        return True

    def why_not(self, s: State, seat: i64, codes: list[int], no: Refusal) -> IllegalAction | None:
        """The first rule of a module against a decision."""
        for m in self._why_not:
            found = m.why_not(s, seat, codes, no)
            if found is not None:
                return found
        return None

    def why_wait(self, s: State, seat: i64, codes: list[int], no: Refusal) -> IllegalAction | None:
        """The first rule of a module by which others decide first."""
        for m in self._why_wait:
            found = m.why_wait(s, seat, codes, no)
            if found is not None:
                return found
        return None

    def may_win(self, s: State, seat: i64) -> bool:
        """Whether every module lets that seat win now."""
        for m in self._may_win:
            if not m.may_win(s, seat):
                return False
        return True

    def points(self, s: State, seat: i64) -> i64:
        """The points that the modules give."""
        total: i64 = 0
        for m in self._points:
            total += m.points(s, seat)
        return total

    def hidden_points(self, s: State, seat: i64) -> i64:
        """The hidden points that the modules give."""
        total: i64 = 0
        for m in self._hidden_points:
            total += m.hidden_points(s, seat)
        return total

    def goal(self, s: State, seat: i64) -> i64:
        """What the modules add to the goal."""
        total: i64 = 0
        for m in self._goal:
            total += m.goal(s, seat)
        return total


CONFIGURING: Final = ("adds_to_defaults", "lay", "check_sites", "line_edges", "prepare", "join")
"""The seams that are called only while a game is configured."""


def plays(modules: list[IslandModule]) -> bool:
    """Whether a module overrides a seam that is called during a game, or brings terrains of its own."""
    for m in modules:
        for seam, plain in vars(IslandModule).items():
            if not seam.startswith("_") and seam not in CONFIGURING and getattr(type(m), seam) is not plain:
                return True
        if m.terrains:
            return True
    return False


def overriding(modules: list[IslandModule], seam: str) -> vec[IslandModule]:
    """The modules whose class overrides a seam."""
    plain = getattr(IslandModule, seam)
    return vec[IslandModule]([m for m in modules if getattr(type(m), seam) is not plain])
