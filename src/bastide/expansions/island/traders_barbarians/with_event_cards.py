"""Traders & Barbarians with Event Cards: no 2 and no 12, and damaged roads are slow (TB-EVT-040, TB-EVT-042)."""

from __future__ import annotations

from typing import Final, final

from bastide.expansions.island.event_cards.rules.state import EventCardsState
from bastide.expansions.island.traders_barbarians.rules.state import Addition, TradersState
from bastide.kernel.rules import Module

LEFT_OUT: Final = (2, 12)
"""The numbers of the cards that are left out."""


def adapt(module: Module) -> None:
    """Read its damaged roads."""
    assert isinstance(module, TradersState)
    module.herald = SlowRoads()


@final
class SlowRoads(Addition):
    """Takes cards out of the pile, and tells which roads are damaged."""

    def join(self, m: TradersState) -> None:
        module = m.r.module(EventCardsState)
        module.leave_out(LEFT_OUT)
        m.damaged = module.damaged
