"""Precomputed tables of a configured island for the greedy bot: yields, values of goods, codes of verbs."""

from __future__ import annotations

from math import isqrt
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from bastide.catan.base.island import CARD, ITEMS, Island
from bastide.kernel.state import State
from bastide.players.greedy.island.module_bot import ModuleBot
from bastide.players.greedy.island.waits import Waits
from bastide.players.greedy.island.weights import (
    FIRST_PIPS,
    FIRST_SHARE,
    FURTHER_SHARE,
    GOOD_LEAST,
    GOOD_MOST,
    NEED,
    NEXT_PIPS,
    SITES,
)

MOST_PIPS: Final[i64] = 128
"""Fewer pips of a good than this are looked up."""


@final
class Sites:
    """Scratch memory for the search for sites: corners in the order in which they are met, and the best of them.

    `far[corner]` is how many roads away it is; -1 where it was not met.
    """

    def __init__(self, corners: i64) -> None:
        self.far: vec[i64] = vec[i64]([-1] * corners)
        self.ring: vec[i64] = vec[i64]([0] * corners)
        self.best: vec[i64] = vec[i64]([0] * SITES)
        self.best_far: vec[i64] = vec[i64]([0] * SITES)

    def clear(self) -> None:
        """Forget all corners."""
        for corner in range(len(self.far)):
            self.far[corner] = -1
        for i in range(SITES):
            self.best[i] = 0
            self.best_far[i] = 0


@final
class Known:
    """What corners are worth to one seat, as long as its income, its rates and the worth of a pip stay the same.

    `worths[corner]` is known if `marks[corner]` is `mark`.
    """

    def __init__(self, corners: i64, goods: i64) -> None:
        self.mark: i64 = 0
        self.marks: vec[i64] = vec[i64]([-1] * corners)
        self.worths: vec[i64] = vec[i64]([0] * corners)
        self._basis: vec[i64] = vec[i64]([-1] * (2 * goods + 2))

    def follow(self, income: vec[i64], rates: vec[i64], pip: i64, lays: i64) -> i64:
        """Forget all corners if they are worth something else now, and return the mark of what is remembered.

        `lays` counts the changes of the board.
        """
        basis = self._basis
        goods: i64 = len(income)
        same = basis[2 * goods] == pip and basis[2 * goods + 1] == lays
        for g in range(goods):
            if basis[g] != income[g] or basis[goods + g] != rates[g]:
                same = False
        if same:
            return self.mark
        self.mark += 1
        for g in range(goods):
            basis[g] = income[g]
            basis[goods + g] = rates[g]
        basis[2 * goods] = pip
        basis[2 * goods + 1] = lays
        return self.mark


