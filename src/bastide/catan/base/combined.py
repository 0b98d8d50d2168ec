"""The combined answers of the active modules at each hook: the base calls these, never a module directly.

Written by `python -m tools.hooks` from the hooks of `ModuleRules`.

Only modules whose class overrides a hook are called there, in their order. `has_<hook>` says whether there
is one. If no module overrides any, `modular` of the game is false. The base checks it first, because the C
compiler can then inline the base's small functions, which loops over modules would prevent.
"""

from __future__ import annotations

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from bastide.catan.base.seams import ModuleRules
from bastide.kernel.codes import Codes
from bastide.kernel.errors import IllegalAction, Refusal
from bastide.kernel.state import BITS, DEPTH, State


@final
class CombinedSeams:
    """For each hook of `ModuleRules`, the modules that override it, and their combined answer.

    Read from the classes when the game is configured: methods set on an instance later are ignored.
    `by_name` are the same modules in an order that does not depend on the config.
    `claims_goods` is that of all modules that override `yield_of`.
    `closable` is that of all modules that override `may_take_edge`.
    """

    def __init__(self, classes: list[type[ModuleRules]]) -> None:
        self.has_begin: bool = overridden(classes, "begin")
        self.has_may_start: bool = overridden(classes, "may_start")
        self.has_after_setup: bool = overridden(classes, "after_setup")
        self.has_begin_turn: bool = overridden(classes, "begin_turn")
        self.has_turn_actions: bool = overridden(classes, "turn_actions")
        self.has_purchases: bool = overridden(classes, "purchases")
        self.has_close_turn: bool = overridden(classes, "close_turn")
        self.has_next_turn: bool = overridden(classes, "next_turn")
        self.has_number_source: bool = overridden(classes, "number_source")
        self.has_number_stands: bool = overridden(classes, "number_stands")
        self.has_after_roll: bool = overridden(classes, "after_roll")
        self.has_yield_of: bool = overridden(classes, "yield_of")
        self.has_after_production: bool = overridden(classes, "after_production")
        self.has_rests: bool = overridden(classes, "rests")
        self.has_hand_limit: bool = overridden(classes, "hand_limit")
        self.has_sets_in_motion: bool = overridden(classes, "sets_in_motion")
        self.has_robber_moves: bool = overridden(classes, "robber_moves")
        self.has_may_take_edge: bool = overridden(classes, "may_take_edge")
        self.has_may_lay_lines: bool = overridden(classes, "may_lay_lines")
        self.has_may_build: bool = overridden(classes, "may_build")
        self.has_piece_at: bool = overridden(classes, "piece_at")
        self.has_weight: bool = overridden(classes, "weight")
        self.has_free_work: bool = overridden(classes, "free_work")
        self.has_after_build: bool = overridden(classes, "after_build")
        self.has_after_lift: bool = overridden(classes, "after_lift")
        self.has_follow_build: bool = overridden(classes, "follow_build")
        self.has_buildings_changed: bool = overridden(classes, "buildings_changed")
        self.has_corner_serves: bool = overridden(classes, "corner_serves")
        self.has_may_offer: bool = overridden(classes, "may_offer")
        self.has_rate: bool = overridden(classes, "rate")
        self.has_exchanged: bool = overridden(classes, "exchanged")
        self.has_moved: bool = overridden(classes, "moved")
        self.has_why_not: bool = overridden(classes, "why_not")
        self.has_why_wait: bool = overridden(classes, "why_wait")
        self.has_may_win: bool = overridden(classes, "may_win")
        self.has_points: bool = overridden(classes, "points")
        self.has_hidden_points: bool = overridden(classes, "hidden_points")
        self.has_goal: bool = overridden(classes, "goal")
        self.any_hook: bool = (
            self.has_begin
            or self.has_may_start
            or self.has_after_setup
            or self.has_begin_turn
            or self.has_turn_actions
            or self.has_purchases
            or self.has_close_turn
            or self.has_next_turn
            or self.has_number_source
            or self.has_number_stands
            or self.has_after_roll
            or self.has_yield_of
            or self.has_after_production
            or self.has_rests
            or self.has_hand_limit
            or self.has_sets_in_motion
            or self.has_robber_moves
            or self.has_may_take_edge
            or self.has_may_lay_lines
            or self.has_may_build
            or self.has_piece_at
            or self.has_weight
            or self.has_free_work
            or self.has_after_build
            or self.has_after_lift
            or self.has_follow_build
            or self.has_buildings_changed
            or self.has_corner_serves
            or self.has_may_offer
            or self.has_rate
            or self.has_exchanged
            or self.has_moved
            or self.has_why_not
            or self.has_why_wait
            or self.has_may_win
            or self.has_points
            or self.has_hidden_points
            or self.has_goal
        )
        nobody = vec[ModuleRules]()
        self._begin = nobody
        self._may_start = nobody
        self._after_setup = nobody
        self._begin_turn = nobody
        self._turn_actions = nobody
        self._purchases = nobody
        self._close_turn = nobody
        self._next_turn = nobody
        self._number_source = nobody
        self._number_stands = nobody
        self._after_roll = nobody
        self._yield_of = nobody
        self._after_production = nobody
        self._rests = nobody
        self._hand_limit = nobody
        self._sets_in_motion = nobody
        self._robber_moves = nobody
        self._may_take_edge = nobody
        self._may_lay_lines = nobody
        self._may_build = nobody
        self._piece_at = nobody
        self._weight = nobody
        self._free_work = nobody
        self._after_build = nobody
        self._after_lift = nobody
        self._follow_build = nobody
        self._buildings_changed = nobody
        self._corner_serves = nobody
        self._may_offer = nobody
        self._rate = nobody
        self._exchanged = nobody
        self._moved = nobody
        self._why_not = nobody
        self._why_wait = nobody
        self._may_win = nobody
        self._points = nobody
        self._hidden_points = nobody
        self._goal = nobody
        self.claims_goods: bool = False
        self.closable: i64 = 0

    def fill(self, modules: list[ModuleRules], by_name: list[ModuleRules]) -> None:
        """Take the modules of the game, once their fields are declared."""
        self._begin = overriding(modules, "begin")
        self._may_start = overriding(modules, "may_start")
        self._after_setup = overriding(modules, "after_setup")
        self._begin_turn = overriding(modules, "begin_turn")
        self._turn_actions = overriding(modules, "turn_actions")
        self._purchases = overriding(modules, "purchases")
        self._close_turn = overriding(modules, "close_turn")
        self._next_turn = overriding(modules, "next_turn")
        self._number_source = overriding(modules, "number_source")
        self._number_stands = overriding(modules, "number_stands")
        self._after_roll = overriding(modules, "after_roll")
        self._yield_of = overriding(modules, "yield_of")
        self._after_production = overriding(modules, "after_production")
        self._rests = overriding(modules, "rests")
        self._hand_limit = overriding(modules, "hand_limit")
        self._sets_in_motion = overriding(modules, "sets_in_motion")
        self._robber_moves = overriding(modules, "robber_moves")
        self._may_take_edge = overriding(modules, "may_take_edge")
        self._may_lay_lines = overriding(modules, "may_lay_lines")
        self._may_build = overriding(modules, "may_build")
        self._piece_at = overriding(modules, "piece_at")
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
        self._moved = overriding(modules, "moved")
        self._why_not = overriding(by_name, "why_not")
        self._why_wait = overriding(by_name, "why_wait")
        self._may_win = overriding(modules, "may_win")
        self._points = overriding(modules, "points")
        self._hidden_points = overriding(modules, "hidden_points")
        self._goal = overriding(modules, "goal")
        for m in self._yield_of:
            self.claims_goods = self.claims_goods or m.claims_goods
        for m in self._may_take_edge:
            self.closable = self.closable | m.closable

    def begin(self, s: State) -> None:
        """All modules are called."""
        for m in self._begin:
            m.begin(s)

    def may_start(self, s: State, seat: i64, step: i64, corner: i64) -> bool:
        """True if every module says so; the first one that does not ends the question."""
        for m in self._may_start:
            if not m.may_start(s, seat, step, corner):
                return False
        return True

    def after_setup(self, s: State) -> None:
        """All modules are called."""
        for m in self._after_setup:
            m.after_setup(s)

    def begin_turn(self, s: State, seat: i64) -> None:
        """All modules are called."""
        for m in self._begin_turn:
            m.begin_turn(s, seat)

    def turn_actions(self, s: State, seat: i64, rolled: bool, out: Codes) -> None:
        """All modules are called."""
        for m in self._turn_actions:
            m.turn_actions(s, seat, rolled, out)

    def purchases(self, s: State, seat: i64, out: Codes) -> None:
        """All modules are called."""
        for m in self._purchases:
            m.purchases(s, seat, out)

    def close_turn(self, s: State, seat: i64) -> None:
        """All modules are called."""
        for m in self._close_turn:
            m.close_turn(s, seat)

    def next_turn(self, s: State, seat: i64, following: i64) -> i64:
        """Each module is given the answer so far, until one answers -1."""
        for m in self._next_turn:
            following = m.next_turn(s, seat, following)
            if following == -1:
                return following
        return following

    def number_source(self, s: State, phase: i64) -> i64:
        """Each module is given the answer so far."""
        for m in self._number_source:
            phase = m.number_source(s, phase)
        return phase

    def number_stands(self, s: State, seat: i64, total: i64) -> bool:
        """True if every module says so; the first one that does not ends the question."""
        for m in self._number_stands:
            if not m.number_stands(s, seat, total):
                return False
        return True

    def after_roll(self, s: State, seat: i64, total: i64) -> None:
        """All modules are called."""
        for m in self._after_roll:
            m.after_roll(s, seat, total)

    def yield_of(self, s: State, hex_: i64, corner: i64) -> bool:
        """True if a module says so; the first one that does ends the question."""
        for m in self._yield_of:
            if m.yield_of(s, hex_, corner):
                return True
        return False

    def after_production(self, s: State, total: i64) -> None:
        """All modules are called."""
        for m in self._after_production:
            m.after_production(s, total)

    def rests(self, s: State, hex_: i64) -> bool:
        """True if a module says so; the first one that does ends the question."""
        for m in self._rests:
            if m.rests(s, hex_):
                return True
        return False

    def hand_limit(self, s: State, seat: i64) -> i64:
        """The sum of the answers."""
        total: i64 = 0
        for m in self._hand_limit:
            total += m.hand_limit(s, seat)
        return total

    def sets_in_motion(self, s: State, seat: i64, by: i64) -> bool:
        """True if a module says so; the first one that does ends the question."""
        for m in self._sets_in_motion:
            if m.sets_in_motion(s, seat, by):
                return True
        return False

    def robber_moves(self, s: State, seat: i64, out: Codes) -> None:
        """All modules are called."""
        for m in self._robber_moves:
            m.robber_moves(s, seat, out)

    def may_take_edge(self, s: State, seat: i64, edge: i64, kind: i64) -> bool:
        """True if every module says so; the first one that does not ends the question."""
        for m in self._may_take_edge:
            if m.closable & BITS[kind] and not m.may_take_edge(s, seat, edge, kind):
                return False
        return True

    def may_lay_lines(self, s: State, seat: i64, kind: i64) -> bool:
        """True if every module says so; the first one that does not ends the question."""
        for m in self._may_lay_lines:
            if not m.may_lay_lines(s, seat, kind):
                return False
        return True

    def may_build(self, s: State, seat: i64, item: i64, corner: i64) -> bool:
        """True if every module says so; the first one that does not ends the question."""
        for m in self._may_build:
            if not m.may_build(s, seat, item, corner):
                return False
        return True

    def piece_at(self, s: State, corner: i64) -> i64:
        """The first answer that says something."""
        for m in self._piece_at:
            answer = m.piece_at(s, corner)
            if answer != 0:
                return answer
        return 0

    def weight(self, s: State, edge: i64) -> i64:
        """The sum of the answers."""
        total: i64 = 0
        for m in self._weight:
            total += m.weight(s, edge)
        return total

    def free_work(self, s: State, seat: i64, out: Codes) -> None:
        """All modules are called."""
        for m in self._free_work:
            m.free_work(s, seat, out)

    def after_build(self, s: State, seat: i64, item: i64, place: i64) -> None:
        """All modules are called."""
        depth = s.cells[DEPTH]
        for m in self._after_build:
            m.after_build(s, seat, item, place)
        if s.cells[DEPTH] != depth:
            raise RuntimeError("after_build changed the agenda: what follows belongs into follow_build")

    def after_lift(self, s: State, seat: i64, edge: i64) -> None:
        """All modules are called."""
        for m in self._after_lift:
            m.after_lift(s, seat, edge)

    def follow_build(self, s: State, seat: i64, item: i64, place: i64) -> None:
        """All modules are called."""
        for m in self._follow_build:
            m.follow_build(s, seat, item, place)

    def buildings_changed(self, s: State) -> None:
        """All modules are called."""
        depth = s.cells[DEPTH]
        for m in self._buildings_changed:
            m.buildings_changed(s)
        if s.cells[DEPTH] != depth:
            raise RuntimeError("buildings_changed changed the agenda: what follows belongs into follow_build")

    def corner_serves(self, s: State, corner: i64) -> bool:
        """True if every module says so; the first one that does not ends the question."""
        for m in self._corner_serves:
            if not m.corner_serves(s, corner):
                return False
        return True

    def may_offer(self, s: State, seat: i64) -> bool:
        """True if every module says so; the first one that does not ends the question."""
        for m in self._may_offer:
            if not m.may_offer(s, seat):
                return False
        return True

    def rate(self, s: State, seat: i64, good: i64, rate: i64) -> i64:
        """Each module is given the answer so far, until one answers 0."""
        for m in self._rate:
            rate = m.rate(s, seat, good, rate)
            if rate == 0:
                return rate
        return rate

    def exchanged(self, s: State, seat: i64, good: i64, count: i64, got: i64) -> None:
        """All modules are called."""
        for m in self._exchanged:
            m.exchanged(s, seat, good, count, got)

    def moved(self, s: State, seat: i64, good: i64, count: i64, sees: i64) -> None:
        """All modules are called."""
        for m in self._moved:
            m.moved(s, seat, good, count, sees)

    def why_not(self, s: State, seat: i64, codes: list[int], no: Refusal) -> IllegalAction | None:
        """The first answer that says something."""
        for m in self._why_not:
            answer = m.why_not(s, seat, codes, no)
            if answer is not None:
                return answer
        return None

    def why_wait(self, s: State, seat: i64, codes: list[int], no: Refusal) -> IllegalAction | None:
        """The first answer that says something."""
        for m in self._why_wait:
            answer = m.why_wait(s, seat, codes, no)
            if answer is not None:
                return answer
        return None

    def may_win(self, s: State, seat: i64) -> bool:
        """True if every module says so; the first one that does not ends the question."""
        for m in self._may_win:
            if not m.may_win(s, seat):
                return False
        return True

    def points(self, s: State, seat: i64) -> i64:
        """The sum of the answers."""
        total: i64 = 0
        for m in self._points:
            total += m.points(s, seat)
        return total

    def hidden_points(self, s: State, seat: i64) -> i64:
        """The sum of the answers."""
        total: i64 = 0
        for m in self._hidden_points:
            total += m.hidden_points(s, seat)
        return total

    def goal(self, s: State, seat: i64) -> i64:
        """The sum of the answers."""
        total: i64 = 0
        for m in self._goal:
            total += m.goal(s, seat)
        return total


def overridden(classes: list[type[ModuleRules]], hook: str) -> bool:
    """Whether any of the classes overrides a hook."""
    plain = getattr(ModuleRules, hook)
    return any(getattr(made, hook) is not plain for made in classes)


def overriding(modules: list[ModuleRules], hook: str) -> vec[ModuleRules]:
    """The modules whose class overrides a hook."""
    plain = getattr(ModuleRules, hook)
    return vec[ModuleRules]([m for m in modules if getattr(type(m), hook) is not plain])
