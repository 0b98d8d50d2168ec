"""Progress cards in a hand: holding one, laying one down (CK-115, CK-116)."""

from __future__ import annotations

from mypy_extensions import i64

from bastide.expansions.island.cities_knights.rules.deciding import KnightsVerb
from bastide.expansions.island.cities_knights.rules.progress.memory import forget
from bastide.expansions.island.cities_knights.rules.progress.piles import put_under
from bastide.expansions.island.cities_knights.rules.state import KnightsState
from bastide.kernel.state import EVERYBODY, State


def holds(m: KnightsState, s: State, seat: i64, kind: i64) -> bool:
    """Whether a seat holds a hidden card of a kind."""
    return s.cells[m.card_at(seat, kind)] > 0


def lay_down(m: KnightsState, s: State, seat: i64, kind: i64) -> None:
    """A card is played: it goes under its pile, where all have seen it go. A fifth card is settled by it."""
    if s.cells[s.top()] == m.surplus_phase:
        s.pop()
    m.gain_card(s, seat, kind, -1)
    forget(m, s, EVERYBODY, seat, kind)
    put_under(m, s, kind, EVERYBODY)
    s.emit("play_progress", seat, kind)


class PlainCard(KnightsVerb):
    """A card that is played without naming anything: its word is its name."""

    def __init__(self, m: KnightsState, kind: i64) -> None:
        super().__init__(m, m.card_names[kind])
        self.kind: i64 = kind
