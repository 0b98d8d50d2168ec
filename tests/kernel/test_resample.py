"""Resampling: uniform among the deals that fit what a viewer knows, the same for the same seed."""

from __future__ import annotations

import hashlib
import random
from collections import Counter
from itertools import permutations
from typing import Any

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from bastide.kernel.errors import ImpossiblePosition
from bastide.kernel.resample import hidden_rows, resample
from bastide.kernel.rules import Rules
from bastide.kernel.state import BITS, EVERYONE, HEADER, NOBODY, OWNER, State
from tests.kernel.test_dealing import score
from tests.kit import table

Cells = tuple[int, ...]


class Trick(Rules):
    """Three hands and a talon of three kinds of cards, and a deck in its order; what is known is said in tables."""

    def __init__(self) -> None:
        super().__init__(3, "trick")
        add = self.schema.add
        self.hand = int(add("hand", [3, 3], OWNER, "cards", most=9))
        self.talon = int(add("talon", [3], NOBODY, "cards", most=9))
        self.shown = int(add("shown", [3], EVERYONE, "cards", most=9))
        self.under = int(add("under", [4], NOBODY, "cards", ordered=True, most=3))
        self.sealed = int(add("sealed", [3], NOBODY, "letters", ordered=True, most=9))
        self.known: dict[Cells, int] = {}
        self.barred: dict[Cells, str] = {}
        self.wanted: int | None = None

    def floor(self, s: State, field: i64, row: i64, kind: i64, viewer: i64) -> i64:
        return self.known.get((int(field), int(row), int(kind)), 0)

    def lacks(self, s: State, field: i64, row: i64, viewer: i64) -> i64:
        return sum(int(BITS[int(kind)]) for kind in self.barred.get((int(field), int(row)), "").split())

    def consistent(self, s: State) -> bool:
        return self.wanted is None or s.cells[self.talon] == self.wanted

    def at(self, hands: str, talon: str = "", under: str = "", sealed: str = "", shown: str = "") -> State:
        """A position: the kinds of the cards of each seat, of the talon, of the deck and of the letters."""
        s = self.start()
        for seat, hand in enumerate(hands.split("/")):
            for kind in hand.split():
                s.cells[self.hand + 3 * seat + int(kind)] += 1
        for at, cards in ((self.talon, talon), (self.shown, shown)):
            for kind in cards.split():
                s.cells[at + int(kind)] += 1
        for at, row in ((self.under, under), (self.sealed, sealed)):
            for place, kind in enumerate(row.split()):
                s.cells[at + place] = int(kind) + 1
        return s

    def start(self) -> State:
        return State(vec[i64]([0] * int(self.schema.size)))


def dealt(rules: Trick, s: State, viewer: int, seeds: range) -> Counter[Cells]:
    """The positions that come up, and how often."""
    before = tuple(int(n) for n in s.cells)
    found = Counter(tuple(int(n) for n in resample(rules, s, viewer, seed).cells) for seed in seeds)
    assert tuple(int(n) for n in s.cells) == before, "the position itself is as it was"
    return found


def every(rules: Trick, s: State, viewer: int) -> dict[Cells, int]:
    """All positions that fit what is known, and how many assignments of the loose cards, all told apart, make each."""
    places: list[tuple[int, int, int, bool]] = []
    cards: list[int] = []
    bare = s.copy()
    rows = [(rules.hand, seat, False) for seat in range(3) if seat != viewer] + [(rules.talon, 0, False)]
    for field, row, ordered in [*rows, *((rules.under, place, True) for place in range(4))]:
        cells = range(field + row, field + row + 1) if ordered else range(field + 3 * row, field + 3 * row + 3)
        for kind in range(3):
            there = sum(int(s.cells[at]) == kind + 1 for at in cells) if ordered else int(s.cells[cells[kind]])
            free = there - min(there, rules.known.get((field, row, kind), 0))
            cards += [kind] * free
            places += [(field, row, cells[0], ordered)] * free
            bare.cells[cells[0 if ordered else kind]] -= free * (kind + 1 if ordered else 1)
    out: Counter[Cells] = Counter()
    for order in permutations(cards):
        if any(str(k) in rules.barred.get(place[:2], "").split() for k, place in zip(order, places, strict=True)):
            continue
        made = [int(n) for n in bare.cells]
        for kind, (_, _, at, ordered) in zip(order, places, strict=True):
            made[at if ordered else at + kind] += kind + 1 if ordered else 1
        out[tuple(made)] += 1
    return dict(out)


