"""Playouts inside the engine: for benchmarks, tests over many games, search and learning."""

from __future__ import annotations

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from bastide.kernel.bits import lowest
from bastide.kernel.chooser import Chooser as Chooser  # playouts need one
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


@final
class PlayoutTally:
    """The results of many games: their number, their actions, and each seat's wins, alone or shared."""

    def __init__(self, seats: i64) -> None:
        self.games: i64 = 0
        self.steps: i64 = 0
        self.wins: vec[i64] = vec[i64]([0] * seats)


def playouts(rules: Rules, s: State, games: i64, chooser: Chooser, limit: i64) -> PlayoutTally:
    """Play a position to the end at random, `games` times; the position itself is not changed."""
    tally = PlayoutTally(rules.seats)
    for _ in range(games):
        after = s.copy()
        tally.steps += playout(rules, after, chooser, limit)
        tally.games += 1
        for seat in range(rules.seats):
            if after.cells[OVER] != 0 and after.cells[WINNERS] & BITS[seat]:
                tally.wins[seat] += 1
    return tally


@final
class Stepper:
    """A game whose seats are played from outside, an engine action at a time; chance is drawn inside.

    `seat` is the seat to act, the lowest of those awaited, and `count` how many actions it may choose from; -1 and 0
    once the game is over. Without `forced`, it stops only where a seat has a choice: an only legal action is played
    at once, as more than half of the actions of a random game are.

        count = game.reset()
        while count:
            count = game.choose(pick(count))
    """

    def __init__(self, rules: Rules, seed: int, forced: bool = True) -> None:
        self.rules = rules
        self.forced = forced
        self.chooser = Chooser(seed)
        self.state: State = rules.start()
        self.seat: i64 = CHANCE
        self.count: i64 = 0
        self._out = Codes()
        self._phases = rules.phases
        self._verb_of = rules.verb_of
        self._settle()

    def reset(self) -> i64:
        """Begin a new game and return `count`; chance goes on where it was."""
        self.state = self.rules.start()
        return self._settle()

    def legal(self) -> vec[i64]:
        """The codes of the actions that `seat` may choose from."""
        return self._out.row()

    def choose(self, index: i64) -> i64:
        """Perform the action at an index of `legal()`, draw pending chance events, and return the new `count`.

        Raises IndexError for a bad index.
        """
        if index < 0 or index >= self.count:
            raise IndexError(f"{index} is not below {self.count}, the number of legal actions")
        return self.step(self._out.items[index])

    def step(self, code: i64) -> i64:
        """Perform an action of `seat` by its code, draw pending chance events, and return the new `count`.

        Unchecked: the code must be one of `legal()`.
        """
        verb = self._verb_of[code]
        verb.apply(self.state, self.seat, code - verb.offset)
        return self._settle()

    def _settle(self) -> i64:
        s = self.state
        c = s.cells
        out = self._out
        while c[OVER] == 0:
            phase = self._phases[c[s.top()]]
            mask = phase.actors(s)
            if mask == 0:
                seat = CHANCE
                code = phase.sample(s, self.chooser, out)
            else:
                seat = lowest(mask)
                out.clear()
                phase.legal(s, seat, out)
                if self.forced or out.count > 1:
                    self.seat = seat
                    self.count = out.count
                    return out.count
                code = out.items[0]
            verb = self._verb_of[code]
            verb.apply(s, seat, code - verb.offset)
        self.seat = CHANCE
        out.clear()
        self.count = 0
        return 0
