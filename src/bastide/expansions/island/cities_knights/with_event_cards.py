"""Cities & Knights where cards give the number: the red die and the event die come before the card (TB-EVT-024)."""

from __future__ import annotations

from bastide.expansions.island.cities_knights.rules.state import KnightsState
from bastide.kernel.rules import Module


def adapt(module: Module) -> None:
    """Throw no event die after the number, unless a player has laid both dice."""
    assert isinstance(module, KnightsState)
    module.event_die_first = True
