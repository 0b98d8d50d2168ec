"""Games one after another, a decision of a seat at a time, as the environments of all libraries play them."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from bastide.kernel.codes import Codes
from bastide.kernel.errors import IllegalAction
from bastide.kernel.families import configure
from bastide.kernel.game import Game
from bastide.kernel.playout import ENDLESS, Player, Stepper
from bastide.kernel.rules import Rules
from bastide.learn.actions import Actions, text_of
from bastide.learn.candidates import Candidates
from bastide.learn.features import Features
from bastide.learn.lanes import play_on
from bastide.players import Bot, make_bot, players_of
from bastide.view import view
from bastide.view.svg import board as drawing
from bastide.view.text import text
from bastide.view.words import Words

Observation = dict[str, npt.NDArray[Any]]
BITS: Final = 62
"""Of the seeds that are drawn."""


class Table:
    """A table of one config: `begin` deals a game, `seat` is to act, `play` acts for it.

    Chance is drawn inside. Several seats that must act at once, as to discard, act in the order of seats; a seat that
    may act but need not does not. Without `forced`, an only legal action is played at once. A game is cut off after
    `limit` engine actions, those of chance included.

    `board_seed` deals the same board for every game; without it each game has a board of its own, if the config leaves
    it to chance. With `candidates`, an action is the place of a legal action in a list of so many (`Candidates`),
    otherwise its number among all actions of the game (`Actions`).

    :raises ConfigError: the config is invalid.
    """

    def __init__(
        self,
        config: Mapping[str, Any],
        *,
        board_seed: int | None = None,
        candidates: int | None = None,
        forced: bool = False,
        limit: int = ENDLESS,
        relative: bool = True,
        board: bool = True,
        dtype: npt.DTypeLike = np.int32,
    ) -> None:
        self.config = dict(config)
        self._board_seed = board_seed
        self._rng = random.Random()
        self._forced = forced
        self._limit = limit
        self._options: dict[str, Any] = {"relative": relative, "board": board, "dtype": dtype}
        self.rules = configure(self.config, seed=0 if board_seed is None else board_seed)
        self._resolved = self.rules.resolved()
        self.actions = Actions(self.rules)
        self.candidates = None if candidates is None else Candidates(self.rules, candidates)
        self.features = Features(self.rules, **self._options)
        self._numbers = self._numbered()
        self.stepper = Stepper(self.rules, 0, forced=forced, limit=limit)
        self.codes: list[int] = []
        self._settle()

    @property
    def seats(self) -> int:
        """The number of seats."""
        return int(self.rules.seats)

    @property
    def size(self) -> int:
        """How many numbers an action may be."""
        return self.actions.size if self.candidates is None else self.candidates.most

    @property
    def seat(self) -> int:
        """The seat to act; CHANCE once the game is over or cut off."""
        return int(self.stepper.seat)

    @property
    def terminated(self) -> bool:
        """Whether the game has ended by its rules."""
        return bool(self.stepper.terminated)

    @property
    def truncated(self) -> bool:
        """Whether the game was cut off at the limit."""
        return bool(self.stepper.truncated)

    def begin(self, seed: int | None = None) -> None:
        """Begin a new game. Equal seeds begin equal games; without one it follows from the seed before.

        :raises ConfigError: the board of this game needs other actions or features.
        """
        if seed is not None:
            self._rng = random.Random(seed)
        board, chance = self._rng.getrandbits(BITS), self._rng.getrandbits(BITS)
        if self._board_seed is None:
            self._take(configure(self.config, seed=board))
        self.stepper = Stepper(self.rules, chance, forced=self._forced, limit=self._limit)
        self._settle()

    def play(self, action: int) -> None:
        """Play an action of `seat`, and draw the chance that follows.

        :raises IllegalAction: it is not legal now, or nobody is to act.
        """
        code = self.code(action)
        if code is None:
            raise IllegalAction(f"{action} ({self.text_of(action)}) is not legal for seat {self.seat} now", "")
        self.play_code(code)

    def play_code(self, code: int) -> None:
        """The same by code, unchecked: only one of `codes`."""
        self.stepper.step(code)
        self._settle()

    def play_on(self, players: list[Player], scratch: Codes) -> None:
        """Let the players of the seats play, up to the first decision that one leaves open."""
        play_on(self.stepper, players, scratch)
        self._settle()

    def code(self, action: int) -> int | None:
        """The code of an action that is legal now; None for every other."""
        if self.candidates is not None:
            return self.codes[action] if 0 <= action < len(self.codes) else None
        if not 0 <= action < self.actions.size:
            return None
        code = self.actions.code(action)
        return code if code in self.codes else None

    def action(self, code: int) -> int:
        """The action with one of `codes`. Raises ValueError."""
        return self.actions.index(code) if self.candidates is None else self.codes.index(code)

    def text_of(self, action: int) -> str:
        """An action in notation; `nothing` if there is no such action now."""
        if self.candidates is not None:
            return text_of(self.rules, self.codes[action]) if 0 <= action < len(self.codes) else "nothing"
        return self.actions.text(action) if 0 <= action < self.actions.size else "nothing"

    def observe(self, seat: int) -> Observation:
        """What a seat knows: `observation`, its `action_mask`, and with `candidates` their rows. All are new."""
        acts = seat == self.seat
        out: Observation = {
            "observation": self.features.row(self.stepper.state, seat),
            "action_mask": self.mask() if acts else np.zeros(self.size, np.int8),
        }
        if self.candidates is not None:
            out["candidates"] = self.candidates.rows(self.codes if acts else [])
        return out

    def mask(self) -> npt.NDArray[np.int8]:
        """By action, 1 if `seat` may play it, else 0."""
        out = np.zeros(self.size, np.int8)
        if self.candidates is None:
            out[self._numbers[self.codes]] = 1
        else:
            out[: len(self.codes)] = 1
        return out

    def returns(self) -> list[float]:
        """What each seat has won (`Rules.returns`): all 0 until the game has ended."""
        return self.rules.returns(self.stepper.state)

    def written(self, viewer: int, language: str = "en") -> str:
        """The position as text, as a seat or CHANCE, a spectator, sees it."""
        game = self._game()
        return text(view(game, viewer), Words(language), game.names)

    def drawn(self, viewer: int) -> str:
        """The board as a document of SVG, as a seat or CHANCE, a spectator, sees it."""
        return drawing(view(self._game(), viewer))

    def _game(self) -> Game:
        """The position as a game without a past."""
        game = Game(self.rules, [f"seat {seat}" for seat in range(self.seats)])
        game.state = self.stepper.state.copy()
        game.opening = []
        game.has_past = False
        return game

    def _settle(self) -> None:
        self.codes = list(self.stepper.legal())
        if self.candidates is not None:
            self.candidates.check(self.codes)

    def _numbered(self) -> npt.NDArray[np.int32]:
        """By code the number of the action; nothing where a mask is of candidates."""
        return np.array(self.actions.by_code() if self.candidates is None else [], np.int32)

    def _take(self, rules: Rules) -> None:
        """Play on another board from now on."""
        resolved = rules.resolved()
        if resolved == self._resolved:
            return
        actions = Actions(rules)
        actions.check(self.actions.fingerprint)
        features = self.features.renewed(rules)
        self.rules, self.actions, self.features, self._resolved = rules, actions, features, resolved
        self._numbers = self._numbered()
        if self.candidates is not None:
            self.candidates = self.candidates.renewed(actions)


class Opponents:
    """Bots that play some seats of a table: `levels` by seat, as `make_bot` knows them.

    A bot of the level `greedy` decides inside the engine. Bots draw numbers of their own, so their decisions do not
    change which numbers the game draws.

    :raises ConfigError: there is no such level.
    """

    def __init__(self, levels: Mapping[int, str]) -> None:
        self.levels = dict(levels)
        self._rules: Rules | None = None
        self._players: dict[str, list[Player]] = {}
        self._seated: list[Player] = []
        self._codes = Codes()
        self.begin(0)

    def begin(self, seed: int) -> None:
        """Forget the game before. Equal seeds make them decide alike."""
        rng = random.Random(seed)
        self._bots: dict[int, Bot] = {
            seat: make_bot(level, rng.getrandbits(BITS)) for seat, level in sorted(self.levels.items())
        }
        for players in self._players.values():
            for player in players:
                player.begin()

    def play(self, table: Table, seat: int) -> None:
        """Play up to the next decision of a seat, or to the end."""
        rules = table.rules
        if self._rules is not rules:
            self._rules = rules
            self._players = {level: players_of(level, rules) for level in set(self.levels.values())}
            for players in self._players.values():
                for player in players:
                    player.begin()
            self._seated = [self._player(other) for other in range(table.seats)]
        while table.codes and table.seat != seat:
            table.play_on(self._seated, self._codes)
            if table.codes and table.seat != seat:
                bot = self._bots[table.seat]
                table.play_code(int(bot.act(rules, table.stepper.state.copy(), table.seat, bot.rng)))

    def _player(self, seat: int) -> Player:
        """Who decides for a seat inside the engine; somebody who knows no action where nobody does."""
        players = self._players[self.levels[seat]] if seat in self.levels else []
        return players[seat] if players else Player()
