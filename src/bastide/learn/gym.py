"""One seat against bots, for Gymnasium: `gymnasium.make("Bastide/Island-v1", config=...)`.

Importing this module registers `Bastide/Island-v1` and `Bastide/Carcassonne-v1`; so does the name
`bastide.learn.gym:Bastide/Island-v1`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final, Literal

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from bastide import IllegalAction
from bastide.learn.spaces import RENDER_MODES, action_space, check_mode, observation_space, shown
from bastide.learn.table import Observation, Opponents, Table

Info = dict[str, Any]


class SeatEnv(gymnasium.Env[Observation, np.int64]):
    """A seat of a game; bots of the level `opponents` play the others, or of the level that a mapping names by seat.

    An observation is a dictionary of `observation` (`Features`), `action_mask`, and with `candidates` their rows. The
    mask is in the info as well, and `action_masks()` gives it as booleans. The reward is 0 until the game ends, and
    then 1 for a victory, 0 for a draw, and less than 0 for a defeat (`Rules.returns`).

    An illegal action loses the game at once, with the reward -1 and `illegal` in the info; with `illegal="raise"` it
    raises IllegalAction and changes nothing. `options` are those of `Table`: `board_seed`, `candidates`, `forced`,
    `limit`, `relative`, `board` and `dtype`.

    `render` returns what the seat sees: `ansi` a text, `svg` a picture as text, `rgb_array` its pixels; `human` prints
    the text.

    :raises ConfigError: the config is invalid, or a level of a bot is unknown.
    :raises ValueError: a seat is missing, or an argument has another value.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012 # Env declares it without ClassVar
    game: ClassVar[str] = "island"
    candidates: ClassVar[int | None] = None

    def __init__(
        self,
        config: Mapping[str, Any] | None = None,
        *,
        seat: int = 0,
        opponents: str | Mapping[int, str] = "greedy",
        illegal: Literal["lose", "raise"] = "lose",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        check_mode(render_mode)
        if illegal not in ("lose", "raise"):
            raise ValueError(f"illegal must be 'lose' or 'raise', got {illegal!r}")
        self.render_mode = render_mode
        self.table = Table({"game": self.game, **(config or {})}, **{"candidates": self.candidates, **options})
        others = [other for other in range(self.table.seats) if other != seat]
        if len(others) == self.table.seats:
            raise ValueError(f"{seat} is no seat; seats are 0 to {self.table.seats - 1}")
        levels = dict.fromkeys(others, opponents) if isinstance(opponents, str) else dict(opponents)
        if sorted(levels) != others:
            raise ValueError(f"opponents must name a level for each of the seats {others}, got {sorted(levels)}")
        self.seat = seat
        self.opponents = Opponents(levels)
        self._raises = illegal == "raise"
        self._lost = False
        self.observation_space: spaces.Space[Any] = observation_space(self.table)
        self.action_space: spaces.Space[Any] = action_space(self.table)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, Info]:
        """Begin a game, and play it to the first decision of the seat."""
        super().reset(seed=seed)
        self._lost = False
        self.table.begin(int(self.np_random.integers(2**62)))
        self.opponents.begin(int(self.np_random.integers(2**62)))
        return self._seen()

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, Info]:
        """Play an action, then the others' up to the next decision of the seat."""
        index = int(action)
        code = None if self._lost or self.table.seat != self.seat else self.table.code(index)
        if code is None:
            if self._raises:
                raise IllegalAction(f"{index} ({self.table.text_of(index)}) is not legal for seat {self.seat} now", "")
            self._lost = True
            observation, info = self._seen()
            return observation, -1.0, True, False, {**info, "illegal": self.table.text_of(index)}
        self.table.play_code(code)
        observation, info = self._seen()
        return observation, self.table.returns()[self.seat], self.table.terminated, self.table.truncated, info

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Which actions are legal now, as libraries for masked actions ask for it."""
        if self._lost or self.table.seat != self.seat:
            return np.zeros(self.table.size, np.bool_)
        return self.table.mask().astype(np.bool_)

    def render(self) -> Any:
        """The position as the seat sees it."""
        return shown(self.table, self.seat, self.render_mode)

    def _seen(self) -> tuple[Observation, Info]:
        self.opponents.play(self.table, self.seat)
        observation = self.table.observe(self.seat)
        if self._lost:
            observation["action_mask"][:] = 0
        return observation, {"action_mask": observation["action_mask"].copy()}


class IslandEnv(SeatEnv):
    """A seat of the island: `Bastide/Island-v1`."""


class CarcassonneEnv(SeatEnv):
    """A seat of Carcassonne, which acts by candidates: `Bastide/Carcassonne-v1`."""

    game = "carcassonne"
    candidates = 512


VECTORS: Final = "bastide.learn.vector"
for _name, _env, _batch in (
    ("Bastide/Island-v1", IslandEnv, "BatchEnv"),
    ("Bastide/Carcassonne-v1", CarcassonneEnv, "CarcassonneBatchEnv"),
):
    if _name not in gymnasium.registry:
        gymnasium.register(_name, entry_point=f"{__name__}:{_env.__name__}", vector_entry_point=f"{VECTORS}:{_batch}")
