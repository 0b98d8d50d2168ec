"""The fields of Catan for Two, and the questions about them that several files ask."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from bastide.catan.base.island import Island, open_points
from bastide.catan.base.seams import IslandModule
from bastide.kernel.state import State

PLAYERS: Final = 2
NEUTRALS: Final[i64] = 2
"""The colours that nobody plays (TB-TWO-001)."""
TOKENS: Final[i64] = 20
FIRST_TOKENS: Final[i64] = 5
"""All trade tokens, and those with which each player starts (TB-TWO-004)."""


@mypyc_attr(allow_interpreted_subclasses=True)
class TwoPlayersState(IslandModule):
    """The state of the variant."""

    r: Island
    tokens_at: vec[i64]

    def __init__(self) -> None:
        super().__init__("two_players")
        # Whether there are trade tokens; another expansion may have something in their place.
        self.has_tokens: bool = True
        # By corner, the tokens that a settlement there brings.
        self.tokens_at = vec[i64]([])
        self.tokens: i64 = 0
        self.acted: i64 = 0
        self.retired: i64 = 0
        self.gone: i64 = 0
        self.force: i64 = 0
        self.grab: i64 = 0
        self.banish: i64 = 0
        self.retire: i64 = 0
        self.neutral: i64 = 0
        self.neutral_road: i64 = 0
        self.neutral_settle: i64 = 0
        self.colour_phase: i64 = 0
        self.neutral_phase: i64 = 0
        self.grab_phase: i64 = 0

    def tokens_of(self, s: State, seat: i64) -> i64:
        """The trade tokens of a player."""
        return s.cells[self.tokens + seat]

    def supply(self, s: State) -> i64:
        """The trade tokens that nobody holds."""
        return TOKENS - s.cells[self.tokens] - s.cells[self.tokens + 1]

    def gain(self, s: State, seat: i64, count: i64) -> None:
        """A player takes tokens from the supply, or what is left of it (TB-TWO-025)."""
        left = self.supply(s)
        taken = count if count < left else left
        if taken > 0:
            s.cells[self.tokens + seat] += taken
            s.emit("two_players_tokens", seat, taken)

    def price(self, s: State, seat: i64) -> i64:
        """What an action costs: 1 token, or 2 for the player who is ahead on open points (TB-TWO-020)."""
        return 1 if open_points(self.r, s, seat) <= open_points(self.r, s, 1 - seat) else 2

    def may_act(self, s: State, seat: i64) -> bool:
        """Whether the seat on turn has not used a token action yet and can pay for one (TB-TWO-016)."""
        held = s.cells[self.tokens + seat]
        if s.cells[self.acted] != 0 or held == 0:
            return False
        return held > 1 or self.price(s, seat) == 1

    def pay_action(self, s: State, seat: i64) -> i64:
        """Pay for this turn's action: the tokens go back to the supply (TB-TWO-021). Returns their number."""
        paid = self.price(s, seat)
        s.cells[self.tokens + seat] -= paid
        s.cells[self.acted] = 1
        return paid
