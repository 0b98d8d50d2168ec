"""The seams of the island: what an expansion says before a game, and the hooks that it may override in one.

`IslandModule` is the expansion before a game: its name, options and layouts. For each game there is a `ModuleRules`,
whose hooks the base calls. Every default changes nothing. All states of a game share that object, so it stores only
constants: offsets of its fields, tables, the island. All mutable data is in the fields that its constructor declares.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, Final

from mypy_extensions import i64, mypyc_attr

from bastide.catan.base.module import IslandModule
from bastide.kernel.codes import Codes
from bastide.kernel.errors import IllegalAction, Refusal
from bastide.kernel.state import State

if TYPE_CHECKING:
    from bastide.catan.base.island import Island

__all__: Final = ["CardPile", "IslandModule", "Knowledge", "ModuleRules", "Partner", "RobberLimit"]


@mypyc_attr(allow_interpreted_subclasses=True)
class ModuleRules:
    """What a module does in one game.

    The constructor declares fields, verbs and phases on `r`, the island, and refuses a board that does not suit with
    ConfigError. It is called once, in the order of `after` and `before`, before any state exists.
    """

    # The hooks of earlier versions, each with what replaces it, "" for nothing: a module that has one is refused.
    former: ClassVar[Mapping[str, str]] = {
        "cuts": "piece_at",
        "holds": "piece_at",
        "reaches": "",
        "cost": "",
        "may_raise": "may_build",
        "may_take_corner": "may_build",
        "robber_may_stand": "RobberLimit.may_stand",
        "may_rob": "RobberLimit.may_rob",
        "robber_has_no_hex": "RobberLimit.no_hex",
        "cards_for_sale": "CardPile.for_sale",
        "sell_card": "CardPile.sell",
        "known": "Knowledge.known",
        "lacks": "Knowledge.lacks",
        "dealt": "Knowledge.dealt",
        "consistent": "Knowledge.consistent",
    }

    def __init__(self, r: Island, module: IslandModule) -> None:
        self.r = r
        """The island: its board, its fields, and the functions of the base."""
        self.name = module.name
        """The name of the module."""
        self.closable: i64 = -1
        """The mask of the kinds of line that `may_take_edge` may forbid."""
        self.claims_goods: bool = True
        """Whether `yield_of` also claims at hexes that yield a good by themselves."""

    # -- configuring

    def connect(self) -> None:
        """Called once the rules of all modules exist: `self.r.module(Class)` finds those of another."""

    # -- set-up and turn

    def begin(self, s: State) -> None:
        """Called when the board is laid out. Frames pushed here come before the first starting piece.

        It may change the starting player. With printed pieces it is called as well, but no piece is placed then: push
        frames in `after_setup`. [each]
        """

    def may_start(self, s: State, seat: i64, step: i64, corner: i64) -> bool:
        """Whether a seat may place its starting piece on a corner in a step of `IslandConfig.placings`. [all]"""
        return True

    def after_setup(self, s: State) -> None:
        """Called after the last starting piece. Frames pushed here come before the first turn. [each]"""

    def begin_turn(self, s: State, seat: i64) -> None:
        """Called when a turn begins, before any card or roll. [each]"""

    def turn_actions(self, s: State, seat: i64, rolled: bool, out: Codes) -> None:
        """Add actions for the seat on turn, before or after the roll, including all `purchases`.

        `out.add(verb.offset)` adds one. [each]
        """

    def purchases(self, s: State, seat: i64, out: Codes) -> None:
        """Add purchases for a seat outside its own turn, in a `BuildingPhase`. [each]"""

    def close_turn(self, s: State, seat: i64) -> None:
        """Called when a turn ends. Frames pushed here come before the next turn, a later module's first. [each]"""

    def next_turn(self, s: State, seat: i64, following: i64) -> i64:
        """The seat that moves next, given the seat so far.

        -1 if no turn begins now, because the agenda holds something else. [fold until -1]
        """
        return following

    # -- the roll and production

    def number_source(self, s: State, phase: i64) -> i64:
        """The phase that produces this turn's number, given the phase so far: a roll of two dice.

        It is pushed with the seat on turn. Once popped, it calls `lay_dice` of `base/turn.py` if it rolled two dice,
        else `lay_other_number`. [fold]
        """
        return phase

    def number_stands(self, s: State, seat: i64, total: i64) -> bool:
        """Whether a sum of the two dice counts; other sums are rerolled, so they never occur. [all]"""
        return True

    def after_roll(self, s: State, seat: i64, total: i64) -> None:
        """Called after the roll; frames pushed here come before production or the seven. [each]"""

    def yield_of(self, s: State, hex_: i64, corner: i64) -> bool:
        """Claim a building's yield at a producing hex with `island.claim(s, seat, good, count)`.

        True replaces the base's yield. The bank pays when all seats have claimed (BASE-019). [any; given claims_goods]
        """
        return False

    def after_production(self, s: State, total: i64) -> None:
        """Called after all have drawn, on a roll other than seven; `Island.drew` counts cards. [each]"""

    def rests(self, s: State, hex_: i64) -> bool:
        """Whether a hex with the rolled number yields nothing, apart from the robber. [any]"""
        return False

    # -- the seven and the robber

    def hand_limit(self, s: State, seat: i64) -> i64:
        """A number added to a seat's hand limit on a seven. [sum]"""
        return 0

    def sets_in_motion(self, s: State, seat: i64, by: i64) -> bool:
        """Called when the robber is to move: BY_SEVEN (after discards), BY_KNIGHT or BY_EVENT of `base/robber.py`.

        True if the module replaces the robber's move. With `config.robber = False` in `prepare` there is no robber, and
        the module answers for it. [any]
        """
        return False

    def robber_moves(self, s: State, seat: i64, out: Codes) -> None:
        """Add moves of pieces that a seat may move instead. [each]"""

    # -- building and trading

    def may_take_edge(self, s: State, seat: i64, edge: i64, kind: i64) -> bool:
        """Whether the module allows a line of a kind there: 0 is a road, see `Island.line_names`.

        Asked for each place whenever actions are listed. [all; asked closable & BITS[kind]]
        """
        return True

    def may_lay_lines(self, s: State, seat: i64, kind: i64) -> bool:
        """Whether the module lets a seat lay lines of a kind now, wherever; asked once, and not in the set-up. [all]"""
        return True

    def may_build(self, s: State, seat: i64, item: i64, corner: i64) -> bool:
        """Whether the module allows a SETTLEMENT or a CITY on a corner; asked whenever actions are listed. [all]"""
        return True

    def piece_at(self, s: State, corner: i64) -> i64:
        """The owner + 1 of a piece of the module at a corner, as `Island.owner` has it for buildings; 0 for none.

        It cuts the routes of all others there, and holds its owner's lines, as a building would. When it comes or goes,
        call `passage_changed` and `cut_changed`, then `award_route`. [first]
        """
        return 0

    def weight(self, s: State, edge: i64) -> i64:
        """How much more than 1 the line on an edge counts for the longest route.

        Call `weight_changed` when the answer changes. [sum]
        """
        return 0

    def free_work(self, s: State, seat: i64, out: Codes) -> None:
        """Add what a seat may do in place of laying a free line; the verb calls `resume` of an unpaid phase. [each]"""

    def after_build(self, s: State, seat: i64, item: i64, place: i64) -> None:
        """Update the module's fields after a line, a SETTLEMENT or a CITY is placed; leave the agenda alone.

        `item` is ROAD, or another kind of line's in `Island.line_items`. `seat` may be a colour that nobody plays.
        [each; agenda untouched]
        """

    def after_lift(self, s: State, seat: i64, edge: i64) -> None:
        """Update the module's fields after a line was taken off an edge; `seat` may be an unplayed colour. [each]"""

    def follow_build(self, s: State, seat: i64, item: i64, place: i64) -> None:
        """Called when a placing decision is finished, paid for or not, in the set-up too.

        Frames pushed here are decided next. Not called for pieces that a layout prints. [each]
        """

    def buildings_changed(self, s: State) -> None:
        """Update the module's fields after buildings were lowered, lost or regained; leave the agenda alone.

        Called once for all that changed at the same time, by `buildings_changed` of `base/building.py`.
        [each; agenda untouched]
        """

    def corner_serves(self, s: State, corner: i64) -> bool:
        """Whether a corner's harbour serves its owner; call `rates_changed` when the answer changes. [all]"""
        return True

    def may_offer(self, s: State, seat: i64) -> bool:
        """Whether the seat on turn may offer a trade to other players; if not, `why_not` says why. [all]"""
        return True

    def rate(self, s: State, seat: i64, good: i64, rate: i64) -> i64:
        """The bank's rate for a good, given the rate so far: 2 to 4 of them for one card, 0 for not now.

        Once it is 0, no further module is asked; `why_not` says why. [fold until 0]
        """
        return rate

    def exchanged(self, s: State, seat: i64, good: i64, count: i64, got: i64) -> None:
        """Called when a seat has given the bank `count` of a good for one of the good `got`. [each]"""

    # -- what is known

    def moved(self, s: State, seat: i64, good: i64, count: i64, sees: i64) -> None:
        """Called when `count` cards of a good enter a hand (leave it if negative); the mask `sees` saw which. [each]"""

    def why_not(self, s: State, seat: i64, codes: list[int], no: Refusal) -> IllegalAction | None:
        """The module's rule against a decision of a seat that must act; None if there is none.

        Asked in every phase, before the base gives its reason: compare `s.cells[s.top()]` with the phase that the
        decision belongs to. `self.r.named(codes[0])` gives its word and argument. [first; by name]
        """
        return None

    def why_wait(self, s: State, seat: i64, codes: list[int], no: Refusal) -> IllegalAction | None:
        """The module's rule that lets other seats decide first; None if there is none. [first; by name]"""
        return None

    # -- points and end

    def may_win(self, s: State, seat: i64) -> bool:
        """Whether the seat on turn may win now, once it has the points. [all]"""
        return True

    def points(self, s: State, seat: i64) -> i64:
        """Public points that the module gives a seat. [sum]"""
        return 0

    def hidden_points(self, s: State, seat: i64) -> i64:
        """Points that the module gives a seat, hidden from other seats. [sum]"""
        return 0

    def goal(self, s: State, seat: i64) -> i64:
        """The change to a seat's goal. [sum]"""
        return 0


