"""Seafarers for five and six: only on a map by coordinates, since the rulebook has none for them (SEA-025)."""

from __future__ import annotations

from bastide.catan.base.seams import IslandModule
from bastide.kernel.rules import Module


def adapt(module: Module) -> None:
    """Leave the number of seats and the named layouts to the extension."""
    assert isinstance(module, IslandModule)
    module.only_seats = ()
    module.layouts = ()
