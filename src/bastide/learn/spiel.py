"""A game for OpenSpiel: `from bastide.learn import spiel; game = spiel.game(config)`."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping
from typing import Any, Final
from urllib.parse import quote, unquote

import numpy as np
import pyspiel

from bastide import CHANCE, ConfigError, Event, Game, Rules, State, configure, resample
from bastide.learn.actions import Actions
from bastide.learn.features import Features
from bastide.learn.told import Past, told_to

NAME: Final = "bastide"
"""The name by which `pyspiel.load_game` finds the game."""
LIMIT: Final = 20_000
"""After so many actions, those of chance included, a game ends without a winner: OpenSpiel asks for a bound."""
MOST_SEATS: Final = 8
TYPE: Final = pyspiel.GameType(
    short_name=NAME,
    long_name="Bastide: hex islands and tiles",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=MOST_SEATS,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"config": "{}", "board_seed": 0, "limit": LIMIT},
)


def game(config: Mapping[str, Any] | None = None, board_seed: int = 0, limit: int = LIMIT) -> SpielGame:
    """The game of a config, on the board that `board_seed` deals.

    :raises ConfigError: the config is invalid.
    """
    return SpielGame({"config": json.dumps(dict(config or {})), "board_seed": board_seed, "limit": limit})


class SpielGame(pyspiel.Game):  # type: ignore[misc] # OpenSpiel says no types
    """A configured game with its board. Chance is explicit, with exact weights.

    Actions of seats are numbered by `Actions`, outcomes of chance by themselves. Where several seats must act at once,
    as to discard, they act in the order of seats; a seat that may act but need not is not asked. Observations are those
    of `Features` as 32-bit floats.

    `params`: `config`, the config as JSON, kept percent-encoded, for it stands in OpenSpiel's strings; `board_seed`;
    `limit`, after how many actions a game ends without a winner.

    :raises ConfigError: the config is invalid.
    """

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given: dict[str, Any] = {"config": "{}", "board_seed": 0, "limit": LIMIT} | dict(params or {})
        config = unquote(given["config"])
        given["config"] = quote(config, safe="")
        self.table = Table(config, given["board_seed"], given["limit"])
        info = pyspiel.GameInfo(
            num_distinct_actions=self.table.actions.size,
            max_chance_outcomes=max(len(self.table.outcomes), 1),
            num_players=int(self.table.rules.seats),
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=given["limit"],
        )
        super().__init__(TYPE, info, given)

    def new_initial_state(self) -> SpielState:
        """The position before the first decision."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        """What OpenSpiel reads observations and information states from."""
        if params:
            raise ValueError(f"observers take no parameters, got {params}")
        recall = iig_obs_type is not None and iig_obs_type.perfect_recall
        return SpielObserver(self.table, recall)


class Table:
    """A configured game and the numbering of its actions. Equal arguments give equal tables.

    :raises ConfigError: the config is no JSON, or invalid.
    :raises ValueError: the limit is less than 1.
    """

    def __init__(self, config: str, board_seed: int, limit: int) -> None:
        self.arguments = (config, board_seed, limit)
        if limit < 1:
            raise ValueError(f"limit must be at least 1, got {limit}")
        self.limit = limit
        try:
            read = json.loads(config)
        except ValueError as error:
            raise ConfigError("config {given} is no JSON", {"given": repr(config)}) from error
        self.rules: Rules = configure(read, seed=board_seed)
        self.game = Game(self.rules)
        self.actions = Actions(self.rules)
        self.features = Features(self.rules, dtype=np.float32)
        chance = [verb for verb in self.rules.verbs if verb.by_chance]
        self.outcomes = [code for verb in chance for code in range(int(verb.offset), int(verb.offset + verb.size))]
        self.numbers = {code: number for number, code in enumerate(self.outcomes)}

    def __deepcopy__(self, memo: dict[int, Any]) -> Table:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return Table, self.arguments


class SpielState(pyspiel.State):  # type: ignore[misc] # OpenSpiel says no types
    """A position, with all that was played before."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.table = game.table
        self.state: State = game.table.rules.start()
        self.past: Past | None = None
        self.count = 0

    def current_player(self) -> int:
        """The seat that acts now, or OpenSpiel's number for chance or the end."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        mask = int(self.table.rules.actors(self.state))
        return (mask & -mask).bit_length() - 1 if mask else int(pyspiel.PlayerId.CHANCE)

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.table.actions.legal(self.state, player))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The possible outcomes and their probabilities."""
        pairs = [int(number) for number in self.table.rules.outcomes(self.state)]
        weights: dict[int, int] = {}
        for code, weight in zip(pairs[::2], pairs[1::2], strict=True):
            weights[self.table.numbers[code]] = weights.get(self.table.numbers[code], 0) + weight
        total = sum(weights.values())
        return [(number, weight / total) for number, weight in sorted(weights.items())]

    def _apply_action(self, action: int) -> None:
        table, seat = self.table, self.current_player()
        seat = int(CHANCE) if seat == pyspiel.PlayerId.CHANCE else seat
        code = table.outcomes[action] if seat == CHANCE else table.actions.code(action)
        events: list[Event] = []
        self.state.journal = events
        table.rules.apply(self.state, seat, code)
        self.state.journal = None
        self.past = Past(self.past, seat, table.rules.write([code]), events, {})
        self.count += 1

    def _action_to_string(self, player: int, action: int) -> str:
        chance = player == pyspiel.PlayerId.CHANCE
        return self.table.rules.write([self.table.outcomes[action]]) if chance else self.table.actions.text(action)

    def is_terminal(self) -> bool:
        """Whether the game is over, or was played for as long as its limit."""
        return bool(self.table.rules.is_over(self.state)) or self.count >= self.table.limit

    def returns(self) -> list[float]:
        """The utility of each seat: 0 until the game is over."""
        return self.table.rules.returns(self.state)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """A state that this seat cannot tell from this one, with what it cannot see redealt.

        What the other seats have seen before is unknown there: their information states begin with what they see in it.
        """
        made: SpielState = self.clone()
        made.state = resample(self.table.rules, self.state, player, random.Random(int(sampler() * 2**53)))
        told = {seat: _seen(self.table, made.state, seat) for seat in range(int(self.table.rules.seats))}
        told[player] = told_to(self.table.game, self.past, player).partition("\n")[2]
        made.past = Past(None, int(CHANCE), "", [], told)
        return made

    def __str__(self) -> str:
        return repr(self.state.row().hex())


class SpielObserver:
    """Reads what a seat sees; with `recall`, all that it ever saw."""

    def __init__(self, table: Table, recall: bool) -> None:
        self._table = table
        self._recall = recall
        self.tensor = np.zeros(0 if recall else table.features.size, np.float32)
        self.dict = {} if recall else {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Write what a seat sees."""
        self._table.features.write(state.state, player, self.tensor)

    def string_from(self, state: SpielState, player: int) -> str:
        """What a seat sees, or all that it saw, as text."""
        return (
            told_to(self._table.game, state.past, player) if self._recall else _seen(self._table, state.state, player)
        )


def _seen(table: Table, state: State, player: int) -> str:
    """What a seat sees, as text."""
    row = table.features.row(state, player)
    return f"{' '.join(f'{number:g}' for number in row)}\n"


pyspiel.register_game(TYPE, SpielGame)
