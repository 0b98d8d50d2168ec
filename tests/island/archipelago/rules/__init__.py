"""The rules of the archipelago: its parts, each of which is a module that other tests play alone.

The differential run plays it: plain Python that overrides many seams of the compiled engine, as an author of house
rules writes it.
"""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any, Final

from bastide.catan.board.layout import LaidSite, Layout
from tests.island.archipelago.rules.ferries import FORDS, Ferries, FerriesRules
from tests.island.archipelago.rules.lagoon import Lagoon, LagoonRules, lagoon
from tests.island.archipelago.rules.mint import Mint, MintRules


class ArchipelagoRules(FerriesRules, LagoonRules, MintRules):
    """The rules of all parts."""


class Archipelago(Ferries, Lagoon, Mint):
    """The module before a game."""

    def __init__(self) -> None:
        super().__init__("archipelago", ArchipelagoRules)
        self.layouts = ("archipelago",)

    def lay(self, name: str, seats: int, options: dict[str, Any], rng: random.Random | None) -> Layout:
        laid = lagoon()
        return replace(laid, sites=(*laid.sites, *(LaidSite("ford", place) for place in FORDS)))


MODULE: Final = Archipelago
