"""The seams of Carcassonne: what an expansion may change, in the base's own words. Every default changes nothing.

A module overrides what it needs. Its instances are shared by all states of a configured game, so a module keeps only
what is fixed: offsets of its fields, tables, its game. All that changes during a game stands in the fields that it
declares in `join`. `sets` are the sets of tiles that join the stack; `options` what may be chosen in a config, each
with its values, of which the first is the default, and `needs` for which of them another module must be there.

A module that puts a decision in between pushes a frame of its own and says so by returning True; when the decision is
taken, `turn.go_on` takes the frame off and lets what lies below go on.

A feature is called by its root, the section under which `Carcassonne` keeps its counts.
"""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from bastide.carcassonne.base.tables import Kind
from bastide.kernel.codes import Codes
from bastide.kernel.errors import IllegalAction, Refusal
from bastide.kernel.rules import Module, Rules
from bastide.kernel.state import State


@mypyc_attr(allow_interpreted_subclasses=True)
class CarcassonneModule(Module):
    """One expansion, variant or house rule of Carcassonne."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.sets: list[str] = []
        self.options: dict[str, tuple[str, ...]] = {}
        self.needs: dict[str, str] = {}

    # -- configuring

    def kinds(self, kinds: list[Kind]) -> list[Kind]:
        """The kinds of tiles in the game, given those of all sets."""
        return kinds

    def join(self, game: Rules) -> None:
        """Declare fields, figures, verbs and phases.

        Called once, in the order of `after` and `before`, before any state exists.
        """

    # -- set-up and drawing

    def begin(self, s: State) -> bool:
        """The game begins. True if the module has laid out something instead of the start tile; all are asked."""
        return False

    def set_up(self, s: State) -> None:
        """What the game begins with lies out and the first seat is about to draw: the place for decisions before that.

        They are put on the agenda as frames, and taken off again.
        """

    def pile(self, s: State) -> i64:
        """Which pile the next tile comes from, of those that `Carcassonne.pile_of` puts kinds into; 0 is the stack."""
        return 0

    def after_draw(self, s: State, seat: i64, kind: i64) -> bool:
        """A tile was drawn, and whether it fits anywhere is not asked yet.

        True if the module has put a decision on the agenda that comes first.
        """
        return False

    # -- placing

    def may_lie(self, s: State, place: i64, kind: i64, rotation: i64) -> bool:
        """Whether nothing of the module forbids a tile whose edges fit."""
        return True

    def after_tile(self, s: State, seat: i64, tile: i64) -> bool:
        """A tile was laid and joined. True if the module has put a decision on the agenda that comes before figures."""
        return False

    def figures(self, s: State, seat: i64, tile: i64, out: Codes) -> None:
        """Add what the seat may do instead of placing a follower."""

    def after_figure(self, s: State, seat: i64, tile: i64) -> bool:
        """The figure is placed or not. True if the module has put a decision on the agenda that precedes scoring."""
        return False

    # -- scoring

    def worth(self, s: State, root: i64, kind: i64, complete: bool, worth: i64) -> i64:
        """Points for each tile and each shield of a road or city, given the points so far."""
        return worth

    def bonus(self, s: State, root: i64, kind: i64, complete: bool) -> i64:
        """Points that a scored feature brings besides."""
        return 0

    def tell_bonus(self, s: State, root: i64, kind: i64, complete: bool, seat: i64) -> None:
        """Tell the lines (`line` events) that make up what `bonus` brings; asked only if somebody listens."""

    def field_worth(self, s: State, root: i64, seat: i64, worth: i64) -> i64:
        """Points of a seat for each complete city at its field, given the points so far."""
        return worth

    def foremost(self, s: State, root: i64, seats: i64) -> i64:
        """Which of the seats that are tied for the majority score: a mask, given the mask so far."""
        return seats

    def completed(self, s: State, root: i64, kind: i64) -> None:
        """A road, city or monastery was completed by the seat on turn, whether anybody scores it or not."""

    def lifted(self, s: State, root: i64, seat: i64) -> None:
        """A follower of a seat has left a feature that was not scored."""

    # -- the end

    def end_part(self, s: State, seat: i64) -> bool:
        """A tile is dealt with wholly. True if the module has put on the agenda what comes instead of the next turn."""
        return False

    def final(self, s: State) -> None:
        """Features and fields are scored, the winner is not yet named."""

    # -- refusing

    def why_not(self, s: State, seat: i64, code: i64, no: Refusal) -> IllegalAction | None:
        """The rule against a decision of the seat on turn that is not legal, if it is the module's doing.

        Asked about a tile only where its edges fit, about a figure only if the section exists and the seat has one.
        """
        return None
