"""The greedy bot: evaluates the position after each action and takes the best."""

from __future__ import annotations

import random
from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from bastide.catan.base.island import Island
from bastide.kernel.errors import ConfigError, IllegalAction
from bastide.kernel.rules import Rules
from bastide.kernel.state import State
from bastide.players.bot import Bot
from bastide.players.greedy.island.decide import decide
from bastide.players.greedy.island.module_bots import bots_of
from bastide.players.greedy.island.offers import Offers
from bastide.players.greedy.island.player import IslandPlayer
from bastide.players.greedy.island.tables import Tables


class IslandBot(Bot):
    """Judges the position after each legal action and takes the best.

    It remembers which offers it has made lately, so as not to repeat one. Asked twice about the same position it
    answers the same; the random source is not used.
    """

    def __init__(self, seed: int | None) -> None:
        super().__init__(seed)
        self._tables: Tables | None = None
        self._rules: Rules | None = None  # those of the game in which the offers were made
        self._offers: dict[int, Offers] = {}

    def __getstate__(self) -> dict[str, Any]:
        # A copy makes tables of its own, since they hold what changes with the position.
        return {**vars(self), "_tables": None}

    def act(self, rules: Rules, state: State, seat: int, rng: random.Random) -> i64:
        """One legal action code."""
        codes = rules.legal(state, seat)
        if len(codes) == 0:
            raise IllegalAction(f"seat {seat} has nothing to decide now", "BASE-016")
        if len(codes) == 1:
            return codes[0]
        t = self.tables(rules, state)
        codes = self.considered(t, state, codes)
        code = decide(t, state, seat, codes, self._offers.setdefault(seat, Offers()))
        return code if code >= 0 else codes[rng.randrange(len(codes))]

    def considered(self, t: Tables, state: State, codes: vec[i64]) -> vec[i64]:
        """The legal actions among which it decides."""
        return codes

    def tables(self, rules: Rules, state: State) -> Tables:
        """The tables of a configured game, kept while the game is the same."""
        known = self._tables
        if known is None or known.r is not rules:
            known = self._tables = tables_of(rules)
        if self._rules is not rules:
            self._rules, self._offers = rules, {}
        if known.r.numbers_move:
            known.follow(state)
        return known


def tables_of(rules: Rules) -> Tables:
    """The tables of a configured game. Raises ConfigError for another family's."""
    if not isinstance(rules, Island):
        raise ConfigError("this bot plays the island only")
    return Tables(rules, bots_of(rules))


def island_players(rules: Rules) -> list[IslandPlayer]:
    """A greedy player for each seat of a game. Raises ConfigError for another family's."""
    t = tables_of(rules)
    one = IslandPlayer(t, [Offers() for _ in range(int(rules.seats))])
    return [one] * int(rules.seats)
