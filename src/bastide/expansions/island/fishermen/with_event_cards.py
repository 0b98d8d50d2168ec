"""Fishermen with Event Cards: a card taken for fish is asked for in its own words, whatever the event of the turn."""

from __future__ import annotations

from bastide.expansions.island.fishermen.rules.state import FishermenState
from bastide.kernel.rules import Module


def adapt(module: Module) -> None:
    """Come before the other expansion."""
    assert isinstance(module, FishermenState)
    module.before.append("event_cards")
