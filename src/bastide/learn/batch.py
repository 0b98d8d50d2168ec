"""Many games at once, with buffers that numpy sees without a copy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal

import numpy as np
import numpy.typing as npt
from mypy_extensions import i64

from bastide.kernel.chooser import Chooser, mixed, resumed
from bastide.kernel.errors import ConfigError, IllegalAction, quote
from bastide.kernel.families import configure
from bastide.kernel.playout import ENDLESS, Player
from bastide.kernel.rules import Rules
from bastide.kernel.state import State, unpickled
from bastide.learn.actions import Actions, fingerprint, text_of
from bastide.learn.candidates import Candidates
from bastide.learn.features import Features
from bastide.learn.lanes import CANDIDATES, MASK, OUTSIDE, PACKED, PLAYER, UNIFORM, Describer, Lane, Lanes
from bastide.players import players_of

Form = Literal["mask", "packed", "candidates"]
Row = dict[str, Any]

FORMS: Final[dict[str, int]] = {"mask": int(MASK), "packed": int(PACKED), "candidates": int(CANDIDATES)}
BOARDS: Final = ("new", "fixed")
LEVELS: Final = ("greedy", "uniform")
"""The opponents that decide inside the engine."""
EMPTY: Final = 100
"""After so many games in a row that end before a seat decides anything, none will have a decision."""


class Batch:
    """`n` games of a config side by side, a decision of a seat in each at every step.

    Chance is drawn inside, and seats that must act at once act in the order of seats. Without `forced` an only legal
    action is played at once. `opponents` play seats inside the engine, by seat: `greedy`, as the bot of that level, or
    `uniform`, any legal action; all other seats are played from outside. A game is cut off after `limit` engine
    actions. Where a game ends, the row begins the next one in the same step; games that end before a decision are
    skipped.

    `actions` says how legal actions are shown: `mask`, a byte each; `packed`, a bit each, as `np.packbits` does it with
    `bitorder="little"`; or `candidates`, lists of at most `most` with a row of features each. With `features` each row
    has the observation of the seat to act; `relative`, `board` and `dtype` are those of `Features`. `boards="fixed"`
    plays all games on one board, a number on so many, which are dealt once; with `new` each game has its own, if the
    config leaves it to chance.

    Row k plays the same games for every `n`, and for each way in which processes share the rows: its seeds are made of
    `seed`, k and the number of its game. A batch has the rows from `first` on. Several configs take turns by row.

    The arrays are written anew at each step, and read-only:

    - `seat`, `count`: who is to act, and how many actions are legal;
    - `mask` (a row of bytes or bits) or `candidates` (rows of features, 0 after `count`);
    - `observation`, if there are features;
    - `reward`: by seat what it has won (`Rules.returns`) where a game ended in this step, else 0;
    - `terminated`, `truncated`: whether it ended by its rules, or was cut off;
    - `last`, `last_seat`: in rows where it did, the last position as the seat saw it that acted last.

    :raises ConfigError: a config is invalid, there is no such opponent, or the configs number actions or features
        otherwise; the message names the first difference.
    :raises ValueError: an argument has another value, or no game of a row has a decision before `limit`.
    """

    def __init__(
        self,
        config: Mapping[str, Any] | Sequence[Mapping[str, Any]],
        n: int,
        seed: int = 0,
        *,
        first: int = 0,
        actions: Form = "mask",
        most: int = 512,
        features: bool = True,
        relative: bool = True,
        board: bool = True,
        dtype: npt.DTypeLike = np.int32,
        forced: bool = False,
        boards: Literal["new", "fixed"] | int = "new",
        opponents: Mapping[int, str] | None = None,
        limit: int = ENDLESS,
    ) -> None:
        for name, number, least in (("n", n, 1), ("first", first, 0), ("limit", limit, 1)):
            if not _is_whole(number) or number < least:
                raise ValueError(f"{name} must be a whole number from {least} on, got {number!r}")
        if not _is_whole(seed):
            raise ValueError(f"seed must be a whole number, got {seed!r}")
        if actions not in FORMS:
            raise ValueError(f"actions must be one of {', '.join(FORMS)}, got {actions!r}")
        if not _is_boards(boards):
            raise ValueError(f"boards must be 'new', 'fixed' or how many there are, at least 1, got {boards!r}")
        self.configs = [dict(config)] if isinstance(config, Mapping) else [dict(each) for each in config]
        if not self.configs:
            raise ValueError("there must be at least one config, got none")
        self.n = n
        self.first = first
        self.form: Form = actions
        self._seed = seed
        self._boards = {"new": 0, "fixed": 1}[boards] if isinstance(boards, str) else boards
        self._dealt: dict[tuple[int, int], Rules] = {}
        self._known: dict[int, Features] = {}
        rules = self._deal(first, 0)
        self.seats = int(rules.seats)
        self.actions = Actions(rules)
        self.features = Features(rules, relative=relative, board=board, dtype=dtype)
        self._shown = features
        self.candidate_features = Candidates(rules, most) if actions == "candidates" else None
        self.opponents = dict(opponents or {})
        self._levels = sorted(set(self.opponents.values()) - {"uniform"})
        controls = self._controls(rules)
        lanes = [Lane(first + k, rules, controls, forced, limit) for k in range(n)]
        self._lanes = lanes
        size = self.features.size if features else 0
        wide = self.candidate_features
        self._engine = Lanes(
            lanes,
            self.seats,
            [self.features.sight(seat) for seat in range(self.seats)] if features else [],
            size,
            self.features.fixed_at,
            self.actions.by_code(),
            [self.actions.code(index) for index in range(self.actions.size)],
            FORMS[actions],
            most if wide else 0,
            wide.width if wide else 0,
            _Describer(wide) if wide else Describer(),
        )
        engine = self._engine
        self.seat = _seen(engine.seat, np.int32)
        self.count = _seen(engine.count, np.int32)
        self.reward = _seen(engine.reward, np.float64, n, self.seats)
        self.terminated = _seen(engine.terminated, np.bool_)
        self.truncated = _seen(engine.truncated, np.bool_)
        self.last_seat = _seen(engine.last_seat, np.int32)
        self.mask: npt.NDArray[Any] | None = None
        self.candidates: npt.NDArray[np.int32] | None = None
        if wide:
            self.candidates = _seen(engine.candidates, np.int32, n, most, wide.width)
        else:
            self.mask = _seen(engine.mask, np.uint8, n, int(engine.width))
        self._observed = _seen(engine.observation, np.int32, n, size)
        self._ended = _seen(engine.last, np.int32, n, size)
        self._scales = features and self.features.dtype != np.int32
        self.observation: npt.NDArray[Any] = self._observed
        self.last: npt.NDArray[Any] = self._ended
        if self._scales:
            self.observation, self.last = (np.zeros((n, size), self.features.dtype) for _ in range(2))
        self.reset()

    @property
    def size(self) -> int:
        """How many numbers an action may be."""
        return self.actions.size if self.candidate_features is None else self.candidate_features.most

    @property
    def seed(self) -> int:
        """The seed of all rows."""
        return self._seed

    def reset(self, seed: int | None = None) -> None:
        """Begin all rows with their first games; another seed is that of all later games."""
        if seed is not None:
            if not _is_whole(seed):
                raise ValueError(f"seed must be a whole number, got {seed!r}")
            self._seed = seed
            self._dealt.clear()
        self._engine.clear()
        for k in range(self.n):
            self._begin(k, 0)
        self._scale()

    def step(self, actions: Sequence[int] | npt.NDArray[Any]) -> None:
        """Play an action in each row, by its number (`Actions`), or with candidates by its place in the list.

        :raises IllegalAction: one is not legal; nothing is played then.
        :raises ValueError: there is not a whole number for each row.
        :raises OutOfRange: a position has more legal actions than candidates. The batch cannot be used then.
        :raises ConfigError: the board of a next game needs other actions or features.
        """
        self._step(actions, self.form == "candidates")

    def choose(self, places: Sequence[int] | npt.NDArray[Any]) -> None:
        """The same by places among the legal actions, from 0 to `count` - 1 of the row; raises as `step` does."""
        self._step(places, True)

    def legal(self, k: int) -> list[int]:
        """The numbers of the legal actions of a row's seat, in the order of places."""
        return [self.actions.index(code) for code in self.codes(k)]

    def codes(self, k: int) -> list[int]:
        """The same by code."""
        return [int(code) for code in self._lanes[k].out.row()]

    def state(self, k: int) -> State:
        """A copy of the position of a row."""
        return self._lanes[k].state.copy()

    def rules(self, k: int) -> Rules:
        """The rules of the game of a row."""
        return self._lanes[k].rules

    def game(self, k: int) -> int:
        """The number of a row's game, from 0."""
        return int(self._lanes[k].game)

    def steps(self, k: int) -> int:
        """How many engine actions the game of a row has had."""
        return int(self._lanes[k].steps)

    def seeds(self, k: int) -> tuple[int, int]:
        """The seed of the board of a row's game, and that of its chance: `configure(config, seed=...)`, `Chooser`."""
        number, game = int(self._lanes[k].number), self.game(k)
        return self._board(number, game), seeds_of(self._seed, number, game)[1]

    def config(self, k: int) -> dict[str, Any]:
        """The config of a row."""
        return self.configs[int(self._lanes[k].number) % len(self.configs)]

    def save(self) -> list[Row]:
        """The rows as plain data, which `load` takes in a batch of the same configs, on the same version of Bastide."""
        return [self._saved(lane) for lane in self._lanes]

    def load(self, rows: Sequence[Row]) -> None:
        """Play on where these rows were; there may be other rows than this batch had, but as many.

        :raises ConfigError: they were saved with other actions.
        :raises ValueError: there are more rows or fewer.
        """
        if len(rows) != self.n:
            raise ValueError(f"the batch has {self.n} rows, got {len(rows)}")
        for row in rows:
            self.actions.check(row["actions"])
            if row["seed"] != self._seed:
                self._seed = row["seed"]
                self._dealt.clear()
        self._engine.clear()
        for lane, row in zip(self._lanes, rows, strict=True):
            lane.number = row["row"]
            self._start(lane, row["game"], row)
        for k in range(self.n):
            self._engine.show(k)
        self._scale()

    def _saved(self, lane: Lane) -> Row:
        seats = sorted(self.opponents) if lane.players else []
        return {
            "seed": self._seed,
            "row": int(lane.number),
            "game": int(lane.game),
            "steps": int(lane.steps),
            "state": lane.state.row(),
            "chance": (int(lane.chance.a), int(lane.chance.b)),
            "own": (int(lane.own.a), int(lane.own.b)),
            "memories": {seat: lane.players[seat].memory() for seat in seats},
            "actions": self.actions.fingerprint,
        }

    def _step(self, given: Sequence[int] | npt.NDArray[Any], places: bool) -> None:
        array = np.asarray(given)
        if array.shape != (self.n,) or array.dtype.kind not in "iu":
            raise ValueError(f"there must be a whole number for each of {self.n} rows, got {_short(array)}")
        numbers = array.tolist()
        engine = self._engine
        wrong = int(engine.choose(numbers, places))
        if wrong >= 0:
            self._refuse(wrong, numbers[wrong], places)
        engine.step()
        for i in range(engine.ended.count):
            k = int(engine.ended.items[i])
            self._begin(k, self.game(k) + 1)
        self._scale()

    def _refuse(self, k: int, given: int, places: bool) -> None:
        """Raise IllegalAction for an action of a row."""
        if places:
            raise IllegalAction(f"row {k} has {self.count[k]} legal actions, and no place {given}", "")
        said = text_of(self.rules(k), self.actions.code(given)) if 0 <= given < self.actions.size else "nothing"
        raise IllegalAction(f"{given} ({said}) is not legal for seat {self.seat[k]} in row {k} now", "")

    def _scale(self) -> None:
        """Write the observations anew in a type that the engine does not write."""
        if self._scales:
            self.features.scale(self._observed, self.observation)
            for i in range(self._engine.ended.count):
                k = int(self._engine.ended.items[i])
                self.features.scale(self._ended[k], self.last[k])

    def _begin(self, k: int, game: int) -> None:
        """Begin that game of a row, or the next one that has a decision, and show it."""
        lane = self._lanes[k]
        for number in range(game, game + EMPTY):
            self._start(lane, number)
            if lane.count:
                self._engine.show(k)
                return
        raise ValueError(f"{EMPTY} games of row {k} ended before a decision; limit = {lane.limit} is too low for any")

    def _start(self, lane: Lane, game: int, saved: Row | None = None) -> None:
        number = int(lane.number)
        rules = self._deal(number, game)
        if id(rules) not in self._known:
            if not self._boards:
                self._known.clear()
            self._known[id(rules)] = self._suited(rules)
        players = lane.players
        if self._levels and (lane.rules is not rules or not players):
            players = self._players(rules)
        for seat, each in enumerate(players):
            if saved is None:
                each.begin()
            elif seat in saved["memories"]:
                each.recall(saved["memories"][seat])
        _, chance, own = seeds_of(self._seed, number, game)
        fixed = self._known[id(rules)].fixed if self._shown else self.features.fixed[:0]
        state, steps = (rules.start(), 0) if saved is None else (unpickled(saved["state"]), saved["steps"])
        drawn = [Chooser(chance), Chooser(own)] if saved is None else [resumed(*saved[x]) for x in ("chance", "own")]
        lane.begin(game, rules, fixed, state, steps, players, *drawn)

    def _deal(self, number: int, game: int) -> Rules:
        """The rules of a game of a row, with its board."""
        which = number % len(self.configs)
        seed = self._board(number, game)
        if not self._boards:
            return configure(self.configs[which], seed=seed)
        rules = self._dealt.get((which, seed))
        if rules is None:
            rules = self._dealt[which, seed] = configure(self.configs[which], seed=seed)
        return rules

    def _board(self, number: int, game: int) -> int:
        """The seed of the board of a row's game."""
        seed = seeds_of(self._seed, number, game)[0]
        return mixed(mixed(self._seed) ^ seed % self._boards) >> 2 if self._boards else seed

    def _suited(self, rules: Rules) -> Features:
        """The features on a board. Raises ConfigError if actions or features differ."""
        actions = [verb for verb in rules.verbs if not verb.by_chance and verb.size > 0]
        if fingerprint(rules, actions) != self.actions.fingerprint:
            Actions(rules).check(self.actions.fingerprint)
        return self.features.renewed(rules)

    def _controls(self, rules: Rules) -> list[int]:
        """Who plays each seat. Raises ConfigError, or ValueError if there is no such seat or nobody outside."""
        controls = [int(OUTSIDE)] * self.seats
        for seat, level in self.opponents.items():
            if seat not in range(self.seats):
                raise ValueError(f"opponents name seat {seat!r}; seats are 0 to {self.seats - 1}")
            if level not in LEVELS:
                raise ConfigError(
                    "opponent {given} is unknown; inside a batch there is {known}",
                    {"given": quote(level), "known": ", ".join(LEVELS)},
                )
            controls[seat] = int(UNIFORM if level == "uniform" else PLAYER)
        if int(OUTSIDE) not in controls:
            raise ValueError("opponents play all seats, and none is left to play")
        return controls

    def _players(self, rules: Rules) -> list[Player]:
        """The players by seat; those of seats that are no opponents are never asked."""
        made = {level: players_of(level, rules) for level in self._levels}
        nobody = Player()
        return [
            made[level][seat] if (level := self.opponents.get(seat, "")) in made else nobody
            for seat in range(self.seats)
        ]

    def __repr__(self) -> str:
        return f"<Batch: {self.n} rows of {self._lanes[0].rules!r}>"


