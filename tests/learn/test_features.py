"""What a seat sees as numbers: within bounds, without what is hidden, with the board, the viewer first."""

from __future__ import annotations

import numpy as np
import pytest

from bastide import OutOfRange, Rules, State, configure, resample
from bastide.learn import readings
from bastide.learn.features import Features
from tests.differential.sets import Set
from tests.learn.games import GAMES, made, positions, sets
from tests.sizes import sized

EVERY = 40
WORLDS = sized(3, 100)


@pytest.mark.parametrize("set_", sets())
def test_rows_lie_within_their_bounds_and_hold_nothing_hidden(set_: Set) -> None:
    for seed in range(GAMES):
        rules = made(set_, seed)
        features, scaled = Features(rules), Features(rules, dtype=np.float32)
        assert len(features.names) == len(set(features.names)) == len(features.kinds) == features.size
        for count, stepper in enumerate(positions(rules, seed)):
            if count % EVERY:
                continue
            for viewer in range(rules.seats):
                row, small = features.row(stepper.state, viewer), scaled.row(stepper.state, viewer)
                assert (row >= features.low).all()
                assert (row <= features.high).all()
                assert small.dtype == np.float32
                assert small.min() >= 0
                assert small.max() <= 1
                for world in range(WORLDS):
                    other = resample(rules, stepper.state, viewer, world)
                    assert (features.row(other, viewer) == row).all()


@pytest.mark.parametrize("set_", sets())
def test_numbers_that_are_looked_up_are_those_that_are_read(set_: Set, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = made(set_, 0)
    looked_up = [Features(rules), Features(rules, relative=False)]
    before = [features.sight(seat) for features in looked_up for seat in range(rules.seats)]
    monkeypatch.setattr(readings, "GREATEST", -1)
    read = [Features(rules), Features(rules, relative=False)]
    for count, stepper in enumerate(positions(rules, 1)):
        if count % EVERY:
            continue
        for viewer in range(rules.seats):
            for one, other in zip(looked_up, read, strict=True):
                assert (one.row(stepper.state, viewer) == other.row(stepper.state, viewer)).all()
    assert all(len(sight.lookups) for sight in before)
    assert not any(len(features.sight(seat).lookups) for features in read for seat in range(rules.seats))


def test_a_cell_beyond_its_table_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    rules, state = position()
    plain = Features(rules).row(state, 1)
    for field in rules.schema.fields:
        monkeypatch.setattr(field, "most", [min(most, 1) for most in field.most])
    assert (Features(rules).row(state, 1) == plain).all()


def named(features: Features, state: State, viewer: int) -> dict[str, int]:
    return dict(zip(features.names, features.row(state, viewer).tolist(), strict=True))


def position() -> tuple[Rules, State]:
    rules = configure({"seats": 3, "layout": "random", "options": {"first": 1, "pieces": "free"}}, seed=4)
    *_, stepper = positions(rules, 6, 60)
    return rules, stepper.state


def test_the_viewer_is_seat_0_and_the_others_follow() -> None:
    rules, state = position()
    turned, fixed = Features(rules), Features(rules, relative=False)
    assert fixed.names == [*turned.names, "viewer"]
    plain = named(fixed, state, 0)
    assert any(plain[f"owner[{corner}]"] == 3 for corner in range(54))
    for viewer in range(3):
        seen, own = named(turned, state, viewer), named(fixed, state, viewer)
        assert own["viewer"] == viewer
        for corner in range(54):
            owner = plain[f"owner[{corner}]"]
            assert seen[f"owner[{corner}]"] == ((owner - 1 - viewer) % 3 + 1 if owner else 0)
        for seat in range(3):
            for piece in range(3):
                assert seen[f"left[{seat},{piece}]"] == plain[f"left[{(seat + viewer) % 3},{piece}]"]
            assert seen[f"hand.sizes[{seat}]"] == plain[f"hand.sizes[{(seat + viewer) % 3}]"]
        for good in range(5):
            assert seen[f"hand[{good}]"] == own[f"hand[{good}]"]
        assert seen["on_turn"] == (plain["on_turn"] - viewer) % 3
        assert seen["frame.seat"] == (plain["frame.seat"] - viewer) % 3
        depth = plain["depth"]
        assert seen[f"agenda[{depth - 1}].seat"] == seen["frame.seat"]
        assert all(seen[f"agenda[{k}].seat"] == 0 for k in range(depth, 16))
        assert (own["hand[0]"], own["on_turn"]) == (seen["hand[0]"], plain["on_turn"])


def test_colours_that_nobody_plays_stay_where_they_are() -> None:
    rules = configure({"modules": ["two_players"]}, seed=1)
    features = Features(rules)
    *_, stepper = positions(rules, 3, 300)
    one, two = (named(features, stepper.state, viewer) for viewer in range(2))
    owners = [(one[f"owner[{corner}]"], two[f"owner[{corner}]"]) for corner in range(54)]
    assert {(1, 2), (2, 1)} <= set(owners)
    assert {pair for pair in owners if pair[0] > 2} == {(3, 3), (4, 4)}


def test_the_phase_is_one_of_many_and_over_is_none() -> None:
    rules = configure({"game": "carcassonne", "seats": 2, "options": {"first": 0}}, seed=1)
    features = Features(rules)
    phases = [k for k, name in enumerate(features.names) if name.startswith("phase=")]
    for stepper in positions(rules, 1):
        row = features.row(stepper.state, 0)
        assert [features.names[k] for k in phases if row[k]] == [f"phase={rules.phase_name(stepper.state)}"]
    last = stepper.state
    while stepper.count:
        stepper.choose(0)
    assert stepper.terminated
    assert not features.row(last, 0)[phases].any()


def test_boards_that_differ_give_rows_that_differ() -> None:
    config = {"seats": 3, "layout": "random", "options": {"first": 0, "pieces": "free"}}
    one, other = configure(config, seed=1), configure(config, seed=2)
    first, second = Features(one), Features(other)
    assert first.names == second.names
    assert (first.low == second.low).all()
    assert (first.high == second.high).all()
    rows = zip(first.names, first.row(one.start(), 0), second.row(other.start(), 0), strict=True)
    differing = {name.partition("[")[0] for name, a, b in rows if a != b}
    assert {"board.terrain", "board.numbers"} <= differing
    bare = Features(one, board=False), Features(other, board=False)
    assert not any(name.startswith("board.") for name in bare[0].names)
    terrain = first.names.index("board.terrain[0]")
    assert "pasture" in first.kinds[terrain]


def test_wrong_arguments_are_refused() -> None:
    rules, state = position()
    features = Features(rules)
    with pytest.raises(ValueError, match=rf"a row of {features.size} numbers, got the shape \(3,\)"):
        features.write(state, 0, np.zeros(3))
    with pytest.raises(OutOfRange, match="3 is no seat"):
        features.row(state, 3)
    with pytest.raises(OutOfRange, match="is no position of this game"):
        features.row(configure({"seats": 4}, seed=1).start(), 0)
    with pytest.raises(ValueError, match="dtype must be int16, int32, int64 or a floating type, got int8"):
        Features(rules, dtype=np.int8)
    with pytest.raises(ValueError, match="int16 does not hold numbers up to"):
        Features(configure({"modules": ["great_wall"], "options": {"turns": 100000}}, seed=1), dtype=np.int16)
