"""Bots for the island that play out what they could do before they do it."""

from __future__ import annotations

import random
from hashlib import blake2b
from typing import NamedTuple

from librt.vecs import vec
from mypy_extensions import i64

from bastide.catan.base.island import Island
from bastide.kernel.chooser import mixed
from bastide.kernel.codes import Codes
from bastide.kernel.observer import Observer
from bastide.kernel.rules import Rules
from bastide.kernel.state import State
from bastide.players.greedy.island.bot import IslandBot
from bastide.players.greedy.island.policy import GreedyPolicy, Prospects
from bastide.players.greedy.island.quick import QuickPolicy
from bastide.search.found import LIMIT
from bastide.search.halving import Halving


class Effort(NamedTuple):
    """How much a level thinks: rollouts, candidates, turns of a rollout, and when it departs from greedy's choice.

    `errors` hundredths of a standard error are taken off a lead, and more than `margin` millionths must be left.
    """

    budget: int
    width: int
    turns: int
    errors: int
    margin: int
    quick: bool


class SearchBot(IslandBot):
    """Searches where greedy judges actions one by one, and leaves all else to greedy."""

    def __init__(self, seed: int | None, effort: Effort) -> None:
        super().__init__(seed)
        self.effort = effort
        self.seed = self.rng.getrandbits(62)
        self._game: Island | None = None

    def act(self, rules: Rules, state: State, seat: int, rng: random.Random) -> i64:
        """One legal action code."""
        own = super().act(rules, state, seat, rng)
        t = self.tables(rules, state)
        if len(rules.legal(state, seat)) == 1 or own == t.offer:
            return own
        if self._game is not t.r:
            self._game = t.r
            self._rank = GreedyPolicy(t)
            self._policy = QuickPolicy(t) if self.effort.quick else self._rank
            self._prospects = Prospects(t)
            self._observers = [Observer(rules, viewer) for viewer in range(int(rules.seats))]
        out = Codes()
        self._rank.rank(state, seat, out, self.effort.width)
        if out.count < 2:
            return own
        seed = mixed(self.seed ^ digest(self._observers[seat].observe(state)))
        e = self.effort
        halving = Halving(rules, state, seat, out.row(), self._policy, self._prospects, e.turns, LIMIT, seed, False)
        best = halving.run(e.budget)
        if best != 0 and halving.lead(best, e.errors) <= e.margin:
            best = 0
        return halving.codes[best]


def digest(numbers: vec[i64]) -> int:
    """64 bits of what a seat sees, the same in every process."""
    return int.from_bytes(blake2b(bytes(memoryview(numbers)), digest_size=8).digest(), "little")
