"""Traders & Barbarians with Event Cards: damaged roads are slow (TB-EVT-042)."""

from __future__ import annotations

from typing import final

from bastide.expansions.island.event_cards.rules.state import EventCardsState
from bastide.expansions.island.traders_barbarians.rules.module import TradersBarbarians
from bastide.expansions.island.traders_barbarians.rules.state import TradersPartner
from bastide.kernel.rules import Module


def adapt(module: Module) -> None:
    """Read its damaged roads."""
    assert isinstance(module, TradersBarbarians)
    module.roads = SlowRoads


@final
class SlowRoads(TradersPartner):
    """Says which roads are damaged."""

    def connect(self) -> None:
        self.m.damaged = self.m.r.module(EventCardsState).damaged
