"""What the pieces of another expansion do at sea: by default there are none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64, mypyc_attr

from bastide.kernel.codes import Codes
from bastide.kernel.errors import IllegalAction, Refusal
from bastide.kernel.state import State

if TYPE_CHECKING:
    from bastide.expansions.island.seafarers.rules.state import SeafarersState


@mypyc_attr(allow_interpreted_subclasses=True)
class Aboard:
    """The pieces of another expansion; a combination derives from it. `chases`: some of them drive the pirate away."""

    def __init__(self, chases: bool = False) -> None:
        self.chases = chases

    def join(self, m: SeafarersState) -> None:
        """Declare verbs and phases, when the module does."""

    def legal(self, m: SeafarersState, s: State, seat: i64, out: Codes) -> None:
        """Add what a seat may do with them after the roll."""

    def why_not(self, m: SeafarersState, s: State, seat: i64, word: str, arg: i64, no: Refusal) -> IllegalAction | None:
        """The rule against one of their verbs, or by which they hold a ship (`sail`) or bar its path (`ship`).

        None for other verbs, and where no such piece stands.
        """
        return None

    def gold_of(self, m: SeafarersState, s: State, corner: i64) -> i64:
        """How many cards a gold field gives the building at a corner."""
        return s.cells[m.r.level + corner]
