"""Five and six with Cities & Knights: it says first why something cannot be bought (X56-012)."""

from __future__ import annotations

from bastide.kernel.rules import Module


def adapt(module: Module) -> None:
    """Come after the other expansion."""
    module.after.append("cities_knights")
