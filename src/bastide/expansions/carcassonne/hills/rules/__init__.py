"""The rules of Hills & Sheep."""

from bastide.expansions.carcassonne.hills.rules.module import HillsAndSheep as MODULE

__all__ = ["MODULE"]
