"""The environment for PettingZoo: its own tests, the order of seats, the same games as the engine's."""

from __future__ import annotations

import random
import warnings
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test

from bastide import Game, IllegalAction
from bastide.kernel.playout import Stepper
from bastide.learn import zoo
from tests.chosen import sampled
from tests.differential.sets import Set
from tests.learn.games import config_of, sets


def drawn(picture: Any) -> bool:
    return isinstance(picture, str) and picture.startswith("<svg")


@pytest.mark.parametrize("set_", sets(1))
def test_pettingzoo_accepts_the_environment(set_: Set, capsys: pytest.CaptureFixture[str]) -> None:
    def made(**given: Any) -> Any:
        return zoo.env(config_of(set_), **given)

    with warnings.catch_warnings():
        # It expects arrays; observations with a mask are dictionaries.
        warnings.filterwarnings("ignore", "Observation", UserWarning)
        warnings.filterwarnings("ignore", "Action mask numpy array is all zeros", UserWarning)
        api_test(made(), num_cycles=10)
    seed_test(made, num_cycles=5)


@pytest.mark.slow
@pytest.mark.parametrize("game", sampled(["island", "carcassonne"], count=1))
def test_pettingzoo_accepts_the_pictures(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    def made(**given: Any) -> Any:
        return zoo.env({"game": game}, **given)

    render_test(made, {"svg": drawn})


def choices(env: Any, seed: int) -> list[tuple[str, str]]:
    """The agents and the notations of a random game."""
    env.reset(seed=seed)
    rng = random.Random(seed)
    found = []
    for agent in env.agent_iter():
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.step(None)
            continue
        legal = np.flatnonzero(observation["action_mask"]).tolist()
        action = rng.choice(legal)
        found.append((agent, env.unwrapped.table.text_of(action)))
        for other in env.agents:
            if other != agent:
                assert not env.observe(other)["action_mask"].any()
        env.step(action)
    return found


def test_it_steps_the_games_of_the_engine() -> None:
    """Chance is drawn by the seed alone: a stepper with the same chance comes to the same position."""
    config = {"seats": 3, "layout": "random", "options": {"goal": 3, "trade": "bank"}}
    env = zoo.raw_env(config)
    env.reset(seed=3)
    rng = random.Random(3)
    board, chance = rng.getrandbits(62), rng.getrandbits(62)
    game = Game.new(config, seed=board)
    stepper = Stepper(game.rules, chance, forced=False)
    pick = random.Random(9)
    while stepper.count:
        assert env.table.stepper.state == stepper.state
        assert env.agent_selection == f"seat_{stepper.seat}"
        code = int(pick.choice(list(stepper.legal())))
        env.step(env.table.action(code))
        stepper.step(code)
    assert all(env.terminations.values())
    assert list(env.rewards.values()) == game.rules.returns(stepper.state)
    assert sum(env.rewards.values()) == pytest.approx(0)


def test_a_whole_game_is_played_by_all_agents() -> None:
    env = zoo.env({"seats": 3, "options": {"goal": 3, "trade": "bank"}})
    found = choices(env, 2)
    assert {agent for agent, _ in found} == set(env.possible_agents)
    assert env.agents == []
    assert env.unwrapped.table.terminated
    short = zoo.env({"seats": 3}, max_cycles=20)
    assert choices(short, 2) == choices(short, 2) != choices(short, 3)


def test_several_seats_due_at_once_act_in_order() -> None:
    env = zoo.raw_env({"seats": 3, "options": {"hand_limit": 3, "trade": "bank"}}, forced=True, max_cycles=120)
    for seed in range(20):
        found = [agent for agent, text in choices(env, seed) if text.startswith("discard")]
        order = [agent for k, agent in enumerate(found) if k == 0 or found[k - 1] != agent]
        if len(set(order[:3])) > 1 and order[:2] == sorted(order[:2]):
            return
    raise AssertionError("no seven at which two seats discard")


def test_a_game_is_cut_off_after_max_cycles() -> None:
    env = zoo.env({"seats": 3}, max_cycles=7)
    assert len(choices(env, 1)) == 7
    env.reset(seed=1)
    last: dict[str, bool] = {}
    for _ in range(7):
        observation, *_ = env.last()
        env.step(int(np.flatnonzero(observation["action_mask"])[0]))
        last = dict(env.truncations)
    assert set(last.values()) == {True}
    assert not any(env.terminations.values())
    assert not env.observe("seat_0")["action_mask"].any()


def test_an_illegal_action_ends_the_game_or_raises() -> None:
    env = zoo.env({"seats": 2, "options": {"first": 0}})
    env.reset(seed=1)
    observation, *_ = env.last()
    agent, illegal = env.agent_selection, int(np.flatnonzero(observation["action_mask"] == 0)[0])
    env.step(illegal)
    assert env.rewards[agent] == -1
    assert all(env.terminations.values())
    raw = zoo.raw_env({"seats": 2, "options": {"first": 0}})
    raw.reset(seed=1)
    with pytest.raises(IllegalAction, match=rf"{illegal} \(.+\) is not legal for seat 0 now"):
        raw.step(illegal)


def test_wrong_arguments_are_refused() -> None:
    with pytest.raises(ValueError, match="render_mode must be one of"):
        zoo.env({}, render_mode="depth_array")
    with pytest.raises(TypeError, match="colour"):
        zoo.raw_env({}, colour=1)
