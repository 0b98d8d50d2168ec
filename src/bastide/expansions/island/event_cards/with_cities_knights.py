"""Event Cards with Cities & Knights: the red die and the event die come before the card (TB-EVT-024 to TB-EVT-032).

The red die is thrown for the progress cards alone, and the card's number takes the place of the sum of the dice.
"""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from bastide.catan.base.side_roll import SideRollPhase
from bastide.expansions.island.cities_knights.rules.state import KnightsState
from bastide.expansions.island.event_cards.rules.module import EventCards
from bastide.expansions.island.event_cards.rules.state import EventCardsPartner, EventCardsState
from bastide.kernel.rules import Module
from bastide.kernel.state import State


def adapt(module: Module) -> None:
    """Count the knights of the other expansion.

    Its Diplomacy looks where a road could lie if it were away (CKO-006).
    """
    assert isinstance(module, EventCards)
    module.on_trial = True
    module.knights = ActiveKnights


@final
class ActiveKnights(EventCardsPartner):
    """The strength of the active knights takes the place of the knights played, and nobody holds the largest army."""

    other: KnightsState

    def __init__(self, m: EventCardsState) -> None:
        super().__init__(m)
        m.first_phase = m.r.add_phase(RedPhase(self))

    def connect(self) -> None:
        self.other = self.m.r.module(KnightsState)

    def knights_are(self) -> str:
        return "active"

    def robber_sleeps(self, s: State) -> bool:
        return not self.other.robber_is_awake(s)

    def attacks(self, s: State, seat: i64) -> bool:
        return self.other.robber_is_awake(s)

    def strength(self, s: State, seat: i64) -> i64:
        knights = self.other
        total: i64 = 0
        corner = knights.next_knight(s, seat, -1)
        while corner >= 0:
            if s.cells[knights.active + corner] != 0:
                total += s.cells[knights.rank + corner]
            corner = knights.next_knight(s, seat, corner)
        return total

    def champion(self, s: State) -> i64:
        return -1


@final
class RedPhase(SideRollPhase):
    """Chance: the red die. The event die and all that it brings come next, then the card. Frame: the seat on turn."""

    def __init__(self, partner: ActiveKnights) -> None:
        super().__init__("event_cards_red", partner.m.r, 1)
        self.partner = partner

    def resume(self, s: State, seat: i64, value: i64) -> None:
        m = self.partner.m
        s.pop()
        s.cells[m.r.dice] = value
        s.push(m.reveal_phase, seat)
        s.push(self.partner.other.event_phase, seat)
