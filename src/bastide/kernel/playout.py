"""Playouts inside the engine: for benchmarks, tests over many games, search and learning."""

from __future__ import annotations

from typing import Any, Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from bastide.kernel.bits import lowest
from bastide.kernel.chooser import Chooser as Chooser  # playouts need one
from bastide.kernel.chooser import resumed
from bastide.kernel.codes import Codes
from bastide.kernel.rules import Rules
from bastide.kernel.state import BITS, CHANCE, OVER, WINNERS, State


def random_action(rules: Rules, s: State, seat: i64, chooser: Chooser) -> i64:
    """A uniformly random legal action; for CHANCE, an outcome by weight."""
    out = Codes()
    if seat == CHANCE:
        return rules.phase(s).sample(s, chooser, out)
    rules.phase(s).legal(s, seat, out)
    return out.items[chooser.below(out.count)]


def first_actor(rules: Rules, s: State) -> i64:
    """The awaited seat with the lowest number, or CHANCE."""
    mask = rules.actors(s)
    return lowest(mask) if mask != 0 else CHANCE


def playout(rules: Rules, s: State, chooser: Chooser, limit: i64) -> i64:
    """Play at random until the game is over or `limit` actions are taken; returns how many.

    Of several awaited seats the lowest acts; optional seats do not act.
    """
    c = s.cells
    out = Codes()
    phases = rules.phases
    verb_of = rules.verb_of
    steps: i64 = 0
    while steps < limit and c[OVER] == 0:
        phase = phases[c[s.top()]]
        mask = phase.actors(s)
        if mask == 0:
            seat = CHANCE
            code = phase.sample(s, chooser, out)
        else:
            seat = lowest(mask)
            out.clear()
            phase.legal(s, seat, out)
            code = out.items[chooser.below(out.count)]
        verb = verb_of[code]
        verb.apply(s, seat, code - verb.offset)
        steps += 1
    return steps


def playout_bank(rules: Rules, s: State, chooser: Chooser, limit: i64, open_ended: vec[i64]) -> i64:
    """`playout` without offers: of a seat's actions, those marked in `open_ended` are left out if it has others."""
    c = s.cells
    out = Codes()
    kept = Codes()
    phases = rules.phases
    verb_of = rules.verb_of
    steps: i64 = 0
    while steps < limit and c[OVER] == 0:
        phase = phases[c[s.top()]]
        mask = phase.actors(s)
        if mask == 0:
            seat = CHANCE
            code = phase.sample(s, chooser, out)
        else:
            seat = lowest(mask)
            out.clear()
            phase.legal(s, seat, out)
            kept.clear()
            for i in range(out.count):
                if open_ended[out.items[i]] == 0:
                    kept.add(out.items[i])
            if kept.count > 0:
                code = kept.items[chooser.below(kept.count)]
            else:
                code = out.items[chooser.below(out.count)]
        verb = verb_of[code]
        verb.apply(s, seat, code - verb.offset)
        steps += 1
    return steps


def open_ended_actions(rules: Rules) -> vec[i64]:
    """By action code, whether it begins a choice too open to be listed (`Rules.form`), such as an offer: 1 or 0."""
    return vec[i64]([0 if rules.form(code, whole=True) == "" else 1 for code in range(int(rules.actions))])


@mypyc_attr(allow_interpreted_subclasses=True)
class Player:
    """Decides for a seat inside the engine, in one game after another."""

    def begin(self) -> None:
        """Forget the game before."""

    def act(self, s: State, seat: i64, codes: Codes) -> i64:
        """One of several legal actions of a seat, or -1 if the player knows none that is better than another."""
        return -1

    def memory(self) -> list[int]:
        """What it remembers of the game, as numbers for `recall`; empty if its decisions follow from the position."""
        return []

    def recall(self, memory: list[int]) -> None:
        """Remember what a player of the same game had in its `memory`, and nothing else."""


