"""What a module brings to the greedy bot for Carcassonne: the seam by which it plays an expansion.

The bot gets points from the rules and their seams, so that a module without a `ModuleBot` is played too. What points do
not show, an expansion's `ModuleBot` says in hundredths of a point. Every default adds nothing. A module reads only what
its seat may know.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from bastide.carcassonne.base.carcassonne import Carcassonne

if TYPE_CHECKING:
    from bastide.players.greedy.carcassonne.look import Look

UNJUDGED: Final[i64] = -1_000_000_000_000
"""No judgement: the bot plays the action on a copy and looks at the position after it."""


@mypyc_attr(allow_interpreted_subclasses=True)
class ModuleBot:
    """A module's part of the bot. One serves all positions of a configured game.

    It may keep what it computes in `ready`, which is called before each decision.
    """

    def __init__(self, r: Carcassonne) -> None:
        self.r: Carcassonne = r
        """The configured game."""

    def ready(self, look: Look) -> None:
        """Compute what all alternatives of a decision share; may raise `look.idle`. [each]"""

    def standing(self, look: Look, seat: i64) -> i64:
        """What the module's own things are worth to a seat, points and features apart. [sum]"""
        return 0

    def term(self) -> str:
        """The name of what `standing` counts, for hints: the view of the room has its sentence (`reasons`).

        "" for none: a hint then gives no reason of the room's. [own]
        """
        return ""

    def feature(self, look: Look, root: i64, kind: i64, out: vec[i64], at: i64) -> None:
        """Add to `out[at + seat]` what an occupied feature will bring besides its points.

        For a field `look.cities` and `look.hope` tell its cities. [each]
        """

    def claimed(self, look: Look, root: i64, kind: i64) -> i64:
        """The same for a follower that the bot's seat places on an unoccupied feature. [sum]"""
        return 0

    def completed(self, look: Look, root: i64, kind: i64) -> None:
        """Add to `look.delta` what seats gain, beyond points, when the bot's seat completes a feature. [each]"""

    def tile_laid(self, look: Look, tile: i64) -> None:
        """Add to `look.delta` what the tile just laid changes besides features. [each]"""

    def judge(self, look: Look, code: i64) -> i64:
        """What placing a figure is worth, compared with placing none; `UNJUDGED` if the module cannot say. [first]"""
        return UNJUDGED

    def decide(self, look: Look, codes: vec[i64]) -> i64:
        """The answer in a phase of the module; -1 if the bot shall look at the position after each action. [first]"""
        return -1
