"""Friendly Robber at sea: where no hex is open to the robber, another piece may be moved in its place (TB-ROB-010)."""

from __future__ import annotations

from bastide.expansions.island.friendly_robber.rules import FriendlyRobber
from bastide.kernel.rules import Module


def adapt(module: Module) -> None:
    """Offer the deserts beside the moves of that piece."""
    assert isinstance(module, FriendlyRobber)
    module.offers_deserts = True