def played(rules: Rules, s: State, players: list[Player], chance: Chooser, limit: i64) -> i64:
    """Let the players of the seats play on; returns the number of actions.

    It ends with the game, after `limit` actions, or where a player knows no action: the lowest awaited seat's.
    """
    c = s.cells
    out = Codes()
    phases = rules.phases
    verb_of = rules.verb_of
    steps: i64 = 0
    while steps < limit and c[OVER] == 0:
        phase = phases[c[s.top()]]
        mask = phase.actors(s)
        if mask == 0:
            seat = CHANCE
            code = phase.sample(s, chance, out)
        else:
            seat = lowest(mask)
            out.clear()
            phase.legal(s, seat, out)
            code = out.items[0]
            if out.count > 1:
                code = players[seat].act(s, seat, out)
                if code < 0:
                    return steps
        verb = verb_of[code]
        verb.apply(s, seat, code - verb.offset)
        steps += 1
    return steps


@final
class PlayoutTally:
    """The results of many games.

    `games`, their `steps` (actions, chance included), and how many of them were `truncated` at the limit. By seat:
    `wins`, alone or shared, and the sum of all its final `points`, hidden ones included. `ranks[seat * seats + rank]`
    is how often a seat came in at a rank, 0 the best; seats that tie share the better rank. The winners are first, the
    others follow by points, and so do all in a truncated game, which nobody wins.
    """

    def __init__(self, seats: i64) -> None:
        self.seats: i64 = seats
        self.games: i64 = 0
        self.steps: i64 = 0
        self.truncated: i64 = 0
        self.wins: vec[i64] = vec[i64]([0] * seats)
        self.points: vec[i64] = vec[i64]([0] * seats)
        self.ranks: vec[i64] = vec[i64]([0] * (seats * seats))
        self._scores: vec[i64] = vec[i64]([0] * seats)

    def add(self, rules: Rules, s: State, steps: i64) -> None:
        """Count a game that ended, or was cut off, at a position."""
        c = s.cells
        seats = self.seats
        self.games += 1
        self.steps += steps
        winners: i64 = 0
        if c[OVER] == 0:
            self.truncated += 1
        else:
            winners = c[WINNERS]
        scores = self._scores
        for seat in range(seats):
            points = rules.total_points(s, seat)
            self.points[seat] += points
            if winners & BITS[seat]:
                self.wins[seat] += 1
                points = MOST_POINTS
            scores[seat] = points
        for seat in range(seats):
            rank: i64 = 0
            for other in range(seats):
                if scores[other] > scores[seat]:
                    rank += 1
            self.ranks[seat * seats + rank] += 1


MOST_POINTS: Final[i64] = 1000000000
"""More than any seat has: winners come before all others, whatever their points."""


def playouts(rules: Rules, s: State, games: i64, chooser: Chooser, limit: i64, bank_only: bool = False) -> PlayoutTally:
    """Play a position to the end at random, `games` times; the position itself is not changed.

    With `bank_only`, no seat makes an offer.
    """
    tally = PlayoutTally(rules.seats)
    if bank_only:
        open_ended = open_ended_actions(rules)
        for _game in range(games):
            after = s.copy()
            steps = playout_bank(rules, after, chooser, limit, open_ended)
            tally.add(rules, after, steps)
        return tally
    for _game in range(games):
        after = s.copy()
        steps = playout(rules, after, chooser, limit)
        tally.add(rules, after, steps)
    return tally


ENDLESS: Final[i64] = 1_000_000_000_000_000_000
"""More actions than any game takes: no limit."""


