"""Times the environments beside a `Stepper`: for `benchmarks.learning`.

python -m benchmarks.workers.learned TIMES SCALE
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt

from bastide import Stepper, configure
from bastide.arena.matches import Series
from bastide.data import to_parquet
from bastide.data.sources import Found, RecordText
from bastide.kernel.errors import ConfigError
from bastide.kernel.rooms import rooms
from bastide.learn import zoo
from bastide.learn.actions import Actions
from bastide.learn.batch import Batch
from benchmarks.workers.rounds import told

ISLAND = {"seats": 4, "layout": "random", "options": {"trade": "bank"}}
TILES = {"game": "carcassonne", "seats": 2}
STEPS = 20
"""Decisions of each game in a batch before its rates are taken."""


class Stepping:
    """Random decisions of a `Stepper`, game after game."""

    def __init__(self) -> None:
        self._stepper, self._random = Stepper(configure(ISLAND, seed=1), 1), random.Random(1).random
        self._count = int(self._stepper.count)

    def run(self, steps: int) -> int:
        """Play so many decisions."""
        for _ in range(steps):
            self._count = int(self._stepper.choose(int(self._random() * self._count)) or self._stepper.reset())
        return steps


class Batched:
    """Random decisions of a batch, which numpy chooses."""

    def __init__(self, config: dict[str, Any], size: int, **options: Any) -> None:
        self._batch, self._size = Batch(config, size, 1, boards="fixed", **options), size
        self._rng = np.random.default_rng(1)
        self.run(STEPS * size)

    def run(self, steps: int) -> int:
        """Play so many decisions, all games together."""
        rounds = max(steps // self._size, 1)
        for _ in range(rounds):
            self._batch.choose((self._rng.random(self._size) * self._batch.count).astype(np.int64))
        return rounds * self._size


def drawn(rng: np.random.Generator, mask: npt.NDArray[Any]) -> Any:
    """A legal action; `rng.choice` would take as long as half a step."""
    legal = np.flatnonzero(mask)
    return legal[int(rng.random() * len(legal))]


class Single:
    """Random decisions of one seat of Gymnasium's environment."""

    def __init__(self) -> None:
        self._env = gymnasium.make("bastide.learn.gym:Bastide/Island-v1", config=ISLAND)
        self._rng = np.random.default_rng(1)
        self._info = self._env.reset(seed=1)[1]

    def run(self, steps: int) -> int:
        """Play so many decisions."""
        for _ in range(steps):
            _, _, terminated, truncated, self._info = self._env.step(drawn(self._rng, self._info["action_mask"]))
            if terminated or truncated:
                self._info = self._env.reset()[1]
        return steps


class Agents:
    """Random decisions of all agents of PettingZoo's environment."""

    def __init__(self, config: dict[str, Any]) -> None:
        self._env, self._rng = zoo.raw_env(config), np.random.default_rng(1)
        self._env.reset(seed=1)

    def run(self, steps: int) -> int:
        """Play so many decisions."""
        env = self._env
        for _ in range(steps):
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.reset()
                observation = env.last()[0]
            env.step(drawn(self._rng, observation["action_mask"]))
        return steps


class Written:
    """Records of greedy games, as a Parquet file with masks and observations."""

    def __init__(self) -> None:
        series = Series(ISLAND, ("greedy",) * 4, 1, records=True)
        self._found = [Found("greedy", number, RecordText(series.play(number).text, 0)) for number in range(1, 11)]

    def run(self, steps: int) -> int:
        """Write at least so many rows, all games as often as needed."""
        rows = 0
        with TemporaryDirectory() as folder:
            while rows < steps:
                rows += to_parquet(self._found, Path(folder) / "rows.parquet", observations=True, masks=True)
        return rows


def with_most_actions() -> dict[str, Any]:
    """The island with the expansion that gives its seats the most actions."""
    sizes: dict[str, int] = {}
    for room in rooms("island"):
        with suppress(ConfigError):  # another number of seats
            sizes[room] = Actions(configure({**ISLAND, "modules": [room]}, seed=1)).size
    return {**ISLAND, "modules": [max(sizes, key=sizes.__getitem__)]}


def things(scale: float) -> dict[str, Callable[[], int]]:
    """What is measured, by name; each returns how many decisions it has played."""

    def some(count: int) -> int:
        return max(round(count * scale), 1)

    stepper, single = Stepping(), Single()
    packed = Batched(ISLAND, 256, actions="packed", features=False)
    board, actions = Batched(ISLAND, 256), Batched(with_most_actions(), 256)
    tiles = Batched(TILES, 64, actions="candidates")
    aec, aec_tiles, written = Agents(ISLAND), Agents(TILES), Written()
    return {
        "stepper": lambda: stepper.run(some(400_000)),
        "packed": lambda: packed.run(some(400_000)),
        "board": lambda: board.run(some(100_000)),
        "actions": lambda: actions.run(some(50_000)),
        "tiles": lambda: tiles.run(some(20_000)),
        "gymnasium": lambda: single.run(some(3_000)),
        "aec": lambda: aec.run(some(10_000)),
        "aec_tiles": lambda: aec_tiles.run(some(2_000)),
        "written": lambda: written.run(some(10_000)),
    }


if __name__ == "__main__":
    told(things(float(sys.argv[2])), int(sys.argv[1]))
