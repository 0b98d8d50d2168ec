"""Terrains: a hex's yield, whether it is land, and the pieces it takes."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Terrain:
    """One terrain, as the base and modules declare it by name.

    `good` is the name of the good that it yields, "" for none. A terrain that yields a good bears number tokens, and
    one that yields none does if it is `numbered`: what its number brings is then said by the seam `yield_of`. Nothing
    is built on `water`, and the robber never stands there; on land it does unless `robber` is False. What rules say of
    the desert holds for each terrain that is a `desert`.
    """

    good: str = ""
    water: bool = False
    robber: bool = True
    numbered: bool = False
    desert: bool = False

    @property
    def bears_numbers(self) -> bool:
        """Whether a hex of it may have number tokens."""
        return self.numbered or self.good != ""

    @property
    def takes_robber(self) -> bool:
        """Whether the robber may ever stand on it."""
        return self.robber and not self.water
