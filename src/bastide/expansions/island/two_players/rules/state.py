"""The fields of Catan for Two, and the questions about them that several files ask."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bastide.catan.base.island import KNIGHT, Island, open_points
from bastide.catan.base.seams import IslandModule, ModuleRules
from bastide.expansions.island.two_players.rules.places import check_distance, neutral_corners, tokens_at
from bastide.kernel.rules import Phase, Verb
from bastide.kernel.state import State

PLAYERS: Final = 2
TOKENS: Final[i64] = 20
FIRST_TOKENS: Final[i64] = 5
"""All trade tokens, and those with which each player starts (TB-TWO-004)."""


class TwoPlayersState(ModuleRules):
    """The state of the variant."""

    def __init__(self, r: Island, module: IslandModule, has_tokens: bool) -> None:
        self.corners: list[int] = neutral_corners(r.board)
        check_distance(r.board, self.corners, [piece.corner for piece in r.config.layout.starts])
        super().__init__(r, module)
        # Whether there are trade tokens; another expansion may have something in their place.
        self.has_tokens = has_tokens
        # By corner, the tokens that a settlement there brings.
        self.tokens_at: vec[i64] = tokens_at(r, has_tokens)
        add = r.schema.add
        self.tokens: i64 = add("tokens", [PLAYERS], most=int(TOKENS), by_seat=[0])
        self.acted: i64 = add("acted", [], most=1)
        self.retired: i64 = add("retired", [], most=1)
        self.gone: i64 = add("gone", [], most=r.config.deck[KNIGHT])
        # Set by `TwoPlayersRules`: the first codes of verbs, and phases.
        self.force: i64 = 0
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


class TwoPlayersVerb(Verb):
    """A verb of Catan for Two."""

    def __init__(self, m: TwoPlayersState, word: str, size: i64 = 1, names: Sequence[str] = ()) -> None:
        super().__init__(word, size, names)
        self.m = m


class TwoPlayersPhase(Phase):
    """A phase of Catan for Two."""

    def __init__(self, m: TwoPlayersState, name: str, most_a: i64 = 0, most_b: i64 = 0, asks: i64 = 0) -> None:
        super().__init__(name, most_a, most_b, asks)
        self.m = m
