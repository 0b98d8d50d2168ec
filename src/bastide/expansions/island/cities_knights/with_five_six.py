"""Cities & Knights for five and six: more commodities (X56-011)."""

from __future__ import annotations

from typing import Final

from bastide.expansions.island.cities_knights.rules.state import KnightsState
from bastide.kernel.rules import Module

MORE_COMMODITIES: Final = 6
"""More cards of each commodity."""


def adapt(module: Module) -> None:
    """Take more commodities."""
    assert isinstance(module, KnightsState)
    module.commodities = {name: n + MORE_COMMODITIES for name, n in module.commodities.items()}
