"""Gymnasium's vectors over a batch: its spaces, its own resetting, the games of the batch."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics

import bastide.learn.gym  # registers the names
from bastide import ConfigError, IllegalAction
from bastide.learn.batch import Batch
from bastide.learn.vector import BatchEnv, CarcassonneBatchEnv
from tests.differential.sets import Set
from tests.learn.games import config_of, sets
from tests.sizes import sized

SHORT: dict[str, Any] = {"seats": 2, "layout": "random", "options": {"goal": 3, "trade": "bank"}}


def first_legal(info: dict[str, Any]) -> Any:
    return info["action_mask"].argmax(axis=1)


def drawn(info: dict[str, Any], rng: np.random.Generator) -> Any:
    return np.array([rng.choice(np.flatnonzero(mask)) for mask in info["action_mask"]])


@pytest.mark.parametrize("set_", sets(1))
def test_what_it_shows_is_in_its_spaces(set_: Set) -> None:
    kind = CarcassonneBatchEnv if set_.family == "carcassonne" else BatchEnv
    env = kind(2, config_of(set_), opponents="uniform", limit=sized(40, 2000))
    rng = np.random.default_rng(1)
    observation, info = env.reset(seed=1)
    ended = 0
    for _ in range(sized(12, 2000)):
        assert env.observation_space.contains(observation)
        assert (env.action_masks() == info["action_mask"]).all()
        actions = drawn(info, rng)
        assert env.action_space.contains(actions)
        observation, rewards, terminated, truncated, info = env.step(actions)
        assert rewards.shape == terminated.shape == truncated.shape == (2,)
        for k in np.flatnonzero(terminated | truncated):
            ended += 1
            assert env.single_observation_space.contains(info["final_obs"][k])
    assert ended


@pytest.mark.parametrize("name", ["Bastide/Island-v1", "Bastide/Carcassonne-v1"])
def test_gymnasium_makes_it_by_name(name: str) -> None:
    envs: Any = gymnasium.make_vec(name, num_envs=3, config={"seats": 2}, opponents="uniform")
    assert isinstance(envs, BatchEnv)
    assert envs.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    assert ("candidates" in envs.reset(seed=1)[0]) == ("Carcassonne" in name)
    assert BatchEnv.__module__ == bastide.learn.gym.VECTORS
    envs = RecordEpisodeStatistics(envs)
    _, info = envs.reset(seed=1)
    for _ in range(5):
        _, rewards, *_, info = envs.step(first_legal(info))
        assert not rewards.any()
    envs.close()


def test_it_plays_the_games_of_a_batch_and_ends_them() -> None:
    env = BatchEnv(3, SHORT, seat=1, opponents={0: "greedy"}, dtype=np.float32)
    observation, info = env.reset(seed=4)
    batch = Batch(SHORT | {"game": "island"}, 3, env.batch.seed, opponents={0: "greedy"}, dtype=np.float32)
    rng = np.random.default_rng(2)
    seen: list[float] = []
    while len(seen) < 6:
        assert (observation["observation"] == batch.observation).all()
        assert batch.mask is not None
        assert (observation["action_mask"] == batch.mask).all()
        actions = drawn(info, rng)
        kept, before = observation, observation["observation"].copy()
        observation, rewards, terminated, truncated, info = env.step(actions)
        assert (kept["observation"] == before).all(), "an observation is a copy"
        batch.step(actions)
        assert (rewards == batch.reward[:, 1]).all()
        assert ("final_obs" in info) == terminated.any()
        assert not truncated.any()
        for k in np.flatnonzero(terminated):
            seen.append(rewards[k])
            final = info["final_obs"][k]
            assert info["_final_obs"][k]
            assert (final["observation"] == batch.last[k]).all()
            assert not final["action_mask"].any()
            over = env.batch.features.names.index("over")
            assert (final["observation"][over], observation["observation"][k][over]) == (1, 0)
    assert set(seen) <= {-1.0, 1.0}


def test_seeds_are_of_all_rows() -> None:
    env = BatchEnv(2, SHORT, opponents="uniform")
    one = env.reset(seed=1)[0]["observation"]
    second = env.reset()[0]["observation"]
    assert (env.reset(seed=1)[0]["observation"] == one).all()
    assert (env.reset()[0]["observation"] == second).all()
    assert (one != second).any()
    assert (one[0] != one[1]).any()
    with pytest.raises(ValueError, match="give one seed: the rows play different games"):
        env.reset(seed=[1, 2])


def test_arrays_are_shared_if_they_may_be() -> None:
    env = BatchEnv(2, SHORT, opponents="uniform", copy=False)
    observation, info = env.reset(seed=1)
    assert observation["observation"] is env.batch.observation
    assert env.batch.mask is not None
    assert np.shares_memory(info["action_mask"], env.batch.mask)


def test_wrong_arguments_are_refused() -> None:
    wrong: list[tuple[dict[str, Any], type[Exception], str]] = [
        ({"seat": 4}, ValueError, "4 is no seat; seats are 0 to 3"),
        ({"opponents": {1: "greedy"}}, ValueError, r"for each of the seats \[1, 2, 3\], got \[1\]"),
        ({"opponents": "strong"}, ConfigError, "'strong' is unknown; inside a batch there is greedy, uniform"),
        ({"colour": 1}, TypeError, "colour"),
    ]
    for given, error, said in wrong:
        with pytest.raises(error, match=said):
            BatchEnv(2, {}, **given)
    env = BatchEnv(2, {"seats": 2}, opponents="uniform")
    _, info = env.reset(seed=1)
    with pytest.raises(IllegalAction, match=r"is not legal for seat 0 in row 1 now"):
        env.step(np.array([first_legal(info)[0], info["action_mask"][1].argmin()]))
