"""What a search takes from the bots: policies of rollouts, and the evaluation of where these end, by family."""

from __future__ import annotations

from bastide.catan.base.island import Island
from bastide.kernel.errors import ConfigError, quote
from bastide.kernel.rules import Rules
from bastide.players.greedy.island.module_bots import bots_of
from bastide.players.greedy.island.policy import GreedyPolicy, Prospects
from bastide.players.greedy.island.quick import QuickPolicy
from bastide.players.greedy.island.tables import Tables
from bastide.search import Evaluation, Policy

POLICIES = ("quick", "greedy", "uniform")


def policy(rules: Rules, name: str = "quick") -> Policy:
    """A policy for `bastide.search.search`: `quick`, `greedy` without offers, or `uniform`.

    :raises ConfigError: there is no such policy, or not in this family.
    """
    if name == "uniform":
        return Policy(rules)
    if name not in POLICIES:
        known = ", ".join(POLICIES)
        raise ConfigError("policy {given} is unknown; there is {known}", {"given": quote(name), "known": known})
    tables = _tables(rules)
    return QuickPolicy(tables) if name == "quick" else GreedyPolicy(tables)


def evaluation(rules: Rules) -> Evaluation:
    """The evaluation of positions of this game. Raises ConfigError for a family without one."""
    return Prospects(_tables(rules))


def _tables(rules: Rules) -> Tables:
    if not isinstance(rules, Island):
        raise ConfigError("this policy and this evaluation are for the island only")
    return Tables(rules, bots_of(rules))
