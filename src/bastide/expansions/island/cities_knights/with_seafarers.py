"""Cities & Knights at sea: it adds to the goal of the other expansion, which lays the map (CKS-009, CKO-024)."""

from __future__ import annotations

from bastide.expansions.island.cities_knights.rules.module import CitiesKnights
from bastide.kernel.rules import Module

MORE_POINTS = 2


def adapt(module: Module) -> None:
    """Leave the goal to the other expansion, and add to it."""
    assert isinstance(module, CitiesKnights)
    del module.defaults["goal"]
    module.raises["goal"] = MORE_POINTS
