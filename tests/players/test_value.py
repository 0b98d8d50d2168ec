"""The fitted evaluation of the island: its features, its terms, and where it is used."""

from __future__ import annotations

import random

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from bastide.kernel.chooser import Chooser
from bastide.kernel.families import configure
from bastide.kernel.playout import first_actor, random_action
from bastide.kernel.rules import Rules
from bastide.kernel.state import CHANCE, State
from bastide.players import make_bot
from bastide.players.greedy.island.bot import tables_of
from bastide.players.greedy.island.policy import Prospects
from bastide.players.greedy.island.weights import SPREAD
from bastide.players.policies import evaluation
from bastide.players.strong.island.learned import WEIGHTS
from bastide.players.strong.island.value import COUNT, FEATURES, OTHERS, UNIT, Value, evaluation_of
from bastide.search.policy import WHOLE


def positions(seats: int, most: int = 60, seed: int = 1) -> list[tuple[Rules, State]]:
    """Positions of a game that greedy plays."""
    rules = configure({"game": "island", "seats": seats, "layout": "random"}, random.Random(seed))
    bot, chooser, rng = make_bot("greedy", 1), Chooser(seed), random.Random(1)
    s, out = rules.start(), []
    while not rules.is_over(s):
        out.append((rules, s.copy()))
        seat = int(first_actor(rules, s))
        code = random_action(rules, s, seat, chooser) if seat == CHANCE else bot.act(rules, s, seat, rng)
        rules.apply(s, seat, code)
    return out[:: max(len(out) // most, 1)]


def shares(value: Prospects, s: State, seats: int) -> list[int]:
    """What the evaluation says."""
    out: vec[i64] = vec[i64]([0] * seats)
    value.values(s, out)
    return [int(share) for share in out]


def test_every_feature_has_a_weight_and_a_term() -> None:
    rules, _s = positions(2, 1)[0]
    value = Value(tables_of(rules))
    assert all(len(row) == COUNT for row in WEIGHTS)
    assert len({name for name, _term in FEATURES}) == COUNT
    assert {term for _name, term in FEATURES} < set(value.terms)


@pytest.mark.parametrize("seats", [2, 4])
def test_shares_add_up_and_depend_on_every_seat(seats: int) -> None:
    for rules, s in positions(seats):
        value = Value(tables_of(rules))
        found = shares(value, s, seats)
        assert sum(found) == WHOLE
        assert min(found) >= 0
        worths = [int(value.worth(s, seat)) for seat in range(seats)]
        assert found[worths.index(max(worths))] >= max(found) - seats  # what rounding leaves is seat 0's


def test_features_are_those_of_their_names() -> None:
    names = [name for name, _term in FEATURES]
    out: vec[i64] = vec[i64]([0] * COUNT)
    met = set()
    for rules, s in [*positions(3, 100, 1), *positions(3, 100, 2), *positions(3, 100, 3)]:
        value = Value(tables_of(rules))
        r = value.t.r
        for seat in range(3):
            value.features(s, seat, out)
            found = {name: int(number) for name, number in zip(names, out, strict=True)}
            met |= {name for name, number in found.items() if number}
            assert found["points"] == r.total_points(s, seat)
            assert found["need_2"] == (r.total_points(s, seat) >= int(r.goal_points) - 2)
            assert sum(found[f"hand_{good}"] for good in range(5)) == sum(
                s.cells[r.hand + seat * 5 + good] for good in range(5)
            )
            assert found["settlements"] + 2 * found["cities"] <= found["points"]
    assert met == set(names)


def test_terms_explain_the_value() -> None:
    for rules, s in positions(2):
        value = Value(tables_of(rules))
        terms: vec[i64] = vec[i64]([0] * len(value.terms))
        value.explain(s, 0, terms)
        own = sum(int(term) for k, term in enumerate(terms) if k != OTHERS)
        assert own == pytest.approx(int(value.worth(s, 0)) * int(SPREAD) / int(UNIT), abs=int(COUNT))
        assert int(terms[OTHERS]) == pytest.approx(-int(value.worth(s, 1)) * int(SPREAD) / int(UNIT), abs=1)


def test_expansions_with_a_part_of_their_own_keep_greedys_evaluation() -> None:
    plain = configure({"game": "island", "seats": 2}, random.Random(1))
    assert type(evaluation(plain)) is Value
    harbors = configure({"game": "island", "seats": 2, "modules": ["harbors"]}, random.Random(1))
    assert type(evaluation_of(tables_of(harbors))) is Prospects
