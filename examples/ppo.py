"""Masked PPO on a processor: a network learns duels against random moves, then plays 200 on boards it has not seen.

python examples/ppo.py 15 duels.zip     # 15 minutes of processor time"""

import sys
import time

import gymnasium
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env.base_vec_env import VecEnv

import bastide.learn.gym  # noqa: F401 # registers the games

GAME = {"config": {"seats": 2, "layout": "random", "options": {"trade": "bank"}}, "dtype": "float32"}


class Duels(VecEnv):
    """Gymnasium's vector of games as Stable-Baselines3 asks for it."""

    def __init__(self, n):
        self.games = gymnasium.make_vec("Bastide/Island-v1", num_envs=n, opponents="uniform", boards=1024, **GAME)
        super().__init__(n, self.games.single_observation_space["observation"], self.games.single_action_space)

    def reset(self):
        return self.games.reset(seed=1)[0]["observation"]

    def step(self, actions):
        seen, reward, over, _, info = self.games.step(actions)
        infos = [{"terminal_observation": e and e["observation"]} for e in info.get("final_obs", [None] * len(over))]
        return seen["observation"], reward.astype("float32"), over, infos

    def env_method(self, method_name, *args, **named):
        return getattr(self.games, method_name)()  # action_masks, a row for each game

    step_async = step_wait = close = get_attr = set_attr = env_is_wrapped = lambda self, *a, **b: [None] * self.num_envs


def left():
    """What is left of the time, from 1 to 0."""
    return 1 - (time.process_time() - BEGUN) / (60 * float(sys.argv[1]))


BEGUN = time.process_time()
torch.set_num_threads(1)  # the network is so small that threads would wait for each other
rates = {"learning_rate": lambda _: 5e-4 * max(left(), 0.05), "gamma": 0.998, "gae_lambda": 0.97, "ent_coef": 0.01}
sizes = {"n_steps": 128, "batch_size": 1024, "n_epochs": 4, "policy_kwargs": {"net_arch": [256, 256]}}
model = MaskablePPO("MlpPolicy", Duels(64), seed=1, **rates, **sizes)
model.learn(10**9, callback=lambda *_: left() > 0)
model.save(sys.argv[2])
env, won = gymnasium.make("Bastide/Island-v1", opponents="random", **GAME), 0
for seed in range(200):
    (seen, info), reward, over = env.reset(seed=seed), 0, False
    while not over:
        action, _ = model.predict(seen["observation"], action_masks=info["action_mask"], deterministic=True)
        seen, reward, over, _, info = env.step(action)
    won += reward > 0
print(f"{model.num_timesteps:,} decisions learned from, {won} of 200 duels won")
