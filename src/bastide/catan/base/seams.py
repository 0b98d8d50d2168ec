"""The seams of the island: the hooks that an expansion may override. Every default changes nothing.

A module overrides the hooks it needs. All states of a configured game share its instance, so a module stores only
constants: offsets of its fields, tables, its island. All mutable data is in the fields that it declares in `join`.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from mypy_extensions import i64, mypyc_attr

from bastide.catan.base.config import IslandConfig
from bastide.catan.board.graph import Board
from bastide.catan.board.layout import Layout
from bastide.catan.board.terrain import Terrain
from bastide.kernel.codes import Codes
from bastide.kernel.errors import IllegalAction, Refusal
from bastide.kernel.rules import Module, Rules
from bastide.kernel.state import State


@mypyc_attr(allow_interpreted_subclasses=True)
class IslandModule(Module):
    """One expansion, variant or house rule of the island.

    Set in the constructor, since layouts are read before the game is made: `terrains` are the terrains that it adds,
    `layouts` the names of layouts that it deals (also in place of the base), `sites` its words of sites, each with its
    kind of place (`board/grid.py`). `more_seats` are numbers of seats that it makes possible beside those of the base;
    `only_seats` are the only ones with which it is played, empty for any. `chapter` is its place in a campaign, counted
    from 1; 0 if it has none. `dealing` are those of its options that say how its layouts are dealt. `closable` is the
    mask of the kinds of line that its `may_take_edge` may forbid. Without `claims_goods`, its `yield_of` claims only at
    hexes that yield no good by themselves. Without `goods_win`, nothing in it makes a seat win by a trade.
    """

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.terrains: dict[str, Terrain] = {}
        self.layouts: tuple[str, ...] = ()
        self.sites: dict[str, str] = {}
        self.more_seats: tuple[int, ...] = ()
        self.only_seats: tuple[int, ...] = ()
        self.chapter: int = 0
        self.dealing: tuple[str, ...] = ()
        self.closable: i64 = -1
        self.claims_goods: bool = True
        self.goods_win: bool = True

    # -- configuring

    def adds_to_defaults(self, layout: str, given: Mapping[str, Any]) -> dict[str, int]:
        """Numbers added to the base's defaults, given the layout's name ("" by coordinates) and a config's options."""
        return self.raises

    def lay(self, name: str, seats: int, options: dict[str, Any], rng: random.Random | None) -> Layout:
        """Deal one of `layouts`; `seeded` of `base/config.py` checks `rng`. Raises ConfigError."""
        raise NotImplementedError(name)

    def check_sites(self, board: Board) -> None:
        """Refuse a board whose sites (`Board.sites`) do not suit the module. Raises ConfigError."""

    def line_edges(self, board: Board, line: str, edges: set[int]) -> set[int]:
        """The edges that take a kind of line, given those so far: for roads those of land, for other kinds none."""
        return edges

    def prepare(self, config: IslandConfig) -> None:
        """Adjust a new game's figures: goods, deck, supply, kinds of line, colours. Raises ConfigError."""

    def join(self, island: Rules) -> None:
        """Declare fields, verbs and phases.

        Called once, in the order of `after` and `before`, before any state exists.
        """

    # -- set-up and turn

    def begin(self, s: State) -> None:
        """Called when the board is laid out. Frames pushed here come before the first starting piece.

        Printed pieces have no such moment: with them, push frames in `after_setup`.
        """

    def may_start(self, s: State, seat: i64, step: i64, corner: i64) -> bool:
        """Whether a seat may place its starting piece on a corner in a step of `IslandConfig.placings`."""
        return True

    def after_setup(self, s: State) -> None:
        """Called after the last starting piece. Frames pushed here come before the first turn."""

    def begin_turn(self, s: State, seat: i64) -> None:
        """Called when a turn begins, before any card or roll."""

    def turn_actions(self, s: State, seat: i64, rolled: bool, out: Codes) -> None:
        """Add actions for the seat on turn, before or after the roll, including all `purchases`."""

    def purchases(self, s: State, seat: i64, out: Codes) -> None:
        """Add purchases for a seat outside its own turn, in a `BuildingPhase`."""

    def close_turn(self, s: State, seat: i64) -> None:
        """Called when a turn ends. Frames pushed here come before the next turn, a later module's first."""

    def next_turn(self, s: State, seat: i64, following: i64) -> i64:
        """The seat that moves next, given the seat so far.

        -1 if no turn begins now, because the agenda holds something else.
        """
        return following

    # -- the roll and production

    def number_source(self, s: State, phase: i64) -> i64:
        """The phase that produces this turn's number, given the phase so far: a roll of two dice.

        It is pushed with the seat on turn. Once popped, it calls `lay_dice` of `base/turn.py` if it rolled two dice,
        else `lay_other_number`.
        """
        return phase

    def number_stands(self, s: State, seat: i64, total: i64) -> bool:
        """Whether a sum of the two dice counts; other sums are rerolled, so they never occur."""
        return True

    def after_roll(self, s: State, seat: i64, total: i64) -> None:
        """Called after the roll; frames pushed here come before production or the seven."""

    def yield_of(self, s: State, hex_: i64, corner: i64) -> bool:
        """Claim a building's yield at a producing hex with `Island.claim`.

        True replaces the base's yield.
        """
        return False

    def after_production(self, s: State, total: i64) -> None:
        """Called after all have drawn, on a roll other than seven; `Island.drew` counts cards."""

    def rests(self, s: State, hex_: i64) -> bool:
        """Whether a hex with the rolled number yields nothing, apart from the robber."""
        return False

    # -- the seven and the robber

    def hand_limit(self, s: State, seat: i64) -> i64:
        """A number added to a seat's hand limit on a seven."""
        return 0

    def sets_in_motion(self, s: State, seat: i64, by: i64) -> bool:
        """Called when the robber is to move: BY_SEVEN (after discards), BY_KNIGHT or BY_EVENT of `base/robber.py`.

        True if the module replaces the robber's move.
        """
        return False

    def robber_may_stand(self, s: State, seat: i64, hex_: i64) -> bool:
        """Whether that seat may move the robber to that hex."""
        return True

    def robber_moves(self, s: State, seat: i64, out: Codes) -> None:
        """Add moves of pieces that a seat may move instead."""

    def robber_has_no_hex(self, s: State, seat: i64) -> None:
        """Called when a seat must move the robber and has no legal move; discards are still due."""

    def may_rob(self, s: State, thief: i64, victim: i64) -> bool:
        """Whether the thief may take a card from the victim."""
        return True

    # -- building and trading

    def may_take_edge(self, s: State, seat: i64, edge: i64, kind: i64) -> bool:
        """Whether the module allows a line of a kind there: 0 is a road, see `Island.line_names`."""
        return True

    def may_lay_lines(self, s: State, seat: i64, kind: i64) -> bool:
        """Whether the module lets a seat lay lines of a kind now, wherever; not asked in the set-up."""
        return True

    def may_raise(self, s: State, seat: i64, corner: i64) -> bool:
        """Whether the module lets that settlement become a city."""
        return True

    def may_take_corner(self, s: State, seat: i64, corner: i64) -> bool:
        """Whether the module allows a building there."""
        return True

    def reaches(self, s: State, seat: i64, corner: i64) -> bool:
        """Whether something of the module connects a seat to the corner, as its road would."""
        return False

    def cuts(self, s: State, seat: i64, corner: i64) -> bool:
        """Whether a piece of the module cuts a seat's routes at the corner."""
        return False

    def holds(self, s: State, seat: i64, corner: i64) -> bool:
        """Whether a piece of the module at a corner holds the seat's lines there, as its building would."""
        return False

    def weight(self, s: State, edge: i64) -> i64:
        """How much more than 1 the line on an edge counts for the longest route.

        Call `weight_changed` when the answer changes.
        """
        return 0

    def free_work(self, s: State, seat: i64, out: Codes) -> None:
        """Add what a seat may do in place of laying a free line; the verb calls `resume` of an unpaid phase."""

    def after_build(self, s: State, seat: i64, item: i64, place: i64) -> None:
        """Update the module's fields after a line, a SETTLEMENT or a CITY is placed; leave the agenda alone.

        `item` is ROAD, or another kind of line's in `Island.line_items`. `seat` may be a colour that nobody plays.
        """

    def after_lift(self, s: State, seat: i64, edge: i64) -> None:
        """Update the module's fields after a line was taken off an edge; `seat` may be an unplayed colour."""

    def follow_build(self, s: State, seat: i64, item: i64, place: i64) -> None:
        """Called when a placing decision is finished, paid for or not, in the set-up too.

        Frames pushed here are decided next. Not called for pieces that a layout prints.
        """

    def buildings_changed(self, s: State) -> None:
        """Update the module's fields after buildings were lowered, lost or regained; leave the agenda alone.

        Called once for all that changed at the same time, by `buildings_changed` of `base/building.py`.
        """

    def corner_serves(self, s: State, corner: i64) -> bool:
        """Whether a corner's harbour serves its owner; call `rates_changed` when the answer changes."""
        return True

    def may_offer(self, s: State, seat: i64) -> bool:
        """Whether the seat on turn may offer a trade to other players; if not, `why_not` says why."""
        return True

    def rate(self, s: State, seat: i64, good: i64, rate: i64) -> i64:
        """The bank's rate for a good, given the rate so far: 2 to 4 of them for one card, 0 for not now.

        Once it is 0, no further module is asked; `why_not` says why.
        """
        return rate

    def exchanged(self, s: State, seat: i64, good: i64, count: i64, got: i64) -> None:
        """Called when a seat has given the bank `count` of a good for one of the good `got`."""

    def cards_for_sale(self, s: State, seat: i64, count: i64) -> i64:
        """How many development cards a seat could buy, given their number so far: the deck's."""
        return count

    def sell_card(self, s: State, seat: i64) -> bool:
        """Called when a seat has paid for a development card: True if the module gives it one of its own pile."""
        return False

    def cost(self, s: State, seat: i64, item: i64, good: i64) -> i64:
        """The change to an item's cost in a good (negative: a rebate)."""
        return 0

    # -- what is known

    def moved(self, s: State, seat: i64, good: i64, count: i64, sees: i64) -> None:
        """Called when `count` cards of a good enter a hand (leave it if negative); the mask `sees` saw which."""

    def known(self, s: State, field: i64, row: i64, kind: i64, viewer: i64) -> i64:
        """The cards of a kind that the viewer knows to be in a hidden row, of the base or of the module.

        `field` is an offset such as `island.hand` or the result of `schema.add`. Viewer -1 is
        everybody.
        """
        return 0

    def lacks(self, s: State, field: i64, row: i64, viewer: i64) -> i64:
        """The mask of kinds of which the viewer knows that a hidden row holds no more than `known`."""
        return 0

    def dealt(self, s: State, viewer: i64) -> None:
        """Update the module's fields after hidden cards were redealt for a viewer."""

    def consistent(self, s: State) -> bool:
        """Whether the position could occur in a running game."""
        return True

    def why_not(self, s: State, seat: i64, codes: list[int], no: Refusal) -> IllegalAction | None:
        """The module's rule against a decision of a seat that must act; None if there is none."""
        return None

    def why_wait(self, s: State, seat: i64, codes: list[int], no: Refusal) -> IllegalAction | None:
        """The module's rule that lets other seats decide first; None if there is none."""
        return None

    # -- points and end

    def may_win(self, s: State, seat: i64) -> bool:
        """Whether the seat on turn may win now, once it has the points."""
        return True

    def points(self, s: State, seat: i64) -> i64:
        """Public points that the module gives a seat."""
        return 0

    def hidden_points(self, s: State, seat: i64) -> i64:
        """Points that the module gives a seat, hidden from other seats."""
        return 0

    def goal(self, s: State, seat: i64) -> i64:
        """The change to a seat's goal."""
        return 0