@final
class Stepper:
    """A game whose seats are played from outside, an engine action at a time; chance is drawn inside.

    It stops where a seat has to act: `seat` is the lowest of those awaited, and `count` how many actions it may choose
    from. `count` is 0 and `seat` CHANCE once the game has ended by its rules (`terminated`) or after `limit` actions,
    those of chance included (`truncated`). Without `forced`, it stops only where a seat has a choice: an only legal
    action is played at once, as more than half of the actions of a random game are. Equal seeds draw equal chance.

        count = game.reset()
        while count:
            count = game.choose(pick(count))

    :raises ValueError: the limit is negative.
    """

    def __init__(self, rules: Rules, seed: int, forced: bool = True, limit: i64 = ENDLESS) -> None:
        if limit < 0:
            raise ValueError(f"limit must be at least 0, got {limit}")
        self.chooser = Chooser(seed)
        self._rules = rules
        self._forced = forced
        self._limit: i64 = limit
        self._state: State = rules.start()
        self._steps: i64 = 0
        self._seat: i64 = CHANCE
        self._count: i64 = 0
        self._out = Codes()
        self._phases = rules.phases
        self._verb_of = rules.verb_of
        self._settle()

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self._rules

    @property
    def state(self) -> State:
        """The position itself, not a copy: `step` and `choose` change it, and nobody else may."""
        return self._state

    @property
    def seat(self) -> i64:
        """The seat to act; CHANCE once the game is over or truncated."""
        return self._seat

    @property
    def count(self) -> i64:
        """The number of actions that `seat` may choose from; 0 once the game is over or truncated."""
        return self._count

    @property
    def forced(self) -> bool:
        """Whether it also stops where a seat has only one action."""
        return self._forced

    @property
    def limit(self) -> i64:
        """After how many actions a game is truncated."""
        return self._limit

    @property
    def steps(self) -> i64:
        """The number of actions since `reset`, those of chance and forced ones included."""
        return self._steps

    @property
    def terminated(self) -> bool:
        """Whether the game has ended by its rules."""
        return self._state.cells[OVER] != 0

    @property
    def truncated(self) -> bool:
        """Whether the game was cut off at the limit before it ended. Nobody has won it."""
        return self._count == 0 and self._state.cells[OVER] == 0

    @property
    def winners(self) -> i64:
        """The mask of the winning seats; 0 unless `terminated`, and then in a draw and where all lose."""
        return self._rules.winners(self._state)

    def copy(self) -> Stepper:
        """A stepper at the same position that draws the same chance; the rules are shared."""
        return restored(self._rules, self._state, self.chooser, self._forced, self._limit, self._steps)

    def __reduce__(self) -> tuple[Any, ...]:
        return restored, (self._rules, self._state, self.chooser, self._forced, self._limit, self._steps)

    def reset(self, state: State | None = None, rules: Rules | None = None) -> i64:
        """Begin a new game and return `count`; chance goes on where it was.

        `state` is the position to begin from, which is copied, and `rules` those of the new game, such as another
        board; by default the first position and the same rules.

        :raises OutOfRange: the position is of another game. Nothing is changed then.
        """
        game = self._rules if rules is None else rules
        if state is None:
            begun = game.start()
        else:
            game.check_state(state)
            begun = state.copy()
        self._rules = game
        self._phases = game.phases
        self._verb_of = game.verb_of
        self._state = begun
        self._steps = 0
        return self._settle()

    def legal(self) -> vec[i64]:
        """The codes of the actions that `seat` may choose from."""
        return self._out.row()

    def choose(self, index: i64) -> i64:
        """Perform the action at an index of `legal()`, draw pending chance events, and return the new `count`.

        Raises IndexError for a bad index.
        """
        if index < 0 or index >= self._count:
            raise IndexError(f"{index} is not below {self._count}, the number of legal actions")
        return self.step(self._out.items[index])

    def step(self, code: i64) -> i64:
        """Perform an action of `seat` by its code, draw pending chance events, and return the new `count`.

        Unchecked: the code must be one of `legal()`.
        """
        verb = self._verb_of[code]
        verb.apply(self._state, self._seat, code - verb.offset)
        self._steps += 1
        return self._settle()

    def _settle(self) -> i64:
        s = self._state
        c = s.cells
        out = self._out
        while c[OVER] == 0 and self._steps < self._limit:
            phase = self._phases[c[s.top()]]
            mask = phase.actors(s)
            if mask == 0:
                seat = CHANCE
                code = phase.sample(s, self.chooser, out)
            else:
                seat = lowest(mask)
                out.clear()
                phase.legal(s, seat, out)
                if self._forced or out.count > 1:
                    self._seat = seat
                    self._count = out.count
                    return out.count
                code = out.items[0]
            verb = self._verb_of[code]
            verb.apply(s, seat, code - verb.offset)
            self._steps += 1
        self._seat = CHANCE
        out.clear()
        self._count = 0
        return 0


def restored(rules: Rules, s: State, chooser: Chooser, forced: bool, limit: i64, steps: i64) -> Stepper:
    """A stepper with copies of this position and this generator."""
    made = Stepper(rules, 0, forced, limit)
    made.chooser = resumed(chooser.a, chooser.b)
    made._state = s.copy()
    made._steps = steps
    made._settle()
    return made
