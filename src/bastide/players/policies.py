"""What a search takes from the bots: policies of rollouts, and the evaluation of where these end, by family."""

from __future__ import annotations

from bastide.carcassonne.base.carcassonne import Carcassonne
from bastide.kernel.errors import ConfigError, quote
from bastide.kernel.rules import Rules
from bastide.players.greedy.carcassonne.bot import tables_of as tables_of_tiles
from bastide.players.greedy.island.bot import tables_of
from bastide.players.greedy.island.policy import GreedyPolicy
from bastide.players.greedy.island.quick import QuickPolicy
from bastide.players.strong.carcassonne import weights
from bastide.players.strong.carcassonne.evaluation import Prospects as TileProspects
from bastide.players.strong.carcassonne.policy import GreedyTiler, Tiler
from bastide.players.strong.island.value import evaluation_of
from bastide.search import Evaluation, Policy

POLICIES = ("quick", "greedy", "uniform")


def policy(rules: Rules, name: str = "quick") -> Policy:
    """A policy for `bastide.search.search`: `quick`, `greedy` (on the island without offers), or `uniform`.

    :raises ConfigError: there is no such policy.
    """
    if name == "uniform":
        return Policy(rules)
    if name not in POLICIES:
        known = ", ".join(POLICIES)
        raise ConfigError("policy {given} is unknown; there is {known}", {"given": quote(name), "known": known})
    if isinstance(rules, Carcassonne):
        if name == "greedy":
            return GreedyTiler(tables_of_tiles(rules))
        return Tiler(tables_of_tiles(rules, weights.row(rules)), weights.TRIES)
    t = tables_of(rules)
    return QuickPolicy(t) if name == "quick" else GreedyPolicy(t)


def evaluation(rules: Rules) -> Evaluation:
    """The evaluation of positions of this game. Raises ConfigError for a family without one."""
    if isinstance(rules, Carcassonne):
        return TileProspects(tables_of_tiles(rules, weights.row(rules)), weights.SURE, weights.UNSURE)
    return evaluation_of(tables_of(rules))
