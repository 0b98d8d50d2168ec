"""The fields of Fishermen, and the questions about them that several files ask."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mypy_extensions import i64

from bastide.catan.base.island import Island, open_points
from bastide.catan.base.seams import IslandModule, ModuleRules
from bastide.expansions.island.fishermen.rules.grounds import Waters, check
from bastide.expansions.island.fishermen.rules.payments import Payments
from bastide.kernel.rules import Phase, Verb
from bastide.kernel.state import NOBODY, OWNER, State

KINDS: Final[i64] = 3
"""The kinds of tokens: of one, two and three fish. Kind k shows k + 1 fish."""
TOKENS: Final = (11, 10, 8)
"""How many there are of each (TB-FISH-002)."""
FIRST_TOKENS: Final = (2, 2, 1)
"""The tokens with which each of two players starts (TB-FISH-028)."""
MOST_HELD: Final[i64] = 7
"""The most tokens in front of a player (TB-FISH-016)."""


class FishermenState(ModuleRules):
    """The state of the scenario."""

    def __init__(self, r: Island, module: IslandModule, pair: bool) -> None:
        check(r.board)
        super().__init__(r, module)
        # Whether two play, with tokens from the start, and the one who is behind pays less (TB-FISH-028).
        self.pair = pair
        self.payments = Payments()
        self.waters = Waters(r.board)
        n = int(r.seats)
        add = r.schema.add
        self.fish: i64 = add("fish", [n, int(KINDS)], OWNER, "fish", most=TOKENS)
        self.stock: i64 = add("stock", [int(KINDS)], NOBODY, "fish", most=TOKENS)
        self.spent: i64 = add("spent", [int(KINDS)], most=TOKENS)
        self.due: i64 = add("due", [n], most=max(self.waters.most, 1), by_seat=[0])
        self.boot: i64 = add("boot", [], most=n, seat=1)
        self.boot_new: i64 = add("boot_new", [], most=1)
        # What is known of hidden tokens: see `knowledge.py`.
        self.pile: i64 = add("pile", [int(KINDS)], most=TOKENS)
        self.sure: i64 = add("sure", [n, int(KINDS)], most=FIRST_TOKENS if pair else 0, by_seat=[0])
        self.older: i64 = add("older", [n], most=int(MOST_HELD), by_seat=[0])
        self.pooled: i64 = add("pooled", [int(KINDS)], most=TOKENS)
        self.since: i64 = add("since", [n, int(KINDS)], most=TOKENS, by_seat=[0])
        # Set by `FishermenRules`: the first codes of verbs, and phases.
        self.buy: i64 = 0
        self.catch: i64 = 0
        self.give_boot: i64 = 0
        self.draw_phase: i64 = 0
        self.due_phase: i64 = 0
        self.swap_phase: i64 = 0
        self.resource_phase: i64 = 0
        self.road_phase: i64 = 0

    def held(self, s: State, seat: i64) -> i64:
        """How many tokens lie in front of a seat; open to all."""
        at = self.fish + seat * KINDS
        return s.cells[at] + s.cells[at + 1] + s.cells[at + 2]

    def face_down(self, s: State) -> i64:
        """How many tokens can be drawn, the boot included; open to all."""
        c = s.cells
        fish = c[self.stock] + c[self.stock + 1] + c[self.stock + 2]
        return fish + 1 if c[self.boot] == 0 else fish

    def holder(self, s: State) -> i64:
        """The seat with the old boot; -1 while it lies face down."""
        return s.cells[self.boot] - 1

    def discount(self, s: State, seat: i64) -> i64:
        """How many fish less a delivery costs a seat: 1 for the one of two players who has fewer open points."""
        if not self.pair or open_points(self.r, s, seat) >= open_points(self.r, s, 1 - seat):
            return 0
        return 1


class FishermenVerb(Verb):
    """A verb of the Fishermen."""

    def __init__(self, m: FishermenState, word: str, size: i64 = 1, names: Sequence[str] = ()) -> None:
        super().__init__(word, size, names)
        self.m = m


class FishermenPhase(Phase):
    """A phase of the Fishermen."""

    def __init__(self, m: FishermenState, name: str, most_a: i64 = 0, most_b: i64 = 0, asks: i64 = 0) -> None:
        super().__init__(name, most_a, most_b, asks)
        self.m = m
