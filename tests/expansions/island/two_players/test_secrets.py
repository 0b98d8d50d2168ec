"""What others learn of hidden cards in Catan for Two."""

from __future__ import annotations

import pytest

from bastide.kernel.resample import resample
from bastide.testing.invariants import check
from bastide.view import view
from bastide.view.island.model import IslandView
from tests.expansions.island.two_players.kit import module_of, two


@pytest.mark.rule("TB-TWO-017")
@pytest.mark.parametrize("viewer", [-1, 0, 1])
def test_what_a_forced_trade_moves_is_known_to_the_two_players_alone(viewer: int) -> None:
    hands = {0: "brick*2 wool", 1: "ore grain"}
    other = {0: "brick*2 wool", 1: "ore lumber"}
    shown = []
    for given in (hands, other):
        t = two(hands=given, bank="ore*9 lumber*9 grain*9 brick*9 wool*9")
        t.play("forced-trade", "grab ore")
        t.play("grab lumber" if given is other else "grab grain").play("discard brick ore")
        shown.append(view(t.game, viewer))
    one, two_ = shown
    assert isinstance(one, IslandView)
    assert isinstance(two_, IslandView)
    assert (one.log == two_.log) is (viewer == -1)
    assert (one.seats == two_.seats) is (viewer != 0)


@pytest.mark.rule("TB-TWO-017")
def test_a_deal_of_hidden_cards_keeps_tokens_and_pending_trades() -> None:
    t = two(hands={0: "brick*2 wool", 1: "ore*2 grain lumber"}, cards={1: "knight roads"}).play("forced-trade")
    m, state = module_of(t.r), t.game.state
    dealt: dict[int, set[tuple[int, ...]]] = {-1: set(), 0: set(), 1: set()}
    for seed in range(40):
        for viewer in (-1, 0, 1):
            other = resample(t.r, state, viewer, seed)
            check(t.r, other)
            assert [int(m.tokens_of(other, seat)) for seat in range(2)] == [4, 5]
            assert [int(t.r.hand_size(other, seat)) for seat in range(2)] == [3, 4]
            dealt[viewer].add(tuple(int(other.cells[t.r.hand + t.r.goods + g]) for g in range(int(t.r.goods))))
    # All goods are in the bank or in the two hands, so each player knows the other's hand.
    assert [len(dealt[viewer]) > 1 for viewer in (-1, 0, 1)] == [True, False, False]
