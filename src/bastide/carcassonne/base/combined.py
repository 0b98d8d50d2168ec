"""The active modules' combined answers at each seam: the base calls these, never a module directly.

Only modules whose class overrides a seam are called there; without modules `Carcassonne.modular` is false and
no seam is called.
"""

from __future__ import annotations

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from bastide.carcassonne.base.seams import CarcassonneModule
from bastide.kernel.codes import Codes
from bastide.kernel.errors import IllegalAction, Refusal
from bastide.kernel.state import State


@final
class CombinedSeams:
    """For each seam of `CarcassonneModule`, the modules that override it, in order, and their combined answer.

    Read from the classes when the game is configured: methods set on an instance later are ignored.
    """

    def __init__(self, modules: list[CarcassonneModule]) -> None:
        self._begin = overriding(modules, "begin")
        self._set_up = overriding(modules, "set_up")
        self._pile = overriding(modules, "pile")
        self._after_draw = overriding(modules, "after_draw")
        self._may_lie = overriding(modules, "may_lie")
        # Called for every place, so whether any module overrides it is stored.
        self.bars_places: bool = len(self._may_lie) > 0
        self._after_tile = overriding(modules, "after_tile")
        self._figures = overriding(modules, "figures")
        self._after_figure = overriding(modules, "after_figure")
        self._worth = overriding(modules, "worth")
        self._bonus = overriding(modules, "bonus")
        self._field_worth = overriding(modules, "field_worth")
        self._foremost = overriding(modules, "foremost")
        self._completed = overriding(modules, "completed")
        self._tell_bonus = overriding(modules, "tell_bonus")
        self._lifted = overriding(modules, "lifted")
        self._why_not = overriding(modules, "why_not")
        self._end_part = overriding(modules, "end_part")
        self._final = overriding(modules, "final")

    def begin(self, s: State) -> bool:
        """Whether a module replaces the start tile; all are called."""
        laid = False
        for m in self._begin:
            if m.begin(s):
                laid = True
        return laid

    def set_up(self, s: State) -> None:
        """Let modules act before the first draw."""
        for m in self._set_up:
            m.set_up(s)

    def pile(self, s: State) -> i64:
        """The current pile: the first one besides the stack that a module names."""
        for m in self._pile:
            pile = m.pile(s)
            if pile != 0:
                return pile
        return 0

    def after_draw(self, s: State, seat: i64, kind: i64) -> bool:
        """Whether a module has pushed a decision before placing; all are called."""
        pending = False
        for m in self._after_draw:
            if m.after_draw(s, seat, kind):
                pending = True
        return pending

    def may_lie(self, s: State, place: i64, kind: i64, rotation: i64) -> bool:
        """Whether no module forbids the tile there."""
        for m in self._may_lie:
            if not m.may_lie(s, place, kind, rotation):
                return False
        return True

    def after_tile(self, s: State, seat: i64, tile: i64) -> bool:
        """Whether a module has pushed a decision before figures; all are called."""
        pending = False
        for m in self._after_tile:
            if m.after_tile(s, seat, tile):
                pending = True
        return pending

    def figures(self, s: State, seat: i64, tile: i64, out: Codes) -> None:
        """Add the modules' alternatives to placing a follower."""
        for m in self._figures:
            m.figures(s, seat, tile, out)

    def after_figure(self, s: State, seat: i64, tile: i64) -> bool:
        """Whether a module has pushed a decision before scoring; all are called."""
        pending = False
        for m in self._after_figure:
            if m.after_figure(s, seat, tile):
                pending = True
        return pending

    def worth(self, s: State, root: i64, kind: i64, complete: bool, worth: i64) -> i64:
        """The points per tile after every module's change, in order."""
        for m in self._worth:
            worth = m.worth(s, root, kind, complete, worth)
        return worth

    def bonus(self, s: State, root: i64, kind: i64, complete: bool) -> i64:
        """The points that the modules add."""
        total: i64 = 0
        for m in self._bonus:
            total += m.bonus(s, root, kind, complete)
        return total

    def field_worth(self, s: State, root: i64, seat: i64, worth: i64) -> i64:
        """The points per city after every module's change, in order."""
        for m in self._field_worth:
            worth = m.field_worth(s, root, seat, worth)
        return worth

    def foremost(self, s: State, root: i64, seats: i64) -> i64:
        """The tied seats left after every module."""
        for m in self._foremost:
            seats = m.foremost(s, root, seats)
        return seats

    def completed(self, s: State, root: i64, kind: i64) -> None:
        """A feature was completed."""
        for m in self._completed:
            m.completed(s, root, kind)

    def tell_bonus(self, s: State, root: i64, kind: i64, complete: bool, seat: i64) -> None:
        """Emit the lines of `bonus`."""
        for m in self._tell_bonus:
            m.tell_bonus(s, root, kind, complete, seat)

    def lifted(self, s: State, root: i64, seat: i64) -> None:
        """A follower has left a feature that was not scored."""
        for m in self._lifted:
            m.lifted(s, root, seat)

    def end_part(self, s: State, seat: i64) -> bool:
        """Whether a module has replaced the next turn; the first ends the loop."""
        for m in self._end_part:
            if m.end_part(s, seat):
                return True
        return False

    def final(self, s: State) -> None:
        """Let modules score at the end."""
        for m in self._final:
            m.final(s)

    def why_not(self, s: State, seat: i64, code: i64, no: Refusal) -> IllegalAction | None:
        """The first rule of a module against a decision."""
        for m in self._why_not:
            reason = m.why_not(s, seat, code, no)
            if reason is not None:
                return reason
        return None


def overriding(modules: list[CarcassonneModule], seam: str) -> vec[CarcassonneModule]:
    """The modules whose class overrides a seam."""
    plain = getattr(CarcassonneModule, seam)
    return vec[CarcassonneModule]([m for m in modules if getattr(type(m), seam) is not plain])
