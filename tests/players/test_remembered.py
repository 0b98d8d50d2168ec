"""What the greedy bot remembers of a game is what it would compute anew; and its short ways come to the same values."""

from __future__ import annotations

import random
from functools import cache

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from bastide.catan.base.island import Island
from bastide.kernel.chooser import Chooser
from bastide.kernel.families import configure
from bastide.kernel.playout import first_actor, random_action
from bastide.players.greedy.island.bot import tables_of
from bastide.players.greedy.island.evaluation import Look, with_harbor
from bastide.players.greedy.island.plan import PIPS_A_ROLL, Plans
from bastide.players.greedy.island.tables import Tables, counted
from bastide.players.greedy.island.waits import chance_of_seven
from bastide.players.greedy.island.weights import (
    AT_HAND,
    AT_RISK,
    BY_BANK_LEAST,
    CARD_LEFT,
    DECAY,
    EXCHANGE,
    LONGEST_WAIT,
    SECOND,
    SPARE_SHARE,
    WAITING,
)
from tests.differential.sets import Set, alone_or_maximal, sets_of
from tests.sizes import CAMPAIGN, sized

PLAYED = sets_of("island") if CAMPAIGN else alone_or_maximal("island")
STEPS = sized(240, 3000)
EVERY = 12


def told(look: Look) -> list[int]:
    """All that a look has found."""
    count = int(look.plans.count)
    return [
        *map(int, (look.base, look.worth, look.pip, look.spot, look.value(), count)),
        *map(int, look.income),
        *map(int, look.rates),
        *map(int, look.plans.gains[:count]),
        *map(int, look.plans.needs[: count * int(look.t.goods)]),
    ]


@pytest.mark.compiled
@pytest.mark.parametrize("one", PLAYED, ids=lambda one: one.name)
def test_what_is_remembered_is_what_would_be_computed_anew(one: Set) -> None:
    rules = configure({"game": "island", **one.config(1)}, random.Random(1))
    assert isinstance(rules, Island)
    kept = tables_of(rules)
    s, chooser = rules.start(), Chooser(4)
    compared = 0
    for step in range(STEPS):
        if rules.is_over(s):
            break
        if kept.r.numbers_move:
            kept.follow(s)
        looks = [Look(kept, s, seat) for seat in range(int(rules.seats))]
        if step % EVERY == 0:
            fresh = tables_of(rules)
            if kept.r.numbers_move:
                fresh.follow(s)
            for seat, look in enumerate(looks):
                assert told(look) == told(Look(fresh, s, seat))
                check_corners(kept, look)
                compared += 1
        seat = int(first_actor(rules, s))
        rules.apply(s, seat, random_action(rules, s, seat, chooser))
    assert compared >= 10


def check_corners(t: Tables, look: Look) -> None:
    """The gain of a corner is the difference that it makes to the whole income."""
    for corner in range(int(t.r.board.ashore)):
        for more in (1, 2):
            income = look.income[:]
            for g in range(int(t.goods)):
                income[g] += more * t.yields[corner * t.goods + g]
            whole = int(look.income_worth(income, with_harbor(look.rates, t.r.board.harbor[corner])))
            gains = sum(int(module.corner_gain(look, corner, more)) for module in t.modules)
            assert look.with_corner(corner, more) == whole + gains
            if more == 1:
                assert look.with_site(corner) == whole + gains


# -- plans


@cache
def decay(wait: int) -> int:
    """Thousandths of its value that a plan keeps after so many rolls."""
    left = 1_000_000
    for _roll in range(wait):
        left = left * DECAY // 1000
    return left // 1000


def share(needs: list[int], hand: list[int], income: list[int], rates: list[int]) -> int:
    """The share of its gain that a plan counts, in thousandths, in the plain way."""
    missing = sum(max(need - held, 0) for need, held in zip(needs, hand, strict=True))
    swaps = sum(max(held - need, 0) // rate for need, held, rate in zip(needs, hand, rates, strict=True))
    if missing == 0:
        return int(AT_HAND) * 10
    if missing <= swaps:
        return max(int(AT_HAND) - int(EXCHANGE) * missing, int(BY_BANK_LEAST)) * 10
    for wait in range(int(LONGEST_WAIT) + 1):
        lots = [
            int(PIPS_A_ROLL) * (held - need) + pips * wait for need, held, pips in zip(needs, hand, income, strict=True)
        ]
        lack = sum(max(-lot, 0) for lot in lots)
        spare = sum(max(lot, 0) // rate for lot, rate in zip(lots, rates, strict=True))
        if 100 * lack <= int(SPARE_SHARE) * spare:
            break
    return int(WAITING) * decay(wait) // 100


def worth(plans: list[tuple[int, list[int]]], hand: list[int], income: list[int], rates: list[int], seats: int) -> int:
    """The value of a hand, in the plain way."""
    best, first = 0, -1
    for n, (gain, needs) in enumerate(plans):
        value = gain * share(needs, hand, income, rates) // 1000
        if value > best:
            best, first = value, n
    rest = hand if first < 0 else [max(held - need, 0) for held, need in zip(hand, plans[first][1], strict=True)]
    others = [gain * share(needs, rest, income, rates) // 1000 for n, (gain, needs) in enumerate(plans) if n != first]
    out = best + max([0, *others]) * int(SECOND) // 100 + sum(hand) * int(CARD_LEFT)
    if sum(hand) > 7:
        out -= sum(hand) // 2 * int(AT_RISK) * int(chance_of_seven(seats)) // 100
    return out


@pytest.mark.compiled
def test_a_hand_is_worth_what_the_plain_way_says() -> None:
    rules = configure({"game": "island", "seats": 3}, random.Random(1))
    t = tables_of(rules)
    rng = random.Random(7)
    waited = 0
    for _case in range(sized(3000, 100_000)):
        income = [rng.choice((0, 0, 2, 5, 8, 14)) for _ in range(5)]
        rates = [rng.choice((2, 3, 4, 4, 1000)) for _ in range(5)]
        hand = [rng.choice((0, 0, 1, 2, 4, 9)) for _ in range(5)]
        plans = Plans(t.waits, vec[i64](income), vec[i64](rates))
        given = []
        for _plan in range(rng.randrange(11)):
            gain, needs = rng.choice((1, 90, 700, 1900, 4200)), [rng.choice((0, 0, 1, 2, 3)) for _ in range(5)]
            plans.add_cards(gain, vec[i64](needs))
            given.append((gain, needs))
        assert plans.worth(vec[i64](hand), 0) == worth(given, hand, income, rates, 3)
        waited += any(share(needs, hand, income, rates) < 800 for _gain, needs in given)
    assert waited > 1000


def test_of_alternatives_one_counts() -> None:
    t = tables_of(configure({"game": "island"}, random.Random(1)))
    none = vec[i64]([0] * 5)
    plans = Plans(t.waits, none, vec[i64]([4] * 5))
    plans.add_alternative(1000, none)
    alone = plans.worth(none, 0)
    plans.add_alternative(900, none)
    assert plans.worth(none, 0) == alone
    plans.add_cards(900, none)
    assert plans.worth(none, 0) > alone


def test_pips_count_less_and_less() -> None:
    assert [int(counted(pips)) for pips in (-1, 0, 1, 3, 4, 7, 8)] == [-130, 0, 130, 390, 490, 790, 865]