@mypyc_attr(allow_interpreted_subclasses=True)
class Partner:
    """What another module changes in a room where both are played.

    A room that lets itself be changed derives a class with its own questions, and names it in an attribute of its
    module; the `with_<other>.py` of a room puts another class there (`kernel/combinations.py`). The room's rules make
    the partner in their constructor, last, and call its `connect` in their own.
    """

    def connect(self) -> None:
        """Called once the rules of all modules exist."""


@mypyc_attr(allow_interpreted_subclasses=True)
class RobberLimit:
    """What keeps the robber from hexes and from seats (`Island.limit_robber`)."""

    def may_stand(self, s: State, seat: i64, hex_: i64) -> bool:
        """Whether that seat may move the robber to that hex. [all]"""
        return True

    def may_rob(self, s: State, thief: i64, victim: i64) -> bool:
        """Whether the thief may take a card from the victim. [all]"""
        return True

    def no_hex(self, s: State, seat: i64) -> None:
        """Called when a seat must move the robber and has no legal move; discards are still due. [each]"""


@mypyc_attr(allow_interpreted_subclasses=True)
class CardPile:
    """A pile of development cards of a module's own (`Island.sell_from`)."""

    def for_sale(self, s: State, seat: i64, count: i64) -> i64:
        """How many development cards a seat could buy, given their number so far: the deck's. [fold]"""
        return count

    def sell(self, s: State, seat: i64) -> bool:
        """Called when a seat has paid for a development card: True if it gets one of this pile. [any]"""
        return False


@mypyc_attr(allow_interpreted_subclasses=True)
class Knowledge:
    """What viewers know of hidden cards, of the base or of a module (`Island.add_knowledge`)."""

    def known(self, s: State, field: i64, row: i64, kind: i64, viewer: i64) -> i64:
        """The cards of a kind that the viewer knows to be in a hidden row.

        `field` is an offset such as `Island.hand` or the result of `schema.add`. Viewer -1 is everybody. `resample`
        keeps these cards in the row. [most]
        """
        return 0

    def lacks(self, s: State, field: i64, row: i64, viewer: i64) -> i64:
        """The mask of kinds of which the viewer knows that a hidden row holds no more than `known`. [union]"""
        return 0

    def dealt(self, s: State, viewer: i64) -> None:
        """Update the module's fields after hidden cards were redealt for a viewer. [each]"""

    def consistent(self, s: State) -> bool:
        """Whether the position could occur in a running game. [all]"""
        return True
