"""What must hold in every position of Fishermen."""

from __future__ import annotations

from itertools import product
from typing import Final

from bastide.catan.base.seams import ModuleRules
from bastide.catan.family import IslandGame
from bastide.expansions.island.fishermen.rules.module import FishermenRules
from bastide.kernel.state import State
from bastide.testing.invariants import row
from bastide.testing.own import Own

ALL: Final = (11, 10, 8)


class Fishing(Own):
    # What trade tokens would do (with Catan for Two fish take their place), and a way to a desert, which is not there.
    absent = frozenset(
        {"event_cards_fled", "forced-trade", "grab", "banish", "retire", "two_players_grab"}
    ) | frozenset(f"two_players_{event}" for event in ("forced", "returns", "banished", "retired", "tokens"))
    # Four players hold at most 28 of the 29 tokens.
    unseen = frozenset({"fishermen_none"})

    def check(self, r: IslandGame, module: ModuleRules, s: State) -> None:
        """Tokens are conserved and no hand is too large; what is said to be known of them holds."""
        assert isinstance(module, FishermenRules)
        seats = range(int(r.seats))
        hands = [row(s, module.fish + seat * 3, 3) for seat in seats]
        stock, spent = row(s, module.stock, 3), row(s, module.spent, 3)
        began = r.is_over(s) or r.phases[s.cells[s.top()]].name != "start"
        for kind, count in enumerate(ALL):
            total = sum(hand[kind] for hand in hands) + stock[kind] + spent[kind]
            assert total == (count if began else 0), f"tokens of {kind + 1} fish are not conserved"
        assert max(map(sum, hands)) <= 7, "more than seven tokens"
        assert not any(spent) or any(stock) or s.cells[module.boot] == 0, "spent tokens that were not turned over"
        drawing = r.phases[s.cells[s.top()]].name in ("fishermen_draw", "fishermen_swap")
        assert drawing or r.is_over(s) or not any(row(s, module.due, len(seats))), "tokens that nobody draws"
        check_known(r, module, s, hands)


def check_known(r: IslandGame, module: FishermenRules, s: State, hands: list[list[int]]) -> None:
    """What is known of the tokens is true, and the plain test of a deal agrees that this one is possible."""
    assert can_be(module, s, hands)
    assert all(each.consistent(s) for each in r.knowledge)
    for viewer in range(-1, int(r.seats)):
        for kind in range(3):
            assert r.floor(s, module.stock, 0, kind, viewer) <= s.cells[module.stock + kind]
            for seat, hand in enumerate(hands):
                assert r.floor(s, module.fish, seat, kind, viewer) <= hand[kind]


def can_be(module: FishermenRules, s: State, hands: list[list[int]]) -> bool:
    """Whether the tokens that were out when the spent ones were turned over can be chosen seat by seat."""
    pools = {tuple(row(s, module.pooled, 3))}
    for seat, hand in enumerate(hands):
        sure, since = row(s, module.sure + seat * 3, 3), row(s, module.since + seat * 3, 3)
        had = [hand[k] - sure[k] + since[k] for k in range(3)]
        if min(had) < 0:
            return False
        older = int(s.cells[module.older + seat])
        pools = {
            left
            for pool in pools
            for taken in product(*(range(n + 1) for n in had))
            if sum(taken) == older
            if min(left := tuple(n - t for n, t in zip(pool, taken, strict=True))) >= 0
        }
    return (0, 0, 0) in pools


OWN: Final = Fishing()
