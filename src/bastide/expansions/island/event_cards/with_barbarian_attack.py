"""Event Cards with Barbarian Attack: knights on the board count for Conflict and Tournament (TB-EVT-038)."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from bastide.expansions.island.barbarian_attack.rules.state import BarbarianState
from bastide.expansions.island.event_cards.rules.events import holding
from bastide.expansions.island.event_cards.rules.module import EventCards
from bastide.expansions.island.event_cards.rules.state import EventCardsPartner
from bastide.kernel.rules import Module
from bastide.kernel.state import BITS, State


def adapt(module: Module) -> None:
    """Count the knights on the board."""
    assert isinstance(module, EventCards)
    module.knights = KnightsOnBoard


@final
class KnightsOnBoard(EventCardsPartner):
    """The knights of each player on the board; nobody holds the largest army."""

    scenario: BarbarianState

    def connect(self) -> None:
        self.scenario = self.m.r.module(BarbarianState)

    def knights_are(self) -> str:
        return "board"

    def strength(self, s: State, seat: i64) -> i64:
        return self.scenario.in_play(s, seat)

    def attacks(self, s: State, seat: i64) -> bool:
        return holding(self.m.r, s) & ~BITS[seat] != 0

    def champion(self, s: State) -> i64:
        return -1
