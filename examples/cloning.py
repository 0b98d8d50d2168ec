"""Behaviour cloning: a network learns to decide as greedy does from records of its duels, then plays 100 itself.

bastide simulate -n 500 -p greedy,greedy --layout random --option trade=bank --records greedy.jsonl
python examples/cloning.py greedy.jsonl clone.pt
"""

import sys
from typing import Any

import gymnasium
import numpy as np
import torch
from torch import nn

import bastide.learn.gym  # noqa: F401 # registers the games
from bastide import data

DUEL = {"seats": 2, "layout": "random", "options": {"trade": "bank"}}


def scores(net: Any, seen: Any, legal: Any) -> Any:
    """By action how likely the network holds it to be greedy's. Most numbers seen are small."""
    return net(seen.clamp(max=12) / 4).masked_fill(~legal, -1e9)


def wins(net: Any, env: Any, duels: int) -> int:
    """How many duels the network wins against the bot `random`, as it draws its actions by their likelihood."""
    won = 0
    for seed in range(duels):
        (seen, info), reward, over = env.reset(seed=seed), 0.0, False
        while not over:
            likely = scores(net, torch.tensor(seen["observation"]), torch.tensor(info["action_mask"]).bool()).softmax(0)
            seen, reward, over, _, info = env.step(int(torch.multinomial(likely, 1)))
        won += reward > 0
    return won


if __name__ == "__main__":
    torch.manual_seed(1)
    torch.set_num_threads(1)
    env: Any = gymnasium.make("Bastide/Island-v1", config=DUEL, opponents="random")
    rows = data.frame(sys.argv[1], observations=True, masks=True)
    seen, chosen = torch.tensor(np.stack(rows.observation)), torch.tensor(rows.action.to_numpy(np.int64))
    legal = torch.zeros((len(rows), int(env.action_space.n)), dtype=torch.bool)
    legal[np.repeat(np.arange(len(rows)), rows.choices), np.concatenate([*rows.legal])] = True
    kept = torch.tensor((rows.game % 10 == 0).to_numpy())  # one game of ten is not learned from
    learned = torch.nonzero(~kept)[:, 0]
    net = nn.Sequential(nn.Linear(seen.shape[1], 256), nn.ReLU(), nn.Linear(256, legal.shape[1]))
    optimizer = torch.optim.Adam(net.parameters(), 1e-3)
    for _ in range(10):
        for batch in learned[torch.randperm(len(learned))].split(256):
            loss = nn.functional.cross_entropy(scores(net, seen[batch], legal[batch]), chosen[batch])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    with torch.no_grad():
        same = (scores(net, seen[kept], legal[kept]).argmax(1) == chosen[kept]).float().mean()
        print(f"{same:.1%} of greedy's decisions in other games, {wins(net, env, 100)} of 100 duels won")
    torch.save(net.state_dict(), sys.argv[2])
