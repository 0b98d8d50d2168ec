"""What several decisions have in common: the verbs whose argument is a place."""

from __future__ import annotations

from mypy_extensions import i64

from bastide.catan.base.building import PlaceVerb
from bastide.expansions.island.cities_knights.rules.state import DOMAINS, KnightsState
from bastide.kernel.codes import Codes
from bastide.kernel.rules import Phase, Verb
from bastide.kernel.state import State


class CornerVerb(PlaceVerb):
    """A verb of this expansion whose argument is a corner."""

    def __init__(self, word: str, m: KnightsState) -> None:
        super().__init__(word, m.r.board.corner_names, m.r.board.corner_index)
        self.m = m


class EdgeVerb(PlaceVerb):
    """A verb of this expansion whose argument is an edge."""

    def __init__(self, word: str, m: KnightsState) -> None:
        super().__init__(word, m.r.board.edge_names, m.r.board.edge_index)
        self.m = m


class HexVerb(PlaceVerb):
    """A verb of this expansion whose argument is a hex."""

    def __init__(self, word: str, m: KnightsState) -> None:
        super().__init__(word, m.r.board.hex_names, m.r.board.hex_index)
        self.m = m


class DomainVerb(Verb):
    """A verb whose argument is a domain."""

    def __init__(self, word: str, m: KnightsState, names: list[str]) -> None:
        super().__init__(word, len(names))
        self.m = m
        self.names = names

    def describe(self, arg: i64) -> str:
        return f"{self.word} {self.names[arg]}"

    def parse(self, words: list[str]) -> i64:
        if len(words) == 1 and words[0] in self.names:
            return self.names.index(words[0])
        return -1


class PlainCityPhase(Phase):
    """One of the own cities that are no metropolis is chosen. Frame: whose, and a number that the verb may need."""

    def __init__(self, name: str, m: KnightsState, verb: i64) -> None:
        super().__init__(name)
        self.most = [int(DOMAINS) - 1, 0]
        self.m = m
        self.verb: i64 = verb

    def legal(self, s: State, seat: i64, out: Codes) -> None:
        for corner in range(self.m.r.board.corners):
            if self.m.plain_city(s, seat, corner):
                out.add(self.verb + corner)
