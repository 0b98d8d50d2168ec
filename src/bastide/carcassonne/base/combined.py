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

from bastide.carcassonne.base.seams import ModuleRules
from bastide.kernel.codes import Codes
from bastide.kernel.errors import IllegalAction, Refusal
from bastide.kernel.state import State


@final
class CombinedSeams:
    """For each hook of `ModuleRules`, the modules that override it, and their combined answer.

    Read from the classes when the game is configured: methods set on an instance later are ignored.
    """

    def __init__(self, classes: list[type[ModuleRules]]) -> None:
        self.has_begin: bool = overridden(classes, "begin")
        self.has_set_up: bool = overridden(classes, "set_up")
        self.has_pile: bool = overridden(classes, "pile")
        self.has_after_draw: bool = overridden(classes, "after_draw")
        self.has_may_lie: bool = overridden(classes, "may_lie")
        self.has_after_tile: bool = overridden(classes, "after_tile")
        self.has_figures: bool = overridden(classes, "figures")
        self.has_after_figure: bool = overridden(classes, "after_figure")
        self.has_worth: bool = overridden(classes, "worth")
        self.has_bonus: bool = overridden(classes, "bonus")
        self.has_tell_bonus: bool = overridden(classes, "tell_bonus")
        self.has_field_worth: bool = overridden(classes, "field_worth")
        self.has_foremost: bool = overridden(classes, "foremost")
        self.has_completed: bool = overridden(classes, "completed")
        self.has_lifted: bool = overridden(classes, "lifted")
        self.has_end_part: bool = overridden(classes, "end_part")
        self.has_final: bool = overridden(classes, "final")
        self.has_why_not: bool = overridden(classes, "why_not")
        self.any_hook: bool = (
            self.has_begin
            or self.has_set_up
            or self.has_pile
            or self.has_after_draw
            or self.has_may_lie
            or self.has_after_tile
            or self.has_figures
            or self.has_after_figure
            or self.has_worth
            or self.has_bonus
            or self.has_tell_bonus
            or self.has_field_worth
            or self.has_foremost
            or self.has_completed
            or self.has_lifted
            or self.has_end_part
            or self.has_final
            or self.has_why_not
        )
        nobody = vec[ModuleRules]()
        self._begin = nobody
        self._set_up = nobody
        self._pile = nobody
        self._after_draw = nobody
        self._may_lie = nobody
        self._after_tile = nobody
        self._figures = nobody
        self._after_figure = nobody
        self._worth = nobody
        self._bonus = nobody
        self._tell_bonus = nobody
        self._field_worth = nobody
        self._foremost = nobody
        self._completed = nobody
        self._lifted = nobody
        self._end_part = nobody
        self._final = nobody
        self._why_not = nobody

    def fill(self, modules: list[ModuleRules]) -> None:
        """Take the modules of the game, once their fields are declared."""
        self._begin = overriding(modules, "begin")
        self._set_up = overriding(modules, "set_up")
        self._pile = overriding(modules, "pile")
        self._after_draw = overriding(modules, "after_draw")
        self._may_lie = overriding(modules, "may_lie")
        self._after_tile = overriding(modules, "after_tile")
        self._figures = overriding(modules, "figures")
        self._after_figure = overriding(modules, "after_figure")
        self._worth = overriding(modules, "worth")
        self._bonus = overriding(modules, "bonus")
        self._tell_bonus = overriding(modules, "tell_bonus")
        self._field_worth = overriding(modules, "field_worth")
        self._foremost = overriding(modules, "foremost")
        self._completed = overriding(modules, "completed")
        self._lifted = overriding(modules, "lifted")
        self._end_part = overriding(modules, "end_part")
        self._final = overriding(modules, "final")
        self._why_not = overriding(modules, "why_not")

    def begin(self, s: State) -> bool:
        """True if a module says so; all are called."""
        answer = False
        for m in self._begin:
            if m.begin(s):
                answer = True
        return answer

    def set_up(self, s: State) -> None:
        """All modules are called."""
        for m in self._set_up:
            m.set_up(s)

    def pile(self, s: State) -> i64:
        """The first answer that says something."""
        for m in self._pile:
            answer = m.pile(s)
            if answer != 0:
                return answer
        return 0

    def after_draw(self, s: State, seat: i64, kind: i64) -> bool:
        """True if a module says so; all are called."""
        answer = False
        for m in self._after_draw:
            if m.after_draw(s, seat, kind):
                answer = True
        return answer

    def may_lie(self, s: State, place: i64, kind: i64, rotation: i64) -> bool:
        """True if every module says so; the first one that does not ends the question."""
        for m in self._may_lie:
            if not m.may_lie(s, place, kind, rotation):
                return False
        return True

    def after_tile(self, s: State, seat: i64, tile: i64) -> bool:
        """True if a module says so; all are called."""
        answer = False
        for m in self._after_tile:
            if m.after_tile(s, seat, tile):
                answer = True
        return answer

    def figures(self, s: State, seat: i64, tile: i64, out: Codes) -> None:
        """All modules are called."""
        for m in self._figures:
            m.figures(s, seat, tile, out)

    def after_figure(self, s: State, seat: i64, tile: i64) -> bool:
        """True if a module says so; all are called."""
        answer = False
        for m in self._after_figure:
            if m.after_figure(s, seat, tile):
                answer = True
        return answer

    def worth(self, s: State, root: i64, kind: i64, complete: bool, worth: i64) -> i64:
        """Each module is given the answer so far."""
        for m in self._worth:
            worth = m.worth(s, root, kind, complete, worth)
        return worth

    def bonus(self, s: State, root: i64, kind: i64, complete: bool) -> i64:
        """The sum of the answers."""
        total: i64 = 0
        for m in self._bonus:
            total += m.bonus(s, root, kind, complete)
        return total

    def tell_bonus(self, s: State, root: i64, kind: i64, complete: bool, seat: i64) -> None:
        """All modules are called."""
        for m in self._tell_bonus:
            m.tell_bonus(s, root, kind, complete, seat)

    def field_worth(self, s: State, root: i64, seat: i64, worth: i64) -> i64:
        """Each module is given the answer so far."""
        for m in self._field_worth:
            worth = m.field_worth(s, root, seat, worth)
        return worth

    def foremost(self, s: State, root: i64, seats: i64) -> i64:
        """Each module is given the answer so far."""
        for m in self._foremost:
            seats = m.foremost(s, root, seats)
        return seats

    def completed(self, s: State, root: i64, kind: i64) -> None:
        """All modules are called."""
        for m in self._completed:
            m.completed(s, root, kind)

    def lifted(self, s: State, root: i64, seat: i64) -> None:
        """All modules are called."""
        for m in self._lifted:
            m.lifted(s, root, seat)

    def end_part(self, s: State, seat: i64) -> bool:
        """True if a module says so; the first one that does ends the question."""
        for m in self._end_part:
            if m.end_part(s, seat):
                return True
        return False

    def final(self, s: State) -> None:
        """All modules are called."""
        for m in self._final:
            m.final(s)

    def why_not(self, s: State, seat: i64, code: i64, no: Refusal) -> IllegalAction | None:
        """The first answer that says something."""
        for m in self._why_not:
            answer = m.why_not(s, seat, code, no)
            if answer is not None:
                return answer
        return None


def overridden(classes: list[type[ModuleRules]], hook: str) -> bool:
    """Whether any of the classes overrides a hook."""
    plain = getattr(ModuleRules, hook)
    return any(getattr(made, hook) is not plain for made in classes)


def overriding(modules: list[ModuleRules], hook: str) -> vec[ModuleRules]:
    """The modules whose class overrides a hook."""
    plain = getattr(ModuleRules, hook)
    return vec[ModuleRules]([m for m in modules if getattr(type(m), hook) is not plain])
