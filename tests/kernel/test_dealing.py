"""Cards dealt to rows that are barred from some kinds: each possible deal comes up as often as there are ways to it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import factorial, prod
from typing import TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st
from librt.vecs import vec
from mypy_extensions import i64

from bastide.kernel.chooser import Chooser, mixed
from bastide.kernel.dealing import deal
from bastide.kernel.errors import ImpossiblePosition
from tests.sizes import examples, sized

SEEDS = sized(10_000, 40_000)
"""How many seeds in a row deal each case."""

Table = tuple[int, ...]
K = TypeVar("K", bound=Hashable)


@dataclass(frozen=True)
class Rows:
    """So many cards of each kind, and rows: each the number of its cards and the kinds that it does not take."""

    loose: tuple[int, ...]
    rows: tuple[tuple[int, str], ...]

    def deal(self, seed: int) -> Table:
        """How many cards of each kind each row gets."""
        table = deal(
            vec[i64](list(self.loose)),
            vec[i64]([room for room, _ in self.rows]),
            vec[i64]([sum(1 << int(kind) for kind in bars.split()) for _, bars in self.rows]),
            Chooser(seed),
        )
        return tuple(int(n) for n in table)

    def ways(self) -> dict[Table, int]:
        """Every table that may come up, and in how many ways the cards, all told apart, make it."""
        tables = {
            table: prod(factorial(n) for n in self.loose) // prod(factorial(n) for n in table)
            for table in self.tables(self.loose, self.rows)
        }
        assert tables, "there is no deal"
        return tables

    def tables(self, loose: Sequence[int], rows: Sequence[tuple[int, str]]) -> Iterator[Table]:
        if not rows:
            yield ()
            return
        room, bars = rows[0]
        most = [0 if str(kind) in bars.split() else n for kind, n in enumerate(loose)]
        for first in product(*(range(n + 1) for n in most)):
            if sum(first) == room:
                rest = [n - taken for n, taken in zip(loose, first, strict=True)]
                yield from (first + more for more in self.tables(rest, rows[1:]))


def score(found: Counter[K], ways: Mapping[K, int]) -> float:
    """By how many standard deviations chi-square is too great (Wilson and Hilferty's approximation)."""
    assert found.keys() <= ways.keys(), "a deal that cannot be"
    count, total = found.total(), sum(ways.values())
    expected = {table: count * n / total for table, n in ways.items()}
    assert min(expected.values()) > 4, "too few deals to judge by"
    chi = sum((found[table] - n) ** 2 / n for table, n in expected.items())
    free = len(ways) - 1
    if free == 0:
        return 0.0
    spread = 2 / (9 * free)
    return float(((chi / free) ** (1 / 3) - (1 - spread)) / spread**0.5)


CASES = {
    "two rows bar different kinds": Rows((1, 1, 1), ((1, "0"), (1, "1"), (1, ""))),
    "no bars": Rows((3, 2, 1), ((2, ""), (1, ""), (3, ""))),
    "a row takes one kind alone": Rows((2, 3), ((2, "1"), (2, ""), (1, ""))),
    "two rows bar the same": Rows((2, 2, 2), ((1, "0"), (2, "0"), (3, ""))),
    "one row bars more than another": Rows((2, 2, 2), ((1, "0 1"), (2, "0"), (3, ""))),
    "different bars, and room for all": Rows((2, 2, 3), ((2, "0"), (2, "1"), (3, ""))),
    "nobody takes all": Rows((2, 2, 2, 1), ((2, "0"), (3, "1"), (2, "2"))),
    "nobody keeps its own": Rows((1, 1, 1, 1), ((1, "0"), (1, "1"), (1, "2"), (1, "3"))),
    "bars that overlap": Rows((2, 1, 2, 2), ((2, "0 1"), (2, "1 2"), (1, "0 2"), (2, ""))),
    "bars of kinds that are not there": Rows((2, 0, 3), ((2, "1"), (2, "1 0"), (1, "1"))),
    "rows without room": Rows((2, 2), ((0, "0 1"), (2, ""), (0, ""), (2, ""))),
    "one kind": Rows((5,), ((2, ""), (3, ""))),
}


@pytest.mark.compiled
@pytest.mark.parametrize("name", CASES)
def test_every_deal_comes_up_as_often_as_there_are_ways(name: str) -> None:
    case = CASES[name]
    ways = case.ways()
    found = Counter(case.deal(seed) for seed in range(max(3000, 60 * len(ways))))
    assert len(found) == len(ways)
    assert score(found, ways) < 4


@pytest.mark.slow
@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("first", [1_000_000, 2**62, 2**64 - 500_000, -(2**40)])
def test_the_same_with_many_more_seeds(name: str, first: int) -> None:
    case = CASES[name]
    ways = case.ways()
    assert score(Counter(case.deal(seed) for seed in range(first, first + SEEDS)), ways) < 4


def test_the_smallest_case_in_figures() -> None:
    """Cards 0, 1, 2 in three rows; the first takes no 0, the second no 1: three deals."""
    case = CASES["two rows bar different kinds"]
    ways = case.ways()
    assert list(ways.values()) == [1, 1, 1]
    found = Counter(case.deal(seed) for seed in range(6000))
    assert all(abs(n / 6000 - 1 / 3) < 0.02 for n in found.values())


@pytest.mark.compiled
def test_bars_that_are_left_out_of_account_are_kept_all_the_same() -> None:
    """Nine rows, each barred from a kind of its own: too many to count the ways. Each other kind is as likely."""
    nine = Rows((1,) * 9, tuple((1, str(kind)) for kind in range(9)))
    found: Counter[Table] = Counter()
    for seed in range(120):
        table = nine.deal(seed)
        assert not any(table[10 * row] for row in range(9))
        found[table[:9]] += 1
    assert score(found, {tuple(int(kind == one) for kind in range(9)): 1 for one in range(1, 9)}) < 4


def test_more_cards_than_can_be_counted() -> None:
    case = Rows((100, 60, 40), ((2, "0"), (1, "1"), (197, "")))
    found = Counter(case.deal(seed)[:6] for seed in range(2000))
    total = {table[:6]: n for table, n in small(case).items()}
    assert score(found, total) < 4


def small(case: Rows) -> dict[Table, int]:
    """As `Rows.ways` in proportion, for cases whose last row takes nearly all cards."""
    out = {}
    for table in case.tables(case.loose, case.rows[:-1]):
        taken = [sum(table[kind :: len(case.loose)]) for kind in range(len(case.loose))]
        falling = prod(prod(range(n - k + 1, n + 1)) for n, k in zip(case.loose, taken, strict=True))
        out[table] = 1000 * falling // prod(factorial(n) for n in table)
    return out


@pytest.mark.compiled
def test_as_many_cards_as_can_be_counted() -> None:
    """170 cards, no number of ways overflows: what two small barred rows get is as it should be."""
    case = Rows((90, 40, 40), ((3, "0"), (2, "1"), (165, "")))
    found = Counter(case.deal(seed)[:6] for seed in range(4000))
    assert score(found, {table[:6]: n for table, n in small(case).items()}) < 4


@pytest.mark.compiled
def test_large_hands_barred_from_different_kinds() -> None:
    """Two kinds and three rows leave one number open, whose distribution is known."""
    case = Rows((40, 40), ((25, "0"), (30, ""), (25, "1")))
    for seed in range(20):
        assert case.deal(seed) == (0, 25, 15, 15, 25, 0)
    case = Rows((12, 12, 12), ((12, "0"), (12, "1"), (12, "2")))
    # Row 0 takes x of kind 1, so 12 - x of kind 2; kind 1 goes to row 2 then 12 - x times, and so on.
    ways = {x: prod(factorial(12) // (factorial(x) * factorial(12 - x)) for _ in range(3)) for x in range(13)}
    found = Counter(case.deal(seed)[1] for seed in range(800))
    expected = {x: 800 * n / sum(ways.values()) for x, n in ways.items()}
    common = [x for x in ways if expected[x] > 5]
    assert found.total() - sum(found[x] for x in common) < 12
    assert sum((found[x] - expected[x]) ** 2 / expected[x] for x in common) < 2.5 * len(common)


@pytest.mark.parametrize(
    "case",
    [
        Rows((1,), ((1, "0"),)),
        Rows((2, 1), ((1, "0"), (1, "0"), (1, ""))),
        Rows((2, 1, 1), ((1, "1 2"), (1, "1 2"), (2, "2"))),
    ],
)
def test_where_nothing_fits_it_says_so(case: Rows) -> None:
    assert not list(case.tables(case.loose, case.rows))
    with pytest.raises(ImpossiblePosition, match="cannot lie"):
        case.deal(1)


@st.composite
def cases(draw: st.DrawFn) -> Rows:
    """Any rows, dealt from a table, so that there is a deal."""
    kinds = draw(st.integers(1, 6))
    rows = draw(st.integers(1, 5))
    table = [[draw(st.integers(0, 3)) if draw(st.booleans()) else 0 for _ in range(kinds)] for _ in range(rows)]
    bars = [" ".join(str(k) for k in range(kinds) if not row[k] and draw(st.booleans())) for row in table]
    loose = tuple(sum(column) for column in zip(*table, strict=True))
    return Rows(loose, tuple((sum(row), text) for row, text in zip(table, bars, strict=True)))


@examples(60)
@given(case=cases(), seed=st.integers(-(2**63), 2**64 - 1))
def test_whatever_the_bars_every_card_is_dealt_where_it_may_be(case: Rows, seed: int) -> None:
    table = case.deal(seed)
    kinds = len(case.loose)
    rows = [table[at : at + kinds] for at in range(0, len(table), kinds)]
    assert tuple(map(sum, zip(*rows, strict=True))) == case.loose
    for row, (room, bars) in zip(rows, case.rows, strict=True):
        assert sum(row) == room
        assert not any(row[int(kind)] for kind in bars.split())


def test_seeds_are_mixed_as_splitmix64_does() -> None:
    """The first numbers of the published generator, whose state grows by a constant from one to the next."""
    assert [mixed(n * 0x9E3779B97F4A7C15) for n in range(3)] == [
        0xE220A8397B1DCDAF,
        0x6E789E6AA1B965F4,
        0x06C45D188009454F,
    ]
    assert mixed(-1) == mixed(2**64 - 1)


def test_neighbouring_seeds_are_independent() -> None:
    """Pairs of deals of two seeds in a row: every pair is as likely, also at a distance of 2 or 7."""
    case = Rows((1, 1, 1), ((1, ""), (1, ""), (1, "")))
    deals = [case.deal(seed) for seed in range(20_000)]
    one = dict.fromkeys(deals, 1)
    for apart in (1, 2, 7):
        firsts = (n for n in range(len(deals) - apart) if n // apart % 2 == 0)
        pairs = Counter(deals[n] + deals[n + apart] for n in firsts)
        assert score(pairs, {a + b: 1 for a in one for b in one}) < 4
