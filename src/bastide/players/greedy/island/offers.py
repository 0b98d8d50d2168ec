"""The offers that a greedy bot remembers, so as not to repeat one."""

from __future__ import annotations

from typing import Any, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from bastide.catan.base.island import Island
from bastide.kernel.state import State
from bastide.players.greedy.island.evaluation import Look
from bastide.players.greedy.island.trade import Deal, others_hold
from bastide.players.greedy.island.weights import COOLING

FIELDS: Final[i64] = 5
"""Turn, offers left in it, key of the exchange, wanted good, how many of it the others held."""


class Offers:
    """Those of one seat in one game. `made[FIELDS * n ...]` is the n-th."""

    def __init__(self) -> None:
        self.made: vec[i64] = vec[i64]()

    def clear(self) -> None:
        """Forget them all."""
        self.made = vec[i64]()

    def __reduce__(self) -> tuple[Any, ...]:
        return remembered, ([int(number) for number in self.made],)

    def earlier(self, r: Island, s: State) -> vec[i64]:
        """The offers made before this moment."""
        turn = s.cells[r.turn]
        left = s.cells[r.offers]
        out = vec[i64]()
        for at in range(0, len(self.made), FIELDS):
            if self.made[at] < turn or (self.made[at] == turn and self.made[at + 1] > left):
                for k in range(FIELDS):
                    out = append(out, self.made[at + k])
        return out

    def tried(self, look: Look) -> list[i64]:
        """The offers not to be repeated: made lately, or when the others held as many of the wanted good as now."""
        turn = look.s.cells[look.r.turn]
        out: list[i64] = []
        made = self.earlier(look.r, look.s)
        for at in range(0, len(made), FIELDS):
            held = others_hold(look.r, look.s, look.seat, made[at + 3])
            if turn - made[at] < COOLING or held <= made[at + 4]:
                out.append(made[at + 2])
        return out

    def remember(self, look: Look, deal: Deal) -> None:
        """Note that this is offered now."""
        want: i64 = 0
        while deal.wants[want] == 0:
            want += 1
        c = look.s.cells
        made = append(append(self.earlier(look.r, look.s), c[look.r.turn]), c[look.r.offers])
        held = others_hold(look.r, look.s, look.seat, want)
        self.made = append(append(append(made, deal.key), want), held)


def remembered(made: list[int]) -> Offers:
    """A copy of what a seat remembers."""
    out = Offers()
    out.made = vec[i64](made)
    return out
