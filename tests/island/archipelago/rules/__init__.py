"""The rules of the archipelago: its parts, each of which is a module that other tests play alone."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any, Final

from mypy_extensions import i64

from bastide.catan.board.layout import LaidSite, Layout
from bastide.kernel.state import State
from tests.island.archipelago.rules.carts import Carts
from tests.island.archipelago.rules.ferries import FORDS, Ferries
from tests.island.archipelago.rules.lagoon import Lagoon, lagoon
from tests.island.archipelago.rules.mint import Mint

MARKETS: Final = (("1,-1,N", 2), ("-1,1,S", 2), ("4,-2,S", 4))
"""The markets, and how much gold they pay."""


class Archipelago(Carts, Ferries, Lagoon, Mint):
    """The module."""

    def __init__(self) -> None:
        super().__init__("archipelago")
        self.layouts = ("archipelago",)

    def lay(self, name: str, seats: int, options: dict[str, Any], rng: random.Random | None) -> Layout:
        laid = lagoon()
        marked = [LaidSite("ford", place) for place in FORDS] + [LaidSite("market", *market) for market in MARKETS]
        return replace(laid, sites=(*laid.sites, *marked))

    def pay_for_goods(self, s: State, seat: i64, count: i64) -> None:
        self.earn(s, seat, count)


MODULE: Final = Archipelago
