"""Bots for the island that play out what they could do before they do it."""

from __future__ import annotations

import random
from collections.abc import Callable
from hashlib import blake2b

from librt.vecs import vec
from mypy_extensions import i64

from bastide.kernel.chooser import mixed
from bastide.kernel.codes import Codes
from bastide.kernel.observer import Observer
from bastide.kernel.rules import Rules
from bastide.kernel.state import State
from bastide.players.greedy.island.bot import IslandBot
from bastide.players.greedy.island.decide import judges
from bastide.players.greedy.island.offers import Offers
from bastide.players.greedy.island.policy import GreedyPolicy
from bastide.players.greedy.island.quick import QuickPolicy
from bastide.players.greedy.island.tables import Tables
from bastide.players.strong.island.value import evaluation_of
from bastide.players.strong.island.weights import GREEDY, QUICK, Effort
from bastide.search.found import LIMIT
from bastide.search.halving import Halving
from bastide.search.policy import Evaluation


class SearchBot(IslandBot):
    """Searches where greedy judges actions one by one, and leaves all else to greedy.

    It decides by the position and its seed alone. `times` multiplies the rollouts. Where expansions bring a part of
    their own to the greedy bot, rollouts are greedy's; elsewhere they are those of the quick policy, and more.
    """

    def __init__(
        self,
        seed: int | None,
        times: int = 1,
        effort: Effort | None = None,
        evaluation: Callable[[Tables], Evaluation] = evaluation_of,
    ) -> None:
        super().__init__(seed)
        self._seed = self.rng.getrandbits(62)
        self._times = times
        self._given = effort
        self._evaluation = evaluation
        self._observer: Observer | None = None

    def act(self, rules: Rules, state: State, seat: int, rng: random.Random) -> i64:
        """One legal action code."""
        t = self.tables(rules, state)
        codes = rules.legal(state, seat)
        if len(codes) < 2 or not judges(t, state):
            self._offers.clear()  # another process, made anew, would not remember them either
            return super().act(rules, state, seat, rng)
        effort = self._given or (GREEDY if t.modules else QUICK)
        ranks = GreedyPolicy(t)
        out = Codes()
        ranks.rank_all(state, seat, codes, Offers() if may_offer(t, state, seat) else None, out, effort.width)
        if out.count < 2 or out.items[0] == t.offer:
            return out.items[0]
        plays = QuickPolicy(t) if effort.quick else ranks
        if self._observer is None or self._observer.rules is not rules or self._observer.viewer != seat:
            self._observer = Observer(rules, seat)
        seed = mixed(self._seed ^ digest(self._observer.observe(state)))
        turns = effort.turns or int(rules.seats) + 1
        halving = Halving(rules, state, seat, out.row(), plays, self._evaluation(t), turns, LIMIT, seed, False)
        best = halving.run(effort.budget * self._times)
        if best != 0 and halving.lead(best, effort.errors) <= 0:
            best = 0
        return halving.codes[best]


def may_offer(t: Tables, s: State, seat: int) -> bool:
    """Whether a seat that remembers no offer makes one: the first of a turn, every second turn."""
    r = t.r
    c = s.cells
    return bool(c[r.offers] == r.offer_limit and (c[r.turn] // r.seats + seat) % 2 == 0)


def digest(numbers: vec[i64]) -> int:
    """64 bits of what a seat sees, the same in every process."""
    return int.from_bytes(blake2b(bytes(memoryview(numbers)), digest_size=8).digest(), "little")
