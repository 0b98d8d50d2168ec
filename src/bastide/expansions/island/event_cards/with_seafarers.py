"""Event Cards at sea: in an epidemic, a city at a gold field chooses one card (TB-EVT-054)."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from bastide.expansions.island.event_cards.rules.module import EventCards
from bastide.expansions.island.event_cards.rules.state import EventCardsPartner
from bastide.expansions.island.seafarers.rules.state import SeafarersState
from bastide.kernel.rules import Module
from bastide.kernel.state import State


def adapt(module: Module) -> None:
    """Let a city at a gold field draw less."""
    assert isinstance(module, EventCards)
    module.gold = GoldFields


@final
class GoldFields(EventCardsPartner):
    """The gold fields of the other expansion."""

    sea: SeafarersState

    def connect(self) -> None:
        self.sea = self.m.r.module(SeafarersState)

    def city_draws(self, s: State, hex_: i64, seat: i64) -> bool:
        if self.sea.is_gold[hex_] == 0:
            return False
        s.cells[self.sea.due + seat] += 1
        s.cells[self.m.r.drew + seat] += 1
        return True
