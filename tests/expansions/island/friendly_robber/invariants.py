"""What must hold in every game with a Friendly Robber; it changes no invariant of the base."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from bastide.kernel.game import Game
from bastide.testing.own import Own
from bastide.testing.play import island


class Friendly(Own):
    # All need a board with few hexes; the second one without a desert, the third with several.
    unseen = frozenset({"friendly_robber_home", "friendly_robber_aside", "friendly_robber_desert"})

    def witness(self) -> Callable[[Game], None]:
        """The robber never comes to a player with two points; without another hex it goes home to the desert."""

        def follow(game: Game) -> None:
            r, c = island(game), game.state.cells
            kinds = {event.kind for event in game.history[-1]}
            robber = int(c[r.robber])
            if "robber" in kinds:
                owners = {int(c[r.owner + r.board.hex_corners[robber * 6 + k]]) - 1 for k in range(6)} - {-1}
                assert all(r.open_points(game.state, owner) > 2 for owner in owners)
            assert "friendly_robber_home" not in kinds or robber == int(r.desert)

        return follow


OWN: Final = Friendly()
