"""Rivers for two: with the neutral colours of the variant, which earn no gold and build no bridges (TB-RIV-034)."""

from __future__ import annotations

from bastide.catan.base.seams import IslandModule
from bastide.kernel.rules import Module


def adapt(module: Module) -> None:
    """Leave the number of seats to the other expansion."""
    assert isinstance(module, IslandModule)
    module.only_seats = ()
