"""The greedy bot inside the engine: a player with a memory of the offers that each seat has made."""

from __future__ import annotations

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from bastide.kernel.codes import Codes
from bastide.kernel.playout import Player
from bastide.kernel.state import State
from bastide.players.greedy.island.decide import decide
from bastide.players.greedy.island.offers import Offers
from bastide.players.greedy.island.tables import Tables


@final
class IslandPlayer(Player):
    """Judges the position after each legal action and takes the best. `offers` are remembered, by seat."""

    def __init__(self, t: Tables, offers: list[Offers]) -> None:
        self.t = t
        self.offers = offers

    def begin(self) -> None:
        """Forget all offers."""
        for each in self.offers:
            each.clear()

    def memory(self) -> list[int]:
        """By seat, how many numbers its offers are, and these."""
        out: list[int] = []
        for each in self.offers:
            out.append(len(each.made))
            for number in each.made:
                out.append(int(number))
        return out

    def recall(self, memory: list[int]) -> None:
        """Remember these offers."""
        at = 0
        for each in self.offers:
            size = memory[at]
            each.made = vec[i64](memory[at + 1 : at + 1 + size])
            at += 1 + size

    def act(self, s: State, seat: i64, codes: Codes) -> i64:
        """The greedy action; -1 in a phase of which neither bot nor modules know anything."""
        t = self.t
        if t.r.numbers_move:
            t.follow(s)
        return decide(t, s, seat, codes.row(), self.offers[seat])
