"""Cities & Knights for five and six: more commodities, and no beginners' board of its own (X56-011)."""

from __future__ import annotations

from typing import Final

from bastide.expansions.island.cities_knights.rules.state import KnightsState
from bastide.kernel.rules import Module

MORE_COMMODITIES: Final = 6
"""More cards of each commodity."""


def adapt(module: Module) -> None:
    """Take more commodities, and leave the board to the extension."""
    assert isinstance(module, KnightsState)
    module.layouts = ()
    module.commodities = {name: n + MORE_COMMODITIES for name, n in module.commodities.items()}
