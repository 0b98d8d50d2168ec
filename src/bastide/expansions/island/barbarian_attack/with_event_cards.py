"""Barbarian Attack with Event Cards: knights on the board count for Conflict and Tournament (TB-EVT-038)."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from bastide.expansions.island.barbarian_attack.rules.state import Ally, BarbarianState
from bastide.expansions.island.event_cards.rules.events import holding
from bastide.expansions.island.event_cards.rules.state import EventCardsState, Guests
from bastide.kernel.rules import Module
from bastide.kernel.state import BITS, State


def adapt(module: Module) -> None:
    """Tell the other expansion which knights count."""
    assert isinstance(module, BarbarianState)
    module.herald = Herald()


@final
class Herald(Ally):
    """Puts the knights on the board in the place of those played."""

    def join(self, m: BarbarianState) -> None:
        m.r.module(EventCardsState).knights = KnightsOnBoard(m)


@final
class KnightsOnBoard(Guests):
    """The knights of each player on the board; nobody holds the largest army."""

    def __init__(self, scenario: BarbarianState) -> None:
        self.scenario = scenario

    def knights_are(self) -> str:
        return "board"

    def strength(self, m: EventCardsState, s: State, seat: i64) -> i64:
        return self.scenario.in_play(s, seat)

    def attacks(self, m: EventCardsState, s: State, seat: i64) -> bool:
        return holding(m.r, s) & ~BITS[seat] != 0

    def champion(self, m: EventCardsState, s: State) -> i64:
        return -1
