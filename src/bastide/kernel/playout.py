"""Games played inside the engine: for measuring, for tests over many games, for search, and for learning."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from bastide.kernel.bits import lowest
from bastide.kernel.chooser import Chooser as Chooser  # whoever plays games out needs one
from bastide.kernel.codes import Codes
from bastide.kernel.rules import Rules
from bastide.kernel.state import BITS, CHANCE, OVER, WINNERS, State


def random_action(rules: Rules, s: State, seat: i64, chooser: Chooser) -> i64:
    """A legal action of that seat, each as likely; an outcome by its weight for CHANCE."""
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

    Of several awaited seats the lowest acts; seats that may act unasked do not.
    """
    c = s.cells
    out = Codes()
    steps: i64 = 0
    while steps < limit and c[OVER] == 0:
        phase = rules.phase(s)
        mask = phase.actors(s)
        if mask == 0:
            rules.apply(s, CHANCE, phase.sample(s, chooser, out))
        else:
            seat = lowest(mask)
            out.clear()
            phase.legal(s, seat, out)
            rules.apply(s, seat, out.items[chooser.below(out.count)])
        steps += 1
    return steps


class Tally:
    """What came of many games: how many, of how many actions, and how many each seat won, alone or with others."""

    def __init__(self, seats: i64) -> None:
        self.games: i64 = 0
        self.steps: i64 = 0
        self.wins: vec[i64] = vec[i64]([0] * seats)


def playouts(rules: Rules, s: State, games: i64, chooser: Chooser, limit: i64) -> Tally:
    """Play a position to its end that many times, at random; the position itself stays as it is."""
    tally = Tally(rules.seats)
    for _ in range(games):
        after = s.copy()
        tally.steps += playout(rules, after, chooser, limit)
        tally.games += 1
        for seat in range(rules.seats):
            if after.cells[OVER] != 0 and after.cells[WINNERS] & BITS[seat]:
                tally.wins[seat] += 1
    return tally


class Stepper:
    """A game whose seats are played from outside, an engine action at a time; chance is drawn inside.

    `seat` is the seat to act, the lowest of those awaited, and `codes` are its legal actions; -1 and none once the game
    is over.

        codes = game.reset()
        while len(codes):
            codes = game.step(codes[pick(len(codes))])
    """

    def __init__(self, rules: Rules, seed: i64) -> None:
        self.rules = rules
        self.chooser = Chooser(seed)
        self.state: State = rules.start()
        self.seat: i64 = CHANCE
        self.codes: vec[i64] = vec[i64]([])
        self._out = Codes()
        self.reset()

    def reset(self) -> vec[i64]:
        """Begin a new game and return its first legal actions; chance goes on where it was."""
        self.state = self.rules.start()
        return self._settle()

    def step(self, code: i64) -> vec[i64]:
        """Perform an action of `seat`, let chance decide what it must, and return the legal actions of the next seat.

        Unchecked: the code must be one of `codes`.
        """
        self.rules.apply(self.state, self.seat, code)
        return self._settle()

    def _settle(self) -> vec[i64]:
        rules = self.rules
        s = self.state
        out = self._out
        seat: i64 = CHANCE
        while seat == CHANCE and s.cells[OVER] == 0:
            phase = rules.phase(s)
            mask = phase.actors(s)
            if mask == 0:
                rules.apply(s, CHANCE, phase.sample(s, self.chooser, out))
            else:
                seat = lowest(mask)
                out.clear()
                phase.legal(s, seat, out)
        if seat == CHANCE:
            out.clear()
        self.seat = seat
        self.codes = out.row()
        return self.codes
