"""The rules of the Wheel of Fortune."""

from bastide.expansions.carcassonne.wheel.rules.module import WheelOfFortune as MODULE

__all__ = ["MODULE"]
