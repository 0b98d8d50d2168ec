"""Six players at the Great Wall, which has a board of its own (HIST-003)."""

from __future__ import annotations

from bastide.catan.base.seams import IslandModule
from bastide.kernel.rules import Module


def adapt(module: Module) -> None:
    """Leave the layouts to the scenario."""
    assert isinstance(module, IslandModule)
    module.layouts = ()
