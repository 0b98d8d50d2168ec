"""What a viewer observes: its own rows, the sizes of hidden ones, and packed numbers one by one."""

from __future__ import annotations

import random

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from bastide.catan.base.island import Island
from bastide.catan.base.reading import sites_of
from bastide.catan.board.grid import BESIDE
from bastide.catan.family import MODULES
from bastide.expansions.island.cities_knights.rules.hands import look_in
from bastide.expansions.island.cities_knights.rules.progress.memory import learn
from bastide.expansions.island.cities_knights.rules.state import KnightsState
from bastide.kernel.errors import ConfigError, OutOfRange
from bastide.kernel.families import configure
from bastide.kernel.observer import Observer
from bastide.kernel.packing import Packing, counts, flags
from bastide.kernel.rules import Rules
from bastide.kernel.state import NOBODY, OWNER, Schema, State


class Parlour(Rules):
    """Two seats with hands of three kinds, a deck and a pile in order; packed fields of every sort."""

    def __init__(self) -> None:
        super().__init__(2, "parlour")
        add = self.schema.add
        self.hand = int(add("hand", [2, 3], OWNER, "cards", most=[4, 2, 1]))
        self.deck = int(add("deck", [3], NOBODY, "cards", most=[4, 2, 1]))
        self.pile = int(add("pile", [2], NOBODY, "cards", ordered=True, most=3))
        self.known = int(add("known", [2, 2], OWNER, packing=counts(4, [4, 2, 1])))
        self.mask = int(add("mask", [], packing=flags(2), least=-1))
        self.piece = int(add("piece", [2], packing=Packing(1, [0, 0], [8, 1], [8, 8], [3, 2], True)))
        self.place = int(add("place", [], most=8, least=-1))
        self.cache = int(add("cache", [], derived=True, most=1))

    def start(self) -> State:
        return State(vec[i64]([0] * int(self.schema.size)))


def shown(observer: Observer, s: State) -> dict[str, list[int]]:
    numbers = [int(n) for n in observer.observe(s)]
    return {part.name: numbers[part.offset : part.offset + part.size] for part in observer.parts}


def test_a_viewer_observes_its_own_rows_and_the_sizes_of_hidden_ones() -> None:
    r = Parlour()
    s = r.start()
    for at, values in ((r.hand, [1, 2, 0, 3, 0, 1]), (r.deck, [0, 2, 0]), (r.pile, [3, 0]), (r.cache, [1])):
        for i, value in enumerate(values):
            s.cells[at + i] = value
    one = shown(Observer(r, 1), s)
    assert (one["hand"], one["hand.sizes"]) == ([3, 0, 1], [3, 4])
    assert "deck" not in one
    assert (one["deck.sizes"], one["pile.sizes"]) == ([2], [1, 0])
    assert "cache" not in one
    assert shown(Observer(r, 1, derived=True), s)["cache"] == [1]
    assert shown(Observer(r, 0), s)["hand"] == [1, 2, 0]
    spectator = shown(Observer(r, -1), s)
    assert "hand" not in spectator
    assert spectator["hand.sizes"] == [3, 4]


def test_packed_numbers_are_observed_one_by_one() -> None:
    r = Parlour()
    s = r.start()
    s.cells[r.known + 2] = 4 + 2 * 16 + 1 * 256  # what seat 1 knows of seat 0
    s.cells[r.mask] = 2
    s.cells[r.piece + 1] = 1 + 2 * 8 + 1
    s.cells[r.place] = -1
    observer = Observer(r, 1)
    seen = shown(observer, s)
    assert seen["known"] == [4, 2, 1, 0, 0, 0]
    assert observer.part("known").shape == [2, 3]
    assert seen["mask"] == [0, 1]
    assert seen["piece"] == [0, 0, 3, 2]
    assert seen["place"] == [-1]
    s.cells[r.mask] = -1  # everybody
    assert shown(observer, s)["mask"] == [1, 1]


def test_the_bounds_of_an_observation_are_those_of_its_numbers() -> None:
    observer = Observer(Parlour(), 0)
    bounds = {
        part.name: [
            (int(observer.least[i]), int(observer.most[i])) for i in range(part.offset, part.offset + part.size)
        ]
        for part in observer.parts
    }
    assert bounds["hand"] == [(0, 4), (0, 2), (0, 1)]
    assert bounds["hand.sizes"] == [(0, 7)] * 2
    assert bounds["pile.sizes"] == [(0, 1)] * 2
    assert bounds["known"] == [(0, 4), (0, 2), (0, 1)] * 2
    assert bounds["piece"] == [(0, 3), (0, 2)] * 2
    assert bounds["place"] == [(-1, 8)]
    assert len(observer.least) == len(observer.most) == observer.size


