"""What must hold in every position with harbour points."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from bastide.catan.base.seams import ModuleRules
from bastide.catan.family import IslandGame
from bastide.expansions.island.harbors.rules import HarborsRules
from bastide.kernel.game import Game
from bastide.kernel.state import AGENDA, DEPTH, FRAME, State
from bastide.testing.own import Own
from tests.expansions.island.harbors.kit import harbors_of

FALLING: Final = frozenset({"fight", "fall", "aftermath"})
"""While cities fall, the card waits."""


class Ports(Own):
    def check(self, r: IslandGame, module: ModuleRules, s: State) -> None:
        """Nobody is alone ahead of the holder, and without a holder nobody has three points."""
        assert isinstance(module, HarborsRules)
        holder = int(s.cells[module.holder]) - 1
        pending = {r.phases[int(s.cells[AGENDA + k * FRAME])].name for k in range(int(s.cells[DEPTH]))}
        if pending & FALLING:
            return
        counts = [counted(r, s, seat) for seat in range(int(r.seats))]
        assert counts == [int(module.harbor_points(s, seat)) for seat in range(int(r.seats))]
        best = max(counts)
        if holder < 0:
            assert best < 3 or counts.count(best) > 1, "nobody has taken the card"
        elif counts[holder] < best:
            assert counts.count(best) > 1, "somebody is alone ahead of the holder"

    def points(self, r: IslandGame, module: ModuleRules, s: State, seat: int) -> int:
        assert isinstance(module, HarborsRules)
        return 2 * (int(s.cells[module.holder]) == seat + 1)

    def witness(self) -> Callable[[Game], None]:
        """The card moves only to a seat with at least as many points as its holder."""
        holder, most = -1, 2

        def follow(game: Game) -> None:
            nonlocal holder, most
            for event in game.history[-1]:
                if event.kind == "harbors_card":
                    assert int(event.b) == holder
                    assert int(event.a) >= max(3, most)
                    holder, most = int(event.seat), int(event.a)
            assert int(harbors_of(game).holder_of(game.state)) == holder

        return follow


def counted(r: IslandGame, s: State, seat: int) -> int:
    """The harbour points of a seat, from the corners whose harbours serve."""
    corners = [c for c in range(int(r.board.corners)) if r.board.harbor[c] != 0 and r.seams.corner_serves(s, c)]
    return sum(int(s.cells[r.level + corner]) for corner in corners if s.cells[r.owner + corner] == seat + 1)


OWN: Final = Ports()
