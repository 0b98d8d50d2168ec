"""The rules of Cities & Knights."""

from bastide.expansions.island.cities_knights.rules.module import CitiesKnights as MODULE

__all__ = ["MODULE"]
