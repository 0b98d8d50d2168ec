"""The seams of Carcassonne: what an expansion says before a game, and the hooks that it may override in one.

`CarcassonneModule` is the expansion before a game. For each game there is a `ModuleRules`, whose hooks the base calls.
Every default changes nothing. All states of a game share that object, so it stores only constants: offsets of its
fields, tables, the game. All mutable data is in the fields that its constructor declares.

A module that inserts a decision pushes a frame of its own and returns True; when the decision is taken, `turn.go_on`
removes the frame and resumes the one below.

A feature is identified by its root, the section under which `Carcassonne` keeps its counts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from bastide.carcassonne.base.module import CarcassonneModule
from bastide.kernel.codes import Codes
from bastide.kernel.errors import IllegalAction, Refusal
from bastide.kernel.state import State

if TYPE_CHECKING:
    from bastide.carcassonne.base.carcassonne import Carcassonne

__all__: Final = ["CarcassonneModule", "ModuleRules"]


@mypyc_attr(allow_interpreted_subclasses=True)
class ModuleRules:
    """What a module does in one game.

    The constructor declares fields, figures, verbs and phases on `r`, the game. It is called once, in the order of
    `after` and `before`, before any state exists.
    """

    def __init__(self, r: Carcassonne, module: CarcassonneModule) -> None:
        self.r = r
        """The game: its tiles, its fields, and the functions of the base."""
        self.name = module.name
        """The name of the module."""

    # -- set-up and drawing

    def begin(self, s: State) -> bool:
        """Called when the game begins. True if the module replaces the start tile; every module is called. [some]"""
        return False

    def set_up(self, s: State) -> None:
        """Called after the initial tiles are laid, before the first draw: push decisions that come first.

        The module pushes and removes their frames. [each]
        """

    def pile(self, s: State) -> i64:
        """The pile from which the next tile is drawn (`Carcassonne.pile_of`); 0 is the stack. [first]"""
        return 0

    def after_draw(self, s: State, seat: i64, kind: i64) -> bool:
        """Called after a draw, before checking that the tile fits anywhere.

        True if the module has pushed a decision that comes first. [some]
        """
        return False

    # -- placing

    def may_lie(self, s: State, place: i64, kind: i64, rotation: i64) -> bool:
        """Whether the module allows a tile whose edges fit. [all]"""
        return True

    def after_tile(self, s: State, seat: i64, tile: i64) -> bool:
        """Called after a tile is laid and joined. True if the module has pushed a decision before figures. [some]"""
        return False

    def figures(self, s: State, seat: i64, tile: i64, out: Codes) -> None:
        """Add alternatives to placing a follower. [each]"""

    def after_figure(self, s: State, seat: i64, tile: i64) -> bool:
        """Called after the figure is placed or not. True if the module has pushed a decision before scoring. [some]"""
        return False

    # -- scoring

    def worth(self, s: State, root: i64, kind: i64, complete: bool, worth: i64) -> i64:
        """Points per tile and shield of a road or city, given the points so far. [fold]"""
        return worth

    def bonus(self, s: State, root: i64, kind: i64, complete: bool) -> i64:
        """Extra points for a scored feature. [sum]"""
        return 0

    def tell_bonus(self, s: State, root: i64, kind: i64, complete: bool, seat: i64) -> None:
        """Emit the `line` events that make up `bonus`; called only if there is a journal. [each]"""

    def field_worth(self, s: State, root: i64, seat: i64, worth: i64) -> i64:
        """A seat's points per complete city at its field, given the points so far. [fold]"""
        return worth

    def foremost(self, s: State, root: i64, seats: i64) -> i64:
        """The mask of seats tied for the majority that score, given the mask so far. [fold]"""
        return seats

    def completed(self, s: State, root: i64, kind: i64) -> None:
        """Called when the seat on turn completes a road, city or monastery, scored or not. [each]"""

    def lifted(self, s: State, root: i64, seat: i64) -> None:
        """Called when a follower leaves a feature that is not scored. [each]"""

    # -- the end

    def end_part(self, s: State, seat: i64) -> bool:
        """Called when a tile is finished. True if the module has pushed frames that replace the next turn. [any]"""
        return False

    def final(self, s: State) -> None:
        """Called after final scoring, before the winner is decided. [each]"""

    # -- refusing

    def why_not(self, s: State, seat: i64, code: i64, no: Refusal) -> IllegalAction | None:
        """The module's rule against an illegal decision of the seat on turn, or None.

        Called for a tile only where its edges fit, for a figure only if the section exists and the seat has one.
        [first]
        """
        return None
