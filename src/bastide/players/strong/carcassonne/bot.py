"""The searching bot for Carcassonne: the same position and seed give the same decision, whatever was asked before."""

from __future__ import annotations

import random

from librt.vecs import vec
from mypy_extensions import i64

from bastide.kernel.chooser import mixed
from bastide.kernel.errors import IllegalAction
from bastide.kernel.rules import Rules
from bastide.kernel.state import State
from bastide.players.greedy.carcassonne.bot import CarcassonneBot
from bastide.players.strong.carcassonne import weights
from bastide.players.strong.carcassonne.evaluation import Prospects
from bastide.players.strong.carcassonne.policy import Tiler
from bastide.search import Found
from bastide.search.tree import tree_search


class TreeBot(CarcassonneBot):
    """Searches each decision with a fixed number of simulations; the random source is not used."""

    def __init__(self, seed: int | None, simulations: int = weights.STRONG) -> None:
        super().__init__(seed)
        self._seed = self.rng.getrandbits(62)
        self.simulations = simulations

    def act(self, rules: Rules, state: State, seat: int, rng: random.Random) -> i64:
        """One legal action code."""
        codes = rules.legal(state, seat)
        if len(codes) == 0:
            raise IllegalAction(f"seat {seat} has nothing to decide now", rules.turn_rule)
        return codes[0] if len(codes) == 1 else self.search(rules, state, seat).best

    def row(self, rules: Rules) -> vec[i64]:
        """The weights by which it values positions."""
        return weights.row(rules)

    def search(self, rules: Rules, state: State, seat: int, explain: bool = False) -> Found:
        """All that the search of a decision finds. Raises IllegalAction."""
        t = self.tables(rules)
        c = state.cells
        # A tile is followed by several decisions.
        number = int(c[t.r.tiles]) * len(t.r.phases) + int(c[state.top()])
        return tree_search(
            rules,
            state,
            seat,
            self.simulations,
            policy=Tiler(t, weights.TRIES),
            evaluation=Prospects(t, weights.SURE, weights.UNSURE),
            width=weights.WIDTH,
            seed=mixed(self._seed + number),
            widen=weights.WIDEN,
            grow=weights.GROW,
            limit=weights.LIMIT,
            explore=weights.EXPLORE,
            explain=explain,
        )