class Tables:
    """Tables of one `Island`, computed once and shared by all decisions.

    `yields[corner * goods + good]`: pips of a settlement there. `worth[good]`: value of a good's pips, about 100.
    `counted[p]`: what so many pips of a good count, in hundredths. `modules`: the bots of the modules.
    """

    def __init__(self, r: Island, modules: list[ModuleBot]) -> None:
        self.r = r
        self.modules: list[ModuleBot] = modules
        goods = r.goods
        self.goods: i64 = goods
        board = r.board
        self.numbers: vec[i64] = board.number[:]  # of a hex with several the first, which alone may move
        self.pips: vec[i64] = vec[i64]([0] * board.hexes)
        self.yields: vec[i64] = vec[i64]([0] * (board.corners * goods))
        self.worth: vec[i64] = vec[i64]([100] * goods)
        self.lays: i64 = 0
        self._lay()
        self.waits = Waits(r)
        self.counted: vec[i64] = vec[i64]([0] * MOST_PIPS)
        for p in range(MOST_PIPS):
            self.counted[p] = counted(p)

        self.sites = Sites(board.corners)
        self.known: list[Known] = [Known(board.corners, goods) for _ in range(r.seats)]

        self.word_of: list[str] = [verb.word for verb in r.verbs]
        self.road: i64 = self._code("road")
        self.settle: i64 = self._code("settle")
        self.city: i64 = self._code("city")
        self.roll: i64 = self._code("roll")
        self.end: i64 = self._code("end")
        self.buy: i64 = self._code("buy")
        self.knight: i64 = self._code("knight")
        self.roads: i64 = self._code("roads")
        self.plenty: i64 = self._code("plenty")
        self.take: i64 = self._code("take")
        self.monopoly: i64 = self._code("monopoly")
        self.discard: i64 = self._code("discard")
        self.robber: i64 = self._code("robber")
        self.rob: i64 = self._code("rob")
        self.bank: i64 = self._code("bank")
        self.offer: i64 = self._code("offer")
        self.counter: i64 = self._code("counter")
        self.give: i64 = self._code("give")
        self.want: i64 = self._code("want")
        self.send: i64 = self._code("send")
        self.accept: i64 = self._code("accept")
        self.refuse: i64 = self._code("refuse")
        self.trade: i64 = self._code("trade")
        self.withdraw: i64 = self._code("withdraw")

    def _code(self, word: str) -> i64:
        """The first code of the first verb with that word; -1 if this game has none."""
        for verb in self.r.verbs:
            if verb.word == word:
                return verb.offset
        return -1

    def follow(self, s: State) -> None:
        """Recompute the yields from the current places of the number tokens."""
        moved = False
        for h in range(self.r.board.land):
            number = self.r.number_of(s, h)
            if number != self.numbers[h]:
                self.numbers[h] = number
                moved = True
        if moved:
            self._lay()

    def _lay(self) -> None:
        self.lays += 1
        r = self.r
        goods = r.goods
        board = r.board
        supply = vec[i64]([0] * goods)
        total: i64 = 0
        for i in range(len(self.yields)):
            self.yields[i] = 0
        for h in range(board.land):
            good = r.terrain_good[h]
            number = self.numbers[h]
            self.pips[h] = 0
            if good < 0 or number < 2:
                continue
            pips = ways(number)
            for further in board.numbers[h][1:]:
                pips += ways(further)
            self.pips[h] = pips
            supply[good] += pips
            total += pips
            for k in range(6):
                self.yields[board.hex_corners[h * 6 + k] * goods + good] += pips
        self.worth = self._worth(supply, total)

    def _worth(self, supply: vec[i64], total: i64) -> vec[i64]:
        """The value of goods by demand and scarcity: the square root of demand's share over supply's share."""
        r = self.r
        goods = r.goods
        out = vec[i64]([100] * goods)
        demand = vec[i64]([0] * goods)
        demands: i64 = 0
        deck: i64 = 0
        for kind in range(r.kinds):
            deck += r.deck_stock[kind]
        for item in range(ITEMS):
            if item == CARD and deck == 0:
                continue
            for g in range(goods):
                demand[g] += r.costs[item * goods + g] * NEED[item]
        for module in self.modules:
            module.demand(demand, supply)
        for g in range(goods):
            demands += demand[g]
        if total == 0 or demands == 0:
            return out
        for g in range(goods):
            if supply[g] > 0:
                ratio = 10_000 * demand[g] * total // (demands * supply[g])
                worth: i64 = isqrt(ratio)
                out[g] = min(max(worth, GOOD_LEAST), GOOD_MOST)
            else:
                out[g] = GOOD_MOST
        return out


def ways(number: i64) -> i64:
    """How many of the 36 rolls of two dice give a number."""
    return number - 1 if number < 7 else 13 - number


def counted(pips: i64) -> i64:
    """What so many pips of a good count, in hundredths: the first count most."""
    first = min(pips, FIRST_PIPS)
    next_ = max(min(pips - FIRST_PIPS, NEXT_PIPS), 0)
    return first * FIRST_SHARE + next_ * 100 + (pips - first - next_) * FURTHER_SHARE
