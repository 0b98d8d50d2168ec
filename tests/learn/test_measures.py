"""What the searching bots measure, as rows: the evaluation's own numbers, and of others what all may know."""

from __future__ import annotations

import numpy as np
import pytest

from bastide import ConfigError, OutOfRange, Rules, State, configure, resample
from bastide.kernel.families import FAMILIES
from bastide.learn.measures import Measures
from bastide.players.measures import HIDDEN
from bastide.players.policies import evaluation
from bastide.players.strong.island.value import FEATURES, Value
from tests.differential.sets import Set
from tests.learn.games import GAMES, made, positions, sets
from tests.sizes import sized

EVERY = 40
WORLDS = sized(3, 100)


def measures_of(rules: Rules) -> Measures | None:
    """The measures of a game; None where its evaluation has no features."""
    if rules.resolved()["game"] == "carcassonne" or isinstance(evaluation(rules), Value):
        return Measures(rules, dtype=np.int64)
    with pytest.raises(ConfigError, match="the search has no features of its own with"):
        Measures(rules)
    return None


@pytest.mark.parametrize("set_", sets())
def test_rows_hold_nothing_hidden(set_: Set) -> None:
    for seed in range(GAMES):
        rules = made(set_, seed)
        measures = measures_of(rules)
        assert measures is not None or (set_.modules and set_.family == "island")
        if measures is None:
            return
        assert len(measures.names) == len(set(measures.names)) == measures.size
        for count, stepper in enumerate(positions(rules, seed)):
            if count % EVERY:
                continue
            for viewer in range(rules.seats):
                row = measures.row(stepper.state, viewer)
                for world in range(WORLDS):
                    other = resample(rules, stepper.state, viewer, world)
                    assert (measures.row(other, viewer) == row).all()


def position(seats: int = 3) -> tuple[Rules, State]:
    rules = configure({"seats": seats, "layout": "random", "options": {"first": 1, "pieces": "free"}}, seed=4)
    *_, stepper = positions(rules, 6, 60)
    return rules, stepper.state


def test_the_numbers_are_those_of_the_evaluation_and_the_viewer_is_first() -> None:
    rules, state = position()
    measures = Measures(rules)
    value = evaluation(rules)
    assert isinstance(value, Value)
    own = [name for name, _term in FEATURES]
    known = [name for name in own if name not in HIDDEN]
    assert measures.names[:44] == [f"{name}[0]" for name in own]
    assert measures.size == 44 + 2 * len(known) == 92
    for viewer in range(3):
        row = dict(zip(measures.names, measures.row(state, viewer).tolist(), strict=True))
        for k in range(3):
            value.features(state, (viewer + k) % 3, value.found)
            found = dict(zip(own, value.found, strict=True))
            assert {name: row[f"{name}[{k}]"] for name in (known if k else own)} == {
                name: number for name, number in found.items() if name in known or not k
            }


def test_what_is_hidden_differs_with_what_others_hold() -> None:
    """Every feature that is kept back would tell something: none is hidden for nothing."""
    differing = set()
    for seed in range(3):
        rules = configure({"seats": 3, "options": {"goal": 20}}, seed=seed)
        value = evaluation(rules)
        assert isinstance(value, Value)
        for count, stepper in enumerate(positions(rules, seed, 2000)):
            if count % 50:
                continue
            rows = []
            for world in range(6):
                value.features(resample(rules, stepper.state, 0, world), 1, value.found)
                rows.append(list(value.found))
            differing |= {name for k, (name, _term) in enumerate(FEATURES) if len({row[k] for row in rows}) > 1}
    assert differing <= HIDDEN
    # Points on cards bring a victory near, and a pip's worth down with it, only late in a game.
    assert HIDDEN - differing <= {"need_1", "need_2", "need_3", "income", "site_0", "site_1", "site_2", "city_gain"}


@pytest.mark.parametrize("family", FAMILIES)
def test_another_board_has_the_same_numbers(family: str) -> None:
    one, two = (configure({"game": family, "seats": 2}, seed=seed) for seed in (1, 2))
    measures = Measures(one)
    other = measures.renewed(two)
    assert (other.names, other.dtype) == (measures.names, np.dtype(np.float32))
    assert other.rules is two
    with pytest.raises(ConfigError, match=r"these features differ: 'nothing more', and in this game '\w+\[2\]'"):
        measures.renewed(configure({"game": family, "seats": 3}, seed=1))


def test_wrong_arguments_are_refused() -> None:
    rules, state = position()
    measures = Measures(rules)
    with pytest.raises(ValueError, match=rf"a row of {measures.size} numbers, got the shape \(3,\)"):
        measures.write(state, 0, np.zeros(3))
    with pytest.raises(OutOfRange, match="3 is no seat"):
        measures.row(state, 3)
    with pytest.raises(OutOfRange, match="is no position of this game"):
        measures.row(configure({"seats": 4}, seed=1).start(), 0)
    with pytest.raises(ValueError, match="dtype must be int32, int64, float32 or float64, got int16"):
        Measures(rules, dtype=np.int16)
    rooms = configure({"modules": ["cities_knights"]}, seed=1)
    with pytest.raises(ConfigError, match="no features of its own with 'cities_knights'"):
        Measures(rooms)