def test_knowledge_of_cards_and_goods_is_observed_by_kind() -> None:
    """The fields `seen_cards` and `seen_goods` of Cities & Knights, which hold a count for each kind."""
    rules = configure({"seats": 3, "modules": ["cities_knights"], "options": {"first": 0}}, random.Random(1))
    assert isinstance(rules, Island)
    module = rules.module(KnightsState)
    s = rules.start()
    s.cells[module.r.hand + module.r.goods + 4] = 19
    s.cells[module.r.hand + module.r.goods + 7] = 12
    look_in(module, s, 2, 1)
    spying = module.card_names.index("espionage")
    for _ in range(3):
        learn(module, s, 1 << 2, 0, spying)
    observer = Observer(rules, 2)
    seen = shown(observer, s)
    goods, cards = observer.part("cities_knights.seen_goods"), observer.part("cities_knights.seen_cards")
    assert (goods.shape, cards.shape) == ([3, 8], [3, 25])
    assert seen[goods.name] == [0] * 8 + [0, 0, 0, 0, 19, 0, 0, 12] + [0] * 8
    assert [i for i, n in enumerate(seen[cards.name]) if n] == [spying]
    assert seen[cards.name][spying] == 3
    assert [int(n) for n in observer.most][goods.offset : goods.offset + 8] == [19] * 5 + [12] * 3
    assert int(observer.most[cards.offset + spying]) == 3
    assert not any(shown(Observer(rules, 1), s)[goods.name])


def test_the_board_is_observed_with_named_kinds() -> None:
    config = {"seats": 3, "layout": "random", "options": {"harbors": "shuffled"}}
    one, other = (configure(config, random.Random(seed)) for seed in (1, 2))
    observers = [Observer(rules, -1) for rules in (one, other)]
    [first, second] = [shown(observer, rules.start()) for observer, rules in zip(observers, (one, other), strict=True)]
    assert list(observers[0].least) == list(observers[1].least)
    assert list(observers[0].most) == list(observers[1].most)
    assert {name for name in first if first[name] != second[name]} >= {
        "board.terrain",
        "board.numbers",
        "board.harbors",
    }
    for rules, observer, seen in zip((one, other), observers, (first, second), strict=True):
        assert isinstance(rules, Island)
        terrain, harbors = observer.part("board.terrain"), observer.part("board.harbors")
        assert [terrain.kinds[n] for n in seen["board.terrain"]] == rules.board.terrain
        assert seen["board.numbers"] == [int(n) for n in rules.board.number]
        assert sorted(harbors.kinds[n] for n in seen["board.harbors"] if n) == sorted(
            harbor.good or "general" for harbor in rules.config.layout.harbors for _ in range(2)
        )
        assert observer.part("hand.sizes").kinds == []


@pytest.mark.parametrize("name", list(MODULES))
def test_what_a_layout_marks_is_observed(name: str) -> None:
    rules = configure({"modules": [name]}, random.Random(1))
    assert isinstance(rules, Island)
    observer = Observer(rules, 0)
    seen = shown(observer, rules.start())
    for word, kind in sites_of(rules.modules).items():
        sites = rules.board.sites(word)
        values = seen.get(f"board.{word}.value", [0] * 1000)
        if kind == BESIDE or not sites:
            assert (f"board.{word}.value" in seen, f"board.{word}" in seen) == (bool(sites), False)
            assert not sites or values == [value for _, value in sites]
            continue
        assert [place for place, there in enumerate(seen[f"board.{word}"]) if there] == sorted(at for at, _ in sites)
        assert all(values[place] == value for place, value in sites)
    for part in observer.parts:
        for value in seen[part.name] if part.kinds else []:
            assert 0 <= value < len(part.kinds)


def test_constants_must_suit_their_shape_bounds_and_kinds() -> None:
    schema = Schema()
    schema.owned_by("lodger")
    schema.constant("wall", [2], [0, 1], most=1, kinds=["none", "stone"])
    assert [each.name for each in schema.constants] == ["lodger.wall"]
    for values, most, kinds, said in (
        ([0], 1, (), "'lodger.gate' has 1 values, its shape holds 2"),
        ([0, 2], 1, (), "'lodger.gate' has a value that is not from 0 to 1"),
        ([0, 1], 1, ("none",), "'lodger.gate' has 1 kinds, but values from 0 to 1"),
    ):
        with pytest.raises(ValueError, match=said):
            schema.constant("gate", [2], values, most=most, kinds=kinds)
    with pytest.raises(ValueError, match=r"'lodger\.wall' is declared twice"):
        schema.constant("wall", [1], [0], most=1)


def test_other_games_and_viewers_are_refused() -> None:
    with pytest.raises(OutOfRange, match="2 is no seat; seats are 0 to 1, and CHANCE is -1"):
        Observer(Parlour(), 2)
    with pytest.raises(OutOfRange, match=r"State of 3 cells.* is no position of this game"):
        Observer(Parlour(), 0).observe(State(vec[i64]([0] * 3)))


# -- declarations


def test_a_field_without_a_greatest_value_is_refused_by_name() -> None:
    schema = Schema("parlour")
    schema.owned_by("lodger")
    with pytest.raises(ConfigError, match=r"'lodger\.ship' of 'lodger' declares no greatest value: add most="):
        schema.add("ship", [2])


def test_bounds_must_suit_the_field() -> None:
    schema = Schema()
    with pytest.raises(ValueError, match="'deck' declares 2 greatest values"):
        schema.add("deck", [3], most=[1, 2])
    with pytest.raises(ValueError, match="'deck' bounds it"):
        schema.add("deck", [3], most=1, packing=flags(2))
    with pytest.raises(ValueError, match="the packed number 1 may be 16, but only numbers below 16 fit"):
        schema.add("deck", [3], packing=counts(4, [15, 16]))
    assert schema.at(schema.add("deck", [3], packing=counts(4, [15, 2]))).most == [47]
    assert schema.at(schema.add("hand", [2, 3], most=[1, 2, 3])).most == [1, 2, 3]
