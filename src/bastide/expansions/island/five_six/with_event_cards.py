"""Five and six with Event Cards: the cards say first why a road cannot be repaired (X56-012)."""

from __future__ import annotations

from bastide.kernel.rules import Module


def adapt(module: Module) -> None:
    """Come after the variant."""
    module.after.append("event_cards")
