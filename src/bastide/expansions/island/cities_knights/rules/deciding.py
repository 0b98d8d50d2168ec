"""What several decisions have in common."""

from __future__ import annotations

from collections.abc import Sequence

from mypy_extensions import i64

from bastide.expansions.island.cities_knights.rules.state import KnightsState
from bastide.kernel.codes import Codes
from bastide.kernel.rules import Phase, Verb
from bastide.kernel.state import State


class KnightsVerb(Verb):
    """A verb of Cities & Knights."""

    def __init__(self, m: KnightsState, word: str, size: i64 = 1, names: Sequence[str] = ()) -> None:
        super().__init__(word, size, names)
        self.m = m


class KnightsPhase(Phase):
    """A phase of Cities & Knights."""

    def __init__(self, m: KnightsState, name: str, most_a: i64 = 0, most_b: i64 = 0, asks: i64 = 0) -> None:
        super().__init__(name, most_a, most_b, asks)
        self.m = m


class PlainCityPhase(KnightsPhase):
    """One of the own cities that are no metropolis is chosen. Frame: whose, and a number that the verb may need."""

    def legal(self, s: State, seat: i64, out: Codes) -> None:
        for corner in range(self.m.r.board.corners):
            if self.m.plain_city(s, seat, corner):
                out.add(self.asks + corner)
