"""Caravans for two: each bidding brings two wagons (TB-CARA-026)."""

from __future__ import annotations

from bastide.expansions.island.caravans.rules.state import CaravansState
from bastide.kernel.rules import Module


def adapt(module: Module) -> None:
    """Place wagons in pairs."""
    assert isinstance(module, CaravansState)
    module.pairs = True