def check(rules: Trick, s: State, viewer: int, first: int = 0) -> None:
    """Every position that may be dealt comes up as often as it should."""
    ways = every(rules, s, viewer)
    count = max(3000, 5 * sum(ways.values()) // min(ways.values()))
    assert score(dealt(rules, s, viewer, range(first, first + count)), ways) < 4


@pytest.mark.compiled
@pytest.mark.parametrize("first", [0, 2**63 - 1, 10**15])
def test_three_cards_and_two_rows_that_bar_different_kinds(first: int) -> None:
    rules = Trick()
    rules.barred = {(rules.hand, 0): "0", (rules.hand, 1): "1"}
    s = rules.at("1/2/", "0")
    assert sorted(every(rules, s, 2).values()) == [1, 1, 1]
    check(rules, s, 2, first)


@pytest.mark.compiled
def test_known_cards_stay_and_the_others_are_dealt_evenly() -> None:
    rules = Trick()
    rules.known = {(rules.hand, 1, 2): 1, (rules.talon, 0, 0): 5}  # more than are there: all of them
    s = rules.at("0 1/2 2 1/1 0", "0 1")
    for cells in dealt(rules, s, 0, range(100)):
        assert cells[rules.hand : rules.hand + 3] == (1, 1, 0), "its own hand"
        assert cells[rules.hand + 5] >= 1
        assert cells[rules.talon] >= 1
    for viewer in (-1, 0, 1, 2):
        check(rules, s, viewer)


@pytest.mark.compiled
def test_a_hidden_order_is_dealt_too() -> None:
    rules = Trick()
    rules.known = {(rules.under, 1, 2): 1}
    s = rules.at("0/1/2", under="0 2 1 1")
    check(rules, s, 0)
    check(rules, s, -1)
    rules.barred = {(rules.hand, 1): "1 2", (rules.under, 0): "0", (rules.hand, 2): "0"}
    check(rules, rules.at("0/0/2", under="1 2 1 0"), 0)


def test_cards_that_lie_open_stay() -> None:
    rules = Trick()
    s = rules.at("0/1/", "2", shown="0 1 2 2")
    assert all(cells[rules.shown : rules.shown + 3] == (1, 1, 2) for cells in dealt(rules, s, -1, range(50)))
    check(rules, s, -1)


def test_a_pool_of_cards_in_their_order_alone() -> None:
    rules = Trick()
    s = rules.at("", sealed="4 0 2")
    found = Counter(cells[rules.sealed : rules.sealed + 3] for cells in dealt(rules, s, 1, range(3000)).elements())
    assert score(found, {tuple(order): 1 for order in permutations((5, 1, 3))}) < 4


@pytest.mark.compiled
def test_known_and_barred_at_once_in_a_larger_deal() -> None:
    rules = Trick()
    rules.known = {(rules.hand, 1, 0): 1, (rules.hand, 2, 1): 1}
    rules.barred = {(rules.hand, 1): "0", (rules.hand, 2): "1", (rules.talon, 0): "2"}
    s = rules.at("0 1/0 2 1/1 0 2", "0 1")
    for viewer in (-1, 0, 1):
        check(rules, s, viewer)


def test_what_could_not_be_is_dealt_again() -> None:
    rules = Trick()
    s = rules.at("0 1 2/0 0/1 1", "0 2")
    rules.wanted = 1
    ways = {cells: n for cells, n in every(rules, s, 0).items() if cells[rules.talon] == 1}
    assert score(dealt(rules, s, 0, range(4000)), ways) < 4


def test_where_no_deal_could_be_it_raises() -> None:
    """It never gives the position away as it is."""
    rules = Trick()
    s = rules.at("0 1/0 2/1", "0 2")
    rules.barred = {(rules.hand, 1): "0 1", (rules.hand, 2): "0 1", (rules.talon, 0): "0"}
    with pytest.raises(ImpossiblePosition, match="cannot lie as they are known to lie"):
        resample(rules, s, 0, 1)
    rules.barred = {}
    rules.wanted = 3
    with pytest.raises(ImpossiblePosition, match="none of 10000 deals"):
        resample(rules, s, 0, 1)


def test_a_seed_is_any_64_bits_or_drawn_from_a_generator() -> None:
    rules = Trick()
    s = rules.at("0 1 2/0 1 2/0 1 2", "0 1 2", "0 1 2 0")
    assert list(resample(rules, s, 0, 2**64 - 1).cells) == list(resample(rules, s, 0, -1).cells)
    bits = random.Random(7).getrandbits(64)
    assert list(resample(rules, s, 0, random.Random(7)).cells) == list(resample(rules, s, 0, bits).cells)
    rng = random.Random(7)
    assert len({tuple(resample(rules, s, 0, rng).cells) for _ in range(20)}) > 15


def test_the_rows_that_a_viewer_cannot_see() -> None:
    rules = Trick()
    cards, letters = rules.schema.pools
    assert (cards.name, cards.kinds, letters.name, letters.kinds) == ("cards", 3, "letters", 0)
    hand, talon = rules.hand, rules.talon
    assert hidden_rows(cards, 1) == [(hand, 0, hand), (hand, 2, hand + 6), (talon, 0, talon)]
    assert len(hidden_rows(cards, -1)) == 4
    assert hidden_rows(letters, -1) == []


@pytest.mark.parametrize(("name", "shape"), [("more", [3, 4]), ("many", [63])])
def test_fields_of_a_pool_count_the_same_kinds(name: str, shape: list[int]) -> None:
    rules = Trick()
    with pytest.raises(ValueError, match="kinds of cards"):
        rules.schema.add(name, shape, OWNER, "cards" if name == "more" else "others", most=9)


# The island


def hands(t: Any, s: State) -> list[list[int]]:
    return [[int(s.cells[t.r.hand + seat * t.r.goods + g]) for g in range(5)] for seat in range(int(t.r.seats))]


def test_deals_of_the_island_are_the_same_on_every_engine() -> None:
    """Interpreted and compiled, on every machine: these numbers stand in no record, and may change with the sampler."""
    t = table(
        4,
        hands={0: "ore*2 wool", 1: "grain*3 brick*2", 2: "lumber*4 ore", 3: "wool*2 brick"},
        cards={1: "knight point", 2: "monopoly", 3: "roads knight"},
    )
    s = t.game.state
    assert [hands(t, resample(t.r, s, 0, seed))[1:] for seed in (1, 2, 3)] == SAME


SAME = [
    [[0, 1, 2, 1, 1], [2, 2, 0, 1, 0], [2, 0, 0, 1, 0]],
    [[2, 0, 0, 2, 1], [1, 2, 1, 1, 0], [1, 1, 1, 0, 0]],
    [[0, 2, 2, 1, 0], [3, 1, 0, 1, 0], [1, 0, 0, 1, 1]],
]


def test_deals_with_bars_are_the_same_on_every_engine() -> None:
    rules = Trick()
    rules.known = {(rules.hand, 1, 0): 1}
    rules.barred = {(rules.hand, 1): "0", (rules.hand, 2): "1", (rules.talon, 0): "2"}
    s = rules.at("0 1 2/0 2 1 2/1 0 2", "0 1 0", "2 1 0 1")
    cells = [resample(rules, s, viewer, seed).cells for viewer in (-1, 0, 1) for seed in range(100)]
    deals = [[int(n) for n in row][int(HEADER) :] for row in cells]
    assert hashlib.blake2b(repr(deals).encode(), digest_size=8).hexdigest() == "0d8f4a5962c40329"


@pytest.mark.rule("BASE-039")
@pytest.mark.parametrize("points", ["point", "point*5"])
def test_who_would_have_won_holds_no_point_however_unlikely_that_is(points: str) -> None:
    """Ten cards of a seat with nine points on its turn: few deals leave it without a point, one of 3003 at worst."""
    cities = "0,0,N 0,-1,N 1,0,N 0,1,N"
    t = table(
        cities={1: cities},
        settlements={1: "-1,0,N"},
        cards={1: "knight*10", 2: points},
        played={0: "knight*4 roads*2 plenty*2 monopoly*2"},
        deck="" if points == "point*5" else "point*4",
        on_turn=1,
    )
    assert t.points(1) == 9
    for viewer in (-1, 0, 2):
        for seed in range(20):
            found = resample(t.r, t.game.state, viewer, seed)
            assert t.r.hidden_points(found, 1) == 0
            assert not t.r.is_over(found)


def test_who_needs_two_points_holds_one_at_most() -> None:
    """What no bar says is asked of every deal: of nine cards five are points, and it gets one of them at most."""
    t = table(
        cities={1: "0,0,N 0,-1,N 1,0,N 0,1,N"},
        cards={1: "knight*4 point", 2: "point*4"},
        played={0: "knight*10 roads*2 plenty*2 monopoly*2"},
        deck="",
        on_turn=1,
    )
    assert t.points(1) == 9
    assert {int(t.r.hidden_points(resample(t.r, t.game.state, 0, seed), 1)) for seed in range(100)} == {1}
