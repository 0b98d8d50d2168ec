"""Dense actions and candidates: encodings are inverse, and nothing is cut."""

from __future__ import annotations

import numpy as np
import pytest

from bastide import CHANCE, ConfigError, OutOfRange, configure
from bastide.learn.actions import Actions
from bastide.learn.candidates import Candidates
from tests.differential.sets import Set
from tests.learn.games import GAMES, made, positions, sets


@pytest.mark.parametrize("set_", sets())
def test_encodings_are_inverse_at_every_step(set_: Set) -> None:
    for seed in range(GAMES):
        rules = made(set_, seed)
        actions = Actions(rules)
        candidates = Candidates(rules)
        mask = np.ones(actions.size, np.int8)
        rows = np.ones((candidates.most, candidates.width), np.int32)
        for stepper in positions(rules, seed):
            state, seat = stepper.state, int(stepper.seat)
            legal = [int(code) for code in stepper.legal()]
            indices = [actions.index(code) for code in legal]
            assert [actions.code(index) for index in indices] == legal
            assert actions.mask(state, seat, mask) == len(legal)
            assert np.flatnonzero(mask).tolist() == sorted(indices)
            assert candidates.write(state, seat, rows) == legal
            assert len({row.tobytes() for row in rows[: len(legal)]}) == len(legal)
            assert not rows[len(legal) :].any()
            assert (rows[: len(legal)] >= candidates.low).all()
            assert (rows[: len(legal)] <= candidates.high).all()
            for other in range(rules.seats):
                if other != seat and not rules.optional(state) >> other & 1 and not rules.actors(state) >> other & 1:
                    assert actions.legal(state, other) == []


@pytest.mark.parametrize("set_", sets())
def test_every_action_has_a_text_of_its_own(set_: Set) -> None:
    rules = made(set_, 0)
    actions = Actions(rules)
    step = 1 if actions.size < 20_000 else 11
    texts = [actions.text(index) for index in range(0, actions.size, step)]
    assert len(set(texts)) == len(texts)
    assert [actions.index(actions.code(index)) for index in range(0, actions.size, step)] == [
        *range(0, actions.size, step)
    ]
    chance = [code for code in range(rules.num_distinct_actions) if rules.is_chance(code)]
    assert actions.size == rules.num_distinct_actions - len(chance)
    by_code = actions.by_code()
    assert [code for code, index in enumerate(by_code) if index < 0] == chance
    assert [index for index in by_code if index >= 0] == [*range(actions.size)]
    with pytest.raises(OutOfRange, match="is an outcome of chance"):
        actions.index(chance[0])


@pytest.mark.campaign
@pytest.mark.parametrize("set_", sets())
def test_every_action_has_a_row_of_its_own(set_: Set) -> None:
    rules = made(set_, 0)
    candidates = Candidates(rules)
    seen = set()
    for index in range(candidates.actions.size):
        row = candidates.row(candidates.actions.code(index))
        assert (row >= candidates.low).all()
        assert (row <= candidates.high).all()
        seen.add(row.tobytes())
    assert len(seen) == candidates.actions.size


def test_a_row_names_the_verb_the_places_and_the_goods() -> None:
    rules = configure({"seats": 3, "modules": ["cities_knights"]}, seed=1)
    candidates = Candidates(rules)
    actions = candidates.actions
    texts = {actions.text(index): actions.code(index) for index in range(actions.size)}

    def shown(text: str) -> dict[str, str | int]:
        row = candidates.row(texts[text]).tolist()
        named = zip(candidates.names, candidates.kinds, row, strict=True)
        return {name: kinds[number] if kinds else number for name, kinds, number in named}

    assert shown("move 0,-3,S 0,3,N") == {
        "verb": "move",
        "place1": "S",
        "place1.x": 0,
        "place1.y": -3,
        "place2": "N",
        "place2.x": 0,
        "place2.y": 3,
        "word1": "none",
        "word1.amount": 0,
        "word2": "none",
        "word2.amount": 0,
    }
    bank = shown("bank lumber*2 ore")
    assert [bank[name] for name in ("verb", "place1", "word1", "word1.amount", "word2", "word2.amount")] == [
        *("bank", "none", "lumber", 2, "ore", 1)
    ]
    assert (shown("rob 2")["word1"], shown("rob 2")["word1.amount"]) == ("number", 2)
    assert shown("robber 0,-2")["place1"] == "middle"


def test_too_many_candidates_are_an_error_and_never_cut() -> None:
    rules = configure({"seats": 3, "options": {"pieces": "free", "first": 0}}, seed=1)
    state = rules.start()
    assert len(Candidates(rules, 54).codes(state, 0)) == 54
    with pytest.raises(OutOfRange, match=r"54 actions are legal, more than 53: make Candidates\(rules, most=...\)"):
        Candidates(rules, 53).codes(state, 0)
    with pytest.raises(ValueError, match="most must be at least 1, got 0"):
        Candidates(rules, 0)
    with pytest.raises(ValueError, match=r"an array of shape \(54, 8\), got \(3, 8\)"):
        Candidates(rules, 54).write(state, 0, np.zeros((3, 8)))


def test_another_numbering_is_refused_with_the_first_difference() -> None:
    base = Actions(configure({"seats": 3}, seed=1))
    base.check(Actions(configure({"seats": 3, "layout": "random"}, seed=5)).fingerprint)
    four = Actions(configure({"seats": 4}, seed=1))
    with pytest.raises(ConfigError, match=r"numbered otherwise: 'rob 4 \w+', and in this game 'rob 3 \w+'"):
        base.check(four.fingerprint)
    with pytest.raises(ConfigError, match="numbered otherwise: 'CarcassonneGame', and in this game '"):
        base.check(Actions(configure({"game": "carcassonne"}, seed=1)).fingerprint)
    with pytest.raises(ConfigError, match="numbered otherwise: nothing more, and in this game 'trade 3"):
        base.check(base.fingerprint.rpartition("; ")[0].rpartition("; ")[0])
    candidates = Candidates(base.rules)
    with pytest.raises(ConfigError, match="numbered otherwise"):
        candidates.renewed(four)


def test_wrong_arguments_are_refused() -> None:
    rules = configure({"seats": 3, "options": {"first": 0}}, seed=1)
    actions = Actions(rules)
    state = rules.start()
    for out in (bytearray(5), np.zeros(actions.size, np.int32), bytes(actions.size)):
        with pytest.raises(ValueError, match=f"writable memory of {actions.size} single bytes"):
            actions.mask(state, 0, out)
    mask = bytearray(b"\7" * actions.size)
    assert actions.mask(state, 0, mask) == 1 == mask.count(1)
    assert actions.text(mask.index(1)) == "roll"
    assert actions.mask(state, 1, mask) == 0 == mask.count(1)
    with pytest.raises(OutOfRange, match="0 to"):
        actions.code(actions.size)
    with pytest.raises(OutOfRange, match="is no action"):
        actions.index(-1)
    with pytest.raises(OutOfRange, match="is no seat"):
        actions.mask(state, int(CHANCE), mask)
