"""All seats of a game, for PettingZoo: `from bastide.learn import zoo; env = zoo.env(config)`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from bastide import CHANCE
from bastide.learn.spaces import RENDER_MODES, action_space, check_mode, observation_space, shown
from bastide.learn.table import Observation, Table


def env(config: Mapping[str, Any] | None = None, **options: Any) -> Any:
    """The environment with PettingZoo's checks: an illegal action ends the game, and its agent gets -1.

    The arguments are those of `raw_env`.
    """
    made: Any = raw_env(config, **options)
    made = wrappers.TerminateIllegalWrapper(made, illegal_reward=-1)
    made = wrappers.AssertOutOfBoundsWrapper(made)
    return wrappers.OrderEnforcingWrapper(made)


class raw_env(AECEnv):  # type: ignore[misc] # PettingZoo says no types
    """The agents `seat_0`, `seat_1`, ... take decisions one at a time, in the order in which the game asks for them.

    Where several seats must act at once, as to discard, they act in the order of seats. An observation is a dictionary
    of `observation` (`Features`), `action_mask` (all 0 for an agent that is not to act) and with `candidates` their
    rows.
    At the end each agent gets what it has won (`Rules.returns`). After `max_cycles` decisions a game is truncated.

    `options` are those of `Table`: `board_seed`, `candidates` (512 for Carcassonne), `forced`, `limit`, `relative`,
    `board` and `dtype`.

    `render` returns what a spectator sees: `ansi` a text, `svg` a picture as text, `rgb_array` its pixels; `human`
    prints the text.

    :raises ConfigError: the config is invalid.
    :raises ValueError: there is no such render mode.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "bastide_v1",
        "render_modes": list(RENDER_MODES),
        "render_fps": 1,
        "is_parallelizable": False,
    }

    def __init__(
        self,
        config: Mapping[str, Any] | None = None,
        *,
        max_cycles: int | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        check_mode(render_mode)
        given = dict(config or {})
        if given.get("game") == "carcassonne":
            options = {"candidates": 512, **options}
        self.render_mode = render_mode
        self.max_cycles = max_cycles
        self.table = Table(given, **options)
        self.possible_agents = [f"seat_{seat}" for seat in range(self.table.seats)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        space = observation_space(self.table)
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {agent: action_space(self.table) for agent in self.possible_agents}
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent observes."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent may do."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game. Equal seeds begin equal games; without one it follows from the seed before."""
        self.table.begin(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._decisions = 0
        self._select()

    def step(self, action: Any) -> None:
        """Play an action of the agent to act; None for an agent of a game that has ended.

        :raises IllegalAction: the action is not legal now.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.table.play(int(action))
        self._decisions += 1
        self._cumulative_rewards[agent] = 0.0
        self._select()
        if self.table.terminated:
            self.rewards = dict(zip(self.possible_agents, self.table.returns(), strict=True))
            self._accumulate_rewards()

    def observe(self, agent: str) -> Observation:
        """What an agent knows now."""
        observation = self.table.observe(self._seats[agent])
        if self.truncations.get(agent):
            observation["action_mask"][:] = 0
        return observation

    def render(self) -> Any:
        """The position as a spectator sees it."""
        return shown(self.table, int(CHANCE), self.render_mode)

    def _select(self) -> None:
        """Whose turn it is, or for all that the game is at its end."""
        seat = self.table.seat
        self.agent_selection = self.possible_agents[seat] if seat >= 0 else self.agents[0]
        if seat < 0 or self._decisions == self.max_cycles:
            over = self.table.terminated
            self.terminations = dict.fromkeys(self.agents, over)
            self.truncations = dict.fromkeys(self.agents, not over)
