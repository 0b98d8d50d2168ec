"""Hints: the best decisions of a seat with their reasons, and nothing that the seat may not know."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from typing import Any, cast

import pytest

from bastide.kernel.errors import IllegalAction
from bastide.kernel.families import FAMILIES
from bastide.kernel.game import Game
from bastide.kernel.state import CHANCE
from bastide.players import make_bot
from bastide.players.greedy.island.bot import tables_of
from bastide.players.hints import AHEAD, LEAST, MOST, advise, carried, offer_of, reason, searched
from bastide.players.policies import evaluation
from bastide.search import Candidate
from bastide.view import shown
from tests.sizes import sized

FEW = {"island": 0.06, "carcassonne": 0.4}
"""The simulations of a hint here, as a part of those of strong."""


def asked(config: dict[str, Any], seed: int, every: int) -> Iterator[tuple[Game, int]]:
    """Positions of a game of greedy bots, with the seat that decides."""
    game, rng, bot = Game.new(config, seed=seed), random.Random(seed), make_bot("greedy", seed)
    count = 0
    while not game.over:
        seat = game.actors[0]
        if seat == CHANCE:
            game.draw(rng)
            continue
        count += 1
        if count % every == 1:
            yield game, seat
        game.play(bot.choose(game, seat), seat)


def candidate(code: int, value: float, **terms: float) -> Candidate:
    return Candidate(code, 10, value, 0.1, 0.0, (value, 1 - value), (), (), (code,), terms)


def test_a_reason_carries_a_third_of_what_speaks_for_it() -> None:
    one = candidate(1, 0.5, points=900.0, income=500.0, cards=100.0, plans=0.0)
    rest = [candidate(2, 0.4, points=500.0, income=300.0, cards=0.0, plans=500.0)]
    # 400 of 700 for points; the plans speak against it.
    assert reason(one, [one, *rest], 60) == "points"
    even = candidate(3, 0.5, points=600.0, income=400.0, cards=100.0, plans=590.0)
    # 100 each and 90: none carries a third.
    assert reason(even, [even, *rest], 60) == ""
    assert reason(rest[0], [one, *rest], 60) == ""
    assert reason(one, [one], 60) == ""
    level = candidate(4, 0.4 + AHEAD / 2, points=900.0, income=300.0, cards=0.0, plans=500.0)
    assert reason(level, [level, *rest], 60) == ""
    assert carried({"points": 59.0}, 60) == ""


@pytest.mark.parametrize("family", FAMILIES)
def test_hints_are_legal_and_in_order(family: str) -> None:
    terms: set[str] = set()
    compared = 0
    for game, seat in asked({"game": family, "seats": 3}, 3, sized(23, 9)):
        before = game.hash()
        advice = advise(game, seat, 5, FEW[family])
        assert game.hash() == before
        assert 1 <= len(advice.hints) <= MOST
        texts = [hint.text for hint in advice.hints]
        assert len(set(texts)) == len(texts)
        assert all(game.is_legal(text, seat) for text in texts)
        values = [hint.value for hint in advice.hints]
        if len(values) > 1:
            assert all(one is not None and 0 <= one <= 1 for one in values)
            assert values == sorted(values, key=lambda one: -(one or 0))
            compared += 1
        terms |= {hint.term for hint in advice.hints}
        if compared == sized(3, 40):
            break
    assert compared == sized(3, 40)
    assert terms - {""} <= set(evaluation(game.rules).terms)
    assert len(terms - {""}) >= 1
    assert family in LEAST


def test_the_corners_of_the_set_up_have_heat() -> None:
    game = Game.new({"game": "island", "seats": 3, "layout": "random", "options": {"first": 0}}, seed=4)
    seat = game.actors[0]
    heat = advise(game, seat, 1, FEW["island"]).heat
    assert set(heat) == {text for text in game.legal(seat) if text.startswith("settle")}
    assert (min(heat.values()), max(heat.values())) == (0, 100)
    game.play(max(heat, key=lambda text: heat[text]), seat)
    assert advise(game, seat, 1, FEW["island"]).heat == {}


@pytest.mark.parametrize("modules", [(), ("fishermen",), pytest.param(("cities_knights",), marks=pytest.mark.campaign)])
def test_hints_are_the_same_in_redealt_worlds(modules: tuple[str, ...]) -> None:
    rng = random.Random(7)
    differing = 0
    config = {"game": "island", "seats": 3, "layout": "random", "modules": list(modules)}
    for game, seat in islice(asked(config, 8, sized(61, 13)), sized(3, 40)):
        own = advise(game.seen_by(seat, rng), seat, 2, FEW["island"])
        other = game.seen_by(seat, rng)
        assert advise(other, seat, 2, FEW["island"]) == own
        differing += other.hash() != game.hash()
    assert differing > 0


def test_who_has_nothing_to_decide_gets_no_hint() -> None:
    game = Game.new({"game": "carcassonne", "seats": 2}, seed=4)
    game.draw(random.Random(1))
    with pytest.raises(IllegalAction, match="nothing to decide"):
        advise(game, 1 - game.actors[0])


def test_an_offer_is_the_last_hint_where_greedy_would_make_it_as_the_first_of_a_turn() -> None:
    found = 0
    for game, seat in islice(asked({"game": "island", "seats": 4, "layout": "random"}, 3, 2), 150):
        if game.state.cells[game.rules.offers] < game.rules.offer_limit:  # type: ignore[attr-defined]  # those of the island
            assert offer_of(game, seat) is None
            continue
        offer = offer_of(game, seat)
        assert (offer is not None) == make_bot("greedy", 1).choose(game, seat).startswith("offer ")
        if offer is not None and not found:
            *others, last = advise(game.seen_by(seat, 1), seat, times=0.02).hints
            assert last == offer
            assert game.is_legal(last.text, seat)
            assert last.value is None
            assert not any(hint.text.startswith("offer ") for hint in others)
            line = shown(game).hint(game, seat, last.text, last.value, last.term)
            assert line.reason is not None
            assert line.say.args.keys() == {"card", "paid", "gained"}
            found += 1
    assert found


def test_a_decision_without_another_costs_no_search() -> None:
    game = Game.new({"game": "island", "seats": 3, "layout": "beginner", "options": {"first": 0}}, seed=1)
    assert game.legal(0) == ["roll"]
    tables = tables_of(cast("Any", game.rules))
    assert searched(tables, game.state, 0, 1, 4.0).rollouts == 1
