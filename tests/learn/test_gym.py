"""The environments for Gymnasium: its own checks, masks, opponents, illegal actions, seeds and pictures."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from bastide import ConfigError, IllegalAction
from bastide.learn.gym import CarcassonneEnv, IslandEnv, SeatEnv
from tests.chosen import sampled
from tests.differential.sets import Set
from tests.learn.games import config_of, sets
from tests.sizes import sized

GAME = sampled(["island", "carcassonne"], count=1)
LIMIT = sized(60, 5000)
SHORT = {"options": {"goal": 4}}


def made(config: dict[str, Any], **given: Any) -> SeatEnv:
    kind = CarcassonneEnv if config.get("game") == "carcassonne" else IslandEnv
    return kind(config, **given)


def played(env: SeatEnv, seed: int) -> tuple[list[int], float, bool]:
    """The actions of a random game, its reward, and whether it was truncated."""
    observation, info = env.reset(seed=seed)
    rng = np.random.default_rng(seed)
    actions: list[int] = []
    while True:
        assert env.observation_space.contains(observation)
        assert (observation["action_mask"] == info["action_mask"]).all()
        assert (env.action_masks() == info["action_mask"]).all()
        actions.append(int(rng.choice(np.flatnonzero(info["action_mask"]))))
        observation, reward, terminated, truncated, info = env.step(actions[-1])
        if terminated or truncated:
            assert not info["action_mask"].any()
            return actions, reward, truncated
        assert reward == 0


def test_figures_have_the_colours_of_their_seats() -> None:
    env = made({"game": "carcassonne", "seats": 2}, opponents="random", render_mode="rgb_array", limit=30)
    played(env, 3)
    pixels = env.render().astype(int)
    for color in ("#B01E2D", "#1C5AAE"):
        wanted = [int(color[k : k + 2], 16) for k in (1, 3, 5)]
        assert (abs(pixels - wanted).max(axis=2) < 4).sum() > 20, color


@pytest.mark.slow
@pytest.mark.parametrize("game", GAME)
def test_gymnasium_accepts_the_pictures(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    kind = CarcassonneEnv if game == "carcassonne" else IslandEnv
    name = f"Bastide/{kind.__name__.removesuffix('Env')}-v1"
    check_env(gymnasium.make(name, config={"seats": 2}, opponents="random", render_mode="rgb_array").unwrapped)


@pytest.mark.parametrize("set_", sets(1))
def test_gymnasium_accepts_the_environment(set_: Set, capsys: pytest.CaptureFixture[str]) -> None:
    env = made(config_of(set_), opponents="random", limit=LIMIT)
    check_env(env, skip_render_check=True)
    played(env, 1)


@pytest.mark.parametrize("game", GAME)
def test_equal_seeds_play_equal_games(game: str) -> None:
    config = {"game": game, "seats": 2, "layout": "random"} if game == "island" else {"game": game, "seats": 2}
    one, other = made(config, opponents="greedy", limit=LIMIT), made(config, opponents="greedy", limit=LIMIT)
    assert played(one, 5) == played(other, 5)
    assert one.table.stepper.state == other.table.stepper.state
    second = played(one, 6)
    assert second == played(other, 6)
    assert second[0] != played(one, 7)[0]


def test_a_whole_game_ends_with_what_the_seat_has_won() -> None:
    rewards = []
    for seed in range(3):
        env = made({"seats": 2, **SHORT}, seat=1, opponents={0: "random"})
        _, reward, truncated = played(env, seed)
        assert not truncated
        rewards.append(reward)
    assert set(rewards) == {-1.0, 1.0}


def test_an_illegal_action_loses_or_raises() -> None:
    env = made({"seats": 2, "options": {"first": 0}}, opponents="random")
    env.reset(seed=1)
    illegal = next(index for index, legal in enumerate(env.action_masks()) if not legal)
    observation, reward, terminated, truncated, info = env.step(illegal)
    assert (reward, terminated, truncated) == (-1, True, False)
    assert info["illegal"] == env.table.text_of(illegal)
    assert not observation["action_mask"].any()
    assert not env.action_masks().any()
    strict = made({"seats": 2, "options": {"first": 0}}, opponents="random", illegal="raise")
    strict.reset(seed=1)
    before = strict.table.stepper.state.copy()
    with pytest.raises(IllegalAction, match=rf"{illegal} \(.+\) is not legal for seat 0 now"):
        strict.step(illegal)
    with pytest.raises(IllegalAction, match=r"-1 \(nothing\)"):
        strict.step(-1)
    assert strict.table.stepper.state == before


def test_boards_are_new_or_fixed() -> None:
    config = {"seats": 2, "layout": "random"}

    def boards(env: SeatEnv) -> set[bytes]:
        terrain = [k for k, name in enumerate(env.table.features.names) if name.startswith("board.terrain")]
        return {env.reset(seed=seed)[0]["observation"][terrain].tobytes() for seed in range(4)}

    assert len(boards(made(config, opponents="random"))) == 4
    assert len(boards(made(config, opponents="random", board_seed=3))) == 1


@pytest.mark.parametrize("game", GAME)
def test_it_is_drawn_as_the_seat_sees_it(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    shown = {}
    for mode in ("ansi", "svg", "rgb_array", "human", None):
        env = made({"game": game, "seats": 2}, opponents="random", render_mode=mode)
        env.reset(seed=1)
        shown[mode] = env.render()
    assert "seat 0 (you" in shown["ansi"]
    assert shown["svg"].startswith("<svg")
    assert shown["human"] is shown[None] is None
    pixels = shown["rgb_array"]
    assert (pixels.shape[1:], pixels.dtype) == ((800, 3), np.uint8)
    assert pixels.std(axis=(0, 1)).min() > 5
    assert "seat 0 (you" in capsys.readouterr().out


def test_wrong_arguments_are_refused() -> None:
    for given, error, said in (
        ({"seat": 4}, ValueError, "4 is no seat; seats are 0 to 3"),
        ({"opponents": {1: "greedy"}}, ValueError, r"for each of the seats \[1, 2, 3\], got \[1\]"),
        ({"opponents": "gready"}, ConfigError, "gready"),
        ({"render_mode": "depth_array"}, ValueError, "render_mode must be one of"),
        ({"illegal": "ignore"}, ValueError, "illegal must be 'lose' or 'raise', got 'ignore'"),
        ({"colour": 1}, TypeError, "colour"),
    ):
        with pytest.raises(error, match=said):
            made({}, **given)


def test_gymnasium_makes_it_by_name() -> None:
    name = "bastide.learn.gym:Bastide/Island-v1"
    program = f"import gymnasium; print(gymnasium.make({name!r}, config={{'seats': 3}}).reset(seed=1)[1].keys())"
    done = subprocess.run([sys.executable, "-W", "error", "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "dict_keys(['action_mask'])\n"


@pytest.mark.parametrize("name", ["Bastide/Island-v1", "Bastide/Carcassonne-v1"])
def test_several_are_played_at_once(name: str) -> None:
    """By Gymnasium's own vectors, which need like spaces."""
    envs = gymnasium.make_vec(name, num_envs=2, vectorization_mode="sync", config={"seats": 2}, opponents="random")
    _, info = envs.reset(seed=1)
    for _ in range(20):
        actions = np.array([int(np.flatnonzero(mask)[0]) for mask in info["action_mask"]])
        _, _, terminated, _, info = envs.step(actions)
        assert not terminated.any()
    envs.close()
