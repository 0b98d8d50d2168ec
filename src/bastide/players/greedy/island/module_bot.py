"""What a module brings to the greedy bot: the seam by which it plays an expansion. Every default adds nothing.

The bot knows the base island. Where a module changes what things yield, what one can save for, what a position is worth
or what can be done, the `ModuleBot` of that module says so in the bot's own unit, thousandths of a point; `modules.py`
lists it. Like the bot itself, a module reads what its seat may know, and nothing else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from bastide.catan.base.island import Island
from bastide.kernel.state import State

if TYPE_CHECKING:
    from bastide.players.greedy.island.evaluation import Look

UNJUDGED: Final[i64] = -1_000_000_000_000
"""No judgement: the bot plays the action on a copy and looks at the position after it."""


@mypyc_attr(allow_interpreted_subclasses=True)
class ModuleBot:
    """A module's part of the bot. One serves all positions of a configured game and keeps only what is fixed."""

    def __init__(self, r: Island) -> None:
        self.r: Island = r
        """The configured game."""

    # -- what things yield

    def demand(self, demand: vec[i64], supply: vec[i64]) -> None:
        """Add cards that a game needs of each good, and pips that the board has of goods that no terrain has. [each]"""

    def city_income(self, corner: i64, pips: vec[i64], income: vec[i64]) -> None:
        """Change what a city at a corner yields beyond two settlements, in pips; `pips` is that of each hex. [each]"""

    def income(self, s: State, seat: i64, pips: vec[i64], income: vec[i64]) -> None:
        """Change what a seat's buildings yield, in hundredths of pips. [each]"""

    # -- positions

    def plans(self, look: Look) -> None:
        """Add what the seat can save cards for. [each]"""

    def corner_gain(self, look: Look, corner: i64, more: i64) -> i64:
        """What a building at a corner, `more` levels higher than now, brings besides points and income. [sum]"""
        return 0

    def worth(self, look: Look) -> i64:
        """What the module's own things are worth to the seat, points apart. [sum]"""
        return 0

    def in_hand(self, look: Look, hand: vec[i64], at: i64) -> i64:
        """What the goods `hand[at:]`, not always those of its hand, are worth to the seat besides what they buy.

        [sum]
        """
        return 0

    def term(self) -> str:
        """The name of what `worth` counts, for hints: the view of the room has its sentence (`reasons`).

        "" for none: a hint then gives no reason of the room's. [own]
        """
        return ""

    # -- the quick policy of searches, which looks at no position after an action

    def quick_corner(self, s: State, seat: i64, corner: i64) -> i64:
        """What a building at a corner, one level higher than now, brings besides points and income. [sum]"""
        return 0

    def quick_gain(self, s: State, seat: i64, code: i64) -> i64:
        """What an action of the module in the seat's turn brings, less what it costs; it is played if that is most.

        What it brings may depend on the position; 0 for what is not worth playing, and for all actions of others. [sum]
        """
        return 0

    # -- decisions

    def before_roll(self, look: Look, codes: vec[i64]) -> i64:
        """The action to take before the roll; -1 for none. [first]"""
        return -1

    def judge(self, look: Look, hand: vec[i64], code: i64) -> i64:
        """What the position is worth after an action of the module.

        To be answered where chance, hidden cards or another seat decide what comes of it, or where a look is not worth
        its time; `UNJUDGED` for all others. If several modules judge an action, their gains over the position before
        it add up. [sum]
        """
        return UNJUDGED

    def moves_another(self, s: State, seat: i64, codes: vec[i64], harm: vec[i64], gain: i64) -> i64:
        """An action of the module in the robber's phase that gains more than `gain`, the robber's best move; or -1.

        `harm` is the weight of harm to each seat, in percent. [first]
        """
        return -1

    def decide(self, look: Look, codes: vec[i64]) -> i64:
        """The answer in a phase of the module; -1 if it is none of its phases. [first]"""
        return -1
