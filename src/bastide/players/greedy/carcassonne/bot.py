"""The greedy bot for Carcassonne: lays the tile and places the figure that leave it the best position.

It weighs every place and rotation with every figure. Of chance it knows what everybody knows: which tiles are left.
"""

from __future__ import annotations

import random
from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from bastide.carcassonne.base.carcassonne import Carcassonne
from bastide.kernel.errors import ConfigError, IllegalAction
from bastide.kernel.rules import Rules
from bastide.kernel.state import State
from bastide.players.bot import Bot
from bastide.players.greedy.carcassonne.module_bots import bots_of
from bastide.players.greedy.carcassonne.player import TilePlayer, decide
from bastide.players.greedy.carcassonne.tables import Tables
from bastide.players.greedy.carcassonne.weights import GREEDY


class CarcassonneBot(Bot):
    """Weighs every legal action and takes the best; the random source is not used."""

    def __init__(self, seed: int | None) -> None:
        super().__init__(seed)
        self._tables: Tables | None = None

    def __getstate__(self) -> dict[str, Any]:
        # A copy makes tables of its own, since they hold scratch memory.
        return {**vars(self), "_tables": None}

    def act(self, rules: Rules, state: State, seat: int, rng: random.Random) -> i64:
        """One legal action code."""
        codes = rules.legal(state, seat)
        if len(codes) == 0:
            raise IllegalAction(f"seat {seat} has nothing to decide now", rules.turn_rule)
        if len(codes) == 1:
            return codes[0]
        t = self.tables(rules)
        return decide(t, state, seat, self.considered(t, state, codes))

    def considered(self, t: Tables, state: State, codes: vec[i64]) -> vec[i64]:
        """The legal actions among which it decides."""
        return codes

    def tables(self, rules: Rules) -> Tables:
        """The tables of a configured game, kept while the game is the same."""
        known = self._tables
        if known is None or known.r is not rules:
            known = self._tables = tables_of(rules, self.row(rules))
        return known

    def row(self, rules: Rules) -> vec[i64]:
        """The weights by which it values positions."""
        return GREEDY


def tables_of(rules: Rules, weights: vec[i64] = GREEDY) -> Tables:
    """The tables of a configured game, with a row of weights. Raises ConfigError for another family's."""
    if not isinstance(rules, Carcassonne):
        raise ConfigError("this bot plays Carcassonne only")
    return Tables(rules, bots_of(rules), weights)


def tile_players(rules: Rules) -> list[TilePlayer]:
    """A greedy player for each seat of a game. Raises ConfigError for another family's."""
    return [TilePlayer(tables_of(rules))] * int(rules.seats)
