"""Many games at once for Gymnasium: one seat of each against bots inside the engine.

`gymnasium.make_vec("Bastide/Island-v1", num_envs=64, config=...)` makes one, if `bastide.learn.gym` was imported.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from bastide import configure
from bastide.learn.batch import Batch
from bastide.learn.spaces import space_of

Observation = dict[str, npt.NDArray[Any]]
Info = dict[str, Any]
Array = npt.NDArray[Any]


class BatchEnv(VectorEnv[Observation, Array, Array]):
    """`num_envs` games in which `seat` is played from outside, and the bots `opponents` play the other seats.

    Observations, actions and rewards are those of `SeatEnv`, with a row for each game. An observation has
    `observation`, `action_mask` and with `candidates` their rows. The mask is in the info as well, and `action_masks()`
    gives it as booleans. Where a game ends, the next one begins in the same step (`AutoresetMode.SAME_STEP`): the info
    has the last observations as `final_obs`, and `final_info` with its masks, which are 0.

    `opponents` is `greedy` or `uniform`, or names one of them for each other seat. The arrays of an observation are
    copies, unless `copy` is false: then they are those of the `batch`, and the next step changes them. `options` are
    those of `Batch`: `boards`, `first`, `forced`, `limit`, `most`, `relative`, `board` and `dtype`.

    :raises ConfigError: the config is invalid, or a bot is unknown.
    :raises ValueError: a seat is missing, or an argument has another value.
    """

    game: ClassVar[str] = "island"

    def __init__(
        self,
        num_envs: int = 1,
        config: Mapping[str, Any] | None = None,
        *,
        seat: int = 0,
        opponents: str | Mapping[int, str] = "greedy",
        candidates: bool | None = None,
        copy: bool = True,
        **options: Any,
    ) -> None:
        given = {"game": self.game, **(config or {})}
        listed = given["game"] == "carcassonne" if candidates is None else candidates
        seats = int(configure(given, seed=0).seats)
        others = [other for other in range(seats) if other != seat]
        if len(others) == seats:
            raise ValueError(f"{seat} is no seat; seats are 0 to {seats - 1}")
        levels = dict.fromkeys(others, opponents) if isinstance(opponents, str) else dict(opponents)
        if sorted(levels) != others:
            raise ValueError(f"opponents must name a level for each of the seats {others}, got {sorted(levels)}")
        self.batch = Batch(given, num_envs, actions="candidates" if listed else "mask", opponents=levels, **options)
        self.num_envs = num_envs
        self.seat = seat
        self.copy = copy
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}
        self.single_observation_space = space_of(self.batch.features, self.batch.size, self.batch.candidate_features)
        self.single_action_space = spaces.Discrete(self.batch.size)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._places = np.arange(self.batch.size)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, Info]:
        """Begin all games. A seed is one for all rows, which differ all the same; without one it follows from the last.

        :raises ValueError: the seeds are a list: row k plays the same games for every number of rows.
        """
        if isinstance(seed, list):
            raise ValueError("give one seed: the rows play different games, which do not depend on their number")
        super().reset(seed=seed)
        self.batch.reset(int(self.np_random.integers(2**62)))
        observation = self._observation()
        return observation, {"action_mask": observation["action_mask"]}

    def step(self, actions: Array) -> tuple[Observation, Array, Array, Array, Info]:
        """Play an action in each game, and the others' up to the next decision of the seat.

        :raises IllegalAction: one is not legal; nothing is played then.
        """
        batch = self.batch
        batch.step(actions)
        observation = self._observation()
        mask = observation["action_mask"]
        info: Info = {"action_mask": mask}
        ended = batch.terminated | batch.truncated
        if ended.any():
            last: Observation = {"observation": batch.last.copy(), "action_mask": np.zeros_like(mask)}
            if batch.candidates is not None:
                last["candidates"] = np.zeros_like(batch.candidates)
            info |= {"final_obs": self._each(last, ended), "_final_obs": ended}
            info |= {"final_info": {"action_mask": np.zeros_like(mask), "_action_mask": ended}, "_final_info": ended}
        rewards = batch.reward[:, self.seat].copy()
        return observation, rewards, batch.terminated.copy(), batch.truncated.copy(), info

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """By row, which actions are legal now."""
        return self._mask().astype(np.bool_, copy=True)

    def _each(self, last: Observation, ended: npt.NDArray[np.bool_]) -> npt.NDArray[Any]:
        """The last observations of the rows that have ended, as Gymnasium passes them: one object a row."""
        out = np.full(self.num_envs, None, dtype=object)
        for k in np.flatnonzero(ended):
            out[k] = {name: array[k] for name, array in last.items()}
        return out

    def _mask(self) -> npt.NDArray[np.int8]:
        batch = self.batch
        if batch.mask is None:
            return (self._places < batch.count[:, None]).astype(np.int8)
        return batch.mask.view(np.int8)

    def _observation(self) -> Observation:
        batch = self.batch
        out: Observation = {"observation": batch.observation, "action_mask": self._mask()}
        if batch.candidates is not None:
            out["candidates"] = batch.candidates
        return {name: array.copy() for name, array in out.items()} if self.copy else out


class CarcassonneBatchEnv(BatchEnv):
    """The same of Carcassonne, which acts by candidates."""

    game = "carcassonne"
