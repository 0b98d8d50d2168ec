"""Who knows which tokens: what is hidden, what the turned stock tells, and how hidden tokens are dealt anew."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from bastide.expansions.island.fishermen.rules.state import KINDS
from bastide.kernel.resample import resample
from bastide.kernel.state import State
from bastide.testing.invariants import check, row
from bastide.view import SPECTATOR, view
from bastide.view.island.model import IslandView
from tests.expansions.island.fishermen.kit import NINE, SHORE, fishers, held, module, stock
from tests.kit import Table

Hands = tuple[tuple[int, ...], ...]


def hands(t: Table, s: State) -> Hands:
    """The tokens of every seat, then those face down."""
    m = module(t)
    seats = [tuple(row(s, m.fish + seat * KINDS, 3)) for seat in range(int(t.r.seats))]
    return (*seats, tuple(row(s, m.stock, 3)))


def deals(t: Table, viewer: int, count: int = 300) -> Counter[Hands]:
    """How often each deal comes when the hidden tokens are dealt anew for a viewer."""
    out: Counter[Hands] = Counter()
    for seed in range(count):
        s = resample(t.r, t.game.state, viewer, seed)
        check(t.r, s)
        out[hands(t, s)] += 1
    return out


@pytest.mark.rule("TB-FISH-010")
@pytest.mark.parametrize("viewer", [SPECTATOR, 0, 1, 2])
def test_only_its_owner_sees_a_token(viewer: int) -> None:
    shown = []
    for fish, other in (("2", "3"), ("3", "2")):
        t = fishers(rolled=False, settlements={1: NINE}, fish={2: other})
        t.play("roll", "roll 4 5", f"catch {fish}")
        shown.append(view(t.game, viewer))
    one, two = shown
    assert isinstance(one, IslandView)
    assert isinstance(two, IslandView)
    assert (one == two) is (viewer in (SPECTATOR, 0))
    assert one.modules["fishermen"].held == two.modules["fishermen"].held == [0, 1, 1]


@pytest.mark.rule("TB-FISH-010")
def test_a_deal_keeps_the_sizes_and_the_own_tokens() -> None:
    t = fishers(fish={0: "1 3", 1: "2*2", 2: "1 2 3"}, spent="1*4")
    for viewer in (SPECTATOR, 0, 1, 2):
        for deal in deals(t, viewer, 60):
            assert [sum(hand) for hand in deal] == [2, 2, 3, 18]
            if viewer >= 0:
                assert deal[viewer] == held(t, viewer)
            assert [sum(hand[k] for hand in deal) for k in range(3)] == [7, 10, 8]


@pytest.mark.rule("TB-FISH-010", "TB-FISH-018")
def test_when_the_stock_is_turned_over_all_know_what_is_held_together() -> None:
    # What lies face down has just been turned over before everybody: the hands hold the other tokens.
    t = fishers(fish={0: "1 3", 1: "2*2", 2: "1 2 3"})
    for deal in deals(t, 0, 80):
        assert deal[3] == stock(t)
        assert tuple(map(sum, zip(deal[1], deal[2], strict=True))) == (1, 3, 1)
    assert len(deals(t, 0, 200)) == 4, "(2 2) (1 2) (2 3) (1 3) with seat 1"
    two = fishers(2, modules=("two_players",), fish={0: "1 3", 1: "2*2 3"})
    assert set(deals(two, 0, 20)) == {((1, 0, 1), (0, 2, 1), stock(two))}


@pytest.mark.rule("TB-FISH-010", "TB-FISH-028")
def test_the_first_tokens_of_two_players_are_known_until_they_are_spent() -> None:
    t = fishers(2, modules=("two_players",), rolled=False, settlements={1: NINE})
    m, c = module(t), t.game.state.cells
    m.begin(t.game.state)
    del c
    t.play("roll", "roll 4 5", "catch 3")
    for viewer in (SPECTATOR, 0):
        seen = {deal[1] for deal in deals(t, viewer, 60)}
        assert seen == {(3, 2, 1), (2, 3, 1), (2, 2, 2)}
    assert {deal[1] for deal in deals(t, 1, 20)} == {(2, 2, 2)}


@pytest.mark.rule("TB-FISH-010")
def test_a_token_spent_before_a_draw_tells_what_was_held() -> None:
    t = fishers(fish={0: "3", 1: "1 3"}, robber="1,-2", settlements={0: SHORE})
    assert {deal[0] for deal in deals(t, 2, 60)} == {(1, 0, 0), (0, 0, 1)}
    t.play("fish robber 3")
    assert {deal[1] for deal in deals(t, 2, 60)} == {(1, 0, 1)}, "seat 1 holds what is left of the three"


@pytest.mark.rule("TB-FISH-010")
def test_who_drew_nothing_holds_no_token_that_was_turned_over() -> None:
    t = fishers(rolled=False, fish={0: "3", 1: "1", 2: "1"}, spent="1*9 2*8 3*7", settlements={0: NINE}, boot=2)
    assert stock(t) == (0, 2, 0)
    t.play("roll", "roll 4 5", "catch 2")
    seen = deals(t, SPECTATOR, 60)
    assert {deal[0] for deal in seen} == {(1, 1, 0), (0, 1, 1)}
    assert {deal[1] for deal in seen} == {deal[2] for deal in seen} == {(1, 0, 0), (0, 0, 1)}


@pytest.mark.rule("TB-FISH-010")
def test_a_token_spent_before_a_draw_was_not_the_one_drawn() -> None:
    held_before = {0: "3", 1: "1", 2: "1"}
    t = fishers(fish=held_before, spent="1*9 2*10 3*5", settlements={0: NINE}, boot=2, robber="1,-2")
    assert stock(t) == (0, 0, 2)
    t.play("fish robber 3", "end", "roll", "roll 4 5", "catch 3")
    assert set(deals(t, SPECTATOR, 60)) == {((0, 0, 1), (1, 0, 0), (1, 0, 0), (0, 0, 1))}


@pytest.mark.slow
@pytest.mark.rule("TB-FISH-010")
def test_the_deals_are_those_that_the_drawing_could_have_brought() -> None:
    """Against all ways to draw: hands from the turned stock, a token spent, another drawn."""
    t = fishers(
        rolled=False,
        fish={0: "1 2", 1: "2 3", 2: "1"},
        spent="1*8 2*7 3*6",
        settlements={0: SHORE, 1: "0,0,S"},
        robber="1,-2",
    )
    assert stock(t) == (1, 1, 1)
    t.play("roll", "roll 5 6", "catch 3", "catch 1", "fish robber 3")
    left = (1, 1, 1)
    pools = (2, 2, 1)
    possible = set()
    older = [two for two in product(range(3), repeat=3) if sum(two) == 2]
    for zero, one in product(older, older):
        two = tuple(pools[k] - zero[k] - one[k] for k in range(3))
        if min(two) < 0 or sum(two) != 1:
            continue
        for first, second in product(range(3), range(3)):
            rest = [left[k] - (k == first) - (k == second) for k in range(3)]
            if min(rest) < 0:
                continue
            after = [zero[k] + (k == first) for k in range(3)]
            if after[2] == 0:
                continue  # seat 0 could not have spent a token of three fish
            after[2] -= 1
            mine = tuple(one[k] + (k == second) for k in range(3))
            possible.add((tuple(after), mine, two, tuple(rest)))
    assert set(deals(t, SPECTATOR, 3_000)) == possible
    assert all(t.r.consistent(resample(t.r, t.game.state, viewer, 1)) for viewer in range(3))
