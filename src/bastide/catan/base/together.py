"""What the active modules say together at each seam: the base asks here, and never a module itself.

Only modules whose class answers at a seam are called there. With no module at all `Island.modular` is false and nothing
is asked. The base looks at it first, because the C compiler then folds the small functions of the base into each other,
which loops over modules would hinder.
"""

from __future__ import annotations

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from bastide.catan.base.seams import IslandModule
from bastide.kernel.codes import Codes
from bastide.kernel.errors import IllegalAction, Refusal
from bastide.kernel.state import State


@final
class Seams:
    """For each seam of `IslandModule` the modules that answer there, in their order, and their answers as one.

    Read from the classes when the game is configured: a method put on an instance later is not asked. `prices` says
    whether a module changes a cost.
    """

    def __init__(self, modules: list[IslandModule]) -> None:
        self._starts_with_city = overriding(modules, "starts_with_city")
        self._may_raise = overriding(modules, "may_raise")
        self._known = overriding(modules, "known")
        self._lacks = overriding(modules, "lacks")
        self._moved = overriding(modules, "moved")
        self._dealt = overriding(modules, "dealt")
        self._consistent = overriding(modules, "consistent")
        self._why_not = overriding(modules, "why_not")
        self._why_wait = overriding(modules, "why_wait")
        self._begin = overriding(modules, "begin")
        self._after_setup = overriding(modules, "after_setup")
        self._begin_turn = overriding(modules, "begin_turn")
        self._turn_actions = overriding(modules, "turn_actions")
        self._end_turn = overriding(modules, "end_turn")
        self._after_roll = overriding(modules, "after_roll")
        self._yield_of = overriding(modules, "yield_of")
        self._after_production = overriding(modules, "after_production")
        self._hand_limit = overriding(modules, "hand_limit")
        self._on_seven = overriding(modules, "on_seven")
        self._robber_may_stand = overriding(modules, "robber_may_stand")
        self._may_rob = overriding(modules, "may_rob")
        self._may_take_edge = overriding(modules, "may_take_edge")
        self._may_take_corner = overriding(modules, "may_take_corner")
        self._reaches = overriding(modules, "reaches")
        self._cuts = overriding(modules, "cuts")
        self._after_build = overriding(modules, "after_build")
        self._rate = overriding(modules, "rate")
        self._cost = overriding(modules, "cost")
        self._points = overriding(modules, "points")
        self._goal = overriding(modules, "goal")
        self.prices: bool = len(self._cost) > 0

    def begin(self, s: State) -> None:
        """The board is laid out."""
        for m in self._begin:
            m.begin(s)

    def starts_with_city(self, s: State, seat: i64, second: bool) -> bool:
        """Whether some module makes a starting piece a city."""
        for m in self._starts_with_city:
            if m.starts_with_city(s, seat, second):
                return True
        return False

    def after_setup(self, s: State) -> None:
        """The last starting piece stands."""
        for m in self._after_setup:
            m.after_setup(s)

    def begin_turn(self, s: State, seat: i64) -> None:
        """A turn begins."""
        for m in self._begin_turn:
            m.begin_turn(s, seat)

    def turn_actions(self, s: State, seat: i64, rolled: bool, out: Codes) -> None:
        """Add what the modules let the seat on turn do."""
        for m in self._turn_actions:
            m.turn_actions(s, seat, rolled, out)

    def end_turn(self, s: State, seat: i64) -> bool:
        """Whether a module has put what follows this turn on the agenda; no other is asked then."""
        for m in self._end_turn:
            if m.end_turn(s, seat):
                return True
        return False

    def after_roll(self, s: State, seat: i64, total: i64) -> None:
        """The dice lie."""
        for m in self._after_roll:
            m.after_roll(s, seat, total)

    def yield_of(self, s: State, hex_: i64, corner: i64) -> bool:
        """Whether a module has claimed what the building draws; no other is asked then."""
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

    def on_seven(self, s: State, seat: i64) -> bool:
        """Whether a module does something instead of the robber; no other is asked then."""
        for m in self._on_seven:
            if m.on_seven(s, seat):
                return True
        return False

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

    def may_take_edge(self, s: State, seat: i64, edge: i64) -> bool:
        """Whether no module forbids a road there."""
        for m in self._may_take_edge:
            if not m.may_take_edge(s, seat, edge):
                return False
        return True

    def may_raise(self, s: State, seat: i64, corner: i64) -> bool:
        """Whether no module forbids to turn a settlement into a city."""
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

    def after_build(self, s: State, seat: i64, item: i64, place: i64) -> None:
        """A piece was placed."""
        for m in self._after_build:
            m.after_build(s, seat, item, place)

    def rate(self, s: State, seat: i64, good: i64, rate: i64) -> i64:
        """The rate that the modules make of a rate, one after the other."""
        for m in self._rate:
            rate = m.rate(s, seat, good, rate)
        return rate

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

    def known(self, s: State, name: str, row: i64, kind: i64, viewer: i64) -> i64:
        """The most that a module says the viewer knows of a row."""
        most: i64 = 0
        for m in self._known:
            n = m.known(s, name, row, kind, viewer)
            if n > most:
                most = n
        return most

    def lacks(self, s: State, name: str, row: i64, kind: i64, viewer: i64) -> bool:
        """Whether a module says that the viewer knows a row to hold no more."""
        for m in self._lacks:
            if m.lacks(s, name, row, kind, viewer):
                return True
        return False

    def dealt(self, s: State, viewer: i64) -> None:
        """Hidden cards were dealt anew for a viewer."""
        for m in self._dealt:
            m.dealt(s, viewer)

    def consistent(self, s: State) -> bool:
        """Whether every module finds the position possible."""
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

    def points(self, s: State, seat: i64) -> i64:
        """The points that the modules give."""
        total: i64 = 0
        for m in self._points:
            total += m.points(s, seat)
        return total

    def goal(self, s: State, seat: i64) -> i64:
        """What the modules add to the goal."""
        total: i64 = 0
        for m in self._goal:
            total += m.goal(s, seat)
        return total


def overriding(modules: list[IslandModule], seam: str) -> vec[IslandModule]:
    """The modules whose class has a method of its own for a seam."""
    plain = getattr(IslandModule, seam)
    return vec[IslandModule]([m for m in modules if getattr(type(m), seam) is not plain])
