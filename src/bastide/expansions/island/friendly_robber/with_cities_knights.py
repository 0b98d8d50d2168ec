"""Friendly Robber is not played with Cities & Knights (TB-GEN-007)."""

from __future__ import annotations

from bastide.kernel.rules import Module


def adapt(module: Module) -> None:
    """Refuse the combination."""
    module.excludes["cities_knights"] = "TB-GEN-007"