def seeds_of(seed: int, row: int, game: int) -> tuple[int, int, int]:
    """The seeds of a game of a row: of its board, of its chance, and of what opponents leave to chance."""
    base = mixed(mixed(mixed(seed) + row) + game)
    return base >> 2, mixed(base), mixed(base + 1)


class _Describer(Describer):
    """The features of candidates."""

    def __init__(self, candidates: Candidates) -> None:
        self.candidates = candidates

    def numbers(self, action: i64) -> list[int]:
        """The features of an action."""
        found: list[int] = self.candidates.row(self.candidates.actions.code(int(action))).tolist()
        return found


def _is_whole(given: object) -> bool:
    """Whether an argument is a whole number."""
    return isinstance(given, int) and not isinstance(given, bool)


def _is_boards(given: object) -> bool:
    """Whether an argument says which boards are played."""
    return given in BOARDS if isinstance(given, str) else isinstance(given, int) and _is_whole(given) and given >= 1


def _seen(buffer: Any, dtype: npt.DTypeLike, *shape: int) -> npt.NDArray[Any]:
    """An array of numpy over the memory of a buffer."""
    flat = np.frombuffer(memoryview(buffer), dtype) if len(buffer) else np.zeros(0, dtype)
    return flat.reshape(shape) if shape else flat


def _short(array: npt.NDArray[Any]) -> str:
    """An array in few words."""
    return f"{array.dtype} of the shape {array.shape}"
