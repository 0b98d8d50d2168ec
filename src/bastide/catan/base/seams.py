"""The seams of the island: what an expansion may change, in the base's own words. Every default changes nothing.

A module overrides what it needs. Its instances are shared by all states of a configured game, so a module keeps only
what is fixed: offsets of its fields, tables, its island. All that changes during a game stands in the fields
that it declares in `join`.
"""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from bastide.catan.base.config import IslandConfig
from bastide.catan.board.layout import Layout
from bastide.kernel.codes import Codes
from bastide.kernel.errors import IllegalAction, Refusal
from bastide.kernel.rules import Module, Rules
from bastide.kernel.state import State


@mypyc_attr(allow_interpreted_subclasses=True)
class IslandModule(Module):
    """One expansion, variant or house rule of the island."""

    # -- configuring

    def beginner(self) -> Layout | None:
        """The board that `layout = "beginner"` means with this module; None for the base's."""
        return None

    def prepare(self, config: IslandConfig) -> None:
        """Change the figures of a game about to be made: goods, deck, supply. Raises ConfigError."""

    def join(self, island: Rules) -> None:
        """Declare fields, verbs and phases.

        Called once, in the order of `after` and `before`, before any state exists.
        """

    # -- set-up and turn

    def begin(self, s: State) -> None:
        """The board is laid out, nobody has placed anything."""

    def starts_with_city(self, s: State, seat: i64, second: bool) -> bool:
        """Whether that starting piece of a seat, the first or the second, is a city."""
        return False

    def after_setup(self, s: State) -> None:
        """The last starting piece stands."""

    def begin_turn(self, s: State, seat: i64) -> None:
        """A turn begins, before anything is played or rolled."""

    def turn_actions(self, s: State, seat: i64, rolled: bool, out: Codes) -> None:
        """Add further actions that the seat on turn may take, before or after the roll."""

    def end_turn(self, s: State, seat: i64) -> bool:
        """A turn ends. True if the module has put the next turn (or another phase) on the agenda itself."""
        return False

    # -- production

    def after_roll(self, s: State, seat: i64, total: i64) -> None:
        """The dice lie; production or the seven follows, once what is put on the agenda here is done."""

    def yield_of(self, s: State, hex_: i64, corner: i64) -> bool:
        """What a building at a producing hex draws, said by `Island.claim`.

        True replaces the base's yield.
        """
        return False

    def after_production(self, s: State, total: i64) -> None:
        """Everybody has drawn; `Island.drew` says how many cards each."""

    # -- the seven and the robber

    def hand_limit(self, s: State, seat: i64) -> i64:
        """Added to the number of cards that a seat may hold on a seven."""
        return 0

    def on_seven(self, s: State, seat: i64) -> bool:
        """A seven sets the robber in motion, after discards. True if the module does something else instead."""
        return False

    def robber_may_stand(self, s: State, seat: i64, hex_: i64) -> bool:
        """Whether that seat may move the robber to that hex."""
        return True

    def may_rob(self, s: State, thief: i64, victim: i64) -> bool:
        """Whether the thief may take a card from the victim."""
        return True

    # -- building and trading

    def may_take_edge(self, s: State, seat: i64, edge: i64) -> bool:
        """Whether nothing of the module forbids a road there."""
        return True

    def may_raise(self, s: State, seat: i64, corner: i64) -> bool:
        """Whether nothing of the module forbids to turn that settlement into a city."""
        return True

    def may_take_corner(self, s: State, seat: i64, corner: i64) -> bool:
        """Whether nothing of the module forbids a building there."""
        return True

    def reaches(self, s: State, seat: i64, corner: i64) -> bool:
        """Whether a line of the module (ships, bridges) joins that seat to the corner, as an own road would."""
        return False

    def cuts(self, s: State, seat: i64, corner: i64) -> bool:
        """Whether something of the module cuts that seat's routes at the corner."""
        return False

    def after_build(self, s: State, seat: i64, item: i64, place: i64) -> None:
        """A piece was placed: item ROAD, SETTLEMENT or CITY."""

    def rate(self, s: State, seat: i64, good: i64, rate: i64) -> i64:
        """How many of a good the bank takes for one card, given the rate so far."""
        return rate

    def cost(self, s: State, seat: i64, item: i64, good: i64) -> i64:
        """Added to what an item costs in a good (negative for a rebate)."""
        return 0

    # -- what is known

    def moved(self, s: State, seat: i64, good: i64, count: i64, sees: i64) -> None:
        """So many cards of a good came into a hand, or left it (a count below 0); the seats of a mask saw which."""

    def known(self, s: State, name: str, row: i64, kind: i64, viewer: i64) -> i64:
        """How many cards of a kind the viewer knows to be in a row of a hidden field, of the base or of the module.

        -1 for the viewer means everybody.
        """
        return 0

    def lacks(self, s: State, name: str, row: i64, kind: i64, viewer: i64) -> bool:
        """Whether the viewer knows a row of a hidden field to hold no more cards of a kind than `known` says."""
        return False

    def dealt(self, s: State, viewer: i64) -> None:
        """Hidden cards were dealt anew for that viewer: set right what fields of the module say of them."""

    def consistent(self, s: State) -> bool:
        """Whether such a position could be one of a running game."""
        return True

    def why_not(self, s: State, seat: i64, codes: list[int], no: Refusal) -> IllegalAction | None:
        """The rule against a decision of that seat, whom the game waits for; None if the module has none."""
        return None

    def why_wait(self, s: State, seat: i64, codes: list[int], no: Refusal) -> IllegalAction | None:
        """The rule by which others decide first, where that seat would; None if the module has none."""
        return None

    # -- points and end

    def points(self, s: State, seat: i64) -> i64:
        """Points that the module gives a seat."""
        return 0

    def goal(self, s: State, seat: i64) -> i64:
        """Added to the goal of a seat."""
        return 0
