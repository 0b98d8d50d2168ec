"""The game for OpenSpiel: its own tests, exact chance, information states with perfect recall, its searches."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts

from bastide import ConfigError
from bastide.learn import spiel
from tests.differential.sets import Set
from tests.learn.games import config_of, sets
from tests.sizes import sized

STEPS = sized(40, 400)
DUEL = {"seats": 2, "layout": "random", "options": {"goal": 4, "trade": "bank"}}


def step(state: Any, rng: random.Random) -> int:
    """Play a random action, or an outcome of chance by its weight."""
    if state.is_chance_node():
        outcomes = state.chance_outcomes()
        action = rng.choices([one for one, _ in outcomes], [weight for _, weight in outcomes])[0]
    else:
        action = rng.choice(state.legal_actions())
    state.apply_action(action)
    return int(action)


@pytest.mark.parametrize("set_", sets(1))
def test_openspiel_accepts_the_game(set_: Set) -> None:
    game = spiel.game(config_of(set_), limit=STEPS)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def test_the_game_is_loaded_by_name() -> None:
    loaded = pyspiel.load_game(spiel.NAME, {"config": '{"seats": 3, "layout": "random"}', "board_seed": 5})
    made = spiel.game({"seats": 3, "layout": "random"}, 5)
    assert loaded.num_players() == made.num_players() == 3
    assert str(loaded) != str(spiel.game({"seats": 3, "layout": "random"}, 6))
    again = pyspiel.load_game(str(made))
    assert str(again.new_initial_state()) == str(made.new_initial_state())


def test_what_cannot_be_a_game() -> None:
    for params, said in (
        ({"config": "seats=3"}, "config 'seats=3' is no JSON"),
        ({"config": '{"seats": 9}'}, "seats must be one of 2, 3, 4, got 9"),
        ({"config": "[]"}, "a config is a table"),
    ):
        with pytest.raises(ConfigError, match=said):
            spiel.SpielGame(params)
    with pytest.raises(ValueError, match="limit must be at least 1, got 0"):
        spiel.game(limit=0)


@pytest.mark.parametrize("config", [DUEL, {"game": "carcassonne", "seats": 2}])
def test_positions_are_those_of_the_rules(config: dict[str, Any]) -> None:
    game = spiel.game(config)
    state, rng = game.new_initial_state(), random.Random(2)
    rules, table = game.table.rules, game.table
    own = rules.start()
    for _ in range(STEPS):
        mask = int(rules.actors(own))
        if mask:
            seat = (mask & -mask).bit_length() - 1
            assert state.current_player() == seat
            assert {table.actions.code(action) for action in state.legal_actions()} == set(rules.legal(own, seat))
            assert np.array_equal(state.observation_tensor(seat), table.features.row(own, seat))
            rules.apply(own, seat, table.actions.code(step(state, rng)))
        else:
            pairs = [int(number) for number in rules.outcomes(own)]
            weights = dict(zip(pairs[::2], pairs[1::2], strict=True))
            given = {table.outcomes[number]: weight for number, weight in state.chance_outcomes()}
            assert given == pytest.approx({code: weight / sum(weights.values()) for code, weight in weights.items()})
            rules.apply(own, -1, table.outcomes[step(state, rng)])
        assert str(state) == repr(own.row().hex())


def test_a_game_ends_with_its_returns_or_at_its_limit() -> None:
    for limit, total in ((30, 0.0), (spiel.LIMIT, 2.0)):
        state, rng = spiel.game(DUEL, 3, limit).new_initial_state(), random.Random(3)
        while not state.is_terminal():
            step(state, rng)
        assert sum(abs(each) for each in state.returns()) == total
        assert state.move_number() <= limit


def stolen(players: int) -> Any:
    """A position where chance decides which card is stolen, and the victim has several kinds."""
    state, rng = spiel.game({"seats": players, "layout": "random"}, 1).new_initial_state(), random.Random(1)
    while True:
        if state.is_chance_node() and len(state.chance_outcomes()) > 1:
            first = state.action_to_string(state.chance_outcomes()[0][0])
            if first.startswith("steal"):
                return state
        step(state, rng)


def test_a_seat_cannot_tell_worlds_apart_that_differ_in_what_it_did_not_see() -> None:
    state = stolen(4)
    one, other = (state.child(number) for number, _ in state.chance_outcomes()[:2])
    same = [one.information_state_string(seat) == other.information_state_string(seat) for seat in range(4)]
    assert sorted(same) == [False, False, True, True], "thief and victim saw the card"
    seen = [one.observation_string(seat) == other.observation_string(seat) for seat in range(4)]
    assert seen == same


def test_an_information_state_recalls_all_that_a_seat_saw() -> None:
    state, rng = spiel.game(DUEL, 1).new_initial_state(), random.Random(1)
    before = ["", ""]
    for _ in range(STEPS):
        now = [state.information_state_string(seat) for seat in range(2)]
        assert all(one.startswith(last) for one, last in zip(now, before, strict=True))
        before, seat = now, state.current_player()
        action = step(state, rng)
        if seat >= 0:
            assert f"\n{spiel.game(DUEL, 1).table.actions.text(action)}\n" in state.information_state_string(seat)


def test_a_resampled_state_looks_the_same_to_the_seat_and_plays_on() -> None:
    state, rng = stolen(3), random.Random(5)
    step(state, rng)
    while state.is_chance_node():
        step(state, rng)
    seat = state.current_player()
    worlds = [state.resample_from_infostate(seat, rng.random) for _ in range(5)]
    assert len({str(world) for world in worlds}) > 1
    for world in worlds:
        assert world.information_state_string(seat) == state.information_state_string(seat)
        assert world.legal_actions() == state.legal_actions()
        for other in range(3):
            if other != seat:
                assert world.information_state_string(other) != state.information_state_string(other)
        world.apply_action(world.legal_actions()[0])
        assert state.information_state_string(seat) in world.information_state_string(seat)


def test_a_search_of_openspiel_plays() -> None:
    game = spiel.game(DUEL, 1, limit=60)
    search = ismcts.ISMCTSBot(
        game=game,
        evaluator=mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)),
        uct_c=1.0,
        max_simulations=3,
        random_state=np.random.RandomState(1),
    )
    state, rng = game.new_initial_state(), random.Random(1)
    for _ in range(20):
        if state.current_player() == 0:
            action = search.step(state)
            assert action in state.legal_actions()
            state.apply_action(action)
        else:
            step(state, rng)
