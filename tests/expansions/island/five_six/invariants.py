"""What must hold in every position of five and six players."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from bastide.catan.base.seams import ModuleRules
from bastide.catan.family import IslandGame
from bastide.expansions.island.five_six.rules.module import FiveSixRules
from bastide.kernel.game import Game
from bastide.kernel.state import State
from bastide.testing.own import Own
from tests.expansions.island.five_six.kit import extension


class Many(Own):
    def check(self, r: IslandGame, module: ModuleRules, s: State) -> None:
        """Who is asked is not on turn and does not sit out; a pair is three seats apart."""
        assert isinstance(module, FiveSixRules)
        turn, seats = int(s.cells[r.on_turn]), int(r.seats)
        if module.paired:
            first = int(s.cells[module.first]) - 1
            assert first < 0 or turn == (first + 3) % seats
            return
        out = [int(s.cells[module.out + seat]) for seat in range(seats)]
        assert set(out) <= {0, 1}
        asked = int(module.building(s))
        assert asked < 0 or (asked != turn and out[asked] == 0)

    def witness(self) -> Callable[[Game], None]:
        """Turns go round the table; with paired players a second turn, three seats on, follows each one."""
        turn = second = -1

        def follow(game: Game) -> None:
            nonlocal turn, second
            seats = int(game.rules.seats)
            for event in game.history[-1]:
                if event.kind == "turn":
                    assert turn < 0 or event.seat == (turn + 1) % seats
                    assert turn < 0 or (second >= 0) is bool(extension(game).paired)
                    turn, second = int(event.seat), -1
                elif event.kind == "five_six_second":
                    assert second < 0
                    assert event.seat == (turn + 3) % seats
                    second = int(event.seat)

        return follow


OWN: Final = Many()
